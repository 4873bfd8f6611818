"""Who plays whom on which board, and how deals are paired."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from stellwerk.board import Board
from stellwerk.bots.registry import label
from stellwerk.bots.strategies.names import STRATEGIES


@dataclass(frozen=True)
class Lineup:
    """A match: its bots, in the order in which they sit, and the seed of all its deals.

    Each deal is played once from every seating: all bots move on by one seat, until they would sit
    as before. So no bot gains by the deal or by its seat. Where there are more bots than chairs,
    each deal is played by every choice of them.

    >>> Lineup(Board.load("lesson"), ("planner", "greedy"), "1").seatings
    2
    >>> Lineup(Board.load("lesson"), ("planner", "greedy", "planner", "greedy"), "1").seatings
    2
    >>> Lineup(Board.load("lesson"), ("planner", "greedy", "random"), "1", chairs=2).seatings
    6
    """

    board: Board
    bots: tuple[str, ...]
    seed: str
    seconds: float = 1.0
    """How long a bot may think, unless its name says otherwise."""
    chairs: int | None = None
    """How many seats there are, if not one for each bot."""

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.bots) if self.chairs is None else self.chairs

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that play, each once."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the bots are called in tables; whole commands only where they are needed."""
        short = [label(name) for name in self.names]
        return tuple(
            one if short.count(one) == 1 else name
            for one, name in zip(short, self.names, strict=True)
        )

    @cached_property
    def tables(self) -> tuple[Lineup, ...]:
        """The choices of bots that sit together, each with as many bots as seats."""
        return tuple(
            replace(self, bots=bots, chairs=None) for bots in combinations(self.bots, self.seats)
        )

    @cached_property
    def seatings(self) -> int:
        """In how many ways a deal is played."""
        return sum(table.turns for table in self.tables)

    @property
    def turns(self) -> int:
        """How often the bots of one table move on until they sit as before."""
        return next(
            number
            for number in range(1, self.seats + 1)
            if self.bots[number:] + self.bots[:number] == self.bots
        )

    @cached_property
    def sitting(self) -> npt.NDArray[np.int64]:
        """Who sits where in each seating, as numbers of the names."""
        return np.array(
            [
                [self.names.index(bot) for bot in table.seated(seating)]
                for table in self.tables
                for seating in range(table.turns)
            ]
        )

    @property
    def is_kernel_only(self) -> bool:
        """Whether all bots can play inside the kernel."""
        return set(self.bots) <= set(STRATEGIES)

    def seed_of(self, deal: int) -> str:
        """Return the seed of a deal."""
        return f"{self.seed}/{deal}"

    def seated(self, seating: int) -> tuple[str, ...]:
        """Return the bots of one table seat by seat, moved on this many times."""
        return self.bots[seating:] + self.bots[:seating]
