"""The first seconds on a new machine: the page is there while the rules are still compiled."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

from stellwerk.bots.compile import FOR_BOTS, entries_for_people
from stellwerk.bots.ready import Preparation

_LOOK: Final = 0.05
"""Seconds between two looks at how far it has come."""


class Warmup:
    """Lets those wait who need the rules before they are there."""

    def __init__(self, preparation: Preparation | None = None) -> None:
        """Wait for a preparation that has begun; without one everything is loaded already."""
        self._preparation: Final = preparation
        self._for_people: Final = () if preparation is None else tuple(entries_for_people())

    @property
    def done(self) -> tuple[int, int]:
        """How many parts of the rules are ready, and of how many."""
        return (0, 0) if self._preparation is None else self._preparation.done

    @property
    def is_over(self) -> bool:
        """Whether people can play."""
        return self._preparation is None or not self._preparation.lacks(self._for_people)

    async def for_people(self) -> None:
        """Return once people can play."""
        await self._until(self._for_people)

    async def for_bots(self) -> None:
        """Return once bots can decide."""
        await self._until(FOR_BOTS)

    async def _until(self, names: Collection[str]) -> None:
        while self._preparation is not None and self._preparation.lacks(names):
            await asyncio.sleep(_LOOK)

    def stop(self) -> None:
        """Give up what is not ready yet."""
        if self._preparation is not None:
            self._preparation.end()
