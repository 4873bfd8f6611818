"""The server's long proofs: ``python -m bench.soak server [--kills 30] [--tables 50] ...``.

Crashes: tables are played by real clients while the server is killed again and again, stays away
for a while and comes back with a wrong clock; no move may be lost, no second charged wrongly. Fuzz:
wrong messages over real sockets. Twins: on every board, at each step, every viewer is told the same
when all it cannot know is redealt. OpenAPI: every operation is asked for whatever its
description allows. Notices: one of two workers is killed while both call people to their turns,
by push and by mail. Each on SQLite and PostgreSQL, the twins on SQLite and the notices on
PostgreSQL alone. ``--proof attack`` is a proof by itself, with options of its own (bench/attack).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.notices import notices
from bench.table import commit
from stellwerk.server.settings import Settings
from tests.game.walks import TABLES
from tests.server import programs
from tests.server.crashing import SHIFTS, crash
from tests.server.fuzzing import fuzz
from tests.server.house import House
from tests.server.serving import GENEROUS, serving
from tests.server.test_openapi import failures
from tests.server.twins import twins

DATABASES = ("sqlite", "postgresql")
PROOFS = ("crash", "fuzz", "openapi", "twins", "notices")
ATTACK = ("--proof", "attack")
"""The longest proof of all, which has options of its own."""
Row = tuple[str, str, str, list[str]]
"""Proof, where, what was done, and what went wrong."""


@contextlib.contextmanager
def _database(name: str, folder: Path) -> Iterator[str]:
    if name == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}"
        return
    with programs.postgres(durable=True) as cluster:
        yield programs.create_database(cluster, "soak")


def _crash(url: str, folder: Path, options: argparse.Namespace) -> tuple[str, list[str]]:
    wanted, done, problems = options.kills, [0, 0, 0, 0], list[str]()
    charged = wrongly = 0.0
    # Games end: new tables are opened until the server has been killed often enough.
    while done[0] < wanted and not problems:
        seed = options.seed + done[0]
        report = asyncio.run(
            crash(
                url,
                folder,
                tables=options.tables,
                kills=wanted - done[0],
                seed=seed,
                board=options.board,
                workers=options.workers,
                downtime=options.downtime,
                shifts=SHIFTS,
            )
        )
        charged, wrongly = charged + report.charged, wrongly + report.charged_wrongly
        counts = (report.kills, report.tables, report.moves, report.reconnections)
        done = [before + count for before, count in zip(done, counts, strict=True)]
        problems += report.problems
    kills, tables, moves, reconnections = done
    told = f"{kills} kills, {tables} tables, {moves:,} moves, {reconnections:,} reconnections"
    told += f", {charged:,.0f} s on clocks, {wrongly:.1f} s of them charged wrongly"
    return told, problems


def _fuzz(url: str, folder: Path, options: argparse.Namespace) -> tuple[str, list[str]]:
    report = asyncio.run(
        fuzz(
            url,
            folder,
            messages=options.messages,
            seed=options.seed,
            board=options.board,
            workers=options.workers,
        )
    )
    answers = sum(report.answers.values())
    return f"{report.sent:,} messages, {report.tables} tables, {answers:,} answers", report.problems


def _openapi(url: str, folder: Path, options: argparse.Namespace) -> tuple[str, list[str]]:
    settings = dataclasses.replace(GENEROUS, database=url, uploads=True)
    with serving(settings, folder) as server:
        count, problems = failures(server, options.examples)
        if "Traceback" in server.log:
            problems.append("there is a traceback in the log of the server")
    return f"{count} operations, {options.examples:,} examples each", problems


def _twins(
    board: str, variant: str | None, seats: int, folder: Path, seed: int
) -> tuple[str, list[str]]:
    async def play() -> int:
        url = f"sqlite:///{folder / 'tables.db'}"
        async with House(Settings(database=url, secret=bytes(32))) as house:
            return await twins(house, board, variant, seats, seed)

    try:
        return f"{asyncio.run(play()):,} comparisons", []
    except AssertionError as problem:
        return "stopped", [str(problem).splitlines()[0]]


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Run the proofs, one after the other."""
    both: dict[str, Callable[[str, Path, argparse.Namespace], tuple[str, list[str]]]] = {
        "crash": _crash,
        "fuzz": _fuzz,
        "openapi": _openapi,
    }
    for proof in options.proof or PROOFS:
        if proof == "twins":
            for board, variant, seats in TABLES:
                with tempfile.TemporaryDirectory(prefix="stellwerk-soak-") as folder:
                    told, problems = _twins(board, variant, seats, Path(folder), options.seed)
                yield proof, f"{board} {variant or ''} {seats} seats", told, problems
            continue
        if proof == "notices":
            for way in ("push", "mail"):
                told, problems = notices(way, options.notices, options.notice_kills, options.seed)
                yield proof, f"two workers, {way}", told, problems
            continue
        for name in DATABASES:
            if options.database in (None, name):
                with (
                    tempfile.TemporaryDirectory(prefix="stellwerk-soak-") as folder,
                    _database(name, Path(folder)) as url,
                ):
                    told, problems = both[proof](url, Path(folder), options)
                yield proof, name, told, problems


def main(arguments: list[str] | None = None) -> int:
    """Run the proofs and print a table; return how many found something."""
    given = sys.argv[1:] if arguments is None else arguments
    if tuple(given[:2]) == ATTACK:
        from bench.attack.run import main as attack

        return attack(given[2:])
    parser = argparse.ArgumentParser(prog="python -m bench.soak server", description=__doc__)
    parser.add_argument("--proof", choices=PROOFS, action="append", help="only this one")
    parser.add_argument("--database", choices=DATABASES, help="only this one")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--downtime", type=float, default=3.0, help="most seconds after a kill")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--examples", type=int, default=300, help="for each operation")
    parser.add_argument("--notices", type=int, default=1000, help="by each way")
    parser.add_argument("--notice-kills", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1, help="for crashes and fuzz")
    parser.add_argument("--board", default="usa", help="for crashes and fuzz")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(given)
    console = Console()
    table = Table(title="Server: the long proofs", title_justify="left")
    for column in ("proof", "where", "done", "seconds", "problems"):
        table.add_column(column, justify="right" if column == "seconds" else "left")
    broken, start = 0, time.perf_counter()
    for proof, where, told, problems in rows(options):
        seconds = f"{time.perf_counter() - start:,.0f}"
        start = time.perf_counter()
        broken += bool(problems)
        table.add_row(proof, where, told, seconds, "none" if not problems else problems[0][:500])
        console.print(f"{proof}, {where}: {told}, {len(problems)} problems", highlight=False)
    console.print(table)
    console.print(f"commit {commit()} · seed {options.seed}", highlight=False)
    return broken


if __name__ == "__main__":
    raise SystemExit(main())
