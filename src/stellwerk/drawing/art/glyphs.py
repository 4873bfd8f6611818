"""Glyphs: the symbol of each card colour and the small marks on spaces and pieces.

Each lies round the origin in a box of about 20 units. A glyph is made of filled and of drawn paths;
both take the colour of their surroundings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stellwerk.drawing.markup import circle, rectangle, star, tag


class Glyph(NamedTuple):
    """What a glyph is made of."""

    filled: str = ""
    drawn: str = ""
    stroke: float = 0.0


GLYPHS: Final[Mapping[str, Glyph]] = {
    "red": Glyph("M0-9.4L9.4 0 0 9.4-9.4 0Z"),
    "orange": Glyph("M-9.8-7.6L0-1 9.8-7.6V7.6L0 1-9.8 7.6Z"),
    "yellow": Glyph(star(6, 10, 4.2)),
    "green": Glyph("M0-9L9.6 7.4H-9.6Z"),
    "blue": Glyph(circle(0, 0, 7.8)),
    "purple": Glyph("M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z"),
    "black": Glyph(rectangle(-7.2, -7.2, 14.4, 14.4)),
    "white": Glyph(drawn=circle(0, 0, 6.3), stroke=3.4),
    "locomotive": Glyph(
        "M-10.4 3.2V-8.6H-2.6V-2H2.4V-6.8L1.4-9.4H7L6-6.8V-2H7.6Q10.4-2 10.4 1V3.2Z"
        + circle(-6.4, 5.6, 3.2)
        + circle(0.6, 5.6, 3.2)
        + circle(7.2, 6.2, 2.6)
    ),
    "anchor": Glyph(
        drawn="M0-4.8V8.6M-4.4-1.6H4.4M-8.2 2.2C-7.2 7-3.6 8.8 0 8.8S7.2 7 8.2 2.2"
        + circle(0, -7, 2.3),
        stroke=2.4,
    ),
    "wave": Glyph(drawn="M-12 .6q3-5.4 6 0t6 0 6 0 6 0", stroke=2.4),
    "peaks": Glyph("M-13 8.6L-4.6-8.8-.6-1.4 3.8-6.4 13 8.6Z"),
    "star": Glyph(star(5, 10.5, 4.4)),
    "arrow": Glyph("M-9-6.4L9 0-9 6.4-5.4 0Z"),
    "lock": Glyph(
        rectangle(-6.2, -1.4, 12.4, 9.4), "M-3.8-1.4V-4.4A3.8 3.8 0 0 1 3.8-4.4V-1.4", 2.2
    ),
}

UPRIGHT: Final = frozenset({"green", "locomotive", "anchor", "peaks", "lock", "star"})
"""Glyphs that look different when they stand on their heads; the others are symmetric."""


def glyph(name: str) -> str:
    """Return the paths of a glyph, in the colour that ``color`` has where it stands."""
    filled, drawn, stroke = GLYPHS[name]
    line = tag(
        "path", d=drawn, fill="none", stroke="currentColor", stroke_width=stroke,
        stroke_linecap="round", stroke_linejoin="round",
    ) if drawn else ""  # fmt: skip
    return (tag("path", d=filled, fill="currentColor") if filled else "") + line


def glyph_at(name: str, x: float, y: float, scale: float, colour: str) -> str:
    """Return a glyph somewhere on a card or an icon."""
    place = f"translate({x:g} {y:g}) scale({scale:g})"
    return tag("g", glyph(name), transform=place, color=colour)
