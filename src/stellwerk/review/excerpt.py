"""Excerpts of the board: where a decision was made, what was played and what was better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from stellwerk.board import Board
from stellwerk.drawing.markup import circle, number, rectangle, tag
from stellwerk.drawing.model import Box, Drawing
from stellwerk.drawing.picture import map_layer
from stellwerk.drawing.svg.labels import labels_layer
from stellwerk.drawing.svg.shapes import outlines
from stellwerk.drawing.svg.style import style
from stellwerk.game import BuildHarbour, BuildStation, ClaimRoute, Move
from stellwerk.game.position import Position

_MAP: Final = "atlas-map"
_NAMES: Final = "atlas-names"
_SHAPE: Final = 1.8
"""The width of an excerpt, by its height."""
_LEAST: Final = 900.0
"""The width of the smallest piece of the sheet that is shown."""
_ROUND: Final = 150.0
"""Shown round what matters."""
_CITY: Final = 46.0


class Atlas:
    """The map of a board, drawn once on a page, and excerpts of it."""

    def __init__(self, board: Board, drawing: Drawing, language: str) -> None:
        self._board = board
        self._drawing = drawing
        self._language = language

    def sheet(self) -> str:
        """Return the map, which is seen in the excerpts only."""
        body = tag(
            "g", map_layer(self._board, self._drawing, self._language), id=_MAP, cls="stellwerk"
        ) + tag(
            "g",
            labels_layer(self._board, self._drawing, self._language),
            id=_NAMES,
            cls="stellwerk",
        )
        return tag("svg", style("page", "", body), body, cls="stellwerk atlas", aria_hidden="true")

    def excerpt(self, before: Position, seat: int, played: Move, better: Move | None) -> str:
        """Return the piece of the board that two moves are about; nothing if there is none."""
        shown = [move for move in (played, better) if move is not None]
        routes = [move.route for move in shown if isinstance(move, ClaimRoute)]
        cities = [move.city for move in shown if isinstance(move, BuildStation | BuildHarbour)]
        if not routes and not cities:
            return ""
        box = self._box(routes, cities)
        return tag(
            "svg",
            tag("use", href=f"#{_MAP}"),
            tag("path", d=rectangle(*box), cls="veil"),
            *self._owned(before),
            self._pointed_out(played, "played", seat),
            self._pointed_out(better, "better", seat) if better is not None else "",
            tag("use", href=f"#{_NAMES}"),
            cls="stellwerk excerpt",
            viewBox=" ".join(number(value) for value in box),
            aria_hidden="true",
        )

    def _owned(self, before: Position) -> Iterator[str]:
        for route, owner in before.owners.items():
            colour = self._board.seat_colours[owner]
            yield tag("path", d=self._outline(route, 7.0), cls="casing")
            yield tag(
                "path",
                d=self._outline(route),
                cls="owned",
                fill=f"var(--seat-{colour})",
                stroke=f"var(--seat-{colour}-edge)",
            )

    def _pointed_out(self, move: Move, cls: str, seat: int) -> str:
        colour = self._board.seat_colours[seat]
        paint = f"--own:var(--seat-{colour});--edge:var(--seat-{colour}-edge)"
        if isinstance(move, ClaimRoute):
            return tag("path", d=self._outline(move.route, 5.0), cls=cls, style=paint)
        if isinstance(move, BuildStation | BuildHarbour):
            place = self._drawing.places[move.city]
            return tag("path", d=circle(place.x, place.y, _CITY), cls=f"{cls} ring", style=paint)
        return ""

    def _outline(self, route: str, grow: float = 0.0) -> str:
        ship = self._board.routes[self._board.route_index[route]].kind == "ship"
        return outlines(self._drawing.spaces[route], ship, grow)

    def _box(self, routes: Iterable[str], cities: Collection[str]) -> Box:
        """Return what is shown: all that matters, in the shape of an excerpt, within the sheet."""
        places = [(space.x, space.y) for route in routes for space in self._drawing.spaces[route]]
        places += [(self._drawing.places[city].x, self._drawing.places[city].y) for city in cities]
        low_x, high_x = min(x for x, _ in places) - _ROUND, max(x for x, _ in places) + _ROUND
        low_y, high_y = min(y for _, y in places) - _ROUND, max(y for _, y in places) + _ROUND
        sheet = self._drawing.sheet
        width = max(high_x - low_x, _SHAPE * (high_y - low_y), _LEAST)
        width = min(width, sheet.width, _SHAPE * sheet.height)
        height = width / _SHAPE
        x = min(max((low_x + high_x - width) / 2, sheet.x), sheet.x + sheet.width - width)
        y = min(max((low_y + high_y - height) / 2, sheet.y), sheet.y + sheet.height - height)
        return Box(x, y, width, height)
