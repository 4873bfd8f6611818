"""Whether what was drawn fits what is expected: Pearson's chi-square, without a table."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)

LEAST = 5.0
"""Outcomes expected less often are counted together."""
DOUBT = 1e-4
"""A deviation that chance makes more seldom than this is none of chance."""


def fits(
    found: Mapping[Outcome, int], expected: Mapping[Outcome, float], doubt: float = DOUBT
) -> bool:
    """Tell whether counts could have been drawn from a distribution.

    >>> fits({"heads": 520, "tails": 480}, {"heads": 0.5, "tails": 0.5})
    True
    >>> fits({"heads": 700, "tails": 300}, {"heads": 0.5, "tails": 0.5})
    False
    """
    return p_value(found, expected) > doubt


def p_value(found: Mapping[Outcome, int], expected: Mapping[Outcome, float]) -> float:
    """Return how often chance deviates as much; 0 if something impossible was found."""
    if any(outcome not in expected for outcome in found):
        return 0.0
    total = sum(found.values())
    statistic, cells, rare, rare_expected = 0.0, 0, 0, 0.0
    for outcome, probability in expected.items():
        wanted = total * probability
        if wanted < LEAST:
            rare += found.get(outcome, 0)
            rare_expected += wanted
            continue
        cells += 1
        statistic += (found.get(outcome, 0) - wanted) ** 2 / wanted
    if rare_expected:
        cells += 1
        statistic += (rare - rare_expected) ** 2 / rare_expected
    return _tail(statistic, cells - 1)


def _tail(statistic: float, freedom: int) -> float:
    """Return the upper tail of the chi-square distribution, by its series."""
    if freedom <= 0:
        return 1.0
    shape, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    # The lower incomplete gamma function; the series converges for every x.
    term = total = 1 / shape
    n = shape
    while term > total * 1e-15:
        n += 1
        term *= x / n
        total += term
    lower = total * math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return max(0.0, 1 - lower)
