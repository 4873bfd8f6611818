"""Whole games and lists cost more than moves: they are told one at a time, moves go between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from random import Random

import pytest

from stellwerk.server.service import Actor
from stellwerk.server.service.cache import RECENT
from stellwerk.server.turns import Turns
from tests.server.house import NOW, House

pytestmark = pytest.mark.anyio


class Watching(Turns):
    """Turns that note who had one."""

    def __init__(self) -> None:
        super().__init__()
        self.had: list[str] = []
        self.now = self.most = 0

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Have a turn, which is noted."""
        async with super().turn(who):
            self.had.append(who)
            self.now += 1
            self.most = max(self.most, self.now)
            yield
            self.now -= 1


async def test_whole_games_and_lists_are_told_one_at_a_time(house: House) -> None:
    table, ada, bob = await house.duel(public=True)
    await house.play_out(table, ada, bob)
    seq = (await house.service.watch.view(ada, table)).seq
    assert seq > RECENT
    watch, tables = house.service.watch, house.service.tables
    turns = house.service.long_answers = Watching()
    asked: list[Awaitable[object]] = [
        watch.view(ada, table),
        watch.view(bob, table, since=0),
        watch.messages(ada, table, -1, 0, -1),
        watch.record(Actor(), table),
        tables.own(bob),
        tables.public(ada),
    ]
    await asyncio.gather(*asked)
    assert sorted(turns.had) == sorted([ada.who, bob.who, ada.who, "", bob.who, ada.who])
    assert turns.most == 1


async def test_whoever_knows_the_past_waits_for_nobody(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    turns = house.service.long_answers = Watching()
    async with turns.turn("eve"):
        await house.service.watch.view(ada, table, since=NOW)
        await house.service.watch.messages(bob, table, 0, 0, -1)
        await house.service.watch.view(bob, table)  # a short game is told at once, too
        await house.move(ada, table, Random(1))
    assert turns.had == ["eve"]


async def test_after_a_long_answer_others_have_as_much_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times, rests = iter((10.0, 10.25)), list[float]()

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr("stellwerk.server.turns.time.perf_counter", lambda: next(times))
    monkeypatch.setattr("stellwerk.server.turns.asyncio.sleep", rest)
    async with Turns().long_turn("eve"):
        assert not rests
    monkeypatch.undo()
    assert rests == [0.25]
