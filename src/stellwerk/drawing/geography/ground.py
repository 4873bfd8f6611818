"""The land and water of one sheet as polygons, made tidy and fit for ships."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiLineString, MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from stellwerk.drawing.geography.atlas import Surface
from stellwerk.drawing.geography.excerpt import Excerpt, ring_on_sheet
from stellwerk.drawing.geography.paths import polygons
from stellwerk.drawing.geography.ships import berths, dug
from stellwerk.drawing.model import Space

Array = NDArray[np.float64]

_ISLET: Final = 90.0
"""Smaller islands are left out, unless a city is near."""
_REST: Final = 1500.0
"""Smaller pieces of land that digging cut off are left out as well."""
_SMALLEST_LAKE: Final = 140.0
_NEAR_CITY: Final = 50.0
_NARROW: Final = 7.0
"""Narrower inlets and spits would be no more than a thick line."""
_LONG: Final = 220.0
"""Larger ones are therefore widened, ..."""
_WIDENED: Final = 2.0
"""... by this much on each side; smaller ones are left out."""
_SPECK: Final = 25.0
"""Corners smaller than this are not inlets, so that coasts keep their character."""
_POND: Final = 500.0
"""Smaller holes in the land that are not lakes are filled: remains of an inlet."""
_ROUNDING: Final = 5.0
"""Radius of corners where dug water meets the coast."""
_SMALL_ISLAND: Final = 40_000.0
"""A city on a smaller island keeps the land round it, as far as no ship lies there: ..."""
_QUAY: Final = 75.0
"""... this much of it."""


@dataclass(frozen=True)
class Material:
    """Bent arcs, and the sheet they are cut to."""

    excerpt: Excerpt
    arcs: dict[tuple[int, int], Array]
    """On the sheet."""
    sheet: Polygon
    cities: MultiPoint

    def surfaces(self, surfaces: Iterable[Surface]) -> list[Polygon]:
        """Return the polygons of some surfaces, cut to the sheet."""
        found: list[Polygon] = []
        for shift, surface in self.excerpt.surfaces(surfaces):
            outer, *holes = (ring_on_sheet(ring, shift, self.arcs) for ring in surface)
            if len(outer) < 4:
                continue
            polygon = Polygon(outer, [hole for hole in holes if len(hole) >= 4])
            if not polygon.envelope.intersects(self.sheet):
                continue
            valid = polygon if polygon.is_valid else shapely.make_valid(polygon)
            found += polygons(valid.intersection(self.sheet))
        return found

    def lines(self, numbers: Iterable[int]) -> BaseGeometry:
        """Return some arcs, cut to the sheet."""
        lines = [self.arcs[arc] for arc in self.excerpt.lines(numbers)]
        drawn = MultiLineString([line for line in lines if len(line) > 1])
        return shapely.intersection(drawn, self.sheet)

    def keeps(self, island: Polygon, smallest: float) -> bool:
        """Tell whether an island is large enough or has a city."""
        return bool(island.area >= smallest or island.distance(self.cities) < _NEAR_CITY)


@dataclass(frozen=True)
class Ground:
    """Land and water of a sheet."""

    land: BaseGeometry
    lakes: BaseGeometry
    canals: BaseGeometry
    """What was dug; all of it is part of the sea or of lakes now."""
    gained: BaseGeometry
    """Inlets that became land."""
    lost: BaseGeometry
    """Land of the atlas that is water now."""


def make_ground(material: Material, curves: Sequence[Array], spaces: Sequence[Space]) -> Ground:
    """Make the land tidy, and dig where ships need it."""
    atlas = material.excerpt.atlas
    islands = material.surfaces(atlas.land)
    lakes = _tidy_lakes(shapely.union_all(material.surfaces(atlas.lakes)))
    kept = [land for land in islands if material.keeps(land, _ISLET)]
    tidy = _tidy(shapely.union_all(kept), material.cities)
    canals = dug(tidy.difference(lakes), curves, spaces) if spaces else Polygon()
    quays = _quays(tidy, spaces, material.cities)
    sea, lakes = _sorted_water(tidy, lakes, canals)
    land = tidy.difference(sea)
    if not canals.is_empty:
        land = shapely.union_all([_without_rests(land, canals, material), quays])
    land = shapely.union_all([part for part in polygons(land) if material.keeps(part, _ISLET)])
    known = shapely.union_all(islands)
    return Ground(land, lakes, canals, land.difference(known), known.difference(land))


def _tidy(land: BaseGeometry, cities: MultiPoint) -> BaseGeometry:
    """Widen what is too narrow to be drawn with two banks; leave it out if it is short as well."""
    closed = land.buffer(_NARROW / 2).buffer(-_NARROW / 2)
    inlets, corners = _narrow_parts(closed.difference(land))
    filled = shapely.union_all([land, *corners])
    # What parts a piece of water from the sea is a narrows, and stays open.
    ponds = [Polygon(ring) for part in polygons(filled) for ring in part.interiors]
    near = shapely.union_all([pond for pond in ponds if pond.area > _SPECK]).buffer(1.0)
    inlets += [corner for corner in corners if corner.intersects(near)]
    land = shapely.union_all([land, *(c for c in corners if not c.intersects(near))])
    opened = land.buffer(-_NARROW / 2).buffer(_NARROW / 2)
    spits, crumbs = _narrow_parts(land.difference(opened))
    spits += [crumb for crumb in crumbs if crumb.distance(cities) < _NEAR_CITY]
    land = land.difference(shapely.union_all(crumbs))
    land = shapely.union_all([land, *shapely.buffer(spits, _WIDENED, quad_segs=2)])
    land = land.difference(shapely.union_all(shapely.buffer(inlets, _WIDENED, quad_segs=2)))
    return shapely.union_all([_without_ponds(part) for part in polygons(land)])


def _narrow_parts(geometry: BaseGeometry) -> tuple[list[Polygon], list[Polygon]]:
    """Return the long parts, and the short ones that are more than a corner."""
    parts = list(polygons(geometry))
    return (
        [part for part in parts if part.area > _LONG],
        [part for part in parts if _SPECK < part.area <= _LONG],
    )


def _without_ponds(land: Polygon) -> Polygon:
    return Polygon(land.exterior, [ring for ring in land.interiors if Polygon(ring).area > _POND])


def _tidy_lakes(lakes: BaseGeometry) -> BaseGeometry:
    """Leave out the narrow arms of lakes."""
    wide = lakes.buffer(-_NARROW / 3).buffer(_NARROW / 3, quad_segs=3)
    return shapely.simplify(wide, 1.0)


def _sorted_water(
    land: BaseGeometry, lakes: BaseGeometry, canals: BaseGeometry
) -> tuple[BaseGeometry, BaseGeometry]:
    """Part the water bodies into those that reach the sea and those that do not."""
    bodies = list(polygons(shapely.union_all([lakes, canals])))
    shapely.prepare(land)
    open_to_sea = [not land.covers(body) for body in bodies]
    sea = [body for body, is_open in zip(bodies, open_to_sea, strict=True) if is_open]
    inland = [
        body
        for body, is_open in zip(bodies, open_to_sea, strict=True)
        if not is_open and body.area >= _SMALLEST_LAKE
    ]
    rounded = shapely.union_all(inland).buffer(_ROUNDING).buffer(-_ROUNDING)
    return shapely.union_all(sea), rounded.intersection(land)


def _without_rests(land: BaseGeometry, canals: BaseGeometry, material: Material) -> BaseGeometry:
    """Round the corners that digging made, and leave out slivers and crumbs beside it."""
    beside = canals.buffer(3 * _ROUNDING)
    opened = land.intersection(beside.buffer(4 * _ROUNDING))
    opened = opened.buffer(-_ROUNDING).buffer(_ROUNDING)
    slivers = land.intersection(beside).difference(opened)
    kept = [
        part
        for part in polygons(land.difference(slivers))
        if not part.intersects(beside) or material.keeps(part, _REST)
    ]
    return shapely.union_all(kept)


def _quays(land: BaseGeometry, spaces: Sequence[Space], cities: MultiPoint) -> BaseGeometry:
    """Return the land round cities on small islands, which digging must not take away."""
    if not spaces:
        return Polygon()
    small = [part for part in polygons(land) if part.area < _SMALL_ISLAND]
    near = cities.buffer(_QUAY).difference(shapely.union_all(berths(spaces)))
    quays = shapely.union_all(small).intersection(near)
    solid = quays.buffer(-_NARROW / 2).buffer(_NARROW / 2, quad_segs=3)
    return shapely.union_all([part for part in polygons(solid) if part.area > _ISLET])
