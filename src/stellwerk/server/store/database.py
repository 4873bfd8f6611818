"""The door to the database: work is given as a function of a connection, one transaction each.

On PostgreSQL every piece of work is a transaction of its own on a pooled connection. SQLite has one
writer, so all changes go through one thread, which commits together what has piled up while the
last commit was being written to the disk (group commit): each piece of work stands in a savepoint
of its own, and nobody gets an answer before the commit is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from stellwerk.server.errors import Refusal

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

_BATCH: Final = 64
"""Most pieces of work in one commit."""
_READERS: Final = 4
_POOL: Final = 20
_TRIES: Final = 4
"""PostgreSQL may ask to try a transaction again."""
_RETRY_STATES: Final = {"40001", "40P01"}


class Database(Protocol):
    """A database that runs pieces of work."""

    async def write(self, work: Work[Result]) -> Result:
        """Run work in a transaction; when this returns, it is stored for good."""

    async def read(self, work: Work[Result]) -> Result:
        """Run work that changes nothing."""

    async def close(self) -> None:
        """Finish what is under way and close."""


def open_database(address: str) -> Database:
    """Open the database at an address, or refuse with a reason."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise Refusal("bad_database", address=_without_password(address)) from None
    if url.get_backend_name() == "sqlite":
        return _Sqlite(url)
    if url.get_backend_name() == "postgresql":
        return _Postgres(url)
    raise Refusal("bad_database", address=url.render_as_string(hide_password=True))


def _without_password(address: str) -> str:
    head, at, tail = address.rpartition("@")
    return f"{head.partition('://')[0]}://…@{tail}" if at else address


class _Postgres:
    """PostgreSQL: as many transactions at a time as the pool has connections."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=_POOL,
            max_overflow=0,
            hide_parameters=True,
        )
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def write(self, work: Work[Result]) -> Result:
        """Run work in a transaction; again if the database asks for it."""
        for attempt in range(1, _TRIES + 1):
            try:
                async with self._engine.begin() as connection:
                    return await connection.run_sync(work)
            except DBAPIError as problem:
                state = getattr(problem.orig, "sqlstate", None)
                if state not in _RETRY_STATES or attempt == _TRIES:
                    raise
        raise AssertionError("a transaction ends or raises")

    async def read(self, work: Work[Result]) -> Result:
        """Run work in a transaction of its own, too: it sees one moment."""
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


class _Job:
    """Work that waits for the writer."""

    __slots__ = ("error", "future", "loop", "result", "work")

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Wake whoever waits, who may have gone."""
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class _Sqlite:
    """SQLite: one writer thread with group commit, and a few readers beside it."""

    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise Refusal("bad_database", address=str(url))
        path = Path(url.database)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _lock(path)
        self._engine = create_engine(
            url.set(drivername="sqlite+pysqlite"),
            pool_size=_READERS + 1,
            max_overflow=0,
            hide_parameters=True,
            # The driver begins no transaction by itself: here they are begun by name.
            connect_args={"check_same_thread": False, "isolation_level": None},
        )
        event.listen(self._engine, "connect", _prepare)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(_READERS, "stellwerk-read")
        self._writer = threading.Thread(target=self._write_all, name="stellwerk-write", daemon=True)
        self._writer.start()

    async def write(self, work: Work[Result]) -> Result:
        """Run work in the writer's next commit."""
        job = _Job(work)
        self._jobs.put(job)
        return cast(Result, await job.future)

    async def read(self, work: Work[Result]) -> Result:
        """Run work beside the writer; it sees what was committed."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, work)

    async def close(self) -> None:
        """Let the writer finish, then close."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown()
        self._engine.dispose()
        self._lock.close()

    def _read(self, work: Work[Result]) -> Result:
        with self._engine.connect() as connection:
            raw = cast(Any, connection.connection.dbapi_connection)
            raw.execute("BEGIN")  # so that all it reads is of one moment
            try:
                return work(connection)
            finally:
                raw.execute("ROLLBACK")

    def _write_all(self) -> None:
        with self._engine.connect() as connection:
            while (job := self._jobs.get()) is not None:
                batch = [job]
                with contextlib.suppress(queue.Empty):
                    while len(batch) < _BATCH:
                        further = self._jobs.get_nowait()
                        if further is None:
                            self._jobs.put(None)
                            break
                        batch.append(further)
                self._commit(connection, batch)

    def _commit(self, connection: Connection, batch: list[_Job]) -> None:
        """Run a batch and commit it; only then answer."""
        # The driver's own cursor: these few words need none of SQLAlchemy's care.
        raw = cast(Any, connection.connection.dbapi_connection)
        try:
            with connection.begin():
                raw.execute("BEGIN IMMEDIATE")
                for job in batch:
                    raw.execute("SAVEPOINT job")
                    try:
                        job.result = job.work(connection)
                    except BaseException as problem:
                        job.error = problem
                        raw.execute("ROLLBACK TO job")
                    raw.execute("RELEASE job")
        except BaseException as problem:
            for job in batch:
                job.error = job.error or problem
        by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        for job in batch:
            by_loop.setdefault(job.loop, []).append(job)
        for loop, jobs in by_loop.items():
            with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, jobs)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        job.settle()


def _prepare(connection: Any, _: object) -> None:
    """Set up a new connection: nothing acknowledged is lost, not even when the power fails."""
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "busy_timeout = 10000",
        "wal_autocheckpoint = 4000",
        "cache_size = -65536",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _lock(path: Path) -> Any:
    """Hold a lock on the database, so that no second server uses it at the same time."""
    file = path.with_name(path.name + ".lock").open("a+")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise Refusal("database_in_use", path=str(path)) from None
    return file


def alive(connection: Connection) -> None:
    """Ask the database for a sign of life."""
    connection.execute(text("SELECT 1"))
