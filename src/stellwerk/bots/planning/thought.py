"""What a bot inside the kernel remembers of a game, and its working space for one decision."""

from __future__ import annotations

from typing import Annotated, Protocol

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
from stellwerk.board.records import Array1, Array2, Records, dtype_of

BUCKETS = 64
"""Distances kept apart while a way is searched; each route costs less than this."""
NO_COLOUR = -1


class Plan(Protocol):
    """A plan for a set of tickets.

    The routes it wants, the tickets it gives up, what it takes to carry it out from now on, and its
    value in half points.
    """

    # Routes to own in the end, those already owned among them; routes of others to borrow.
    routes: Annotated[Array1, "u8", WORDS]
    borrowed: Annotated[Array1, "u8", WORDS]
    dropped: Annotated[Array1, "u8", TICKET_WORDS]
    value: Annotated[int, "i4"]
    half_turns: Annotated[int, "i4"]
    pieces: Annotated[Array1, "i4", PILES]
    stations: Annotated[int, "i4"]


PLAN = dtype_of(Plan)


class Memory(Protocol):
    """What a seat remembers from one decision to the next.

    Its chance, its plan, the tickets the plan was made for, how many pieces of each kind the plan
    wants to give up for the other; and with how many pieces it judged what new tickets may be
    worth, and what it hoped for.
    """

    rng: Annotated[int, "u8"]
    plan: Annotated[Plan, PLAN]
    held: Annotated[Array1, "u8", TICKET_WORDS]
    made: Annotated[int, "u1"]
    exchange: Annotated[Array1, "u1", PILES]
    judged: Annotated[int, "u1"]
    hope: Annotated[int, "i4"]


MEMORY = dtype_of(Memory)


class Thought(Protocol):
    """Working space of one decision; nothing in it outlives the decision.

    A caller that asks for one sets ``postpones``, where it is not 0.
    """

    # hand.py: spaces the cards of a colour cover, by train and by ship, and the most of each
    cards: Annotated[Array2, "i4", PILES, COLOURS]
    most: Annotated[Array1, "i4", PILES]
    locomotives: Annotated[int, "i4"]
    # hand.py: spaces of planned routes by colour, and of gray ones; pairs; ferries
    need: Annotated[Array2, "i4", PILES, COLOURS]
    gray: Annotated[Array1, "i4", PILES]
    longest_gray: Annotated[Array1, "i4", PILES]
    rugged: Annotated[int, "i4"]
    symbols: Annotated[int, "i4"]
    missing: Annotated[int, "i4"]
    # costs.py
    budget: Annotated[Array1, "i4", PILES]
    budget_in_all: Annotated[int, "i4"]
    stations: Annotated[int, "i4"]
    half_turns: Annotated[int, "i4"]
    usable: Annotated[Array1, "u8", WORDS]
    usable_before: Annotated[Array1, "u8", WORDS]
    owned: Annotated[Array1, "u8", WORDS]
    others: Annotated[Array1, "u8", WORDS]
    price: Annotated[Array1, "i4", ROUTES]
    # paths.py
    cost: Annotated[Array1, "i4", ROUTES]
    bucket: Annotated[Array1, "u8", BUCKETS]
    distance: Annotated[Array1, "i4", CITIES]
    came_by: Annotated[Array1, "u1", CITIES]
    reached: Annotated[int, "i4"]
    # plan.py
    wanted: Annotated[Array1, "u8", TICKET_WORDS]
    listed: Annotated[Array1, "u1", TICKETS]
    plan: Annotated[Plan, PLAN]
    draft: Annotated[Plan, PLAN]
    saved: Annotated[Plan, PLAN]
    # keeping.py: what each set of offered tickets is worth, WORTHLESS if it may not be kept
    keep_value: Annotated[Array1, "i4", 1 << OFFER]
    # ticket_draws.py: whether to leave a hope that takes long for later, and whether one was
    postpones: Annotated[int, "u1"]
    postponed: Annotated[int, "u1"]
    worth: Annotated[Array1, "i4", TICKETS]
    # onestep.py
    served: Annotated[Array1, "i4", ROUTES]
    # harbours.py
    named: Annotated[Array1, "u1", CITIES]
    symbol_colour: Annotated[int, "i4"]


THOUGHT = dtype_of(Thought)

Memories = Records[Memory]
Thoughts = Records[Thought]
