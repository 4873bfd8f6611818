"""Finished games of a match as columns of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
Column = npt.NDArray[np.float64]

BONUSES: Final = ("longest_path", "most_tickets", "stations", "harbours", "exchange")
"""The parts of a score besides routes and tickets; a board has few of them."""
PARTS: Final = ("routes", "tickets", *BONUSES)
"""The parts that a total is the sum of."""
NOBODY: Final = -1


@dataclass(frozen=True)
class Games:
    """Finished games: one row a game, deal after deal; one column a seat where there are several.

    ``bots`` says who sat where, as numbers of the line-up's names.
    """

    deal: Numbers
    bots: Numbers
    rank: Numbers
    total: Numbers
    routes: Numbers
    tickets: Numbers
    longest_path: Numbers
    most_tickets: Numbers
    stations: Numbers
    harbours: Numbers
    exchange: Numbers
    completed: Numbers
    turns: Numbers
    decisions: Numbers
    owner: Numbers
    """One column a route: the seat that owns it, or NOBODY."""
    holder: Numbers
    """One column a ticket: the seat that holds it, or NOBODY."""
    worth: Numbers
    """One column a ticket: what it brought its holder."""

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def seats(self) -> int:
        """How many seats played."""
        return int(self.bots.shape[1])

    @property
    def wins(self) -> Column:
        """The share of the game that a seat has won: 1, or less where a win is shared."""
        first = self.rank == 1
        shares: Column = first / first.sum(axis=1, keepdims=True)
        return shares

    @property
    def bonuses(self) -> Numbers:
        """Points for the longest path, most tickets, stations and harbours, minus exchanges."""
        points: Numbers = self.total - self.routes - self.tickets
        return points

    @property
    def held(self) -> Numbers:
        """How many tickets a seat held at the end."""
        return np.stack([(self.holder == seat).sum(axis=1) for seat in range(self.seats)], axis=1)

    @property
    def margin(self) -> Column:
        """How far a seat is ahead of the mean of the others; negative: behind."""
        others = (self.total.sum(axis=1, keepdims=True) - self.total) / (self.seats - 1)
        ahead: Column = self.total - others
        return ahead

    @classmethod
    def join(cls, parts: Sequence[Games]) -> Games:
        """Put the games of several portions together, in the order of their deals."""
        columns = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(cls)
        }
        order = np.argsort(columns["deal"], kind="stable")
        return cls(**{name: column[order] for name, column in columns.items()})

    def first(self, deals: int) -> Games:
        """Return the games of the deals below a number."""
        kept = self.deal < deals
        return Games(**{field.name: getattr(self, field.name)[kept] for field in fields(self)})
