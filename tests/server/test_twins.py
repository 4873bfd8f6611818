"""No message depends on what its reader may not know (C-24, C-25)."""

from __future__ import annotations

import pytest

from stellwerk.server.settings import Settings
from tests.game.walks import TABLES
from tests.server.house import House
from tests.server.twins import twins

pytestmark = pytest.mark.anyio

EVERY = 9
"""Steps between two comparisons; the long form takes each step."""


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
async def test_a_viewer_is_told_the_same_whatever_is_hidden(
    sqlite_url: str, board: str, variant: str | None, seats: int
) -> None:
    async with House(Settings(database=sqlite_url)) as house:
        assert await twins(house, board, variant, seats, seed=seats, every=EVERY) > 20
