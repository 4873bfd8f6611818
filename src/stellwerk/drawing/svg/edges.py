"""Where routes leave the map: an arrow at its edge, and the far city's name in the border."""

from __future__ import annotations

from typing import Final

from stellwerk.board import Board
from stellwerk.drawing.art.glyphs import glyph
from stellwerk.drawing.layout.lettering import text_width
from stellwerk.drawing.markup import moved, tag, text
from stellwerk.drawing.model import Drawing, EdgeMark

_FONT: Final = 27.0
_HEIGHT: Final = 37.0
_PADDING: Final = 9.0
_APART: Final = 6.0
_OUTWARD: Final = 20.0
"""How far outside the frame the names stand."""


def edges_layer(board: Board, drawing: Drawing, language: str) -> str:
    """Return arrows and names at both edges."""
    parts = []
    for side in ("left", "right"):
        marks = sorted((mark for mark in drawing.edges if mark.side == side), key=lambda m: m.y)
        names = [board.place_name(mark.city, language) for mark in marks]
        widths = [text_width(name) * _FONT + 2 * _PADDING for name in names]
        middles = _spread([mark.y for mark in marks], widths, drawing)
        for mark, name, width, middle in zip(marks, names, widths, middles, strict=True):
            parts.append(_name(drawing, mark, name, width, middle) + _arrow(drawing, mark))
    return tag("g", *parts) if parts else ""


def _spread(wanted: list[float], widths: list[float], drawing: Drawing) -> list[float]:
    """Return places as near as possible to those wanted, so that no name covers another."""
    middles = list(wanted)
    top, bottom = drawing.frame.y, drawing.frame.y + drawing.frame.height
    for _ in range(200):
        for upper in range(len(middles) - 1):
            needed = (widths[upper] + widths[upper + 1]) / 2 + _APART
            missing = needed - (middles[upper + 1] - middles[upper])
            if missing > 0:
                middles[upper] -= missing / 2
                middles[upper + 1] += missing / 2
        middles = [
            min(max(middle, top + width / 2), bottom - width / 2)
            for middle, width in zip(middles, widths, strict=True)
        ]
    return middles


def _name(drawing: Drawing, mark: EdgeMark, name: str, width: float, middle: float) -> str:
    plate = tag(
        "rect", cls="plate", x=-width / 2, y=-_HEIGHT / 2, width=width, height=_HEIGHT, rx=7,
        stroke_width=2.6,
    )  # fmt: skip
    title = tag("text", text(name), cls="edge", y="9", style=f"font-size:{_FONT:g}px")
    left = mark.side == "left"
    x = drawing.frame.x - _OUTWARD if left else drawing.frame.x + drawing.frame.width + _OUTWARD
    return tag("g", plate, title, transform=moved(x, middle, -90 if left else 90))


def _arrow(drawing: Drawing, mark: EdgeMark) -> str:
    left = mark.side == "left"
    x = drawing.frame.x if left else drawing.frame.x + drawing.frame.width
    halo = tag("circle", cls="plate", r=12.5, stroke_width=2.4)
    arrow = tag("g", glyph("arrow"), color="var(--lozenge)", transform="scale(.85)")
    return tag("g", halo, arrow, transform=moved(x, mark.y, 180 if left else 0))
