"""The working space of a search, and the numbers it weighs by."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from stellwerk.board.layout import ROUTES, SEATS, TICKET_WORDS, TICKETS

ARMS: Final = 40
"""Most moves that are tried for one decision, the planner's own first."""
CHANCES: Final = 256
SHARE_BITS: Final = 20
NATS: Final = 16
"""Likelihoods are kept as logarithms, in sixteenths."""

_WEIGHTS = np.dtype(
    [
        # What a play-out is worth: thousandths of a win, and so many for each point of margin.
        ("margin", "i4"),
        ("most_margin", "i4"),
        # What tells another seat's tickets, in sixteenths of a natural logarithm: for each space it
        # built that a plan for them does not explain, for each ticket such a plan gives up, and for
        # half a point that the plan is worth; own routes are cheaper by so many sixteenths.
        ("unexplained", "i4"),
        ("dropped", "i4"),
        ("value", "i4"),
        ("discount", "i4"),
        # How tickets are proposed: by the spaces saved so far, their share, and completion.
        ("saved", "i4"),
        ("saved_share", "i4"),
        ("completed", "i4"),
        ("sweeps", "i4"),
        # Which claims are tried.
        ("claims", "i4"),
        ("planned", "i4"),
        ("heat", "i4"),
    ],
    align=True,
)
WEIGHTS = np.dtype((np.record, _WEIGHTS))

USUAL: Final = {
    "margin": 5,
    "most_margin": 80,
    "unexplained": 10,
    "dropped": 16,
    "value": 0,
    "discount": 1,
    "saved": 4,
    "saved_share": 27,
    "completed": 16,
    "sweeps": 3,
    "claims": 8,
    "planned": 40,
    "heat": 20,
}

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

SUM = np.dtype([("worth", "i8"), ("gain", "i8"), ("square", "i8")], align=True)
"""What play-outs of a move added up to: their worth, and their gain over the planner's own move
with its square."""


def weights(**changed: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the usual weights with some of them changed, as an array of one WEIGHTS record."""
    record = np.zeros(1, WEIGHTS)
    for name, value in {**USUAL, **changed}.items():
        record[name] = value
    return record


def blank_room() -> np.ndarray[Any, np.dtype[Any]]:
    """Return room for a search, with its table of falling chances."""
    room = np.zeros(1, ROOM)
    room["chance"][0] = [
        round((1 << SHARE_BITS) * math.exp(-step / NATS)) for step in range(CHANCES)
    ]
    return room
