"""The hold on a PostgreSQL database: servers that do not know of each other must not share one.

Each server holds an advisory lock on a connection of its own, as long as it lives: one without
Redis alone, those with Redis together.
"""

from __future__ import annotations

import asyncio
import signal
from typing import Any, Final

import structlog
from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from stellwerk.server.errors import Refusal

log = structlog.get_logger()

_LOCK: Final = 0x484F4C44  # any number will do, as long as nothing else uses it
_PATIENCE: Final = 3.0
"""Seconds until a killed server is noticed to be dead."""
_PAUSE: Final = 0.1
_LOOK: Final = 5.0
"""Seconds between two checks that the lock is still there."""
_TOLD: Final = {
    "application_name": "stellwerk",
    # A machine that has vanished is noticed after half a minute, not after hours.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}


class Hold:
    """Holds the lock, and takes it again when its connection was lost."""

    def __init__(self, url: URL, shared: bool) -> None:
        self._url = url
        how = "_shared" if shared else ""
        self._take = text(f"SELECT pg_try_advisory_lock{how}({_LOCK})")
        self._engine = create_async_engine(
            url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"server_settings": _TOLD},
        )
        self._connection: AsyncConnection | None = None
        self._watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take the lock, or refuse: another server has it."""
        try:
            await self._take_patiently()
        except BaseException:
            await self.stop()
            raise
        self._watching = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Let it go."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self._drop()
        await self._engine.dispose()

    async def _take_patiently(self) -> None:
        end = asyncio.get_running_loop().time() + _PATIENCE
        while not await self._taken():
            if asyncio.get_running_loop().time() > end:
                address = self._url.set(drivername="postgresql")
                shown = address.render_as_string(hide_password=True)
                raise Refusal("database_shared", address=shown)
            await asyncio.sleep(_PAUSE)

    async def _taken(self) -> bool:
        if self._connection is None:
            self._connection = await self._engine.connect()
        taken: Any = (await self._connection.execute(self._take)).scalar_one()
        return bool(taken)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            try:
                if self._connection is not None:
                    await self._connection.execute(text("SELECT 1"))
                    continue
                await self._take_patiently()
                log.info("the database is held again")
            except Refusal as refusal:
                log.error("another server has taken the database", reason=str(refusal))
                signal.raise_signal(signal.SIGTERM)
                return
            except Exception:  # whatever it is, the connection is no longer of use
                await self._drop()

    async def _drop(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            try:
                await connection.close()
            except (DBAPIError, OSError):
                await connection.invalidate()
