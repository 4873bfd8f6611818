"""A bot that plays any legal move, each as likely as the others."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from stellwerk.bots.bot import Decision

if TYPE_CHECKING:
    from stellwerk.game import Move


class RandomBot:
    """Plays at random; the yardstick for all others."""

    def __init__(self, name: str = "random", seed: int | str = 0) -> None:
        self.name: Final = name
        self._random = Random(seed)

    def choose(self, decision: Decision) -> Move:
        """Return one of the legal moves, each equally likely."""
        return self._random.choice(decision.legal)
