"""Wagons and ships on their spaces, stations and harbours beside their cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from stellwerk.board import Board
from stellwerk.drawing.art.patterns import seat_pattern
from stellwerk.drawing.art.pieces import OUTLINES, SPACE_LENGTH, piece, piece_id
from stellwerk.drawing.lanes import spaces_line
from stellwerk.drawing.markup import moved, tag
from stellwerk.drawing.model import Drawing, Point
from stellwerk.drawing.scene import Scene
from stellwerk.drawing.svg.shapes import upright

_BESIDE: Final = 58.0
"""From the middle of a city to that of its station or harbour."""
_DIRECTIONS: Final = 32


class Standing(NamedTuple):
    """A piece somewhere on the board."""

    kind: str
    seat: str
    x: float
    y: float
    angle: float
    stretch: float


def pieces_layer(board: Board, drawing: Drawing, scene: Scene) -> str:
    """Return all pieces."""
    standing = [
        *_on_routes(board, drawing, {**scene.owners, **scene.preview}),
        *_in_cities(drawing, scene.stations, "station"),
        *_in_cities(drawing, scene.harbours, "harbour"),
    ]
    if not standing:
        return ""
    shadows = (
        tag("use", href=f"#shadow-{each.kind}", transform=_transform(each, 3.0, 5.5))
        for each in standing
    )
    return (
        tag("defs", *_definitions(standing))
        + tag("g", *shadows)
        + "".join(
            tag("use", href=f"#{piece_id(each.kind, each.seat)}", transform=_transform(each))
            for each in standing
        )
    )


def _definitions(standing: list[Standing]) -> Iterator[str]:
    yield from (seat_pattern(seat) for seat in sorted({each.seat for each in standing}))
    yield from (piece(*sort) for sort in sorted({(each.kind, each.seat) for each in standing}))
    for kind in sorted({each.kind for each in standing}):
        yield tag("path", id=f"shadow-{kind}", cls="piece-shadow", d=OUTLINES[kind])


def _on_routes(board: Board, drawing: Drawing, owners: Mapping[str, str]) -> Iterator[Standing]:
    for route in sorted(owners):
        kind = "ship" if board.routes[board.route_index[route]].kind == "ship" else "wagon"
        for space in drawing.spaces[route]:
            # A ship sails on towards the second city; a wagon's roof is lit from above.
            angle = space.angle if kind == "ship" else upright(space.angle)
            stretch = space.length / SPACE_LENGTH
            yield Standing(kind, owners[route], space.x, space.y, angle, stretch)


def _in_cities(
    drawing: Drawing, built: Mapping[str, tuple[str, ...]], kind: str
) -> Iterator[Standing]:
    for city in sorted(built):
        spots = free_spots(drawing, city)
        for seat, spot in zip(built[city], spots, strict=False):
            yield Standing(kind, seat, spot.x, spot.y, 0.0, 1.0)


def free_spots(drawing: Drawing, city: str) -> list[Point]:
    """Return places beside a city, the freest first: away from its label and from spaces."""
    place = drawing.places[city]
    lines = [
        line
        for route in drawing.spaces
        for line in spaces_line(drawing, route)
        if min(hypot(point.x - place.x, point.y - place.y) for point in line) < 4 * _BESIDE
    ]

    def freedom(spot: Point) -> float:
        near = min((_distance(spot, line) for line in lines), default=2 * _BESIDE)
        if place.label is None:
            return near
        box = place.label.box
        to_label = hypot(
            max(box.x - spot.x, 0, spot.x - box.x - box.width),
            max(box.y - spot.y, 0, spot.y - box.y - box.height),
        )
        return min(near, to_label)

    spots = [
        Point(
            place.x + _BESIDE * cos(2 * pi * step / _DIRECTIONS),
            place.y + _BESIDE * sin(2 * pi * step / _DIRECTIONS),
        )
        for step in range(_DIRECTIONS)
    ]
    return sorted(spots, key=freedom, reverse=True)


def _distance(spot: Point, line: tuple[Point, ...]) -> float:
    """Return the distance to a line's corners and middles, which lie close together."""
    points = [*line, *(Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(line))]
    return min(hypot(point.x - spot.x, point.y - spot.y) for point in points)


def _transform(piece: Standing, shift_x: float = 0.0, shift_y: float = 0.0) -> str:
    stretch = f"{piece.stretch:.3f} 1" if piece.stretch != 1 else ""
    return moved(piece.x + shift_x, piece.y + shift_y, piece.angle, stretch)
