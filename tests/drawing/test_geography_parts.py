"""The small parts that maps are made of."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from stellwerk.drawing.geography import free_places
from stellwerk.drawing.geography.bend import bend_to, extent
from stellwerk.drawing.geography.coast import field_of, picture
from stellwerk.drawing.geography.excerpt import Rectangle
from stellwerk.drawing.geography.lines import densified, is_closed, rounded_off
from stellwerk.drawing.geography.paths import line_path, rings_of, surface_path
from stellwerk.drawing.geography.ships import dug, space_polygon
from stellwerk.drawing.geography.tints import TINTS, tints
from stellwerk.drawing.model import Box, Outlines, Space

SQUARE = np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0], [0.0, 0.0]])
SHEET = Rectangle(-50.0, -50.0, 150.0, 150.0)


def _outlines(land: str = "") -> Outlines:
    return Outlines(
        land=land, territories=(), borders="", provinces="", lakes="", rivers="", graticule=""
    )


def test_densified_lines_have_no_long_steps_and_keep_their_points() -> None:
    line = np.array([[0.0, 0.0], [10.0, 3.0], [10.5, 3.0]])
    dense = densified(line, 2.0)
    assert np.abs(np.diff(dense, axis=0)).max() <= 2.0
    assert all((dense == point).all(axis=1).any() for point in line)


def test_rounding_off_keeps_open_ends_and_closed_rings() -> None:
    assert is_closed(rounded_off(SQUARE))
    assert len(rounded_off(SQUARE)) == 9
    line = SQUARE[:-1]
    assert (rounded_off(line)[[0, -1]] == line[[0, -1]]).all()


def test_paths_are_short_and_can_be_read_again() -> None:
    land = Polygon(SQUARE - 20, [SQUARE * 0.5])
    path = surface_path(land)
    assert path == "M-20-20 80-20 80 80-20 80ZM0 0 50 0 50 50 0 50Z"
    outer, hole = rings_of(path)
    assert (outer == SQUARE - 20).all()
    assert (hole == SQUARE * 0.5).all()


def test_points_that_fall_together_are_written_once() -> None:
    assert line_path(LineString([(0, 0), (0.2, 0.1), (5, 0), (5.3, 0)])) == "M0 0 5 0"
    assert line_path(LineString([(0, 0), (0.2, 0.1)])) == ""
    assert surface_path(Polygon([(0, 0), (0.3, 0), (0, 0.3)])) == ""


def test_a_picture_leaves_holes_empty() -> None:
    filled = picture([SQUARE, SQUARE * 0.5], SHEET, 0.1)
    at = {(x, y): filled[(y + 50) // 10, (x + 50) // 10] for x in (-20, 25, 75) for y in (25, 75)}
    assert at == {
        (-20, 25): False,
        (-20, 75): False,
        (25, 25): False,
        (75, 25): True,
        (25, 75): True,
        (75, 75): True,
    }


def test_the_coast_field_measures_in_units() -> None:
    field = field_of(picture([SQUARE], SHEET, 0.2), SHEET, 0.2)
    places = np.array([[50.0, 50.0], [50.0, 130.0], [50.0, 102.5]])
    assert field.at(places) == pytest.approx([-50.0, 30.0, 0.0], abs=6.0)


@pytest.mark.parametrize("is_land", [True, False])
def test_a_map_without_coast_has_a_field_too(is_land: bool) -> None:
    field = field_of(np.full((5, 5), is_land), SHEET, 0.02)
    assert np.isfinite(field.grid).all()
    assert (field.grid < 0).all() == is_land


def test_a_bend_moves_cities_to_their_places() -> None:
    random = np.random.default_rng(5)
    shown = random.uniform(0, 2000, (25, 2))
    places = shown + random.normal(0, 25, shown.shape)
    bend = bend_to(shown, places, 0.0)
    assert np.abs(bend(shown) - places).max() < 12
    assert bend.smallest_stretch(extent(shown, 100.0)) > 0


def test_a_bend_goes_round_with_the_map() -> None:
    random = np.random.default_rng(6)
    shown = random.uniform(0, 2000, (20, 2))
    bend = bend_to(shown, shown + random.normal(0, 30, shown.shape), 2100.0)
    left = np.array([[5.0, 700.0], [40.0, 1500.0]])
    assert np.abs(bend.moves(left) - bend.moves(np.add(left, (2100.0, 0.0)))).max() < 3.0


def test_even_cities_that_change_places_do_not_fold_the_land() -> None:
    shown = np.array([[0.0, 0.0], [400.0, 0.0], [0.0, 400.0], [400.0, 400.0], [180.0, 200.0]])
    places = shown.copy()
    places[4, 0] = 900.0
    assert bend_to(shown, places, 0.0).smallest_stretch(extent(shown, 100.0)) > 0


def test_water_is_pulled_only_as_far_as_nothing_folds() -> None:
    grid = np.arange(0.0, 1600.0, 400.0)
    shown = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    water = np.array([[500.0, 600.0], [700.0, 600.0]])
    bend = bend_to(shown, shown, 0.0, (water, water[::-1].copy()))
    assert bend.smallest_stretch(extent(shown, 100.0)) > 0


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=60))
def test_neighbours_on_any_plane_map_differ(joined: list[tuple[int, int]]) -> None:
    # Countries in a row, and one that touches all of them: such a map is plane.
    neighbours: dict[str, set[str]] = {}
    for a, b in joined:
        if abs(a - b) == 1:
            neighbours.setdefault(f"{a}", set()).add(f"{b}")
            neighbours.setdefault(f"{b}", set()).add(f"{a}")
            neighbours.setdefault("ring", set()).add(f"{a}")
            neighbours.setdefault(f"{a}", set()).add("ring")
    areas = {code: 1.0 + len(code) for code in neighbours}
    chosen = tints(areas, neighbours)
    assert all(chosen[a] != chosen[b] for a in neighbours for b in neighbours[a])
    assert set(chosen.values()) <= set(range(TINTS))


def test_lonely_countries_share_out_all_tints() -> None:
    chosen = tints({str(code): 10.0 for code in range(12)}, {})
    assert sorted(chosen.values()) == sorted([*range(TINTS)] * 2)


def test_dug_water_holds_every_space_and_leaves_wet_ones_alone() -> None:
    dry = Polygon([(0, 0), (1000, 0), (1000, 400), (0, 400)])
    spaces = [Space(300.0 + 100 * i, 200.0 + 5 * i, 12.0, 88.0) for i in range(3)]
    at_sea = Space(-500.0, 200.0, 0.0, 88.0)
    water = dug(dry, [], [*spaces, at_sea])
    assert all(water.contains(space_polygon(space)) for space in spaces)
    assert not water.intersects(space_polygon(at_sea))
    assert len(shapely.get_parts(water)) == 1


def test_ornaments_lie_in_free_corners_of_the_sea() -> None:
    frame = Box(0.0, 0.0, 2400.0, 1500.0)
    occupied = [Box(0.0, 0.0, 1500.0, 1500.0)]
    land = surface_path(shapely.box(1500, 0, 2400, 700))
    title, compass = free_places(frame, occupied, _outlines(land))
    assert title is not None
    assert compass is not None
    shapes = [shapely.box(b.x, b.y, b.x + b.width, b.y + b.height) for b in (title, compass)]
    assert not shapes[0].intersects(shapes[1])
    for shape in shapes:
        assert shapely.box(1500, 0, 2400, 1500).contains(shape)
        assert shapely.box(1500, 0, 2400, 700).intersection(shape).area < 0.3 * shape.area


def test_a_full_board_has_no_room_for_ornaments() -> None:
    frame = Box(0.0, 0.0, 2400.0, 1500.0)
    dots = [Box(x, y, 30.0, 30.0) for x in range(0, 2400, 90) for y in range(0, 1500, 90)]
    assert free_places(frame, dots, _outlines()) == (None, None)


def test_a_space_is_as_wide_as_it_is() -> None:
    shape = space_polygon(Space(10.0, 20.0, 90.0, 88.0))
    assert shape.bounds == pytest.approx((10 - 18, 20 - 44, 10 + 18, 20 + 44))
    assert math.isclose(shape.area, 36 * 88)
