"""Boards: which there are, and everything a page needs to draw and name one."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from stellwerk.board import Board
from stellwerk.drawing.files import DrawingError, drawing_of, encode
from stellwerk.drawing.model import NO_OUTLINES
from stellwerk.drawing.picture import board_svg, map_svg
from stellwerk.drawing.svg.style import Dress
from stellwerk.game.sheet import BoardSheet, board_sheet
from stellwerk.server.errors import Refusal
from stellwerk.server.guard import address_of
from stellwerk.server.protocol import BoardInfo, Language
from stellwerk.server.service import catalogue
from stellwerk.server.web.actors import language_of
from stellwerk.server.web.bodies import BoardFile
from stellwerk.server.web.content import Content
from stellwerk.server.web.dependencies import AnyRequest, GivenActor, GivenService, InPath

_VARIANT = Annotated[str | None, QueryParameter(name="variant", max_length=40)]
_LANGUAGE = Annotated[Language | None, QueryParameter(name="language")]
_THEME = Annotated[Dress, QueryParameter(name="theme")]
_SVG: Final = "image/svg+xml"
_CACHED: Final = 128
_LARGEST_UPLOAD: Final = 1 << 20
"""Most bytes that are read at all; the setting for the length of board files is below this."""
_PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""A picture contains its own style and fonts, and loads nothing else."""


class BoardController(Controller):
    """The boards of this server."""

    path = "/api/boards"
    tags = ("boards",)

    @get("/")
    async def all(self, request: AnyRequest) -> tuple[BoardInfo, ...]:
        """List the boards and their variants."""
        return catalogue.boards(language_of(request.scope))

    @post("/", request_max_body_size=_LARGEST_UPLOAD)
    async def upload(
        self,
        data: JSONBody[BoardFile],
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
    ) -> BoardInfo:
        """Upload a board of one's own, where the server allows it."""
        return await service.boards.upload(actor, data.text, address_of(request.scope))

    @get("/{board:str}", responses={200: ResponseSpec(BoardSheet, description="The board.")})
    async def one(
        self,
        board: InPath,
        request: AnyRequest,
        service: GivenService,
        variant: _VARIANT = None,
        language: _LANGUAGE = None,
    ) -> Response[bytes]:
        """Tell all about a board in one variant: places, routes, tickets, cards, rules."""
        found = await service.boards.find(board, variant)
        spoken = language or language_of(request.scope)
        return _sheet(found, spoken, board).answer(request)

    @get("/{board:str}/drawing")
    async def drawing(
        self, board: InPath, request: AnyRequest, service: GivenService
    ) -> Response[bytes]:
        """Return where everything lies on the map, if the board has been drawn."""
        return _drawing(await service.boards.find(board)).answer(request)

    @get("/{board:str}/drawing.svg")
    async def map(
        self,
        board: InPath,
        request: AnyRequest,
        service: GivenService,
        language: _LANGUAGE = None,
    ) -> Response[bytes]:
        """Return the map alone as SVG, for a page that draws the game on it."""
        found = await service.boards.find(board)
        ground = _map(found, language or language_of(request.scope))
        return ground.answer(request, **{"Content-Security-Policy": _PICTURE_POLICY})

    @get("/{board:str}/picture")
    async def picture(
        self,
        board: InPath,
        request: AnyRequest,
        service: GivenService,
        language: _LANGUAGE = None,
        theme: _THEME = "auto",
    ) -> Response[bytes]:
        """Return the empty board as SVG, if it has been drawn."""
        found = await service.boards.find(board)
        picture = _picture(found, language or language_of(request.scope), theme)
        return picture.answer(request, **{"Content-Security-Policy": _PICTURE_POLICY})


@lru_cache(_CACHED)
def _sheet(board: Board, language: Language, board_id: str) -> Content:
    return Content.of(msgspec.json.encode(board_sheet(board, language, board_id)))


@lru_cache(_CACHED)
def _drawing(board: Board) -> Content:
    try:
        # The land comes with the map, which is a picture already.
        return Content.of(encode(msgspec.structs.replace(drawing_of(board), outlines=NO_OUTLINES)))
    except DrawingError:
        raise Refusal("no_drawing") from None


@lru_cache(_CACHED)
def _map(board: Board, language: Language) -> Content:
    try:
        return Content.of(map_svg(board, language=language).encode(), _SVG)
    except DrawingError:
        raise Refusal("no_drawing") from None


@lru_cache(_CACHED)
def _picture(board: Board, language: Language, theme: Dress) -> Content:
    try:
        return Content.of(board_svg(board, language=language, theme=theme).encode(), _SVG)
    except DrawingError:
        raise Refusal("no_drawing") from None
