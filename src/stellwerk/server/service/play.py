"""Play: a move goes from its sender into one transaction, and from there to everybody.

The keeper carries out the transaction where there is one, else this process does.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from stellwerk.board import StellwerkError
from stellwerk.server.keeper.calls import KeeperGone
from stellwerk.server.limits import per_minute
from stellwerk.server.protocol import Accepted, SendMove
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.playing import Played, send
from stellwerk.server.transactions.takebacks import PER_MINUTE

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_OUT_OF_DATE: Final = ("stale", "database_away")
"""Refusals after which a table may have come further than is known here."""


class Play:
    """The moves that are being made."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._under_way: set[asyncio.Task[Accepted]] = set()
        self._takebacks = per_minute(PER_MINUTE)

    async def move(self, actor: Actor, table: str, message: SendMove) -> Accepted:
        """Make a move, or take one back; when this returns, it is stored for good."""
        if message.undo:
            self._takebacks.must_take(f"{table} {actor.guest or actor.program}")
        # Even if its sender goes away meanwhile, the others must be told what is stored.
        storing = asyncio.create_task(self._store(actor, table, message))
        self._under_way.add(storing)
        storing.add_done_callback(self._done)
        return await asyncio.shield(storing)

    async def finish(self) -> None:
        """Wait for the moves that are under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _store(self, actor: Actor, table: str, message: SendMove) -> Accepted:
        """Store a move, then tell everybody."""
        service = self._service
        try:
            await service.heartbeat.sure()
            played = await self._kept(actor, table, message)
            if played is None:
                played = await service.database.write(
                    lambda c: send(c, service.worker, actor, table, message)
                )
        except StellwerkError as refusal:
            service.storing.note(refusal)
            if refusal.code in _OUT_OF_DATE:
                service.cache.forget(table)
            raise
        service.news.stepped(played)
        return played.answer

    async def _kept(self, actor: Actor, table: str, message: SendMove) -> Played | None:
        """Let the keeper make a move; None where there is none, or it gives no answer."""
        service = self._service
        if not service.keeper.ready:
            return None
        try:
            done = await service.keeper.make(service.worker, actor, table, message)
        except KeeperGone:  # it may have stored the move: what is known may be out of date
            service.cache.forget(table)
            return None
        known = (await service.watch.look(table)).table
        if done.entry is not None and done.entry.seq > known.seq + 1:
            # This process has stored a step in between, and has not heard of it yet.
            service.cache.forget(table)
            known = (await service.watch.look(table)).table
        return done.played(known)

    def _done(self, storing: asyncio.Task[Accepted]) -> None:
        """Forget a move; the sender who would be told why it failed may have gone."""
        self._under_way.discard(storing)
        error = None if storing.cancelled() else storing.exception()
        if error is not None and not isinstance(error, StellwerkError):
            log.error("a move has failed", exc_info=error)
