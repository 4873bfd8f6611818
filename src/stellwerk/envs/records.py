"""The records of the environments: a slot of a batch, an action, and where things are numbered."""

from __future__ import annotations

from typing import Any

import numpy as np

from stellwerk.board.layout import CITIES, COLOURS, PILES, ROUTES, SEATS

Array = np.ndarray[Any, np.dtype[Any]]

_SLOT = np.dtype(
    [
        ("rng", "u8"),
        ("episodes", "u4"),
        ("steps", "u4"),
        ("learner", "u1"),
        ("last_kind", "u1", SEATS),
        ("last_route", "u1", SEATS),
        ("counted", "i2", SEATS),
    ],
    align=True,
)
SLOT = np.dtype((np.record, _SLOT))
"""What a batch remembers of a game beside its state: the chance its deals come from, games finished
in this slot, decisions of this game, the seat of the learner where bots have the others; per seat
the kind of its last move and the route it last claimed or tried (both plus 1), and the points its
rewards have counted."""

_ACTION = np.dtype(
    [("target", "i2"), ("argument", "i2"), ("kind", "u1"), ("colour", "u1")], align=True
)
ACTION = np.dtype((np.record, _ACTION))
"""One row of an action table: a move of the rules, with the colour that pays (``COLOURS``: with
locomotives alone; ``EXACT``: those of a table of all payments). Which cards a colour means depends
on the hand."""

EXACT = 255

_NUMBERS = np.dtype(
    [
        ("claim", "i4", (ROUTES, COLOURS + 1)),
        ("station", "i4", (CITIES, COLOURS + 1)),
        ("harbour", "i4", (CITIES, COLOURS + 1)),
        ("exchange", "i4", PILES),
        ("size", "i4"),
        ("mix", "i4"),
        ("keep", "i4"),
        ("pieces", "i4"),
        ("take", "i4"),
        ("blind", "i4"),
        ("tickets", "i4"),
        ("pay_tunnel", "i4"),
        ("withdraw", "i4"),
        ("pass_turn", "i4"),
        ("payments", "i4"),
    ],
    align=True,
)
NUMBERS = np.dtype((np.record, _NUMBERS))
"""The number of each action, or of the first of its kind, ABSENT where a board has none; in a table
of all payments those that are paid for have no numbers but the first."""

_PLACES = np.dtype(
    [
        ("size", "i4"),
        ("phase", "i4"),
        ("seat", "i4"),
        ("hand", "i4"),
        ("display", "i4"),
        ("discards", "i4"),
        ("unseen", "i4"),
        ("piles", "i4"),
        ("own", "i4", SEATS),
        ("open", "i4"),
        ("held", "i4"),
        ("offer", "i4"),
        ("tickets_left", "i4"),
        ("turns_left", "i4"),
        ("pieces", "i4", SEATS),
        ("points", "i4", SEATS),
        ("cards", "i4", SEATS),
        ("tickets", "i4", SEATS),
        ("known", "i4", SEATS),
        ("last_move", "i4", SEATS),
        ("last_route", "i4", SEATS),
        ("start_mix", "i4", SEATS),
        ("station", "i4", SEATS),
        ("harbour", "i4", SEATS),
        ("tunnel", "i4"),
        ("tunnel_extra", "i4"),
        ("laid", "i4"),
        ("turned", "i4"),
        ("distance", "i4"),
        ("kinds", "i4"),
        ("kind_at", "u1", 32),
        ("place_of", "u1", 32),
    ],
    align=True,
)
PLACES = np.dtype((np.record, _PLACES))
"""Where each field of an observation begins, -1 for a field it does not have; where one number for
each seat is kept, seats are counted from the viewer. ``kind_at`` lists the kinds of cards the board
has; ``place_of`` is its inverse."""

ABSENT = -1

ROOM = 1 << 14
"""Most actions of a table, and most bytes of an observation."""

_ROW = np.dtype([("byte", "u1", ROOM)])
ROW = np.dtype((np.record, _ROW))
"""A row of masks or observations, as kernels see it: a record, since an array would be counted by
reference at each call. Of its bytes only as many are touched as a row has; see ``rows``."""


def rows(count: int, size: int) -> tuple[Array, Array]:
    """Make an array of rows of bytes, and the same memory as one ROW record for each row.

    Records lie as close as the rows, and so overlap; behind the last there is room for its end.
    """
    memory = np.zeros(count * size + ROOM, np.uint8)
    records: Array = np.ndarray((count,), ROW, memory, strides=(size,))
    return memory[: count * size].reshape(count, size), records
