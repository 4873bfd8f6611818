from math import hypot

import pytest

from stellwerk import Board
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.lanes import ends, spaces_line, whole_line
from stellwerk.drawing.model import Space


def test_ends_of_a_space_lie_on_its_direction() -> None:
    first, last = ends(Space(100, 50, 90, 80))
    assert first == pytest.approx((100, 10))
    assert last == pytest.approx((100, 90))


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
