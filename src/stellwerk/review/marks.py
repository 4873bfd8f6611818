"""From what a move gave away to a mark, and from all marks to how well somebody played."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Final

from stellwerk.review.model import MARKS, Judged, Mark, Option, Summary

INACCURACY: Final = 1.5
MISTAKE: Final = 3.0
BLUNDER: Final = 8.0
"""Points given away, from which on a move gets its mark."""
DOUBT: Final = 1.5
"""Standard errors that are taken off a difference before it counts as given away."""
_NOTHING: Final = 0.05
"""Points that nobody would call a difference."""
_HALF: Final = 3.0
"""Giving away this many points a decision is an accuracy of 50."""


def loss_of(played: Option, better: Iterable[Option]) -> float:
    """Return what a move gave away: the best difference that can hardly be chance."""
    return given_away((option.margin - played.margin, option.error) for option in better)


def given_away(leads: Iterable[tuple[float, float]]) -> float:
    """Return what was given away, by how far other moves were ahead and the errors of that.

    >>> given_away([(5.0, 1.0), (7.0, 4.0)])
    3.5
    """
    loss = max((lead - DOUBT * error for lead, error in leads), default=0.0)
    return round(loss, 2) if loss > _NOTHING else 0.0


def mark_of(loss: float) -> Mark:
    """Return the mark for what a move gave away.

    >>> [mark_of(loss) for loss in (0, 1, 2, 5, 12)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    return "good" if loss > 0 else "best"


def summary_of(seat: int, judged: Iterable[Judged]) -> Summary:
    """Return how a seat played."""
    own = [each for each in judged if each.seat == seat]
    free = [each for each in own if not each.forced]
    lost = math.fsum(each.loss for each in free)
    mean = lost / len(free) if free else 0.0
    counts = Counter(each.mark for each in free)
    return Summary(
        seat=seat,
        decisions=len(free),
        lost=round(lost, 1),
        luck=round(math.fsum(each.luck for each in own), 1),
        accuracy=round(100 * 0.5 ** (mean / _HALF)),
        marks={mark: counts[mark] for mark in MARKS},
    )
