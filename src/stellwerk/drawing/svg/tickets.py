"""Tickets on the map: rings round their stops, the way still to go, and letters."""

from __future__ import annotations

from math import hypot
from typing import Final

from stellwerk.board import Board
from stellwerk.drawing.lanes import whole_line
from stellwerk.drawing.markup import circle, moved, number, polyline, tag
from stellwerk.drawing.model import CITY_RADIUS, Drawing, Place, Point
from stellwerk.drawing.palette import TICKETS
from stellwerk.drawing.scene import Scene, TicketMark

_RADIUS: Final = 42.0
_RING: Final = 11.0
_STEP: Final = 13.0
"""A city of several tickets has several rings, one round the other."""
_BADGE: Final = 30.0
_CITY_RIM: Final = CITY_RADIUS + 8


def tickets_layer(board: Board, drawing: Drawing, scene: Scene) -> str:
    """Return ways and rings; they lie under the labels."""
    paths = "".join(
        _path(board, drawing, mark, _colour(index)) for index, mark in enumerate(scene.tickets)
    )
    rings = "".join(
        _ring(drawing.places[city], _colour(index, mark), _RADIUS + _STEP * inner)
        for city, at in _by_city(scene).items()
        for inner, (index, mark) in enumerate(at)
    )
    return paths + rings


def badges_layer(drawing: Drawing, scene: Scene) -> str:
    """Return a letter for each ticket at its stops, on the side away from the label."""
    if len(scene.tickets) < 2:
        return ""
    parts = []
    for city, at in _by_city(scene).items():
        place = drawing.places[city]
        for further, (index, mark) in enumerate(at):
            parts.append(_badge(place, _colour(index, mark), chr(ord("A") + index), further))
    return "".join(parts)


def _by_city(scene: Scene) -> dict[str, list[tuple[int, TicketMark]]]:
    """Return the tickets that stop at each city."""
    found: dict[str, list[tuple[int, TicketMark]]] = {}
    for index, mark in enumerate(scene.tickets):
        for city in dict.fromkeys(city for stop in mark.stops for city in stop):
            found.setdefault(city, []).append((index, mark))
    return found


def _colour(index: int, mark: TicketMark | None = None) -> str:
    if mark is not None and mark.completed:
        return "var(--ok)"
    return f"var(--{TICKETS[index % len(TICKETS)]})"


def _path(board: Board, drawing: Drawing, mark: TicketMark, colour: str) -> str:
    line = "".join(
        polyline(_short_of_cities(points))
        for route in mark.path
        for points in whole_line(board, drawing, route)
    )
    if not line:
        return ""
    return tag("path", cls="way", d=line, stroke="var(--overlay-casing)", stroke_width=19) + tag(
        "path", cls="way", d=line, stroke=colour, stroke_width=9, stroke_dasharray="22 15"
    )


def _short_of_cities(line: tuple[Point, ...]) -> list[Point]:
    """Return a line that ends at the rims of its cities rather than in their middles."""
    return [_towards(line[0], line[1]), *line[1:-1], _towards(line[-1], line[-2])]


def _towards(city: Point, next_point: Point) -> Point:
    distance = hypot(next_point.x - city.x, next_point.y - city.y)
    share = min(1.0, _CITY_RIM / distance) if distance else 0.0
    return Point(city.x + (next_point.x - city.x) * share, city.y + (next_point.y - city.y) * share)


def _ring(place: Place, colour: str, radius: float) -> str:
    ring = circle(place.x, place.y, radius)
    return tag(
        "path", d=ring, fill="none", stroke="var(--overlay-casing)", stroke_width=_RING + 7
    ) + tag("path", d=ring, fill="none", stroke=colour, stroke_width=_RING)


def _badge(place: Place, colour: str, letter: str, further: int) -> str:
    away_x, away_y = 0.0, 1.0
    if place.label is not None:
        box = place.label.box
        away_x, away_y = place.x - box.x - box.width / 2, place.y - box.y - box.height / 2
    length = hypot(away_x, away_y) or 1.0
    distance = _RADIUS + 20 + further * 2 * _BADGE
    return tag(
        "g",
        tag("circle", r=_BADGE, fill=colour, stroke="var(--overlay-casing)", stroke_width=7),
        tag("text", letter, cls="letter", y=number(14)),
        transform=moved(place.x + away_x / length * distance, place.y + away_y / length * distance),
    )
