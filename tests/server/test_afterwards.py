"""After a game: how it ended in the list of one's tables, the same deal again, a review at hand."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.store import schema
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def alone(house: House, *seats: SeatWish, **wishes: object) -> tuple[Actor, str]:
    """Let somebody play a game against bots to its end."""
    ada = await house.guest()
    table = await house.table(*seats, host=ada, start=True, **wishes)
    await house.play_out(table.id, ada, dice=Random(2))
    return ada, table.id


async def test_the_list_has_what_waits_first_and_what_is_finished_last(house: House) -> None:
    bot = SeatWish("bot", "random")
    ada, finished = await alone(house, SeatWish("me"), bot)
    waiting = await house.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)
    still = await house.table(SeatWish("me"), SeatWish("open"), host=ada)
    lines = await house.service.tables.own(ada)
    assert [line.id for line in lines] == [waiting.id, still.id, finished]
    assert [line.your_turn for line in lines] == [True, False, False]
    assert [line.result is None for line in lines] == [True, True, False]


async def test_a_finished_game_tells_its_result_in_the_list(house: House) -> None:
    ada, table = await alone(house, SeatWish("me"), SeatWish("bot", "greedy", "Robbie"))
    outcome = (await house.service.watch.view(ada, table)).view.outcome
    assert outcome is not None
    (line,) = await house.service.tables.own(ada)
    assert line.result is not None
    own = outcome.seats[0]
    assert (line.result.rank, line.result.points) == (own.rank, own.total)
    names = ("Ada", "Robbie")
    assert line.result.winners == tuple(names[seat] for seat in outcome.winners)


async def test_so_does_one_that_was_given_up_or_ended_by_agreement(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.service.seats.resign(bob, table, 1)
    (line,) = await house.service.tables.own(bob)
    assert line.result is not None
    assert (line.result.winners, line.result.rank) == (("Ada",), 2)
    table, ada, bob = await house.duel()
    await house.service.seats.agree(ada, table)
    await house.service.seats.agree(bob, table)
    (line,) = await house.service.tables.own(bob)
    assert line.result is not None
    assert line.result.rank == 1, "nobody had a point"


async def test_whoever_played_alone_plays_the_same_deal_again(house: House) -> None:
    ada, table = await alone(house, SeatWish("bot", "random"), SeatWish("me"), shuffle_seats=True)
    before = await house.stored(table)
    assert (await house.service.tables.info(ada, table)).same_deal
    again = await house.service.tables.same_deal(ada, table)
    assert again.status == "playing"
    assert again.known_deal
    assert not again.same_deal
    assert again.id != table
    assert again.commitment == before.commitment
    holders = [seat.holder for seat in again.seats]
    assert holders == [seat.holder for seat in before.seats]
    first, second = await house.game(ada, table), await house.stored(again.id)
    assert second.key == first.key


async def test_a_deal_that_is_known_is_played_with_nobody_else(house: House) -> None:
    ada, table = await alone(house, SeatWish("me"), SeatWish("bot", "random"))
    again = (await house.service.tables.same_deal(ada, table)).id
    await house.service.seats.reopen(ada, again, 1)
    eve = await house.guest("Eve")
    assert await refused(house.service.seats.join(eve, again)) == "cards_known"


async def test_others_do_not_get_the_same_deal(house: House) -> None:
    table, ada, bob = await house.duel()
    assert await refused(house.service.tables.same_deal(ada, table)) == "not_finished"
    await house.service.seats.resign(bob, table, 1)
    assert await refused(house.service.tables.same_deal(ada, table)) == "not_alone"
    assert not (await house.service.tables.info(ada, table)).same_deal
    solo, mine = await alone(house, SeatWish("me"), SeatWish("bot", "random"))
    assert await refused(house.service.tables.same_deal(bob, mine)) == "not_seated"
    assert not (await house.service.tables.info(bob, mine)).same_deal
    assert (await house.service.tables.info(solo, mine)).same_deal


async def test_a_review_is_known_only_once_it_is_made(house: House) -> None:
    ada, table = await alone(house, SeatWish("me"), SeatWish("bot", "random"))
    record = await house.service.watch.record(ada, table)
    assert await house.service.reviews.known(record) is None
    assert len(await house.rows(schema.reviews.select())) == 0, "asking begins nothing"
