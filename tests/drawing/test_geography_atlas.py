"""The shipped outlines tell the truth about the world."""

import io
from collections import Counter
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely.geometry import Point, Polygon

from stellwerk.drawing.geography.atlas import (
    Array,
    Atlas,
    Surface,
    read_atlas,
    shipped_atlas,
    write_atlas,
)


def _holds(surfaces: tuple[Surface, ...], lon: float, lat: float) -> bool:
    atlas = shipped_atlas()
    place = Point(lon, lat)
    for surface in surfaces:
        polygon = Polygon(*_rings(atlas, surface))
        if polygon.envelope.contains(place) and shapely.make_valid(polygon).contains(place):
            return True
    return False


def _rings(atlas: Atlas, surface: Surface) -> tuple[Array, list[Array]]:
    outer, *holes = (atlas.ring(ring) for ring in surface)
    return outer, holes


@pytest.mark.parametrize(
    ("name", "lon", "lat"),
    [
        ("Paris", 2.35, 48.86),
        ("the tip of Chukotka, beyond 180 degrees", 187.0, 66.0),
        ("a place at 180 degrees itself", 180.0, 68.0),
        ("Tasmania", 146.5, -42.0),
        ("Iceland", -18.5, 64.9),
    ],
)
def test_land_is_land(name: str, lon: float, lat: float) -> None:
    assert _holds(shipped_atlas().land, lon, lat), name


@pytest.mark.parametrize(
    ("name", "lon", "lat"),
    [
        ("the Atlantic", -35.0, 35.0),
        ("the Caspian Sea", 51.0, 42.0),
        ("the Black Sea", 34.0, 43.0),
        ("the Bering Strait", 191.2, 65.9),
    ],
)
def test_sea_is_no_land(name: str, lon: float, lat: float) -> None:
    assert not _holds(shipped_atlas().land, lon, lat), name


@pytest.mark.parametrize(
    ("name", "lon", "lat"),
    [
        ("Bodensee", 9.4, 47.6),
        ("Lake Superior", -88.0, 47.7),
        ("Lake Victoria", 33.0, -1.0),
        ("Lake Baikal", 108.4, 53.5),
    ],
)
def test_lakes_are_known(name: str, lon: float, lat: float) -> None:
    assert _holds(shipped_atlas().lakes, lon, lat), name


def test_an_island_in_a_lake_is_not_part_of_it() -> None:
    manitoulin = (-82.2, 45.75)
    assert not _holds(shipped_atlas().lakes, *manitoulin)


@pytest.mark.parametrize(
    ("code", "lon", "lat"), [("276", 13.4, 52.5), ("040", 16.37, 48.21), ("840", -98.0, 39.0)]
)
def test_capitals_and_middles_lie_in_their_countries(code: str, lon: float, lat: float) -> None:
    found = [
        country for country, surfaces in shipped_atlas().countries if _holds(surfaces, lon, lat)
    ]
    assert found == [code]


def test_neighbours_share_the_arc_between_them() -> None:
    uses = Counter(
        arc if arc >= 0 else ~arc
        for _, surfaces in shipped_atlas().countries
        for surface in surfaces
        for ring in surface
        for arc in ring
    )
    assert set(uses.values()) == {1, 2}


def test_every_ring_is_closed_and_has_an_area() -> None:
    atlas = shipped_atlas()
    for surface in (*atlas.land, *atlas.lakes):
        for ring in surface:
            points = atlas.ring(ring)
            assert (points[0] == points[-1]).all()
            assert len(points) >= 4


def test_nothing_lies_south_of_cape_horn_but_islands() -> None:
    assert min(arc[:, 1].min() for arc in shipped_atlas().arcs) > -60


def test_the_file_is_small() -> None:
    data = (files("stellwerk.drawing") / "data" / "outlines.npz").read_bytes()
    assert len(data) < 1_000_000


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    atlas = Atlas(
        arcs=(
            np.array([[0.0, 0.0], [1.5, 0.25], [1.0, 1.0]]),
            np.array([[1.0, 1.0], [-0.002, 0.5], [0.0, 0.0]]),
            np.array([[0.2, 0.2], [0.4, 0.2], [0.4, 0.4], [0.2, 0.2]]),
            np.array([[-170.0, 80.0], [189.0, -50.0]]),
        ),
        land=(((0, 1), (2,)),),
        countries=(("001", (((0, 1),),)), ("Somewhere", ())),
        lakes=(((2,),), ((~2,),)),
        rivers=(3,),
        provinces=(0, 3),
    )
    write_atlas(tmp_path / "small.npz", atlas)
    packed = (tmp_path / "small.npz").read_bytes()
    read = read_atlas(io.BytesIO(packed))
    for before, after in zip(atlas.arcs, read.arcs, strict=True):
        assert np.allclose(before, after)
    for name in ("land", "countries", "lakes", "rivers", "provinces"):
        assert getattr(read, name) == getattr(atlas, name)
    write_atlas(tmp_path / "again.npz", atlas)
    assert (tmp_path / "again.npz").read_bytes() == packed
