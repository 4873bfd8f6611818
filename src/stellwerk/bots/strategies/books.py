"""The book that each strategy plays by on a board."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.bots.planning.playbook import book, spaces_book
from stellwerk.bots.strategies.names import GREEDY, JUNKIE, ONESTEP, PLANNER
from stellwerk.bots.strategies.tuned import tuned

_MODESTY: Final = 8
"""What a space counts against a ticket for those who keep few."""


@lru_cache(maxsize=256)
def book_of(strategy: int, board: Board) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the book of a strategy for a board, as an array of one BOOK record."""
    if strategy == PLANNER:
        return book(board, tuned(board).parameters)
    if strategy in (GREEDY, ONESTEP):
        return spaces_book(board, plan_price=_MODESTY)
    return _long_routes(board) if strategy == JUNKIE else spaces_book(board)


def _long_routes(board: Board) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the junkie's book: the more points a route has for its length, the cheaper it is."""
    books = spaces_book(board)
    for i, route in enumerate(board.routes):
        points = board.rules.route_points[route.length - 1]
        books["route_cost"][0, i] = max(1, 2 + 2 * route.length - points)
    return books
