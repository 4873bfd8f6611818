"""The records of a search: what it weighs by, its working space, and what it adds up.

Their sizes are compiled in, so this file counts among the sources of stellwerk.rules.kernel.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from stellwerk.board.layout import ROUTES, SEATS, TICKET_WORDS, TICKETS

WIN: Final = 1000
ARMS: Final = 160
"""Most moves that are tried for one decision, the planner's own first; a search tries far fewer."""
MOST_MARGIN: Final = 100
"""More points ahead or behind make no difference."""
CHANCES: Final = 256
SHARE_BITS: Final = 20
NATS: Final = 16
"""Likelihoods are kept as logarithms, in sixteenths."""

_WEIGHTS = np.dtype(
    [
        # What a play-out is worth by its margin, in thousandths of a win.
        ("worth", "i4", 2 * MOST_MARGIN + 1),
        # What tells another seat's tickets, in sixteenths of a natural logarithm: for each space it
        # built that a plan for them does not explain, but at most so much for a route; for each
        # such space once the plan is done; for each space that is missing, the more the fewer
        # pieces are left; for each that there are no pieces for; for each ticket the plan gives up;
        # and for eight points that it is worth. Routes that the seat has built are cheaper in such
        # a plan by so many sixteenths.
        ("unexplained", "i4"),
        ("stray", "i4"),
        ("beyond", "i4"),
        ("unfinished", "i4"),
        ("overdrawn", "i4"),
        ("dropped", "i4"),
        ("value", "i4"),
        ("discount", "i4"),
        # How tickets are proposed: by the spaces saved so far, their share, and completion.
        ("saved", "i4"),
        ("saved_share", "i4"),
        ("completed", "i4"),
        ("sweeps", "i4"),
        # So many of a hundred guesses stay fair redeals.
        ("fair", "i4"),
        # Which claims are tried.
        ("claims", "i4"),
        ("planned", "i4"),
        ("heat", "i4"),
    ],
    align=True,
)
WEIGHTS = np.dtype((np.record, _WEIGHTS))

_ROOM = np.dtype(
    [
        # belief.py: what nobody but its holder knows; how tempting each ticket is as a guess; how
        # often the believed plans of others want each route
        ("unseen", "u8", TICKET_WORDS),
        ("temptation", "i4", (SEATS, TICKETS)),
        ("believed", "i4", SEATS),
        ("heat", "i4", ROUTES),
        ("chance", "u4", CHANCES),
        # candidates.py
        ("rating", "i4", ARMS),
    ],
    align=True,
)
ROOM = np.dtype((np.record, _ROOM))

SUM = np.dtype(
    [
        ("number", "i8"),
        ("worth", "i8"),
        ("gain", "i8"),
        ("square", "i8"),
        ("wins", "i8"),
        ("margin", "i8"),
        ("lead", "i8"),
        ("lead_square", "i8"),
    ],
    align=True,
)
"""What play-outs of a move added up to: how many there were, their worth, and their gain over the
first of the moves tried with its square; wins in thousandths, the margin, and by how many points it
was ahead of that first move, with its square."""


def blank_room() -> np.ndarray[Any, np.dtype[Any]]:
    """Return room for a search, with its table of falling chances."""
    room = np.zeros(1, ROOM)
    room["chance"][0] = [
        round((1 << SHARE_BITS) * math.exp(-step / NATS)) for step in range(CHANCES)
    ]
    return room
