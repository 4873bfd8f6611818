"""The whole way from a board to its drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import numpy as np

from stellwerk.board import Board
from stellwerk.drawing.check import (
    LONGEST_TO_SHORTEST,
    MEAN_SHIFT,
    drawn_places,
    geography_of,
    length_ratio,
    likeness,
    true_places,
    turn_of,
    water_spaces,
)
from stellwerk.drawing.geography import Geography, free_places
from stellwerk.drawing.geometry import points_on, rectangle
from stellwerk.drawing.layout.assemble import assemble
from stellwerk.drawing.layout.energy import Coast
from stellwerk.drawing.layout.network import UNITS, is_wet, network_of
from stellwerk.drawing.layout.projection import Array
from stellwerk.drawing.layout.relax import relax
from stellwerk.drawing.layout.scale import scaled_projection
from stellwerk.drawing.model import CITY_RADIUS, TUNNEL_FRAME, Box, Drawing
from stellwerk.drawing.overlaps import crossings, troubles
from stellwerk.words import LANGUAGES

_GUIDE: Final = 8.0
"""Room kept free on both sides of a connection's line."""
_POINTS: Final = 100
_BEYOND: Final = 0.6
_BESIDE_TALL: Final = 1.4
_BEYOND_POLES: Final = 0.35
"""How far the ground goes on round the frame, as shares of the frame's sides."""
_ATTEMPTS: Final = 4
"""How often a board is tried, each time from a slightly different start, until it is clean."""


def draw(board: Board, seed: int = 1) -> Drawing:
    """Compute the drawing of a board: the same seed, the same drawing."""
    geography = geography_of(board)
    return _with_land(board, _lay_out(board, geography, seed), geography)


def lay_out(board: Board, seed: int = 1) -> Drawing:
    """Compute a drawing without land and ornaments: enough to see whether everything has room."""
    return _lay_out(board, geography_of(board), seed)


def _lay_out(board: Board, geography: Geography, seed: int) -> Drawing:
    """Return the best layout found: the first without any fault, if there is one."""
    projection = scaled_projection(board)
    true, turn = true_places(board, projection), turn_of(board, projection)
    network = network_of(board, true / UNITS, turn / UNITS)
    names: list[dict[str, str] | None] = [
        None
        if city.kind == "junction"
        else {language: board.place_name(city.id, language) for language in LANGUAGES}
        for city in board.cities
    ]
    coast = _coast_of(geography) if any(map(is_wet, board.routes)) else None
    best: Drawing | None = None
    fewest = np.inf
    for attempt in range(_ATTEMPTS):
        for placed in relax(network, names, np.random.default_rng([seed, attempt]), coast):
            drawing = assemble(board, network, placed, seed)
            faults = _faults(board, drawing)
            if faults < fewest:
                best, fewest = drawing, faults
            if not faults:
                return drawing
            if crossings(drawing):
                break
    assert best is not None
    return best


def _coast_of(geography: Geography) -> Callable[[Array], Coast]:
    """Return the coast in spaces' lengths, as the layout measures."""

    def coast(places: Array) -> Coast:
        field = geography.coast(places * UNITS)
        grid = np.ascontiguousarray(field.grid, dtype=np.float64) / UNITS
        return Coast(grid, field.x0 / UNITS, field.y0 / UNITS, field.resolution * UNITS)

    return coast


def _faults(board: Board, drawing: Drawing) -> float:
    """Count what is wrong; spaces of unequal length and cities too far away count by how much."""
    excess = max(0.0, length_ratio(drawing) - LONGEST_TO_SHORTEST)
    shift, _ = likeness(board, drawing)
    return len(troubles(board, drawing)) + 10 * excess + max(0.0, shift - MEAN_SHIFT)


def _with_land(board: Board, drawing: Drawing, geography: Geography) -> Drawing:
    """Return a drawing with the land behind it, and with places for its ornaments."""
    wet = {route.id for route in filter(is_wet, board.routes)}
    curves = [each.curve for each in drawing.connections if each.routes[0] in wet]
    _, spaces = water_spaces(board, drawing)
    places = drawn_places(board, drawing)
    ground = ground_round(drawing.frame, wraps=bool(drawing.turn))
    outlines = geography.outlines(places, curves, spaces, ground)
    title, compass = free_places(drawing.frame, _occupied(drawing), outlines)
    return msgspec.structs.replace(
        drawing, outlines=outlines, title=title, compass=compass, ground=ground
    )


def ground_round(frame: Box, *, wraps: bool) -> Box:
    """Return how far the map goes on round its frame, so that it fills any window.

    A world that wraps is repeated on both sides; its poles are not far.
    """
    if wraps:
        across, down = 0.0, _BEYOND_POLES
    elif frame.height > frame.width:
        across, down = _BESIDE_TALL, _BEYOND
    else:
        across, down = _BEYOND, _BEYOND
    return Box(
        frame.x - across * frame.width,
        frame.y - down * frame.height,
        frame.width * (1 + 2 * across),
        frame.height * (1 + 2 * down),
    )


def _occupied(drawing: Drawing) -> Iterator[Box]:
    """Go through boxes round everything that ornaments must not cover."""
    for spaces in drawing.spaces.values():
        for space in spaces:
            corners = rectangle(space, TUNNEL_FRAME)
            yield Box(*corners.min(axis=0), *np.ptp(corners, axis=0))
    for place in drawing.places.values():
        yield Box(*(value - CITY_RADIUS for value in (place.x, place.y)), *[2 * CITY_RADIUS] * 2)
        if place.label is not None:
            yield place.label.box
    for connection in drawing.connections:
        for turn in (0.0, drawing.turn) if connection.wraps else (0.0,):
            for x, y in points_on(connection.curve, _POINTS):
                yield Box(x + turn - _GUIDE, y - _GUIDE, 2 * _GUIDE, 2 * _GUIDE)
