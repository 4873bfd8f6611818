"""How long bots think: counted in classes of time, so that a whole match takes little room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

_CLASSES: Final = 40
"""Classes of time for each power of ten: two neighbours differ by 6 %."""
_SHORTEST: Final = 1e-7
PATIENCE: Final = 1.2
"""A bot that takes more than this many times its budget has overrun it."""
KERNEL: Final = "*"
"""Stands for all bots of a match that is played inside the kernel, which times no decision."""


class Pace(msgspec.Struct):
    """The thinking times of one bot."""

    decisions: int = 0
    seconds: float = 0.0
    """All of them together."""
    slowest: float = 0.0
    overruns: int = 0
    """Decisions that overran the budget, with some tolerance."""
    forfeits: int = 0
    """Decisions made in the bot's place, since it gave no legal answer in time."""
    classes: dict[int, int] = {}
    """How many decisions fall into each class of time; empty where none was timed alone."""

    def add(self, seconds: float, budget: float | None) -> None:
        """Count one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.overruns += budget is not None and seconds > budget * PATIENCE
        number = round(math.log10(max(seconds, _SHORTEST)) * _CLASSES)
        self.classes[number] = self.classes.get(number, 0) + 1

    @property
    def mean(self) -> float:
        """The mean time of a decision."""
        return self.seconds / max(1, self.decisions)

    def quantile(self, share: float) -> float | None:
        """Return the time within which a share of the decisions was made, to 3 %.

        >>> pace = Pace()
        >>> for seconds in (0.1,) * 99 + (2.0,):
        ...     pace.add(seconds, 1.0)
        >>> pace.overruns, round(pace.quantile(0.5), 3), round(pace.quantile(1), 1)
        (1, 0.1, 2.0)
        """
        wanted = share * sum(self.classes.values())
        for number, count in sorted(self.classes.items()):
            wanted -= count
            if wanted <= 0:
                return float(10 ** (number / _CLASSES))
        return None


Paces = dict[str, Pace]
"""The thinking times by bot."""


def join_paces(parts: Iterable[Mapping[str, Pace]]) -> Paces:
    """Add up the thinking times of several portions."""
    joined: Paces = {}
    for part in parts:
        for bot, pace in part.items():
            whole = joined.setdefault(bot, Pace())
            whole.decisions += pace.decisions
            whole.seconds += pace.seconds
            whole.slowest = max(whole.slowest, pace.slowest)
            whole.overruns += pace.overruns
            whole.forfeits += pace.forfeits
            for number, count in pace.classes.items():
                whole.classes[number] = whole.classes.get(number, 0) + count
    return joined
