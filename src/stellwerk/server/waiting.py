"""Waiting for something to happen, for a while."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def happens(event: asyncio.Event, seconds: float | None) -> None:
    """Return when an event is set, or when the time is up.

    ``asyncio.wait_for`` of Python 3.11 loses the cancellation of its task if the event is set in
    the same moment, and whoever waits for the end of that task waits for ever.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
