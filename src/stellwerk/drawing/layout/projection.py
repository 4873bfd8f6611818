"""From longitude and latitude to the plane: a cone for a part of the world, a cylinder for all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stellwerk.board import Board

Array = NDArray[np.float64]

WHOLE_WORLD: Final = 200.0
"""A board that is wider than this, in degrees, is drawn on a cylinder."""
_LATITUDES: Final = (-85.0, 85.0)
_FLATTEST_CONE: Final = 1e-6
"""A cone this flat is Mercator's cylinder, and its formula still holds."""
_GALL: Final = math.sqrt(0.5)
"""Gall's cylinder cuts the globe at 45 degrees."""


@dataclass(frozen=True)
class Projection:
    """A map projection with its scale and place on the sheet; y goes down."""

    seam: float
    """The map's left edge, in degrees; cities lie between it and 360 degrees to the east of it."""
    centre: float
    """The longitude in the middle."""
    cone: float = 0.0
    """The constant of a conformal cone; 0 for the cylinder."""
    parallel: float = 0.0
    """The first latitude of true scale of a cone."""
    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)

    @property
    def period(self) -> float:
        """How far right a whole turn round the world leads; 0 on a cone, which has no such turn."""
        return 0.0 if self.cone else 2 * math.pi * _GALL * self.scale[0]

    def unwrapped(self, lon: ArrayLike) -> Array:
        """Return longitudes between the seam and 360 degrees to the east of it."""
        degrees = np.asarray(lon, dtype=np.float64)
        return self.seam + np.mod(degrees - self.seam, 360.0)

    def plane(self, lon: ArrayLike, lat: ArrayLike) -> Array:
        """Return places on the sheet.

        Longitudes are taken as they are, so that a line across the seam stays in one piece; use
        ``unwrapped`` for single places.
        """
        turned = np.radians(np.asarray(lon, dtype=np.float64) - self.centre)
        height = np.radians(np.clip(np.asarray(lat, dtype=np.float64), *_LATITUDES))
        flat = self._cone(turned, height) if self.cone else _cylinder(turned, height)
        return np.asarray(flat * np.asarray(self.scale) + np.asarray(self.offset))

    def _cone(self, lon: Array, lat: Array) -> Array:
        parallel = math.radians(self.parallel)
        radius = math.cos(parallel) / self.cone
        shrink = np.exp(-self.cone * (_isometric(lat) - _isometric(np.asarray(parallel))))
        x = radius * shrink * np.sin(self.cone * lon)
        y = radius * (1.0 - shrink * np.cos(self.cone * lon))
        return np.stack([x, -y], axis=-1)

    def scaled(self, x: float, y: float) -> Projection:
        """Return the same projection, larger."""
        sx, sy = self.scale
        ox, oy = self.offset
        return replace(self, scale=(sx * x, sy * y), offset=(ox * x, oy * y))

    def moved(self, x: float, y: float) -> Projection:
        """Return the same projection elsewhere on the sheet."""
        return replace(self, offset=(self.offset[0] + x, self.offset[1] + y))


def projection_of(board: Board) -> Projection:
    """Return the projection that suits a board's extent, in radians of the globe.

    A board with routes across its edge shows the whole world, on Gall's stereographic cylinder.
    Any other gets Lambert's conformal cone through its latitudes.
    """
    seam = find_seam(
        [city.lon for city in board.cities],
        [(route.a, route.b, route.wraps) for route in board.routes],
    )
    lon = [seam + (city.lon - seam) % 360.0 for city in board.cities]
    lat = [city.lat for city in board.cities]
    whole = any(route.wraps for route in board.routes) or max(lon) - min(lon) > WHOLE_WORLD
    if whole:
        return Projection(seam, seam + 180.0)
    low, high = min(lat), max(lat)
    inset = (high - low) / 6
    return cone(seam, (min(lon) + max(lon)) / 2, low + inset, high - inset)


def cone(seam: float, centre: float, low: float, high: float) -> Projection:
    """Return Lambert's conformal cone, true to scale at two latitudes."""
    low, high = np.clip([low, high], *_LATITUDES)
    first, second = math.radians(low), math.radians(high)
    if second - first < 1e-6:
        constant = math.sin(first)
    else:
        rise = float(_isometric(np.asarray(second)) - _isometric(np.asarray(first)))
        constant = math.log(math.cos(first) / math.cos(second)) / rise
    if abs(constant) < _FLATTEST_CONE:
        constant = _FLATTEST_CONE
    return Projection(seam, centre, constant, float(low))


def find_seam(lon: Sequence[float], routes: Iterable[tuple[int, int, bool]]) -> float:
    """Return the longitude of the map's left edge: in a gap between cities, where routes agree.

    A route across the edge must cross it, any other must not; among equals the widest gap wins.
    """
    ordered = sorted({degrees % 360.0 for degrees in lon})
    following = [*ordered[1:], ordered[0] + 360.0]
    listed = list(routes)

    def merit(gap: tuple[float, float]) -> tuple[int, float]:
        seam = (gap[0] + gap[1]) / 2
        agreeing = sum(_crosses(lon[a], lon[b], seam) == wraps for a, b, wraps in listed)
        return agreeing, round(gap[1] - gap[0], 9)

    west, east = max(zip(ordered, following, strict=True), key=merit)
    # So that the middle of the map lies between -180 and 180 degrees, as longitudes usually do.
    return (west + east) / 2 % 360.0 - 360.0


def _crosses(a: float, b: float, seam: float) -> bool:
    """Tell whether the shorter way between two longitudes leads over the seam."""
    return abs((a - seam) % 360.0 - (b - seam) % 360.0) > 180.0


def _isometric(lat: Array) -> Array:
    return np.asarray(np.log(np.tan(math.pi / 4 + lat / 2)))


def _cylinder(lon: Array, lat: Array) -> Array:
    return np.stack([_GALL * lon, -(1 + _GALL) * np.tan(lat / 2)], axis=-1)
