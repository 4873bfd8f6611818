"""Checks before a start that what the server needs is there and usable, reported in words."""

from __future__ import annotations

import asyncio
from smtplib import SMTPException
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal
from stellwerk.server.post.mail import Mailer, MailServer, mail_server
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database
from stellwerk.server.store.database import Database, alive, url_of
from stellwerk.server.store.upgrade import upgrade, whole

_PATIENCE: Final = 10.0
"""Seconds after which no answer is expected any more."""
_EXTRA: Final = "hosting"
"""What must be installed for PostgreSQL and Redis."""


async def check_environment(settings: Settings) -> None:
    """Bring the database up to date; refuse what cannot be used, or another server that is away."""
    await _check_database(settings.database, shared=settings.redis is not None)
    if settings.redis is not None:
        await _check_redis(settings.redis)
    if settings.mail is not None:
        await _check_mail(mail_server(settings.mail, settings.mail_from))


async def _check_database(address: str, *, shared: bool) -> None:
    try:
        database = open_database(address)
    except ModuleNotFoundError as missing:
        raise Refusal("needs_package", package=missing.name or "", extra=_EXTRA) from None
    try:
        async with asyncio.timeout(_PATIENCE):
            await _reach(database)
            await database.hold(shared=shared)
        await database.read(whole)
        await database.write(upgrade, long=True)
        await database.check()
    except (StellwerkError, OSError, DBAPIError) as problem:
        raise _told(problem, url_of(address)) from None
    finally:
        await database.close()


async def _reach(database: Database) -> None:
    """Ask for a sign of life; a driver has errors of its own for ports and options that are odd."""
    try:
        await database.read(alive)
    except (TypeError, ValueError, OverflowError) as problem:
        raise OSError(str(problem)) from None


def _told(problem: Exception, url: URL) -> Refusal:
    """Return what a person can do about a database that cannot be used."""
    shown = url.render_as_string(hide_password=True)
    where = url.database if url.get_backend_name() == "sqlite" else shown
    code = problem.code if isinstance(problem, Refusal) else ""
    if code in ("database_shared", "database_in_use"):
        return problem  # type: ignore[return-value]  # it is one
    if code == "newer_database":
        return Refusal(code, address=where, **problem.params)  # type: ignore[attr-defined]
    if code in _AT_START and not _is_no_database(problem):
        return Refusal(_AT_START[code], address=where)
    if url.get_backend_name() == "sqlite":
        return Refusal("bad_file", path=where, reason=_reason(problem))
    return Refusal("no_database", address=where, reason=_reason(problem))


_AT_START: Final = {
    "disk_full": "start_disk_full",
    "disk_failed": "start_disk_failed",
    "read_only": "start_read_only",
    "damaged": "start_damaged",
}
"""What a server tells the person who starts it, instead of what it tells its guests."""


def _is_no_database(problem: Exception) -> bool:
    return "not a database" in _reason(problem)


async def _check_redis(address: str) -> None:
    shown = address.rpartition("@")[2]
    try:
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ModuleNotFoundError:
        raise Refusal("needs_package", package="redis", extra=_EXTRA) from None
    try:
        connection: Redis = Redis.from_url(address)
    except ValueError:
        raise Refusal("bad_redis", address=shown) from None
    try:
        async with asyncio.timeout(_PATIENCE):
            await connection.ping()
    except (OSError, RedisError, TypeError) as problem:  # the last for an unknown option
        raise Refusal("no_redis", address=shown, reason=_reason(problem)) from None
    finally:
        await connection.aclose()


async def _check_mail(server: MailServer) -> None:
    mailer = Mailer(server)
    try:
        await mailer.greet()
    except (OSError, SMTPException) as problem:
        where = f"{server.host}:{server.port}"
        raise Refusal("no_mail_server", address=where, reason=_reason(problem)) from None
    finally:
        await mailer.close()


def _reason(problem: Exception) -> str:
    """Return in one line what went wrong, in the words of the other side."""
    if isinstance(problem, TimeoutError):
        return f"no answer within {_PATIENCE:.0f} s"
    origin: BaseException = problem
    while (cause := origin.__cause__) is not None:
        origin = cause
    text = str(origin).strip(" .\n")
    return text.splitlines()[0] if text else type(origin).__name__
