"""How large the map must be for the spaces of its routes."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from stellwerk.board import Board
from stellwerk.drawing.layout.network import LEAST_MARGIN, UNITS
from stellwerk.drawing.layout.projection import Array, Projection, projection_of

_STIFFNESS: Final = 60.0
"""The price of stretching a map in one direction."""
_ROOM: Final = 1.06
"""Routes come out a little longer than their spaces, for they bend and keep off cities."""
_OUTSIDE: Final = 1.0
"""From the outermost city to the map's frame, in spaces."""


def scaled_projection(board: Board) -> Projection:
    """Return a board's projection in the drawing's units: its routes are as long as their spaces.

    The map may be a few per cent wider or narrower than it should, where routes ask for it.
    """
    projection = projection_of(board)
    lon = projection.unwrapped([city.lon for city in board.cities])
    flat = projection.plane(lon, [city.lat for city in board.cities])
    scale = _fit(board, flat, projection.period)
    projection = projection.scaled(*(UNITS * scale))
    corner = flat.min(axis=0) * scale - _OUTSIDE
    return projection.moved(*(-UNITS * corner))


def _fit(board: Board, flat: Array, turn: float) -> Array:
    """Return the factors in x and y that bring the routes nearest to their lengths, by logarithm.

    Newton's method with the derivatives of the squared logarithms; a few steps are enough.
    """
    ways = np.array([flat[route.b] - flat[route.a] for route in board.routes])
    ways[:, 0] -= np.where([route.wraps for route in board.routes], turn, 0.0)
    wanted = _ROOM * np.array([route.length + 2 * LEAST_MARGIN for route in board.routes])
    weight = np.array([float(route.length) for route in board.routes])
    kept = np.hypot(*ways.T) > 1e-9
    ways, wanted, weight = ways[kept], wanted[kept], weight[kept]
    if not len(ways):
        return np.ones(2)
    start = np.average(np.log(wanted / np.hypot(*ways.T)), weights=weight)
    logs = np.full(2, start)
    for _ in range(50):
        parts = (ways * np.exp(logs)) ** 2
        squared = parts.sum(axis=1)
        share = parts / squared[:, None]
        error = 0.5 * np.log(squared) - np.log(wanted)
        stretch = logs[0] - logs[1]
        slope = (weight * error) @ share + _STIFFNESS * stretch * np.array([1.0, -1.0])
        curvature = (share * weight[:, None]).T @ share
        curvature += _STIFFNESS * np.array([[1.0, -1.0], [-1.0, 1.0]]) + 1e-9 * np.eye(2)
        step = np.linalg.solve(curvature, slope)
        logs -= step
        if math.hypot(*step) < 1e-10:
            break
    return np.asarray(np.exp(logs))
