"""What a search goes by: the worth of a margin, and what tells the tickets of others.

Those about tickets were found by how likely they make the true tickets of others, in games of
searches on USA and of planners on USA, Europe and World; the others by matches.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from stellwerk.bots.search.records import MOST_MARGIN, WEIGHTS, WIN

USUAL: Final = {
    "softness": 30,
    "win": 300,
    "unexplained": 76,
    "stray": 60,
    "beyond": 7,
    "unfinished": 9,
    "overdrawn": 17,
    "dropped": 6,
    "value": 21,
    "discount": 9,
    "saved": 3,
    "saved_share": 27,
    "completed": 16,
    "sweeps": 16,
    "fair": 50,
    "claims": 8,
    "planned": 40,
    "heat": 20,
}
BOLD: Final = {
    "unexplained": 60,
    "stray": 120,
    "beyond": 14,
    "unfinished": 20,
    "overdrawn": 20,
    "dropped": 16,
    "value": 60,
    "discount": 6,
    "fair": 0,
}
"""A belief that has more tickets right, but is surer of itself than it should be."""


def weights(**changed: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the usual weights with some of them changed, as an array of one WEIGHTS record."""
    record = np.zeros(1, WEIGHTS)
    told = {**USUAL, **changed}
    soft, win = told.pop("softness"), told.pop("win")
    for margin in range(-MOST_MARGIN, MOST_MARGIN + 1):
        step = win * (margin > 0) + win * (margin == 0) / 2
        share = 1 / (1 + math.exp(-margin / soft))
        record["worth"][0, margin + MOST_MARGIN] = round(step + (WIN - win) * share)
    for name, value in told.items():
        record[name] = value
    return record
