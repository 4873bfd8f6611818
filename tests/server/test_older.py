"""What people have is kept: a database of an older version is opened and everything goes on."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from stellwerk.game.record import Record
from stellwerk.server.cookies import NAME, GuestCookies, Visitor
from stellwerk.server.service import Actor
from stellwerk.server.store import schema
from stellwerk.server.transactions.game_lists import Wanted
from stellwerk.server.transactions.signing_in import Visit
from stellwerk.server.transactions.working_out import waiting
from tests.server.house import PATIENCE, House, refused
from tests.server.older.opening import FOLDER, Json, known_of, restore, settings_for
from tests.server.test_forgetting import found

pytestmark = pytest.mark.anyio

VERSIONS = sorted(path.stem for path in FOLDER.glob("*.json"))


class Older(House):
    """A house that an older version has furnished."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(settings_for(url, name))
        self.known: Json = known_of(name)

    def code(self, table: str) -> str:
        """Return the code of a table by what it is."""
        found: str = self.known["tables"][table]
        return found

    def visitor(self, name: str) -> Visitor:
        """Return what the cookie says that the older version has signed for somebody."""
        cookies = GuestCookies(self.service.secret, 1.0)
        signed = f"{NAME}={self.known['cookies'][name]}".encode()
        visitor = cookies.read([(b"cookie", signed)])
        assert visitor is not None, "the cookie still holds"
        assert visitor.guest == self.known["guests"][name]
        return visitor

    def person(self, name: str) -> Actor:
        """Return somebody as their cookie tells."""
        visitor = self.visitor(name)
        return Actor(visitor.guest, visitor.language)

    async def program(self, table: str) -> Actor:
        """Return the program that an older token belongs to."""
        found = await self.service.guests.program(self.known["tokens"][table])
        assert found is not None, "the token still holds"
        return found


@pytest.fixture(scope="module", params=VERSIONS)
async def older(
    request: pytest.FixtureRequest, kept_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Older]:
    """A service at work on a database of an older version, for all tests of this file."""
    await restore(kept_url, request.param, tmp_path_factory.mktemp("older"))
    async with Older(kept_url, request.param) as house:
        yield house


async def finished(house: House, actor: Actor, table: str) -> Record:
    """Return the record of a game that is over, after it was replayed."""
    assert (await house.service.tables.info(actor, table)).status == "finished"
    record = Record.from_json(await house.service.watch.record(actor, table))
    record.replay()
    return record


async def test_guests_and_their_tables_are_known(older: Older) -> None:
    ada, bob = older.person("Ada"), older.person("Bob")
    assert (await older.service.guests.find(ada.known)) is not None
    own = {line.id for line in await older.service.tables.own(bob)}
    theirs = ("waiting", "running", "replaced", "finished", "rematch", "agreed")
    assert own >= {older.code(name) for name in theirs}
    assert older.code("waiting") in {line.id for line in await older.service.tables.public(ada)}
    for name, steps in older.known["steps"].items():
        row = await older.row(older.code(name))
        assert row.seq >= steps, name
        assert (row.status, row.closed) != ("closed", "upgraded"), name


async def test_games_are_played_on(older: Older) -> None:
    ada, bob = older.person("Ada"), older.person("Bob")
    for name, actors in {
        "running": (ada, bob),
        "one_device": (ada,),
        "by_a_word": (ada,),
        "branch": (ada,),
        "own_board": (ada,),
    }.items():
        code = older.code(name)
        await older.play_out(code, *actors)
        assert (await older.service.tables.info(ada, code)).status == "finished"
        if name not in ("branch", "own_board"):
            assert len((await finished(older, bob, code)).entries) > older.known["steps"][name]


async def test_a_replaced_person_comes_back(older: Older) -> None:
    ada, bob = older.person("Ada"), older.person("Bob")
    replaced = older.code("replaced")
    assert (await older.service.tables.info(bob, replaced)).seats[1].stand_in
    await older.service.seats.take_back(bob, replaced, 1)
    await older.play_out(replaced, ada, bob)
    await finished(older, bob, replaced)


async def test_another_person_takes_a_free_seat(older: Older) -> None:
    ada, cleo = older.person("Ada"), older.person("Cleo")
    reopened = older.code("reopened")
    await older.service.seats.join(cleo, reopened, 1)
    await older.play_out(reopened, ada, cleo)
    await finished(older, cleo, reopened)


async def test_programs_play_with_the_tokens_they_have(older: Older) -> None:
    ada = older.person("Ada")
    table = older.code("program")
    machine = await older.program("program")
    assert [seat.you for seat in (await older.service.tables.info(machine, table)).seats] == [
        False,
        True,
        False,
    ]
    await older.play_out(table, ada, machine)
    await finished(older, ada, table)
    waiting = older.code("waiting")
    other = await older.program("waiting")
    await older.service.tables.start(ada, waiting)
    assert (await older.service.watch.view(other, waiting)).seat == 2
    await older.play_out(waiting, ada, older.person("Bob"), other)
    await finished(older, ada, waiting)


async def test_a_token_whose_seat_was_given_away_ends(sqlite_url: str, tmp_path: Path) -> None:
    name = VERSIONS[0]
    await restore(sqlite_url, name, tmp_path)
    table = known_of(name)["tables"]["program"]
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as connection:
        (stored,) = connection.execute("SELECT seats FROM tables WHERE id = ?", (table,)).fetchone()
        given = stored.replace(b'"holder":"program"', b'"holder":"person"')
        assert given != stored
        connection.execute("UPDATE tables SET seats = ? WHERE id = ?", (given, table))
    async with Older(sqlite_url, name) as older:
        assert await older.service.guests.program(older.known["tokens"]["program"]) is None


async def test_what_is_finished_is_there_to_be_seen(older: Older) -> None:
    ada, bob = older.person("Ada"), older.person("Bob")
    record = await finished(older, bob, older.code("finished"))
    assert len(record.entries) == older.known["steps"]["finished"]
    assert (await older.service.tables.rematch(ada, older.code("finished"))).id == older.code(
        "rematch"
    )
    await older.service.seats.join(ada, older.code("rematch"))
    assert (await older.service.tables.start(bob, older.code("rematch"))).status == "playing"
    await finished(older, ada, older.code("agreed"))
    assert (await older.service.tables.info(ada, older.code("closed"))).status == "closed"
    review = await older.service.reviews.look(older.known["review"])
    assert review.complete
    stored = (await older.rows(select(schema.reviews.c.content)))[0].content.decode()
    assert not [name for name in older.known["guests"] if name in stored]
    assert review.review is not None
    board = await older.service.boards.find(older.known["board"])
    assert board.id == "lesson"


async def test_finished_games_stand_in_the_history_of_those_who_played(older: Older) -> None:
    service, codes = older.service, {older.code("finished"), older.code("agreed")}
    async with asyncio.timeout(PATIENCE):  # what an older version has not noted is worked out
        while await service.database.read(lambda c: waiting(c, math.inf)):
            await asyncio.sleep(0.02)
    for name, seat in (("Ada", 0), ("Bob", 1)):
        person = older.person(name)
        lines = {line.table: line for line in (await service.games.page(person, Wanted())).lines}
        assert codes <= set(lines)
        played = lines[older.code("finished")]
        outcome = (await older.game(person, played.table)).outcome().seats[seat]
        assert (played.points, played.rank, played.counted) == (outcome.total, outcome.rank, True)
        assert lines[older.code("agreed")].counted is False
        told = await service.games.statistics(person, "lesson", None)
        assert told.parts is not None
        record = await service.watch.record(person, played.table)
        review = await service.reviews.known(record)  # earlier names of reviews are not found
        assert (played.accuracy is None) == (review is None)
        assert told.reviewed == (review is not None)


@pytest.mark.parametrize("version", VERSIONS)
async def test_whoever_is_deleted_leaves_nothing_in_an_older_database(
    version: str, database_url: str, tmp_path: Path
) -> None:
    await restore(database_url, version, tmp_path)
    async with Older(database_url, version) as older:
        database = older.service.database
        for name in older.known["guests"]:
            guest = older.person(name)
            look = partial(found, traces=(guest.guest or "", name))
            assert len(await database.read(look)) > 2
            await older.service.guests.forget(guest)
            assert await database.read(look) == set()


async def test_what_was_said_is_there_to_be_read(older: Older) -> None:
    running = older.code("running")

    async def read(actor: Actor) -> list[Any]:
        news = await older.service.watch.messages(actor, running, 1_000_000, 0, 1_000_000)
        return [(line.name, line.text, line.you) for each in news for line in each.lines]  # type: ignore[union-attr]

    said = ("Ada", "Guten Tag!"), ("Cleo", "Only watching.")
    assert await read(older.person("Ada")) == [(*said[0], True), (*said[1], False)]
    assert await read(older.person("Bob")) == [(*said[1], False)], "Bob has muted Ada"


async def test_a_cookie_gets_a_device_and_ends_with_it(older: Older) -> None:
    cookie, devices = older.visitor("Cleo"), older.service.devices
    device = await devices.recognise(cookie, "Firefox · Linux")
    assert device
    assert await devices.recognise(cookie, "Firefox · Linux") == device
    cleo = Actor(cookie.guest, cookie.language, device=device)
    account = await older.service.account.info(cleo, None)
    assert [(each.id, each.way) for each in account.devices] == [(device, "earlier")]
    other = Visitor(cookie.guest, cookie.language, "", cookie.signed + 1)
    second = await devices.recognise(other, "")
    await devices.take_away(cleo, second or "")
    assert await devices.recognise(other, "") is None
    assert await devices.recognise(cookie, "") == device


async def test_strangers_find_no_more_than_before(older: Older) -> None:
    stranger = Visit(Actor(), "", None)
    assert await older.service.guests.program("guessed") is None
    assert await refused(older.service.account.enter_by_link(stranger, "guessed")) == "bad_token"
    assert await refused(older.service.tables.start(older.person("Bob"), older.code("waiting")))
