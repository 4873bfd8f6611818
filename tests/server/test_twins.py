"""No message depends on what its reader may not know (C-24, C-25)."""

from __future__ import annotations

import pytest

from stellwerk.game.events import Event, Fact
from stellwerk.server.settings import Settings
from tests.game.walks import TABLES
from tests.server.house import House
from tests.server.twins import twins

pytestmark = pytest.mark.anyio

EVERY = 16
VIEWERS = 2
"""The long form takes every step and every viewer."""


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
async def test_a_viewer_is_told_the_same_whatever_is_hidden(
    sqlite_url: str, board: str, variant: str | None, seats: int
) -> None:
    async with House(Settings(database=sqlite_url, secret=bytes(32))) as house:
        compared = await twins(
            house, board, variant, seats, seed=seats, every=EVERY, viewers=VIEWERS
        )
    assert compared > 10


async def test_the_comparison_would_notice_a_leak(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fact, "shown_to", lambda fact, _, seq: Event(seq, fact.code, fact.params))
    async with House(Settings(database=sqlite_url, secret=bytes(32))) as house:
        with pytest.raises(AssertionError, match="can tell the twins apart"):
            await twins(house, "lesson", None, 2, seed=1)
