"""What whoever runs the server orders on the command line, and what becomes of it."""

from __future__ import annotations

import asyncio
import time

import pytest

from stellwerk.cli import main
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions import orders
from stellwerk.server.transactions.orders import Kind
from stellwerk.server.transactions.signing_in import Visit
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def order(house: House, kind: Kind, subject: str, reason: str = "") -> str | None:
    """Give an order as the command line does, and have the server look; return why not."""
    database = house.service.database
    given = await database.write(lambda c: orders.give(c, kind, subject, reason, time.time()))
    await house.service.bars.look()
    try:
        assert await database.read(lambda c: orders.is_done(c, given))
    except Refusal as refusal:
        return refusal.code
    return None


def kept_out(house: House, guest: Actor) -> str | None:
    """Return with which sentence somebody is kept out, if at all."""
    try:
        house.service.bars.must_be_welcome(guest.known)
    except Refusal as refusal:
        return refusal.say("en")
    return None


async def test_a_table_is_closed_with_its_reason_and_shows_nothing_hidden(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.watch.look(table)  # so that the game is in memory
    assert await order(house, "close", table, "Somebody has complained.") is None
    for actor in (ada, bob, Actor()):
        info = await house.service.tables.info(actor, table)
        assert (info.status, info.closed) == ("closed", "by_operator")
        assert info.reason == "Somebody has complained."
        assert await refused(house.service.watch.view(actor, table)) == "not_playing"
        assert await refused(house.service.watch.record(actor, table)) == "not_playing"
    assert (await house.row(table)).due is None


async def test_what_cannot_be_done_is_refused_and_changes_nothing(house: House) -> None:
    table, ada, bob = await house.duel()
    for actor in (ada, bob):
        await house.service.seats.agree(actor, table)
    assert await order(house, "close", table) == "over_already"
    assert await order(house, "close", "KRAN-NONE") == "no_table"
    assert await order(house, "bar", "nobody") == "no_such_guest"
    assert (await house.service.tables.info(ada, table)).status == "finished"


async def test_a_barred_guest_is_kept_out_and_a_bot_plays_on(house: House) -> None:
    table, ada, bob = await house.duel()
    own = await house.table(SeatWish("me"), SeatWish(), host=bob)
    link = await house.service.guests.transfer(bob)
    assert kept_out(house, bob) is None
    await order(house, "bar", bob.known, "Insults in the chat")
    assert (kept_out(house, bob) or "").endswith("Insults in the chat")
    assert ("deletion:" + bob.known, b"barred") in house.hints
    info = await house.service.tables.info(ada, table)
    assert (info.seats[1].stand_in, info.status) == (True, "playing")
    assert (await house.service.tables.info(ada, own.id)).status == "closed"
    follow = house.service.account.enter_by_link(Visit(Actor(), "", None), link.token)
    assert await refused(follow) == "bad_token"
    await order(house, "lift", bob.known)
    assert kept_out(house, bob) is None
    assert not (await house.service.seats.take_back(bob, table, 1)).seats[1].stand_in


async def test_a_game_gets_another_host_when_its_own_is_barred(house: House) -> None:
    table, ada, bob = await house.duel()
    await order(house, "bar", ada.known)
    assert (await house.service.tables.info(bob, table)).host
    assert kept_out(house, ada) == "You have been barred from this server by whoever runs it."


async def test_a_bar_outlives_the_server(database_url: str) -> None:
    settings = Settings(database=database_url)
    async with House(settings) as house:
        ada = await house.guest()
        await order(house, "bar", ada.known)
    async with House(settings) as house:
        assert kept_out(house, ada) is not None


async def test_the_command_line_works_beside_a_server_on_both_databases(
    database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with House(Settings(database=database_url, poll=0.05)) as house:
        table, ada, bob = await house.duel()

        async def command(*words: str) -> str:
            code = await asyncio.to_thread(main, ["host", *words, "--db", database_url])
            told = capsys.readouterr()
            assert (code, told.err) == (0, "")
            return told.out

        assert table in await command("tables")
        assert bob.known[:8] in await command("guests")
        assert "Bob" in await command("bar", bob.known[:6], "--reason", "Noise")
        assert "Noise" in await command("barred")
        assert kept_out(house, bob) is not None
        await command("lift", bob.known)
        await command("close", table)
        assert (await house.service.tables.info(ada, table)).status == "closed"


async def test_whoever_is_barred_comes_back_by_no_way(house: House) -> None:
    ada, service = await house.guest("Ada"), house.service
    codes = await service.account.new_codes(ada)
    assert await order(house, "bar", ada.known, "Spam.") is None
    stranger = Visit(Actor(), "", None)
    assert await refused(service.account.enter_by_code(stranger, codes[0])) == "barred_because"
    assert await order(house, "lift", ada.known) is None
    entered = await service.account.enter_by_code(stranger, codes[0])
    assert entered.told.id == ada.guest


async def test_each_order_is_carried_out_once_and_every_worker_knows(
    postgres_url: str, redis_url: str
) -> None:
    settings = Settings(database=postgres_url, redis=redis_url, poll=3600.0)
    async with House(settings) as one, House(settings) as other:
        table, ada, bob = await one.duel()
        write = one.service.database.write
        await write(lambda c: orders.give(c, "bar", bob.known, "", time.time()))
        await write(lambda c: orders.give(c, "close", table, "", time.time() + 1))
        await asyncio.gather(one.service.bars.look(), other.service.bars.look())
        for house in (one, other):
            await house.service.bars.look()
            assert kept_out(house, bob) is not None
            assert (await house.service.tables.info(ada, table)).status == "closed"
        rows = await one.rows(schema.orders.select())
        assert [(row.done is not None, row.refused) for row in rows] == [(True, None)] * 2
        left = await one.rows(schema.chat.select().where(schema.chat.c.code == "left"))
        assert len(left) == 1
