"""Whether what the server needs is there: asked before it starts, answered in words."""

from __future__ import annotations

import asyncio
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from stellwerk.server.errors import Refusal
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database
from stellwerk.server.store.database import alive

_PATIENCE: Final = 10.0
"""Seconds after which nobody will answer any more."""
_EXTRA: Final = "cluster"
"""What must be installed for PostgreSQL and Redis."""


async def reach(settings: Settings) -> None:
    """Refuse a database or a Redis that does not answer."""
    await _reach_database(settings.database)
    if settings.redis is not None:
        await _reach_redis(settings.redis)


async def _reach_database(address: str) -> None:
    try:
        database = open_database(address)
    except ModuleNotFoundError as missing:
        raise Refusal("needs_package", package=missing.name or "", extra=_EXTRA) from None
    try:
        async with asyncio.timeout(_PATIENCE):
            await database.read(alive)
    except (Refusal, OSError, DBAPIError) as problem:
        url = make_url(address)
        if url.get_backend_name() == "sqlite":
            raise Refusal("bad_file", path=url.database, reason=_reason(problem)) from None
        shown = url.render_as_string(hide_password=True)
        raise Refusal("no_database", address=shown, reason=_reason(problem)) from None
    finally:
        await database.close()


async def _reach_redis(address: str) -> None:
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
    except (OSError, RedisError) as problem:
        raise Refusal("no_redis", address=shown, reason=_reason(problem)) from None
    finally:
        await connection.aclose()


def _reason(problem: Exception) -> str:
    """Return in one line what has gone wrong, as the other side has put it."""
    if isinstance(problem, TimeoutError):
        return f"no answer within {_PATIENCE:.0f} s"
    origin: BaseException = problem
    while (cause := origin.__cause__) is not None:
        origin = cause
    text = str(origin).strip(" .\n")
    return text.splitlines()[0] if text else type(origin).__name__
