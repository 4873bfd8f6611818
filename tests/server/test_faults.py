"""Disks that are full, files that are damaged, databases that are not for us: told, not lost."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine, event, func, insert, select, text

from stellwerk.server.errors import Refusal
from stellwerk.server.preflight import check_environment
from stellwerk.server.service import storing
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database, schema
from stellwerk.server.store.upgrade import upgrade
from tests.server import programs
from tests.server.house import House, refused
from tests.server.players import Guest, open_table, record_of
from tests.server.serving import GENEROUS, PATIENCE, Server, serving

pytestmark = pytest.mark.anyio


def limit_pages(house: House, pages: int | None) -> None:
    """Let the file grow no further than it is, or as it likes."""
    connection = house.service.database._connection  # type: ignore[attr-defined]
    raw = connection.connection.dbapi_connection
    most = raw.execute("PRAGMA page_count").fetchone()[0] if pages is None else pages
    raw.execute(f"PRAGMA max_page_count = {most}")


async def test_a_full_disk_loses_nothing_and_all_goes_on_when_there_is_room(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "EVERY", 0.0)
    async with House(Settings(database=sqlite_url, bot_delay=0.0)) as house:
        table, ada, bob = await house.duel(board="world")
        limit_pages(house, None)
        dice, made = Random(1), 0
        refusal: Refusal | None = None
        while refusal is None:
            try:
                made += await house.play_out(table, ada, bob, dice=dice, most=1)
            except Refusal as found:
                refusal = found
        assert (refusal.code, refusal.status) == ("disk_full", 503)
        assert refusal.retry_after is not None
        assert (await house.service.watch.view(ada, table)).seq == made
        monkeypatch.setattr(storing, "EVERY", 3600.0)
        assert await refused(house.service.health()) == "disk_full"
        monkeypatch.setattr(storing, "EVERY", 0.0)
        limit_pages(house, 1 << 30)
        await house.service.health()
        await house.play_out(table, ada, bob, dice=dice, most=10)
        assert (await house.row(table)).seq == made + 10


async def test_what_a_database_undoes_is_acknowledged_to_nobody(sqlite_url: str) -> None:
    """SQLite may undo a whole transaction when a disk is full, with the work of others in it."""
    database = open_database(sqlite_url)
    await database.write(upgrade)

    def note(number: int, undone: bool = False) -> Any:
        def work(connection: Connection) -> int:
            row = {"id": f"{number}", "name": "x", "language": "de", "created": 0, "seen": 0}
            connection.execute(insert(schema.guests), row)
            if undone:
                raw = connection.connection.dbapi_connection
                assert raw is not None
                raw.execute("ROLLBACK")
                raise sqlite3.OperationalError("as if by the disk")
            return number

        return work

    writes = [database.write(note(number, undone=number == 3)) for number in range(6)]
    answers = await asyncio.gather(*writes, return_exceptions=True)
    stored = await database.read(lambda c: set(c.execute(select(schema.guests.c.id)).scalars()))
    assert stored == {str(answer) for answer in answers if isinstance(answer, int)}
    assert await database.write(note(7)) == 7
    await database.close()


async def test_health_tells_of_a_disk_that_is_nearly_full(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(Settings(database=sqlite_url)) as house:
        await house.service.health()
        monkeypatch.setattr("stellwerk.server.store.sqlite._LEAST_ROOM", 1 << 62)
        await house.service.health()  # an answer holds for a while
        monkeypatch.setattr(storing, "EVERY", 0.0)
        with pytest.raises(Refusal) as refusal:
            await house.service.health()
        assert (refusal.value.code, refusal.value.status) == ("disk_full", 503)


async def test_health_tells_of_a_database_that_takes_nothing(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "EVERY", 0.0)
    async with House(Settings(database=postgres_url)) as house:
        table, ada, bob = await house.duel()
        await _set_read_only(postgres_url, "on")
        try:
            with pytest.raises(Refusal) as refusal:
                await house.service.health()
            assert (refusal.value.code, refusal.value.status) == ("read_only", 503)
            with pytest.raises(Refusal) as refusal:
                await house.play_out(table, ada, bob, most=1)
            assert refusal.value.code == "read_only"
        finally:
            await _set_read_only(postgres_url, "off")
        await house.service.health()
        await house.play_out(table, ada, bob, most=2)


async def _set_read_only(url: str, state: str) -> None:
    """Let a PostgreSQL database take nothing more, in old connections, too."""
    other = open_database(url)

    def work(connection: Connection) -> None:
        connection.execute(text("SET TRANSACTION READ WRITE"))
        name = connection.execute(text("SELECT current_database()")).scalar_one()
        connection.execute(
            text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {state}')
        )

    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
    await other.write(work)
    await other.read(lambda c: c.execute(text(f"{ends} AND datname = current_database()")).all())
    await other.close()


# --- real servers -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_moves_that_cannot_be_written_are_refused_and_none_is_lost(
    tmp_path: Path, workers: int
) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = dataclasses.replace(GENEROUS, database=url, workers=workers)
    with serving(settings, tmp_path) as server:
        guests = [Guest(server.address, name) for name in ("Ada", "Bob")]
        table = open_table(guests)
        told = _play(guests, table, 10)
        files = _family(server.process_id)
        for process in files:
            limit = (tmp_path / "tables.db-wal").stat().st_size
            resource.prlimit(process, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        with pytest.raises(RuntimeError, match=r"503.*disk_f"):
            _play(guests, table, 200, told)
        assert _health(server) in ((503, "disk_failed", "later"), (503, "disk_full", "later"))
        for process in files:
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(process, resource.RLIMIT_FSIZE, unlimited)
        _play(guests, table, 5, told)
        guests[0].ask("POST", f"/api/tables/{table}/agree", {})
        guests[1].ask("POST", f"/api/tables/{table}/agree", {})
        entries = record_of(guests[0], table)["entries"]
        assert {entry["seq"]: entry["move"] for entry in entries} == told
        assert "Traceback" not in server.log


def _play(guests: list[Guest], table: str, moves: int, told: Any = None) -> dict[int, Any]:
    """Make moves; return those that were acknowledged, by their step."""
    found: dict[int, Any] = {} if told is None else told
    for _ in range(moves):
        for seat, guest in enumerate(guests):
            view = guest.ask("GET", f"/api/tables/{table}/view")
            if seat in view["view"]["pending"]:
                move = view["view"]["moves"][-1]
                message = {"move_id": f"{view['seq']}/{seat}", "seq": view["seq"], "move": move}
                answer = guest.ask("POST", f"/api/tables/{table}/moves", message)
                found[answer["seq"]] = move
                break
    return found


def _family(process: int) -> list[int]:
    """Return a process and all that it has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in children for each in _family(int(child)))]


def _health(server: Server) -> tuple[int, str, str]:
    try:
        with urllib.request.urlopen(f"http://{server.address}/healthz", timeout=30) as answer:
            return answer.status, "", ""
    except urllib.error.HTTPError as error:
        later = "later" if error.headers["Retry-After"] else "never"
        return error.code, msgspec.json.decode(error.read())["code"], later


# --- at the start -----------------------------------------------------------------------------


async def refusal(database: str) -> Refusal:
    with pytest.raises(Refusal) as found:
        await check_environment(Settings(database=database))
    for language in ("de", "en"):
        assert found.value.say(language)
    return found.value


async def test_a_disk_that_is_full_at_the_start_is_told(sqlite_url: str) -> None:
    def limited(connection: Any, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 3")

    event.listen(Engine, "connect", limited)
    try:
        found = await refusal(sqlite_url)
    finally:
        event.remove(Engine, "connect", limited)
    assert found.code == "start_disk_full"
    assert "tables.db" in str(found)
    await check_environment(Settings(database=sqlite_url))  # now there is room


async def test_a_damaged_page_is_told_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    async with House(Settings(database=f"sqlite:///{path}")) as house:
        for _ in range(3):
            await house.duel()
    data = bytearray(path.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 100] = b"\xff" * 100
    path.write_bytes(data)
    found = await refusal(f"sqlite:///{path}")
    assert (found.code, found.params["address"]) == ("start_damaged", str(path))


async def test_a_database_of_a_newer_version_is_told(database_url: str) -> None:
    await check_environment(Settings(database=database_url))
    database = open_database(database_url)
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    await database.write(lambda c: c.execute(newer))
    await database.close()
    found = await refusal(database_url)
    assert (found.code, found.params["found"]) == ("newer_database", "9999")
    database = open_database(database_url)
    guests = select(func.count()).select_from(schema.guests)
    assert await database.read(lambda c: c.execute(guests).scalar_one()) == 0
    await database.close()


async def test_a_wrong_password_is_told_without_it(postgres_cluster: str) -> None:
    programs.lock_role(postgres_cluster, "locked", "right")
    where = postgres_cluster.rpartition("@")[2]
    found = await refusal(f"postgresql://locked:wrong@{where}postgres")
    assert found.code == "no_database"
    assert "password" in str(found)
    assert "wrong" not in str(found)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["no database", "full", "newer"])
def test_the_command_ends_with_one_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "tables.db"
    if kind == "no database":
        path.write_text("Dear Ada, this is no database. " * 100)
    if kind == "newer":
        asyncio.run(check_environment(Settings(database=f"sqlite:///{path}")))
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        if kind == "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))

    command = (sys.executable, "-B", "-m", "stellwerk", "serve", "--db", f"sqlite:///{path}")
    done = subprocess.run(
        (*command, "--port", "0"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=limited,
        env={**os.environ, "LANG": "C"},
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr + done.stdout
    assert str(path) in done.stderr.replace("\n", "")
