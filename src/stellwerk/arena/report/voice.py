"""The voice of a report: it also writes intervals and short times."""

from __future__ import annotations

from stellwerk.arena.share import Share
from stellwerk.board.model import Language
from stellwerk.pages import voice


class Voice(voice.Voice):
    """Says everything of a report in one language.

    >>> Voice("en").interval(Share(0.5, 0.012), 100)
    '50.0 ± 1.2'
    """

    def __init__(self, language: Language) -> None:
        super().__init__(language, "report")

    def interval(self, share: Share, scale: int = 1, sign: str = "") -> str:
        """Return a mean with half the width of its 95 % interval."""
        mean, margin = share.mean * scale, share.margin * scale
        return f"{self.number(mean, 1, sign)} ± {self.number(margin)}"

    def duration(self, seconds: float | None) -> str:
        """Return a short time with its unit."""
        if seconds is None:
            return "–"
        for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
            if seconds >= scale or unit == "µs":
                value = seconds / scale
                return f"{self.number(value, 0 if value >= 100 else 1)} {unit}"
        raise AssertionError
