"""The neatline: rules and bars round the map, as an atlas has them."""

from __future__ import annotations

from typing import Final

from stellwerk.drawing.markup import moved, polygon, rectangle, tag
from stellwerk.drawing.model import Box, Drawing

_GAP: Final = 8.0
"""Between the map and the band of bars."""
_BAND: Final = 20.0
_BAR: Final = 100.0
_CORNER: Final = 25.0


def frame_layer(drawing: Drawing) -> str:
    """Return the border between the map and the edge of the sheet."""
    frame, sheet = drawing.frame, drawing.sheet
    inner = _grown(frame, _GAP)
    outer = _grown(inner, _BAND)
    rim = _grown(sheet, -13)
    rules = (
        tag("path", cls="line", d=_path(frame), stroke_width=5)
        + tag("path", cls="line", d=_path(inner) + _path(outer), stroke_width=2.6)
        + tag("path", cls="line", d=_path(rim), stroke_width=6)
        + tag("path", cls="line", d=_path(_grown(rim, -8)), stroke_width=1.6)
    )
    return tag("path", cls="bar", d=_bars(inner)) + rules + _corners(inner)


def _bars(inner: Box) -> str:
    """Return every second part of the band; they begin and end dark."""
    parts = []
    across, down = (2 * round((size / _BAR - 1) / 2) + 1 for size in (inner.width, inner.height))
    for bar in range(0, across, 2):
        x = inner.x + bar * inner.width / across
        for y in (inner.y - _BAND, inner.y + inner.height):
            parts.append(rectangle(x, y, inner.width / across, _BAND))
    for bar in range(0, down, 2):
        y = inner.y + bar * inner.height / down
        for x in (inner.x - _BAND, inner.x + inner.width):
            parts.append(rectangle(x, y, _BAND, inner.height / down))
    return "".join(parts)


def _corners(inner: Box) -> str:
    """Return a small plate with a lozenge on each corner."""
    half = _CORNER / 2
    lozenge = polygon(((0, -8.5), (8.5, 0), (0, 8.5), (-8.5, 0)))
    plate = rectangle(-half, -half, _CORNER, _CORNER)
    middle = _grown(inner, _BAND / 2)
    return "".join(
        tag(
            "g",
            tag("path", cls="plate", d=plate, stroke_width=3),
            tag("path", cls="lozenge", d=lozenge),
            transform=moved(x, y),
        )
        for x in (middle.x, middle.x + middle.width)
        for y in (middle.y, middle.y + middle.height)
    )


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _path(box: Box) -> str:
    return rectangle(*box)
