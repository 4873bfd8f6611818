"""The bend of the land: a thin plate, pinned to the sheet where the cities lie."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator

from stellwerk.drawing.geography.excerpt import Rectangle

Array = NDArray[np.float64]

_UNIT: Final = 100.0
"""Softness is measured in lengths of a space."""
_ANCHORS: Final = 600.0
"""At this distance from the cities the plate does not move."""
_SOFTNESS: Final = (0.02, 0.1, 0.5, 2.0, 10.0, 50.0, 500.0, 1e5)
"""How freely the plate may miss the cities; a harder plate is tried first."""
_WATER_SOFTNESS: Final = (0.3, 0.6, 1.2, 2.4, 5.0, 20.0)
"""The same for water that is pulled below ships."""
_TIGHTEST: Final = 0.12
"""Land may shrink to this share of its area before a softer plate is preferred."""
_PROBES: Final = (96, 72)


class Bend:
    """Moves points of the flat map along with the places near them."""

    def __init__(self, sources: Array, targets: Array, softness: Array | float) -> None:
        self._moves = RBFInterpolator(
            sources / _UNIT,
            (targets - sources) / _UNIT,
            kernel="thin_plate_spline",
            smoothing=softness,
        )

    def __call__(self, points: Array) -> Array:
        """Return points where the bend puts them."""
        return points + self.moves(points)

    def moves(self, points: Array) -> Array:
        """Return how far points move, and in which direction."""
        if not len(points):
            return np.zeros((0, 2))
        return np.asarray(self._moves(points / _UNIT)) * _UNIT

    def smallest_stretch(self, rectangle: Rectangle) -> float:
        """Return the smallest factor by which a small area grows; below 0 the plate is folded."""
        x = np.linspace(rectangle.left, rectangle.right, _PROBES[0])
        y = np.linspace(rectangle.top, rectangle.bottom, _PROBES[1])
        grid = np.stack(np.meshgrid(x, y), axis=-1)
        bent = self(grid.reshape(-1, 2)).reshape(grid.shape)
        right = np.diff(bent, axis=1) / (x[1] - x[0])
        down = np.diff(bent, axis=0) / (y[1] - y[0])
        # All four corners of each cell: a fold that shows at one of them only is a fold too.
        corners = [
            right[rows, :, 0] * down[:, columns, 1] - right[rows, :, 1] * down[:, columns, 0]
            for rows in (slice(None, -1), slice(1, None))
            for columns in (slice(None, -1), slice(1, None))
        ]
        return float(np.min(corners))


def extent(points: Array, margin: float) -> Rectangle:
    """Return the rectangle round some points."""
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return Rectangle(left, top, right, bottom).grown(margin)


def bend_to(
    shown: Array, places: Array, turn: float, water: tuple[Array, Array] | None = None
) -> Bend:
    """Return the hardest bend from the true places to the drawn ones that does not fold.

    ``water`` holds points of the flat map that should come to lie at other points, but only
    softly.
    """
    still = _anchors(shown, turn)
    sources, targets = np.concatenate([shown, still]), np.concatenate([places, still])
    probed = extent(shown, 100.0)
    bend, softness = _hardest(sources, targets, turn, probed)
    if water is None or not len(water[0]):
        return bend
    sources, targets = np.concatenate([sources, water[0]]), np.concatenate([targets, water[1]])
    floor = min(_TIGHTEST, bend.smallest_stretch(probed))
    for soft in _WATER_SOFTNESS:
        free = np.full(len(sources), soft)
        free[: len(shown) + len(still)] = softness
        wet = Bend(*_repeated(sources, targets, free, turn))
        if wet.smallest_stretch(probed) >= floor:
            return wet
    return bend


def _hardest(sources: Array, targets: Array, turn: float, probed: Rectangle) -> tuple[Bend, float]:
    for softness in _SOFTNESS:
        free = np.full(len(sources), softness)
        bend = Bend(*_repeated(sources, targets, free, turn))
        if bend.smallest_stretch(probed) >= _TIGHTEST:
            break
    return bend, softness


def _anchors(shown: Array, turn: float) -> Array:
    box = extent(shown, _ANCHORS)
    if turn:
        x = np.linspace(box.left, box.left + turn, 8, endpoint=False)
        return np.array([(a, b) for a in x for b in (box.top, box.bottom)])
    x, y = np.linspace(box.left, box.right, 6), np.linspace(box.top, box.bottom, 5)[1:-1]
    rows = [(a, b) for a in x for b in (box.top, box.bottom)]
    return np.array(rows + [(a, b) for b in y for a in (box.left, box.right)])


def _repeated(
    sources: Array, targets: Array, softness: Array, turn: float
) -> tuple[Array, Array, Array]:
    """Repeat everything a whole turn to the left and to the right, where the map goes round."""
    if not turn:
        return sources, targets, softness
    shifts = [np.array([shift, 0.0]) for shift in (0.0, turn, -turn)]
    return (
        np.concatenate([sources + shift for shift in shifts]),
        np.concatenate([targets + shift for shift in shifts]),
        np.tile(softness, 3),
    )
