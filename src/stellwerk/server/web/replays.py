"""Replays: a record is sent, and comes back step by step, or as a table to play on."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Controller, Response, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from stellwerk.server.guard import address_of
from stellwerk.server.limits import Limit
from stellwerk.server.protocol import Replay, TableInfo
from stellwerk.server.web.content import zipped_answer
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenGuard,
    GivenLimit,
    GivenService,
)

LARGEST: Final = 1 << 20
"""Most bytes of a record; the longest games need about a third of that."""
_SEAT = Annotated[int | None, QueryParameter(name="seat", ge=0, le=4)]
_OWN_SEAT = Annotated[int, QueryParameter(name="seat", ge=0, le=4)]
_STEP = Annotated[int, QueryParameter(name="step", ge=0, le=1_000_000)]
_BOT = Annotated[str, QueryParameter(name="bot", max_length=40)]
_BOARD = Annotated[str | None, QueryParameter(name="board", max_length=80)]


class ReplayController(Controller):
    """Games that are played again; the body of each request is a record."""

    path = "/api/replays"
    tags = ("replays",)

    @post(
        "/",
        status_code=200,
        request_max_body_size=LARGEST,
        responses={200: ResponseSpec(Replay, description="The game, step by step.")},
    )
    async def show(
        self,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        replays: GivenLimit,
        seat: _SEAT = None,
        board: _BOARD = None,
    ) -> Response[bytes] | Stream:
        """Play a record again and check it; tell every step as a seat saw it, or a spectator."""
        address = take_one(request, replays)
        shown = await service.replays.show(actor, await request.body(), seat, board, address)
        return zipped_answer(request, shown)

    @post("/table", request_max_body_size=LARGEST)
    async def play_on(
        self,
        request: AnyRequest,
        actor: GivenActor,
        service: GivenService,
        replays: GivenLimit,
        guard: GivenGuard,
        seat: _OWN_SEAT,
        step: _STEP,
        bot: _BOT = "greedy",
        board: _BOARD = None,
    ) -> TableInfo:
        """Open a table that goes on after a step, against bots; secrets are dealt again."""
        address = take_one(request, replays)
        guard.new_table(request.scope, actor.known)
        body = await request.body()
        return await service.replays.play_on(actor, body, step, seat, bot, board, address)


def take_one(request: AnyRequest, limit: Limit) -> str:
    """Refuse an address that asks for too many: each costs about as much as a whole game.

    Returns the key by which the address is counted.
    """
    address = address_of(request.scope)
    limit.must_take(address)
    return address
