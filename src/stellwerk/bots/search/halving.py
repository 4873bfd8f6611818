"""Sequential halving: all moves are tried a little, the better half more, and so on to the last."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np

from stellwerk.bots.search.budget import Budget

DOUBT: Final = 2.0
"""The planner's move is left only for a gain of more standard errors than this."""
CERTAIN: Final = 3.0
"""A move that is worse by more standard errors than this is not tried any more."""
LEAST: Final = 16
"""Redealt games before a move may be given up so."""


class Trials(Protocol):
    """Where moves are tried out: see ``engine.Engine``."""

    sums: np.ndarray[Any, np.dtype[Any]]

    def play(self, arms: Sequence[int], first: int, last: int) -> None:
        """Try moves out in the redealt games from one number to another."""


def best_arm(trials: Trials, count: int, budget: Budget, doubt: float = DOUBT) -> int:
    """Return the best of some moves: number 0, the planner's own, unless another is better."""
    rounds = max(1, math.ceil(math.log2(count)))
    alive = list(range(count))
    played = 0
    for _ in range(rounds):
        for portion in budget.portions(rounds, alive):
            trials.play(alive, played, played + portion)
            played += portion
        alive = _better_half(trials, alive, played)
        if len(alive) == 1:
            return 0
        if len(alive) == 2 and abs(_certainty(trials, alive[1], played)) > CERTAIN:
            break
    best = max(alive[1:], key=lambda arm: int(trials.sums["gain"][arm]))
    return best if _certainty(trials, best, played) > doubt else 0


def _better_half(trials: Trials, alive: Sequence[int], played: int) -> list[int]:
    """Return the planner's move and the better half of the others, less those given up."""
    ranked = sorted(alive[1:], key=lambda arm: -int(trials.sums["gain"][arm]))
    kept = ranked[: max(1, (len(alive) + 1) // 2 - 1)]
    if played >= LEAST:
        kept = [arm for arm in kept if _certainty(trials, arm, played) > -CERTAIN]
    return [0, *kept]


def _certainty(trials: Trials, arm: int, played: int) -> float:
    """Return the gain of a move over the planner's in standard errors."""
    total, square = int(trials.sums["gain"][arm]), int(trials.sums["square"][arm])
    spread = square - total * total / played
    if spread <= 0:
        return math.copysign(math.inf, total) if total else 0.0
    return total / math.sqrt(spread * played / max(1, played - 1))
