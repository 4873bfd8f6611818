"""From a finished layout to a drawing, in the drawing's units and rounded."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from stellwerk.board import Board
from stellwerk.drawing.fingerprint import fingerprint
from stellwerk.drawing.geometry import points_on
from stellwerk.drawing.layout.network import UNITS, Network
from stellwerk.drawing.layout.projection import Array
from stellwerk.drawing.layout.relax import Placed
from stellwerk.drawing.layout.spaces import Track, tracks
from stellwerk.drawing.model import (
    BORDER,
    CITY_RADIUS,
    FORMAT,
    SPACE_WIDTH,
    TUNNEL_FRAME,
    Box,
    Connection,
    Drawing,
    EdgeMark,
    Label,
    Outlines,
    Place,
    Point,
    Space,
)

NO_OUTLINES: Final = Outlines(
    land="", territories=(), borders="", provinces="", lakes="", rivers="", graticule=""
)
_RIM: Final = 40.0
"""Left free inside the frame."""
_OVERLAP: Final = 110.0
"""The part of the world that is shown at both edges of a map that goes round it."""


def assemble(board: Board, network: Network, placed: Placed, seed: int) -> Drawing:
    """Return the drawing of a layout, without land and ornaments."""
    laid = tracks(network, placed.variables)
    places = _places(board, placed)
    bounds = _bounds(places, laid, network.turn > 0)
    turn = _round(network.turn * UNITS)
    if turn:
        left = (bounds[0] + bounds[2] - turn) / 2
        bounds[0], bounds[2] = left - _OVERLAP / 2, left + turn + _OVERLAP / 2
    frame = _box(bounds)
    spaces: dict[str, tuple[Space, ...]] = {}
    connections = []
    for lanes, track in zip(network.connections, laid, strict=True):
        for number, route in enumerate(lanes):
            spaces[route.id] = _spaces(track, number, frame, turn)
        curve = [Point(*map(_round, point)) for point in (track.curve * UNITS).tolist()]
        ids = tuple(route.id for route in lanes)
        start, first, second, end = curve
        connections.append(Connection(ids, (start, first, second, end), lanes[0].wraps))
    return Drawing(
        format=FORMAT,
        board=board.id,
        geography=fingerprint(board),
        seed=seed,
        sheet=Box(
            *map(_round, (frame.x - BORDER, frame.y - BORDER)),
            *map(_round, (frame.width + 2 * BORDER, frame.height + 2 * BORDER)),
        ),
        frame=frame,
        turn=turn,
        places=places,
        connections=tuple(connections),
        spaces=spaces,
        edges=_edges(board, network, connections, frame, turn),
        outlines=NO_OUTLINES,
        title=None,
        compass=None,
    )


def _round(value: float) -> float:
    """Round to a tenth of a unit: a drawing's file stays small, and nobody sees it."""
    return round(float(value), 1) + 0.0


def _box(bounds: Array) -> Box:
    left, top, right, bottom = bounds
    return Box(*map(_round, (left, top, right - left, bottom - top)))


def _places(board: Board, placed: Placed) -> dict[str, Place]:
    places = {}
    for city, middle, lines, box in zip(
        board.cities, placed.variables.places * UNITS, placed.lines, placed.boxes, strict=True
    ):
        label = None
        if lines is not None:
            size = box[2:] * UNITS
            corner = middle + box[:2] * UNITS - size / 2
            label = Label(Box(*map(_round, (*corner, *size))), lines)
        x, y = map(_round, middle)
        places[city.id] = Place(x, y, label)
    return places


def _bounds(places: dict[str, Place], laid: list[Track], wraps: bool) -> Array:
    """Return the rectangle round everything; spaces may leave a map that goes round the world."""
    reach = CITY_RADIUS
    corners = [(place.x - reach, place.y - reach) for place in places.values()]
    corners += [(place.x + reach, place.y + reach) for place in places.values()]
    for place in places.values():
        if place.label is not None:
            box = place.label.box
            corners += [(box.x, box.y), (box.x + box.width, box.y + box.height)]
    for track in laid:
        half = (track.length * UNITS / 2, SPACE_WIDTH / 2)
        away = math.hypot(*half) + TUNNEL_FRAME
        middles = track.middles.reshape(-1, 2) * UNITS
        if wraps:
            middles = np.stack([np.full(len(middles), corners[0][0]), middles[:, 1]], axis=1)
        corners += [(x, y - away) for x, y in middles] + [(x, y + away) for x, y in middles]
        if not wraps:
            corners += [(x - away, y) for x, y in middles] + [(x + away, y) for x, y in middles]
    found = np.array(corners)
    return np.concatenate([found.min(axis=0) - _RIM, found.max(axis=0) + _RIM])


def _spaces(track: Track, lane: int, frame: Box, turn: float) -> tuple[Space, ...]:
    length = _round(track.length * UNITS)
    x, y = (track.middles[lane] * UNITS).T
    if turn:
        # Lanes go over the edge together, where their middle line does.
        middle = track.middles[..., 0].mean(axis=0) * UNITS
        x = x - turn * np.floor((middle - frame.x - _OVERLAP / 2) / turn)
    return tuple(
        Space(_round(x), _round(y), _round(angle), length)
        for x, y, angle in zip(x, y, track.angles[lane], strict=True)
    )


def _edges(
    board: Board, network: Network, connections: list[Connection], frame: Box, turn: float
) -> tuple[EdgeMark, ...]:
    """Return a mark at both edges for each connection that leaves the map."""
    marks = []
    for lanes, connection in zip(network.connections, connections, strict=True):
        if not connection.wraps:
            continue
        near, far = board.cities[lanes[0].a].id, board.cities[lanes[0].b].id
        left = _crossing(connection.curve, frame.x)
        right = _crossing(connection.curve, frame.x + frame.width - turn)
        marks.append(EdgeMark("left", _round(left), far, connection.routes))
        marks.append(EdgeMark("right", _round(right), near, connection.routes))
    return tuple(sorted(marks, key=lambda mark: (mark.side, mark.y, mark.routes)))


def _crossing(curve: tuple[Point, ...], x: float) -> float:
    """Return the height at which a curve, running to the left, comes to a vertical line."""
    points = points_on(curve, 401)
    return float(points[int(np.argmin(np.abs(points[:, 0] - x))), 1])
