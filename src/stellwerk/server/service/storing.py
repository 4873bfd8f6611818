"""Whether anything can be stored: learned from moves, and tried now and then."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal
from stellwerk.server.store import Database
from stellwerk.server.store.faults import FAULTS

EVERY: Final = 5.0
"""Seconds for which an answer holds."""


class Storing:
    """Tries to write to the database, and remembers the result."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._order = asyncio.Lock()
        self._tried = float("-inf")
        self._trouble: Refusal | None = None

    def note(self, refusal: StellwerkError) -> None:
        """Note that something failed; only faults of the database count here.

        On a full disk a small test write may still succeed where a move does not.
        """
        if refusal.code in FAULTS:
            self._trouble, self._tried = Refusal(refusal.code), time.monotonic()

    async def look(self) -> None:
        """Refuse, with the reason, if nothing can be stored."""
        async with self._order:
            if time.monotonic() - self._tried >= EVERY:
                try:
                    await self._database.check()
                    self._trouble = None
                except Refusal as trouble:
                    self._trouble = trouble
                self._tried = time.monotonic()
        if self._trouble is not None:
            raise Refusal(self._trouble.code)
