"""Whether anything can be stored: tried now and then, however often somebody asks."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from stellwerk.server.errors import Refusal
from stellwerk.server.store import Database

EVERY: Final = 5.0
"""Seconds for which an answer holds."""


class Storing:
    """Tries to write to the database, and remembers what came of it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._order = asyncio.Lock()
        self._tried = float("-inf")
        self._trouble: Refusal | None = None

    async def look(self) -> None:
        """Refuse, with the reason, if nothing can be stored."""
        async with self._order:
            if time.monotonic() - self._tried >= EVERY:
                self._trouble = await self._try()
                self._tried = time.monotonic()
        if self._trouble is not None:
            raise Refusal(self._trouble.code)

    async def _try(self) -> Refusal | None:
        try:
            await self._database.check()
        except Refusal as trouble:
            return trouble
        return None
