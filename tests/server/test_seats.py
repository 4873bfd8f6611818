"""Seats of a running game: nobody takes one from somebody who plays, nobody gets a second hand."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random
from typing import Any

import pytest

from stellwerk.server.protocol import AskPayments, ChatMessage, Clock, SeatWish, SendMove
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.transactions.table import write
from tests.server.house import NOW, House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


GRACE = 60


class Moment:
    """The time of play, which the test moves on."""

    def __init__(self, house: House) -> None:
        self._house = house

    def later(self, seconds: float) -> None:
        self._house.pass_time(seconds)


@pytest.fixture
def moment(house: House) -> Moment:
    return Moment(house)


async def notices(house: House, actor: Actor, table: str) -> list[tuple[str | None, str]]:
    """Return what somebody was told about the seats of a table."""
    news = await house.service.watch.messages(actor, table, NOW, 0, NOW)
    lines = [line for each in news if isinstance(each, ChatMessage) for line in each.lines]
    return [(line.code, line.text) for line in lines if line.code is not None]


async def takes(house: House, host: Actor, table: str) -> set[str]:
    """Return how the host is refused who tries to get hold of seat 1."""
    calls: list[Awaitable[Any]] = [
        house.service.seats.replace(host, table, 1, "greedy"),
        house.service.seats.reopen(host, table, 1),
    ]
    return {await refused(call) for call in calls}


async def test_the_host_cannot_take_the_seat_of_somebody_who_is_there(
    house: House, moment: Moment
) -> None:
    table, ada, bob = await house.duel(grace=GRACE)
    house.service.watch.online(bob, table)
    assert (await house.service.tables.info(ada, table)).seats[1].free_in is None
    moment.later(10 * GRACE)
    assert await takes(house, ada, table) == {"not_away"}
    assert await refused(house.service.seats.join(ada, table, 1)) == "seat_taken"
    house.service.watch.offline(bob, table)
    assert await takes(house, ada, table) == {"not_away_long"}
    left = (await house.service.tables.info(ada, table)).seats[1].free_in
    assert left is not None
    assert 0 < left <= GRACE
    moment.later(GRACE - 5)
    assert await takes(house, ada, table) == {"not_away_long"}
    moment.later(6)
    assert (await house.service.tables.info(ada, table)).seats[1].free_in == 0.0
    replaced = await house.service.seats.replace(ada, table, 1, "greedy")
    assert replaced.seats[1].stand_in
    house.service.watch.online(bob, table)  # back again: the host may not go further
    assert await refused(house.service.seats.reopen(ada, table, 1)) == "not_away"
    assert not (await house.service.seats.take_back(bob, table, 1)).seats[1].stand_in


async def test_whoever_plays_without_a_socket_is_there(house: House, moment: Moment) -> None:
    table, ada, bob = await house.duel(grace=GRACE)
    for _ in range(3):
        moment.later(GRACE - 5)
        await house.service.watch.view(bob, table)
        assert await takes(house, ada, table) == {"not_away_long"}
    moment.later(GRACE + 1)
    assert (await house.service.seats.reopen(ada, table, 1)).seats[1].holder == "open"


async def test_whoever_ran_out_of_time_can_be_replaced(house: House, moment: Moment) -> None:
    table, ada, bob = await house.duel(clock=Clock("turn", 60))
    for actor in (ada, bob):
        house.service.watch.online(actor, table)
    await house.set_up(table, ada, bob)
    dice = Random(3)
    while (await house.service.watch.view(ada, table)).view.pending == (0,):
        await house.move(ada, table, dice)
    assert await takes(house, ada, table) == {"not_away"}
    moment.later(61)

    async def decided() -> bool:
        return (await house.service.tables.info(ada, table)).seats[1].free_in == 0.0

    await house.until(decided)
    assert (await house.service.seats.replace(ada, table, 1, "greedy")).seats[1].stand_in


async def test_nobody_at_the_table_gets_a_second_hand(house: House) -> None:
    ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
    table = (await house.table(SeatWish("me"), SeatWish(), SeatWish(), host=ada)).id
    for actor in (bob, eve):
        await house.service.seats.join(actor, table)
    await house.service.tables.start(ada, table)
    await house.service.seats.leave(eve, table)
    await house.service.seats.reopen(ada, table, 2)
    for actor in (ada, bob):
        assert await refused(house.service.seats.join(actor, table)) == "one_hand"
        assert (await house.service.watch.view(actor, table)).seat != 2
    assert (await house.service.seats.join(eve, table)).seats[2].you, (
        "one's own seat may be taken again"
    )
    await house.service.seats.leave(eve, table)
    await house.service.seats.reopen(ada, table, 2)
    cleo = await house.guest("Cleo")
    assert (await house.service.seats.join(cleo, table)).seats[2].you
    await house.service.seats.leave(bob, table)
    await house.service.seats.reopen(ada, table, 1)
    assert await refused(house.service.seats.join(eve, table)) == "one_hand", "Eve has seen a hand"
    assert await refused(house.service.seats.join(cleo, table)) == "one_hand"
    assert (await house.service.seats.join(bob, table)).seats[1].you


async def test_a_host_who_only_watched_gets_no_hand(house: House) -> None:
    ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
    table = (await house.table(SeatWish(), SeatWish(), host=ada)).id
    for actor in (bob, eve):
        await house.service.seats.join(actor, table)
    await house.service.tables.start(ada, table)
    await house.service.seats.leave(eve, table)
    await house.service.seats.reopen(ada, table, 1)
    assert await refused(house.service.seats.join(ada, table)) == "one_hand"


async def test_at_one_device_people_come_and_go_as_they_like(house: House) -> None:
    ada = await house.guest("Ada")
    table = (await house.table(SeatWish("me"), SeatWish("me"), host=ada, start=True)).id
    await house.service.seats.leave(ada, table, 1)
    await house.service.seats.reopen(ada, table, 1)
    joined = await house.service.seats.join(ada, table, 1, "Oma")
    assert [(seat.you, seat.shares) for seat in joined.seats] == [(True, 0), (True, 0)]
    again = await _rematch(house, ada, table)
    await house.service.seats.leave(ada, again, 0)
    await house.service.seats.reopen(ada, again, 0)
    assert (await house.service.seats.join(ada, again, 0)).seats[0].you


async def _rematch(house: House, ada: Actor, table: str) -> str:
    for seat in (0, 1):
        await house.service.seats.agree(ada, table, seat)
    again = await house.service.tables.rematch(ada, table)
    assert again.status == "playing"
    return again.id


async def test_one_device_is_no_excuse_once_somebody_else_has_played(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = (await house.table(SeatWish("me"), SeatWish("me"), SeatWish(), host=ada)).id
    await house.service.seats.join(bob, table)
    await house.service.tables.start(ada, table)
    await house.service.seats.leave(bob, table)
    await house.service.seats.reopen(ada, table, 2)
    assert await refused(house.service.seats.join(ada, table, 2)) == "one_hand"


async def test_the_seats_of_one_device_are_shown_to_all(house: House) -> None:
    table, _, bob = await house.duel()
    assert [seat.shares for seat in (await house.service.tables.info(bob, table)).seats] == [
        None,
        None,
    ]
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    opened = await house.table(SeatWish("me"), SeatWish(), SeatWish(), host=ada)
    await house.service.seats.join(eve, opened.id)
    await house.service.seats.join(eve, opened.id, name="Finn")
    assert [seat.shares for seat in (await house.service.tables.info(ada, opened.id)).seats] == [
        None,
        1,
        1,
    ]


async def test_whoever_was_replaced_still_has_a_say_in_the_end(
    house: House, moment: Moment
) -> None:
    table, ada, bob = await house.duel(grace=GRACE)
    moment.later(GRACE + 1)
    await house.service.seats.replace(ada, table, 1, "greedy")
    assert (await house.service.seats.agree(ada, table, 0)).status == "playing"
    await house.service.seats.reopen(ada, table, 1)
    assert (await house.service.seats.agree(ada, table, 0)).status == "playing"
    assert await house.service.tables.own(bob), "it is still Bob's table"
    assert (await house.service.seats.join(bob, table)).seats[1].you
    assert (await house.service.seats.agree(bob, table)).status == "finished"


async def test_with_another_person_the_say_goes_over(house: House, moment: Moment) -> None:
    table, ada, _ = await house.duel(grace=GRACE)
    moment.later(GRACE + 1)
    await house.service.seats.reopen(ada, table, 1)
    eve = await house.guest("Eve")
    await house.service.seats.join(eve, table)
    assert (await house.service.seats.agree(ada, table, 0)).status == "playing"
    assert (await house.service.seats.agree(eve, table)).status == "finished"


async def test_all_are_told_of_each_change_of_a_seat(house: House, moment: Moment) -> None:
    table, ada, bob = await house.duel(grace=GRACE)
    eve, watching = await house.guest("Eve"), Actor(language="de")
    service = house.service
    await service.seats.leave(bob, table)
    await service.seats.take_back(bob, table, 1)
    moment.later(GRACE + 1)
    await service.seats.replace(ada, table, 1, "greedy")
    await service.seats.reopen(ada, table, 1)
    await service.seats.join(eve, table)
    await service.seats.resign(eve, table, 1)
    codes = ["left", "back", "replaced", "reopened", "joined", "resigned_end"]
    for actor in (ada, bob, eve, watching):
        assert [code for code, _ in await notices(house, actor, table)] == codes
    await service.chat.mute(bob, table, 1, True)
    told = dict(await notices(house, bob, table))
    assert told["replaced"] == "Bob is away. A bot decides until Bob comes back."
    assert told["joined"] == "Eve has taken a free seat and plays on."
    german = dict(await notices(house, watching, table))
    assert german["left"] == "Bob ist gegangen. Bis zur Rückkehr entscheidet ein Bot."


async def test_all_are_told_when_a_player_is_deleted(house: House) -> None:
    table, _, bob = await house.duel()
    await house.service.guests.forget(bob)
    told = await notices(house, Actor(language="en"), table)
    assert told == [("deleted", "Deleted player has gone for good. A bot plays on to the end.")]
    (german,) = await notices(house, Actor(language="de"), table)
    assert german[1].startswith("Gelöschter Gast ist endgültig gegangen.")


async def test_nobody_fills_the_chat_by_coming_and_going(house: House) -> None:
    table, _, bob = await house.duel()
    for _ in range(5):
        await house.service.seats.leave(bob, table)
        await house.service.seats.take_back(bob, table, 1)
    assert await refused(house.service.seats.leave(bob, table)) == "rate_limited"


async def test_what_was_told_of_a_guest_is_forgotten_with_the_guest(
    house: House, moment: Moment
) -> None:
    table, ada, bob = await house.duel(grace=GRACE)
    moment.later(GRACE + 1)
    await house.service.seats.reopen(ada, table, 1)
    await house.service.guests.forget(bob)
    assert await notices(house, ada, table) == []
    assert (await house.stored(table)).seats[1].former is None
    assert (await house.service.seats.agree(ada, table, 0)).status == "finished"


async def test_nobody_is_away_because_the_server_was(sqlite_url: str) -> None:
    settings = Settings(database=sqlite_url, bot_delay=0.0)
    async with House(settings) as house:
        table, ada, bob = await house.duel(grace=GRACE)
        await house.set_up(table, ada, bob)
        house.pass_time(10 * GRACE)
        assert (await house.service.tables.info(ada, table)).seats[1].free_in == 0.0
    for passed in (-1000.0, 1000.0):  # the time of play may have been stored before the last move
        await _shift(settings, table, passed)
        async with House(settings) as house:
            assert await takes(house, ada, table) == {"not_away_long"}
            left = (await house.service.tables.info(ada, table)).seats[1].free_in
            assert left is not None
            assert GRACE - 30 < left <= GRACE
            house.pass_time(GRACE + 1)
            assert (await house.service.tables.info(ada, table)).seats[1].free_in == 0.0


async def _shift(settings: Settings, table: str, seconds: float) -> None:
    """Let all have decided at another time than the server knows."""
    async with House(settings) as house:
        stored = await house.stored(table)
        for seat in stored.seats:
            seat.seen = house.service.clock.now() + seconds
        await house.service.database.write(lambda c: write(c, stored, "seats"))


async def test_who_is_there_at_another_worker_is_there(postgres_url: str) -> None:
    settings = Settings(database=postgres_url, redis="redis://127.0.0.1:1", bot_delay=0.0)
    async with House(settings) as here, House(settings) as there:
        table, ada, bob = await here.duel(grace=30)
        there.service.watch.online(bob, table)

        async def seen() -> bool:
            here._news.set()  # what the other worker writes comes without a hint
            return (await here.service.tables.info(ada, table)).seats[1].online

        await here.until(seen)
        assert await takes(here, ada, table) == {"not_away"}
        there.service.watch.offline(bob, table)

        async def gone() -> bool:
            return not await seen()

        await here.until(gone)
        assert await takes(here, ada, table) == {"not_away_long"}


async def test_a_token_that_one_worker_renews_ends_at_the_other(postgres_url: str) -> None:
    settings = Settings(database=postgres_url, redis="redis://127.0.0.1:1", bot_delay=0.0)
    async with House(settings) as here, House(settings) as there:
        ada = await here.guest("Ada")
        table = (await here.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)).id
        token = (await here.service.seats.new_token(ada, table, 1)).token
        program = await there.service.guests.program(token)
        assert program is not None
        update = await there.service.watch.view(program, table)
        assert update.seat == 1
        await here.service.seats.new_token(ada, table, 1)
        move = SendMove("late", update.seq, update.view.moves[0])
        for call in (
            there.service.play.move(program, table, move),
            there.service.watch.view(program, table),
            there.service.tables.info(program, table),
            there.service.watch.record(program, table),
            there.service.watch.messages(program, table, -1, 0, -1),
            there.service.watch.payments(program, table, AskPayments("x", "claim", "wien-linz")),
            there.service.seats.leave(program, table),
            there.service.seats.agree(program, table),
        ):
            assert await refused(call) == "token_ended"


async def test_a_keeper_plays_for_no_token_that_has_ended(sqlite_url: str) -> None:
    async with House(Settings(database=sqlite_url, workers=2, bot_delay=0.0)) as house:
        assert house.service.keeper.ready
        ada = await house.guest("Ada")
        table = (await house.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)).id
        token = (await house.service.seats.new_token(ada, table, 1)).token
        program = await house.service.guests.program(token)
        assert program is not None
        update = await house.service.watch.view(program, table)
        await house.service.seats.new_token(ada, table, 1)
        move = SendMove("late", update.seq, update.view.moves[0])
        assert await refused(house.service.play.move(program, table, move)) == "token_ended"
        assert (await house.row(table)).seq == 0
