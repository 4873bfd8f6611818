"""Finished games of a match as columns of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Games:
    """Finished games: one row a game, deal after deal; one column a seat where there are several.

    ``bots`` says who sat where, as numbers of the line-up's names.
    """

    bots: npt.NDArray[np.int64]
    total: Column
    wins: Column
    """The share of the game that a seat has won: 1, or less where a win is shared."""
    routes: Column
    tickets: Column
    bonuses: Column
    """Points for the longest path, most tickets, stations and harbours, less exchanged pieces."""
    completed: Column
    held: Column
    turns: Column
    decisions: Column

    def __len__(self) -> int:
        return len(self.turns)

    @classmethod
    def join(cls, parts: Sequence[Games]) -> Games:
        """Put the games of several portions together."""
        columns = (field.name for field in fields(cls))
        return cls(**{name: np.concatenate([getattr(p, name) for p in parts]) for name in columns})

    @classmethod
    def of(
        cls, bots: npt.ArrayLike, parts: Mapping[str, npt.ArrayLike], rank: npt.ArrayLike
    ) -> Games:
        """Make columns of the parts of the scores; the win goes to all of the first rank."""
        first = np.asarray(rank) == 1
        columns: dict[str, Any] = {name: np.asarray(part, float) for name, part in parts.items()}
        columns["bonuses"] = columns["total"] - columns["routes"] - columns["tickets"]
        wins = first / first.sum(axis=1, keepdims=True)
        return cls(bots=np.asarray(bots, np.int64), wins=wins, **columns)
