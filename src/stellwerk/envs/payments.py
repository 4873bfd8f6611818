"""Every set of cards that could ever pay for something on a board, as the rules list them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import BUILDINGS, LOCOMOTIVE
from stellwerk.rules import entries
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CLAIM,
    MOVE,
    PAY_TUNNEL,
    STATE,
    TUNNEL,
    TURN,
    TURNED,
)

Array = np.ndarray[Any, np.dtype[Any]]

_ROOM: Final = 1 << 16


@lru_cache(maxsize=16)
def all_payments(board: Board) -> Array:
    """Return a MOVE for each set of cards with which a route, station, harbour or tunnel is paid.

    The rules are asked what a seat can pay that holds all cards there are.
    """
    rows = np.concatenate(list(_asked(board)))
    _, first = np.unique(rows, return_index=True)
    kept: Array = rows[np.sort(first)]
    kept["used"] = (kept["cards"] > 0) @ (1 << np.arange(kept["cards"].shape[1]))
    return kept


def _asked(board: Board) -> Iterator[Array]:
    """Ask the rules for the payments of each target, at each price it can have."""
    record, states = board.record, np.zeros(1, STATE)
    entries.deal(states, 0, record, 2)
    states["phase"], states["pending"], states["turn"] = TURN, 1, 0
    states["hand"][0, 0] = record["stock"][0]
    states["pieces"][0, 0] = 255
    for route in range(len(board.routes)):
        yield _payments(states, record, CLAIM, route)
    for price in range(1, board.rules.stations + 1):
        # The first stations stand where none is asked for.
        built = (1 << (price - 1)) - 1
        for city in _members(int(record["station_cities"][0])):
            states["station"][0, 0] = built if city >= BUILDINGS else built << BUILDINGS
            yield _payments(states, record, BUILD_STATION, city)
    states["station"] = 0
    if board.rules.harbours:
        states["own"][0, 0] = record["all_routes"][0]
        for city in _members(int(record["ports"][0])):
            yield _payments(states, record, BUILD_HARBOUR, city)
    if record["has_tunnels"][0]:
        states["phase"] = TUNNEL
        for kind in (*range(len(board.colours)), LOCOMOTIVE):
            states["laid"] = 0
            states["laid"][0, kind] = 1
            for extra in range(1, TURNED + 1):
                states["tunnel_extra"] = extra
                yield _payments(states, record, PAY_TUNNEL, 0)


def _payments(states: Array, record: Array, kind: int, target: int) -> Array:
    moves = np.zeros(_ROOM, MOVE)
    count = entries.payments(states, 0, record, 0, kind, target, moves)
    assert count < _ROOM, "more payments than there is room for"
    found: Array = moves[:count]
    found["used"] = 0
    return found.copy()


def _members(word: int) -> Iterator[int]:
    return (member for member in range(64) if word >> member & 1)
