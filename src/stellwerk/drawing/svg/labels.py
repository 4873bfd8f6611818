"""The names of places: the top layer of the map."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from stellwerk.board import Board
from stellwerk.drawing.layout.lettering import text_width
from stellwerk.drawing.markup import number, tag, text
from stellwerk.drawing.model import FONT_SIZE, LINE_HEIGHT, Drawing, Label

_BASELINE: Final = 0.31
"""From the middle of a line down to its baseline, as a share of the font size."""
_COUNTRY_SIZE: Final = 39.0
_PADDING: Final = 3.0


def labels_layer(
    board: Board, drawing: Drawing, language: str, only: Container[str] | None = None
) -> str:
    """Return the names of all places, or of some, given their ids."""
    parts = []
    for city in board.cities:
        label = drawing.places[city.id].label
        if label is None or (only is not None and city.id not in only):
            continue
        if city.kind == "country":
            parts.append(
                _plate(label, language) + _lines(label, language, "label land-name", _COUNTRY_SIZE)
            )
        else:
            parts.append(_lines(label, language, "label", FONT_SIZE))
    return tag("g", *parts)


def _lines(label: Label, language: str, cls: str, size: float) -> str:
    lines = label.lines[language]
    middle = label.box.x + label.box.width / 2
    top = label.box.y + label.box.height / 2 - (len(lines) - 1) / 2 * LINE_HEIGHT
    return "".join(
        tag(
            "text",
            text(line),
            cls=cls,
            x=number(middle),
            y=number(top + row * LINE_HEIGHT + size * _BASELINE),
        )
        for row, line in enumerate(lines)
    )


def _plate(label: Label, language: str) -> str:
    """Return the plate that tells a country's name from a city's."""
    box = label.box
    longest = max(text_width(line) for line in label.lines[language])
    width = min(box.width, longest * _COUNTRY_SIZE) + 2 * _PADDING
    return tag(
        "rect",
        cls="country-plate",
        x=box.x + (box.width - width) / 2,
        y=box.y - _PADDING,
        width=width,
        height=box.height + 2 * _PADDING,
        rx=9,
    )
