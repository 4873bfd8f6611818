"""SQLite has one writer, whose commits are shared.

What has piled up while the last commit was being written to the disk is committed together (group
commit). Each piece of work stands in a savepoint of its own, and nobody gets an answer before the
commit is on the disk. Where a keeper writes to it, too, both take turns.
"""

from __future__ import annotations

import asyncio
import shutil
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from stellwerk.server.errors import Refusal
from stellwerk.server.store.database import Commit, Result, Work, probe
from stellwerk.server.store.faults import refusal_of
from stellwerk.server.store.file import DatabaseFile
from stellwerk.server.store.visit import Visit

_BATCH: Final = 64
"""Most pieces of work in one commit."""
_READERS: Final = 4
_CACHE_KIB: Final = 8192
"""Pages that each connection caches; the system caches those of the file once for all."""
_LEAST_ROOM: Final = 1 << 20
"""Bytes that must be free on the disk: a few hundred moves."""


class _Job:
    """Work that waits to be done and committed."""

    __slots__ = ("error", "future", "long", "result", "work")

    def __init__(self, work: Work[Any], long: bool) -> None:
        self.work = work
        self.long = long
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def settle(self) -> None:
        """Wake the waiting caller, if it is still there."""
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Sqlite:
    """SQLite: one writing connection with group commit, and a few readers beside it.

    A piece of work takes less time than handing it to a thread would, which would also fight with
    the event loop for the interpreter at every statement. So it runs within the event loop; only
    what waits, for a lock or for the disk, and what takes long, runs in a thread.
    """

    exclusive = True

    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise Refusal("bad_database", address=str(url))
        self._file = DatabaseFile(Path(url.database))
        self._engine = _engine(url.set(database=str(self._file.path)))
        self._jobs: deque[_Job] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._readers = ThreadPoolExecutor(_READERS, "stellwerk-read")
        self._writer = ThreadPoolExecutor(1, "stellwerk-write")
        self._connection: Connection | None = None
        # Calls and work take turns: at the same time they would only wait for each other's locks.
        self._calls = 0
        self._no_call, self._no_work = asyncio.Event(), asyncio.Event()
        self._no_call.set()
        self._no_work.set()

    @property
    def address(self) -> URL:
        """Where the file is."""
        return self._engine.url

    @property
    def locks(self) -> tuple[int, ...]:
        """What keeps others out as long as it is held open."""
        return self._file.locks

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Let another process write, when no work of ours is under way."""
        while not self._no_work.is_set():
            await self._no_work.wait()
        self._calls += 1
        self._no_call.clear()
        try:
            yield
        finally:
            self._calls -= 1
            if not self._calls:
                self._no_call.set()

    async def write(self, work: Work[Result], *, long: bool = False) -> Result:
        """Run work in the next commit."""
        job = _Job(work, long)
        self._jobs.append(job)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return cast(Result, await job.future)

    async def read(self, work: Work[Result]) -> Result:
        """Run work beside the writer; it sees what was committed."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._read, work)
        except DBAPIError as problem:
            raise refusal_of(problem) or problem from problem

    async def hold(self, *, shared: bool) -> None:
        """Nothing to do: the lock on the file keeps others out."""

    async def check(self) -> None:
        """Refuse if nothing can be stored."""
        if shutil.disk_usage(self._file.path.parent).free < _LEAST_ROOM:
            raise Refusal("disk_full")
        await self.write(probe)

    async def scrub(self) -> None:
        """Empty the write-ahead log, which holds old pages; in the file they are overwritten."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._readers, self._empty_log)

    async def close(self) -> None:
        """Let the writer finish, then close."""
        if self._writing is not None:
            await self._writing
        self._writer.shutdown()
        self._readers.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()
        self._file.close()

    def _read(self, work: Work[Result]) -> Result:
        with self._engine.connect() as connection:
            raw = cast(Any, connection.connection.dbapi_connection)
            raw.execute("BEGIN")  # so that everything it reads is of one moment
            try:
                return work(connection)
            finally:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")

    def _empty_log(self) -> None:
        with self._engine.connect() as connection:
            _execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)")

    async def _write_all(self) -> None:
        """Do and commit what waits, batch by batch; only then answer."""
        loop = asyncio.get_running_loop()
        self._no_work.clear()
        await self._no_call.wait()
        while self._jobs:
            batch = [self._jobs.popleft()]
            while self._jobs and len(batch) < _BATCH:
                batch.append(self._jobs.popleft())
            try:
                connection = await loop.run_in_executor(self._writer, self._begin)
                for job in batch:
                    if job.long:
                        await loop.run_in_executor(self._writer, _do, connection, job)
                    else:
                        _do(connection, job)
                    _must_be_whole(connection)
                await loop.run_in_executor(self._writer, connection.commit)
            except Exception as problem:
                failed = refusal_of(problem) or problem
                for job in batch:
                    job.error = job.error or failed
                if self._connection is not None:
                    self._connection.rollback()
            for job in batch:
                job.settle()
        self._no_work.set()

    def _begin(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        _begin(self._connection)
        return self._connection


def _begin(connection: Connection) -> None:
    """Begin a transaction that writes."""
    connection.begin()
    _execute(connection, "BEGIN IMMEDIATE")


@contextmanager
def committing(url: URL) -> Iterator[Commit]:
    """Open a file for its keeper."""
    with _engine(url).connect() as connection:

        def commit(work: Work[Result]) -> Result:
            _begin(connection)
            try:
                result = work(connection)
                _must_be_whole(connection)
                connection.commit()
            except Exception as problem:
                connection.rollback()
                raise refusal_of(problem) or problem from problem
            return result

        yield commit


@contextmanager
def visiting(url: URL) -> Iterator[Visit]:
    """Open a file that a server uses, for somebody who writes next to nothing."""
    engine = _engine(url)
    with engine.connect() as connection:

        def visit(work: Work[Result]) -> Result:
            try:
                _begin(connection)
                try:
                    result = work(connection)
                    connection.commit()
                except BaseException:
                    connection.rollback()
                    raise
            except DBAPIError as problem:
                raise refusal_of(problem) or problem from problem
            return result

        yield visit
    engine.dispose()


def _engine(url: URL) -> Engine:
    engine = create_engine(
        url.set(drivername="sqlite+pysqlite"),
        pool_size=_READERS + 1,
        max_overflow=0,
        hide_parameters=True,
        # The driver begins no transaction by itself; they are begun explicitly here.
        connect_args={"check_same_thread": False, "isolation_level": None},
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _do(connection: Connection, job: _Job) -> None:
    try:
        job.result = _apart(connection, job.work)
    except Exception as problem:
        job.error = refusal_of(problem) or problem


def _apart(connection: Connection, work: Work[Result]) -> Result:
    """Do one piece of work of several; if it fails, the others stay as they are."""
    _execute(connection, "SAVEPOINT job")
    try:
        return work(connection)
    except Exception:
        if _is_whole(connection):
            _execute(connection, "ROLLBACK TO job")
        raise
    finally:
        if _is_whole(connection):
            _execute(connection, "RELEASE job")


def _is_whole(connection: Connection) -> bool:
    """Tell whether a transaction is still open: on a full disk SQLite may have rolled it back."""
    return bool(cast(Any, connection.connection.dbapi_connection).in_transaction)


def _must_be_whole(connection: Connection) -> None:
    """Refuse to commit what is left of a transaction that was rolled back."""
    if not _is_whole(connection):
        raise Refusal("disk_failed")


def _execute(connection: Connection, words: str) -> None:
    """Execute a short statement without going through SQLAlchemy."""
    cast(Any, connection.connection.dbapi_connection).execute(words)


def _prepare(connection: Any, _: object) -> None:
    """Set up a new connection: nothing acknowledged is lost, not even when the power fails."""
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",
        "busy_timeout = 10000",
        "wal_autocheckpoint = 4000",
        f"cache_size = -{_CACHE_KIB}",
    ):
        connection.execute(f"PRAGMA {pragma}")
