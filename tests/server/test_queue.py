"""The queue of tables that wait: the one whose time runs out first comes first."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk.server.protocol import Clock, SeatWish
from stellwerk.server.service import Actor
from tests.server.house import House

pytestmark = pytest.mark.anyio

DAY = 86_400


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def game(house: House, ada: Actor, bob: Actor, **wishes: Any) -> str:
    """Return a game in which it is Ada's turn."""
    table = (await house.table(SeatWish("me"), SeatWish(), host=ada, **wishes)).id
    await house.service.seats.join(bob, table)
    await house.service.tables.start(ada, table)
    await house.set_up(table, ada, bob)
    return table


async def test_the_table_whose_time_runs_out_first_is_the_next(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    untimed = await game(house, ada, bob)
    later_untimed = await game(house, ada, bob)
    long = await game(house, ada, bob, clock=Clock("days", 3 * DAY))
    short = await game(house, ada, bob, clock=Clock("days", DAY))
    queue = await house.service.tables.waiting(ada)
    assert [each.id for each in queue] == [short, long, untimed, later_untimed]
    assert [each.left and round(each.left / DAY) for each in queue] == [1, 3, None, None]
    assert await house.service.tables.waiting(bob) == ()
    own = await house.service.tables.own(ada)
    assert [line.id for line in own] == [short, long, untimed, later_untimed]
    assert [line.left for line in own][2:] == [None, None]

    dice = Random(2)
    while (await house.service.watch.view(ada, short)).view.pending == (0,):
        await house.move(ada, short, dice)
    assert next(each.id for each in await house.service.tables.waiting(ada)) == long
    assert [each.id for each in await house.service.tables.waiting(bob)] == [short]
    await house.service.pauses.propose(ada, long, 1)
    await house.service.pauses.answer(bob, long, True)
    queue = await house.service.tables.waiting(ada)
    assert {each.id: each.left for each in queue}[long] is None, "in a pause nothing presses"


async def test_nothing_waits_for_somebody_whose_seat_a_bot_plays(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await game(house, ada, bob)
    assert [each.id for each in await house.service.tables.waiting(ada)] == [table]
    await house.service.seats.leave(ada, table)
    assert await house.service.tables.waiting(ada) == ()
