"""The state of a game and the form of a move, as flat records, and their numbers' meaning."""

from __future__ import annotations

import numpy as np

from stellwerk.board.layout import (
    CITIES,
    DISPLAY,
    DRAW,
    KINDS,
    OFFER,
    PILES,
    ROUTES,
    SEATS,
    TICKET_PILES,
    TICKET_WORDS,
    TICKETS,
    WORDS,
)

MIX, KEEP, PIECES, TURN, SECOND, TICKET_CHOICE, TUNNEL, OVER = range(8)
"""Phases: three of set-up (mix of ticket piles, tickets to keep, mix of pieces), then the turn: its
action, its second card, the choice of tickets, the price of a tunnel; and the end."""

(
    CHOOSE_MIX,
    KEEP_TICKETS,
    CHOOSE_PIECES,
    TAKE,
    DRAW_BLIND,
    DRAW_TICKETS,
    CLAIM,
    BUILD_STATION,
    BUILD_HARBOUR,
    EXCHANGE,
    PAY_TUNNEL,
    WITHDRAW,
    PASS,
) = range(13)
"""Kinds of moves."""

TICKET_STREAM = PILES
STREAMS = PILES + 1
"""Random streams: train cards, ship cards, and the shuffling of tickets."""

TURNED = 3
"""Cards turned up for a tunnel (E-07)."""

UNTRIGGERED = 255
"""Turns left while nobody has triggered the end."""

QUEUE = TICKETS + SEATS * (OFFER - 1) + TICKETS * (DRAW - 1)
"""Every ticket once, and again each time it is given back; each draw keeps at least one."""

_STATE = np.dtype(
    [
        # Routes as sets: free, owned by each seat, and not open to each seat (C-15).
        ("free", "u8", WORDS),
        ("own", "u8", (SEATS, WORDS)),
        ("shut", "u8", (SEATS, WORDS)),
        ("held", "u8", (SEATS, TICKET_WORDS)),
        ("station", "u8", SEATS),
        ("harbour", "u8", SEATS),
        # Random streams: a key, and per pile the next block and what is left of the last one.
        ("key", "u4", 8),
        ("block", "u4", STREAMS),
        ("random", "u4", (STREAMS, 16)),
        ("used", "u1", STREAMS),
        ("moves", "u4"),
        ("score", "i2", SEATS),
        ("seats", "u1"),
        ("phase", "u1"),
        ("turn", "u1"),
        ("pending", "u1"),
        ("turns_left", "u1"),
        ("passes", "u1"),
        ("idle", "u1"),
        # There is no limit to a hand (C-07).
        ("hand", "u1", (SEATS, KINDS)),
        ("hand_size", "u1", (SEATS, PILES)),
        ("pile", "u1", KINDS),
        ("pile_size", "u1", PILES),
        ("discard", "u1", KINDS),
        ("discard_size", "u1", PILES),
        ("display", "u1", DISPLAY),
        ("pieces", "u1", (SEATS, PILES)),
        ("box", "u1", (SEATS, PILES)),
        # What others can know of a hand: see knowledge.py.
        ("known", "u1", (SEATS, KINDS)),
        ("fresh", "u1", (SEATS, KINDS)),
        ("old", "u1", (SEATS, SEATS, PILES)),
        # Ticket piles: all tickets in the order they went under; see tickets.py.
        ("tail", "u2"),
        ("head", "u2", TICKET_PILES),
        ("left", "u1", TICKET_PILES),
        ("queue", "u1", QUEUE),
        ("offer", "u1", (SEATS, OFFER)),
        ("offered", "u1", SEATS),
        ("choice", "u1", SEATS),
        ("start_mix", "u1", SEATS),
        ("start_offer", "u1", (SEATS, OFFER)),
        ("start_kept", "u1", SEATS),
        ("draws", "u1"),
        ("draw_who", "u1", TICKETS),
        ("draw_kept", "u1", TICKETS),
        # A tunnel attempt: the route, what was laid, and what it costs more.
        ("tunnel_route", "u1"),
        ("tunnel_extra", "u1"),
        ("laid", "u1", KINDS),
        ("turned", "u1", TURNED),
    ],
    align=True,
)
STATE = np.dtype((np.record, _STATE))

_MOVE = np.dtype(
    [
        ("used", "u4"),
        ("target", "i2"),
        ("argument", "i2"),
        ("seat", "u1"),
        ("kind", "u1"),
        ("cards", "u1", KINDS),
    ],
    align=True,
)
MOVE = np.dtype((np.record, _MOVE))
"""A move as data. Inside the kernel only those cards count whose kind is in the set ``used``; the
doors in entries.py make that set from the cards and wipe what is not in it."""

MOVES = 9 * (ROUTES + 2 * CITIES) + 256
"""Room for every list of legal moves."""

(
    FINE,
    NOT_PENDING,
    WRONG_PHASE,
    NO_SUCH_TARGET,
    TAKEN,
    LANE_CLOSED,
    OWN_LANE,
    TOO_FEW_PIECES,
    NOT_IN_HAND,
    WRONG_PILE,
    WRONG_NUMBER,
    MIXED_COLOURS,
    WRONG_COLOUR,
    TOO_FEW_LOCOMOTIVES,
    EMPTY_PLACE,
    SECOND_LOCOMOTIVE,
    NO_CARDS,
    NO_TICKETS,
    KEEP_TOO_FEW,
    KEEP_TOO_MANY,
    NOT_OFFERED,
    BAD_MIX,
    BAD_PIECES,
    CAN_ACT,
    GAME_OVER,
    RUGGED_PAIRS,
    WASTE,
    NO_STATION_LEFT,
    OCCUPIED,
    NOT_A_PORT,
    NOT_CONNECTED,
    NO_HARBOUR_LEFT,
    NO_SYMBOL,
    BAD_EXCHANGE,
    CARDS_NOT_ASKED,
) = range(35)
"""Why a move is refused, or FINE."""
