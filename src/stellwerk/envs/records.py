"""The records of the environments: a slot of a batch, an action, and where things are numbered."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np

from stellwerk.board.layout import CITIES, COLOURS, ROUTES, SEATS, WORDS
from stellwerk.board.records import Array1, Array2, dtype_of
from stellwerk.rules.state import PASS

Array = np.ndarray[Any, np.dtype[Any]]


class Slot(Protocol):
    """What a batch remembers of a game beside its state.

    The chance its deals come from, games finished in this slot, decisions of this game, the seat of
    the learner where bots have the others; per seat the kind of its last move and the route it last
    claimed or tried (both plus 1), and the points its rewards have counted.
    """

    rng: Annotated[int, "u8"]
    episodes: Annotated[int, "u4"]
    steps: Annotated[int, "u4"]
    learner: Annotated[int, "u1"]
    last_kind: Annotated[Array1, "u1", SEATS]
    last_route: Annotated[Array1, "u1", SEATS]
    counted: Annotated[Array1, "i2", SEATS]


SLOT = dtype_of(Slot)


class ActionRecord(Protocol):
    """One row of an action table: a move of the rules, with the colour that pays.

    ``COLOURS`` stands for locomotives alone, ``EXACT`` for the cards of a table of all payments.
    Which cards a colour means depends on the hand.
    """

    target: Annotated[int, "i2"]
    argument: Annotated[int, "i2"]
    kind: Annotated[int, "u1"]
    colour: Annotated[int, "u1"]


ACTION = dtype_of(ActionRecord)

EXACT = 255

MOVE_KINDS = PASS + 1


class ActionNumbers(Protocol):
    """The numbers of all actions, ABSENT where a board has none.

    Those that are paid for with a colour are listed by target and colour, those of a table of all
    payments lie behind its first. Any other one is ``base + stride × target + argument`` of its
    kind. ``rows`` are the routes whose claims with all eight colours have numbers in a row.
    """

    rows: Annotated[Array1, "u8", WORDS]
    claim: Annotated[Array2, "i4", ROUTES, COLOURS + 1]
    station: Annotated[Array2, "i4", CITIES, COLOURS + 1]
    harbour: Annotated[Array2, "i4", CITIES, COLOURS + 1]
    base: Annotated[Array1, "i4", MOVE_KINDS]
    stride: Annotated[Array1, "i4", MOVE_KINDS]
    payments: Annotated[int, "i4"]
    size: Annotated[int, "i4"]


NUMBERS = dtype_of(ActionNumbers)


class Places(Protocol):
    """Where each field of an observation begins, ABSENT for a field it does not have.

    Where one number for each seat is kept, seats are counted from the viewer. ``kind_at`` lists the
    kinds of cards the board has; ``place_of`` is its inverse.
    """

    size: Annotated[int, "i4"]
    phase: Annotated[int, "i4"]
    seat: Annotated[int, "i4"]
    hand: Annotated[int, "i4"]
    display: Annotated[int, "i4"]
    discards: Annotated[int, "i4"]
    unseen: Annotated[int, "i4"]
    piles: Annotated[int, "i4"]
    own: Annotated[Array1, "i4", SEATS]
    open: Annotated[int, "i4"]
    held: Annotated[int, "i4"]
    offer: Annotated[int, "i4"]
    tickets_left: Annotated[int, "i4"]
    turns_left: Annotated[int, "i4"]
    pieces: Annotated[Array1, "i4", SEATS]
    points: Annotated[Array1, "i4", SEATS]
    cards: Annotated[Array1, "i4", SEATS]
    tickets: Annotated[Array1, "i4", SEATS]
    known: Annotated[Array1, "i4", SEATS]
    last_move: Annotated[Array1, "i4", SEATS]
    last_route: Annotated[Array1, "i4", SEATS]
    start_mix: Annotated[Array1, "i4", SEATS]
    station: Annotated[Array1, "i4", SEATS]
    harbour: Annotated[Array1, "i4", SEATS]
    tunnel: Annotated[int, "i4"]
    tunnel_extra: Annotated[int, "i4"]
    laid: Annotated[int, "i4"]
    turned: Annotated[int, "i4"]
    distance: Annotated[int, "i4"]
    kinds: Annotated[int, "i4"]
    kind_at: Annotated[Array1, "u1", 32]
    place_of: Annotated[Array1, "u1", 32]


PLACES = dtype_of(Places)

ABSENT = -1

ROOM = 1 << 14
"""Most actions of a table, and most bytes of an observation."""


class Row(Protocol):
    """A row of masks or observations, as kernels see it.

    It is a record, since an array would be counted by reference at each call. Of its bytes only as
    many are touched as a row has; see ``rows``.
    """

    byte: Annotated[Array1, "u1", ROOM]


ROW = dtype_of(Row)


def rows(count: int, size: int) -> tuple[Array, Array]:
    """Make an array of rows of bytes, and the same memory as one ROW record for each row.

    Records lie as close as the rows, and so overlap; behind the last there is room for its end.
    """
    memory = np.zeros(count * size + ROOM, np.uint8)
    records: Array = np.ndarray((count,), ROW, memory, strides=(size,))
    return memory[: count * size].reshape(count, size), records
