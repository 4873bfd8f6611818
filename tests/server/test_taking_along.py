"""Signing in where somebody plays already: nothing is lost, and nobody gets a second hand."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.store import schema
from stellwerk.server.transactions.signing_in import Entered, Visit
from tests.server.authenticator import Passkey
from tests.server.house import House, refused
from tests.server.test_forgetting import found
from tests.server.test_passkeys import HERE
from tests.server.test_uploads import lesson

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def enter(house: House, at: Actor, whom: Actor, along: bool | None) -> Entered:
    """Sign in as somebody at the device of somebody else."""
    link = await house.service.guests.transfer(whom)
    return await house.service.account.enter_by_link(Visit(at, "", along), link.token)


async def seats(house: House, actor: Actor, table: str) -> list[bool]:
    return [seat.you for seat in (await house.service.tables.info(actor, table)).seats]


async def test_somebody_who_has_nothing_is_asked_nothing(house: House) -> None:
    ada, new = await house.guest("Ada"), await house.guest("Anna")
    entered = await enter(house, new, ada, None)
    assert (entered.told.id, entered.told.moved, entered.told.back) == (ada.guest, 0, None)


async def test_whoever_has_tables_must_say_what_becomes_of_them(house: House) -> None:
    _, anna, _ = await house.duel()
    ada = await house.guest("Ada")
    link = await house.service.guests.transfer(ada)
    follow = house.service.account.enter_by_link
    assert await refused(follow(Visit(anna, "", None), link.token)) == "choose_first"
    (codes, visit) = await house.service.account.new_codes(ada), Visit(anna, "", None)
    assert await refused(house.service.account.enter_by_code(visit, codes[0])) == "choose_first"
    # Neither the link nor the code was used up by asking.
    assert (await follow(Visit(Actor(), "", None), link.token)).told.id == ada.guest
    stranger = Visit(Actor(), "", None)
    assert (await house.service.account.enter_by_code(stranger, codes[0])).told.id == ada.guest


async def test_seats_games_and_chat_come_along(house: House) -> None:
    table, anna, bob = await house.duel()
    finished, waiting = (await house.duel())[0], ""
    service, ada = house.service, await house.guest("Ada")
    await house.set_up(table, anna, bob)
    await service.chat.say(anna, table, "hello")
    await service.chat.mute(anna, table, 1, True)
    waiting = (await house.table(SeatWish("me"), SeatWish(), host=anna, public=True)).id
    alone = (await house.table(SeatWish("me"), SeatWish("bot", "random"), host=anna, start=True)).id
    await service.seats.agree(anna, alone)
    board = await service.boards.upload(anna, lesson("along"))
    entered = await enter(house, anna, ada, True)

    assert (entered.told.moved, entered.told.stayed, entered.told.back) == (3, (), None)
    assert finished not in {line.id for line in await service.tables.own(ada)}
    assert {line.id for line in await service.tables.own(ada)} == {table, waiting, alone}
    assert await seats(house, ada, table) == [True, False]
    news = await service.watch.messages(ada, table, 1_000_000, 0, 1_000_000)
    assert [(line.text, line.you) for each in news for line in each.lines] == [("hello", True)]  # type: ignore[union-attr]
    (row,) = await house.rows(select(schema.boards).where(schema.boards.c.id == board.id))
    assert row.guest_id == ada.guest
    # Of the guest of before nothing is left, and its cookie is nobody's.
    assert await service.guests.find(anna.known) is None
    assert await service.database.read(lambda c: found(c, (anna.known,))) == set()
    await service.tables.delete(ada, alone)
    await service.tables.close(ada, waiting)
    assert await house.play_out(table, ada, bob, most=4) == 4


async def test_a_table_that_knows_both_stays_as_it_is(house: House) -> None:
    table, ada, bob = await house.duel()
    other, *_ = await house.duel()
    kept = (await house.table(SeatWish("me"), SeatWish(), host=bob)).id
    entered = await enter(house, bob, ada, True)
    assert entered.told.moved == 1
    assert entered.told.stayed == (table,)
    assert await seats(house, ada, table) == [True, False]
    assert await seats(house, ada, kept) == [True, False]
    assert other
    # The guest of before is still there, and a link leads back to it.
    assert entered.told.back is not None
    back = Visit(Actor(ada.guest, device=entered.device), "", False)
    again = await house.service.account.enter_by_link(back, entered.told.back)
    assert again.told.id == bob.guest
    assert await seats(house, bob, table) == [False, True]


async def test_nobody_gets_the_hand_back_that_they_gave_up_under_another_name(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.seats.leave(bob, table)
    await house.service.seats.reopen(ada, table, 1)
    # Bob has held a hand here, and takes along somebody who sits at the same table now.
    cleo = await house.guest("Cleo")
    await house.service.seats.join(cleo, table, 1)
    entered = await enter(house, cleo, bob, True)
    assert entered.told.stayed == (table,)
    assert await seats(house, bob, table) == [False, False]


async def test_a_hand_that_was_seen_is_remembered_under_the_new_name(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.seats.leave(bob, table)
    await house.service.seats.reopen(ada, table, 1)
    cleo = await house.guest("Cleo")
    await enter(house, bob, cleo, True)
    rows = await house.rows(select(schema.hands).where(schema.hands.c.table_id == table))
    assert [(row.guest_id, row.seat) for row in rows] == [(cleo.guest, 1)]
    await house.service.seats.join(cleo, table, 1)  # the same seat, as before
    assert await seats(house, cleo, table) == [False, True]


async def test_finished_games_of_both_come_along(house: House) -> None:
    table, ada, bob = await house.duel()
    for actor in (ada, bob):
        await house.service.seats.agree(actor, table)
    await house.service.chat.mute(ada, table, 0, True)
    await house.service.chat.mute(bob, table, 0, True)
    entered = await enter(house, bob, ada, True)
    assert (entered.told.moved, entered.told.stayed) == (1, ())
    assert await seats(house, ada, table) == [True, True]


async def test_what_is_left_stays_with_the_guest_of_before(house: House) -> None:
    table, anna, _ = await house.duel()
    ada = await house.guest("Ada")
    entered = await enter(house, anna, ada, False)
    assert entered.told.moved == 0
    assert entered.told.back is not None
    assert await seats(house, ada, table) == [False, False]
    assert await seats(house, anna, table) == [True, False]


async def test_passkeys_of_the_guest_of_before_open_the_new_one(house: House) -> None:
    _, anna, _ = await house.duel()
    account, ada = house.service.account, await house.guest("Ada")
    passkey, answer = Passkey.make(await account.begin_passkey(anna, HERE), HERE.origin)
    await account.add_passkey(anna, HERE, answer, "Laptop")
    await enter(house, anna, ada, True)
    signed = passkey.sign(await account.begin_sign_in(HERE), HERE.origin)
    entered = await account.enter_by_passkey(Visit(Actor(), "", None), HERE, signed)
    assert entered.told.id == ada.guest


async def test_a_passkey_is_not_asked_for_in_vain(house: House) -> None:
    _, anna, _ = await house.duel()
    account, ada = house.service.account, await house.guest("Ada")
    passkey, answer = Passkey.make(await account.begin_passkey(ada, HERE), HERE.origin)
    await account.add_passkey(ada, HERE, answer, "Laptop")
    signed = passkey.sign(await account.begin_sign_in(HERE), HERE.origin)
    enter = account.enter_by_passkey
    assert await refused(enter(Visit(anna, "", None), HERE, signed)) == "choose_first"
    assert (await enter(Visit(anna, "", True), HERE, signed)).told.moved == 1


async def test_signing_in_again_as_oneself_changes_nothing(house: House) -> None:
    table, ada, _ = await house.duel()
    entered = await enter(house, ada, ada, None)
    assert entered.ended == [ada.device]
    assert (entered.told.moved, entered.told.back) == (0, None)
    assert await seats(house, ada, table) == [True, False]


async def test_finished_games_and_blocks_come_along(house: House) -> None:
    table, anna, bob = await house.duel()
    for actor in (anna, bob):
        await house.service.seats.agree(actor, table)
    (person,) = await house.service.people.recent(anna)
    await house.service.people.block(anna, person.id)
    ada = await house.guest("Ada")
    await enter(house, anna, ada, True)
    games = await house.rows(
        select(schema.games.c.guest_id).where(schema.games.c.table_id == table)
    )
    assert {row.guest_id for row in games} == {ada.guest, bob.guest}
    (blocked,) = await house.service.people.blocked(ada)
    assert (blocked.name, blocked.blocked) == ("Bob", True)
