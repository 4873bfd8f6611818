"""``python -m bench.memory``: what a table and a socket take of a server's memory.

Tables are counted by what Python allocates for them (``tracemalloc``), sockets by what a real
server process takes more of the machine. ``--lines`` tells which lines of code hold a played table.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import gc
import tempfile
import tracemalloc
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console
from rich.table import Table

from bench.attack.people import Person
from bench.machine import resident_bytes
from bench.sockets import Socket
from bench.table import commit
from stellwerk.board import Board
from stellwerk.game.cards import card_sets
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from tests.server.house import House
from tests.server.serving import GENEROUS, Server, serving

KIB: Final = 1024
STARTED, PLAYED, SOCKET = 16, 64, 32
"""KiB that each may take."""
_TABLES: Final = 100
_GAMES: Final = 24
_SOCKETS: Final = 1000
_EVERYTHING: Final = -1
_SETTLED: Final = 2.0
"""Seconds until a server has put away what it needed to open sockets."""


def settings(folder: str) -> Settings:
    """Return settings for a service in this process."""
    return Settings(
        database=f"sqlite:///{folder}/tables.db",
        bot_delay=0.0,
        tables_bytes=1 << 40,
        tables_per_guest=1 << 30,
    )


async def started() -> float:
    """Return the bytes of a table with two people, started and at hand."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-memory-") as folder:
        async with House(settings(folder)) as house:
            await house.duel(board="usa")
            before = _allocated()
            for _ in range(_TABLES):
                await house.duel(board="usa")
                house.hints.clear()
            return (_allocated() - before) / _TABLES


async def played(lines: Console | None = None) -> float:
    """Return the bytes of a table near its end, both of whose players and a guest saw it all."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-memory-") as folder:
        async with House(settings(folder)) as house:
            await _play(house, Random(0))
            before, first = _allocated(), tracemalloc.take_snapshot()
            for number in range(_GAMES):
                await _play(house, Random(number))
                house.hints.clear()
            taken = (_allocated() - before) / _GAMES
            if lines is not None:
                found = tracemalloc.take_snapshot().compare_to(first, "lineno")
                for line in found[:25]:
                    lines.print(f"{line.size_diff / _GAMES / KIB:7.1f} KiB  {line.traceback}")
            return taken


async def _play(house: House, dice: Random) -> None:
    table, ada, bob = await house.duel(board="usa")
    watch = house.service.watch
    while True:
        for actor in (ada, bob, Actor()):
            await watch.messages(actor, table, _EVERYTHING, 0, _EVERYTHING)
        watched = await watch.look(table)
        if watched.game is None or watched.game.position.turns_left is not None:
            return
        seat = watched.table.waiting[0]
        await house.move((ada, bob)[seat], table, dice, seat)


def _allocated() -> int:
    """Return what Python holds, without the sets of cards that all tables share (3 MB at most)."""
    card_sets(Board.load("usa")).cache_clear()  # type: ignore[attr-defined]
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def socket() -> float:
    """Return the bytes that a process takes for a player's socket that follows a table."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-memory-") as folder:
        path = Path(folder)
        chosen = dataclasses.replace(GENEROUS, database=f"sqlite:///{path / 'tables.db'}")
        with serving(chosen, path) as server:
            person = await Person.new(server, "Ada")
            table = await person.open("usa", 2)
            await _open(server, person, table, _SOCKETS // 10)  # what is made once is made
            before = await _resident(server)
            opened = await _open(server, person, table, _SOCKETS)
            taken = (await _resident(server) - before) / len(opened)
            person.close()
            return taken


async def _open(server: Server, person: Person, table: str, count: int) -> list[Socket]:
    host, port = server.settings.host, server.settings.port
    made = [Socket(f"/ws/tables/{table}", server.address, person.headers) for _ in range(count)]
    return [await Socket.open(each, host, port) for each in made]


async def _resident(server: Server) -> int:
    await asyncio.sleep(_SETTLED)
    return resident_bytes([server.process_id])


def main() -> None:
    """Measure, and tell what is too large."""
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description=__doc__)
    parser.add_argument("--lines", action="store_true", help="tell which lines hold a played table")
    options = parser.parse_args()
    console = Console()
    shown = Table(title="Memory of a server, in KiB")
    for name in ("what", "takes", "at most"):
        shown.add_column(name, justify="right")
    tracemalloc.start()
    shown.add_row("a started table", f"{asyncio.run(started()) / KIB:.1f}", str(STARTED))
    taken = asyncio.run(played(console if options.lines else None))
    shown.add_row("a table that was played", f"{taken / KIB:.1f}", str(PLAYED))
    tracemalloc.stop()
    shown.add_row("an open socket", f"{asyncio.run(socket()) / KIB:.1f}", str(SOCKET))
    console.print(shown)
    console.print(f"commit {commit()}")


if __name__ == "__main__":
    main()
