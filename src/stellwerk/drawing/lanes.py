"""The line of one lane, from city to city: overlays follow it."""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin

from stellwerk.board import Board
from stellwerk.drawing.model import Drawing, Point, Space


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


def _apart(first: Point, second: Point) -> float:
    return abs(first.x - second.x)
