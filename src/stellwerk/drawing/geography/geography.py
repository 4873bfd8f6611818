"""The land behind a board: where its coasts lie once the cities have moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import MultiPoint

from stellwerk.drawing.geography.atlas import shipped_atlas
from stellwerk.drawing.geography.bend import Bend, bend_to, extent
from stellwerk.drawing.geography.coast import CoastField, field_of, picture
from stellwerk.drawing.geography.excerpt import (
    Excerpt,
    Projected,
    Rectangle,
    excerpt,
    ring_on_sheet,
    window_of,
)
from stellwerk.drawing.geography.graticule import graticule
from stellwerk.drawing.geography.ground import Material, make_ground
from stellwerk.drawing.geography.lines import bezier
from stellwerk.drawing.geography.outlining import REGIONAL, outline
from stellwerk.drawing.geography.paths import surface_of
from stellwerk.drawing.geography.ships import pulls, space_polygon
from stellwerk.drawing.model import Box, Outlines, Space

Array = NDArray[np.float64]

_MARGIN: Final = 400.0
"""The coast is known up to this distance from the cities."""
_MARGIN_AT_THE_SEAM: Final = 1200.0
"""Where the map goes round, routes reach farther beyond the outermost cities."""
_COARSE: Final = 8.0
_FINE: Final = 0.7
"""Precision of outlines before they are bent, in units: to measure, and to look at."""
_LESS_DETAIL: Final = 2.0
"""Maps of whole continents and more have long coasts, which are drawn less precisely."""
_CELLS: Final = 0.06
_FINE_CELLS: Final = 0.1
"""Cells for each unit: of the coast after bending, and of the flat one."""
TOLERANCE: Final = 0.4
"""Outlines are simplified by this many units before land and water are made of them."""
OVERHANG: Final = 60.0
"""Outlines end this far outside the frame, so that no stroke along the cut shows inside."""
_FLAT_SHARE: Final = 0.35
"""The share of the bend that the graticule follows."""
_TOUCH: Final = 1.0
"""A smaller area is the rounding of the paths."""


class Geography:
    """Land and water on one sheet.

    ``shown`` are the cities' true places, projected; every method takes the ``places`` where they
    are drawn, in the same order, and bends the land accordingly. ``turn`` is the way right round
    the world, or 0 where the map does not go round.
    """

    def __init__(self, projection: Projected, shown: ArrayLike, turn: float) -> None:
        self._projection = projection
        self._shown = np.asarray(shown, dtype=np.float64)
        self._turn = float(turn)

    def coast(self, places: ArrayLike) -> CoastField:
        """Measure the distance to the bent coast, quickly and coarsely."""
        bend = bend_to(self._shown, self._beside(places), self._turn)
        return self._field(bend, _CELLS)

    def folds(self, places: ArrayLike, water_spaces: Sequence[Space] = ()) -> float:
        """Return the smallest factor by which the bend scales an area: above 0, nothing folds."""
        bend = self._bend(self._beside(places), water_spaces)
        return bend.smallest_stretch(extent(self._shown, 100.0))

    def outlines(
        self,
        places: ArrayLike,
        water_curves: Sequence[ArrayLike],
        water_spaces: Sequence[Space],
        frame: Box,
    ) -> Outlines:
        """Draw the land inside a frame.

        No part of the ``water_spaces``, those of ships and ferries, lies on land;
        ``water_curves`` are the Bézier curves of their connections.
        """
        drawn = self._beside(places)
        bend = self._bend(drawn, water_spaces)
        inner = Rectangle(frame.x, frame.y, frame.x + frame.width, frame.y + frame.height)
        farthest = float(np.abs(bend.moves(self._shown)).max())
        window = window_of(self._projection, inner.grown(2 * OVERHANG + farthest))
        detail = 1.0 if window.scale >= REGIONAL else _LESS_DETAIL
        cut = excerpt(shipped_atlas(), window, _FINE * detail, turns=bool(self._turn), smooth=True)
        arcs = cut.drawn(self._projection.plane, bend, TOLERANCE * detail)
        turns = (-self._turn, 0.0, self._turn) if self._turn else (0.0,)
        cities = MultiPoint(np.concatenate([_moved(drawn, turn) for turn in turns]))
        material = Material(cut, arcs, shapely.box(*inner.grown(OVERHANG)), cities)
        # What crosses the map's edge is seen at the opposite edge as well.
        curves = [_moved(bezier(curve), turn) for curve in water_curves for turn in turns]
        spaces = [
            space._replace(x=space.x + turn)
            for space in water_spaces
            for turn in turns
            if abs(space.x + turn - frame.x - frame.width / 2) < frame.width / 2 + 2 * OVERHANG
        ]
        lines = graticule(
            self._projection, window, lambda points: points + _FLAT_SHARE * bend.moves(points)
        )
        return outline(material, make_ground(material, curves, spaces), lines.simplify(TOLERANCE))

    def _beside(self, places: ArrayLike) -> Array:
        """Return the places, moved by whole turns so that each is next to its true place."""
        drawn = np.array(places, dtype=np.float64)
        if self._turn:
            drawn[:, 0] -= self._turn * np.rint((drawn - self._shown)[:, 0] / self._turn)
        return drawn

    def _bend(self, places: Array, water_spaces: Sequence[Space]) -> Bend:
        if not water_spaces:
            return bend_to(self._shown, places, self._turn)
        back = bend_to(places, self._shown, self._turn)
        water = pulls(self._flat_coast, back, water_spaces)
        return bend_to(self._shown, places, self._turn, water)

    @cached_property
    def _extent(self) -> Rectangle:
        across = _MARGIN_AT_THE_SEAM - _MARGIN if self._turn else 0.0
        left, top, right, bottom = extent(self._shown, _MARGIN)
        return Rectangle(left - across, top, right + across, bottom)

    @cached_property
    def _coarse(self) -> Excerpt:
        window = window_of(self._projection, self._extent.grown(_MARGIN))
        return excerpt(shipped_atlas(), window, _COARSE, turns=bool(self._turn))

    @cached_property
    def _flat_coast(self) -> CoastField:
        return self._field(lambda points: points, _FINE_CELLS)

    def _field(self, bend: Callable[[Array], Array], cells: float) -> CoastField:
        cut = self._coarse
        arcs = cut.drawn(self._projection.plane, bend)
        land, lakes = (
            picture(
                (
                    ring_on_sheet(ring, shift, arcs)
                    for shift, surface in cut.surfaces(surfaces)
                    for ring in surface
                ),
                self._extent,
                cells,
            )
            for surfaces in (cut.atlas.land, cut.atlas.lakes)
        )
        return field_of(land & ~lakes, self._extent, cells)


def _moved(points: Array, right: float) -> Array:
    return np.asarray(np.add(points, (right, 0.0)))


def dry_spaces(outlines: Outlines, spaces: Sequence[Space]) -> list[int]:
    """Return the numbers of the spaces that touch land, measured with exact polygons."""
    land = surface_of(outlines.land).difference(surface_of(outlines.lakes))
    shapely.prepare(land)
    shapes = [space_polygon(space) for space in spaces]
    return [
        number
        for number, shape in enumerate(shapes)
        if land.intersects(shape) and land.intersection(shape).area > _TOUCH
    ]
