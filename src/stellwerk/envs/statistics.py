"""Figures about the games that a batch has finished."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stellwerk.envs.batch import Batch


class Statistics:
    """A hook that counts games: ``Batch(..., hooks=[statistics])``.

    Figures are per seat; in a batch with opponents ``learner`` holds those of the learner alone.

    >>> statistics = Statistics(seats=2)
    >>> batch = Batch("lesson", games=8, hooks=[statistics])
    >>> for _ in range(150):
    ...     batch.step(batch.mask.argmax(axis=1))
    >>> statistics.games == sum(batch.slots["episodes"].tolist())
    True
    """

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.seats: Final = seats
        self.total = np.zeros(seats)
        """Sum of the final points."""
        self.wins = np.zeros(seats)
        """Games won; a shared win counts in parts."""
        self.completed = np.zeros(seats)
        """Tickets completed."""
        self.learner: dict[str, float] = {"total": 0.0, "wins": 0.0}

    def __call__(self, batch: Batch, ended: npt.NDArray[np.intp]) -> None:
        """Count the games that have just ended."""
        result = batch.result[ended]
        won = result["rank"][:, : self.seats] == 1
        shares = won / won.sum(axis=1, keepdims=True)
        totals: npt.NDArray[Any] = result["total"][:, : self.seats]
        self.games += len(ended)
        self.total += totals.sum(axis=0)
        self.wins += shares.sum(axis=0)
        self.completed += result["completed"][:, : self.seats].sum(axis=0)
        if batch.opponents is not None:
            seats = batch.ended_as[ended]
            rows = np.arange(len(ended))
            self.learner["total"] += float(totals[rows, seats].sum())
            self.learner["wins"] += float(shares[rows, seats].sum())

    @property
    def means(self) -> dict[str, npt.NDArray[Any]]:
        """The figures divided by the number of games."""
        games = max(1, self.games)
        named = {"total": self.total, "wins": self.wins, "completed": self.completed}
        return {name: figures / games for name, figures in named.items()}
