"""Boards of one's own: uploaded, checked, played, limited."""

from __future__ import annotations

import dataclasses
import importlib.resources

import pytest

from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


def lesson(title: str = "") -> str:
    """Return the lesson board's file, as if somebody had written it."""
    folder = importlib.resources.files("stellwerk.board") / "data"
    return f"# {title}\n" + (folder / "lesson.toml").read_text(encoding="utf-8")


async def test_an_uploaded_board_is_played(house: House) -> None:
    ada = await house.guest()
    board = await house.service.upload_board(ada, lesson())
    assert board.id.startswith("own:")
    assert await house.service.upload_board(ada, lesson()) == board
    loaded = await house.service.board(board.id)
    assert loaded.hash == board.hash
    table = await house.table(
        SeatWish("me"), SeatWish("bot", "random"), host=ada, board=board.id, start=True
    )
    assert table.board == board.id
    await house.play_out(table.id, ada)
    assert (await house.service.info(ada, table.id)).status == "finished"
    await house.service.record(ada, table.id)


async def test_a_table_on_an_uploaded_board_survives_a_restart(database_url: str) -> None:
    settings = Settings(database=database_url, uploads=True, bot_delay=0.0)
    async with House(settings) as house:
        ada = await house.guest()
        board = await house.service.upload_board(ada, lesson())
        table = (
            await house.table(SeatWish("me"), SeatWish("me"), host=ada, board=board.id, start=True)
        ).id
    async with House(settings) as house:
        await house.play_out(table, ada)
        assert (await house.service.info(ada, table)).status == "finished"


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
    assert await refused(house.service.upload_board(await house.guest(), text)) == "bad_board"


async def test_a_file_may_not_be_too_large(house: House) -> None:
    text = lesson() + "#" * house.service.settings.upload_bytes
    assert await refused(house.service.upload_board(await house.guest(), text)) == "too_large"


async def test_nobody_uploads_without_end(database_url: str) -> None:
    settings = Settings(database=database_url, uploads=True, uploads_per_guest=1)
    async with House(settings) as house:
        ada, bob = await house.guest(), await house.guest()
        await house.service.upload_board(ada, lesson())
        changed = lesson().replace("Little Austria", "Tiny Austria")
        assert await refused(house.service.upload_board(ada, changed)) == "too_many_boards"
        await house.service.upload_board(bob, changed)


async def test_uploads_can_be_forbidden_and_are_for_guests(house: House) -> None:
    assert await refused(house.service.upload_board(Actor(), lesson())) == "no_guest"
    house.service.settings = dataclasses.replace(house.service.settings, uploads=False)
    assert await refused(house.service.upload_board(await house.guest(), lesson())) == "uploads_off"
    assert await refused(house.service.board("own:unknown")) == "no_such_board"
