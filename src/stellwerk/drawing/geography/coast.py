"""The distance to the coast, at every point of a map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, map_coordinates

from stellwerk.drawing.geography.excerpt import Rectangle

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class CoastField:
    """Distances to the nearest coast in units of the sheet: above 0 on water, below on land."""

    grid: NDArray[np.float32]
    """``grid[i, j]`` belongs to the point (x0 + j / resolution, y0 + i / resolution)."""
    x0: float
    y0: float
    resolution: float
    """Cells for each unit."""

    def at(self, points: Array) -> Array:
        """Return the distance at any points."""
        columns, rows = ((points - [self.x0, self.y0]) * self.resolution).T
        values = map_coordinates(self.grid, [rows, columns], order=1, mode="nearest")
        return np.asarray(values, dtype=np.float64)


def field_of(land: Mask, rectangle: Rectangle, resolution: float) -> CoastField:
    """Measure the distances on a picture of the land."""
    distances = np.zeros(land.shape)
    # Without any coast there is no distance to one: the map's size stands for "far".
    far = float(np.hypot(*land.shape))
    # The coast runs half a cell before the nearest cell of the other kind.
    distances[~land] = distance_transform_edt(~land)[~land] - 0.5 if land.any() else far
    distances[land] = 0.5 - distance_transform_edt(land)[land] if not land.all() else -far
    grid = (distances / resolution).astype(np.float32)
    return CoastField(grid, rectangle.left, rectangle.top, resolution)


def picture(rings: Iterable[Array], rectangle: Rectangle, resolution: float) -> Mask:
    """Fill rings on a grid; what an even number of rings contains stays empty."""
    rows = max(2, int((rectangle.bottom - rectangle.top) * resolution) + 1)
    columns = max(2, int((rectangle.right - rectangle.left) * resolution) + 1)
    corner = np.array([rectangle.left, rectangle.top])
    edges = [_edges((ring - corner) * resolution) for ring in rings if len(ring) > 2]
    flips = np.zeros((rows, columns + 1), dtype=np.int64)
    if edges:
        x0, y0, x1, y1 = np.concatenate(edges).T
        first, last = np.ceil(np.minimum(y0, y1)), np.ceil(np.maximum(y0, y1))
        first, last = (np.clip(bound, 0, rows).astype(np.int64) for bound in (first, last))
        crossed = last - first
        owner = np.repeat(np.arange(len(crossed)), crossed)
        row = (
            np.arange(len(owner)) - np.repeat(np.cumsum(crossed) - crossed, crossed) + first[owner]
        )
        slope = (x1 - x0)[owner] / (y1 - y0)[owner]
        crossing = x0[owner] + (row - y0[owner]) * slope
        column = np.clip(np.ceil(crossing), 0, columns).astype(np.int64)
        np.add.at(flips, (row, column), 1)
    return np.asarray(np.cumsum(flips, axis=1)[:, :columns] % 2 == 1)


def _edges(ring: Array) -> Array:
    return np.concatenate([ring[:-1], ring[1:]], axis=1)
