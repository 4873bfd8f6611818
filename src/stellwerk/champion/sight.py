"""What the champion sees of a position: the observation of its seat, and the planner's advice."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.bots.advice.layout import AdviceLayout
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.champion.encoding import scales
from stellwerk.champion.entries import look_and_advise
from stellwerk.champion.network import Numbers
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.fields import Layout
from stellwerk.envs.records import SLOT, rows
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE

Records = np.ndarray[Any, np.dtype[Any]]


@lru_cache(maxsize=16)
def table_of(board: Board) -> ActionTable:
    """Return the numbered actions of a board."""
    return ActionTable(board)


class Sight:
    """Room for one position after the other on a board with a number of seats."""

    def __init__(self, board: Board, seats: int) -> None:
        self.table: Final = table_of(board)
        self._board: Final = board
        self._layout: Final = Layout(board, seats)
        self._advice: Final = AdviceLayout(board)
        self._scales: Final = scales(self._layout, self._advice)
        self._seen, self._seen_rows = rows(1, self._layout.size)
        self._told, self._told_rows = rows(1, self._advice.size)
        self._mask, self._mask_rows = rows(1, self.table.size)
        self._slots = np.zeros(1, SLOT)
        self._memories, self._thoughts = np.zeros(1, MEMORY), np.zeros(1, THOUGHT)
        self._scratch, self._moves = np.zeros(1, SCRATCH), np.zeros(1, MOVE)

    def look(self, states: Records, seat: int) -> tuple[Numbers, Records, int]:
        """Return the network's inputs, the legal actions as ones, and the advised action."""
        advised: int = look_and_advise(
            states,
            self._board.record,
            self.table.numbers,
            self._layout.places,
            self._advice.places,
            self._slots,
            seat,
            book_of(PLANNER, self._board),
            self._memories,
            self._thoughts,
            self._moves,
            self._scratch,
            self._seen_rows,
            self._told_rows,
            self._mask_rows,
        )
        seen = np.concatenate((self._seen[0], self._told[0])).astype(np.float32)
        return np.sqrt(seen) * self._scales, self._mask[0], advised
