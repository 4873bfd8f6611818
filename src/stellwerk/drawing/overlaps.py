"""What lies on something else: exact polygons, each pair named."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from stellwerk.board import Board
from stellwerk.drawing.geometry import points_on, rectangle
from stellwerk.drawing.model import (
    CITY_RADIUS,
    TUNNEL_FRAME,
    Box,
    Connection,
    Drawing,
)

Shapes = NDArray[np.object_]
Kind = Literal["space", "city", "label"]

TOLERANCE: Final = 1.0
"""The area, in square units, that rounding may leave on something else."""
_POINTS: Final = 200
_TROUBLES: Final[dict[tuple[Kind, Kind], str]] = {
    ("space", "space"): "space_space",
    ("space", "city"): "space_city",
    ("space", "label"): "space_label",
    ("city", "city"): "city_city",
    ("city", "label"): "city_label",
    ("label", "label"): "label_label",
}


class Trouble(NamedTuple):
    """Two things in each other's way, and where.

    A space is named by its route's id and its number, counted from 1; a city and its label by the
    city's id.
    """

    kind: str
    """What lies on what (``space_city``), or ``crossing``, or ``land``."""
    first: str
    second: str
    x: float
    y: float


@dataclass(frozen=True)
class _Things:
    """Everything on the sheet that needs room, one entry each."""

    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    connections: NDArray[np.int64]
    """Of spaces; -1 otherwise."""
    shapes: Shapes
    bare: Shapes
    """Without the frames of tunnels."""


def overlaps(board: Board, drawing: Drawing) -> list[Trouble]:
    """Return every two things of which one lies on the other; frames of tunnels count.

    Lanes of one connection stand close, so between them their frames do not count.
    """
    things = _things(board, drawing)
    shapes, bare, count = things.shapes, things.bare, len(things.shapes)
    if drawing.turn:
        shapes, bare = (np.concatenate([each, _beside(drawing, each)]) for each in (shapes, bare))
    found = []
    pairs = shapely.STRtree(shapes).query(shapes[:count], predicate="intersects").T
    for i, j in pairs[pairs[:, 0] < pairs[:, 1]]:
        # Things are listed by kind, so that the kinds of a pair come in a fixed order.
        first, second = sorted((i, j % count))
        if first == second:
            continue
        own = things.connections[first] == things.connections[second] >= 0
        shared = shapely.intersection(*(bare[[i, j]] if own else shapes[[i, j]]))
        if shared.area > TOLERANCE:
            kind = _TROUBLES[things.kinds[first], things.kinds[second]]
            found.append(_trouble(kind, things.names[first], things.names[second], shared))
    return found


def _trouble(kind: str, first: str, second: str, where: BaseGeometry) -> Trouble:
    middle = where.centroid
    return Trouble(kind, first, second, round(middle.x, 1), round(middle.y, 1))


def _beside(drawing: Drawing, shapes: Shapes) -> Shapes:
    """Return shapes moved right by a turn round the world."""
    moved = shapely.transform(shapes, lambda points: points + np.array([drawing.turn, 0.0]))
    return np.asarray(moved, dtype=np.object_)


def _things(board: Board, drawing: Drawing) -> _Things:
    kinds: list[Kind] = []
    names: list[str] = []
    connections: list[int] = []
    framed, bare = [], []
    for number, connection in enumerate(drawing.connections):
        for route in connection.routes:
            around = TUNNEL_FRAME if board.routes[board.route_index[route]].tunnel else 0.0
            for count, space in enumerate(drawing.spaces[route], start=1):
                kinds.append("space")
                names.append(f"{route} {count}")
                connections.append(number)
                framed.append(rectangle(space, around))
                bare.append(rectangle(space))
    spaces = shapely.polygons(framed), shapely.polygons(bare)
    middles = shapely.points([(place.x, place.y) for place in drawing.places.values()])
    cities = shapely.buffer(middles, CITY_RADIUS)
    boxes = {name: place.label.box for name, place in drawing.places.items() if place.label}
    labels = np.array([_shape(box) for box in boxes.values()], dtype=np.object_)
    rest = len(cities) + len(labels)
    kinds.extend("city" for _ in cities)
    kinds.extend("label" for _ in labels)
    return _Things(
        kinds=tuple(kinds),
        names=(*names, *drawing.places, *boxes),
        connections=np.array([*connections, *([-1] * rest)]),
        shapes=np.concatenate([spaces[0], cities, labels]),
        bare=np.concatenate([spaces[1], cities, labels]),
    )


def _shape(box: Box) -> shapely.Polygon:
    return shapely.box(box.x, box.y, box.x + box.width, box.y + box.height)


def crossings(drawing: Drawing) -> list[Trouble]:
    """Return every two connections that cross outside the cities."""
    lines = [_line(connection) for connection in drawing.connections]
    shapes: Shapes = np.array(lines, dtype=np.object_)
    count = len(lines)
    if drawing.turn:
        shapes = np.concatenate([shapes, _beside(drawing, shapes)])
    found = []
    pairs = shapely.STRtree(shapes).query(shapes[:count], predicate="intersects").T
    for i, j in pairs[pairs[:, 0] < pairs[:, 1]]:
        if i != j % count:
            first, second = (drawing.connections[each].routes[0] for each in (i, j % count))
            where = shapely.intersection(*shapes[[i, j]])
            found.append(_trouble("crossing", first, second, where))
    return found


def _line(connection: Connection) -> shapely.LineString:
    """Return the middle line of a connection between the rims of its cities."""
    points = points_on(connection.curve, _POINTS)
    ends = (points[0], points[-1])
    outside = np.all([np.hypot(*(points - end).T) > CITY_RADIUS for end in ends], axis=0)
    return shapely.LineString(points[outside] if outside.sum() > 1 else points[:2])


def troubles(board: Board, drawing: Drawing) -> list[Trouble]:
    """Return all overlaps and crossings."""
    return list(chain(overlaps(board, drawing), crossings(drawing)))
