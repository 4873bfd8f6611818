"""What a drawing is made of: where everything lies on the sheet, and nothing about how it looks.

One space of a route is about 100 units long; x goes right, y goes down. Paths are SVG path data
with absolute commands, so the browser and the SVG writer use them unchanged.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

FORMAT: Final = 1
"""Raised when older drawings can no longer be read."""

SPACE_WIDTH: Final = 36.0
"""The width of a space, across the route."""
LANE_DISTANCE: Final = 42.0
"""Between the middle lines of two lanes of one connection."""
CITY_RADIUS: Final = 24.0
FONT_SIZE: Final = 42.0
LINE_HEIGHT: Final = 36.0
TUNNEL_FRAME: Final = 7.5
"""How far the dashed frame of a tunnel's space reaches beyond it."""
BORDER: Final = 62.0
"""Between the map's frame and the edge of the sheet."""


class Box(NamedTuple):
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


class Space(NamedTuple):
    """One space: its middle, its direction in degrees (0: right, 90: down), its length."""

    x: float
    y: float
    angle: float
    length: float


class Point(NamedTuple):
    """A place on the sheet."""

    x: float
    y: float


class Label(msgspec.Struct, frozen=True):
    """The name of a place: a box with one or two centred lines in every language."""

    box: Box
    lines: dict[str, tuple[str, ...]]


class Place(msgspec.Struct, frozen=True):
    """Where a city lies. Only a junction has no label."""

    x: float
    y: float
    label: Label | None


class Connection(msgspec.Struct, frozen=True):
    """All lanes of one connection between two cities.

    A connection across the map's edge is drawn twice: as given here (it leaves on the left) and
    moved right by the sheet's ``turn``.
    """

    routes: tuple[str, ...]
    """Ids of its lanes, from left to right when travelling from the first city to the second."""
    curve: tuple[Point, Point, Point, Point]
    """A cubic Bézier curve from city to city: the middle line of all lanes."""
    wraps: bool = False


class Territory(msgspec.Struct, frozen=True):
    """A country's land. Neighbours have different tints."""

    tint: int
    path: str


class Outlines(msgspec.Struct, frozen=True):
    """The land behind the routes, bent along with the cities. An empty path: there is none."""

    land: str
    territories: tuple[Territory, ...]
    borders: str
    """Between countries."""
    provinces: str
    """Between states of one country."""
    lakes: str
    rivers: str
    graticule: str


NO_OUTLINES: Final = Outlines("", (), "", "", "", "", "")


class EdgeMark(msgspec.Struct, frozen=True):
    """Tells at the map's edge where a connection across it leads."""

    side: Literal["left", "right"]
    y: float
    city: str
    """The far end, which lies at the other side of the map."""
    routes: tuple[str, ...]


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board's drawing, as it is stored beside the board file."""

    format: int
    board: str
    geography: str
    """Fingerprint of what it was drawn from: cities, their places, and connections."""
    seed: int
    sheet: Box
    """The whole picture, border included."""
    frame: Box
    """The map inside the border."""
    turn: float
    """How far right a whole turn round the world leads; 0 where nothing wraps."""
    places: dict[str, Place]
    """By city id."""
    connections: tuple[Connection, ...]
    spaces: dict[str, tuple[Space, ...]]
    """By route id, from the first city to the second; inside the frame even where it wraps."""
    edges: tuple[EdgeMark, ...]
    outlines: Outlines
    """The land, as far as the ground reaches."""
    title: Box | None
    """Where the cartouche with the board's name has room."""
    compass: Box | None
    """Where the compass rose has room."""
    ground: Box | None = None
    """How far the land and the sea go on round the frame; older drawings end there."""
