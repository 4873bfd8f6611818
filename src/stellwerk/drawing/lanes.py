"""The line of one lane, from city to city, and which lane a pointer means.

Overlays follow these lines, and the browser's hit bands are made of them.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

from stellwerk.board import Board
from stellwerk.drawing.model import LANE_DISTANCE, Drawing, Point, Space

BAND_WIDTH: Final = 100.0
"""How wide a lane's hit band is: one space; 37 pixels or more on a board of 1440 pixels."""


class Band(NamedTuple):
    """The part of the sheet in which a pointer means one of a connection's lanes."""

    routes: tuple[str, ...]
    lines: tuple[tuple[Point, ...], ...]
    """The middle line of all lanes; in pieces where it crosses the map's edge."""
    width: float


def ends(space: Space) -> tuple[Point, Point]:
    """Return the middles of a space's two short sides."""
    across = cos(radians(space.angle)) * space.length / 2
    down = sin(radians(space.angle)) * space.length / 2
    return Point(space.x - across, space.y - down), Point(space.x + across, space.y + down)


def spaces_line(drawing: Drawing, route: str) -> tuple[tuple[Point, ...], ...]:
    """Return the line along the spaces of a route; in pieces where it crosses the map's edge."""
    pieces: list[list[Point]] = []
    for space in drawing.spaces[route]:
        first, last = ends(space)
        if not pieces or _apart(pieces[-1][-1], first) > drawing.frame.width / 2:
            pieces.append([])
        pieces[-1] += [first, last]
    return tuple(tuple(piece) for piece in pieces)


def whole_line(board: Board, drawing: Drawing, route: str) -> tuple[tuple[Point, ...], ...]:
    """Return the line of a route from city to city.

    One across the map's edge comes twice: leaving on the left, and entering on the right.
    """
    found = board.routes[board.route_index[route]]
    start, end = (drawing.places[board.cities[city].id] for city in (found.a, found.b))
    points = [Point(start.x, start.y)]
    for space in drawing.spaces[route]:
        points += ends(space)
    points.append(Point(end.x, end.y))
    if not found.wraps or not drawing.turn:
        return (tuple(points),)
    unrolled = points[:1]
    for _, point in pairwise(points):
        turns = round((unrolled[-1].x - point.x) / drawing.turn)
        unrolled.append(Point(point.x + turns * drawing.turn, point.y))
    leaving = min(point.x for point in unrolled) >= drawing.frame.x
    shift = -drawing.turn if leaving else drawing.turn
    return tuple(unrolled), tuple(Point(point.x + shift, point.y) for point in unrolled)


def hit_bands(drawing: Drawing) -> tuple[Band, ...]:
    """Return the hit band of each connection. Where two overlap, the nearest lane wins."""
    return tuple(
        Band(
            connection.routes,
            spaces_line(drawing, connection.routes[len(connection.routes) // 2]),
            BAND_WIDTH + (len(connection.routes) - 1) * LANE_DISTANCE,
        )
        for connection in drawing.connections
    )


def route_at(drawing: Drawing, x: float, y: float) -> str | None:
    """Return the route that a pointer means: the nearest lane, if it is within its band."""
    distance, route = min(
        (_distance(Point(x, y), line), route)
        for route in drawing.spaces
        for line in spaces_line(drawing, route)
    )
    return route if distance <= BAND_WIDTH / 2 else None


def _distance(point: Point, line: tuple[Point, ...]) -> float:
    """Return the distance of a point to a line."""
    return min(_to_segment(point, first, last) for first, last in pairwise(line))


def _to_segment(point: Point, first: Point, last: Point) -> float:
    along_x, along_y = last.x - first.x, last.y - first.y
    length = along_x**2 + along_y**2
    share = (
        ((point.x - first.x) * along_x + (point.y - first.y) * along_y) / length if length else 0
    )
    share = min(1.0, max(0.0, share))
    return hypot(point.x - first.x - share * along_x, point.y - first.y - share * along_y)


def _apart(first: Point, second: Point) -> float:
    return abs(first.x - second.x)
