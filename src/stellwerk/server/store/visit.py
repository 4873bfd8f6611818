"""The database of a running server, as the command line may use it beside the server.

The server keeps out others that would serve the same tables. A visitor serves nobody: it reads, and
writes orders that the server carries out. SQLite and PostgreSQL let both write in turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL

from stellwerk.server.errors import Refusal
from stellwerk.server.store.database import Result, Work, url_of
from stellwerk.server.store.upgrade import must_be_current


class Visit(Protocol):
    """Runs a piece of work in a transaction of its own."""

    def __call__(self, work: Work[Result]) -> Result:
        """Run work; when this returns, it is stored."""


@contextmanager
def visiting(address: str) -> Iterator[Visit]:
    """Open a database that a server of this version uses; nothing is made where there is none."""
    url = url_of(address)
    with _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url) as visit:
        visit(must_be_current)
        yield visit


@contextmanager
def _sqlite(url: URL) -> Iterator[Visit]:
    from stellwerk.server.store import sqlite

    file = Path(url.database or "")
    if not file.is_file():
        raise Refusal("no_database_there", path=str(file))
    with sqlite.visiting(url) as visit:
        yield visit


@contextmanager
def _postgres(url: URL) -> Iterator[Visit]:
    from stellwerk.server.store.postgres import Postgres

    database = Postgres(url)
    with asyncio.Runner() as runner:

        def visit(work: Work[Result]) -> Result:
            return runner.run(database.write(work))

        yield visit
        runner.run(database.close())
