"""What bots do and how long they think: ``python -m bench.habits kinds|times [--bot search:200]``.

``kinds``: on every board bots play some games among themselves; the table shows which kinds of
moves were legal, and which of them nobody ever made. ``times``: how long a bot with a budget takes
for a decision, in games against planners; nothing else should run meanwhile.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.table import commit
from stellwerk.board import Board, boards
from stellwerk.bots import make
from stellwerk.bots.budget import budget_of
from stellwerk.bots.table import ask, play_game
from stellwerk.game import Game

SEATS = 3
LATE = 1.2
"""A decision is late that takes this many times its budget."""


def kinds(board: Board, bot: str, games: int) -> tuple[str, bool]:
    """Return how often each kind of move was made, and whether all were."""
    offered: set[str] = set()
    made: Counter[str] = Counter()
    for seed in range(games):
        game = Game.new(board, SEATS, seed)
        bots = [make(bot, f"{seed}/{seat}") for seat in range(SEATS)]
        while not game.over:
            seat = game.pending[0]
            offered |= {type(move).__name__ for move in game.legal_moves(seat)}
            move = ask(game, seat, bots[seat])
            made[type(move).__name__] += 1
            game.play(move, by="bot")
    told = ", ".join(f"{kind} {made[kind]:,}" for kind in sorted(offered))
    return told, offered <= made.keys()


def times(board: Board, bot: str, games: int) -> tuple[str, bool]:
    """Return how long a bot takes, and whether that is within its budget."""
    budget = budget_of(bot, 1.0)
    assert budget is not None, f"{bot} has no budget of time"
    taken: list[float] = []

    def watch(seat: int, took: float) -> None:
        if seat == 0:
            taken.append(took)

    for seed in range(games):
        play_game(board, (bot, "planner"), str(seed), watch=watch)
    half, most = np.quantile(taken, (0.5, 0.99)) / budget
    return (
        f"{len(taken):,} decisions, 50 %: {half:.2f}, 99 %: {most:.2f} of the budget",
        most <= LATE,
    )


WHAT: dict[str, tuple[Callable[[Board, str, int], tuple[str, bool]], str, int]] = {
    "kinds": (kinds, "search:200", 50),
    "times": (times, "search:0.1s", 10),
}


def main() -> int:
    """Measure on all boards; fail if something is amiss on one."""
    parser = argparse.ArgumentParser(prog="python -m bench.habits", description=__doc__)
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("--bot")
    parser.add_argument("--games", type=int)
    parser.add_argument("--board", choices=boards())
    options = parser.parse_args()
    measure, usual, number = WHAT[options.what]
    bot, games = options.bot or usual, options.games or number
    table = Table(title=f"{bot}, {games} games on each board, commit {commit()}")
    for column in ("board", options.what, "", "seconds"):
        table.add_column(column)
    amiss = 0
    for name in (options.board,) if options.board else boards():
        began = time.perf_counter()
        told, fine = measure(Board.load(name), bot, games)
        amiss += not fine
        table.add_row(name, told, "ok" if fine else "amiss", f"{time.perf_counter() - began:.0f}")
    Console().print(table)
    return 1 if amiss else 0


if __name__ == "__main__":
    raise SystemExit(main())
