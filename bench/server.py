"""How much the server carries: ``python -m bench server [--quick] [--database sqlite|postgresql]``.

Many tables are open, each seat has a real WebSocket, and the clients run in a process of their own
on the same machine. Beside it, in the same run: the very same transactions without any network, and
the bare statements of one without anything around them. The games are played beforehand, so that
clients know their moves without reading what they are sent.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy import Connection, make_url, update

from bench.server_load import Plan, PlannedTable, Result, Turn
from bench.table import Figure, show
from stellwerk.board import Board
from stellwerk.game import Game, Move
from stellwerk.server.cookies import NAME, GuestCookies
from stellwerk.server.protocol import GuestInfo, NewTable, SeatWish, SendMove
from stellwerk.server.service import Actor, Service
from stellwerk.server.service.playing import Worker, send
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database, schema
from tests.server import programs
from tests.server.serving import GENEROUS, ROOT, serving

SEED = 1
SECRET = bytes(32)
BOARD = "usa"
AT_ONCE = 128
ALONE = 11_200
"""Transactions that are measured alone."""
SINGLE = 5
"""Tables of those whose transactions wait for each other."""
LENGTH = 140
"""Moves of each game that are played at most."""
SHARE = 0.6
"""At least this part of what the transaction alone reaches must be left with the network."""


class Played(msgspec.Struct, frozen=True):
    """A table whose game was played beforehand."""

    id: str
    actors: tuple[Actor, ...]
    moves: tuple[Move, ...]


async def prepare(settings: Settings, number: int, length: int) -> list[Played]:
    """Open tables, and play the first moves of their games beforehand."""
    service = Service(dataclasses.replace(settings, redis=None), lambda _, __: None)
    await service.start()
    ada, bob = [Actor((await service.new_guest(name, "en")).id) for name in ("Ada", "Bob")]
    wish = NewTable(board=BOARD, seats=(SeatWish("me"), SeatWish("open")))
    tables = []
    for count in range(number):
        word = f"bench {count}"
        table = (await service.create(ada, msgspec.structs.replace(wish, deal=word))).id
        await service.join(bob, table)
        await service.start_game(ada, table)
        tables.append(Played(table, (ada, bob), _moves(service.worker.deal(word), length, count)))
    await service.stop()
    return tables


def _moves(key: bytes, length: int, seed: int) -> tuple[Move, ...]:
    game, dice = Game.new(Board.load(BOARD), 2, key), Random(seed)
    moves: list[Move] = []
    while not game.over and len(moves) < length:
        moves.append(dice.choice(game.legal_moves(game.pending[0])))
        game.play(moves[-1])
    return tuple(moves)


async def at_once(
    number: int, tables: list[Played], each: Callable[[Played], Awaitable[int]]
) -> float:
    """Let so many tables be worked on at a time; return pieces of work a second."""
    waiting = list(tables)

    async def work() -> int:
        done = 0
        while waiting:
            done += await each(waiting.pop())
        return done

    start = time.perf_counter()
    counts = await asyncio.gather(*(work() for _ in range(number)))
    return sum(counts) / (time.perf_counter() - start)


def _send(
    worker: Worker, table: str, actor: Actor, message: SendMove, connection: Connection
) -> None:
    send(connection, table, actor, message, time.time(), worker)


async def transactions(settings: Settings, tables: list[Played], number: int) -> float:
    """Return how many moves a second the store takes, with no network around it."""
    service = Service(settings, lambda _, __: None)
    await service.start()

    async def play(table: Played) -> int:
        for seq, move in enumerate(table.moves):
            actor, message = table.actors[move.seat], SendMove(str(seq), seq, move)
            await service.database.write(partial(_send, service.worker, table.id, actor, message))
        return len(table.moves)

    rate = await at_once(number, tables, play)
    await service.stop()
    return rate


SELECT = "SELECT * FROM tables WHERE id = {}"
INSERT = "INSERT INTO raw_entries VALUES ({}, {}, {}, {})"
UPDATE = "UPDATE tables SET snapshot = {}, seq = seq + 1 WHERE id = {}"
CREATE = """
CREATE TABLE raw_entries (table_id TEXT, seq INT, move {0}, facts {0}, PRIMARY KEY (table_id, seq))
"""


def raw_sqlite(url: str, tables: list[Played]) -> float:
    """Return how many such transactions SQLite itself makes, one after the other."""
    connection = sqlite3.connect(make_url(url).database or "", isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(CREATE.format("BLOB"))
    count, start = 0, time.perf_counter()
    for table in tables:
        for seq in range(len(table.moves)):
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute(SELECT.format("?"), (table.id,)).fetchone()
            connection.execute(INSERT.format(*"????"), (table.id, seq, b"x" * 80, b"x" * 200))
            snapshot = max((cell for cell in row if isinstance(cell, bytes)), key=len)
            connection.execute(UPDATE.format("?", "?"), (snapshot, table.id))
            connection.execute("COMMIT")
            count += 1
    rate = count / (time.perf_counter() - start)
    connection.close()
    return rate


async def raw_postgres(url: str, tables: list[Played]) -> float:
    """Return how many such transactions PostgreSQL makes with twenty bare connections."""
    pool = await asyncpg.create_pool(url, min_size=20, max_size=20)
    await pool.execute(CREATE.format("BYTEA"))

    async def play(table: Played) -> int:
        for seq in range(len(table.moves)):
            async with pool.acquire() as connection, connection.transaction():
                row = await connection.fetchrow(SELECT.format("$1") + " FOR UPDATE", table.id)
                words = INSERT.format("$1", "$2", "$3", "$4")
                await connection.execute(words, table.id, seq, b"x" * 80, b"x" * 200)
                await connection.execute(UPDATE.format("$1", "$2"), row["snapshot"], table.id)
        return len(table.moves)

    rate = await at_once(AT_ONCE, tables, play)
    await pool.close()
    return rate


def load(settings: Settings, folder: Path, tables: list[Played], seconds: float) -> Result:
    """Let real clients play at a real server."""
    cookies = GuestCookies(SECRET, settings.guest_for)
    signed = {
        actor: f"{NAME}={cookies.issue(GuestInfo(actor.guest, '', 'en'), secure=False).value}"
        for table in tables[:1]
        for actor in table.actors
        if actor.guest is not None
    }
    with serving(settings, folder) as server:
        plan = Plan(
            server.settings.host,
            server.settings.port,
            tuple(
                PlannedTable(
                    table.id,
                    tuple(signed[actor] for actor in table.actors),
                    tuple(
                        Turn(move.seat, msgspec.Raw(msgspec.json.encode(move)))
                        for move in table.moves
                    ),
                )
                for table in tables
            ),
            seconds,
        )
        file = folder / "plan.json"
        file.write_bytes(msgspec.json.encode(plan))
        done = subprocess.run(
            (sys.executable, "-m", "bench.server_load", str(file)),
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        raise RuntimeError(f"the clients failed:\n{done.stderr[-3000:]}\n{server.log[-3000:]}")
    return msgspec.json.decode(done.stdout, type=Result)


def quantile(latencies: tuple[float, ...], share: float) -> float:
    """Return how many milliseconds this share of all answers took at most."""
    return 1000 * latencies[min(len(latencies) - 1, int(share * len(latencies)))]


def measure(
    name: str, url: str, folder: Path, number: int, seconds: float, workers: int
) -> list[Figure]:
    """Measure one database."""
    settings = dataclasses.replace(GENEROUS, database=url, secret=SECRET)
    tables = asyncio.run(prepare(settings, number + ALONE // LENGTH, LENGTH))
    alone, played = tables[number:], tables[:number]
    if name == "sqlite":
        raw = raw_sqlite(url, tables[:10])
    else:
        raw = asyncio.run(raw_postgres(url, tables[:AT_ONCE]))
    asyncio.run(set_back(settings))
    single = asyncio.run(transactions(settings, alone[:SINGLE], 1))
    half = (len(alone) + SINGLE) // 2
    before = asyncio.run(transactions(settings, alone[SINGLE:half], AT_ONCE))
    served = dataclasses.replace(settings, workers=workers)
    result = load(served, folder, played, seconds)
    # What else the machine does comes and goes: the server is held against the better of both.
    many = max(before, asyncio.run(transactions(settings, alone[half:], AT_ONCE)))
    fastest, slower = result.fastest, result.half
    figures = [
        Figure(f"{name}: bare statements", raw, "moves/s"),
        Figure(f"{name}: the transaction alone, one at a time", single, "moves/s"),
        Figure(f"{name}: the transaction alone, {AT_ONCE} at a time", many, "moves/s"),
        Figure(
            f"{name}: the server with {workers} workers, {number:,} tables",
            fastest.rate,
            "moves/s",
            SHARE * many,
        ),
        Figure(f"{name}: half of that rate", slower.rate, "moves/s"),
    ]
    for share, bar in ((0.5, None), (0.95, None), (0.99, 100.0)):
        figures.append(
            Figure(f"{name}: p{share:.0%}"[:-1], quantile(slower.latencies, share), "ms", bar, True)
        )
    return figures


async def set_back(settings: Settings) -> None:
    """Set the steps back that the bare statements have counted."""
    opened = open_database(settings.database)
    await opened.write(lambda c: c.execute(update(schema.tables).values(seq=0)))
    await opened.close()


@contextlib.contextmanager
def database(name: str, folder: Path) -> Iterator[str]:
    """Run a database that keeps what it has acknowledged even when the power fails."""
    if name == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}"
        return
    with programs.postgres(durable=True) as cluster:
        yield programs.create_database(cluster, "bench")


def main(arguments: list[str] | None = None) -> int:
    """Measure the databases and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer tables, less time")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="only this one")
    parser.add_argument("--workers", type=int, choices=(1, 2), default=2, help="processes")
    options = parser.parse_args(arguments)
    number, seconds = (100, 3.0) if options.quick else (1000, 15.0)
    figures: list[Figure] = []
    for name in ("sqlite", "postgresql"):
        if options.database in (None, name):
            with tempfile.TemporaryDirectory(prefix="stellwerk-bench-") as folder:
                path = Path(folder)
                with database(name, path) as url:
                    figures += measure(name, url, path, number, seconds, options.workers)
    return 0 if show("Server, real clients on the same machine", figures, SEED) else 1


if __name__ == "__main__":
    raise SystemExit(main())
