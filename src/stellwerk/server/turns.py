"""Taking turns at something scarce, so that nobody keeps all others out."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from stellwerk.server.errors import Refusal

_WAIT: Final = 5
"""Seconds after which to try again when the queue was full."""


class Turns:
    """A queue in which everybody has a line of their own, and the lines take turns.

    Those who have asked for much wait behind those who have asked for little. When all lines
    together are full, or one's own is, the answer is to come back later.
    """

    def __init__(self, places: int = 1, *, waiting: int = 64, each: int = 8) -> None:
        """Let ``places`` work at once, ``waiting`` wait in all and ``each`` of one person."""
        self._free = places
        self._most = waiting
        self._each = each
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        """Count those who wait."""
        return sum(len(line) for line in self._lines.values())

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for one's turn, and have it until the end of the block."""
        await self._wait(who)
        try:
            yield
        finally:
            self._next()

    @asynccontextmanager
    async def long_turn(self, who: str) -> AsyncIterator[None]:
        """Have a turn at something that keeps the process busy, and then leave it free as long."""
        async with self.turn(who):
            begin = time.perf_counter()
            yield
            await asyncio.sleep(time.perf_counter() - begin)

    async def _wait(self, who: str) -> None:
        if self._free:
            self._free -= 1
            return
        line = self._lines.get(who, ())
        if len(self) >= self._most or len(line) >= self._each:
            raise Refusal("busy", seconds=_WAIT)
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()  # it was our turn already
            else:
                self._leave(who, mine)
            raise

    def _leave(self, who: str, mine: asyncio.Future[None]) -> None:
        line: deque[asyncio.Future[None]] = self._lines.get(who, deque())
        if mine in line:  # else it was passed over already, as nobody waited for it any more
            line.remove(mine)
        if not line:
            self._lines.pop(who, None)

    def _next(self) -> None:
        """Hand the place to the line that has waited longest for it, or free it."""
        while self._lines:
            who, line = self._lines.popitem(last=False)
            first = line.popleft()
            if line:
                self._lines[who] = line  # behind all others
            if not first.done():
                first.set_result(None)
                return
        self._free += 1
