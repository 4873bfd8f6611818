"""From land and water to finished outlines: countries, borders, rivers, and all as paths."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import shapely
from shapely.geometry import MultiLineString
from shapely.geometry.base import BaseGeometry

from stellwerk.drawing.geography.atlas import Surface
from stellwerk.drawing.geography.ground import Ground, Material
from stellwerk.drawing.geography.paths import line_path, polygons, strings, surface_path
from stellwerk.drawing.geography.tints import tints
from stellwerk.drawing.model import Outlines, Territory

REGIONAL: Final = 25.0
"""From this many units for each degree on, rivers and provinces are shown."""
_PRECISIONS: Final = (0.4, 0.6, 0.8, 1.0, 1.3, 1.7, 2.2, 3.0)
"""Most units between a path and the exact outline: the first that makes it small enough."""
_BUDGET: Final = 85_000
"""Bytes that the outlines may need, compressed."""
_SMALLEST_TERRITORY: Final = 60.0
_SHORTEST_LINE: Final = 25.0
_SHORTEST_RIVER: Final = 60.0
_BANK: Final = 15.0
"""The distance of rivers from dug water, which often follows them."""


def outline(material: Material, ground: Ground, graticule: BaseGeometry) -> Outlines:
    """Tint the countries and write everything down."""
    atlas = material.excerpt.atlas
    water = shapely.union_all([ground.lost, ground.lakes])
    shared = _shared_arcs(atlas.countries)
    neighbours: dict[str, set[str]] = defaultdict(set)
    for a, b in shared.values():
        neighbours[a].add(b)
        neighbours[b].add(a)
    countries = _countries(material, ground)
    chosen = tints({code: shape.area for code, shape in countries.items()}, neighbours)
    rivers: BaseGeometry = MultiLineString()
    provinces: BaseGeometry = MultiLineString()
    if material.excerpt.window.scale >= REGIONAL:
        wet = shapely.union_all([water, ground.canals.buffer(_BANK)])
        rivers = _on_land(material.lines(atlas.rivers), ground, wet, _SHORTEST_RIVER)
        provinces = _on_land(material.lines(atlas.provinces), ground, water, _SHORTEST_LINE)
    borders = _on_land(material.lines(sorted(shared)), ground, water, _SHORTEST_LINE)
    grid = graticule.intersection(material.sheet).difference(ground.land)
    for precision in _PRECISIONS:
        outlines = Outlines(
            land=surface_path(ground.land.simplify(precision)),
            territories=tuple(
                Territory(chosen[code], surface_path(shape.simplify(precision)))
                for code, shape in countries.items()
            ),
            borders=line_path(borders.simplify(precision)),
            provinces=line_path(provinces.simplify(precision)),
            lakes=surface_path(ground.lakes.simplify(precision)),
            rivers=line_path(rivers.simplify(precision)),
            graticule=line_path(grid.simplify(precision)),
        )
        if len(zlib.compress(msgspec.json.encode(outlines))) <= _BUDGET:
            break
    return outlines


def _countries(material: Material, ground: Ground) -> dict[str, BaseGeometry]:
    """Return the land of each country: what is left of it, and the inlets that it gained."""
    pieces: dict[str, list[BaseGeometry]] = {}
    lost = np.array(list(polygons(ground.lost)))
    waters = shapely.STRtree(lost)
    for code, surfaces in material.excerpt.atlas.countries:
        left = [
            piece.difference(shapely.union_all(lost[waters.query(piece, "intersects")]))
            for piece in material.surfaces(surfaces)
            if piece.area >= _SMALLEST_TERRITORY
        ]
        if any(piece.area >= _SMALLEST_TERRITORY for piece in left):
            pieces[code] = left
    codes = list(pieces)
    if codes:
        tree = shapely.STRtree([shapely.union_all(pieces[code]) for code in codes])
        for inlet in polygons(ground.gained):
            pieces[codes[int(tree.nearest(inlet))]].append(inlet)
    return {
        code: shapely.union_all(
            [
                part
                for part in polygons(shapely.union_all(owned))
                if part.area >= _SMALLEST_TERRITORY
            ]
        )
        for code, owned in pieces.items()
    }


def _on_land(
    lines: BaseGeometry, ground: Ground, water: BaseGeometry, shortest: float
) -> BaseGeometry:
    """Return what of lines lies on land, without stumps."""
    left = list(strings(lines.intersection(ground.land).difference(water)))
    merged = shapely.line_merge(MultiLineString(left))
    return MultiLineString([line for line in strings(merged) if line.length >= shortest])


def _shared_arcs(
    countries: Sequence[tuple[str, tuple[Surface, ...]]],
) -> dict[int, tuple[str, str]]:
    """Return the arcs between two countries."""
    owners: dict[int, list[str]] = defaultdict(list)
    for code, surfaces in countries:
        for arc in (arc for surface in surfaces for ring in surface for arc in ring):
            owners[arc if arc >= 0 else ~arc].append(code)
    return {
        arc: (codes[0], codes[1])
        for arc, codes in owners.items()
        if len(codes) == 2 and codes[0] != codes[1]
    }
