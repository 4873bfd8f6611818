"""Ratings from who finished ahead of whom: the model of Bradley and Terry.

Every game counts as one meeting of each pair of its seats. The chance of one bot to finish ahead of
another is ``1 / (1 + 10 ** (-difference / 400))``; the ratings are those that make the meetings
most likely,
and the mean of all bots is 1500. How certain they are is found by drawing the deals again at
random, some twice, some not at all (bootstrap).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float64]

MEAN: Final = 1500.0
_SCALE: Final = 400 / np.log(10)
_DRAWS: Final = 500
_STEPS: Final = 60
_DOUBT: Final = 0.5
"""One invented meeting of each pair, half won: a bot that always wins gets a finite rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with the ends of its 95 % interval."""

    rating: float
    low: float
    high: float


def ratings(meetings: Column) -> tuple[Rating, ...]:
    """Rate bots by their meetings: for each deal, how often one finished ahead of another.

    >>> even = ratings(np.array([[[0.0, 1.0], [1.0, 0.0]]] * 10))
    >>> [round(each.rating) for each in even]
    [1500, 1500]
    """
    deals, bots = meetings.shape[:2]
    rated = _strengths(meetings.sum(axis=0)[None])[0]
    weights = np.random.default_rng(0).multinomial(deals, np.full(deals, 1 / deals), _DRAWS)
    drawn = (weights.astype(float) @ meetings.reshape(deals, -1)).reshape(_DRAWS, bots, bots)
    low, high = np.quantile(_strengths(drawn), (0.025, 0.975), axis=0)
    return tuple(
        Rating(*(float(value) for value in each)) for each in zip(rated, low, high, strict=True)
    )


def _strengths(wins: npt.NDArray[Any]) -> Column:
    """Return the most likely ratings for tables of meetings, by Newton's method for all at once."""
    bots = wins.shape[-1]
    others = ~np.eye(bots, dtype=bool)
    wins = wins + np.where(others, _DOUBT, 0.0)
    met = wins + wins.transpose(0, 2, 1)
    strength = np.zeros(wins.shape[:2])
    # Strengths are only known up to a constant: the mean is held at 0 by the added ones.
    fixed = np.ones((bots, bots))
    for _ in range(_STEPS):
        difference = strength[:, :, None] - strength[:, None, :]
        chance = 1 / (1 + np.exp(-difference))
        slope = (wins - met * chance).sum(axis=2)
        bend = met * chance * (1 - chance)
        hessian = np.where(others, -bend, 0.0) + fixed
        hessian[:, range(bots), range(bots)] += bend.sum(axis=2)
        step = np.linalg.solve(hessian, slope[..., None])[..., 0]
        strength = strength + np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-9:
            break
    strength -= strength.mean(axis=1, keepdims=True)
    rated: Column = MEAN + _SCALE * strength
    return rated
