"""Moves on their way: to the keeper where there is one, or straight into the database."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import structlog

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal
from stellwerk.server.limits import Limit
from stellwerk.server.protocol import Accepted, SendMove
from stellwerk.server.service import calls
from stellwerk.server.service.actor import Actor
from stellwerk.server.service.playing import Played, send
from stellwerk.server.service.takebacks import PER_MINUTE
from stellwerk.server.store.keeper import KeeperGone

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_OUT_OF_DATE: Final = ("stale", "database_away")
"""Refusals after which a table may have come further than is known here."""


class Moves:
    """The moves that are being made."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._under_way: set[asyncio.Task[Accepted]] = set()
        self._takebacks = Limit(PER_MINUTE / 60, PER_MINUTE)

    async def make(self, actor: Actor, table: str, message: SendMove) -> Accepted:
        """Make a move that was sent; when this returns, it is stored for good."""
        # Even if whoever has sent it goes away meanwhile, the others must be told what is stored.
        making = asyncio.create_task(self._make(actor, table, message))
        self._under_way.add(making)
        making.add_done_callback(self._made)
        return await asyncio.shield(making)

    async def finish(self) -> None:
        """Wait for those that are under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def _made(self, making: asyncio.Task[Accepted]) -> None:
        """Forget a move that is made; whoever should be told why it was not may have gone."""
        self._under_way.discard(making)
        error = None if making.cancelled() else making.exception()
        if error is not None and not isinstance(error, StellwerkError):
            log.error("a move has failed", exc_info=error)

    async def _make(self, actor: Actor, table: str, message: SendMove) -> Accepted:
        if message.undo:
            seconds = self._takebacks.take(f"{table} {actor.guest or actor.program}")
            if seconds:
                raise Refusal("rate_limited", seconds=int(seconds) + 1)
        try:
            played = await self._stored(actor, table, message)
        except StellwerkError as refusal:
            self._service.storing.note(refusal)
            if refusal.code in _OUT_OF_DATE:
                self._service.watch.forget(table)
            raise
        self._service.after_move(played)
        return played.answer

    async def _stored(self, actor: Actor, table: str, message: SendMove) -> Played:
        service, now = self._service, time.time()
        await service.heartbeat.sure()
        kept = service.database.takes_calls
        call = calls.call_of(table, actor, message, now, service.worker) if kept else None
        if call is not None:
            try:
                return await self._known(table, calls.done(await service.database.call(call)))
            except KeeperGone:  # it may have stored the move: what is known may be out of date
                service.watch.forget(table)
        return await service.database.write(
            lambda c: send(c, table, actor, message, now, service.worker)
        )

    async def _known(self, table: str, done: calls.Done) -> Played:
        """Return what a move has brought that the keeper has made."""
        known = (await self._service.watched(table)).table
        if done.entry is not None and done.entry.seq > known.seq + 1:
            # A step between was stored by ourselves, and we have not yet heard of it.
            self._service.watch.forget(table)
            known = (await self._service.watched(table)).table
        return calls.played(done, known)
