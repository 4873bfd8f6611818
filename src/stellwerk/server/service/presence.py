"""Who is at a table right now: sockets of this worker, and of all others where there are more."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from stellwerk.server.service.actor import Actor
from stellwerk.server.service.table import Table
from stellwerk.server.store import Database, schema

BEAT: Final = 30.0
"""How often a worker says that its sockets are still there."""
_FORGOTTEN: Final = 3 * BEAT
"""After this silence a worker's sockets are gone."""


class Presence:
    """Counts sockets; ``shared`` tells whether other workers have some, too."""

    def __init__(self, database: Database, worker: str, shared: bool) -> None:
        self._database = database
        self._worker = worker
        self._shared = shared
        self._here: dict[str, Counter[str]] = {}
        self._order = asyncio.Lock()
        self._writes: set[asyncio.Task[None]] = set()

    def change(self, actor: Actor, table: str, sockets: int) -> bool:
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
        if self._shared:
            self._later(table, who)
        return True

    async def at(self, table: str) -> frozenset[str]:
        """Return who is at a table."""
        if not self._shared:
            return frozenset(self._here.get(table, ()))
        now = time.time()
        columns = schema.present.c
        wanted = select(columns.who).where(columns.table_id == table, columns.until > now)
        return await self._database.read(lambda c: frozenset(c.execute(wanted).scalars()))

    async def beat(self) -> None:
        """Say that the sockets of this worker are still there, and forget those of dead ones."""
        if not self._shared:
            return
        now = time.time()
        columns = schema.present.c

        def work(connection: Connection) -> None:
            mine = update(schema.present).where(columns.worker == self._worker)
            connection.execute(mine.values(until=now + _FORGOTTEN))
            connection.execute(delete(schema.present).where(columns.until < now))

        await self._database.write(work)

    def _later(self, table: str, who: str) -> None:
        task = asyncio.create_task(self._store(table, who))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    async def _store(self, table: str, who: str) -> None:
        row = {"table_id": table, "who": who, "worker": self._worker}
        columns = schema.present.c
        same = [columns[name] == value for name, value in row.items()]
        async with self._order:  # whoever comes and goes quickly ends up as it is now
            there = who in self._here.get(table, ())

            def work(connection: Connection) -> None:
                connection.execute(delete(schema.present).where(*same))
                if there:
                    until = time.time() + _FORGOTTEN
                    connection.execute(insert(schema.present), {**row, "until": until})

            await self._database.write(work)


def _name(actor: Actor, table: str) -> str | None:
    if actor.guest is not None:
        return actor.guest
    return _program(actor.program) if actor.table == table else None


def _program(program: str | None) -> str | None:
    return None if program is None else f"program:{program}"


def name_at(table: Table, seat: int) -> str | None:
    """Return by what name the person or program at a seat is known."""
    held = table.seats[seat]
    return held.guest if held.guest is not None else _program(held.program)
