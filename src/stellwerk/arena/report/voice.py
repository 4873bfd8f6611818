"""The voice of a report: its sentences, and numbers as people of its language write them."""

from __future__ import annotations

from typing import Final

from stellwerk.arena.share import Share
from stellwerk.board.model import Language
from stellwerk.words import say


class Voice:
    """Says everything in one language.

    >>> Voice("de").number(1234.5), Voice("en").interval(Share(0.5, 0.012), 100)
    ('1.234,5', '50.0 ± 1.2')
    """

    def __init__(self, language: Language) -> None:
        self.language: Final[Language] = language

    def __call__(self, key: str, /, **parameters: object) -> str:
        """Return the sentence of a key of the report."""
        return say(f"report.{key}", self.language, **parameters).replace(
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

    def interval(self, share: Share, scale: int = 1, sign: str = "") -> str:
        """Return a mean with half the width of its 95 % interval."""
        mean, margin = share.mean * scale, share.margin * scale
        return f"{self.number(mean, 1, sign)} ± {self.number(margin)}"

    def per_cent(self, share: float, digits: int = 0) -> str:
        """Return a share in per cent."""
        return f"{self.number(100 * share, digits)} %"

    def duration(self, seconds: float | None) -> str:
        """Return a short time with its unit."""
        if seconds is None:
            return "–"
        for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
            if seconds >= scale or unit == "µs":
                value = seconds / scale
                return f"{self.number(value, 0 if value >= 100 else 1)} {unit}"
        raise AssertionError
