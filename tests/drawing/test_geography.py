"""The land behind whole boards."""

from functools import cache

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from stellwerk.board import Board, Route
from stellwerk.drawing.check import true_places
from stellwerk.drawing.geography import Geography, dry_spaces
from stellwerk.drawing.geography.geography import OVERHANG
from stellwerk.drawing.geography.paths import rings_of, surface_of
from stellwerk.drawing.layout.projection import Projection
from stellwerk.drawing.layout.scale import scaled_projection
from stellwerk.drawing.model import Box, Outlines, Space

Array = NDArray[np.float64]
BOARDS = ("usa", "europe", "germany", "world", "great_lakes", "lesson")


class Sheet:
    """A board with its cities a little beside their true places, and straight routes."""

    def __init__(self, name: str) -> None:
        self.board = Board.load(name)
        self.projection: Projection = scaled_projection(self.board)
        self.shown = true_places(self.board, self.projection)
        wraps = any(route.wraps for route in self.board.routes)
        self.turn = self.projection.period if wraps else 0.0
        moves = np.random.default_rng(3).normal(0.0, 15.0, self.shown.shape)
        self.places: Array = self.shown + moves
        left, top = self.places.min(axis=0) - 80
        width, height = np.ptp(self.places, axis=0) + 160
        self.frame = Box(left, top, self.turn + 100 if self.turn else width, height)
        self.geography = Geography(self.projection, self.shown, self.turn)

    def curve(self, route: Route) -> Array:
        """Return a straight line from city to city."""
        a, b = self.places[route.a], self.places[route.b]
        return np.linspace(a, b - [self.turn if route.wraps else 0.0, 0.0], 4)

    @property
    def wet(self) -> list[Route]:
        """Return the routes of ships and ferries."""
        return [route for route in self.board.routes if route.kind in {"ship", "ferry"}]

    @property
    def spaces(self) -> list[Space]:
        """Return the spaces of ships and ferries, evenly on their lines, inside the frame."""
        spaces = []
        for route in self.wet:
            first, *_, last = self.curve(route)
            angle = float(np.degrees(np.arctan2(*(last - first)[::-1])))
            for i in range(route.length):
                x, y = first + (last - first) * (i + 0.5) / route.length
                if self.turn:
                    x = self.frame.x + (x - self.frame.x) % self.turn
                spaces.append(Space(float(x), float(y), angle, 88.0))
        return spaces

    @property
    def outlines(self) -> Outlines:
        """Return the outlines below all this."""
        curves = [self.curve(route) for route in self.wet]
        return self.geography.outlines(self.places, curves, self.spaces, self.frame)


@cache
def sheet(name: str) -> Sheet:
    return Sheet(name)


@cache
def outlines(name: str) -> Outlines:
    return sheet(name).outlines


@pytest.mark.parametrize("name", BOARDS)
def test_no_ship_lies_on_land(name: str) -> None:
    assert dry_spaces(outlines(name), sheet(name).spaces) == []


def test_dry_spaces_are_found() -> None:
    inland, at_sea = Space(50.0, 50.0, 0.0, 88.0), Space(500.0, 50.0, 0.0, 88.0)
    in_the_lake, on_the_shore = Space(1100.0, 50.0, 30.0, 88.0), Space(930.0, 50.0, 0.0, 88.0)
    drawn = Outlines(
        land="M-100-100 200-100 200 200-100 200ZM800-200 1400-200 1400 300 800 300Z",
        territories=(),
        borders="",
        provinces="",
        lakes="M950-50 1250-50 1250 150 950 150Z",
        rivers="",
        graticule="",
    )
    assert dry_spaces(drawn, [inland, at_sea, in_the_lake, on_the_shore]) == [0, 3]


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_reaches_far_beyond_the_frame(name: str) -> None:
    frame = sheet(name).frame
    drawn = outlines(name)
    tinted = "".join(territory.path for territory in drawn.territories)
    lines = drawn.borders + drawn.provinces + drawn.rivers + drawn.graticule
    points = np.concatenate(rings_of(drawn.land + drawn.lakes + tinted + lines))
    assert points[:, 0].min() >= frame.x - OVERHANG - 1
    assert points[:, 1].min() >= frame.y - OVERHANG - 1
    assert points[:, 0].max() <= frame.x + frame.width + OVERHANG + 1
    assert points[:, 1].max() <= frame.y + frame.height + OVERHANG + 1


@pytest.mark.parametrize("name", BOARDS)
def test_the_land_does_not_fold(name: str) -> None:
    folds = sheet(name).geography.folds
    assert folds(sheet(name).places) > 0
    assert folds(sheet(name).places, sheet(name).spaces) > 0


@pytest.mark.parametrize("name", BOARDS)
def test_land_and_countries_cover_the_same(name: str) -> None:
    land = surface_of(outlines(name).land)
    tinted = shapely.union_all([surface_of(each.path) for each in outlines(name).territories])
    assert land.symmetric_difference(tinted).area < 0.02 * land.area


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_have_different_tints(name: str) -> None:
    shapes = [(each.tint, surface_of(each.path)) for each in outlines(name).territories]
    for number, (tint, shape) in enumerate(shapes):
        for other, neighbour in shapes[number + 1 :]:
            if tint == other:
                shared = shape.buffer(1.5).intersection(neighbour.buffer(1.5))
                assert shared.area < 500, "a long common border"


@pytest.mark.parametrize("name", BOARDS)
def test_inland_cities_stand_on_land(name: str) -> None:
    here = sheet(name)
    land = surface_of(outlines(name).land)
    at_sea = [
        city.name
        for city, place in zip(here.board.cities, here.places, strict=True)
        if city.kind == "city" and not city.port and land.distance(shapely.points(place)) > 60
    ]
    assert at_sea == []


def test_only_regional_boards_show_rivers_and_only_america_has_provinces() -> None:
    assert outlines("usa").provinces
    assert outlines("great_lakes").provinces
    assert not outlines("europe").provinces
    assert outlines("europe").rivers
    assert outlines("europe").borders
    assert not outlines("world").rivers
    assert not outlines("world").provinces


def test_the_world_goes_round() -> None:
    here = sheet("world")
    strip = shapely.box(here.frame.x, here.frame.y, here.frame.x + 100, here.frame.y + 1000)
    right = shapely.transform(strip, lambda points: np.add(points, (here.turn, 0.0)))
    land = surface_of(outlines("world").land)
    first, second = land.intersection(strip), land.intersection(right)
    moved = shapely.transform(first, lambda points: np.add(points, (here.turn, 0.0)))
    assert first.area > 1000
    assert moved.symmetric_difference(second).area < 0.1 * first.area


def test_a_place_moved_by_a_turn_is_the_same_place() -> None:
    here = sheet("world")
    moved = here.places.copy()
    moved[::3, 0] += here.turn
    assert (here.geography.coast(moved).grid == here.geography.coast(here.places).grid).all()


@pytest.mark.parametrize(
    ("name", "lon", "lat", "is_water"),
    [
        ("europe", 2.35, 48.86, False),
        ("europe", -12.0, 46.0, True),
        ("europe", 34.0, 43.3, True),
        ("germany", 9.4, 47.6, True),
        ("germany", 10.0, 51.0, False),
        ("great_lakes", -87.0, 43.5, True),
        ("world", 51.0, 42.0, True),
        ("world", -35.0, 35.0, True),
        ("world", 20.0, 20.0, False),
    ],
)
def test_the_coast_field_knows_land_from_water(
    name: str, lon: float, lat: float, is_water: bool
) -> None:
    here = sheet(name)
    field = here.geography.coast(here.shown)
    place = here.projection.plane(here.projection.unwrapped([lon]), [lat])
    assert (field.at(place)[0] > 0) == is_water


def test_the_same_places_give_the_same_outlines() -> None:
    assert Sheet("great_lakes").outlines == outlines("great_lakes")
