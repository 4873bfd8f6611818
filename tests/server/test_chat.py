"""Chat: who may write what, how fast, and who reads it."""

from __future__ import annotations

import pytest

from stellwerk.server.protocol import CHAT_LENGTH, ChatMessage, SeatWish, TableMessage
from stellwerk.server.service import Actor
from stellwerk.server.service.hint import CHAT, Hint
from stellwerk.server.transactions.codes import clean_name
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def lines(house: House, actor: Actor, table: str, after: int = 0) -> list[str]:
    messages = await house.service.watch.messages(actor, table, 10_000, after, 10_000)
    return [
        line.text
        for message in messages
        if isinstance(message, ChatMessage)
        for line in message.lines
    ]


async def test_what_is_written_is_read_by_all_in_order(house: House) -> None:
    table, ada, bob = await house.duel()
    eve = await house.guest("Eve")
    for actor, text in ((ada, "good luck"), (bob, "  same\nto you\u202e "), (eve, "hello")):
        await house.service.chat.say(actor, table, text)
    assert any(
        channel == f"table:{table}" and Hint.decode(message).what == CHAT
        for channel, message in house.hints
    )
    for reader in (ada, bob, eve, Actor()):
        assert await lines(house, reader, table) == ["good luck", "same to you", "hello"]
    assert await lines(house, ada, table, after=2) == ["hello"]
    (message,) = await house.service.watch.messages(bob, table, 10_000, 0, 10_000)
    assert isinstance(message, ChatMessage)
    assert [(line.name, line.seat, line.you) for line in message.lines] == [
        ("Ada", 0, False),
        ("Bob", 1, True),
        ("Eve", None, False),
    ]


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (CHAT_LENGTH + 1), "\u200b"])
async def test_what_cannot_be_shown_is_refused(house: House, text: str) -> None:
    table, ada, _ = await house.duel()
    assert await refused(house.service.chat.say(ada, table, text)) == "bad_chat"


async def test_only_guests_write(house: House) -> None:
    table, _, _ = await house.duel()
    assert await refused(house.service.chat.say(Actor(), table, "hello")) == "no_guest"
    assert await refused(house.service.chat.say(Actor("nobody"), table, "hello")) == "no_guest"
    assert await refused(house.service.chat.say(Actor(table=table), table, "hello")) == "no_guest"


async def test_nobody_writes_too_fast(house: House) -> None:
    table, ada, bob = await house.duel()
    for number in range(house.service.settings.chat_per_minute):
        await house.service.chat.say(ada, table, f"line {number}")
    assert await refused(house.service.chat.say(ada, table, "one more")) == "chat_too_fast"
    await house.service.chat.say(bob, table, "calm down")


async def test_who_is_muted_is_not_read_by_that_person_alone(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.service.chat.say(bob, table, "noise")
    muted = await house.service.chat.mute(ada, table, 1, True)
    assert [seat.muted for seat in muted.seats] == [False, True]
    assert await lines(house, ada, table) == []
    assert await lines(house, bob, table) == ["noise"]
    (message, *_) = await house.service.watch.messages(bob, table, 10_000, 10_000, -1)
    assert isinstance(message, TableMessage)
    assert not any(seat.muted for seat in message.table.seats)
    await house.service.chat.mute(ada, table, 1, False)
    assert await lines(house, ada, table) == ["noise"]
    assert await refused(house.service.chat.mute(ada, table, 4, True)) == "no_seat"
    assert await refused(house.service.chat.mute(Actor(), table, 1, True)) == "no_guest"


async def test_writing_does_not_disturb_the_game(house: House) -> None:
    table, ada, bob = await house.duel()
    before = await house.service.watch.view(ada, table)
    await house.service.chat.say(ada, table, "thinking")
    after = await house.service.watch.view(ada, table)
    assert (after.seq, after.view) == (before.seq, before.view)
    await house.play_out(table, ada, bob)


@pytest.mark.parametrize(
    "name", ["Ada", "ADA", " ada\u200b", "A\u0301da", "\u0410d\u0430", "Ａｄａ", "A.d.a"]
)
async def test_a_spectator_cannot_write_as_a_player(house: House, name: str) -> None:
    table, ada, _ = await house.duel()
    spectator = await house.guest(name)
    await house.service.chat.say(spectator, table, "I give up")
    (message,) = await house.service.watch.messages(ada, table, 10_000, 0, 10_000)
    assert isinstance(message, ChatMessage)
    (line,) = message.lines
    assert (line.seat, line.name) == (None, f"{clean_name(name)} (2)")


async def test_a_spectator_cannot_write_as_a_bot_in_any_language(house: House) -> None:
    ada = await house.guest("Ada")
    bot = SeatWish("bot", "signaller")
    table = (await house.table(SeatWish("me"), bot, bot, host=ada, start=True)).id
    for name, number in (("Stellwerker", 3), ("signaller 2", 2)):
        line = await house.service.chat.say(await house.guest(name), table, "hello")
        assert line.name == f"{name} ({number})"
    assert (await house.service.chat.say(await house.guest("Eve"), table, "hello")).name == "Eve"


async def test_players_whose_names_look_alike_are_told_apart(house: House) -> None:
    ada, other = await house.guest("Ada"), await house.guest("ADA\u0301")
    table = await house.table(SeatWish("me"), SeatWish(), host=ada)
    joined = await house.service.seats.join(other, table.id)
    assert [seat.name for seat in joined.seats] == ["Ada", "ADÁ 2"]
