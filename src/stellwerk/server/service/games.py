"""Finished games of guests: their lists and statistics, and what is worked out afterwards.

A list is one query, and statistics are sums that the database makes. What needs a whole record is
worked out here in the background, one game after the other and for a part of the time only.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

import structlog

from stellwerk.server.errors import Refusal
from stellwerk.server.histories import GameChoices, GamesPage, Statistics
from stellwerk.server.transactions import game_lists, working_out
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.cleaning import drop_game
from stellwerk.server.transactions.statistics import Choice, statistics_of
from stellwerk.server.waiting import happens

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_LOOK: Final = 30.0
"""Seconds between two looks for what another worker has left undone."""
_IDLE: Final = 4.0
"""Times as long as it has worked it rests: this takes at most a fifth of a processor."""
_PATIENCE: Final = 10.0
"""Seconds after which something that has failed is tried again."""
_DAY: Final = 86_400.0


class Games:
    """What guests have played."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._news = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work out what is waiting."""
        self._loop = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop; what is under way is begun again by the next worker."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    def expect(self) -> None:
        """Note that there is something to work out."""
        self._news.set()

    async def page(self, actor: Actor, wanted: game_lists.Wanted) -> GamesPage:
        """Return a page of an actor's finished games."""
        return await self._service.database.read(lambda c: game_lists.games_page(c, actor, wanted))

    async def choices(self, actor: Actor) -> GameChoices:
        """Return what an actor's games can be filtered by."""
        return await self._service.database.read(lambda c: game_lists.choices(c, actor))

    async def drop(self, actor: Actor, table: str) -> None:
        """Take a game off an actor's list; its table goes as well if nobody else has it."""
        service = self._service
        if await service.database.write(lambda c: drop_game(c, table, actor)):
            service.news.deleted(table)

    async def statistics(self, actor: Actor, board: str | None, days: int | None) -> Statistics:
        """Return how an actor plays, on a board and in the last days if these are given."""
        guest, choice = actor.known, self.choice(board, days)
        return await self._service.database.read(lambda c: statistics_of(c, guest, choice))

    def choice(self, board: str | None, days: int | None) -> Choice:
        """Return which games a board and a number of days mean."""
        since = 0.0 if days is None else time.time() - days * _DAY
        return Choice(None if board is None else board.replace("\x00", " "), since)

    async def _work(self) -> None:
        while True:
            self._news.clear()
            try:
                while await self._work_out_one():
                    pass
                pause = _LOOK
            except Refusal as refusal:  # nothing can be stored just now
                log.warning("working_out_waits", reason=refusal.code)
                pause = _PATIENCE
            except Exception:
                log.exception("working_out_failed")
                pause = _PATIENCE
            await happens(self._news, pause)

    async def _work_out_one(self) -> bool:
        """Work out one game, then rest; tell whether there was one."""
        service, begun = self._service, time.monotonic()
        now = service.clock.now()
        if not await service.database.read(lambda c: working_out.waiting(c, now)):
            return False
        until = now + service.settings.lease
        claimed = await service.database.write(lambda c: working_out.claim(c, now, until))
        if claimed is None:
            return True
        whole = await service.database.read(lambda c: working_out.whole(c, claimed.table))
        record = None if whole is None else whole.record
        review = None if record is None else await service.reviews.of(record)
        await service.database.write(lambda c: working_out.settle(c, claimed, whole, review))
        await asyncio.sleep(_IDLE * (time.monotonic() - begun))
        return True
