"""Whether a drawing is good enough: each bar, with the figure measured."""

from __future__ import annotations

import gzip
from typing import Final, NamedTuple

import numpy as np

from stellwerk.board import Board
from stellwerk.drawing.files import encode
from stellwerk.drawing.geography import Geography, dry_spaces
from stellwerk.drawing.layout.network import is_wet
from stellwerk.drawing.layout.projection import Array, Projection
from stellwerk.drawing.layout.scale import scaled_projection
from stellwerk.drawing.model import Drawing, Space
from stellwerk.drawing.overlaps import Trouble, crossings, overlaps
from stellwerk.drawing.picture import board_svg

LONGEST_TO_SHORTEST: Final = 1.6
MEAN_SHIFT: Final = 3.5
"""In per cent of the map's longer side."""
TURNED: Final = 45.0
"""A bearing that differs by more than this, in degrees, is not kept."""
KEPT_BEARINGS: Final = 95.0
"""In per cent of the routes."""
LARGEST: Final = 150.0
"""In KB of the packed file."""
LARGEST_PICTURE: Final = 400.0
"""In KB of the packed picture that needs nothing else."""
NARROWEST_BAND: Final = 24.0
"""In pixels on a board of 1440 pixels: where a pointer means a route."""
_BOARD_WIDTH: Final = 1440


class Bar(NamedTuple):
    """What is measured, the figure, and whether it is good enough."""

    name: str
    figure: float
    limit: float
    passed: bool


class Report(NamedTuple):
    """All bars of a drawing, and the place of each trouble."""

    bars: tuple[Bar, ...]
    troubles: tuple[Trouble, ...]

    @property
    def passed(self) -> bool:
        """Whether every bar is reached."""
        return all(bar.passed for bar in self.bars)


def check(board: Board, drawing: Drawing) -> Report:
    """Measure a drawing against all bars."""
    lying, crossing, land = overlaps(board, drawing), crossings(drawing), on_land(board, drawing)
    shift, kept = likeness(board, drawing)
    # On the page a pointer means a route within half a space on either side of its line.
    band = 100 * _BOARD_WIDTH / drawing.sheet.width
    bars = (
        _at_most("overlaps", len(lying), 0),
        _at_most("crossings", len(crossing), 0),
        _at_most("ratio", length_ratio(drawing), LONGEST_TO_SHORTEST),
        _at_most("unequal", len(unequal_routes(drawing)), 0),
        _at_most("land", len(land), 0),
        _fold(board, drawing),
        _at_most("shift", shift, MEAN_SHIFT),
        Bar("bearings", kept, KEPT_BEARINGS, kept >= KEPT_BEARINGS),
        _at_most("size", _packed(encode(drawing)), LARGEST),
        _at_most("picture", _packed(board_svg(board, drawing).encode()), LARGEST_PICTURE),
        Bar("band", band, NARROWEST_BAND, band >= NARROWEST_BAND),
    )
    return Report(bars, (*lying, *crossing, *land))


def _packed(content: bytes) -> float:
    """Return the size of a packed file, in KB."""
    return len(gzip.compress(content, mtime=0)) / 1000


def _at_most(name: str, figure: float, limit: float) -> Bar:
    return Bar(name, figure, limit, figure <= limit)


def length_ratio(drawing: Drawing) -> float:
    """Return how many times longer the longest space is than the shortest."""
    lengths = [space.length for spaces in drawing.spaces.values() for space in spaces]
    return max(lengths) / min(lengths)


def unequal_routes(drawing: Drawing) -> list[str]:
    """Return the routes whose spaces are not all equally long."""
    return [
        route
        for route, spaces in drawing.spaces.items()
        if len({space.length for space in spaces}) > 1
    ]


def likeness(board: Board, drawing: Drawing) -> tuple[float, float]:
    """Return the mean shift of cities and the part of bearings kept, both in per cent.

    The shift is measured from the scaled map, which may lie anywhere, against the longer side.
    """
    places, true = drawn_places(board, drawing), true_places(board)
    shift = places - true
    shift -= shift.mean(axis=0)
    side = float(np.ptp(places, axis=0).max()) or 1.0
    ways = [_ways(board, each, drawing.turn) for each in (places, true)]
    drawn, real = (np.arctan2(way[:, 1], way[:, 0]) for way in ways)
    turned = np.degrees(np.abs((drawn - real + np.pi) % (2 * np.pi) - np.pi))
    return 100 * float(np.hypot(*shift.T).mean()) / side, 100 * float((turned < TURNED).mean())


def drawn_places(board: Board, drawing: Drawing) -> Array:
    """Return where the cities are drawn, in the board's order."""
    found = (drawing.places[city.id] for city in board.cities)
    return np.array([(place.x, place.y) for place in found])


def true_places(board: Board, projection: Projection | None = None) -> Array:
    """Return where the cities lie on the scaled map."""
    projection = projection or scaled_projection(board)
    lon = projection.unwrapped([city.lon for city in board.cities])
    return projection.plane(lon, [city.lat for city in board.cities])


def turn_of(board: Board, projection: Projection) -> float:
    """Return the way round the world where routes go over the map's edge, else 0."""
    return projection.period if any(route.wraps for route in board.routes) else 0.0


def geography_of(board: Board) -> Geography:
    """Return the land behind a board, on the scaled map."""
    projection = scaled_projection(board)
    return Geography(projection, true_places(board, projection), turn_of(board, projection))


def _ways(board: Board, places: Array, turn: float) -> Array:
    ways = np.array([places[route.b] - places[route.a] for route in board.routes])
    ways[:, 0] -= np.where([route.wraps for route in board.routes], turn, 0.0)
    return ways


def on_land(board: Board, drawing: Drawing) -> list[Trouble]:
    """Return the spaces of ships and ferries that lie on land."""
    names, spaces = water_spaces(board, drawing)
    return [
        Trouble("land", names[i], "", spaces[i].x, spaces[i].y)
        for i in dry_spaces(drawing.outlines, spaces)
    ]


def water_spaces(board: Board, drawing: Drawing) -> tuple[list[str], list[Space]]:
    """Return the names and places of all spaces of ships and ferries."""
    names, found = [], []
    for route in filter(is_wet, board.routes):
        for number, space in enumerate(drawing.spaces[route.id], start=1):
            names.append(f"{route.id} {number}")
            found.append(space)
    return names, found


def _fold(board: Board, drawing: Drawing) -> Bar:
    """Measure by how much the land is squeezed where it is squeezed most; at 0 it folds over."""
    geography = geography_of(board)
    _, spaces = water_spaces(board, drawing)
    least = geography.folds(drawn_places(board, drawing), spaces)
    return Bar("fold", least, 0.0, least > 0)
