"""A board as the layout sees it: cities in the plane, and connections with their lanes.

Inside the layout one space is 1 long; the drawing's units come back at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stellwerk.board import Board, Route
from stellwerk.drawing.layout.projection import Array
from stellwerk.drawing.model import CITY_RADIUS, FONT_SIZE, LANE_DISTANCE, LINE_HEIGHT
from stellwerk.drawing.model import SPACE_WIDTH as WIDTH_IN_UNITS
from stellwerk.drawing.model import TUNNEL_FRAME as FRAME_IN_UNITS

Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]

UNITS: Final = 100.0
"""Units of the drawing per space."""
SPACE_WIDTH: Final = WIDTH_IN_UNITS / UNITS
LANE: Final = LANE_DISTANCE / UNITS
CITY: Final = CITY_RADIUS / UNITS
FRAME: Final = FRAME_IN_UNITS / UNITS
FONT: Final = FONT_SIZE / UNITS
LINE: Final = LINE_HEIGHT / UNITS
FILL: Final = 0.88
"""The drawn part of a space; the rest is the gap to the next."""
TUNNEL_FILL: Final = 0.84
"""In a tunnel the gap is wider, so that the frames of two spaces do not touch."""
LEAST_MARGIN: Final = 0.31
"""From the middle of a city to the first space, at least."""


@dataclass(frozen=True)
class Network:
    """What is to be laid out; arrays go by city or by connection."""

    connections: tuple[tuple[Route, ...], ...]
    """The lanes of each connection, from left to right."""
    true: Array
    """Where the cities lie on the scaled map."""
    a: Indices
    b: Indices
    length: Indices
    lanes: Indices
    wet: Flags
    """Ships and ferries belong on water."""
    tunnel: Flags
    shift: Array
    """Added to the place of the second city: a turn to the left where a connection wraps."""
    turn: float
    """Round the world once; 0 where nothing wraps."""

    def chords(self, places: Array) -> Array:
        """Return the straight way from the first to the second city of each connection."""
        straight = places[self.b] - places[self.a]
        straight[:, 0] += self.shift
        return straight


def connections_of(board: Board) -> tuple[tuple[Route, ...], ...]:
    """Return the lanes of each connection, from left to right."""
    gathered: dict[int, list[Route]] = {}
    for route in board.routes:
        gathered.setdefault(route.connection, []).append(route)
    return tuple(tuple(sorted(lanes, key=lambda route: route.lane)) for lanes in gathered.values())


def network_of(board: Board, true: Array, turn: float) -> Network:
    """Return a board's network; ``true`` and ``turn`` are measured in spaces."""
    connections = connections_of(board)
    first = [lanes[0] for lanes in connections]
    wraps = np.array([route.wraps for route in first], dtype=np.bool_)
    return Network(
        connections=connections,
        true=true,
        a=np.array([route.a for route in first], dtype=np.int64),
        b=np.array([route.b for route in first], dtype=np.int64),
        length=np.array([route.length for route in first], dtype=np.int64),
        lanes=np.array([len(lanes) for lanes in connections], dtype=np.int64),
        wet=np.array([is_wet(route) for route in first], dtype=np.bool_),
        tunnel=np.array([any(r.tunnel for r in lanes) for lanes in connections], dtype=np.bool_),
        shift=np.where(wraps, -turn, 0.0),
        turn=turn,
    )


def is_wet(route: Route) -> bool:
    """Tell whether a route belongs on water: a ship's, or a ferry."""
    return route.kind == "ship" or route.locomotives > 0
