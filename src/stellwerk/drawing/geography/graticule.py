"""Lines of equal longitude and latitude."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiLineString
from shapely.geometry.base import BaseGeometry

from stellwerk.drawing.geography.excerpt import Projected, Window

Array = NDArray[np.float64]

_DISTANCES: Final = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0)
_WANTED: Final = 220.0
"""Units of the sheet between two lines, about."""
_POINTS: Final = 61


def graticule(
    projection: Projected, window: Window, bend: Callable[[Array], Array]
) -> BaseGeometry:
    """Return the lines through a window, at a round number of degrees."""
    step = min(_DISTANCES, key=lambda degrees: abs(degrees * window.scale - _WANTED))
    across = np.linspace(window.west, window.east, 2 * _POINTS)
    upwards = np.linspace(window.south, window.north, _POINTS)
    lines = [
        projection.plane(np.full(len(upwards), lon), upwards)
        for lon in _multiples(window.west, window.east, step)
    ] + [
        projection.plane(across, np.full(len(across), lat))
        for lat in _multiples(window.south, window.north, step)
    ]
    return MultiLineString([shapely.linestrings(bend(line)) for line in lines])


def _multiples(low: float, high: float, step: float) -> Array:
    return np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
