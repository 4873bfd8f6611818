"""Boards of one's own: uploaded, checked, played, limited."""

from __future__ import annotations

import dataclasses
import importlib.resources
import re

import pytest

from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions import boards as board_module
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


def lesson(title: str = "") -> str:
    """Return the lesson board's file, as if somebody had written it."""
    folder = importlib.resources.files("stellwerk.board") / "data"
    return f"# {title}\n" + (folder / "lesson.toml").read_text(encoding="utf-8")


async def test_an_uploaded_board_is_played(house: House) -> None:
    ada = await house.guest()
    board = await house.service.boards.upload(ada, lesson())
    assert board.id.startswith("own:")
    assert await house.service.boards.upload(ada, lesson()) == board
    loaded = await house.service.boards.find(board.id)
    assert loaded.hash == board.hash
    table = await house.table(
        SeatWish("me"), SeatWish("bot", "random"), host=ada, board=board.id, start=True
    )
    assert table.board == board.id
    await house.play_out(table.id, ada)
    assert (await house.service.tables.info(ada, table.id)).status == "finished"
    await house.service.watch.record(ada, table.id)


async def test_a_table_on_an_uploaded_board_survives_a_restart(database_url: str) -> None:
    settings = Settings(database=database_url, uploads=True, bot_delay=0.0)
    async with House(settings) as house:
        ada = await house.guest()
        board = await house.service.boards.upload(ada, lesson())
        table = (
            await house.table(SeatWish("me"), SeatWish("me"), host=ada, board=board.id, start=True)
        ).id
    async with House(settings) as house:
        await house.play_out(table, ada)
        assert (await house.service.tables.info(ada, table)).status == "finished"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no board at all",
        "id = 3",
        "[[",
        "\x00",
        "a" * 1000,
        lesson()[:3000],
    ],
)
async def test_what_is_no_board_is_refused_with_a_reason(house: House, text: str) -> None:
    assert await refused(house.service.boards.upload(await house.guest(), text)) == "bad_board"


MISSPELT = "\n".join(
    f'  {{ between = ["Wienn {n}", "Grazz {n}"], length = 1, colour = "gray" }},'
    for n in range(1500)
)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 95_000 + "a = 1",
        lesson().replace("routes = [\n", f"routes = [\n{MISSPELT}\n"),
        lesson().replace("[rules]\n", "[rules]\ndisplay = 8\nflush = 1\n"),
    ],
)
async def test_no_small_file_keeps_the_server_busy(house: House, text: str) -> None:
    """Dotted keys without end, names to guess at without end, a display that never settles."""
    ada = await house.guest()
    if "flush = 1" in text:
        text = re.sub(r"locomotives = \d+", "locomotives = 150", text)
    assert len(text) < house.service.settings.upload_bytes
    assert await refused(house.service.boards.upload(ada, text)) == "bad_board"


async def test_tries_are_counted_also_those_that_fail(database_url: str) -> None:
    settings = Settings(database=database_url, uploads=True, upload_tries_per_hour=2)
    async with House(settings) as house:
        upload, guests = house.service.boards.upload, [await house.guest() for _ in range(4)]
        for _ in range(2):
            assert await refused(upload(guests[0], "no board")) == "bad_board"
        assert await refused(upload(guests[0], lesson())) == "rate_limited"
        for guest in guests[1:3]:
            assert await refused(upload(guest, "no board", "192.0.2.7")) == "bad_board"
        assert await refused(upload(guests[3], lesson(), "192.0.2.7")) == "rate_limited"


async def test_boards_of_an_earlier_version_are_checked_before_they_are_read(
    database_url: str,
) -> None:
    settings = Settings(database=database_url, uploads=True, bot_delay=0.0)
    async with House(settings) as house:
        ada = await house.guest()
        good = await house.service.boards.upload(ada, lesson())
        bad = await house.service.boards.upload(ada, lesson("another"))
        tables = [
            await house.table(SeatWish("me"), SeatWish("me"), host=ada, board=board.id, start=True)
            for board in (good, bad)
        ]
        boards = schema.boards
        deep = boards.update().where(boards.c.id == bad.id).values(text="a." * 30_000 + "a = 1")
        await house.service.database.write(lambda c: c.execute(deep))
        await house.service.database.write(lambda c: c.execute(boards.update().values(checked=0)))
    board_module._known.clear()
    async with House(settings) as house:
        assert (await house.service.boards.find(good.id)).hash == good.hash
        assert await refused(house.service.boards.find(bad.id)) == "no_such_board"
        own = await house.service.tables.own(ada)
        assert [line.id for line in own] == [tables[0].id]
        assert await refused(house.service.tables.info(ada, tables[1].id)) == "no_such_board"
        assert (await house.row(tables[1].id)).status == "closed"
        await house.play_out(tables[0].id, ada)


async def test_a_file_may_not_be_too_large(house: House) -> None:
    text = lesson() + "#" * house.service.settings.upload_bytes
    assert await refused(house.service.boards.upload(await house.guest(), text)) == "too_large"


async def test_nobody_uploads_without_end(database_url: str) -> None:
    settings = Settings(database=database_url, uploads=True, uploads_per_guest=1)
    async with House(settings) as house:
        ada, bob = await house.guest(), await house.guest()
        await house.service.boards.upload(ada, lesson())
        changed = lesson().replace("Little Austria", "Tiny Austria")
        assert await refused(house.service.boards.upload(ada, changed)) == "too_many_boards"
        await house.service.boards.upload(bob, changed)


async def test_uploads_can_be_forbidden_and_are_for_guests(house: House) -> None:
    assert await refused(house.service.boards.upload(Actor(), lesson())) == "no_guest"
    house.service.settings = dataclasses.replace(house.service.settings, uploads=False)
    assert (
        await refused(house.service.boards.upload(await house.guest(), lesson())) == "uploads_off"
    )
    assert await refused(house.service.boards.find("own:unknown")) == "no_such_board"
