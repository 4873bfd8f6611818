"""What a seat is rewarded with: named schemes inside the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stellwerk.board import UnknownName
from stellwerk.board.names import closest
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import inlined
from stellwerk.rules.score import Result

REWARDS: Final = ("points", "total", "margin", "win")
"""``points``: what the visible points changed by, and at the end what is missing to the total;
``total``: the final total, at the end; ``margin``: the same less the mean of the others' totals;
``win``: at the end 1 for a winner, shared among several, less what makes the sum of all 0."""
POINTS, TOTAL, MARGIN, WIN = range(len(REWARDS))

CustomReward = Callable[[np.ndarray[Any, np.dtype[Any]], int], npt.ArrayLike]
"""A reward of one's own: gets the RESULT records of games that have ended and the number of seats,
and returns a row of rewards, one for each seat, for each of them."""


def scheme_of(reward: str | CustomReward) -> int:
    """Return the number of a named scheme; for a reward of one's own, one that costs little."""
    if callable(reward):
        return TOTAL
    if reward not in REWARDS:
        raise UnknownName("reward", reward, closest(reward, REWARDS) or REWARDS)
    return REWARDS.index(reward)


@inlined
def final_reward(scheme: int, seats: int, seat: int, result: Result) -> float:
    """Return what a seat gets at the end of a game, by a scheme that rewards only there."""
    if scheme == WIN:
        winners = 0
        for other in range(seats):
            winners += i64(result.rank[other]) == 1
        share = 1.0 / winners if i64(result.rank[seat]) == 1 else 0.0
        return (seats * share - 1.0) / (seats - 1.0)
    total = float(i64(result.total[seat]))
    if scheme == MARGIN:
        others = 0
        for other in range(seats):
            others += i64(result.total[other])
        return total - (others - total) / (seats - 1.0)
    return total
