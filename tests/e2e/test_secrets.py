"""Nobody is told what they may not know: twins, as an opponent and a spectator see them."""

import re
import sqlite3
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser

from stellwerk.game import Game
from stellwerk.game.events import Fact
from tests.e2e.houses import House, house
from tests.e2e.people import Person, person
from tests.e2e.robot import Robot, play
from tests.e2e.short_boards import short_board
from tests.e2e.visits import code_of, follow, invite, start

pytestmark = pytest.mark.slow

HIDDEN = "nobody may ever read this"
BOARD = "europe"
TRIES = 5
_TIMES = re.compile(r'"(?:at|time|now|free_in)":(?:[0-9.e+]+|null)')
_PRESENCE = re.compile(r'"online":(?:true|false)')


def test_frames_and_page_stay_the_same_when_the_hidden_is_redealt(
    chrome: Browser, page_built: None, tmp_path: Path
) -> None:
    with (
        house(tmp_path) as server,
        person(chrome, server.url, may_complain=True) as anna,
        person(chrome, server.url, may_complain=True) as ben,
        person(chrome, server.url, may_complain=True) as zoe,
    ):
        link = invite(anna, "Anna", BOARD, 2)
        follow(ben, link, "Ben")
        start(anna)
        robots = [Robot(anna, BOARD, Random(11)), Robot(ben, BOARD, Random(12))]
        play(*robots, until=lambda: all(robot.done["card"] >= 1 for robot in robots))
        table = code_of(anna.page)
        for each in (anna, ben):
            each.page.goto("about:blank")
        own = told(anna, link)
        for viewer in (ben, zoe):
            first = told(viewer, link)
            seat = viewer.messages("update")[-1]["seat"]
            server.stop()
            before = redeal(server, table, seat)
            server.start()
            second = told(viewer, link)
            assert told(anna, link) != own, "who holds other cards sees them"
            server.stop()
            restore(server, table, before)
            server.start()
            assert first[0] == second[0]
            assert first[1] == second[1]
            assert HIDDEN not in second[0] + second[1]


def told(viewer: Person, link: str) -> tuple[str, str]:
    """Return every message about the game and the whole page that a viewer gets.

    On a busy machine a page may lose patience and connect again, and hears everything twice: that
    is another conversation than the one it is compared with, so it is held once more.
    """
    for _ in range(TRIES):
        viewer.sockets.clear()
        viewer.frames.clear()
        viewer.page.goto(link)
        viewer.page.locator(".table .board [data-route]").first.wait_for(state="attached")
        viewer.page.wait_for_load_state("networkidle")
        frames = "\n".join(viewer.frames)
        page = viewer.page.evaluate("document.body.outerHTML")
        viewer.page.goto("about:blank")
        if sum("/ws/tables/" in socket for socket in viewer.sockets) == 1:
            return _PRESENCE.sub("", _TIMES.sub("", frames)), page
    raise AssertionError(f"the page connected more than once, {TRIES} times of {TRIES}")


Stored = tuple[bytes, list[tuple[int, bytes]]]


def redeal(server: House, table: str, seat: int | None) -> Stored:
    """Redeal what a viewer cannot know, and write over what others were told in secret."""
    with sqlite3.connect(server.database) as database:
        board, variant, snapshot, key, seq, seats = database.execute(
            "SELECT board, variant, snapshot, key, seq, seats FROM tables WHERE id = ?", (table,)
        ).fetchone()
        past: list[tuple[int, bytes]] = database.execute(
            "SELECT seq, facts FROM entries WHERE table_id = ?", (table,)
        ).fetchall()
        names = ("",) * len(msgspec.json.decode(seats))
        game = Game.restore(short_board(board, variant), snapshot, names, key, seq)
        redealt = game.redealt(seat, 13).states.tobytes()
        assert redealt != snapshot
        _write(database, table, redealt, [(n, hidden(facts, seat)) for n, facts in past])
    database.close()
    return snapshot, past


def restore(server: House, table: str, before: Stored) -> None:
    """Put back what was dealt."""
    with sqlite3.connect(server.database) as database:
        _write(database, table, *before)
    database.close()


def _write(
    database: sqlite3.Connection, table: str, snapshot: bytes, past: list[tuple[int, bytes]]
) -> None:
    database.execute("UPDATE tables SET snapshot = ? WHERE id = ?", (snapshot, table))
    database.executemany(
        "UPDATE entries SET facts = ? WHERE table_id = ? AND seq = ?",
        [(facts, table, seq) for seq, facts in past],
    )


def hidden(stored: bytes, seat: int | None) -> bytes:
    """Write over the secret part of what happened to others."""
    facts = msgspec.json.decode(stored, type=tuple[Fact, ...])
    return msgspec.json.encode(
        [
            msgspec.structs.replace(fact, params={**fact.params, fact.secret: HIDDEN})
            if fact.secret is not None and fact.params["seat"] != seat
            else fact
            for fact in facts
        ]
    )
