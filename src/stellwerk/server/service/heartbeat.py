"""The heartbeat: the database learns every second how far the time of play has come.

A server that starts goes on from there, so that the time while none was alive counts for nobody.
Where several workers serve, each takes over the latest time that any of them has stored.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
import structlog
from sqlalchemy import Connection, select, update

from stellwerk.server.service.clock import STEP, PlayClock
from stellwerk.server.store import Database, schema
from stellwerk.server.transactions.clocks import Clocks

log = structlog.get_logger()

BEAT: Final = 1.0
"""Seconds between two beats."""
_LOOK: Final = STEP / 2.5
"""Seconds between two looks at the clock."""
_JUMP: Final = 3600.0
"""The system clock is called wrong if it is off by this many seconds."""
_DAY: Final = 86_400.0

_stored = select(schema.heartbeat.c.played).with_for_update()
_due = schema.tables.c.due.is_not(None)
_clocks = msgspec.json.Decoder(Clocks)


class Heartbeat:
    """Keeps the clock of this process and the database in step."""

    def __init__(self, database: Database, clock: PlayClock, shared: bool) -> None:
        self._database = database
        self._clock = clock
        self._shared = shared
        self._missed = False
        self._loops: list[asyncio.Task[None]] = []
        self._beating = asyncio.Lock()
        self._wall = _Wall()

    async def start(self) -> None:
        """Go on from the last sign of life that the database holds."""
        self._clock.confirm(await self._database.write(resume, long=True))
        self._loops = [asyncio.create_task(self._look()), asyncio.create_task(self._beat_on())]

    async def stop(self) -> None:
        """Stop; what has been played until now is stored."""
        for task in self._loops:
            task.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self._try_to_beat()

    async def sure(self) -> None:
        """Return when this process knows the time of play.

        If there are other workers, one that was suspended must ask how far they have come.
        """
        if self._shared and not self._clock.unbroken:
            async with self._beating:
                if not self._clock.unbroken:
                    await self._beat()

    @property
    def trusts_wall(self) -> bool:
        """Whether the system clock has not jumped far in the last day of this process."""
        return self._wall.steady

    async def _look(self) -> None:
        while True:
            self._clock.now()
            await asyncio.sleep(_LOOK)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self._try_to_beat()
            self._wall.look()

    async def _try_to_beat(self) -> None:
        try:
            async with self._beating:
                await self._beat()
        except Exception as problem:
            if not self._missed:
                log.warning(
                    "the heartbeat has stopped, and all clocks with it", reason=str(problem)
                )
            self._missed = True
        else:
            if self._missed:
                log.info("the heartbeat goes on")
            self._missed = False

    async def _beat(self) -> None:
        now = self._clock.now()
        if self._shared or await self._database.read(_anything_due):
            now = await self._database.write(lambda c: beat(c, now))
        # Where nothing is due no time is counted: nobody needs to know it.
        self._clock.confirm(now)


class _Wall:
    """Watches the system clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self._leapt: float | None = None

    def look(self) -> None:
        now = time.monotonic()
        offset = time.time() - now
        if abs(offset - self._offset) > _JUMP:
            log.warning("the clock of this machine has leapt", seconds=round(offset - self._offset))
            self._leapt = now
        self._offset = offset

    @property
    def steady(self) -> bool:
        self.look()
        return self._leapt is None or time.monotonic() - self._leapt > _DAY


def beat(connection: Connection, played: float) -> float:
    """Store how far the time of play has come; return the latest that any worker knows."""
    latest: float = max(played, connection.execute(_stored).scalar_one())
    connection.execute(update(schema.heartbeat).values(played=latest))
    return latest


def resume(connection: Connection) -> float:
    """Return the last sign of life: the last beat, or a clock that was started after it."""
    running = connection.execute(select(schema.tables.c.clocks).where(_due)).scalars()
    started = (since for text in running for since in _clocks.decode(text).since)
    return beat(connection, max((each for each in started if each is not None), default=0.0))


def _anything_due(connection: Connection) -> bool:
    return connection.execute(select(schema.tables.c.id).where(_due).limit(1)).first() is not None
