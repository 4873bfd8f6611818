"""Compiling every kernel ahead of its first use, so that nobody waits in the middle of a game."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import ROUTES, SEATS, TICKETS
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.entries import PLAYED, PLAYER, choose_move, play_matches
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.bots.strategies.random_games import LENGTH, random_games
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import CLAIM, MOVE, MOVES, REPORTING_STATE, STATE

Entries = list[Callable[[], object]]

_PROCESSES: Final = 2
"""More would compile more of the same inner functions again."""
_ANY_STRATEGY: Final = -1


def entries_for_playing() -> Entries:
    """Return one call for every entry that playing needs; its first call compiles it."""
    board = Board.load("lesson")
    record, books = board.record, book_of(PLANNER, board)
    states, moves, spare = np.zeros(2, STATE), np.zeros(MOVES, MOVE), np.zeros(1, MOVE)
    reporting = np.zeros(1, REPORTING_STATE)
    scratch, results = np.zeros(1, SCRATCH), np.zeros(1, RESULT)
    values, path = np.zeros(TICKETS, "i8"), np.zeros(ROUTES + 1, "i8")
    players, memories, thoughts = np.zeros(1, PLAYER), np.zeros(1, MEMORY), np.zeros(1, THOUGHT)
    players["strategy"] = _ANY_STRATEGY
    bots = players, books, memories, thoughts
    return [
        # The longest first, so that several processes end at about the same time.
        lambda: choose_move(states, record, 0, bots, moves),
        lambda: entries.score(states, 1, record, scratch, results),
        lambda: entries.play(reporting, 0, record, moves, 0, spare),
        lambda: entries.deal(reporting, 0, record, 2),
        lambda: entries.legal(states, 1, record, 0, moves),
        lambda: entries.check(states, 1, record, moves, 0, spare),
        lambda: entries.payments(states, 1, record, 0, CLAIM, 0, moves),
        lambda: entries.ticket_values(states, 1, record, 0, scratch, values),
        lambda: entries.distance(states, 1, record, 0, 0, scratch, path),
        lambda: entries.tunnel_hits(states, 1),
        lambda: entries.redeal(states, 1, record, 0, scratch),
    ]


def entries_for_games() -> Entries:
    """Return one call for every entry that plays whole games."""
    board = Board.load("lesson")
    record, books = board.record, book_of(PLANNER, board)
    states, moves, scratch = np.zeros(2, STATE), np.zeros(2, MOVE), np.zeros(1, SCRATCH)
    results, lengths, played = np.zeros(0, RESULT), np.zeros(0, LENGTH), np.zeros(0, PLAYED)
    players, memories = np.zeros(SEATS, PLAYER), np.zeros(SEATS, MEMORY)
    bots = players, books, memories, np.zeros(1, THOUGHT)
    return [
        lambda: play_matches(states, record, 2, bots, moves, scratch, results, played),
        lambda: random_games(states, record, 2, moves, scratch, results, lengths),
    ]


def entries_for_search() -> Entries:
    """Return one call for the entry that only bots that search need."""
    from stellwerk.bots.search.engine import Engine
    from stellwerk.bots.search.weights import weights

    board = Board.load("lesson")
    states = np.zeros(1, STATE)
    # A game without seats: it is over before it has begun, but all is compiled.
    return [lambda: Engine(weights(), 0, 1).get_ready(states, board, 0, 0, np.zeros(1, MEMORY))]


def all_entries() -> Entries:
    """Return one call for every entry, those that take longest first."""
    return [*entries_for_search(), *entries_for_games(), *entries_for_playing()]


def load(calls: Entries) -> None:
    """Load compiled entries into this process; what was never compiled is compiled."""
    for call in calls:
        call()


def compile_all(
    which: Callable[[], Entries], done: Callable[[int, int], None] = lambda ready, total: None
) -> None:
    """Compile what is not compiled yet, on two cores where there are two.

    ``done`` is told how many entries are ready, and of how many. What is compiled is kept on the
    disk; a process that needs it loads it from there.
    """
    total = len(which())
    # New processes, not forks: the compiler keeps threads and locks of its own.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(min(_PROCESSES, os.cpu_count() or 1), mp_context=fresh) as pool:
        jobs = [pool.submit(_compile, which, number) for number in range(total)]
        for ready, job in enumerate(as_completed(jobs), 1):
            job.result()
            done(ready, total)


def _compile(which: Callable[[], Entries], number: int) -> None:
    which()[number]()


if __name__ == "__main__":
    # As another module would see them: new processes look for them by that name.
    from stellwerk.bots import compile as module

    compile_all(module.all_entries)
