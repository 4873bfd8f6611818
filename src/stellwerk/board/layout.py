"""The engine's maxima, the numbering of card kinds, and the BOARD record the kernel reads."""

from __future__ import annotations

import numpy as np

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

_BOARD = np.dtype(
    [
        # Sets of routes: those a colour can pay with n cards (last colour: locomotives alone),
        # by train and by ship; those that need at most n locomotives; those at a city; the
        # other lanes of a connection; those of a length; rugged ones.
        ("payable", "u8", (COLOURS + 1, LENGTH + 1, WORDS)),
        ("payable_ship", "u8", (COLOURS + 1, LENGTH + 1, WORDS)),
        ("ferry", "u8", (LENGTH + 1, WORDS)),
        ("at_city", "u8", (CITIES, WORDS)),
        ("twins", "u8", (ROUTES, WORDS)),
        ("of_length", "u8", (LENGTH + 1, WORDS)),
        ("rugged_routes", "u8", WORDS),
        ("all_routes", "u8", WORDS),
        # Sets of cities: per stop of a ticket; where stations and harbours may stand.
        ("stop", "u8", (TICKETS, STOPS)),
        ("station_cities", "u8"),
        ("ports", "u8"),
        ("words", "i4"),
        ("cities", "i4"),
        ("routes", "i4"),
        ("tickets", "i4"),
        ("colours", "i4"),
        ("kinds", "i4"),
        ("piles", "i4"),
        ("ticket_piles", "i4"),
        ("has_ships", "i4"),
        ("has_rugged", "i4"),
        ("has_ferries", "i4"),
        ("has_tunnels", "i4"),
        ("deal", "i4", PILES),
        ("display", "i4", PILES),
        ("flush", "i4"),
        ("pieces", "i4", PILES),
        ("chosen_pieces", "i4"),
        ("stations", "i4"),
        ("station_bonus", "i4"),
        ("harbours", "i4"),
        ("harbour_value", "i4", 4),
        ("harbour_penalty", "i4"),
        ("exchange", "i4"),
        ("mix", "i4"),
        ("start_tickets", "i4", TICKET_PILES),
        ("start_keep", "i4"),
        ("start_keep_at_most", "i4", TICKET_PILES),
        ("start_unkept", "i4"),
        ("draw_tickets", "i4", TICKET_PILES),
        ("draw_keep", "i4"),
        ("end_pieces", "i4"),
        ("end_rounds", "i4"),
        ("needs_trail", "i4"),
        ("longest_path", "i4"),
        ("most_tickets", "i4"),
        ("ties", "i4", TIES),
        ("route_points", "i2", LENGTH + 1),
        ("ticket_points", "i2", TICKETS),
        ("ticket_any_order", "i2", TICKETS),
        ("ticket_penalty", "i2", TICKETS),
        ("ticket_stops", "u1", TICKETS),
        ("ticket_pile", "u1", TICKETS),
        ("stock", "u1", KINDS),
        ("a", "u1", ROUTES),
        ("b", "u1", ROUTES),
        ("length", "u1", ROUTES),
        ("colour", "u1", ROUTES),
        ("ship", "u1", ROUTES),
        ("locomotives", "u1", ROUTES),
        ("tunnel", "u1", ROUTES),
        ("rugged", "u1", ROUTES),
    ],
    align=True,
)
BOARD = np.dtype((np.record, _BOARD))
