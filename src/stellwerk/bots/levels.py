"""Levels: five opponents for people, from one that a child beats to one that searches.

Each is another bot under a name of its own; the weakest makes mistakes besides. Only the strongest
takes its time, and stops as soon as it has made up its mind; how long all others seem to think is
up to the page that shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from stellwerk.bots.bot import Decision

if TYPE_CHECKING:
    from stellwerk.game import Move


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent: the bot that plays, and how many of its moves are left to chance."""

    bot: str
    mistakes: float = 0.0


LEVELS: Final[Mapping[str, Level]] = {
    "apprentice": Level("greedy", mistakes=0.4),
    "conductor": Level("greedy"),
    "driver": Level("onestep"),
    "signaller": Level("planner"),
    "dispatcher": Level("search:0.8s"),
}
"""The levels by name, the weakest first."""
CHAMPION: Final = "champion"
"""The opponent above all levels, which has learned: see ``stellwerk.champion``."""
CHAMPION_AT_TABLES: Final = "champion:0.8s"
"""How it plays where people meet it: with as much time as the strongest level."""


class LevelBot:
    """Plays as its level does."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        from stellwerk.bots.registry import make

        self.name: Final = name
        self._level = LEVELS[name]
        self._bot = make(self._level.bot, seed)
        self._random = Random(seed)

    def choose(self, decision: Decision) -> Move:
        """Return the move of the level's bot, or now and then any."""
        if self._random.random() < self._level.mistakes:
            return self._random.choice(decision.legal)
        return self._bot.choose(decision)
