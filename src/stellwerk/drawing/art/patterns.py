"""The pattern of each seat, as it lies on pieces and avatars. A wagon is 40 units wide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stellwerk.drawing.markup import circle, tag
from stellwerk.drawing.palette import SEATS


class Pattern(NamedTuple):
    """One tile: its place and size, how it is turned, what is drawn on it, and how thick."""

    x: float
    y: float
    width: float
    height: float
    angle: float
    path: str
    stroke: float
    """0: the path is filled."""


PATTERNS: Final[Mapping[str, Pattern]] = {
    "roof line": Pattern(0, -22, 100, 44, 0, "M0 22H100", 7),
    "diagonals": Pattern(0, 0, 19, 19, 35, "M3 0V19", 5.5),
    "dots": Pattern(-9, -9, 18, 18, 0, circle(9, 9, 5), 0),
    "chevrons": Pattern(0, -22, 22, 44, 0, "M3 0L15 22 3 44", 5.5),
    "ladder": Pattern(0, -50, 18, 100, 0, "M9 0V100", 5.5),
    "rails": Pattern(0, -22, 100, 44, 0, "M0 14H100M0 30H100", 4.5),
    "crosses": Pattern(-11, -11, 22, 22, 0, "M11 4V18M4 11H18", 4.5),
    "lozenges": Pattern(-12, -12, 24, 24, 0, "M12 3L20 12 12 21 4 12Z", 0),
}


def pattern_id(seat: str) -> str:
    """Return the id of a seat's pattern."""
    return f"pattern-{seat}"


def seat_pattern(seat: str) -> str:
    """Return the pattern of a seat colour."""
    paint, name = SEATS[seat]
    tile = PATTERNS[name]
    ink = (
        tag("path", d=tile.path, fill="none", stroke=paint.ink, stroke_width=tile.stroke)
        if tile.stroke
        else tag("path", d=tile.path, fill=paint.ink)
    )
    return tag(
        "pattern",
        tag("g", ink, opacity=0.85),
        id=pattern_id(seat),
        x=tile.x,
        y=tile.y,
        width=tile.width,
        height=tile.height,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({tile.angle:g})" if tile.angle else None,
    )
