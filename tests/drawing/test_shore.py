"""The coast for broad strokes: nothing of it is lost, and no piece is most of it."""

import re

import pytest
from shapely import LineString, MultiLineString, hausdorff_distance

from stellwerk.board import Board, boards
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.svg.shore import pieces


def lines(path: str) -> list[LineString]:
    """Return the lines of a path that goes by steps, or from place to place."""
    found = []
    for part in re.findall(r"M[^M]*", path):
        x, y, *others = [int(number) for number in re.findall(r"-?\d+", part)]
        places = [(x, y)]
        for across, down in zip(others[::2], others[1::2], strict=True):
            x, y = (x + across, y + down) if "l" in part else (across, down)
            places.append((x, y))
        found.append(LineString([*places, places[0]] if part.endswith("Z") else places))
    return found


@pytest.mark.parametrize("name", boards())
def test_the_pieces_of_a_coast_make_the_coast(name: str) -> None:
    outline = drawing_of(Board.load(name)).outlines.land
    coast = MultiLineString(lines(outline))
    cut = [MultiLineString(lines(piece)) for piece in pieces(outline)]
    whole = MultiLineString([line for piece in cut for line in piece.geoms])
    assert hausdorff_distance(whole, coast, densify=0.5) < 10
    assert 0.6 * coast.length < whole.length <= coast.length
    assert max(piece.length for piece in cut) < whole.length / 3


def test_a_small_ring_is_one_piece() -> None:
    assert pieces("M0 0 40 0 40 40 20 41 0 40Z") == ("M0 0l40 0 0 40-40 0 0-40",)
