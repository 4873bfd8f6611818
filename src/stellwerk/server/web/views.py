"""Views over HTTP, for programs: the game as one seat sees it, at once or when it has gone on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Final

from litestar import Controller, Response, get
from litestar.params import QueryParameter

from stellwerk.game.standing import SeatStanding
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Update
from stellwerk.server.service import Actor, Service
from stellwerk.server.service.hint import TABLES
from stellwerk.server.web.dependencies import (
    AnyRequest,
    GivenActor,
    GivenGuard,
    GivenHints,
    GivenService,
    InPath,
)

LONGEST_WAIT: Final = 25.0
"""Seconds; proxies cut off connections that are silent for longer."""
_SEAT = Annotated[int | None, QueryParameter(name="seat", ge=0, le=4)]
_SINCE = Annotated[int, QueryParameter(name="since", ge=-1, le=1_000_000)]
_WAIT = Annotated[float, QueryParameter(name="wait", ge=0, le=LONGEST_WAIT)]


class ViewController(Controller):
    """A game as one may see it."""

    path = "/api/tables/{table:str}"
    tags = ("play",)

    @get("/view")
    async def view(
        self,
        table: InPath,
        actor: GivenActor,
        service: GivenService,
        hints: GivenHints,
        guard: GivenGuard,
        request: AnyRequest,
        seat: _SEAT = None,
        since: _SINCE = -1,
        wait: _WAIT = 0.0,
    ) -> Update:
        """Tell what happened after ``since`` and how the game stands now.

        With ``wait`` the answer comes as soon as the game has gone on, or after this many seconds.
        """
        if not wait:
            return await service.watch.view(actor, table, seat, since)
        news = asyncio.Event()
        with (
            guard.line(request.scope, table),
            hints.listen(TABLES + table, lambda _: news.set()),
            suppress(TimeoutError),
        ):
            async with asyncio.timeout(wait):
                while True:
                    news.clear()
                    if (update := await _news(service, actor, table, seat, since)) is not None:
                        return update
                    await news.wait()
        await service.devices.must_be_signed_in(actor)
        return await service.watch.view(actor, table, seat, since)

    @get("/standing")
    async def standing(
        self, table: InPath, actor: GivenActor, service: GivenService, seat: _SEAT = None
    ) -> tuple[SeatStanding, ...]:
        """Tell how the score stands, with one's own tickets as they are now."""
        return await service.watch.standing(actor, table, seat)

    @get("/record")
    async def record(
        self, table: InPath, actor: GivenActor, service: GivenService
    ) -> Response[bytes]:
        """Return the record of the game, with what one may know of it."""
        record = await service.watch.record(actor, table)
        named = {"Content-Disposition": f'attachment; filename="stellwerk-{table}.json"'}
        return Response(record, media_type="application/json", headers=named)


async def _news(
    service: Service, actor: Actor, table: str, seat: int | None, since: int
) -> Update | None:
    """Return what there is after ``since``, if anything; a game that has not begun has nothing."""
    try:
        update = await service.watch.view(actor, table, seat, since)
    except Refusal as refusal:
        if refusal.code == "not_playing" and refusal.params["status"] == "open":
            return None
        raise
    return update if update.seq > since or update.view.outcome is not None else None
