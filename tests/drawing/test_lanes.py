from math import hypot

import pytest

from stellwerk import Board
from stellwerk.board import boards
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.lanes import ends, hit_bands, route_at, spaces_line, whole_line
from stellwerk.drawing.model import Space

WIDTH = 1440
"""The board's width in pixels that the bar speaks of."""


def test_ends_of_a_space_lie_on_its_direction() -> None:
    first, last = ends(Space(100, 50, 90, 80))
    assert first == pytest.approx((100, 10))
    assert last == pytest.approx((100, 90))


@pytest.mark.parametrize("name", boards())
def test_hit_band_of_every_connection_is_wide_enough(name: str) -> None:
    drawing = drawing_of(Board.load(name))
    pixels = WIDTH / drawing.sheet.width
    bands = hit_bands(drawing)
    assert sorted(route for band in bands for route in band.routes) == sorted(drawing.spaces)
    assert min(band.width * pixels for band in bands) >= 24


@pytest.mark.parametrize("name", boards())
def test_pointer_on_a_space_means_its_route(name: str) -> None:
    drawing = drawing_of(Board.load(name))
    for route, spaces in drawing.spaces.items():
        for space in spaces:
            assert route_at(drawing, space.x, space.y) == route


@pytest.mark.parametrize("name", boards())
def test_band_reaches_twelve_pixels_to_the_outer_side_of_its_lanes(name: str) -> None:
    board = Board.load(name)
    drawing = drawing_of(board)
    reach = 12 * drawing.sheet.width / WIDTH
    connection_of = {
        route: connection for connection in drawing.connections for route in connection.routes
    }
    for route, spaces in drawing.spaces.items():
        # At a middle space, where no other connection is as near as at the ends.
        space = spaces[len(spaces) // 2]
        first, last = ends(space)
        across = ((last.y - first.y) / space.length, (first.x - last.x) / space.length)
        for side in (-reach, reach):
            found = route_at(drawing, space.x + across[0] * side, space.y + across[1] * side)
            assert found is not None
            if connection_of[found] is not connection_of[route]:
                other = min(
                    hypot(space.x - each.x, space.y - each.y) for each in drawing.spaces[found]
                )
                assert other < 2 * reach + space.length


def test_pointer_between_two_lanes_means_the_nearer_one() -> None:
    drawing = drawing_of(Board.load("usa"))
    upper, lower = (drawing.spaces[f"denver-kansas-city/{lane}"][1] for lane in (1, 2))
    for share, lane in ((0.3, 1), (0.7, 2)):
        x = upper.x + (lower.x - upper.x) * share
        y = upper.y + (lower.y - upper.y) * share
        assert route_at(drawing, x, y) == f"denver-kansas-city/{lane}"


def test_pointer_in_the_empty_sea_means_nothing() -> None:
    drawing = drawing_of(Board.load("world"))
    assert route_at(drawing, drawing.sheet.x, drawing.sheet.y) is None


def test_line_across_the_edge_leaves_on_one_side_and_enters_on_the_other() -> None:
    board = Board.load("world")
    drawing = drawing_of(board)
    for route in board.routes:
        lines = whole_line(board, drawing, route.id)
        steps = [hypot(a.x - b.x, a.y - b.y) for a, b in zip(lines[0], lines[0][1:], strict=False)]
        assert max(steps) < 400
        assert len(lines) == (2 if route.wraps else 1)
        if route.wraps:
            left, right = sorted(lines)
            assert min(left).x < drawing.frame.x
            assert max(right).x > drawing.frame.x + drawing.turn


def test_spaces_on_both_sides_of_the_map_make_two_lines() -> None:
    board = Board.load("world")
    drawing = drawing_of(board)
    for route in board.routes:
        xs = [space.x for space in drawing.spaces[route.id]]
        split = max(xs) - min(xs) > drawing.frame.width / 2
        assert len(spaces_line(drawing, route.id)) == (2 if split else 1)
