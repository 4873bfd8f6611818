"""What the server does by itself, and what another worker picks up when one is gone."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from stellwerk.bots import Bot, Decision, ready
from stellwerk.bots import make as make_bot
from stellwerk.champion.ready import champion
from stellwerk.game import Move
from stellwerk.server.protocol import SeatWish, Update
from stellwerk.server.service import runner
from stellwerk.server.service.cache import Watched
from stellwerk.server.settings import Settings
from tests.server.house import House

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


LEASE = 0.5


@pytest.fixture
async def pair(postgres_url: str) -> AsyncIterator[tuple[House, House]]:
    """Two workers on one database; neither hears of the other but through the database."""
    settings = Settings(
        database=postgres_url, redis="redis://", bot_delay=0.0, lease=LEASE, poll=0.05
    )
    async with House(settings) as first, House(settings) as second:
        yield first, second


async def test_bots_play_a_whole_game_among_themselves(house: House) -> None:
    ada = await house.guest()
    bots = (SeatWish("bot", "random"), SeatWish("bot", "greedy"), SeatWish("bot", "random"))
    table = (await house.table(*bots, host=ada, start=True)).id

    async def finished() -> bool:
        return (await house.service.tables.info(ada, table)).status == "finished"

    await house.until(finished)
    game = await house.game(ada, table)
    assert {step.by for step in game.steps} == {"bot"}
    row = await house.row(table)
    assert (row.due, row.lease_owner) == (None, None)


async def test_a_planner_plays_until_the_search_is_compiled(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def make(name: str, seed: str) -> Bot:
        asked.append(name)
        return make_bot(name, seed)

    monkeypatch.setattr(runner, "make", make)
    monkeypatch.setattr(ready.search, "is_ready", lambda: False)
    ada = await house.guest()
    await house.table(SeatWish("me"), SeatWish("bot", "dispatcher"), host=ada, start=True)

    async def has_decided() -> bool:
        return bool(asked)

    await house.until(has_decided)
    assert set(asked) == {"planner"}


@pytest.mark.parametrize(("compiled", "plays"), [(False, "planner"), (True, "champion:0.8s")])
async def test_the_champion_searches_at_a_table_once_it_is_compiled(
    house: House, monkeypatch: pytest.MonkeyPatch, compiled: bool, plays: str
) -> None:
    asked: list[str] = []

    def make(name: str, seed: str) -> Bot:
        asked.append(name)
        return make_bot("planner", seed)

    monkeypatch.setattr(runner, "make", make)
    monkeypatch.setattr(ready.search, "is_ready", lambda: True)
    monkeypatch.setattr(champion, "is_ready", lambda: compiled)
    ada = await house.guest()
    await house.table(SeatWish("me"), SeatWish("bot", "champion"), host=ada, start=True)

    async def has_decided() -> bool:
        return bool(asked)

    await house.until(has_decided)
    assert set(asked) == {plays}


async def test_a_bot_sees_nothing_but_its_view(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Decision] = []

    class Spy:
        def __init__(self, name: str, seed: str) -> None:
            self._bot = make_bot(name, seed)

        def choose(self, decision: Decision) -> Move:
            seen.append(decision)
            return self._bot.choose(decision)

    monkeypatch.setattr(runner, "make", Spy)
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("bot", "greedy"), host=ada, start=True)
    await house.play_out(table.id, ada, most=12)
    assert seen
    assert all(decision.view.seat == 1 for decision in seen)


async def test_tables_that_wait_for_a_bot_are_taken_up_after_a_restart(database_url: str) -> None:
    asleep = Settings(database=database_url, bot_delay=1000.0)
    async with House(asleep) as house:
        ada = await house.guest()
        table = (
            await house.table(SeatWish("me"), SeatWish("bot", "random"), host=ada, start=True)
        ).id
        await house.play_out(table, ada, most=1)
        # As if the worker had died: its lease has run out, and the bot is overdue.
        await house.put(table, due=1.0, lease_until=1.0, lease_owner="dead")
    awake = Settings(database=database_url, bot_delay=0.0)
    async with House(awake) as house:
        await house.play_out(table, ada)
        assert (await house.game(ada, table)).over


async def test_on_a_file_of_its_own_a_server_waits_for_no_lease_of_a_dead_one(
    tmp_path: Path,
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", bot_delay=1000.0)
    async with House(settings) as house:
        ada = await house.guest()
        bots = (SeatWish("me"), SeatWish("bot", "random"))
        table = (await house.table(*bots, host=ada, start=True)).id
        await house.play_out(table, ada, most=1)
        # As if the server had been killed while the bot was thinking, with an hour to go.
        await house.put(table, due=1.0, lease_until=time.time() + 3600, lease_owner="dead")
    async with House(dataclasses.replace(settings, bot_delay=0.0)) as house:
        await house.play_out(table, ada)
        assert (await house.game(ada, table)).over


async def test_a_lease_keeps_others_away_until_it_runs_out(
    pair: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    ada = await first.guest()
    hangs = asyncio.Event()
    released = asyncio.Event()
    loop = asyncio.get_running_loop()
    think = runner.think

    def thinking(watched: Watched, seat: int, bot: str, seconds: float) -> Move:
        if watched.table.lease_owner == first.service.worker.id:
            loop.call_soon_threadsafe(hangs.set)
            asyncio.run_coroutine_threadsafe(released.wait(), loop).result()
        return think(watched, seat, bot, seconds)

    monkeypatch.setattr(runner, "think", thinking)
    table = await first.table(SeatWish("me"), SeatWish("bot", "random"), host=ada, start=True)
    async with asyncio.timeout(20):
        await hangs.wait()
    row = await first.row(table.id)
    assert (row.seq, row.lease_owner) == (0, first.service.worker.id)

    async def picked_up() -> bool:
        return bool((await second.row(table.id)).seq == 1)

    await second.until(picked_up)
    released.set()  # the first worker comes too late: what it has thought of is thrown away
    await asyncio.gather(*first.service.runner._tasks)
    assert (await first.row(table.id)).seq == 1
    await first.service.runner.stop()  # or it may act again, of which the second hears nothing
    await second.play_out(table.id, ada)
    assert (await second.game(ada, table.id)).over


async def test_both_workers_serve_one_table(pair: tuple[House, House]) -> None:
    first, second = pair
    ada, bob = await first.guest("Ada"), await second.guest("Bob")
    table = (await first.table(SeatWish("me"), SeatWish(), SeatWish("bot", "random"), host=ada)).id
    await second.service.seats.join(bob, table)
    await first.service.tables.start(ada, table)
    while (await second.service.tables.info(bob, table)).status == "playing":
        for house, actor in ((first, ada), (second, bob)):
            seen = await house.service.watch.view(actor, table)
            if seen.seat in seen.view.pending:
                await house.play_out(table, actor, most=1)
    one, other = (
        await first.service.watch.view(ada, table),
        await second.service.watch.view(ada, table),
    )
    assert msgspec.json.encode(one.events) == msgspec.json.encode(other.events)
    assert one.view == other.view
    assert [event.seq for event in one.events] == sorted(event.seq for event in one.events)


async def test_a_bot_that_fails_is_asked_again_later_and_harms_no_other_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def failing(watched: Watched, seat: int, bot: str, seconds: float) -> Move:
        nonlocal asked
        if bot == "random":
            asked += 1
            raise ValueError("this bot is broken")
        return think(watched, seat, bot, seconds)

    think = runner.think
    monkeypatch.setattr(runner, "think", failing)
    ada = await house.guest()
    await house.table(SeatWish("me"), SeatWish("bot", "random"), host=ada, start=True)
    whole = await house.table(SeatWish("me"), SeatWish("bot", "greedy"), host=ada, start=True)
    await house.play_out(whole.id, ada)
    assert 1 <= asked < 10


async def test_a_hint_of_another_worker_makes_a_table_be_read_again(
    pair: tuple[House, House],
) -> None:
    first, second = pair
    table, ada, bob = await first.duel()
    await second.service.watch.view(bob, table)
    await first.play_out(table, ada, bob, most=1)
    old = await second.service.watch.messages(bob, table, 0, 0, 10_000, hinted=True)
    assert old == []  # it has not heard yet, and was told that it had
    for channel, message in first.hints:
        second.service.news.heard(channel, message)
    (news,) = await second.service.watch.messages(bob, table, 0, 0, 10_000, hinted=True)
    assert isinstance(news, Update)
    assert news.seq == 1
