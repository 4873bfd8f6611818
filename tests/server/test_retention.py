"""How long things are kept."""

from __future__ import annotations

import dataclasses
import time

import pytest
from sqlalchemy import Table, func, select, update

from stellwerk.server.protocol import SeatWish
from stellwerk.server.store import schema
from stellwerk.server.transactions.cleaning import clean
from stellwerk.server.transactions.clocks import Now
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio

DAY = 86_400.0


async def cleaned(house: House, days: float) -> list[str]:
    """Clear away as if this many days had passed."""
    service = house.service
    later = Now(service.clock.now(), time.time() + days * DAY)
    worker = service.worker._replace(now=later)
    return await service.database.write(lambda c: clean(c, worker, service.settings))


async def count(house: House, table: Table) -> int:
    wanted = select(func.count()).select_from(table)
    return await house.service.database.read(lambda c: c.execute(wanted).scalar_one())


async def test_tables_go_when_their_time_has_come(house: House) -> None:
    finished, ada, bob = await house.duel()
    await house.play_out(finished, ada, bob)
    await house.service.chat.say(ada, finished, "well played")
    playing, *_ = await house.duel()
    waiting = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    closed = (await house.table(SeatWish("me"), SeatWish(), host=ada)).id
    await house.service.tables.close(ada, closed)
    assert await cleaned(house, 1) == []
    assert sorted(await cleaned(house, 3)) == sorted([waiting, closed])
    assert await cleaned(house, 50) == []
    assert await cleaned(house, 61) == [playing]
    assert await cleaned(house, 364) == []
    assert await count(house, schema.entries) > 0
    assert await cleaned(house, 366) == [finished]
    for empty in (schema.tables, schema.entries, schema.members, schema.chat):
        assert await count(house, empty) == 0


async def test_chat_goes_before_the_game_does(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.play_out(table, ada, bob)
    await house.service.chat.say(ada, table, "well played")
    await cleaned(house, 91)
    assert await count(house, schema.chat) == 0
    assert (await house.service.tables.info(ada, table)).status == "finished"
    await house.service.chat.say(ada, table, "again?")


async def test_guests_go_when_they_have_not_come_for_long_and_play_nowhere(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.play_out(table, ada, bob)
    await house.guest("Eve")
    old = time.time() - 401 * DAY
    await house.service.database.write(lambda c: c.execute(update(schema.guests).values(seen=old)))
    await cleaned(house, 0)
    assert await count(house, schema.guests) == 2
    assert await house.service.guests.find(ada.guest or "") is not None  # and is noted as seen
    await house.service.tables.delete(ada, table)
    await cleaned(house, 0)
    assert await count(house, schema.guests) == 1


async def test_links_that_nobody_followed_go(house: House) -> None:
    await house.service.guests.transfer(await house.guest())
    await cleaned(house, 0)
    assert await count(house, schema.transfers) == 1
    await cleaned(house, 1)
    assert await count(house, schema.transfers) == 0


async def test_a_table_that_is_gone_is_gone_for_those_who_watched_it(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.play_out(table, ada, bob)
    await house.put(table, changed=1.0)
    await house.service.runner._clean()
    assert await refused(house.service.watch.view(ada, table)) == "no_table"
    assert await house.service.tables.own(bob) == ()


async def test_finished_games_of_one_guest_alone_are_bounded(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")

    async def ended(*seats: SeatWish) -> str:
        table = (await house.table(*seats, host=ada)).id
        if any(seat.holder == "open" for seat in seats):
            await house.service.seats.join(bob, table)
        await house.service.tables.start(ada, table)
        for number in range(2):
            who = bob if seats[number].holder == "open" else ada
            await house.service.seats.agree(who, table, number)
        return table

    shared = await ended(SeatWish("me"), SeatWish("open"))
    alone = [await ended(SeatWish("me"), SeatWish("me")) for _ in range(5)]
    settings = dataclasses.replace(house.service.settings, finished_alone=3)
    gone = await house.service.database.write(lambda c: clean(c, house.service.worker, settings))
    assert sorted(gone) == sorted(alone[:2])  # the oldest
    assert (await house.service.tables.info(bob, shared)).status == "finished"
