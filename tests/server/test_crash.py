"""The server is killed while tables are played: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.crashing import SHIFTS, crash

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


@pytest.mark.parametrize(
    "database_url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)
async def test_nothing_is_lost_when_the_server_is_killed(database_url: str, tmp_path: Path) -> None:
    report = await asyncio.wait_for(
        crash(
            database_url,
            tmp_path,
            tables=4,
            kills=2,
            seed=1,
            board="lesson",
            downtime=3.0,
            shifts=SHIFTS,
        ),
        240,
    )
    assert report.problems == []
    assert report.kills == 2
    assert report.reconnections > 0
    assert (report.charged > 0.0, report.charged_wrongly) == (True, 0.0)


@pytest.mark.parametrize(
    "database_url", ["postgresql", pytest.param("sqlite", marks=pytest.mark.long)], indirect=True
)
async def test_nothing_is_lost_when_a_server_with_a_keeper_is_killed(
    database_url: str, tmp_path: Path
) -> None:
    report = await asyncio.wait_for(
        crash(database_url, tmp_path, tables=4, kills=1, seed=2, board="lesson", workers=2), 240
    )
    assert report.problems == []
    assert (report.kills, report.reconnections > 0) == (1, True)
