"""Sequential halving: all moves are tried a little, the better half more, and so on to the last."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np

from stellwerk.bots.search.budget import Budget

DOUBT: Final = 2.0
"""The first move is left only for a gain of more standard errors than this."""
CERTAIN: Final = 3.0
"""A move that is worse by more standard errors than this is not tried any more."""
LEAST: Final = 16
"""Redealt games before a move may be given up so."""


class Trials(Protocol):
    """Where moves are tried out: see ``engine.Engine``."""

    sums: np.ndarray[Any, np.dtype[Any]]

    def play(self, arms: Sequence[int], first: int, last: int) -> None:
        """Try moves out in the redealt games from one number to another."""


def best_arm(
    trials: Trials,
    count: int,
    budget: Budget,
    doubt: float = DOUBT,
    handicaps: Sequence[float] | None = None,
) -> int:
    """Return the best of some moves: number 0, the usual one, unless another is better.

    ``handicaps`` are what each has to gain more than number 0 to be as good.
    """
    trial = _Trial(trials, [0.0] * count if handicaps is None else handicaps)
    rounds = max(1, math.ceil(math.log2(count)))
    alive = list(range(count))
    for _ in range(rounds):
        for portion in budget.portions(rounds, alive):
            trials.play(alive, trial.played, trial.played + portion)
            trial.played += portion
        alive = trial.better_half(alive)
        if len(alive) == 1:
            return 0
        if len(alive) == 2 and abs(trial.certainty(alive[1])) > CERTAIN:
            break
    best = max(alive[1:], key=trial.gain)
    return best if trial.certainty(best) > doubt else 0


class _Trial:
    """What is known of the moves so far."""

    def __init__(self, trials: Trials, handicaps: Sequence[float]) -> None:
        self._trials = trials
        self._handicaps = handicaps
        self.played = 0

    def gain(self, arm: int) -> float:
        """Return what a move gained over number 0 altogether, less its handicap."""
        return int(self._trials.sums["gain"][arm]) - self._handicaps[arm] * self.played

    def certainty(self, arm: int) -> float:
        """Return the gain of a move over number 0 in standard errors."""
        gain, played = self.gain(arm), self.played
        total, square = int(self._trials.sums["gain"][arm]), int(self._trials.sums["square"][arm])
        spread = square - total * total / played
        if spread <= 0:
            return math.copysign(math.inf, gain) if gain else 0.0
        return gain / math.sqrt(spread * played / max(1, played - 1))

    def better_half(self, alive: Sequence[int]) -> list[int]:
        """Return number 0 and the better half of the others, less those given up."""
        ranked = sorted(alive[1:], key=lambda arm: -self.gain(arm))
        kept = ranked[: max(1, (len(alive) + 1) // 2 - 1)]
        if self.played >= LEAST:
            kept = [arm for arm in kept if self.certainty(arm) > -CERTAIN]
        return [0, *kept]
