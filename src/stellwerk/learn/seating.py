"""Weights learned with one number of seats as a beginning for another.

Only the first layer differs: what a network reads of each other seat stands there once for each of
them. A route that another owns means the same whoever it is; of numbers, such as points, each other
seat's counts for its share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import SEATS
from stellwerk.champion.network import Numbers
from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.fields import Layout

FIRST: Final = "trunk.first.weight"
_PLACES: Final = frozenset(("own", "station", "harbour"))
"""Fields of a seat that say where it has built."""


def for_seats(weights: Mapping[str, Numbers], board: Board, seats: int) -> dict[str, Numbers]:
    """Return weights that read what is seen with some number of seats."""
    advice = AdviceLayout(board).size
    size = weights[FIRST].shape[1] - advice
    layouts = (Layout(board, number) for number in range(2, SEATS + 1))
    before = next((layout for layout in layouts if layout.size == size), None)
    if before is None:
        raise ValueError(f"these are not the weights of a network for {board.id}")
    after = Layout(board, seats)
    seen = np.concatenate(
        [_columns(weights[FIRST], before, after, name) for name in after.fields], 1
    )
    return {**weights, FIRST: np.concatenate((seen, weights[FIRST][:, size:]), 1)}


def _columns(first: Numbers, before: Layout, after: Layout, name: str) -> Numbers:
    """Return what the first layer makes of one field."""
    base, _, number = name.rpartition("_")
    if name == "seat":
        columns = first[:, before[name].slice]
        return columns[:, np.minimum(np.arange(after.seats), before.seats - 1)]
    if not number.isdigit() or int(number) == 0:
        return first[:, before[name].slice]
    others = range(1, before.seats)
    mean: Numbers = np.mean([first[:, before[f"{base}_{other}"].slice] for other in others], 0)
    return mean if base in _PLACES else mean * np.float32((before.seats - 1) / (after.seats - 1))
