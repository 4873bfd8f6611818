"""Cities, ports, countries and junctions, as marks on the map."""

from __future__ import annotations

from typing import Final

from stellwerk.board import Board
from stellwerk.board.model import City
from stellwerk.drawing.markup import circle, moved, tag
from stellwerk.drawing.model import CITY_RADIUS, Drawing

_SHIELD: Final = "M-21-21H21V-2Q21 17 0 27-21 17-21-2Z"
_FIELD: Final = "M-14.5-14.5H14.5V-2Q14.5 11.5 0 19-14.5 11.5-14.5-2Z"
_BEND: Final = "M-14.5-6H14.5V1H-14.5Z"


def places_layer(board: Board, drawing: Drawing) -> str:
    """Return the marks of all places."""
    return "".join(_place(city, drawing) for city in board.cities)


def _place(city: City, drawing: Drawing) -> str:
    place = drawing.places[city.id]
    match city.kind:
        case "junction":
            mark = _dot() + tag("use", href="#glyph-star", cls="junction", transform="scale(1.75)")
        case "country":
            mark = _country()
        case _ if city.port:
            mark = (
                _dot()
                + tag("circle", r=16.5, cls="port")
                + tag("use", href="#glyph-anchor", cls="port", transform="scale(1.12)")
            )
        case _:
            mark = _dot() + tag("circle", r=15, cls="city") + tag("circle", r=5.6, cls="eye")
    return tag("g", mark, data_city=city.id, transform=moved(place.x, place.y))


def _dot() -> str:
    shadow = tag("circle", cls="shadow", cx=2.2, cy=3.8, r=CITY_RADIUS)
    return shadow + tag("path", cls="dot", d=circle(0, 0, CITY_RADIUS - 1))


def _country() -> str:
    """Return the shield that marks an end point of a country."""
    return (
        tag("path", cls="shadow", d=_SHIELD, transform="translate(2.2 3.8)")
        + tag("path", cls="dot", d=_SHIELD, stroke_linejoin="round")
        + tag("path", cls="shield", d=_FIELD)
        + tag("path", cls="eye", d=_BEND)
    )
