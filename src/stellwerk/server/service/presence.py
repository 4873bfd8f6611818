"""Who is at a table right now: the sockets of this worker, and of others if there are any."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.server.service.clock import PlayClock
from stellwerk.server.store import Database, schema
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.seats import Here, program_name

BEAT: Final = 30.0
"""How often a worker says that its sockets are still there."""
_FORGOTTEN: Final = 3 * BEAT
"""After this silence a worker's sockets are gone."""
LONGEST: Final = 86_400.0
"""Seconds for which it may matter when somebody has left."""
_LEFT: Final = "left:"
"""Put before a worker's id, it marks rows that say when somebody left it."""


class Presence:
    """Counts sockets; ``shared`` tells whether other workers have some as well."""

    def __init__(self, database: Database, worker: str, shared: bool, clock: PlayClock) -> None:
        self._database = database
        self._clock = clock
        self._worker = worker
        self._shared = shared
        self._since = 0.0
        self._here: dict[str, Counter[str]] = {}
        self._left: dict[str, dict[str, tuple[float, float]]] = {}
        """By table, for those who have left: since when, and until when that matters."""
        self._order = asyncio.Lock()
        self._writes: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to watch: until then, anybody may have been here."""
        self._since = self._clock.now()

    def change(self, actor: Actor, table: str, sockets: int, grace: float = LONGEST) -> bool:
        """Note sockets that were opened or closed; tell whether somebody came or went."""
        who = _name(actor, table)
        if who is None:
            return False
        here = self._here.setdefault(table, Counter())
        before = here[who]
        here[who] += sockets
        there = here[who] > 0
        if not there:
            del here[who]
        if not here:
            del self._here[table]
        if (before > 0) == there:
            return False
        if not there:
            self._note_left(table, who, grace)
        if self._shared:
            self._later(table, who)
        return True

    def touch(self, actor: Actor, table: str, grace: float) -> None:
        """Note that somebody was here for a moment, without a socket."""
        who = _name(actor, table)
        if who is None or who in self._here.get(table, ()):
            return
        last, _ = self._left.get(table, {}).get(who, (0.0, 0.0))
        if self._note_left(table, who, grace) - last > BEAT and self._shared:
            self._later(table, who)

    def here(self, connection: Connection, table: str) -> Here:
        """Return who is at a table, as a part of a transaction."""
        if not self._shared:
            return self._alone(table)
        columns, now = schema.present.c, self._clock.now()
        rows = connection.execute(
            select(columns.who, columns.worker, columns.until).where(columns.table_id == table)
        ).all()
        # Whoever has left is not there, though the clock of the worker that noted it be ahead.
        online = frozenset(
            who for who, worker, until in rows if until > now and not worker.startswith(_LEFT)
        )
        left: dict[str, float] = {}
        for who, _, until in rows:
            if who not in online:
                left[who] = max(left.get(who, 0.0), until)
        return Here(online, left, self._since)

    async def at(self, table: str) -> Here:
        """Return who is at a table."""
        if self._shared:
            return await self._database.read(lambda c: self.here(c, table))
        return self._alone(table)

    def _alone(self, table: str) -> Here:
        """Return who is at a table, where nobody else serves it."""
        left = {who: since for who, (since, _) in self._left.get(table, {}).items()}
        return Here(frozenset(self._here.get(table, ())), left, self._since)

    async def beat(self) -> None:
        """Say that the sockets of this worker are still there, and forget those of dead ones."""
        now = self._clock.now()
        for table in list(self._left):
            kept = {who: each for who, each in self._left[table].items() if each[1] > now}
            if kept:
                self._left[table] = kept
            else:
                del self._left[table]
        if not self._shared:
            return
        columns = schema.present.c

        def work(connection: Connection) -> None:
            mine = update(schema.present).where(columns.worker == self._worker)
            connection.execute(mine.values(until=now + _FORGOTTEN))
            connection.execute(delete(schema.present).where(columns.until < now - LONGEST))

        await self._database.write(work)

    def _note_left(self, table: str, who: str, grace: float) -> float:
        now = self._clock.now()
        self._left.setdefault(table, {})[who] = now, now + grace
        return now

    def _later(self, table: str, who: str) -> None:
        task = asyncio.create_task(self._store(table, who))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    async def _store(self, table: str, who: str) -> None:
        columns = schema.present.c
        both = (self._worker, _LEFT + self._worker)
        async with self._order:  # so that the last change wins when somebody comes and goes quickly
            there = who in self._here.get(table, ())

            def work(connection: Connection) -> None:
                same = (columns.table_id == table) & (columns.who == who)
                connection.execute(delete(schema.present).where(same, columns.worker.in_(both)))
                now = self._clock.now()
                worker, until = (both[0], now + _FORGOTTEN) if there else (both[1], now)
                row = {"table_id": table, "who": who, "worker": worker, "until": until}
                connection.execute(insert(schema.present), row)

            await self._database.write(work)


def _name(actor: Actor, table: str) -> str | None:
    if actor.guest is not None:
        return actor.guest
    return program_name(actor.program) if actor.table == table else None
