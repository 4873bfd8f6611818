"""A map whose routes are coloured by a figure, one layer for each figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stellwerk.board import Board
from stellwerk.drawing.markup import number, rectangle, tag, text
from stellwerk.drawing.model import Drawing
from stellwerk.drawing.svg import frame, labels, land, places, routes, texture
from stellwerk.drawing.svg.shapes import outlines
from stellwerk.drawing.svg.style import style

STEPS: Final = 5
"""Shades above and below the middle; the page around says which colours they are: ``heat-3``,
``heat--2``."""


class Heat(NamedTuple):
    """How a route is shown."""

    shade: int
    """From -STEPS to STEPS."""
    title: str
    """What a pointer is told."""


def heat_svg(
    board: Board, drawing: Drawing, layers: Mapping[str, Mapping[str, Heat]], language: str
) -> str:
    """Return a map with a layer of routes for each figure: ``<g data-heat="name">``.

    The colours of the map come from the page around.
    """
    sheet = drawing.sheet
    clip = f"url(#{drawing.board}-frame)"
    body = (
        tag("title", text(board.names[language]))
        + tag("defs", texture.definitions(), land.definitions(drawing), routes.definitions(board))
        + tag("path", cls="sheet", d=rectangle(*sheet))
        + tag("g", land.land_layer(drawing), clip_path=clip)
        + tag("path", cls="heat-veil", d=rectangle(*drawing.frame))
        + frame.frame_layer(drawing)
        + "".join(_layer(board, drawing, name, layer) for name, layer in layers.items())
        + places.places_layer(board, drawing)
        + labels.labels_layer(board, drawing, language)
    )
    return tag(
        "svg",
        style("page", "", body),
        body,
        xmlns="http://www.w3.org/2000/svg",
        cls="stellwerk heat-map",
        role="img",
        viewBox=" ".join(number(value) for value in sheet),
    )


def _layer(board: Board, drawing: Drawing, name: str, layer: Mapping[str, Heat]) -> str:
    shown = (
        tag(
            "path",
            tag("title", text(layer[route.id].title)),
            cls=f"heat heat-{layer[route.id].shade}",
            d=outlines(drawing.spaces[route.id], route.kind == "ship"),
        )
        for route in board.routes
        if route.id in layer
    )
    return tag("g", *shown, data_heat=name)
