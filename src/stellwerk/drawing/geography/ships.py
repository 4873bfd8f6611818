"""Water for ships: pulled below their spaces where it is near, dug where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from stellwerk.drawing.geography.bend import Bend
from stellwerk.drawing.geography.coast import CoastField
from stellwerk.drawing.model import SPACE_WIDTH, Space

Array = NDArray[np.float64]

_PULLED: Final = 100.0
"""Water is pulled at most this far."""
_OFFSHORE: Final = 25.0
"""Points pulled lie this far from the coast, if the water is that wide."""
_SHORE: Final = 9.0
"""Water on all sides of a space."""
_REACH: Final = 70.0
"""A canal follows the curve this far beyond the spaces that lay on land."""
_BAY: Final = 18.0
"""Necks of land narrower than twice this vanish between canals."""
_WAVES: Final = ((3.0, 37.0, 0.4), (2.0, 17.0, 2.1))
"""Height, length and beginning of the waves that make a dug bank look like a grown one."""


def space_polygon(space: Space) -> Polygon:
    """Return the rectangle that a space covers."""
    turn = np.radians(space.angle)
    along = np.array([np.cos(turn), np.sin(turn)]) * space.length / 2
    across = np.array([-np.sin(turn), np.cos(turn)]) * SPACE_WIDTH / 2
    middle = np.array([space.x, space.y])
    corners = (along + across, along - across, -along - across, across - along)
    return Polygon([middle + corner for corner in corners])


def pulls(flat: CoastField, back: Bend, spaces: Sequence[Space]) -> tuple[Array, Array]:
    """Pair points of water on the flat map with the ships' spaces that should lie there.

    ``flat`` is the coast before bending, ``back`` leads from the sheet to the flat map.
    """
    wanted = np.array([(space.x, space.y) for space in spaces]).reshape(-1, 2)
    found = back(wanted)
    columns, rows = np.rint((found - [flat.x0, flat.y0]) * flat.resolution).astype(int).T
    height, width = flat.grid.shape
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    _, (row, column) = distance_transform_edt(flat.grid < 0, return_indices=True)
    sources, targets = [], []
    for i in np.nonzero(inside)[0]:
        depth = -float(flat.grid[rows[i], columns[i]])
        if depth > _PULLED:
            continue
        source = found[i]
        if depth > -_OFFSHORE:
            nearest = np.array([column[rows[i], columns[i]], row[rows[i], columns[i]]])
            source = _offshore(flat, found[i], nearest / flat.resolution + [flat.x0, flat.y0])
        sources.append(source)
        targets.append(wanted[i])
    return np.array(sources).reshape(-1, 2), np.array(targets).reshape(-1, 2)


def _offshore(flat: CoastField, start: Array, water: Array) -> Array:
    """Go on from the nearest water, away from the land, while the water grows wider."""
    ahead = water - start
    length = float(np.hypot(*ahead))
    if length < 1e-6:
        return start
    steps = np.linspace(0.0, _OFFSHORE, 6)[:, np.newaxis] * ahead / length
    candidates = np.asarray(water + steps)
    return np.asarray(candidates[int(np.argmax(flat.at(candidates)))])


def berths(spaces: Sequence[Space], width: float = _SHORE) -> NDArray[np.object_]:
    """Return each space with some water round it."""
    return np.asarray(shapely.buffer([space_polygon(space) for space in spaces], width))


def dug(dry: BaseGeometry, curves: Sequence[Array], spaces: Sequence[Space]) -> BaseGeometry:
    """Return the water that must be dug into dry land, so that no ship's space touches it."""
    wide = berths(spaces)
    shapely.prepare(dry)
    stranded = shapely.union_all(wide[shapely.intersects(dry, wide)])
    if stranded.is_empty:
        return stranded
    near = stranded.buffer(_REACH)
    ways = [LineString(curve).buffer(SPACE_WIDTH / 2, cap_style="flat") for curve in curves]
    canals = shapely.union_all([stranded, *(way.intersection(near) for way in ways)])
    return _grown_banks(canals.buffer(_BAY).buffer(-_BAY))


def _grown_banks(water: BaseGeometry) -> BaseGeometry:
    """Let the bank waver outwards, so that digging leaves no straight edges."""
    height = sum(wave[0] for wave in _WAVES)
    wide = shapely.segmentize(water.buffer(height), 12.0)

    def waver(points: Array) -> Array:
        moves = [
            size * np.sin(points[:, ::-1] / length + points / (1.7 * length) + [start, start + 1.3])
            for size, length, start in _WAVES
        ]
        return np.asarray(points + np.sum(moves, axis=0))

    return shapely.simplify(shapely.make_valid(shapely.transform(wide, waver)), 1.0)
