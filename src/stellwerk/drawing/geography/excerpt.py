"""The part of the atlas that a map shows, fine enough for its scale, ready to be bent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from stellwerk.drawing.geography.atlas import Atlas, Ring, Surface
from stellwerk.drawing.geography.lines import densified, rounded_off, without_repeats

Array = NDArray[np.float64]

_LATITUDES: Final = (-80.0, 84.0)
"""Beyond them maps show nothing."""
_STEP: Final = 40.0
"""Points nearer than this many units to each other bend like the line between them."""
_SURVEY: Final = 180
"""Places tried along each side of the world to find what a map shows."""


class Projected(Protocol):
    """What the outlines need to know of a map projection."""

    @property
    def seam(self) -> float:
        """The longitude of the map's left edge."""

    @property
    def period(self) -> float:
        """How far right a whole turn round the world leads; 0 on a cone."""

    def plane(self, lon: ArrayLike, lat: ArrayLike, /) -> Array:
        """Return places on the sheet."""


class Rectangle(NamedTuple):
    """A part of the sheet, or of the world."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, margin: float) -> Rectangle:
        """Return the rectangle with a margin round it."""
        left, top, right, bottom = self
        return Rectangle(left - margin, top - margin, right + margin, bottom + margin)


class Window(NamedTuple):
    """What a rectangle of the sheet shows, in degrees."""

    west: float
    south: float
    east: float
    north: float
    scale: float
    """Units of the sheet for each degree of latitude."""


def window_of(projection: Projected, rectangle: Rectangle) -> Window:
    """Find the degrees that a rectangle of the sheet shows, trying places ever closer together."""
    slack = 180.0 if projection.period else 0.0
    west, east = projection.seam - slack, projection.seam + 360.0 + slack
    south, north = _LATITUDES
    for _ in range(3):
        lon, lat = np.linspace(west, east, _SURVEY), np.linspace(south, north, _SURVEY)
        x, y = np.moveaxis(projection.plane(*np.meshgrid(lon, lat)), -1, 0)
        beside = np.maximum(rectangle.left - x, x - rectangle.right)
        above = np.maximum(rectangle.top - y, y - rectangle.bottom)
        outside = np.maximum(np.maximum(beside, above), 0.0)
        # Where all places tried are outside, the nearest ones still lead to the right part.
        rows, columns = np.nonzero(outside <= outside.min())
        west, east = _around(lon, columns)
        south, north = _around(lat, rows)
    middle = (west + east) / 2, (south + north) / 2
    ends = projection.plane(np.full(2, middle[0]), middle[1] + np.array([-0.5, 0.5]))
    return Window(west, south, east, north, float(np.hypot(*(ends[1] - ends[0]))))


def _around(values: Array, chosen: NDArray[np.int64]) -> tuple[float, float]:
    first, last = max(chosen.min() - 1, 0), min(chosen.max() + 1, len(values) - 1)
    return float(values[first]), float(values[last])


@dataclass(frozen=True)
class Excerpt:
    """Arcs of the atlas inside a window, simplified to a precision.

    On a map of the whole world an arc may be shown several times, a whole turn apart: arcs are
    known by their number and the turns they are moved by.
    """

    atlas: Atlas
    window: Window
    shifts: tuple[int, ...]
    arcs: dict[tuple[int, int], Array]
    """In degrees."""

    def surfaces(self, surfaces: Iterable[Surface]) -> Iterator[tuple[int, Surface]]:
        """Yield the surfaces that the window shows, with the turns they are moved by."""
        for surface in surfaces:
            for shift in self.shifts:
                if all((_number(arc), shift) in self.arcs for arc in surface[0]):
                    yield shift, surface

    def lines(self, numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield those of the arcs that the window shows."""
        for number in numbers:
            for shift in self.shifts:
                if (number, shift) in self.arcs:
                    yield number, shift

    def drawn(
        self,
        plane: Callable[[Array, Array], Array],
        bend: Callable[[Array], Array],
        tolerance: float = 0.0,
    ) -> dict[tuple[int, int], Array]:
        """Return all arcs on the sheet, simplified by this many units."""
        if not self.arcs:
            return {}
        flat = np.concatenate(list(self.arcs.values()))
        points = bend(plane(flat[:, 0], flat[:, 1]))
        ends = np.cumsum([len(arc) for arc in self.arcs.values()])[:-1]
        lines = np.split(points, ends)
        if tolerance:
            simple = shapely.simplify(_strings(lines), tolerance)
            lines = [shapely.get_coordinates(line) for line in simple]
        return dict(zip(self.arcs, lines, strict=True))


def excerpt(
    atlas: Atlas, window: Window, precision: float, *, turns: bool, smooth: bool = False
) -> Excerpt:
    """Cut what a window shows out of the atlas; the precision is given in units of the sheet.

    Points outside the window move to its edge: rings stay rings, and nothing far away has to be
    projected.
    """
    shifts: tuple[int, ...] = (-360, 0, 360)
    if not turns:
        # Everything is shown once, so each surface is taken where most of it is in the window.
        shifts = tuple(s for s in shifts if window.west < 190 + s and window.east > -180 + s)
    needed = _needed(atlas, window, shifts)
    numbers = sorted({number for number, _ in needed})
    simple = shapely.simplify(
        _strings([atlas.arcs[number] for number in numbers]), precision / window.scale
    )
    fine = {n: shapely.get_coordinates(line) for n, line in zip(numbers, simple, strict=True)}
    step = _STEP / window.scale
    if smooth:
        waters = {*atlas.rivers, *(arc for lake in atlas.lakes for ring in lake for arc in ring)}
        rounded = _strings([_smooth(line, step, n in waters) for n, line in fine.items()])
        simple = shapely.simplify(rounded, precision / 2 / window.scale)
        fine = {n: shapely.get_coordinates(line) for n, line in zip(fine, simple, strict=True)}
    arcs = {
        (number, shift): densified(_clipped(fine[number] + [shift, 0], window), step)
        for number, shift in needed
    }
    return Excerpt(atlas, window, shifts, arcs)


def _smooth(line: Array, step: float, is_water: bool) -> Array:
    """Round a line off until its points lie close together.

    Rivers and lakes have no straight parts. A border may be straight for long, and its corners
    are cut by a quarter of a step at most.
    """
    line = rounded_off(line if is_water else densified(line, step))
    for _ in range(2):
        if len(line) > 1 and np.hypot(*np.diff(line, axis=0).T).mean() > step / 4:
            line = rounded_off(line)
    return line


def _clipped(line: Array, window: Window) -> Array:
    """Move what lies outside to the window's edge, and go straight along that edge."""
    low, high = np.array([window.west, window.south]), np.array([window.east, window.north])
    if np.all(line > low) and np.all(line < high):
        return line
    line = without_repeats(np.clip(line, low, high))
    at_side = np.concatenate([line == low, line == high], axis=1)
    skipped = np.zeros(len(line), dtype=bool)
    skipped[1:-1] = np.any(at_side[:-2] & at_side[1:-1] & at_side[2:], axis=1)
    return line[~skipped]


def _needed(atlas: Atlas, window: Window, shifts: Iterable[int]) -> list[tuple[int, int]]:
    """List the arcs of everything whose box meets the window."""
    boxes = atlas.boxes
    rings: list[list[int]] = [
        [_number(arc) for ring in surface for arc in ring]
        for owner in (atlas.land, *(owned for _, owned in atlas.countries), atlas.lakes)
        for surface in owner
    ]
    rings += [[number] for number in (*atlas.rivers, *atlas.provinces)]
    needed: dict[tuple[int, int], None] = {}
    for ring in rings:
        west, south = boxes[ring, :2].min(axis=0)
        east, north = boxes[ring, 2:].max(axis=0)
        if north < window.south or south > window.north:
            continue
        for shift in shifts:
            if west + shift < window.east and east + shift > window.west:
                needed.update(dict.fromkeys((number, shift) for number in ring))
    return list(needed)


def _number(arc: int) -> int:
    return arc if arc >= 0 else ~arc


def _strings(lines: list[Array]) -> NDArray[np.object_]:
    """Make many lines at once; a single point becomes a line of no length."""
    whole = [line if len(line) > 1 else np.repeat(line, 2, axis=0) for line in lines]
    sizes = [len(line) for line in whole]
    strings = shapely.linestrings(
        np.concatenate(whole), indices=np.repeat(np.arange(len(whole)), sizes)
    )
    return np.asarray(strings)


def ring_on_sheet(ring: Ring, shift: int, arcs: dict[tuple[int, int], Array]) -> Array:
    """Return the points of a ring, given all arcs on the sheet."""
    parts = [arcs[arc, shift] if arc >= 0 else arcs[~arc, shift][::-1] for arc in ring]
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
