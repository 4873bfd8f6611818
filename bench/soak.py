"""The long proofs: ``python -m bench.soak [--games N] [--board B] [--variant V] [--seed 1]``.

Random games on every board, variant and number of seats; after every move all laws are checked
(tests/laws), once in a while the position is redealt for a random viewer, who must not notice,
and played out as well. Without ``--games``: 1,000,000 games on the USA board and 100,000 on every
other board and variant for each number of seats.

``python -m bench.soak server`` runs the server's long proofs instead, and ``python -m bench.soak
pages`` plays whole games in the browser.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench.table import commit
from stellwerk.board import Board, boards
from tests.laws.laws import Broken, soak

PORTION = 10_000
"""Games of one seed."""


@dataclass(frozen=True, slots=True)
class Job:
    """Some games of one kind."""

    board: str
    variant: str
    seats: int
    games: int
    seed: int


@dataclass(slots=True)
class Tally:
    """What came out for one kind of game."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    broken: str = ""


def jobs(games: int | None, board: str | None, only: str | None, seed: int) -> Iterator[Job]:
    """Cut the work into portions, each with a seed of its own."""
    for name in boards():
        if board not in (None, name):
            continue
        for variant in Board.load(name).variants:
            if only not in (None, variant.id):
                continue
            for seats in range(2, 6):
                is_usa = name == "usa" and variant == Board.load(name).variants[0]
                wanted = games or (250_000 if is_usa else 100_000)
                for start in range(0, wanted, PORTION):
                    number = min(PORTION, wanted - start)
                    yield Job(name, variant.id, seats, number, seed + start // PORTION)


def run(job: Job) -> tuple[Job, Tally]:
    """Play the games of a job."""
    start = time.perf_counter()
    tally = Tally(games=job.games)
    try:
        board = Board.load(job.board, variant=job.variant)
        tally.decisions = soak(board, job.seats, job.games, job.seed)
    except Broken as broken:
        tally.broken = str(broken)
    tally.seconds = time.perf_counter() - start
    return job, tally


def main() -> int:
    """Run all jobs and print a table with figure, commit and seed."""
    if sys.argv[1:2] == ["server"]:
        from bench.server_soak import main as soak_server

        return soak_server(sys.argv[2:])
    if sys.argv[1:2] == ["pages"]:
        from bench.soak_pages import main as soak_pages

        return soak_pages(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, help="games of each kind")
    parser.add_argument("--board", help="only this board")
    parser.add_argument("--variant", help="only this variant")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    work = list(jobs(options.games, options.board, options.variant, options.seed))
    run(Job("lesson", Board.load("lesson").variant.id, 2, 1, 0))
    tallies: dict[tuple[str, str, int], Tally] = {}
    columns = (TextColumn("soak"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(width=None if os.isatty(1) else 100)
    with (
        Progress(*columns, console=console, disable=not console.is_terminal) as progress,
        ProcessPoolExecutor(options.processes) as pool,
    ):
        bar = progress.add_task("soak", total=len(work))
        for done in as_completed([pool.submit(run, job) for job in work]):
            job, portion = done.result()
            tally = tallies.setdefault((job.board, job.variant, job.seats), Tally())
            tally.games += portion.games
            tally.decisions += portion.decisions
            tally.seconds += portion.seconds
            tally.broken = tally.broken or portion.broken
            progress.advance(bar)
    return report(console, tallies, options.seed)


def report(console: Console, tallies: dict[tuple[str, str, int], Tally], seed: int) -> int:
    """Print the table; return how many kinds of games broke a law."""
    table = Table(title="Soak: laws checked after every move", title_justify="left")
    for column in ("board", "variant", "seats", "games", "decisions", "games/s", "broken"):
        table.add_column(column, justify="left" if column in ("board", "variant") else "right")
    for (board, variant, seats), tally in sorted(tallies.items()):
        rate = f"{tally.games / tally.seconds:,.0f}"
        row = (board, variant, str(seats), f"{tally.games:,}", f"{tally.decisions:,}", rate)
        table.add_row(*row, tally.broken or "none")
    console.print(table)
    games = sum(tally.games for tally in tallies.values())
    decisions = sum(tally.decisions for tally in tallies.values())
    broken = sum(bool(tally.broken) for tally in tallies.values())
    console.print(
        f"{games:,} games, {decisions:,} decisions, {broken} kinds of games with a broken law\n"
        f"commit {commit()} · seed {seed}",
        highlight=False,
    )
    return broken


if __name__ == "__main__":
    raise SystemExit(main())
