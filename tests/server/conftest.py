"""Databases, Redis and services for the server's tests."""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from stellwerk.server.settings import Settings
from tests.server import programs
from tests.server.house import House
from tests.server.serving import Server

Server.forks = True
MEMORY = Path("/dev/shm")
_numbers = itertools.count()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests that are coroutines run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[str]:
    """A PostgreSQL cluster, one for each process that runs tests."""
    try:
        with programs.postgres() as cluster:
            yield cluster
    except programs.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server, one for each process that runs tests."""
    try:
        with programs.redis() as address:
            yield address
    except programs.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def sqlite_url() -> Iterator[str]:
    """An empty SQLite database."""
    with _sqlite() as url:
        yield url


@contextlib.contextmanager
def _sqlite() -> Iterator[str]:
    """Make a SQLite database in memory where that can be: it waits for the disk at each move."""
    quick = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="stellwerk-test-", dir=quick) as folder:
        yield f"sqlite:///{folder}/tables.db"


@pytest.fixture
def postgres_url(postgres_cluster: str) -> str:
    """An empty PostgreSQL database; the same one again and again, which is quicker than many."""
    return programs.emptied(postgres_cluster)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(name)
    return url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of each kind, for all tests of a file that run on the same server."""
    if request.param == "sqlite":
        with _sqlite() as url:
            yield url
        return
    cluster: str = request.getfixturevalue("postgres_cluster")
    name = f"kept{next(_numbers)}"
    yield programs.create_database(cluster, name)
    programs.drop_database(cluster, name)


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    """A service at work on an empty database."""
    async with House(Settings(database=database_url, bot_delay=0.0, uploads=True)) as house:
        yield house


@pytest.fixture(scope="module")
async def shared_house(kept_url: str) -> AsyncIterator[House]:
    """The same for all tests of a file, where none minds the tables of another."""
    async with House(Settings(database=kept_url, bot_delay=0.0, uploads=True)) as house:
        yield house
