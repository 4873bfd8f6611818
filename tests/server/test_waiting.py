"""Waiting for an event for a while, and being told to stop at any moment."""

from __future__ import annotations

import asyncio
import time

import pytest

from stellwerk.server.waiting import happens

pytestmark = pytest.mark.anyio


async def test_what_is_waited_for_or_the_end_of_the_time() -> None:
    event, begun = asyncio.Event(), time.monotonic()
    await happens(event, 0.01)
    assert time.monotonic() - begun >= 0.009
    waiting = asyncio.create_task(happens(event, None))
    await asyncio.sleep(0)
    event.set()
    await asyncio.wait_for(waiting, 10.0)


async def test_whoever_is_told_to_stop_as_the_event_comes_stops() -> None:
    event = asyncio.Event()

    async def go_round() -> None:
        while True:
            event.clear()
            await happens(event, 3600.0)

    going = asyncio.create_task(go_round())
    for _ in range(3):
        await asyncio.sleep(0)
    event.set()
    await asyncio.sleep(0)
    going.cancel()
    done, _ = await asyncio.wait({going}, timeout=10.0)
    assert going in done
    assert going.cancelled()
