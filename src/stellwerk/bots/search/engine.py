"""Runs a search: prepares one decision and tries its moves out in several threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, cast

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import BOARD
from stellwerk.bots.planning.playbook import BOOK
from stellwerk.bots.search.entries import look_ahead
from stellwerk.bots.search.records import ARMS, BASE, OWN, SUM, Desk, blank_desk, blank_room
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.rules.state import STATE

Records = np.ndarray[Any, np.dtype[Any]]

THREADS: Final = "STELLWERK_THREADS"
"""The variable that tells how many threads a search may use; as many as there are cores without."""
WORTH_SHARING: Final = 100
"""Fewer play-outs than this are not worth waking other threads for."""
NO_ARMS: Final = np.zeros(0, "i8")


def threads() -> int:
    """Return how many threads a search may use."""
    told = os.environ.get(THREADS, "")
    return max(1, int(told)) if told.isdecimal() else os.cpu_count() or 1


@cache
def _pool(size: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(size, thread_name_prefix="stellwerk-search")


class Engine:
    """Tries the moves of one decision out; what it finds depends on the seed alone.

    Every redealt game has its own chance, by its number, and all sums are of whole numbers. So it
    does not matter which thread plays which game.
    """

    def __init__(self, weights: Records, guesses: int, workers: int) -> None:
        self._weights = weights
        self.guesses = np.zeros(guesses, STATE)
        """Games that may be the real one, as likely as what others built makes them."""
        self._desks = [blank_desk() for _ in range(workers)]
        self._room = blank_room()
        self._seat = 0
        self._seed = 0
        self._board: Records = np.zeros(0, BOARD)
        self._books: Records = np.zeros(0, BOOK)
        self.sums: Records = np.zeros(ARMS + 1, SUM)
        """What the play-outs of each move added up to so far."""

    def get_ready(
        self, states: Records, board: Board, seat: int, seed: int, memories: Records
    ) -> int:
        """Guess what others hold and list the moves to try; return how many.

        ``memories[0]`` is what the planner in the seat remembers; it is brought up to date.
        """
        # All 64 bits of it, which no plain number of the kernel has room for.
        self._seat, self._seed = seat, cast(int, np.uint64(seed))
        self._board, self._books = board.record, book_of(PLANNER, board)
        first = self._desks[0]
        first.states[BASE] = states[0]
        first.memories[OWN] = memories[0]
        count = self._look(first, NO_ARMS, 0, 0)
        memories[0] = first.memories[OWN]
        for desk in self._desks[1:]:
            desk.memories[OWN] = memories[0]
            desk.moves[:] = first.moves
        self.sums[:] = 0
        return count

    def move(self, arm: int) -> Records:
        """Return a move that was tried, as an array of one record."""
        return self._desks[0].moves[arm : arm + 1]

    def add(self, arm: int, write: Callable[[Records], None]) -> int:
        """Let a further move be written behind those listed; return where it stands."""
        arm = min(arm, ARMS - 1)
        write(self.move(arm))
        for desk in self._desks[1:]:
            desk.moves[:] = self._desks[0].moves
        return arm

    def moves(self, count: int) -> Records:
        """Return the moves that are tried, the first of them first."""
        return self._desks[0].moves[:count]

    def lead(self, count: int, move: Records) -> int:
        """Put a move in the first place, before all that were listed; return how many there are."""
        moves = self._desks[0].moves
        listed = (arm for arm in range(count) if moves[arm].tobytes() == move[0].tobytes())
        place = next(listed, min(count, ARMS - 1))
        moves[place], moves[0] = moves[0].copy(), move[0]
        for desk in self._desks[1:]:
            desk.moves[:] = moves
        return max(count, place + 1)

    def play(self, arms: Sequence[int], first: int, last: int) -> None:
        """Try moves out in the redealt games from one number to another."""
        numbers = np.array(arms, "i8")
        size = len(self._desks)
        if size == 1 or last - first < size or (last - first) * len(arms) < WORTH_SHARING:
            self._look(self._desks[0], numbers, first, last)
        else:
            cuts = [first + (last - first) * part // size for part in range(size + 1)]
            tasks = [
                _pool(size).submit(self._look, desk, numbers, start, end)
                for desk, start, end in zip(self._desks, cuts, cuts[1:], strict=False)
            ]
            for task in tasks:
                task.result()
        for desk in self._desks:
            for name in SUM.names or ():
                self.sums[name] += desk.sums[name]
            desk.sums[:] = 0

    def _look(self, desk: Desk, arms: Records, first: int, last: int) -> int:
        return look_ahead(
            desk,
            self._board,
            self._seat,
            self._books,
            self.guesses,
            self._room,
            self._weights,
            self._seed,
            arms,
            first,
            last,
        )
