"""The search's hands: one decision made ready, and its moves tried out by several threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.search.entries import look_ahead
from stellwerk.bots.search.playouts import BASE, OWN, PLAYED
from stellwerk.bots.search.records import ARMS, SUM, blank_room
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

Records = np.ndarray[Any, np.dtype[Any]]

THREADS: Final = "STELLWERK_THREADS"
"""The variable that tells how many threads a search may use; as many as there are cores without."""
WORTH_SHARING: Final = 100
"""Fewer play-outs than these are not worth waking other threads for."""
NO_ARMS: Final = np.zeros(0, "i8")


def threads() -> int:
    """Return how many threads a search may use."""
    told = os.environ.get(THREADS, "")
    return max(1, int(told)) if told.isdecimal() else os.cpu_count() or 1


@cache
def _pool(size: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(size, thread_name_prefix="stellwerk-search")


class _Worker:
    """What one thread needs for itself."""

    def __init__(self) -> None:
        self.states = np.zeros(PLAYED + 1, STATE)
        self.memories = np.zeros(OWN + 1, MEMORY)
        self.thoughts = np.zeros(1, THOUGHT)
        self.scratch = np.zeros(1, SCRATCH)
        self.results = np.zeros(1, RESULT)
        self.moves = np.zeros(ARMS + 1, MOVE)
        self.sums = np.zeros(ARMS + 1, SUM)


class Engine:
    """Tries the moves of one decision out; what it finds depends on the seed alone.

    Every redealt game has its own chance, by its number, and all sums are of whole numbers. So it
    does not matter which thread plays which game.
    """

    def __init__(self, weights: Records, guesses: int, workers: int) -> None:
        self._weights = weights
        self.guesses = np.zeros(guesses, STATE)
        """Games that may be the real one, as likely as what others built makes them."""
        self._workers = [_Worker() for _ in range(workers)]
        self._room = blank_room()
        self._seat = 0
        self._seed = np.uint64(0)
        self._board: Any = None
        self._books: Any = None
        self.sums: Records = np.zeros(ARMS + 1, SUM)
        """What the play-outs of each move added up to so far."""

    def get_ready(
        self, states: Records, board: Board, seat: int, seed: int, memories: Records
    ) -> int:
        """Guess what others hold and list the moves to try; return how many.

        ``memories[0]`` is what the planner in the seat remembers; it is brought up to date.
        """
        self._seat, self._seed = seat, np.uint64(seed)
        self._board, self._books = board.record, book_of(PLANNER, board)
        first = self._workers[0]
        first.states[BASE] = states[0]
        first.memories[OWN] = memories[0]
        count = self._look(first, NO_ARMS, 0, 0)
        memories[0] = first.memories[OWN]
        for worker in self._workers[1:]:
            worker.memories[OWN] = memories[0]
            worker.moves[:] = first.moves
        self.sums[:] = 0
        return count

    def move(self, arm: int) -> Records:
        """Return a move that was tried, as an array of one record."""
        return self._workers[0].moves[arm : arm + 1]

    def add(self, arm: int, write: Callable[[Records], None]) -> int:
        """Let a further move be written behind those listed; return where it stands."""
        arm = min(arm, ARMS - 1)
        write(self.move(arm))
        for worker in self._workers[1:]:
            worker.moves[:] = self._workers[0].moves
        return arm

    def play(self, arms: Sequence[int], first: int, last: int) -> None:
        """Try moves out in the redealt games from one number to another."""
        numbers = np.array(arms, "i8")
        size = len(self._workers)
        if size == 1 or last - first < size or (last - first) * len(arms) < WORTH_SHARING:
            self._look(self._workers[0], numbers, first, last)
        else:
            cuts = [first + (last - first) * part // size for part in range(size + 1)]
            tasks = [
                _pool(size).submit(self._look, worker, numbers, start, end)
                for worker, start, end in zip(self._workers, cuts, cuts[1:], strict=False)
            ]
            for task in tasks:
                task.result()
        for worker in self._workers:
            for name in SUM.names or ():
                self.sums[name] += worker.sums[name]
            worker.sums[:] = 0

    def _look(self, worker: _Worker, arms: Records, first: int, last: int) -> int:
        count: int = look_ahead(
            worker.states,
            self._board,
            self._seat,
            self._books,
            worker.memories,
            worker.thoughts,
            worker.scratch,
            worker.results,
            worker.moves,
            self.guesses,
            self._room,
            self._weights,
            self._seed,
            arms,
            first,
            last,
            worker.sums,
        )
        return count
