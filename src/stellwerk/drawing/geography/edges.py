"""Marks at the map's edge: where a connection goes that leaves the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from stellwerk.drawing.geography.lines import bezier
from stellwerk.drawing.model import Box, EdgeMark

_GAP: Final = 8.0
"""Between two marks."""
_ROUNDS: Final = 400


class Crossing(NamedTuple):
    """A connection across the map's edge: it leaves on the left and comes back on the right."""

    curve: ArrayLike
    """The control points of its Bézier curve, from the first city out of the map."""
    routes: tuple[str, ...]
    first: str
    second: str
    """City ids; the curve begins at the first."""


def edge_marks(
    crossings: Sequence[Crossing], frame: Box, turn: float, length: Callable[[str], float]
) -> tuple[EdgeMark, ...]:
    """Return the marks of all crossings, moved apart along the edge until each has room.

    ``length`` tells how long the mark of a city is, along the edge.
    """
    left, right = [], []
    for crossing in crossings:
        way = bezier(crossing.curve, 401)
        outwards, inwards = (
            float(way[int(np.argmin(np.abs(way[:, 0] - edge))), 1])
            for edge in (frame.x, frame.x + frame.width - turn)
        )
        left.append((outwards, crossing.second, crossing.routes))
        right.append((inwards, crossing.first, crossing.routes))
    marks: list[EdgeMark] = []
    for side, wanted in (("left", sorted(left)), ("right", sorted(right))):
        lengths = np.array([length(city) for _, city, _ in wanted])
        heights = _apart(np.array([y for y, _, _ in wanted]), lengths, frame)
        marks += [
            EdgeMark("left" if side == "left" else "right", round(float(y), 1), city, routes)
            for y, (_, city, routes) in zip(heights, wanted, strict=True)
        ]
    return tuple(marks)


def _apart(
    wanted: np.ndarray[tuple[int], np.dtype[np.float64]],
    lengths: np.ndarray[tuple[int], np.dtype[np.float64]],
    frame: Box,
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Move heights, which are in order, as little as needed until nothing overlaps."""
    heights = wanted.copy()
    needed = (lengths[:-1] + lengths[1:]) / 2 + _GAP
    lowest, highest = frame.y + lengths / 2, frame.y + frame.height - lengths / 2
    for _ in range(_ROUNDS):
        for i, distance in enumerate(needed):
            missing = distance - (heights[i + 1] - heights[i])
            if missing > 0:
                heights[i] -= missing / 2
                heights[i + 1] += missing / 2
        heights = np.clip(heights, lowest, np.maximum(lowest, highest))
    return heights
