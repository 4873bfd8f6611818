"""Outlines as SVG path data: absolute commands and whole numbers, as short as it gets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry, BaseMultipartGeometry

Array = NDArray[np.float64]

_NUMBER = re.compile(r"-?\d+")


def surface_path(geometry: BaseGeometry) -> str:
    """Return the path of all polygons; holes are cut out by the even-odd rule."""
    rings = (
        shapely.get_coordinates(ring)
        for polygon in polygons(geometry)
        for ring in (polygon.exterior, *polygon.interiors)
    )
    return "".join(f"M{text}Z" for text in map(_ring_text, rings) if text)


def line_path(geometry: BaseGeometry) -> str:
    """Return the path of all lines."""
    lines = (_whole(shapely.get_coordinates(line)) for line in strings(geometry))
    return "".join(f"M{_text(line)}" for line in lines if len(line) > 1)


def rings_of(path: str) -> list[Array]:
    """Return the closed rings of a path that was written here; each ends where it begins."""
    rings = []
    for part in path.split("M")[1:]:
        points = np.array([float(number) for number in _NUMBER.findall(part)]).reshape(-1, 2)
        rings.append(np.concatenate([points, points[:1]]))
    return rings


def surface_of(path: str) -> BaseGeometry:
    """Return the surface that a path fills by the even-odd rule."""
    outer, *others = [ring for ring in rings_of(path) if len(ring) > 3] or [np.zeros((0, 2))]
    # Making a polygon of all rings valid keeps just what an odd number of them holds.
    return shapely.make_valid(Polygon(outer, others))


def polygons(geometry: BaseGeometry) -> Iterator[Polygon]:
    """Yield the polygons of whatever an operation gave."""
    for leaf in _leaves([geometry]):
        if isinstance(leaf, Polygon):
            yield leaf


def strings(geometry: BaseGeometry) -> Iterator[LineString]:
    """Yield the lines of whatever an operation gave."""
    for leaf in _leaves([geometry]):
        if isinstance(leaf, LineString):
            yield leaf


def _leaves(geometries: Iterable[BaseGeometry]) -> Iterator[BaseGeometry]:
    for geometry in geometries:
        if isinstance(geometry, BaseMultipartGeometry):
            yield from _leaves(geometry.geoms)
        elif not geometry.is_empty:
            yield geometry


def _ring_text(ring: Array) -> str:
    points = _whole(ring)[:-1]
    return _text(points) if len(points) > 2 else ""


def _whole(points: Array) -> NDArray[np.int64]:
    rounded = np.rint(points).astype(np.int64)
    return np.asarray(rounded[np.append(True, np.any(np.diff(rounded, axis=0) != 0, axis=1))])


def _text(points: NDArray[np.int64]) -> str:
    """Write numbers one after the other; a minus sign parts them as well as a blank."""
    return " ".join(map(str, points.ravel().tolist())).replace(" -", "-")
