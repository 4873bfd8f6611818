"""Routes that are pointed out or dimmed: veil, bar, golden envelope, ring of the last move.

Nothing here is blurred: soft light is made of a few strokes, which costs a browser nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stellwerk.board import Board
from stellwerk.drawing.lanes import spaces_line
from stellwerk.drawing.markup import circle, polyline, rectangle, tag
from stellwerk.drawing.model import CITY_RADIUS, Drawing
from stellwerk.drawing.scene import Scene
from stellwerk.drawing.svg.shapes import corridor, outlines

_GLOW: Final = ((96.0, 0.16), (84.0, 0.24), (74.0, 0.36))
"""The soft light round an envelope: width of the stroke, opacity."""
_ENVELOPE: Final = 64.0
_RING: Final = 30.0
"""From a lane's middle line to the ring round it."""
_CITY_RING: Final = 44.0


def highlights_layer(board: Board, drawing: Drawing, scene: Scene) -> str:
    """Return veils and envelopes; they lie over the map and under the pieces."""
    shining = [*scene.legal, *scene.preview]
    return (
        _veils(board, drawing, scene)
        + (_envelopes(board, drawing, shining) if shining else "")
        + _rings(_city_rings(drawing, scene.legal_cities), "var(--shine)")
    )


def last_move_layer(drawing: Drawing, scene: Scene) -> str:
    """Return dashed rings round what the last move brought."""
    rings = "".join(
        corridor(line, _RING)
        for route in sorted(scene.last_routes)
        for line in spaces_line(drawing, route)
    )
    return _rings(rings + _city_rings(drawing, scene.last_cities), "var(--label)", "20 11")


def _veils(board: Board, drawing: Drawing, scene: Scene) -> str:
    veiled = _outlines(board, drawing, {*scene.veiled, *scene.closed})
    bars = _lines(drawing, scene.closed)
    return (
        tag(
            "path", d=veiled, fill="var(--veil)", stroke="var(--veil)", stroke_width=5, opacity=0.62
        )
        if veiled
        else ""
    ) + (tag("path", cls="closed", d=bars) if bars else "")


def _envelopes(board: Board, drawing: Drawing, routes: Iterable[str]) -> str:
    """Return golden light round whole routes, which leaves all spaces and cities uncovered."""
    name = f"{drawing.board}-between-spaces"
    clip = tag(
        "clipPath",
        tag(
            "path",
            d=rectangle(*drawing.sheet)
            + _outlines(board, drawing, drawing.spaces, grow=1.5)
            + "".join(circle(place.x, place.y, CITY_RADIUS) for place in drawing.places.values()),
            clip_rule="evenodd",
        ),
        id=name,
    )
    line = _lines(drawing, routes)
    strokes = [_stroke(line, "var(--shine)", width, opacity) for width, opacity in _GLOW]
    strokes.append(_stroke(line, "var(--shine)", _ENVELOPE, 1))
    strokes.append(_stroke(line, "var(--shine-2)", _ENVELOPE - 9, 1))
    strokes.append(_stroke(line, "var(--shine)", _ENVELOPE - 14, 1))
    return tag("defs", clip) + tag("g", *strokes, clip_path=f"url(#{name})", cls="envelope")


def _rings(path: str, colour: str, dashes: str | None = None) -> str:
    if not path:
        return ""
    casing = tag("path", cls="ring", d=path, stroke="var(--overlay-casing)", stroke_width=13)
    return casing + tag(
        "path", cls="ring", d=path, stroke=colour, stroke_width=6.5, stroke_dasharray=dashes
    )


def _city_rings(drawing: Drawing, cities: Iterable[str]) -> str:
    return "".join(
        circle(drawing.places[city].x, drawing.places[city].y, _CITY_RING)
        for city in sorted(cities)
    )


def _outlines(board: Board, drawing: Drawing, routes: Iterable[str], grow: float = 0.0) -> str:
    return "".join(
        outlines(drawing.spaces[route], _is_ship(board, route), grow) for route in sorted(routes)
    )


def _is_ship(board: Board, route: str) -> bool:
    return board.routes[board.route_index[route]].kind == "ship"


def _lines(drawing: Drawing, routes: Iterable[str]) -> str:
    return "".join(
        polyline(line) for route in sorted(routes) for line in spaces_line(drawing, route)
    )


def _stroke(line: str, colour: str, width: float, opacity: float) -> str:
    return tag(
        "path", d=line, fill="none", stroke=colour, stroke_width=width, stroke_opacity=opacity,
        stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip
