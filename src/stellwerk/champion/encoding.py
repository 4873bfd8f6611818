"""How bytes become the numbers that a network reads."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.fields import Layout

_SCALE: Final = 0.5
"""A byte becomes its square root, times this."""
_LARGE: Final = 0.15
"""The same for fields whose numbers are large."""
_LARGE_FIELDS: Final = frozenset(
    ("discards", "unseen", "piles", "points", "pieces", "tickets_left", "price", "keep", "numbers")
)
_UNSEEN: Final = frozenset(("last_move", "last_route"))
"""Fields that a batch remembers and a seat at a table cannot look up; the network ignores them."""

Scales = np.ndarray[Any, np.dtype[np.float32]]


def scales_of_observation(layout: Layout) -> Scales:
    """Return what the square root of each byte of an observation is multiplied with."""
    found = np.full(layout.size, _SCALE, np.float32)
    for name, field in layout.fields.items():
        base, _, number = name.rpartition("_")
        plain = base if number.isdigit() else name
        if plain in _UNSEEN:
            found[field.slice] = 0
        elif plain in _LARGE_FIELDS:
            found[field.slice] = _LARGE
    return found


def scales(layout: Layout, advice: AdviceLayout) -> Scales:
    """Return the same for an observation and the advice behind it."""
    found = np.full(advice.size, _SCALE, np.float32)
    for name, (first, size) in advice.fields.items():
        if name in _LARGE_FIELDS:
            found[first : first + size] = _LARGE
    return np.concatenate((scales_of_observation(layout), found))
