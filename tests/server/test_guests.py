"""Guests: names, links to another device, and being forgotten."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from stellwerk.server.protocol import NewTable, SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.store import schema
from stellwerk.server.transactions.signing_in import Visit
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio

STRANGER = Visit(Actor(), "", None)
"""Somebody who comes for the first time."""


async def test_a_guest_is_known_again_by_its_id(house: House) -> None:
    guest, _ = await house.service.guests.welcome("  Ada   Lovelace ", "de")
    assert guest.name == "Ada Lovelace"
    assert await house.service.guests.find(guest.id) == guest
    assert await house.service.guests.find("nobody") is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b\u202e", "\x00\x07"])
async def test_a_name_that_cannot_be_shown_is_refused(house: House, name: str) -> None:
    assert await refused(house.service.guests.welcome(name, "de")) == "bad_name"


async def test_a_guest_can_change_name_and_language(house: House) -> None:
    ada = await house.guest()
    changed = await house.service.guests.rename(ada, "Countess", "de")
    assert await house.service.guests.find(changed.id) == changed
    assert (changed.name, changed.language) == ("Countess", "de")
    assert await refused(house.service.guests.rename(Actor("nobody"), "Eve", "en")) == "no_guest"
    assert await refused(house.service.guests.rename(Actor(), "Eve", "en")) == "no_guest"


async def test_a_link_to_another_device_works_once(house: House) -> None:
    ada = await house.guest()
    link = await house.service.guests.transfer(ada)
    follow = house.service.account.enter_by_link
    assert (await follow(STRANGER, link.token)).told.id == ada.guest
    assert await refused(follow(STRANGER, link.token)) == "bad_token"
    assert await refused(follow(STRANGER, "guessed")) == "bad_token"


async def test_a_link_to_another_device_does_not_hold_for_ever(house: House) -> None:
    link = await house.service.guests.transfer(await house.guest())
    await house.service.database.write(
        lambda connection: connection.execute(update(schema.transfers).values(until=1.0))
    )
    assert await refused(house.service.account.enter_by_link(STRANGER, link.token)) == "bad_token"


async def test_only_the_hash_of_a_secret_is_stored(house: House) -> None:
    ada = await house.guest()
    link = await house.service.guests.transfer(ada)
    table = await house.table(SeatWish("me"), SeatWish("program"), host=ada)
    seat = await house.service.seats.new_token(ada, table.id, 1)
    for kept, token in ((schema.transfers, link.token), (schema.programs, seat.token)):
        rows = await house.rows(select(kept))
        assert len(rows) == 1
        assert token not in str(rows)


async def test_whoever_is_forgotten_leaves_no_name_behind(house: House) -> None:
    table, ada, bob = await house.duel()
    waiting = await house.table(SeatWish("me"), SeatWish(), host=ada)
    joined = await house.table(SeatWish("me"), SeatWish(), host=bob)
    await house.service.seats.join(ada, joined.id)
    await house.service.chat.say(ada, table, "my telephone number")
    await house.service.chat.mute(ada, table, 1, True)
    await house.service.guests.transfer(ada)
    await house.set_up(table, ada, bob)
    await house.service.guests.forget(ada)

    assert await house.service.guests.find(ada.guest or "") is None
    info = await house.service.tables.info(bob, table)
    assert info.seats[0].stand_in
    assert "Ada" not in [seat.name for seat in info.seats]
    assert [seat.holder for seat in (await house.service.tables.info(bob, joined.id)).seats] == [
        "person",
        "open",
    ]
    assert (await house.service.tables.info(bob, waiting.id)).status == "closed"
    await house.play_out(table, bob)
    assert "Ada" not in (await house.service.watch.record(bob, table)).decode()
    columns = [column for each in schema.metadata.tables.values() for column in each.columns]
    for column in columns:
        if column.name in ("guest", "guest_id"):
            found = select(column).where(column == ada.guest)
            rows = await house.rows(found)
            assert rows == [], column
    assert await refused(house.service.tables.create(ada, NewTable())) == "no_guest"
