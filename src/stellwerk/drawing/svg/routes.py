"""The empty spaces of all routes: colour, symbol, and the marks of tunnels, ferries and ranges."""

from __future__ import annotations

from typing import Final

from stellwerk.board import COLOURS, Board
from stellwerk.board.model import Route
from stellwerk.drawing.art.glyphs import UPRIGHT, glyph
from stellwerk.drawing.markup import moved, number, tag, text
from stellwerk.drawing.model import Connection, Drawing, Space
from stellwerk.drawing.svg.shapes import outlines, upright
from stellwerk.words import route_name

_SYMBOL_SCALE: Final = 0.95
_TUNNEL_RIM: Final = 4.5
_SHEEN: Final = -3.6
"""The fine light line lies this far inside the edge."""

_MARKS: Final = ("locomotive", "wave", "peaks")


def routes_layer(board: Board, drawing: Drawing, language: str) -> str:
    """Return the guide lines from city to city and the spaces on them."""
    guides = "".join(_guide(connection, drawing.turn) for connection in drawing.connections)
    shadows = "".join(
        outlines(_shifted(drawing.spaces[route.id], 2.2, 3.8), route.kind == "ship")
        for route in board.routes
    )
    spaces = (_route(board, drawing, route, language) for route in board.routes)
    return (
        tag("path", cls="guide", d=guides) + tag("path", cls="shadow", d=shadows) + "".join(spaces)
    )


def definitions(board: Board) -> str:
    """Return the hatch of gray routes, and the glyphs that this board needs."""
    hatch = tag(
        "pattern",
        tag("path", d="M0 3.5H7", stroke="#5f584c", stroke_opacity=0.42, stroke_width=1.9),
        id="hatch",
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(-45)",
    )
    names = [*(COLOURS[colour] for colour in board.colours), *_MARKS, "anchor", "star"]
    return hatch + "".join(tag("g", glyph(name), id=f"glyph-{name}") for name in names)


def colour_name(route: Route) -> str:
    """Return the colour of a route, gray where any will do."""
    return "gray" if route.colour is None else COLOURS[route.colour]


def _route(board: Board, drawing: Drawing, route: Route, language: str) -> str:
    spaces = drawing.spaces[route.id]
    ship = route.kind == "ship"
    shape = outlines(spaces, ship)
    colour = colour_name(route)
    parts = [tag("title", text(route_name(board, route.id, language)))]
    if route.tunnel:
        parts.append(tag("path", cls="tunnel", d=outlines(spaces, ship, _TUNNEL_RIM)))
    parts.append(tag("path", cls="space", d=shape))
    if route.colour is None:
        parts.append(tag("path", d=shape, fill="url(#hatch)", stroke="none"))
    parts.append(tag("path", cls="sheen", d=outlines(spaces, ship, _SHEEN)))
    for number_of_space, space in enumerate(spaces):
        for name, scale in _symbols(route, number_of_space):
            parts.append(_symbol(name, scale, space))
    return tag("g", *parts, cls=colour, data_route=route.id)


def _symbols(route: Route, number_of_space: int) -> list[tuple[str, float]]:
    """Return what stands on a space, with its size."""
    if route.rugged:
        return [("peaks", 1.0)]
    if number_of_space < route.locomotives:
        return [("locomotive", 1.15)]
    if route.colour is not None:
        return [(COLOURS[route.colour], _SYMBOL_SCALE)]
    return [("wave", 1.25)] if route.locomotives else []


def _symbol(name: str, scale: float, space: Space) -> str:
    angle = upright(space.angle) if name in UPRIGHT else space.angle
    return tag(
        "use",
        href=f"#glyph-{name}",
        transform=moved(space.x, space.y, angle, f"{scale:g}"),
        cls="mark" if name in _MARKS else None,
    )


def _guide(connection: Connection, turn: float) -> str:
    shifts = (0.0, turn) if connection.wraps else (0.0,)
    return "".join(
        "M{} {}C{} {} {} {} {} {}".format(
            *(number(value) for point in connection.curve for value in (point.x + shift, point.y))
        )
        for shift in shifts
    )


def _shifted(spaces: tuple[Space, ...], x: float, y: float) -> list[Space]:
    return [space._replace(x=space.x + x, y=space.y + y) for space in spaces]
