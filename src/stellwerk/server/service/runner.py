"""What the server does by itself: bots decide, clocks run out, old things are cleared away."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy import Connection, select, update

from stellwerk.bots import Decision, make, ready
from stellwerk.bots.levels import CHAMPION, CHAMPION_AT_TABLES
from stellwerk.bots.registry import searches
from stellwerk.game import Move
from stellwerk.game.steps import By
from stellwerk.server.errors import Refusal
from stellwerk.server.service.cache import Watched
from stellwerk.server.service.presence import BEAT
from stellwerk.server.store import schema
from stellwerk.server.transactions import working_out
from stellwerk.server.transactions.cleaning import clean
from stellwerk.server.transactions.pausing import is_over
from stellwerk.server.transactions.playing import current_game, decide, end_pause
from stellwerk.server.transactions.seats import STAND_IN
from stellwerk.server.transactions.table import Table, read, write
from stellwerk.server.transactions.worker import Worker
from stellwerk.server.waiting import happens

if TYPE_CHECKING:
    from stellwerk.server.service.service import Service

log = structlog.get_logger()

_AT_ONCE: Final = 8
"""Tables a worker acts for at the same time."""
_PICKED: Final = 50
"""Most tables picked up in one look."""
_SPARE: Final = 64
"""Notes that may be out of date, besides one for each table."""
_CLEAN_EVERY: Final = 3600.0
_PAUSE: Final = 5.0
"""Seconds after which a decision that has failed is tried again."""


class Runner:
    """Acts for the server when nobody asks it to."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._due: dict[str, float] = {}
        """When each table needs the server next."""
        self._order: list[tuple[float, str]] = []
        """The same as a heap, outdated notes included."""
        self._wake = asyncio.Event()
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._threads = ThreadPoolExecutor(_AT_ONCE, "stellwerk-bot")
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()
        self._loops: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to act."""
        settings = self._service.settings
        self._loops = [
            asyncio.create_task(self._act_when_due()),
            asyncio.create_task(self._again_and_again(settings.poll, self._pick_up)),
            asyncio.create_task(self._again_and_again(settings.poll, self._service.bars.look)),
            asyncio.create_task(self._again_and_again(_CLEAN_EVERY, self._clean)),
            asyncio.create_task(self._again_and_again(BEAT, self._service.presence.beat)),
        ]

    async def stop(self) -> None:
        """Stop; what is under way is left to others, who then take the lease."""
        for task in (*self._loops, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def expect(self, table: Table) -> None:
        """Note when a table needs the server next."""
        if table.due is None:
            self._due.pop(table.id, None)
        else:
            self._expect_at(table.due, table.id)

    def _expect_at(self, due: float, name: str) -> None:
        if self._due.get(name) != due:
            self._due[name] = due
            heapq.heappush(self._order, (due, name))
            self._wake.set()
        if len(self._order) > 2 * len(self._due) + _SPARE:
            self._order = [(due, name) for name, due in self._due.items()]
            heapq.heapify(self._order)

    @property
    def expected(self) -> int:
        """How many notes are kept of when tables need the server."""
        return len(self._order)

    async def _act_when_due(self) -> None:
        while True:
            self._wake.clear()
            now = self._service.clock.now()
            while self._order and self._order[0][0] <= now:
                due, name = heapq.heappop(self._order)
                if self._due.get(name) == due:
                    del self._due[name]
                    self._begin(name)
            pause = self._order[0][0] - now if self._order else None
            await happens(self._wake, pause)

    async def _again_and_again(self, pause: float, act: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await act()
            except Refusal as refusal:
                log.warning("runner_refused", reason=refusal.code)
            except Exception:
                log.exception("runner_failed")
            await asyncio.sleep(pause)

    async def _pick_up(self) -> None:
        """Take over what is overdue and held by nobody: left by a worker that is gone."""
        now = self._service.clock.now()
        wanted = (
            select(schema.tables.c.id)
            .where(schema.tables.c.due <= now, schema.tables.c.lease_until <= now)
            .order_by(schema.tables.c.due)
            .limit(_PICKED)
        )
        names = await self._service.database.read(
            lambda connection: list(connection.execute(wanted).scalars())
        )
        for name in names:
            self._begin(name)

    async def _clean(self) -> None:
        if not self._service.heartbeat.trusts_wall:
            return  # with a wrong date everything would be old enough to delete
        service = self._service
        gone = await service.database.write(
            lambda c: clean(c, service.worker, service.settings), long=True
        )
        for name in gone:
            service.cache.forget(name)

    def _begin(self, name: str) -> None:
        if name in self._busy:
            return
        self._busy.add(name)
        task = asyncio.create_task(self._act(name))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, name: str) -> None:
        """Make one decision for a table, if it still needs one."""
        try:
            async with self._free:
                await self._decide(name)
        except Exception as problem:
            if isinstance(problem, Refusal):  # nothing can be stored just now
                self._service.storing.note(problem)
                log.warning("bot_waits", reason=problem.code)
            else:
                log.exception("bot_failed")
            # Not again at once: whatever is wrong would be wrong many times a second.
            self._expect_at(self._service.clock.now() + _PAUSE, name)
            return
        finally:
            self._busy.discard(name)
        watched = self._service.cache.get(name)
        if watched is not None and watched.table.lease_owner in (None, self._service.worker.id):
            self.expect(watched.table)

    async def _decide(self, name: str) -> None:
        service = self._service
        await service.warmup.for_bots()
        await service.heartbeat.sure()
        worker = service.worker
        watched = service.cache.get(name)
        if watched is None or watched.table.lease_owner != worker.id or service.shared:
            with service.cache.reading(name) as reading:
                taken = await service.database.write(lambda c: take(c, name, worker))
                if taken is None:
                    service.cache.forget(name)  # what is known of it here is out of date
                    return
                watched = reading.keep(taken)
        table = watched.table
        if is_over(table, worker.now.play):
            changed = await service.database.write(lambda c: end_pause(c, service.worker, name))
            if changed is not None:
                service.news.changed(changed)
            return
        chosen = next_decision(table, worker.now.play)
        if chosen is None:
            return
        seat, bot, by = chosen
        loop = asyncio.get_running_loop()
        seconds = service.settings.bot_seconds
        move = await loop.run_in_executor(self._threads, think, watched, seat, bot, seconds)
        seq = table.seq
        played = await service.database.write(
            lambda c: decide(c, service.worker, name, move, seq, by)
        )
        if played is None:
            service.cache.forget(name)
        else:
            service.news.stepped(played)


def take(connection: Connection, name: str, worker: Worker) -> Watched | None:
    """Take the lease on a table that is due, unless another worker holds it."""
    table, now = read(connection, name, lock=True), worker.now.play
    if table.status != "playing" or table.due is None or table.due > now:
        return None
    if table.lease_owner != worker.id and table.lease_until > now:
        return None
    table.lease_owner, table.lease_until = worker.id, now + worker.lease
    write(connection, table, "lease_owner", "lease_until")
    return Watched(table, current_game(connection, table), table.seq, [])


def drop_leases(connection: Connection) -> None:
    """Release all leases of other workers; only where there can be no others."""
    for kind in (schema.tables, schema.reviews, schema.notices):
        held = update(kind).where(kind.c.lease_owner.is_not(None))
        connection.execute(held.values(lease_owner=None, lease_until=0.0))
    working_out.drop_leases(connection)


def next_decision(table: Table, now: float) -> tuple[int, str, By] | None:
    """Return for which seat the server decides now, by which bot, and why."""
    for seat in table.waiting:
        held = table.seats[seat]
        if held.played_by_bot:
            return seat, held.bot or STAND_IN, "bot"
    for seat in table.clocks.expired(table.wish.clock, now):
        if seat in table.waiting:
            return seat, STAND_IN, "clock"
    return None


def think(watched: Watched, seat: int, bot: str, seconds: float) -> Move:
    """Ask a bot for a decision; it sees nothing but its view."""
    table, game = watched.table, watched.game
    assert game is not None, "only a game that has begun needs decisions"
    # The bot's randomness comes from the deal's key, so that nobody can foresee it.
    player = make(_player(bot), f"{table.key.hex()}/{seat}/{table.seq}")
    return player.choose(Decision.of(game, seat, seconds))


def _player(bot: str) -> str:
    """Return who plays for a bot: itself, or another until it is compiled."""
    if searches(bot) and not ready.search.is_ready():
        return STAND_IN
    if bot != CHAMPION:
        return bot
    from stellwerk.champion.ready import champion

    return CHAMPION_AT_TABLES if champion.is_ready() else STAND_IN
