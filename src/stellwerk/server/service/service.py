"""The service: everything a client can ask for, free of any protocol.

Each change is one transaction; when it is committed, those who follow the table get a hint.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import structlog
from sqlalchemy import Connection

from stellwerk.server.keeper.client import Keeper
from stellwerk.server.sandbox.client import Sandbox
from stellwerk.server.service import runner
from stellwerk.server.service.account import Account
from stellwerk.server.service.bars import Bars
from stellwerk.server.service.boards import Boards
from stellwerk.server.service.cache import TableCache
from stellwerk.server.service.chat import Chat
from stellwerk.server.service.clock import PlayClock
from stellwerk.server.service.devices import Devices
from stellwerk.server.service.export import Export
from stellwerk.server.service.games import Games
from stellwerk.server.service.guests import Guests
from stellwerk.server.service.heartbeat import Heartbeat
from stellwerk.server.service.news import News, Publish
from stellwerk.server.service.notices import Notices
from stellwerk.server.service.pauses import Pauses
from stellwerk.server.service.people import People
from stellwerk.server.service.play import Play
from stellwerk.server.service.postman import Postman
from stellwerk.server.service.presence import Presence
from stellwerk.server.service.previews import Previews
from stellwerk.server.service.profiles import Profiles
from stellwerk.server.service.replays import Replays
from stellwerk.server.service.reviews import Reviews
from stellwerk.server.service.runner import Runner
from stellwerk.server.service.seats import Seats
from stellwerk.server.service.storing import Storing
from stellwerk.server.service.tables import Tables
from stellwerk.server.service.watch import Watch
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database
from stellwerk.server.store.database import alive
from stellwerk.server.store.upgrade import shared_secret, upgrade
from stellwerk.server.transactions.cleaning import carry_over
from stellwerk.server.transactions.clocks import Now
from stellwerk.server.transactions.codes import new_id
from stellwerk.server.transactions.forgetting import forget_strays
from stellwerk.server.transactions.worker import Worker
from stellwerk.server.turns import Turns
from stellwerk.server.warmup import Warmup

log = structlog.get_logger()

Result = TypeVar("Result")


class Service:
    """All that the server does, by its parts."""

    def __init__(self, settings: Settings, publish: Publish, warmup: Warmup | None = None) -> None:
        self.settings = settings
        self.warmup = warmup or Warmup()
        self._beginning: asyncio.Task[None] | None = None
        self._has_begun = False
        self.shared = settings.redis is not None
        """Whether other workers may change tables as well."""
        self.secret = b""
        """Signs cookies; known once the service has started."""
        self.clock = PlayClock()
        self._worker = Worker(new_id(), settings.lease, settings.bot_delay, b"", Now(0.0, 0.0))
        self.database = open_database(settings.database)
        self.keeper = Keeper(self.database)
        self.cache = TableCache(settings.tables_bytes)
        self.sandbox = Sandbox()
        self.long_answers = Turns(waiting=10_000, each=1_000)
        """Whole games and lists of tables are told one at a time, so that moves go between."""
        self.storing = Storing(self.database)
        self.heartbeat = Heartbeat(self.database, self.clock, self.shared)
        self.presence = Presence(self.database, self._worker.id, self.shared, self.clock)
        self.news = News(self, publish)
        self.devices = Devices(self)
        self.guests = Guests(self)
        self.account = Account(self)
        self.export = Export(self)
        self.tables = Tables(self)
        self.seats = Seats(self)
        self.play = Play(self)
        self.watch = Watch(self)
        self.chat = Chat(self)
        self.boards = Boards(self)
        self.replays = Replays(self)
        self.people = People(self)
        self.bars = Bars(self)
        self.pauses = Pauses(self)
        self.previews = Previews(self)
        self.reviews = Reviews(self)
        self.games = Games(self)
        self.profiles = Profiles(self)
        self.runner = Runner(self)
        self.notices = Notices(self)
        self.postman = Postman(self)

    @property
    def worker(self) -> Worker:
        """This process at work, at this moment."""
        return self._worker.at(self.clock.read())

    async def start(self) -> None:
        """Open the database, bring it up to date and begin to act; see ``begun``."""
        await self.database.hold(shared=self.shared)
        await self.database.write(upgrade, long=True)
        given = self.settings.secret
        self.secret = await self.database.write(shared_secret) if given is None else given
        self._worker = self._worker._replace(secret=self.secret)
        await self.notices.start()
        self._beginning = asyncio.create_task(self._begin())
        if self.warmup.is_over:
            await self._beginning

    async def begun(self) -> None:
        """Return once everything can be asked for; the page and its words can be before."""
        if not self._has_begun and self._beginning is not None:
            await asyncio.shield(self._beginning)

    async def _begin(self) -> None:
        await self.warmup.for_people()
        await self.boards.check_stored()
        kept, closed = await self.database.write(lambda c: carry_over(c, time.time()), long=True)
        if kept or closed:
            log.info("carried_over", kept=kept, closed=closed)
        await self.heartbeat.start()
        self.presence.start()
        strays = await self.database.write(lambda c: forget_strays(c, self.worker), long=True)
        if strays:
            log.info("strays_forgotten", guests=strays)
        if self.database.exclusive:  # the workers that held leases are dead
            await self.database.write(runner.drop_leases)
        await self.bars.look()
        if self.settings.has_keeper:
            await self.keeper.start()
        self.runner.start()
        self.reviews.start()
        self.games.start()
        self.postman.start()
        self._has_begun = True

    async def stop(self) -> None:
        """Stop acting and close the database."""
        self.warmup.stop()
        if self._beginning is not None:
            self._beginning.cancel()
            await asyncio.gather(self._beginning, return_exceptions=True)
        await self.games.stop()
        await self.reviews.stop()
        await self.runner.stop()
        await self.postman.stop()
        await self.notices.stop()
        await self.play.finish()
        await self.keeper.stop()
        await self.sandbox.stop()
        await self.heartbeat.stop()
        await self.database.close()

    async def health(self) -> None:
        """Refuse if the database cannot be reached, or if nothing can be stored."""
        await self.database.read(alive)
        await self.storing.look()

    async def write(
        self, work: Callable[[Connection, Worker], Result], *, long: bool = False
    ) -> Result:
        """Run work in a transaction, once this process knows the time of play."""
        await self.heartbeat.sure()
        return await self.database.write(lambda c: work(c, self.worker), long=long)
