"""The engine's maxima, the numbering of card kinds, and the BOARD record the kernel reads."""

from __future__ import annotations

from typing import Annotated, Protocol

from stellwerk.board.records import Array1, Array2, Array3, dtype_of

SEATS = 5
CITIES = 64
ROUTES = 192
WORDS = ROUTES // 64
"""A set of routes is this many 64-bit words; a set of cities is one."""
LANES = 3
TICKETS = 104
TICKET_WORDS = 2
TICKET_PILES = 2
STOPS = 6
OFFER = 8
"""Most tickets dealt to a seat at the start."""
DRAW = 4
"""Most tickets drawn at once later."""
LENGTH = 9
DISPLAY = 8
BUILDINGS = 3
"""Most stations, and most harbours, of a seat."""
HARBOUR_TICKETS = 3
"""Completed tickets that name a harbour; more add nothing to its value."""
PILES = 2
PILE = 255
"""Most cards in a pile."""

COLOURS = 8
SHIP_COLOURS = 6
"""Most colours on a board with harbour symbols or ships."""

LOCOMOTIVE = COLOURS
HARBOUR = LOCOMOTIVE + 1
SHIP = HARBOUR + SHIP_COLOURS
DOUBLE_SHIP = SHIP + SHIP_COLOURS
KINDS = DOUBLE_SHIP + SHIP_COLOURS
"""Kinds of cards. Of colour ``c``: train card ``c``, train card with harbour symbol
``HARBOUR + c``, single ship ``SHIP + c``, double ship ``DOUBLE_SHIP + c``; and the locomotive.
Kinds below ``SHIP`` belong to the train pile, the others to the ship pile."""

GRAY = 255
"""Colour number of a route that takes any one colour."""
NONE = 255
"""No card, no ticket, no seat."""

WAGONS, SHIPS = 0, 1
TRAIN_PILE, SHIP_PILE = 0, 1
UNDER, OUT, SHUFFLE = 0, 1, 2
TIE_NONE, TIE_TICKETS, TIE_LONGEST_PATH, TIE_FEWEST_STATIONS, TIE_HARBOURS = range(5)
TIES = 4


class BoardRecord(Protocol):
    """A board as the kernel reads it."""

    # Sets of routes: those a colour can pay with n cards (last colour: locomotives alone), by train
    # and by ship; those that need at most n locomotives; those at a city; the other lanes of a
    # connection; those of a length; rugged ones of at most n spaces.
    payable: Annotated[Array3, "u8", COLOURS + 1, LENGTH + 1, WORDS]
    payable_ship: Annotated[Array3, "u8", COLOURS + 1, LENGTH + 1, WORDS]
    ferry: Annotated[Array2, "u8", LENGTH + 1, WORDS]
    at_city: Annotated[Array2, "u8", CITIES, WORDS]
    twins: Annotated[Array2, "u8", ROUTES, WORDS]
    of_length: Annotated[Array2, "u8", LENGTH + 1, WORDS]
    rugged_routes: Annotated[Array2, "u8", LENGTH + 1, WORDS]
    all_routes: Annotated[Array1, "u8", WORDS]
    # Sets of cities: per stop of a ticket; where stations and harbours may stand.
    stop: Annotated[Array2, "u8", TICKETS, STOPS]
    station_cities: Annotated[int, "u8"]
    ports: Annotated[int, "u8"]
    words: Annotated[int, "i4"]
    cities: Annotated[int, "i4"]
    routes: Annotated[int, "i4"]
    tickets: Annotated[int, "i4"]
    colours: Annotated[int, "i4"]
    kinds: Annotated[int, "i4"]
    piles: Annotated[int, "i4"]
    ticket_piles: Annotated[int, "i4"]
    has_ships: Annotated[int, "i4"]
    has_rugged: Annotated[int, "i4"]
    has_ferries: Annotated[int, "i4"]
    has_tunnels: Annotated[int, "i4"]
    deal: Annotated[Array1, "i4", PILES]
    display: Annotated[Array1, "i4", PILES]
    flush: Annotated[int, "i4"]
    pieces: Annotated[Array1, "i4", PILES]
    chosen_pieces: Annotated[int, "i4"]
    stations: Annotated[int, "i4"]
    station_bonus: Annotated[int, "i4"]
    harbours: Annotated[int, "i4"]
    harbour_value: Annotated[Array1, "i4", HARBOUR_TICKETS + 1]
    harbour_penalty: Annotated[int, "i4"]
    exchange: Annotated[int, "i4"]
    mix: Annotated[int, "i4"]
    start_tickets: Annotated[Array1, "i4", TICKET_PILES]
    start_keep: Annotated[int, "i4"]
    start_keep_at_most: Annotated[Array1, "i4", TICKET_PILES]
    start_unkept: Annotated[int, "i4"]
    draw_tickets: Annotated[Array1, "i4", TICKET_PILES]
    draw_keep: Annotated[int, "i4"]
    end_pieces: Annotated[int, "i4"]
    end_rounds: Annotated[int, "i4"]
    needs_trail: Annotated[int, "i4"]
    longest_path: Annotated[int, "i4"]
    most_tickets: Annotated[int, "i4"]
    ties: Annotated[Array1, "i4", TIES]
    route_points: Annotated[Array1, "i2", LENGTH + 1]
    ticket_points: Annotated[Array1, "i2", TICKETS]
    ticket_any_order: Annotated[Array1, "i2", TICKETS]
    ticket_penalty: Annotated[Array1, "i2", TICKETS]
    ticket_stops: Annotated[Array1, "u1", TICKETS]
    ticket_pile: Annotated[Array1, "u1", TICKETS]
    # The routes at each city in order, from ``first_way`` on, and the cities they lead to.
    first_way: Annotated[Array1, "u2", CITIES + 1]
    way_route: Annotated[Array1, "u1", 2 * ROUTES]
    way_city: Annotated[Array1, "u1", 2 * ROUTES]
    stock: Annotated[Array1, "u1", KINDS]
    a: Annotated[Array1, "u1", ROUTES]
    b: Annotated[Array1, "u1", ROUTES]
    length: Annotated[Array1, "u1", ROUTES]
    colour: Annotated[Array1, "u1", ROUTES]
    ship: Annotated[Array1, "u1", ROUTES]
    locomotives: Annotated[Array1, "u1", ROUTES]
    tunnel: Annotated[Array1, "u1", ROUTES]
    rugged: Annotated[Array1, "u1", ROUTES]


BOARD = dtype_of(BoardRecord)
