"""Figures of many games: per seat and per game, with their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stellwerk.arena.share import Share
from stellwerk.bots.programs.bot import Forfeit


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a figure over the games."""

    mean: float
    deviation: float
    least: float
    most: float

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Spread:
        """Measure a column of values; there is at least one."""
        return cls(
            float(values.mean()), float(values.std()), float(values.min()), float(values.max())
        )


class Tally:
    """The results of games, one row a game, one column a seat."""

    def __init__(self, seats: int, games: int) -> None:
        """Make room for a number of games."""
        self.seats: Final = seats
        self.played = 0
        self.forfeits: list[Forfeit] = []
        """Decisions that programs did not make themselves."""
        self._total = np.zeros((games, seats), np.int32)
        self._rank = np.zeros((games, seats), np.int32)
        self._completed = np.zeros((games, seats), np.int32)
        self._held = np.zeros((games, seats), np.int32)
        self._turns = np.zeros(games, np.int64)
        self._decisions = np.zeros(games, np.int64)

    @property
    def room(self) -> int:
        """How many more games there is room for."""
        return len(self._turns) - self.played

    def add(
        self,
        total: npt.ArrayLike,
        rank: npt.ArrayLike,
        completed: npt.ArrayLike,
        held: npt.ArrayLike,
        turns: npt.ArrayLike,
        decisions: npt.ArrayLike,
    ) -> None:
        """Add games: rows of seats, and one number of turns and decisions for each game."""
        lengths = np.atleast_1d(np.asarray(turns))
        rows = slice(self.played, self.played + len(lengths))
        self._total[rows] = total
        self._rank[rows] = rank
        self._completed[rows] = completed
        self._held[rows] = held
        self._turns[rows] = lengths
        self._decisions[rows] = decisions
        self.played += len(lengths)

    def points(self, seat: int) -> Spread:
        """Return how the final scores of a seat are spread."""
        return Spread.of(self._total[: self.played, seat])

    def wins(self, seat: int) -> Share:
        """Return the share of games a seat won; a shared win counts in parts."""
        won = self._rank[: self.played] == 1
        return Share.of(won[:, seat] / won.sum(axis=1))

    def advantage(self, seat: int) -> Share:
        """Return how many points a seat makes more than the mean of the table."""
        totals = self._total[: self.played]
        return Share.of(totals[:, seat] - totals.mean(axis=1))

    def held(self, seat: int) -> float:
        """Return the mean number of tickets a seat held."""
        return float(self._held[: self.played, seat].mean())

    def completed(self, seat: int) -> float:
        """Return the mean number of tickets a seat completed."""
        return float(self._completed[: self.played, seat].mean())

    @property
    def turns(self) -> Spread:
        """How long games were, in turns."""
        return Spread.of(self._turns[: self.played])

    @property
    def decisions(self) -> Spread:
        """How long games were, in decisions."""
        return Spread.of(self._decisions[: self.played])


def interval(share: Share, scale: int = 1, sign: str = "") -> str:
    """Return a mean with its 95 % interval."""
    return f"{share.mean * scale:{sign}.1f} ± {share.margin * scale:.1f}"
