"""Boards and games as pictures: self-contained SVG, in the colours of a theme.

>>> from stellwerk import Board
>>> board_svg(Board.load("usa"), theme="night").startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stellwerk.board import Board
from stellwerk.drawing.files import drawing_of
from stellwerk.drawing.markup import number, rectangle, tag, text
from stellwerk.drawing.model import Drawing
from stellwerk.drawing.scene import Scene, scene_of
from stellwerk.drawing.svg import (
    edges,
    frame,
    highlights,
    labels,
    land,
    ornaments,
    pieces,
    places,
    routes,
    texture,
)
from stellwerk.drawing.svg import tickets as ticket_marks
from stellwerk.drawing.svg.style import Dress, font_faces, style
from stellwerk.game import Game, View

_EMPTY = Scene()


class Picture(str):
    """The text of an SVG. A notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def board_svg(
    board: Board,
    drawing: Drawing | None = None,
    *,
    scene: Scene = _EMPTY,
    language: str = "en",
    theme: Dress = "auto",
    width: int | None = None,
    labelled: Collection[str] | None = None,
    fonts: bool = True,
) -> Picture:
    """Return a board as SVG, with a scene on it.

    Without a drawing it is the one that comes with the board. The theme is ``light``, ``night``,
    ``auto`` (as the reader's system has it) or ``page``: the page around has the colours, see
    ``stellwerk.drawing.palette.css``. Without a width the picture fills the room it is
    given. ``labelled``
    names the cities that get a label, if not all. Without fonts the reader's own are used.
    """
    drawing = drawing or drawing_of(board)
    sheet = drawing.sheet
    clip = f"url(#{drawing.board}-frame)"
    body = (
        tag("title", text(board.names[language]))
        + map_layer(board, drawing, language)
        + tag(
            "g",
            highlights.highlights_layer(board, drawing, scene),
            pieces.pieces_layer(board, drawing, scene),
            highlights.last_move_layer(drawing, scene),
            ticket_marks.tickets_layer(board, drawing, scene),
            clip_path=clip,
        )
        + labels.labels_layer(board, drawing, language, labelled)
        + ticket_marks.badges_layer(drawing, scene)
    )
    extended = any(0x100 <= ord(letter) < 0x2000 for letter in body)
    return Picture(
        tag(
            "svg",
            style(theme, font_faces(extended) if fonts else "", body),
            body,
            xmlns="http://www.w3.org/2000/svg",
            cls="stellwerk",
            role="img",
            viewBox=" ".join(number(value) for value in sheet),
            width=width,
            height=round(width * sheet.height / sheet.width) if width else None,
        )
    )


def map_svg(board: Board, drawing: Drawing | None = None, *, language: str = "en") -> Picture:
    """Return the map alone for a page that draws the game and the labels on it itself.

    It has no border: the ground goes on round the frame as far as it was drawn. Its layers are
    named by ``data-part``. The page around has the colours and the fonts.
    """
    drawing = drawing or drawing_of(board)
    area = drawing.ground or drawing.sheet
    body = (
        _definitions(board, drawing)
        + tag("g", land.land_layer(drawing, area), texture.texture(area), data_part="ground")
        + _routes(board, drawing, language)
        + _places(board, drawing)
    )
    return Picture(
        tag(
            "svg",
            style("page", "", body),
            body,
            xmlns="http://www.w3.org/2000/svg",
            cls="stellwerk",
            viewBox=" ".join(number(value) for value in drawing.sheet),
        )
    )


def map_layer(board: Board, drawing: Drawing, language: str) -> str:
    """Return all of the map that no game changes, without labels."""
    sheet = drawing.sheet
    clip = f"url(#{drawing.board}-frame)"
    ground = [
        tag("path", cls="sheet", d=rectangle(*sheet)),
        tag("g", land.land_layer(drawing), clip_path=clip),
        texture.texture(sheet),
    ]
    if drawing.title:
        ground.append(ornaments.cartouche(drawing.title, board.names[language]))
    if drawing.compass:
        ground.append(ornaments.compass(drawing.compass))
    ground.append(frame.frame_layer(drawing))
    return (
        _definitions(board, drawing)
        + tag("g", *ground)
        + tag("g", texture.vignette(sheet))
        + _routes(board, drawing, language)
        + tag("g", edges.edges_layer(board, drawing, language))
        + _places(board, drawing)
    )


def _definitions(board: Board, drawing: Drawing) -> str:
    return tag("defs", texture.definitions(), land.definitions(drawing), routes.definitions(board))


def _routes(board: Board, drawing: Drawing, language: str) -> str:
    clip = f"url(#{drawing.board}-frame)"
    layer = routes.routes_layer(board, drawing, language)
    return tag("g", layer, clip_path=clip, data_part="routes")


def _places(board: Board, drawing: Drawing) -> str:
    return tag("g", places.places_layer(board, drawing), data_part="places")


def game_svg(
    source: Game | View,
    drawing: Drawing | None = None,
    *,
    board: Board | None = None,
    seat: int | None = None,
    tickets: Iterable[str] = (),
    legal: bool = False,
    last_move: bool = True,
    preview: str | None = None,
    language: str = "en",
    theme: Dress = "auto",
    width: int | None = None,
) -> Picture:
    """Return a game as SVG, as a seat sees it; without a seat as a spectator does.

    ``tickets`` shows tickets of that seat on the map, ``legal`` lights the routes it can claim now,
    ``preview`` shows a route as if it had claimed it. A view of a board that does not come with the
    program needs the ``board`` too.
    """
    view = source.view(seat) if isinstance(source, Game) else source
    if isinstance(source, Game):
        board = source.board
    board = board or Board.load(view.board, view.variant)
    scene = scene_of(
        board, view, tickets=tickets, legal=legal, last_move=last_move, preview=preview
    )
    return board_svg(board, drawing, scene=scene, language=language, theme=theme, width=width)
