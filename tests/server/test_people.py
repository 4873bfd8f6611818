"""People: whom one has played with, who is invited, and who is blocked without being told."""

from __future__ import annotations

import pytest

from stellwerk.server.protocol import ChatMessage, NewTable, SeatWish, TableInfo
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from tests.server.house import NOW, House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def known(house: House, actor: Actor, name: str) -> str:
    """Return how somebody calls another whom they have played with."""
    people = await house.service.people.recent(actor)
    return next(person.id for person in people if person.name == name)


async def hosted(house: House, host: Actor, person: str | None = None) -> TableInfo:
    """Return a public table of a host, perhaps with a seat kept for somebody."""
    seats = SeatWish("me"), SeatWish(person=person), SeatWish()
    return await house.table(*seats, host=host, board="usa", public=True)


async def invitations(house: House, actor: Actor) -> dict[str, str | None]:
    """Return who keeps a seat for somebody, by table."""
    own = await house.service.tables.own(actor)
    return {line.id: line.invited_by for line in own if line.invited_by is not None}


async def said(house: House, actor: Actor, table: str) -> list[str]:
    """Return what somebody can read in the chat."""
    news = await house.service.watch.messages(actor, table, NOW, 0, NOW)
    return [line.text for each in news if isinstance(each, ChatMessage) for line in each.lines]


async def test_one_finds_those_one_has_played_with_and_nobody_else(house: House) -> None:
    table, ada, bob = await house.duel()
    other, _, cleo = await house.duel()
    waiting = await hosted(house, ada)
    dan = await house.guest("Dan")
    await house.service.seats.join(dan, waiting.id)  # that game has not begun
    assert [each.name for each in await house.service.people.recent(ada)] == ["Bob"]
    (found,) = await house.service.people.recent(bob)
    assert (found.name, found.blocked) == ("Ada", False)
    assert found.id != await known(house, ada, "Bob")
    assert ada.known not in found.id
    for person in (dan.known, cleo.known, await known(house, cleo, "Ada"), "Þ\ud800"):
        invite = house.service.people.invite(ada, waiting.id, 2, person)
        assert await refused(invite) == "no_such_person"
        assert await refused(house.service.people.block(ada, person)) == "no_such_person"
    for stranger in (Actor(),):
        assert await refused(house.service.people.recent(stranger)) == "no_guest"
    assert table != other


async def test_a_seat_is_kept_for_somebody_who_comes(house: House) -> None:
    _, ada, bob = await house.duel()
    eve = await house.guest("Eve")
    table = await hosted(house, ada, await known(house, ada, "Bob"))
    assert (table.seats[1].kept_for, table.seats[1].invited) == ("Bob", False)
    assert ("guest:" + bob.known, b"table") in house.hints
    assert await invitations(house, bob) == {table.id: "Ada"}
    seen = await house.service.tables.info(bob, table.id)
    assert (seen.seats[1].invited, seen.seats[2].invited) == (True, False)
    join = house.service.seats.join
    assert await refused(join(eve, table.id, 1)) == "no_seat_for_you"
    assert (await join(eve, table.id)).seats[2].you
    fay = await house.guest("Fay")
    assert await refused(join(fay, table.id)) == "no_seat_for_you"
    joined = await join(bob, table.id)
    assert (joined.seats[1].you, joined.seats[1].kept_for) == (True, None)
    assert await invitations(house, bob) == {}
    assert (await house.service.tables.start(ada, table.id)).status == "playing"


async def test_an_invitation_is_declined_and_taken_back(house: House) -> None:
    _, ada, bob = await house.duel()
    person = await known(house, ada, "Bob")
    table = (await hosted(house, ada)).id
    invited = await house.service.people.invite(ada, table, 1, person)
    assert invited.seats[1].kept_for == "Bob"
    again = house.service.people.invite(ada, table, 2, person)
    assert await refused(again) == "invited_already"
    assert await refused(house.service.people.invite(bob, table, 2, person)) == "not_host"
    assert await refused(house.service.people.invite(ada, table, 0, person)) == "seat_taken"
    assert await refused(house.service.tables.start(ada, table)) == "seats_open"
    await house.service.people.decline(bob, table)
    assert await refused(house.service.people.decline(bob, table)) == "not_invited"
    assert (await house.service.tables.info(ada, table)).seats[1].kept_for is None
    await house.service.people.invite(ada, table, 1, person)
    await house.service.seats.kick(ada, table, 1)
    assert await invitations(house, bob) == {}
    assert bob.known not in str((await house.row(table)).seats)


async def test_whoever_is_blocked_keeps_away_and_is_not_told(house: House) -> None:
    table, ada, bob = await house.duel()
    info = await house.service.people.block_seat(ada, table, 1, True)
    assert [seat.blocked for seat in info.seats] == [False, True]
    seen = await house.service.tables.info(bob, table)
    assert not any(seat.blocked or seat.muted for seat in seen.seats)
    assert [each.name for each in await house.service.people.blocked(ada)] == ["Bob"]
    assert await house.service.people.recent(ada) == ()
    assert [each.name for each in await house.service.people.recent(bob)] == ["Ada"]

    theirs = await hosted(house, ada)
    shown = [line.id for line in await house.service.tables.public(bob)]
    assert theirs.id not in shown
    assert theirs.id in [line.id for line in await house.service.tables.public(Actor())]
    assert await refused(house.service.seats.join(bob, theirs.id)) == "no_seat_for_you"
    cleo = await house.guest("Cleo")
    elsewhere = await hosted(house, cleo)
    await house.service.seats.join(ada, elsewhere.id)
    assert await refused(house.service.seats.join(bob, elsewhere.id)) == "no_seat_for_you"
    his = await hosted(house, bob)
    assert his.id not in [line.id for line in await house.service.tables.public(ada)]

    inviting = await hosted(house, bob, await known(house, bob, "Ada"))
    assert inviting.seats[1].kept_for == "Ada", "he is shown what he would be shown anyway"
    assert await invitations(house, ada) == {}
    assert await refused(house.service.people.block(ada, "1")) == "no_such_person"
    assert await refused(house.service.people.block_seat(ada, table, 0, True)) == "not_yourself"

    await house.service.chat.say(bob, table, "Hello?")
    await house.service.chat.say(ada, table, "Anybody here?")
    assert await said(house, ada, table) == ["Anybody here?"]
    assert await said(house, bob, table) == ["Hello?", "Anybody here?"]

    (person,) = await house.service.people.blocked(ada)
    assert await house.service.people.unblock(ada, person.id) == ()
    assert await invitations(house, ada) == {inviting.id: "Bob"}
    assert (await house.service.seats.join(bob, theirs.id)).seats[1].you
    assert await said(house, ada, table) == ["Hello?", "Anybody here?"]


async def test_a_game_that_runs_goes_on_and_ones_own_seat_is_free_to_one(house: House) -> None:
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    table = (await house.table(SeatWish("me"), SeatWish(), SeatWish(), host=ada, board="usa")).id
    for actor in (bob, cleo):
        await house.service.seats.join(actor, table)
    await house.service.tables.start(ada, table)
    await house.service.people.block_seat(ada, table, 1, True)
    await house.set_up(table, ada, bob, cleo)
    for actor in (bob, cleo):
        await house.service.seats.leave(actor, table)
    for seat in (1, 2):
        await house.service.seats.reopen(ada, table, seat)
    assert await refused(house.service.seats.join(bob, table, 2)) == "one_hand"
    assert (await house.service.seats.join(bob, table, 1)).seats[1].you


async def test_invitations_are_counted(house: House) -> None:
    ada = await house.guest()
    wish = NewTable(board="lesson", seats=(SeatWish("me"), SeatWish(person="0")))
    codes = [await refused(house.service.tables.create(ada, wish)) for _ in range(61)]
    assert set(codes[:60]) == {"no_such_person"}
    assert codes[60] == "rate_limited"


async def test_who_is_deleted_leaves_no_block_and_no_invitation(database_url: str) -> None:
    async with House(Settings(database=database_url)) as house:
        table, ada, bob = await house.duel()
        inviting = await hosted(house, bob, await known(house, bob, "Ada"))
        await house.service.people.block_seat(ada, table, 1, True)
        assert await invitations(house, ada) == {}
        await house.service.guests.forget(ada)
        row = await house.row(inviting.id)
        assert ada.known not in str(row.seats)
        assert await house.service.people.recent(bob) == ()
