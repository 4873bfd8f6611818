"""Free places on a sheet for the cartouche and the compass rose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stellwerk.drawing.geography.coast import picture
from stellwerk.drawing.geography.excerpt import Rectangle
from stellwerk.drawing.geography.paths import rings_of
from stellwerk.drawing.model import Box, Outlines

_CELL: Final = 10.0
_INSET: Final = 30.0
"""The distance of ornaments from the frame."""
_TITLE: Final = (620.0, 175.0)
_COMPASS: Final = (250.0, 250.0)
_SHRINK: Final = 0.92
_SMALLEST: Final = 0.45
"""Below this share of its size an ornament is left out."""
_LARGE: Final = 0.7
_APART: Final = (400.0, 200.0, 20.0)
"""The distance between ornaments, as long as the rose can be large."""
_TITLE_ON_LAND: Final = 300.0
_COMPASS_ON_LAND: Final = 900.0
"""How many units farther from the corner an ornament goes to lie on water instead of land."""


def free_places(
    frame: Box, occupied: Iterable[Box], outlines: Outlines
) -> tuple[Box | None, Box | None]:
    """Return where cartouche and compass rose have room: near a corner, on water if possible.

    ``occupied`` are boxes round everything that must stay visible.
    """
    rectangle = Rectangle(frame.x, frame.y, frame.x + frame.width, frame.y + frame.height)
    land = picture(rings_of(outlines.land), rectangle, 1 / _CELL)
    taken = np.zeros_like(land)
    for box in occupied:
        _fill(taken, frame, box)
    title = _place(frame, taken, land, _TITLE, _TITLE_ON_LAND)
    for distance in _APART if title else (0.0,):
        apart = taken.copy()
        if title:
            x, y, width, height = title
            grown = Box(x - distance, y - distance, width + 2 * distance, height + 2 * distance)
            _fill(apart, frame, grown)
        compass = _place(frame, apart, land, _COMPASS, _COMPASS_ON_LAND)
        if compass and compass.width >= _LARGE * _COMPASS[0]:
            break
    return title, compass


def _fill(taken: NDArray[np.bool_], frame: Box, box: Box) -> None:
    """Mark every cell that a box touches."""
    left, top = int((box.x - frame.x) // _CELL), int((box.y - frame.y) // _CELL)
    right = int((box.x + box.width - frame.x) // _CELL) + 1
    bottom = int((box.y + box.height - frame.y) // _CELL) + 1
    taken[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = True


def _place(
    frame: Box,
    taken: NDArray[np.bool_],
    land: NDArray[np.bool_],
    size: tuple[float, float],
    on_land: float,
) -> Box | None:
    """Return the best free box, as large as possible."""
    share = 1.0
    while share >= _SMALLEST:
        width, height = size[0] * share, size[1] * share
        columns, rows = int(np.ceil(width / _CELL)), int(np.ceil(height / _CELL))
        inset = int(np.ceil(_INSET / _CELL))
        if rows + 2 * inset < taken.shape[0] and columns + 2 * inset < taken.shape[1]:
            used = _sums(taken, rows, columns)[inset:-inset, inset:-inset]
            if (used == 0).any():
                covered = _sums(land, rows, columns)[inset:-inset, inset:-inset] / (rows * columns)
                far = _from_the_edge(used.shape[0])[:, np.newaxis] + _from_the_edge(used.shape[1])
                cost = np.where(used == 0, far * _CELL + on_land * covered, np.inf)
                row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
                corner = frame.x + (column + inset) * _CELL, frame.y + (row + inset) * _CELL
                return Box(*(round(float(value), 1) for value in (*corner, width, height)))
        share *= _SHRINK
    return None


def _sums(cells: NDArray[np.bool_], rows: int, columns: int) -> NDArray[np.int64]:
    """Count the marked cells below a box, for each place of the box."""
    sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    return np.asarray(
        sums[rows:, columns:]
        - sums[:-rows, columns:]
        - sums[rows:, :-columns]
        + sums[:-rows, :-columns]
    )


def _from_the_edge(places: int) -> NDArray[np.int64]:
    return np.minimum(np.arange(places), np.arange(places)[::-1])
