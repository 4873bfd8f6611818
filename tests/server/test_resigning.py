"""Giving up at a table: everybody is told, of two the game is over, of more a bot goes on."""

from __future__ import annotations

import pytest

from stellwerk.game import Record, Resign
from stellwerk.server.protocol import ChatMessage, SeatWish, TableMessage, Update
from stellwerk.server.service import Actor
from stellwerk.server.transactions.seats import STAND_IN
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def told(house: House, actor: Actor, table: str) -> tuple[set[str], set[str | None]]:
    """Return the codes of what has happened in the game, and to seats, as somebody is told it."""
    events: set[str] = set()
    notices: set[str | None] = set()
    for message in await house.service.watch.messages(actor, table, -1, 0, -1):
        if isinstance(message, Update):
            events |= {event.code for event in message.events}
        if isinstance(message, ChatMessage):
            notices |= {line.code for line in message.lines}
    return events, notices


async def test_of_two_the_game_is_over_and_lost(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    info = await house.service.seats.resign(ada, table, 0)
    assert (info.status, info.closed, info.seats[0].resigned) == ("finished", "resigned", True)
    for actor in (ada, bob, Actor()):
        outcome = (await house.service.watch.view(actor, table)).view.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.resigned, outcome.final) == ((1,), 0, True)
        assert await told(house, actor, table) >= ({"resigned", "ended"}, {"resigned_end"})
    game = await house.game(bob, table)
    assert game.steps[-1].move == Resign(0)
    assert game.outcome().winners == (1,)
    assert await refused(house.service.seats.take_back(ada, table, 0)) == "not_playing"


@pytest.mark.parametrize("other", ["bot", "program", "me"])
async def test_two_seats_are_two_whoever_sits_there(house: House, other: str) -> None:
    ada = await house.guest()
    wish = SeatWish(other, "greedy" if other == "bot" else None)  # type: ignore[arg-type]
    table = await house.table(SeatWish("me"), wish, host=ada, start=True)
    assert (await house.service.seats.resign(ada, table.id, 0)).status == "finished"
    outcome = (await house.service.watch.view(ada, table.id, 0)).view.outcome
    assert outcome is not None
    assert outcome.winners == (1,)


async def test_it_is_stored_who_lost(house: House) -> None:
    """A server that has forgotten the table, and a winner who is deleted, do not change it."""
    table, ada, bob = await house.duel()
    await house.service.seats.resign(ada, table, 0)
    house.service.cache.forget(table)
    await house.service.guests.forget(bob)
    outcome = (await house.service.watch.view(ada, table, 0)).view.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.resigned) == ((1,), 0)


async def test_of_more_a_bot_goes_on_and_everybody_sees_it(house: House) -> None:
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    seats = SeatWish("me"), SeatWish(), SeatWish()
    table = (await house.table(*seats, host=ada)).id
    for guest in (bob, cleo):
        await house.service.seats.join(guest, table)
    await house.service.tables.start(ada, table)
    await house.set_up(table, ada, bob, cleo)
    info = await house.service.seats.resign(bob, table, 1)
    assert (info.status, info.closed) == ("playing", None)
    for actor in (ada, bob, cleo, Actor()):
        (first, *_) = await house.service.watch.messages(actor, table, -1, 0, -1)
        assert isinstance(first, TableMessage)
        seat = first.table.seats[1]
        assert (seat.resigned, seat.stand_in, seat.bot) == (True, True, STAND_IN)
        assert await told(house, actor, table) >= ({"resigned"}, {"resigned"})
    assert await refused(house.service.seats.take_back(bob, table, 1)) == "resigned"
    again = await house.service.seats.resign(bob, table, 1)
    assert again.seq == (await house.service.tables.info(ada, table)).seq, "twice is once"
    record = Record.from_json(await house.service.watch.record(ada, table))
    assert [entry.move for entry in record.entries if isinstance(entry.move, Resign)] == [Resign(1)]
    await house.play_out(table, ada, cleo)
    game = await house.game(ada, table)
    assert game.outcome().resigned is None
    assert {step.by for step in game.steps if step.seat == 1} == {"person", "bot"}


async def test_giving_up_does_not_end_a_game_by_agreement_of_others(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.service.seats.agree(bob, table, 1)
    info = await house.service.seats.resign(ada, table, 0)
    assert info.closed == "resigned"


async def test_a_game_that_was_given_up_is_shown_again(house: House) -> None:
    import gzip
    import json

    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.seats.resign(bob, table, 1)
    record = await house.service.watch.record(ada, table)
    replay = json.loads(gzip.decompress(await house.service.replays.show(ada, record, 0)))
    assert replay["outcome"]["resigned"] == 1
    assert replay["steps"][-1]["view"]["outcome"] == replay["outcome"]
    assert [event["code"] for event in replay["steps"][-1]["events"]] == ["resigned", "ended"]
    await house.service.replays.check(record, None, "")
