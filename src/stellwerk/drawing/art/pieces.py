"""Pieces as they stand on the board: wagon, ship, station and harbour, round the origin.

A wagon fits a space of 88 units. It has a light casing and a dark edge and is a tenth wider than
the space, so that it is not mistaken for an empty space of the same colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stellwerk.drawing.art.glyphs import glyph
from stellwerk.drawing.art.patterns import pattern_id
from stellwerk.drawing.markup import circle, tag
from stellwerk.drawing.palette import CASING, SEATS

SPACE_LENGTH: Final = 88.0
"""The space that a wagon or ship is drawn for; it is stretched to others."""

WAGON: Final = "M-35-20H35Q42-20 42-13V13Q42 20 35 20H-35Q-42 20-42 13V-13Q-42-20-35-20Z"
SHIP: Final = "M-43-12Q-40-20-28-20H14Q32-20 43 0 32 20 14 20H-28Q-40 20-43 12Z"
HOUSE: Final = "M-34 30V-8L0-42 34-8V30Z"
HEXAGON: Final = "M-40 0L-20-36H20L40 0 20 36H-20Z"

OUTLINES: Final[Mapping[str, str]] = {
    "wagon": WAGON, "ship": SHIP, "station": HOUSE, "harbour": HEXAGON
}  # fmt: skip
"""The outline of each kind of piece; also the shape of its shadow."""


def wagon(seat: str) -> str:
    """Return a wagon, seen from above."""
    edge = SEATS[seat].paint.edge
    return (
        tag("path", d="M-48 0H-40M40 0H48", stroke=edge, stroke_width=8)
        + _body(WAGON, seat)
        + tag("path", d="M-34-14.5H34", stroke="#fff", stroke_opacity=0.4, **_round(5))
        + tag("path", d="M-36 14.5H36", stroke="#000", stroke_opacity=0.2, **_round(6))
    )


def ship(seat: str) -> str:
    """Return a ship, seen from above, its bow to the right."""
    edge = SEATS[seat].paint.edge
    house = tag("rect", x=-26, y=-9, width=34, height=18, rx=5, fill=CASING, **_line(edge, 3))
    funnel = tag("circle", cx=-12, r=5, fill=edge)
    return (
        _body(SHIP, seat)
        + tag("path", d="M-32-14.5H12", stroke="#fff", stroke_opacity=0.4, **_round(4))
        + house
        + funnel
    )


def station(seat: str) -> str:
    """Return a station: a house with a gate and a clock."""
    edge = SEATS[seat].paint.edge
    return (
        _body(HOUSE, seat, "M-34 30V-8H34V30Z")
        + tag("path", d="M-34-8L0-42 34-8Z", fill=edge, fill_opacity=0.4)
        + tag("path", d="M-11 30V10Q0-4 11 10V30Z", fill=CASING, **_line(edge, 3))
        + tag("circle", cy=-19, r=7, fill=CASING, **_line(edge, 2))
    )


def harbour(seat: str) -> str:
    """Return a harbour: a hexagon with an anchor."""
    edge = SEATS[seat].paint.edge
    return (
        _body(HEXAGON, seat)
        + tag("path", d=circle(0, 0, 24), fill=CASING, **_line(edge, 3))
        + tag("g", glyph("anchor"), transform="scale(1.9)", color=edge)
    )


PIECES: Final[Mapping[str, Callable[[str], str]]] = {
    "wagon": wagon,
    "ship": ship,
    "station": station,
    "harbour": harbour,
}


def piece_id(kind: str, seat: str) -> str:
    """Return the id of a piece in a sprite or a picture."""
    return f"piece-{kind}-{seat}"


def piece(kind: str, seat: str) -> str:
    """Return a piece as a group that can be used many times."""
    return tag("g", PIECES[kind](seat), id=piece_id(kind, seat))


def _body(outline: str, seat: str, patterned: str = "") -> str:
    """Return the coloured body: casing, edge, fill, pattern."""
    paint = SEATS[seat].paint
    return (
        tag("path", d=outline, fill=CASING, stroke=CASING, stroke_width=11, stroke_linejoin="round")
        + tag("path", d=outline, fill=paint.fill)
        + tag("path", d=patterned or outline, fill=f"url(#{pattern_id(seat)})")
        + tag("path", d=outline, fill="none", stroke_linejoin="round", **_line(paint.edge, 4.4))
    )


def _line(colour: str, width: float) -> dict[str, str | float]:
    return {"stroke": colour, "stroke_width": width}


def _round(width: float) -> dict[str, str | float]:
    return {"stroke_width": width, "stroke_linecap": "round"}
