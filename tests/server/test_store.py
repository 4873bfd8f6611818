"""The store: what is acknowledged is stored, one error harms nobody else, upgrades keep games."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, func, insert, inspect, select, text, update
from sqlalchemy.util import await_only

from stellwerk.server.errors import Refusal
from stellwerk.server.settings import Settings
from stellwerk.server.store import Database, file, open_database, schema
from stellwerk.server.store.upgrade import shared_secret, upgrade
from stellwerk.server.transactions.table import LAYOUT
from tests.server.house import House, refused
from tests.server.programs import free_port

pytestmark = pytest.mark.anyio


def note(number: int, fails: bool = False) -> Any:
    """Return work that stores a guest, and may fail after it."""

    def work(connection: Connection) -> int:
        row = {"id": f"guest {number}", "name": "x", "language": "de", "created": 0, "seen": 0}
        connection.execute(insert(schema.guests), row)
        if fails:
            raise ValueError(f"work {number} fails")
        return number

    return work


def guests(connection: Connection) -> list[str]:
    return sorted(connection.execute(select(schema.guests.c.id)).scalars())


async def opened(url: str) -> Database:
    database = open_database(url)
    await database.write(upgrade)
    return database


async def test_an_error_in_one_piece_of_work_leaves_the_others(database_url: str) -> None:
    database = await opened(database_url)
    calls = [database.write(note(number, fails=number % 3 == 1)) for number in range(200)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    for number, answer in enumerate(answers):
        if number % 3 == 1:
            assert str(answer) == f"work {number} fails"
        else:
            assert answer == number
    expected = sorted(f"guest {number}" for number in range(200) if number % 3 != 1)
    assert await database.read(guests) == expected
    await database.close()


async def test_work_that_breaks_a_rule_of_the_database_harms_nobody_else(database_url: str) -> None:
    database = await opened(database_url)
    calls = [database.write(note(number % 50)) for number in range(100)]
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(isinstance(answer, int) for answer in answers) == 50
    assert len(await database.read(guests)) == 50
    await database.close()


async def test_many_pieces_of_work_share_a_commit_on_sqlite(sqlite_url: str) -> None:
    database = await opened(sqlite_url)
    begun, may_end = threading.Event(), threading.Event()
    commits = 0

    def slow(connection: Connection) -> None:
        def count(_: Connection) -> None:
            nonlocal commits
            commits += 1

        event.listen(connection, "commit", count)
        begun.set()
        may_end.wait(20)

    first = asyncio.ensure_future(database.write(slow, long=True))
    await asyncio.to_thread(begun.wait, 20)
    rest = [asyncio.ensure_future(database.write(note(number))) for number in range(40)]
    await asyncio.sleep(0)  # let them be handed over
    assert not any(each.done() for each in (first, *rest))
    may_end.set()
    await asyncio.gather(first, *rest)
    assert commits == 2
    await database.close()


async def test_a_piece_of_work_that_nobody_waits_for_any_more_is_still_whole(
    database_url: str,
) -> None:
    database = await opened(database_url)
    tasks = [asyncio.ensure_future(database.write(note(number))) for number in range(30)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    stored = await database.read(guests)
    for number, answer in enumerate(done):
        if answer == number:
            assert f"guest {number}" in stored
    await database.close()


async def test_transactions_that_wait_for_each_other_are_tried_again(postgres_url: str) -> None:
    database = await opened(postgres_url)
    for number in (1, 2):
        await database.write(note(number))
    meet = asyncio.Event()
    tries = held = 0

    def crossing(first: int, second: int) -> Any:
        def work(connection: Connection) -> None:
            nonlocal tries, held
            tries += 1
            change = update(schema.guests).values(seen=schema.guests.c.seen + 1)
            connection.execute(change.where(schema.guests.c.id == f"guest {first}"))
            held += 1
            if held == 2:  # now each waits for what the other has
                meet.set()
            await_only(meet.wait())
            connection.execute(change.where(schema.guests.c.id == f"guest {second}"))

        return work

    async with asyncio.timeout(30):
        await asyncio.gather(database.write(crossing(1, 2)), database.write(crossing(2, 1)))
    assert tries >= 3
    seen = await database.read(lambda c: list(c.execute(select(schema.guests.c.seen)).scalars()))
    assert seen == [2.0, 2.0]
    await database.close()


async def test_what_is_read_is_of_one_moment(database_url: str) -> None:
    database = await opened(database_url)
    count = select(func.count()).select_from(schema.guests)
    loop = asyncio.get_running_loop()

    def twice(connection: Connection) -> tuple[int, int]:
        before = connection.execute(count).scalar_one()
        if connection.dialect.name == "postgresql":
            await_only(database.write(note(1)))
        else:
            asyncio.run_coroutine_threadsafe(database.write(note(1)), loop).result(20)
        return before, connection.execute(count).scalar_one()

    assert await database.read(twice) == (0, 0)
    assert len(await database.read(guests)) == 1
    await database.close()


async def test_migrations_give_exactly_the_schema(database_url: str) -> None:
    database = await opened(database_url)

    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, schema.metadata)

    assert await database.read(differences) == []
    names = await database.read(lambda c: set(inspect(c).get_table_names()))
    assert names == {*schema.metadata.tables, "alembic_version"}
    await database.close()


async def test_an_upgrade_of_what_is_up_to_date_changes_nothing(database_url: str) -> None:
    database = await opened(database_url)
    await database.write(note(1))
    first = await database.write(shared_secret)
    await database.write(upgrade)
    assert await database.write(shared_secret) == first
    assert len(await database.read(guests)) == 1
    await database.close()


async def test_several_servers_may_start_at_one_moment(postgres_url: str) -> None:
    settings = Settings(database=postgres_url, redis="redis://")
    houses = [House(settings) for _ in range(4)]
    await asyncio.gather(*(house.service.start() for house in houses))
    assert len({house.service.secret for house in houses}) == 1
    await asyncio.gather(*(house.service.stop() for house in houses))


async def test_work_goes_on_when_postgresql_has_closed_all_connections(postgres_url: str) -> None:
    database = await opened(postgres_url)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
    ends = f"{others} AND datname = current_database()"
    await asyncio.gather(*(database.write(note(number)) for number in range(5)))
    other = open_database(postgres_url)
    await other.read(lambda connection: connection.execute(text(ends)).all())
    await database.write(note(5))
    await other.read(lambda connection: connection.execute(text(ends)).all())
    assert len(await database.read(guests)) == 6
    await database.close()
    await other.close()


async def test_work_that_loses_its_connection_is_done_once(postgres_url: str) -> None:
    database = await opened(postgres_url)
    tries = 0

    def work(connection: Connection) -> None:
        nonlocal tries
        tries += 1
        note(1)(connection)
        if tries == 1:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    await database.write(work)
    assert (tries, len(await database.read(guests))) == (2, 1)
    await database.close()


async def test_a_database_that_is_away_is_said_to_be_away() -> None:
    database = open_database(f"postgresql://nobody@127.0.0.1:{free_port()}/nothing")
    with pytest.raises(Refusal) as refusal:
        await database.read(guests)
    assert (refusal.value.code, refusal.value.status) == ("database_away", 503)
    await database.close()


async def test_a_file_is_used_by_one_server_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "PATIENCE", 0.0)
    url = f"sqlite:///{tmp_path / 'new folder' / 'tables.db'}"
    database = open_database(url)
    with pytest.raises(Refusal, match="new folder") as refusal:
        open_database(url)
    assert refusal.value.code == "database_in_use"
    await database.close()
    await open_database(url).close()


async def test_a_file_that_a_dead_server_still_writes_to_is_waited_for(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    database = open_database(url)
    waiting = asyncio.create_task(asyncio.to_thread(open_database, url))
    await asyncio.sleep(0)
    assert not waiting.done()
    await database.close()
    await (await waiting).close()


@pytest.mark.parametrize(
    "address",
    ["", "nothing", "mysql://u:secret@host/db", "oracle://host", "sqlite://", "sqlite:///:memory:"],
)
async def test_an_address_of_no_database_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(Refusal) as refusal:
        open_database(address)
    assert refusal.value.code == "bad_database"
    assert "secret" not in str(refusal.value)


async def test_games_survive_a_restart(database_url: str) -> None:
    settings = Settings(database=database_url, bot_delay=0.0)
    async with House(settings) as house:
        table, ada, bob = await house.duel()
        await house.play_out(table, ada, bob, most=9)
        before = await house.service.watch.view(ada, table)
    async with House(settings) as house:
        after = await house.service.watch.view(ada, table)
        assert msgspec.json.encode(after.events) == msgspec.json.encode(before.events)
        assert msgspec.json.encode(after.view) == msgspec.json.encode(before.view)
        await house.play_out(table, ada, bob)
        assert (await house.game(ada, table)).over


async def test_a_game_in_another_form_is_rebuilt_from_its_moves(database_url: str) -> None:
    settings = Settings(database=database_url, bot_delay=0.0)
    async with House(settings) as house:
        table, ada, bob = await house.duel()
        await house.play_out(table, ada, bob, most=12)
        stored = await house.row(table)
        rules = LAYOUT.partition("/")[0]
        await house.put(table, layout=f"{rules}/another form", snapshot=b"unreadable")
    async with House(settings) as house:
        row = await house.row(table)
        assert (row.layout, row.snapshot, row.seq) == (LAYOUT, stored.snapshot, stored.seq)
        await house.play_out(table, ada, bob)
        assert (await house.game(ada, table)).over


@pytest.mark.parametrize(
    "change",
    [
        {"layout": "0/rules of long ago", "snapshot": b"unreadable"},
        {"board_hash": "a board that was corrected"},
        {"board": "atlantis"},
        {"variant": "atlantis"},
        {"key": b"another key that does not deal"[:32].ljust(32), "layout": LAYOUT + "x"},
    ],
    ids=["rules", "hash", "board", "variant", "moves"],
)
async def test_a_game_that_cannot_go_on_is_closed_with_a_reason(
    database_url: str, change: dict[str, Any]
) -> None:
    settings = Settings(database=database_url, bot_delay=0.0)
    async with House(settings) as house:
        table, ada, bob = await house.duel()
        await house.play_out(table, ada, bob, most=12)
        other, *_ = await house.duel()
        await house.put(table, **change)
    async with House(settings) as house:
        row = await house.row(table)
        assert (row.status, row.closed, row.due) == ("closed", "upgraded", None)
        assert (await house.row(other)).status == "playing"
        if "board" not in change and "variant" not in change:
            info = await house.service.tables.info(ada, table)
            assert (info.status, info.closed) == ("closed", "upgraded")
            call = house.service.seats.leave(ada, table)
            assert await refused(call) == "not_playing"
