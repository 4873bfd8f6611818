"""What the server keeps in memory is bounded, however many tables were played and left."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import time
import tracemalloc
from collections.abc import AsyncIterator
from random import Random

import msgspec
import pytest

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Clock, SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from tests.server.house import House

pytestmark = pytest.mark.anyio

ROOM = 800_000


@pytest.fixture
async def small(sqlite_url: str) -> AsyncIterator[House]:
    """A service with little room for tables."""
    settings = Settings(database=sqlite_url, bot_delay=0.0, tables_bytes=ROOM)
    async with House(settings) as house:
        yield house


async def played(house: House, moves: int, dice: Random) -> str:
    """Play a game of two people for a while, both of whom are told everything."""
    table, ada, bob = await house.duel()
    for _ in range(moves):
        for actor in (ada, bob):
            update = await house.service.watch.view(actor, table, since=1_000_000)
            if update.view.outcome is None and update.seat in update.view.pending:
                await house.move(actor, table, dice)
                break
        for actor in (ada, bob, Actor()):
            await house.service.watch.messages(actor, table, -1, 0, -1)
    return table


async def test_tables_that_were_played_and_left_take_bounded_memory(small: House) -> None:
    dice, watch = Random(1), small.service.cache
    first = await played(small, 10, dice)
    for _ in range(30):
        await played(small, 30, dice)
        assert watch.weight <= ROOM
    assert len(watch) < 31
    assert watch.get(first) is None
    assert (await small.service.tables.info(Actor(), first)).seq == 10  # it is read again


async def test_games_that_are_over_take_a_small_part_of_the_room(sqlite_url: str) -> None:
    settings = Settings(database=sqlite_url, bot_delay=0.0, tables_bytes=4 * ROOM)
    dice = Random(1)
    async with House(settings) as house:
        watch = house.service.cache
        running = await played(house, 12, dice)
        before = watch.weight
        ended = []
        for _ in range(20):
            table, ada, bob = await house.duel()
            for seat, actor in enumerate((ada, bob)):
                await house.service.seats.agree(actor, table, seat, True)
            for actor in (ada, bob, Actor()):
                await house.service.watch.messages(actor, table, -1, 0, -1)
            ended.append(table)
        assert watch.weight - before <= 4 * ROOM / 16
        assert watch.get(running) is not None
        assert watch.get(ended[0]) is None
        assert watch.get(ended[-1]) is not None
        assert (
            await house.service.tables.info(Actor(), ended[0])
        ).status == "finished"  # read again


async def test_a_table_in_use_stays_at_hand(small: House) -> None:
    dice, watch = Random(1), small.service.cache
    used = await played(small, 10, dice)
    for _ in range(30):
        await played(small, 30, dice)
        assert watch.get(used) is not None


async def test_the_weights_are_what_tables_really_take(sqlite_url: str) -> None:
    dice = Random(1)
    async with House(Settings(database=sqlite_url, bot_delay=0.0)) as house:
        await played(house, 40, dice)  # what is made once is made
        gc.collect()
        tracemalloc.start()
        try:
            before, weighed = tracemalloc.get_traced_memory()[0], house.service.cache.weight
            for _ in range(12):
                await played(house, 20, dice)
            house.hints.clear()
            gc.collect()
            real = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        told = house.service.cache.weight - weighed
        assert 0.5 < told / real < 2.0, f"{told / 12:.0f} told, {real / 12:.0f} measured"


async def test_the_sum_of_all_weights_is_kept_exactly(small: House) -> None:
    dice, watch = Random(2), small.service.cache
    tables = [await played(small, 12, dice) for _ in range(8)]
    watch.forget(tables[3])
    watch.forget("NONE")
    found = [watch.get(table) for table in tables]
    assert watch.weight == sum(each.weight for each in found if each is not None)


async def test_a_table_with_a_clock_is_noted_once(small: House) -> None:
    runner = small.service.runner
    table, ada, bob = await small.duel(clock=Clock("days", 86_400))
    await small.set_up(table, ada, bob)
    watched = await small.service.watch.look(table)
    assert watched.table.due is not None
    for number in range(1000):
        due = time.time() + 86_400 + number
        runner.expect(msgspec.structs.replace(watched.table, due=due))
    assert runner.expected <= 70


async def test_a_table_that_is_over_is_noted_no_more(small: House) -> None:
    runner = small.service.runner
    for _ in range(80):
        table, *_ = await small.duel(clock=Clock("days", 86_400))
        found = (await small.service.watch.look(table)).table
        runner.expect(msgspec.structs.replace(found, due=None))
    assert runner.expected <= 66


async def test_many_requests_at_once_do_not_pass_the_limit_of_tables(postgres_url: str) -> None:
    settings = dataclasses.replace(Settings(database=postgres_url), tables_per_guest=3)
    async with House(settings) as house:
        ada = await house.guest()

        async def one() -> str:
            try:
                await house.table(SeatWish("me"), SeatWish(), host=ada)
            except Refusal as refusal:
                return refusal.code
            return "opened"

        ends = await asyncio.gather(*(one() for _ in range(20)))
    assert sorted(ends) == ["opened"] * 3 + ["too_many_tables"] * 17
