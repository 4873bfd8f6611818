"""PostgreSQL: every piece of work is a transaction of its own on a pooled connection."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from typing import Any, Final

from sqlalchemy import URL, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from uvicorn.loops.auto import auto_loop_factory

from stellwerk.server.errors import Refusal
from stellwerk.server.store.database import Commit, Result, Work, alive, probe
from stellwerk.server.store.faults import refusal_of
from stellwerk.server.store.hold import Hold

_POOL: Final = 20
_LOCK: Final = 0x4B454550  # any number will do, as long as nothing else uses it
_LOCK_PATIENCE: Final = 3
"""Seconds that the keeper of a dead server has to end."""
_TRIES: Final = 4
"""PostgreSQL may ask to try a transaction again."""
_RETRY_STATES: Final = {"40001", "40P01"}
_AWAY: Final = "57P"
"""Prefixes of the error states while PostgreSQL is being stopped or started."""


class Postgres:
    """PostgreSQL: as many transactions at a time as the pool has connections."""

    def __init__(self, url: URL, *, keeps: bool = False) -> None:
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=1 if keeps else _POOL,
            max_overflow=0,
            hide_parameters=True,
        )
        if keeps:
            event.listen(self._engine.sync_engine, "connect", _lock)
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
        self._hold: Hold | None = None
        self.exclusive = False

    @property
    def address(self) -> URL:
        """Where the database is."""
        return self._engine.url

    @property
    def locks(self) -> tuple[int, ...]:
        """No files: a keeper takes a lock of the database."""
        return ()

    def beside(self) -> AbstractAsyncContextManager[None]:
        """Let another process write: it never has to wait for us."""
        return nullcontext()

    async def write(self, work: Work[Result], *, long: bool = False) -> Result:
        """Run work in a transaction; again if the database asks for that, or was restarted."""
        return await self._run(self._engine, work, commit=True)

    async def read(self, work: Work[Result]) -> Result:
        """Run work in a transaction as well, so that it sees one moment."""
        return await self._run(self._reading, work, commit=False)

    async def _run(self, engine: AsyncEngine, work: Work[Result], *, commit: bool) -> Result:
        for attempt in range(1, _TRIES + 1):
            committing = False
            try:
                async with engine.connect() as connection:
                    result = await connection.run_sync(work)
                    committing = commit
                    if commit:
                        await connection.commit()
                    return result
            except DBAPIError as problem:
                # It is unknown whether a commit whose answer got lost was done, so it is not
                # repeated.
                lost = problem.connection_invalidated
                state = getattr(problem.orig, "sqlstate", None) or ""
                if attempt < _TRIES and (state in _RETRY_STATES or (lost and not committing)):
                    continue
                if lost or state.startswith(_AWAY):
                    raise Refusal("database_away") from problem
                if (refusal := refusal_of(problem)) is not None:
                    raise refusal from problem
                raise
            except OSError as problem:
                raise Refusal("database_away") from problem
        raise AssertionError("a transaction ends or raises")

    async def scrub(self) -> None:
        """Leave it to PostgreSQL, which overwrites deleted rows in its own time."""

    async def hold(self, *, shared: bool) -> None:
        """Keep out all servers but those that Redis connects to this one."""
        self._hold = Hold(self._engine.url, shared)
        await self._hold.start()
        self.exclusive = not shared

    async def check(self) -> None:
        """Refuse if nothing can be stored."""
        await self.write(probe)

    async def close(self) -> None:
        """Close all connections."""
        if self._hold is not None:
            await self._hold.stop()
        await self._engine.dispose()


def _lock(connection: Any, _: object) -> None:
    """Let one keeper write at a time: it holds this lock as long as it is connected."""
    cursor = connection.cursor()
    cursor.execute(f"SET LOCAL lock_timeout = '{_LOCK_PATIENCE}s'")
    cursor.execute(f"SELECT pg_advisory_lock({_LOCK})")
    cursor.close()
    connection.rollback()  # the lock outlives the transaction


@contextmanager
def committing(url: URL) -> Iterator[Commit]:
    """Open a database for its keeper."""
    database = Postgres(url, keeps=True)
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(database.write(alive))
        yield lambda work: runner.run(database.write(work))
        runner.run(database.close())
