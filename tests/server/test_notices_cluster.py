"""Two server processes and one outbox: each notice is carried once, though one process dies."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path

import pytest

from tests.server.calling import BrowserEar, Caller, problems
from tests.server.pushing import push_service
from tests.server.serving import GENEROUS, serving

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

TABLES = 3
TURNS = 4


async def test_notices_come_at_once_and_none_is_lost_when_a_process_is_killed(
    postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    settings = dataclasses.replace(
        GENEROUS, database=postgres_url, redis=redis_url, push_anywhere=True
    )
    with (
        push_service() as service,
        serving(settings, tmp_path, "first") as first,
        serving(settings, tmp_path, "other") as other,
    ):
        addresses = [other.address, first.address]
        names = [f"guest{number}" for number in range(TABLES)]
        callers = [Caller(addresses, BrowserEar(service, name), name) for name in names]
        await asyncio.gather(*(caller.play(TURNS) for caller in callers))
        slowest = max(caller.slowest for caller in callers)
        assert slowest < 2.0
        dying = asyncio.gather(*(caller.play(TURNS) for caller in callers))
        await asyncio.to_thread(first.kill)
        await dying
        lost, twice, wrong = problems(callers)
        assert (lost, wrong) == (0, 0)
        assert twice <= 1
        assert "Traceback" not in first.log + other.log
