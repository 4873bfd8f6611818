"""The shapes of what a drawing holds: the rectangle of a space, points on a curve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from stellwerk.drawing.model import SPACE_WIDTH, Point, Space

Array = NDArray[np.float64]


def rectangle(space: Space, around: float = 0.0) -> Array:
    """Return the corners of a space, or of a frame around it."""
    angle = np.radians(space.angle)
    along = np.array([np.cos(angle), np.sin(angle)]) * (space.length / 2 + around)
    across = np.array([-np.sin(angle), np.cos(angle)]) * (SPACE_WIDTH / 2 + around)
    middle = np.array([space.x, space.y])
    corners = [along + across, along - across, -along - across, -along + across]
    return np.asarray(middle + np.array(corners))


def points_on(curve: Sequence[Point] | Array, count: int) -> Array:
    """Return points on a Bézier curve, from one end to the other."""
    t = np.linspace(0.0, 1.0, count)[:, None]
    parts = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    moved = [part * np.array(point) for part, point in zip(parts, curve, strict=True)]
    return np.asarray(np.sum(moved, axis=0))
