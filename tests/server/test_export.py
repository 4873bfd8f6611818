"""Everything about oneself as a file, and nothing about others that one may not know."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import Table
from sqlalchemy.sql import visitors

from stellwerk.game.record import Record
from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.transactions import export
from tests.server.house import House, refused
from tests.server.test_forgetting import TRACED
from tests.server.test_uploads import lesson

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def exported(house: House, actor: Actor) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return what somebody's file says, and the records in it."""
    whole = b"".join([piece async for piece in await house.service.export.begin(actor)])
    with ZipFile(io.BytesIO(whole)) as file:
        assert file.testzip() is None
        files = {name: file.read(name) for name in file.namelist()}
    return json.loads(files.pop("account.json")), files


async def test_a_file_has_everything_that_is_kept_about_a_guest(house: House) -> None:
    service = house.service
    table, ada, bob = await house.duel()
    for actor in (ada, bob):
        await service.seats.agree(actor, table)
    await service.chat.say(ada, table, "good game")
    await service.chat.say(bob, table, "you were lucky")
    await service.chat.mute(ada, table, 1, True)
    board = await service.boards.upload(ada, lesson("exported"))
    await service.account.new_codes(ada)
    await service.guests.transfer(ada)
    kept, files = await exported(house, ada)
    assert kept["guest"][0]["name"] == "Ada"
    assert [(each["way"], each["browser"]) for each in kept["devices"]] == [("new", "")]
    assert kept["recovery_codes"][0]["left"] == 10
    assert [each["text"] for each in kept["chat"]] == ["good game"]
    assert kept["muted_seats"] == [{"table_id": table, "seat": 1}]
    assert [each["id"] for each in kept["boards"]] == [board.id]
    assert [(each["id"], each["status"]) for each in kept["tables"]] == [(table, "finished")]
    assert len(kept["links"]) == 1
    assert kept["games_left_out"] == []
    Record.from_json(files[f"games/{table}.json"]).replay()


async def test_a_running_game_is_as_its_player_may_know_it(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    _, files = await exported(house, ada)
    assert files == {f"games/{table}.json": await house.service.watch.record(ada, table)}
    assert files != (await exported(house, bob))[1]
    key = (await house.row(table)).key
    assert key.hex().encode() not in files[f"games/{table}.json"]


async def test_a_file_says_nothing_about_anybody_else(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.service.chat.say(bob, table, "my telephone number")
    await house.service.account.new_codes(bob)
    kept, files = await exported(house, ada)
    told = json.dumps(kept) + "".join(record.decode() for record in files.values())
    assert not [trace for trace in (bob.known, bob.device, "telephone") if trace in told]


async def test_no_secret_is_in_a_file(house: House) -> None:
    ada = await house.guest()
    codes = await house.service.account.new_codes(ada)
    link = await house.service.guests.transfer(ada)
    kept, _ = await exported(house, ada)
    told = json.dumps(kept)
    assert not [each for each in (*codes, link.token, "hash", "public_key") if each in told]


async def test_a_table_without_a_game_has_no_record(house: House) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish(), host=ada)
    kept, files = await exported(house, ada)
    assert ([each["id"] for each in kept["tables"]], files) == ([table.id], {})


async def test_a_stranger_has_no_file(house: House) -> None:
    assert await refused(house.service.export.begin(Actor())) == "no_guest"
    assert await refused(house.service.export.begin(Actor("nobody"))) == "no_guest"


def test_every_table_with_something_of_a_guest_is_asked() -> None:
    """A new table with traces of guests needs a line in the export."""
    asked = {
        found.name
        for part in export.PARTS
        for found in visitors.iterate(part.rows("guest"))
        if isinstance(found, Table)
    }
    passing = {"present", "entries", "challenges", "orders"}
    traced = {column.partition(".")[0] for column in TRACED} - passing
    assert traced <= asked
