"""The pause of a game as it is kept with its table: proposed, running, or only counted."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Days = Literal[1, 3, 7, 14]
DAY: Final = 86_400.0
LONGEST: Final = 28
"""Days after which a pause ends that was to last until all go on."""
MOST: Final = 4
"""Pauses in a game."""
PROPOSALS: Final = 8
"""Proposals of a seat in a game."""
NOTICE: Final = DAY
"""For how long a pause goes on once somebody wants to play on."""


class Pause(msgspec.Struct):
    """What is agreed on about a pause; seats are called by their numbers."""

    taken: int = 0
    """How many pauses there have been, one that runs included."""
    proposals: dict[int, int] = {}
    """How often each seat has proposed one."""
    by: int | None = None
    """Who proposed the pause that is proposed or runs; None: there is none."""
    days: Days | None = None
    """How long it is to last; None: until all go on."""
    agreed: list[int] = []
    until: float | None = None
    """When a running pause ends, in the time of play."""
    going_on: list[int] = []
    """Who wants to play on."""

    @property
    def is_proposed(self) -> bool:
        """Whether there is a proposal that not all have agreed to yet."""
        return self.by is not None and self.until is None

    @property
    def is_running(self) -> bool:
        """Whether the clocks stand still."""
        return self.until is not None

    @property
    def left(self) -> int:
        """How many pauses there may still be."""
        return max(0, MOST - self.taken)

    def begin(self, now: float) -> None:
        """Let the clocks stand still from now on."""
        self.taken += 1
        self.until = now + (self.days or LONGEST) * DAY
        self.agreed, self.going_on = [], []

    def end(self) -> None:
        """Forget a proposal, or let the clocks run again."""
        self.by = self.days = self.until = None
        self.agreed, self.going_on = [], []
