"""What the champion sees of a position: the observation of its seat, and the planner's advice."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.books import book_of
from stellwerk.bots.strategies.names import PLANNER
from stellwerk.champion.encoding import scales
from stellwerk.champion.entries import advise_games
from stellwerk.champion.network import Numbers
from stellwerk.envs.action_table import ActionTable
from stellwerk.envs.advice import Advice, AdviceRoom
from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.arrays import outlooks_of, tables_of
from stellwerk.envs.entries import look, mark
from stellwerk.envs.fields import Layout
from stellwerk.envs.records import SLOT, rows
from stellwerk.rules.score import RESULT
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
        self._told, told_rows = rows(1, self._advice.size)
        self._mask, self._mask_rows = rows(1, self.table.size)
        self._seat, self._advised = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._slots, self._results = np.zeros(1, SLOT), np.zeros(1, RESULT)
        self._rewards, self._over = np.zeros((1, seats), np.float32), np.zeros(1, np.bool_)
        self._tables: Final = tables_of(self.table, self._layout)
        self._outlooks: Final = outlooks_of(self._layout, 1)
        self._working: Final = (np.zeros(1, MOVE), np.zeros(1, SCRATCH))
        self._room: Final = AdviceRoom(np.zeros(1, MEMORY), np.zeros(1, THOUGHT), np.zeros(1, MOVE))
        self._given: Final = Advice(self._advice.places, told_rows, self._advised)

    def look(self, states: Records, seat: int) -> tuple[Numbers, Records, int]:
        """Return the network's inputs, the legal actions as ones, and the advised action."""
        board, numbers, book = self._board.record, self.table.numbers, book_of(PLANNER, self._board)
        viewers = self._seat
        viewers[0] = seat
        games = (
            *(states, self._slots, self._results, viewers),
            *(self._mask_rows, self._seen_rows, self._rewards, self._over, self._outlooks),
        )
        mark(0, 1, games, self._tables)
        look(0, 1, games, self._tables, viewers, self._working, self._seen_rows)
        advise_games(0, 1, states, board, numbers, viewers, book, self._room, self._given)
        seen = np.concatenate((self._seen[0], self._told[0])).astype(np.float32)
        return np.sqrt(seen) * self._scales, self._mask[0], int(self._advised[0])
