"""Bots in the other seats of a batch: they answer inside the kernel, in the same call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stellwerk.board import Board, UnknownName
from stellwerk.board.layout import SEATS
from stellwerk.board.names import closest
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.entries import PLAYER
from stellwerk.bots.strategies.names import STRATEGIES
from stellwerk.envs.arrays import Bots

Array = np.ndarray[Any, np.dtype[Any]]


class Opponents:
    """The bots of all games of a batch; the learner's seat moves on by one from game to game."""

    def __init__(self, names: Sequence[str], board: Board, games: int, seats: int) -> None:
        self.names: Final = tuple(names)
        self.seats: Final = seats
        self._players: Array = np.zeros(seats - 1, PLAYER)
        self._players["strategy"] = [STRATEGIES.index(name) for name in names]
        self._players["book"] = range(seats - 1)
        books = [book_of(STRATEGIES.index(name), board) for name in names]
        self._books: Array = np.concatenate(books)
        self._memories: Array = np.zeros((games, SEATS), MEMORY)

    @classmethod
    def of(
        cls, names: str | Sequence[str] | None, board: Board, games: int, seats: int
    ) -> Opponents | None:
        """Return opponents by name, a single name for all of them; None for none."""
        if names is None:
            return None
        listed = names.split(",") if isinstance(names, str) else list(names)
        for name in listed:
            if name not in STRATEGIES:
                raise UnknownName("bot", name, closest(name, STRATEGIES) or STRATEGIES)
        return cls([listed[i % len(listed)] for i in range(seats - 1)], board, games, seats)

    def bots(self) -> Bots:
        """Return the bots as the kernel reads them, with working space for one call."""
        return self._players, self._books, self._memories, np.zeros(1, THOUGHT)
