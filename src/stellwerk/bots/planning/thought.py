"""What a bot inside the kernel remembers of a game, and its working space for one decision."""

from __future__ import annotations

import numpy as np

from stellwerk.board.layout import (
    CITIES,
    COLOURS,
    OFFER,
    PILES,
    ROUTES,
    TICKET_WORDS,
    TICKETS,
    WORDS,
)

BUCKETS = 64
"""Distances kept apart while a way is searched; each route costs less than this."""
NO_COLOUR = -1

_PLAN = np.dtype(
    [
        # Routes to own in the end, those already owned among them; routes of others to borrow.
        ("routes", "u8", WORDS),
        ("borrowed", "u8", WORDS),
        ("dropped", "u8", TICKET_WORDS),
        ("value", "i4"),
        ("half_turns", "i4"),
        ("pieces", "i4", PILES),
        ("stations", "i4"),
    ],
    align=True,
)
PLAN = np.dtype((np.record, _PLAN))
"""A plan for a set of tickets: the routes it wants, the tickets it gives up, what it takes to carry
it out from now on, and its value in half points."""

_MEMORY = np.dtype(
    [
        ("rng", "u8"),
        ("plan", PLAN),
        ("held", "u8", TICKET_WORDS),
        ("made", "u1"),
        ("exchange", "u1", PILES),
        ("judged", "u1"),
        ("hope", "i4"),
    ],
    align=True,
)
MEMORY = np.dtype((np.record, _MEMORY))
"""What a seat remembers from one decision to the next: its chance, its plan, the tickets the plan
was made for, how many pieces of each kind the plan wants to give up for the other; and with how
many pieces it judged what new tickets may be worth, and what it hoped for."""

_THOUGHT = np.dtype(
    [
        # hand.py: spaces the cards of a colour cover, by train and by ship, and the most of each
        ("cards", "i4", (PILES, COLOURS)),
        ("most", "i4", PILES),
        ("locomotives", "i4"),
        # hand.py: spaces of planned routes by colour, and of gray ones; pairs; ferries
        ("need", "i4", (PILES, COLOURS)),
        ("gray", "i4", PILES),
        ("longest_gray", "i4", PILES),
        ("rugged", "i4"),
        ("symbols", "i4"),
        ("missing", "i4"),
        # costs.py
        ("budget", "i4", PILES),
        ("budget_in_all", "i4"),
        ("stations", "i4"),
        ("half_turns", "i4"),
        ("usable", "u8", WORDS),
        ("usable_before", "u8", WORDS),
        ("owned", "u8", WORDS),
        ("others", "u8", WORDS),
        ("price", "i4", ROUTES),
        # paths.py
        ("cost", "i4", ROUTES),
        ("bucket", "u8", BUCKETS),
        ("distance", "i4", CITIES),
        ("came_by", "u1", CITIES),
        ("reached", "i4"),
        # plan.py
        ("wanted", "u8", TICKET_WORDS),
        ("listed", "u1", TICKETS),
        ("plan", PLAN),
        ("draft", PLAN),
        ("saved", PLAN),
        # keeping.py: what each set of offered tickets is worth, WORTHLESS if it may not be kept
        ("keep_value", "i4", 1 << OFFER),
        # ticket_draws.py: whether to leave a hope that takes long for later, and whether one was
        ("postpones", "u1"),
        ("postponed", "u1"),
        ("worth", "i4", TICKETS),
        # onestep.py
        ("served", "i4", ROUTES),
        # harbours.py
        ("named", "u1", CITIES),
        ("symbol_colour", "i4"),
    ],
    align=True,
)
THOUGHT = np.dtype((np.record, _THOUGHT))
"""Working space of one decision; nothing in it outlives the decision. Whoever asks for one sets
``postpones``, where it is not 0."""
