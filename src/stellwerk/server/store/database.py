"""The database: each piece of work is a function of a connection, run as one transaction."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import Final, Protocol, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import ArgumentError

from stellwerk.server.errors import Refusal

PASSWORD: Final = "STELLWERK_DB_PASSWORD"
PASSWORD_FILE: Final = "STELLWERK_DB_PASSWORD_FILE"
"""Environment variables for a password that is not in the address; the file wins if both are
set."""

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
Commit = Callable[[Work[list[bytes]]], list[bytes]]
"""Does work in a transaction, all of it or nothing."""


class Database(Protocol):
    """A database that runs pieces of work."""

    exclusive: bool
    """Whether nobody else can use it at the same time."""

    async def hold(self, *, shared: bool) -> None:
        """Keep out servers that must not use it beside this one; ``shared``: Redis connects us."""

    async def check(self) -> None:
        """Refuse if nothing can be stored."""

    @property
    def address(self) -> URL:
        """Where it is, with the password."""

    @property
    def locks(self) -> tuple[int, ...]:
        """The open files that a process has to hold while it writes for us."""

    def beside(self) -> AbstractAsyncContextManager[None]:
        """Let a process write for us; where only one can write, our own work waits."""

    async def write(self, work: Work[Result], *, long: bool = False) -> Result:
        """Run work in a transaction; when this returns, it is stored for good.

        ``long``: it may take longer than anybody who plays should wait.
        """

    async def read(self, work: Work[Result]) -> Result:
        """Run work that changes nothing."""

    async def scrub(self) -> None:
        """Leave nothing in files of what was deleted, as far as we can."""

    async def close(self) -> None:
        """Finish what is under way and close."""


def open_database(address: str) -> Database:
    """Open the database at an address, or refuse with a reason."""
    url = url_of(address)
    if url.get_backend_name() == "sqlite":
        from stellwerk.server.store.sqlite import Sqlite

        return Sqlite(url)
    from stellwerk.server.store.postgres import Postgres

    return Postgres(url)


def committing(address: str) -> AbstractContextManager[Commit]:
    """Open the database at an address for a keeper, which writes to it and nothing else."""
    url = url_of(address)
    if url.get_backend_name() == "sqlite":
        from stellwerk.server.store import sqlite

        return sqlite.committing(url)
    from stellwerk.server.store import postgres

    return postgres.committing(url)


def url_of(address: str) -> URL:
    """Read an address; only SQLite and PostgreSQL are known."""
    try:
        url = make_url(_PASSWORD.sub(_quoted, address))
    except (ArgumentError, ValueError):  # the latter where the port is no number
        raise Refusal("bad_database", address=_without_password(address)) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise Refusal("bad_database", address=url.render_as_string(hide_password=True))
    return url


_PASSWORD: Final = re.compile(r"(?<=://)([^:/@]*):(.*)(?=@[^@/]*(?:/[^@]*)?$)")
"""User and password of an address: all up to the last @ before the host."""


def _quoted(found: re.Match[str]) -> str:
    """Escape the characters of a password that mean something in an address.

    >>> str(url_of("postgresql://ada:p@ss/w:rd?#@host/name").password)
    'p@ss/w:rd?#'
    """
    return f"{found[1]}:{quote(found[2], safe='%')}"


def with_password(address: str, environment: Mapping[str, str]) -> str:
    """Return an address with the password that stands in the environment, or in a file it names.

    On the command line everybody on the machine could read it. A password in the address takes
    precedence.
    """
    url = url_of(address)
    if url.get_backend_name() == "sqlite" or url.password is not None:
        return address
    path = environment.get(PASSWORD_FILE)
    password = environment.get(PASSWORD) if path is None else _read_password(path)
    if password is None:
        return address
    return url.set(password=password).render_as_string(hide_password=False)


def _read_password(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Refusal("bad_password_file", path=path, reason=reason) from None


def _without_password(address: str) -> str:
    head, at, tail = address.rpartition("@")
    return f"{head.partition('://')[0]}://…@{tail}" if at else address


def alive(connection: Connection) -> None:
    """Ask the database for a sign of life."""
    connection.execute(text("SELECT 1"))


def probe(connection: Connection) -> None:
    """Write to the database, and change nothing."""
    connection.execute(text("UPDATE heartbeat SET played = played"))
