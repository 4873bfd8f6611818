"""Compiling every kernel ahead of its first use, so that nobody waits in the middle of a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Final, NamedTuple

import numpy as np

from stellwerk.board import Board
from stellwerk.board.known import known_form, numbers_of
from stellwerk.board.layout import ROUTES, SEATS, TICKETS
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.entries import PLAYED, PLAYER, choose_move, play_matches
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.bots.strategies.random_games import LENGTH, random_games
from stellwerk.rules import entries
from stellwerk.rules.cache import cache_folder, prepare
from stellwerk.rules.kernel import INTERPRETED
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import CLAIM, MOVE, MOVES, REPORTING_STATE, STATE

Entries = dict[str, Callable[[], object]]
"""A call for each entry, by the entry's name; its first call compiles it."""

FOR_BOTS: Final = frozenset({"choose_move", "redeal"})
"""The entries that bots need to decide; people can begin without them."""
_PROCESSES: Final = 2
"""More would compile more of the same inner functions again."""
_ANY_STRATEGY: Final = -1


def entries_for_playing() -> Entries:
    """Return what playing needs.

    In this order two processes have what people need first, and all of it at about the same time:
    entries that share inner functions come to the same one.
    """
    board = Board.load("lesson")
    record, books = board.record, book_of(PLANNER, board)
    states, moves, spare = np.zeros(2, STATE), np.zeros(MOVES, MOVE), np.zeros(1, MOVE)
    reporting = np.zeros(1, REPORTING_STATE)
    scratch, results = np.zeros(1, SCRATCH), np.zeros(1, RESULT)
    values, path = np.zeros(TICKETS, "i8"), np.zeros(ROUTES + 1, "i8")
    players, memories, thoughts = np.zeros(1, PLAYER), np.zeros(1, MEMORY), np.zeros(1, THOUGHT)
    players["strategy"] = _ANY_STRATEGY
    bots = players, books, memories, thoughts
    return {
        "play": lambda: entries.play(reporting, 0, record, moves, 0, spare),
        "score": lambda: entries.score(states, 1, record, scratch, results),
        "ticket_values": lambda: entries.ticket_values(states, 1, record, 0, scratch, values),
        "distance": lambda: entries.distance(states, 1, record, 0, 0, scratch, path),
        "choose_move": lambda: choose_move(states, record, 0, bots, moves),
        "deal": lambda: entries.deal(reporting, 0, record, 2),
        "legal": lambda: entries.legal(states, 1, record, 0, moves),
        "check": lambda: entries.check(states, 1, record, moves, 0, spare),
        "payments": lambda: entries.payments(states, 1, record, 0, CLAIM, 0, moves),
        "tunnel_hits": lambda: entries.tunnel_hits(states, 1),
        "redeal": lambda: entries.redeal(states, 1, record, 0, scratch),
    }


def entries_for_people() -> Entries:
    """Return what people need to play, without bots."""
    return {name: call for name, call in entries_for_playing().items() if name not in FOR_BOTS}


def entries_for_games() -> Entries:
    """Return what plays whole games among strategies."""
    board = Board.load("lesson")
    record, books = board.record, book_of(PLANNER, board)
    states, moves, scratch = np.zeros(2, STATE), np.zeros(2, MOVE), np.zeros(1, SCRATCH)
    results, played = np.zeros(0, RESULT), np.zeros(0, PLAYED)
    players, memories = np.zeros(SEATS, PLAYER), np.zeros(SEATS, MEMORY)
    bots = players, books, memories, np.zeros(1, THOUGHT)
    return {
        "play_matches": lambda: play_matches(
            states, record, 2, bots, moves, scratch, results, played
        )
    }


def entries_for_random_games(kind: tuple[int, ...]) -> Entries:
    """Return what plays whole random games on a kind of board."""
    record = np.zeros(1, known_form(kind))
    record.setflags(write=False)
    states, moves, scratch = np.zeros(2, STATE), np.zeros(1, MOVE), np.zeros(1, SCRATCH)
    results, lengths = np.zeros(0, RESULT), np.zeros(0, LENGTH)
    return {
        "random_games": lambda: random_games(states, record, 2, moves, scratch, results, lengths)
    }


def entries_for_search() -> Entries:
    """Return what only bots that search need."""
    from stellwerk.bots.search.engine import Engine
    from stellwerk.bots.search.weights import weights

    board = Board.load("lesson")
    states, memories = np.zeros(1, STATE), np.zeros(1, MEMORY)
    # A game without seats: it is over before it has begun, but all is compiled.
    return {"look_ahead": lambda: Engine(weights(), 0, 1).get_ready(states, board, 0, 0, memories)}


def all_entries() -> Entries:
    """Return every entry that serves all boards, those that take longest first."""
    return {**entries_for_search(), **entries_for_games(), **entries_for_playing()}


class Group(NamedTuple):
    """Entries that are needed together."""

    entries: Callable[[], Entries]
    mark: str
    """A file in the folder of compiled kernels: present once all of them are compiled."""

    def is_compiled(self) -> bool:
        """Tell whether nothing is left to be compiled on this machine."""
        return INTERPRETED or (prepare(cache_folder()) / self.mark).exists()

    def note_compiled(self) -> None:
        """Note that all of them are compiled."""
        (prepare(cache_folder()) / self.mark).touch()


PLAYING: Final = Group(entries_for_playing, "complete")
GAMES: Final = Group(entries_for_games, "complete-games")
SEARCH: Final = Group(entries_for_search, "complete-search")


def random_games_on(board: Board) -> Group:
    """Return the group of what plays random games on boards of the same kind."""
    kind = numbers_of(board.record)
    mark = "-".join(("complete-random", *map(str, kind)))
    return Group(partial(entries_for_random_games, kind), mark)


def load(calls: Entries) -> None:
    """Load compiled entries into this process; what was never compiled is compiled."""
    for call in calls.values():
        call()


def compiling(which: Callable[[], Entries]) -> Iterator[str]:
    """Compile what is not compiled yet, on two cores where there are two; yield what is ready.

    What is compiled is kept on the disk; a process that needs it loads it from there.
    """
    # New processes, not forks: the compiler keeps threads and locks of its own.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(min(_PROCESSES, os.cpu_count() or 1), mp_context=fresh) as pool:
        jobs = {pool.submit(_compile, which, name): name for name in which()}
        for job in as_completed(jobs):
            job.result()
            yield jobs[job]


def compile_all(which: Callable[[], Entries]) -> None:
    """Compile what is not compiled yet."""
    for _ in compiling(which):
        pass


def _compile(which: Callable[[], Entries], name: str) -> None:
    which()[name]()


if __name__ == "__main__":
    # As another module would see them: new processes look for them by that name.
    from stellwerk.bots import compile as module

    compile_all(module.all_entries)
