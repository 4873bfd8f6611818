"""Working space of the kernel, passed in because kernels do not allocate (but sweep.py)."""

from __future__ import annotations

from typing import Annotated, Protocol

from stellwerk.board.layout import (
    BUILDINGS,
    CITIES,
    KINDS,
    OFFER,
    ROUTES,
    SEATS,
    TICKET_PILES,
    TICKET_WORDS,
    TICKETS,
    WORDS,
)
from stellwerk.board.records import Array1, Array2, dtype_of
from stellwerk.rules.state import QUEUE

RING = 16
"""Distances that a search keeps apart: more than the longest route has spaces."""


class Scratch(Protocol):
    """Working space, and the state of the generator of players and samplers."""

    # bits.py
    rng: Annotated[int, "u8"]
    # network.py and trail.py
    core: Annotated[int, "u8"]
    edges: Annotated[Array1, "u8", WORDS]
    unused: Annotated[Array1, "u8", WORDS]
    seen: Annotated[Array1, "u8", WORDS]
    ahead: Annotated[Array2, "u8", ROUTES, WORDS]
    label: Annotated[Array1, "u1", CITIES]
    degree: Annotated[Array1, "u1", CITIES]
    branch: Annotated[Array1, "u1", CITIES]
    second_branch: Annotated[Array1, "u1", CITIES]
    shortest: Annotated[Array1, "u1", CITIES]
    city_at: Annotated[Array1, "u1", ROUTES]
    route_at: Annotated[Array1, "u1", ROUTES]
    # distance.py
    distance: Annotated[Array1, "i2", CITIES]
    ring: Annotated[Array1, "u8", RING]
    usable: Annotated[Array1, "u8", WORDS]
    costless: Annotated[Array1, "u8", WORDS]
    came_by: Annotated[Array1, "u1", CITIES]
    path_set: Annotated[Array1, "u8", WORDS]
    path: Annotated[Array1, "u1", ROUTES]
    path_length: Annotated[int, "i4"]
    # tour.py and borrow.py
    network: Annotated[Array1, "u8", WORDS]
    stop_at: Annotated[Array1, "u1", ROUTES]
    passed_at: Annotated[Array1, "u8", ROUTES]
    flow: Annotated[Array2, "u8", 2, WORDS]
    link: Annotated[Array1, "u8", BUILDINGS]
    candidate: Annotated[Array2, "u1", BUILDINGS, ROUTES]
    candidates: Annotated[Array1, "u1", BUILDINGS]
    pick: Annotated[Array1, "u1", BUILDINGS]
    borrowed: Annotated[Array1, "u1", BUILDINGS]
    open_ticket: Annotated[Array1, "u1", TICKETS]
    open_tickets: Annotated[int, "i4"]
    closed_tickets: Annotated[int, "i4"]
    order: Annotated[Array1, "u1", TICKETS]
    to_order: Annotated[Array1, "u1", TICKETS]
    undecided: Annotated[int, "i4"]
    naming: Annotated[Array2, "u1", 2, BUILDINGS]
    # score.py
    ticket_value: Annotated[Array1, "i2", TICKETS]
    # hidden.py
    runs: Annotated[int, "i4"]
    pool: Annotated[Array1, "u1", KINDS]
    symbol: Annotated[Array1, "u1", QUEUE]
    offered: Annotated[Array2, "u1", SEATS, OFFER]
    ticket_of: Annotated[Array1, "u1", TICKETS]
    symbol_of: Annotated[Array1, "u1", TICKETS]
    holder: Annotated[Array1, "u1", TICKETS]
    in_queue: Annotated[Array1, "u1", TICKETS]
    start_kept: Annotated[Array1, "u1", SEATS]
    draw_kept: Annotated[Array1, "u1", TICKETS]
    unknown: Annotated[Array2, "u8", TICKET_PILES, TICKET_WORDS]
    queued: Annotated[Array1, "u8", TICKET_WORDS]


SCRATCH = dtype_of(Scratch)
