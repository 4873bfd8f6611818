"""Clocks: how time is counted, and what happens when it runs out."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from stellwerk.server.protocol import Clock, SeatWish, SendMove
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.transactions.clocks import Clocks, Now
from tests.server.house import House

TURN = Clock("turn", 60)
BANK = Clock("bank", 100, 10)
DAYS = Clock("days", 86_400)


def test_without_a_clock_nothing_runs_out() -> None:
    clocks = Clocks.of(Clock(), 2)
    clocks.advance(Clock(), [0, 1], 1000.0, None, True)
    assert clocks.deadline(Clock()) is None
    assert clocks.expired(Clock(), 1e12) == ()
    assert clocks.state(Clock(), Now(1000.0, 0.0)).left == (None, None)


def test_every_turn_has_its_time() -> None:
    clocks = Clocks.of(TURN, 2)
    clocks.advance(TURN, [0], 1000.0, None, True)
    assert clocks.deadline(TURN) == 1060.0
    clocks.advance(TURN, [0], 1020.0, 0, False)  # the first of two cards: the turn goes on
    assert clocks.deadline(TURN) == 1060.0
    clocks.advance(TURN, [1], 1030.0, 0, True)
    assert clocks.deadline(TURN) == 1090.0
    assert clocks.state(TURN, Now(1050.0, 0.0)).left[1] == 40.0
    assert clocks.state(TURN, Now(1050.0, 0.0)).running == (1,)
    assert clocks.expired(TURN, 1089.9) == ()
    assert clocks.expired(TURN, 1090.0) == (1,)


def test_somebody_alone_at_turn_gets_new_time_for_the_next_turn() -> None:
    clocks = Clocks.of(TURN, 2)
    clocks.advance(TURN, [0], 1000.0, None, True)
    clocks.advance(TURN, [0], 1050.0, 0, True)
    assert clocks.deadline(TURN) == 1110.0


@pytest.mark.parametrize("clock", [TURN, DAYS])
def test_nobody_gets_more_time_by_leaving_and_coming_back(clock: Clock) -> None:
    clocks = Clocks.of(clock, 2)
    clocks.advance(clock, [0], 1000.0, None, False)
    clocks.advance(clock, [], 1050.0, None, False)  # a bot is to decide ...
    clocks.advance(clock, [0], 1055.0, None, False)  # ... but its person is back before it has
    assert clocks.left[0] == clock.seconds - 50
    assert clocks.deadline(clock) == 1005.0 + clock.seconds
    clocks.advance(clock, [], 1005.0 + clock.seconds, None, False)
    clocks.advance(clock, [0], 2000.0 + clock.seconds, None, False)
    assert clocks.left[0] == clock.seconds, "whoever comes back after time ran out can decide"


def test_a_bank_is_used_up_and_filled_by_the_increment() -> None:
    clocks = Clocks.of(BANK, 2)
    clocks.advance(BANK, [0], 1000.0, None, True)
    clocks.advance(BANK, [1], 1030.0, 0, True)
    clocks.advance(BANK, [0], 1040.0, 1, True)
    assert clocks.left == [80.0, 100.0]
    assert clocks.deadline(BANK) == 1120.0
    clocks.advance(BANK, [1], 1200.0, 0, True)  # too late: what is left is the increment
    assert clocks.left[0] == 10.0


def test_days_are_counted_for_every_decision() -> None:
    clocks = Clocks.of(DAYS, 2)
    clocks.advance(DAYS, [0], 0.0, None, True)
    clocks.advance(DAYS, [0], 50_000.0, 0, False)
    assert clocks.deadline(DAYS) == 136_400.0


@pytest.fixture
async def timed(database_url: str) -> AsyncIterator[House]:
    settings = Settings(database=database_url, bot_delay=0.0, poll=0.02)
    async with House(settings) as house:
        yield house


async def duel(house: House, clock: Clock) -> tuple[str, Actor, Actor]:
    table, ada, bob = await house.duel(clock=clock)
    await house.set_up(table, ada, bob)
    return table, ada, bob


@pytest.mark.anyio
async def test_when_time_runs_out_a_bot_decides_once(timed: House) -> None:
    table, ada, bob = await duel(timed, TURN)
    info = await timed.service.tables.info(ada, table)
    assert info.clock.running == (0,)
    assert info.clock.left[0] is not None
    assert 50 < info.clock.left[0] <= 60
    timed.pass_time(61)

    async def bobs_turn() -> bool:
        return (await timed.service.watch.view(bob, table)).view.pending == (1,)

    await timed.until(bobs_turn)
    assert not (await timed.service.tables.info(ada, table)).seats[0].stand_in
    export = await timed.service.watch.record(ada, table)
    assert b'"by":"clock"' in export
    await timed.play_out(table, ada, bob)
    assert (await timed.game(ada, table)).over


@pytest.mark.anyio
async def test_the_second_card_of_a_turn_gets_no_new_time(timed: House) -> None:
    table, ada, _ = await duel(timed, TURN)
    timed.pass_time(40)
    seq = (await timed.service.watch.view(ada, table)).seq
    await timed.service.play.move(ada, table, SendMove("first", seq, text="draw"))
    update = await timed.service.watch.view(ada, table)
    assert update.view.phase == "second"
    assert update.clock.running == (0,)
    assert update.clock.left[0] is not None
    assert update.clock.left[0] <= 20


@pytest.mark.anyio
async def test_a_bot_may_keep_the_seat_once_time_ran_out(timed: House) -> None:
    table, ada, bob = await duel(timed, Clock("turn", 60, take_over=True))
    timed.pass_time(61)

    async def taken() -> bool:
        return (await timed.service.tables.info(bob, table)).seats[0].stand_in

    await timed.until(taken)
    await timed.service.seats.take_back(ada, table, 0)
    assert not (await timed.service.tables.info(bob, table)).seats[0].stand_in
    await timed.play_out(table, ada, bob)


@pytest.mark.anyio
async def test_a_set_up_that_nobody_decides_is_decided_by_the_clock(timed: House) -> None:
    table, ada, _ = await timed.duel(clock=Clock("days", 86_400))
    timed.pass_time(86_401)

    async def begun() -> bool:
        return (await timed.service.watch.view(ada, table)).view.phase == "turn"

    await timed.until(begun)


@pytest.mark.anyio
async def test_bots_have_no_clock(timed: House) -> None:
    ada = await timed.guest()
    table = await timed.table(
        SeatWish("me"), SeatWish("bot", "random"), host=ada, clock=BANK, start=True
    )
    assert table.clock.running == (0,)
    await timed.play_out(table.id, ada)
    info = await timed.service.tables.info(ada, table.id)
    assert info.clock.running == ()
    assert info.clock.left[1] == 100.0
