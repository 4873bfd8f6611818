"""The voice of a page: its sentences, and numbers as people of its language write them."""

from __future__ import annotations

from typing import Final

from stellwerk.board.model import Language
from stellwerk.words import say


class Voice:
    """Says everything of one section of the catalogue in one language.

    >>> Voice("de", "report").number(1234.5), Voice("en", "report").per_cent(0.125)
    ('1.234,5', '12 %')
    """

    def __init__(self, language: Language, section: str) -> None:
        self.language: Final[Language] = language
        self._section = section

    def __call__(self, key: str, /, **parameters: object) -> str:
        """Return the sentence of a key of the section."""
        return say(f"{self._section}.{key}", self.language, **parameters).replace(
            " %", "\N{NO-BREAK SPACE}%"
        )

    def number(self, value: float, digits: int = 1, sign: str = "") -> str:
        """Return a number; a minus is a real one."""
        written = f"{value:{sign},.{digits}f}".replace("-", "−")
        if self.language == "de":
            written = written.translate(str.maketrans(",.", ".,"))
        return written

    def signed(self, value: float, digits: int = 1) -> str:
        """Return a difference; zero has no sign."""
        return self.number(value, digits, "+") if value else "0"

    def count(self, value: int) -> str:
        """Return a whole number."""
        return self.number(value, 0)

    def per_cent(self, share: float, digits: int = 0) -> str:
        """Return a share in per cent."""
        return f"{self.number(100 * share, digits)} %"
