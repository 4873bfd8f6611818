"""Messages nobody should send: the server answers, leaks nothing, and the table plays on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.fuzzing import fuzz

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_wrong_messages_harm_nobody(database_url: str, tmp_path: Path) -> None:
    report = await asyncio.wait_for(
        fuzz(database_url, tmp_path, messages=1500, seed=1, board="lesson"), 240
    )
    assert report.problems == []
    assert report.sent >= 1500
    for code in ("bad_message", "stale", "not_your_seat", "not_seated", "update"):
        assert report.answers[code], code
