"""The outlines of the world: the shipped data file, and how it is packed.

Lines are cut into arcs, so that two countries share the arc between them. A ring names its arcs
one after the other; the arc ``i`` is walked backwards where the ring says ``~i``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO, Final, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Item = TypeVar("Item")
Ring = tuple[int, ...]
Surface = tuple[Ring, ...]
"""The outer ring of a piece of land or water, and then its holes."""

GRID: Final = 500
"""Points of the data file lie on a grid of this many lines for each degree."""


@dataclass(frozen=True)
class Atlas:
    """Land and water of the whole world in degrees east and north."""

    arcs: tuple[Array, ...]
    land: tuple[Surface, ...]
    countries: tuple[tuple[str, tuple[Surface, ...]], ...]
    """Country codes (ISO 3166-1 numeric where there is one) and what belongs to them."""
    lakes: tuple[Surface, ...]
    rivers: tuple[int, ...]
    """Arcs."""
    provinces: tuple[int, ...]
    """Arcs between two provinces of one country."""

    @cached_property
    def boxes(self) -> Array:
        """West, south, east and north of every arc."""
        return np.array([[*arc.min(axis=0), *arc.max(axis=0)] for arc in self.arcs])

    def ring(self, ring: Ring) -> Array:
        """Return the points of a ring; the last is the first."""
        parts = [self.arcs[index] if index >= 0 else self.arcs[~index][::-1] for index in ring]
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


@cache
def shipped_atlas() -> Atlas:
    """Return the atlas that comes with Stellwerk."""
    with (files("stellwerk.drawing") / "data" / "outlines.npz").open("rb") as file:
        return read_atlas(cast(BinaryIO, file))


def read_atlas(file: BinaryIO) -> Atlas:
    """Return the atlas that ``write_atlas`` packed."""
    with np.load(file, allow_pickle=False) as data:
        points = np.stack([_unpacked(data["x"]), _unpacked(data["y"])], axis=-1) / GRID
        arcs = tuple(np.split(points, np.cumsum(data["arc_sizes"], dtype=np.int64)[:-1]))
        rings = _grouped(data["ring_arcs"].tolist(), data["ring_sizes"].tolist())
        surfaces = _grouped(rings, data["surface_sizes"].tolist())
        codes = [str(code) for code in data["country_codes"]]
        land, *countries, lakes = _grouped(surfaces, data["owner_sizes"].tolist())
        rivers, provinces = _grouped(data["line_arcs"].tolist(), data["line_sizes"].tolist())
    return Atlas(arcs, land, tuple(zip(codes, countries, strict=True)), lakes, rivers, provinces)


def write_atlas(path: Path, atlas: Atlas) -> None:
    """Pack an atlas into a file: rounded to the grid, as steps from point to point."""
    owners = [atlas.land, *(surfaces for _, surfaces in atlas.countries), atlas.lakes]
    surfaces = [surface for owned in owners for surface in owned]
    rings = [ring for surface in surfaces for ring in surface]
    lines = [atlas.rivers, atlas.provinces]
    points = np.rint(np.concatenate(atlas.arcs) * GRID).astype(np.int64)
    np.savez_compressed(
        path,
        x=_packed(points[:, 0]),
        y=_packed(points[:, 1]),
        arc_sizes=np.array([len(arc) for arc in atlas.arcs], np.uint32),
        ring_arcs=np.array([arc for ring in rings for arc in ring], np.int32),
        ring_sizes=np.array([len(ring) for ring in rings], np.uint16),
        surface_sizes=np.array([len(surface) for surface in surfaces], np.uint16),
        owner_sizes=np.array([len(owned) for owned in owners], np.uint16),
        country_codes=np.array([code for code, _ in atlas.countries]),
        line_arcs=np.array([arc for line in lines for arc in line], np.int32),
        line_sizes=np.array([len(line) for line in lines], np.uint16),
    )


def _grouped(items: Sequence[Item], sizes: Sequence[int]) -> tuple[tuple[Item, ...], ...]:
    ends = np.cumsum(sizes).tolist()
    return tuple(tuple(items[end - size : end]) for end, size in zip(ends, sizes, strict=True))


def _packed(values: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Turn numbers into steps, small ones first in every byte plane: that compresses well."""
    steps = np.diff(values, prepend=0)
    folded = np.where(steps < 0, -2 * steps - 1, 2 * steps).astype("<u4")
    return folded.view(np.uint8).reshape(-1, 4).T.copy()


def _unpacked(planes: NDArray[np.uint8]) -> NDArray[np.int64]:
    folded = np.ascontiguousarray(planes.T).view("<u4").ravel().astype(np.int64)
    return np.cumsum(np.where(folded % 2, -(folded + 1) // 2, folded // 2))
