"""Tables for the measurement of the server, and its transactions without any network."""

from __future__ import annotations

import asyncio
import dataclasses
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy import make_url, update

from stellwerk.board import Board
from stellwerk.game import Game, Move
from stellwerk.server.protocol import NewTable, SeatWish, SendMove
from stellwerk.server.service import Actor, Service
from stellwerk.server.settings import Settings
from stellwerk.server.store import open_database, schema
from stellwerk.server.transactions.playing import send

BOARD = "usa"
AT_ONCE = 128
"""Transactions that wait at the same time, as moves of the clients do."""
LENGTH = 100
"""Moves of each game that are played at most."""


class Played(msgspec.Struct, frozen=True):
    """A table whose game was played beforehand."""

    id: str
    actors: tuple[Actor, ...]
    moves: tuple[Move, ...]


async def prepare(settings: Settings, number: int, *, apart: bool = False) -> list[Played]:
    """Open tables, and play the first moves of their games beforehand.

    ``apart``: each table has people of its own; otherwise the same two sit at all of them.
    """
    alone = dataclasses.replace(settings, redis=None, workers=1)
    service = Service(alone, lambda _, __: None)
    await service.start()
    ada, bob = await _pair(service)
    wish = NewTable(board=BOARD, seats=(SeatWish("me"), SeatWish("open")))
    tables = []
    for count in range(number):
        if apart:
            ada, bob = await _pair(service)
        table = (await service.tables.create(ada, wish)).id
        await service.seats.join(bob, table)
        await service.tables.start(ada, table)
        tables.append(Played(table, (ada, bob), _moves(await _key(service, table), count)))
    await service.stop()
    return tables


async def _pair(service: Service) -> tuple[Actor, Actor]:
    ada, bob = [await service.guests.welcome(name, "en") for name in ("Ada", "Bob")]
    return Actor(ada[0].id, device=ada[1]), Actor(bob[0].id, device=bob[1])


async def _key(service: Service, table: str) -> bytes:
    wanted = schema.tables.select().where(schema.tables.c.id == table)
    key: bytes = (await service.database.read(lambda c: c.execute(wanted).one())).key
    return key


def _moves(key: bytes, seed: int) -> tuple[Move, ...]:
    game, dice = Game.new(Board.load(BOARD), 2, key), Random(seed)
    moves: list[Move] = []
    while not game.over and len(moves) < LENGTH:
        moves.append(dice.choice(game.legal_moves(game.pending[0])))
        game.play(moves[-1])
    return tuple(moves)


class Alone:
    """The transactions of moves, with no network around them; it goes on where it stopped."""

    def __init__(self, settings: Settings, tables: list[Played]) -> None:
        self._service = Service(settings, lambda _, __: None)
        self._waiting = deque((table, 0) for table in tables)

    async def start(self) -> None:
        """Open the database."""
        await self._service.start()

    async def stop(self) -> None:
        """Close it."""
        await self._service.stop()

    async def run(self, seconds: float, number: int) -> tuple[int, float]:
        """Let this many transactions wait at a time; return how many were made in which time."""
        start = time.perf_counter()
        counts = await asyncio.gather(*(self._work(start + seconds) for _ in range(number)))
        assert self._waiting, "all games have been played to their end; prepare more"
        return sum(counts), time.perf_counter() - start

    async def _work(self, end: float) -> int:
        done, database, worker = 0, self._service.database, self._service.worker
        while self._waiting and time.perf_counter() < end:
            table, seq = self._waiting.popleft()
            move = table.moves[seq]
            actor, message = table.actors[move.seat], SendMove(str(seq), seq, move)
            await database.write(
                partial(send, worker=worker, actor=actor, name=table.id, message=message)
            )
            done += 1
            if seq + 1 < len(table.moves):
                self._waiting.append((table, seq + 1))
        return done


SELECT = "SELECT * FROM tables WHERE id = {}"
INSERT = "INSERT INTO raw_entries VALUES ({}, {}, {}, {})"
UPDATE = "UPDATE tables SET snapshot = {}, seq = seq + 1 WHERE id = {}"
CREATE = """
CREATE TABLE raw_entries (table_id TEXT, seq INT, move {0}, facts {0}, PRIMARY KEY (table_id, seq))
"""


async def raw(settings: Settings, tables: list[Played]) -> float:
    """Return how many such transactions the database itself makes a second, in bare statements."""
    if settings.database.startswith("sqlite"):
        rate = raw_sqlite(settings.database, tables[:10])
    else:
        rate = await raw_postgres(settings.database, tables[:AT_ONCE])
    opened = open_database(settings.database)  # the bare statements have counted steps
    await opened.write(lambda c: c.execute(update(schema.tables).values(seq=0)))
    await opened.close()
    return rate


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

    rate = await _at_once(AT_ONCE, tables, play)
    await pool.close()
    return rate


async def _at_once(
    number: int, tables: list[Played], each: Callable[[Played], Awaitable[int]]
) -> float:
    """Let this many tables be worked on at a time; return pieces of work a second."""
    waiting = list(tables)

    async def work() -> int:
        done = 0
        while waiting:
            done += await each(waiting.pop())
        return done

    start = time.perf_counter()
    counts = await asyncio.gather(*(work() for _ in range(number)))
    return sum(counts) / (time.perf_counter() - start)
