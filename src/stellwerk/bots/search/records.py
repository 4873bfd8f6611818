"""The records of a search: what it weighs by, its working space, and what it adds up.

Their sizes are compiled in, so this file counts among the sources of stellwerk.rules.kernel.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Final, NamedTuple, Protocol

import numpy as np

from stellwerk.board.layout import ROUTES, SEATS, TICKET_WORDS, TICKETS
from stellwerk.board.records import Array1, Array2, dtype_of
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

Array = np.ndarray[Any, np.dtype[Any]]

WIN: Final = 1000
ARMS: Final = 160
"""Most moves that are tried for one decision, the planner's own first; a search tries far fewer."""
MOST_MARGIN: Final = 100
"""More points ahead or behind make no difference."""
CHANCES: Final = 256
SHARE_BITS: Final = 20
NATS: Final = 16
"""Likelihoods are kept as logarithms, in sixteenths."""


class Weights(Protocol):
    """What a search goes by."""

    # What a play-out is worth by its margin, in thousandths of a win.
    worth: Annotated[Array1, "i4", 2 * MOST_MARGIN + 1]
    # What tells another seat's tickets, in sixteenths of a natural logarithm: for each space it
    # built that a plan for them does not explain, but at most this much for a route; for each
    # such space once the plan is done; for each space that is missing, the more the fewer
    # pieces are left; for each that there are no pieces for; for each ticket the plan gives up;
    # and for eight points that it is worth. Routes that the seat has built are cheaper in such
    # a plan, by a number of sixteenths.
    unexplained: Annotated[int, "i4"]
    stray: Annotated[int, "i4"]
    beyond: Annotated[int, "i4"]
    unfinished: Annotated[int, "i4"]
    overdrawn: Annotated[int, "i4"]
    dropped: Annotated[int, "i4"]
    value: Annotated[int, "i4"]
    discount: Annotated[int, "i4"]
    # How tickets are proposed: by the spaces saved so far, their share, and completion.
    saved: Annotated[int, "i4"]
    saved_share: Annotated[int, "i4"]
    completed: Annotated[int, "i4"]
    sweeps: Annotated[int, "i4"]
    # How many of a hundred guesses stay fair redeals.
    fair: Annotated[int, "i4"]
    # Which claims are tried.
    claims: Annotated[int, "i4"]
    planned: Annotated[int, "i4"]
    heat: Annotated[int, "i4"]


WEIGHTS = dtype_of(Weights)


class Room(Protocol):
    """Working space of a search."""

    # belief.py: what nobody but its holder knows; how tempting each ticket is as a guess; how
    # often the believed plans of others want each route
    unseen: Annotated[Array1, "u8", TICKET_WORDS]
    temptation: Annotated[Array2, "i4", SEATS, TICKETS]
    believed: Annotated[Array1, "i4", SEATS]
    heat: Annotated[Array1, "i4", ROUTES]
    chance: Annotated[Array1, "u4", CHANCES]
    # candidates.py
    rating: Annotated[Array1, "i4", ARMS]


ROOM = dtype_of(Room)


class Sum(Protocol):
    """What play-outs of a move added up to.

    How many there were, their worth, and their gain over the first of the moves tried with its
    square; wins in thousandths, the margin, and by how many points it was ahead of that first move,
    with its square.
    """

    number: Annotated[int, "i8"]
    worth: Annotated[int, "i8"]
    gain: Annotated[int, "i8"]
    square: Annotated[int, "i8"]
    wins: Annotated[int, "i8"]
    margin: Annotated[int, "i8"]
    lead: Annotated[int, "i8"]
    lead_square: Annotated[int, "i8"]


SUM = dtype_of(Sum)


class Desk(NamedTuple):
    """What one thread needs for itself."""

    states: Array
    """See BASE, REDEALT and PLAYED."""
    memories: Array
    """Those of a redealt game, those in use, and at OWN that of the deciding seat."""
    thoughts: Array
    scratches: Array
    results: Array
    moves: Array
    """The moves to try, and room for one more."""
    sums: Array


BASE, REDEALT, PLAYED = range(3)
"""The states of a search: the one to decide in, one that may be the real one, one played on."""
OWN: Final = 2 * SEATS


def blank_desk() -> Desk:
    """Return room for one thread."""
    return Desk(
        np.zeros(PLAYED + 1, STATE),
        np.zeros(OWN + 1, MEMORY),
        np.zeros(1, THOUGHT),
        np.zeros(1, SCRATCH),
        np.zeros(1, RESULT),
        np.zeros(ARMS + 1, MOVE),
        np.zeros(ARMS + 1, SUM),
    )


def blank_room() -> Array:
    """Return room for a search, with its table of falling chances."""
    room = np.zeros(1, ROOM)
    room["chance"][0] = [
        round((1 << SHARE_BITS) * math.exp(-step / NATS)) for step in range(CHANCES)
    ]
    return room
