"""The state of a game and the form of a move, as flat records, and their numbers' meaning."""

from __future__ import annotations

from typing import Annotated, Protocol

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
from stellwerk.board.records import Array1, Array2, Array3, dtype_of

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
KEY_WORDS = 8
BLOCK_WORDS = 16
"""Words of 32 bits in a key, and in a block of random numbers."""

TURNED = 3
"""Cards turned up for a tunnel (E-07)."""

FLUSHES = 1000
"""Most displays that are laid out one after the other (C-06)."""

UNTRIGGERED = 255
"""Turns left while nobody has triggered the end."""

QUEUE = TICKETS + SEATS * (OFFER - 1) + TICKETS * (DRAW - 1)
"""Every ticket once, and again each time it is given back; each draw keeps at least one."""


class State(Protocol):
    """The state of a game."""

    # Routes as sets: free, owned by each seat, and not open to each seat (C-15).
    free: Annotated[Array1, "u8", WORDS]
    own: Annotated[Array2, "u8", SEATS, WORDS]
    shut: Annotated[Array2, "u8", SEATS, WORDS]
    held: Annotated[Array2, "u8", SEATS, TICKET_WORDS]
    station: Annotated[Array1, "u8", SEATS]
    harbour: Annotated[Array1, "u8", SEATS]
    # Random streams: a key, and per pile the next block and what is left of the last one.
    key: Annotated[Array1, "u4", KEY_WORDS]
    block: Annotated[Array1, "u4", STREAMS]
    random: Annotated[Array2, "u4", STREAMS, BLOCK_WORDS]
    used: Annotated[Array1, "u1", STREAMS]
    moves: Annotated[int, "u4"]
    score: Annotated[Array1, "i2", SEATS]
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1"]
    turn: Annotated[int, "u1"]
    pending: Annotated[int, "u1"]
    turns_left: Annotated[int, "u1"]
    passes: Annotated[int, "u1"]
    idle: Annotated[int, "u1"]
    # There is no limit to a hand (C-07).
    hand: Annotated[Array2, "u1", SEATS, KINDS]
    hand_size: Annotated[Array2, "u1", SEATS, PILES]
    pile: Annotated[Array1, "u1", KINDS]
    pile_size: Annotated[Array1, "u1", PILES]
    discard: Annotated[Array1, "u1", KINDS]
    discard_size: Annotated[Array1, "u1", PILES]
    display: Annotated[Array1, "u1", DISPLAY]
    pieces: Annotated[Array2, "u1", SEATS, PILES]
    box: Annotated[Array2, "u1", SEATS, PILES]
    # What others can know of a hand: see knowledge.py.
    known: Annotated[Array2, "u1", SEATS, KINDS]
    fresh: Annotated[Array2, "u1", SEATS, KINDS]
    old: Annotated[Array3, "u1", SEATS, SEATS, PILES]
    # Ticket piles: all tickets in the order they went under; see tickets.py.
    tail: Annotated[int, "u2"]
    head: Annotated[Array1, "u2", TICKET_PILES]
    left: Annotated[Array1, "u1", TICKET_PILES]
    queue: Annotated[Array1, "u1", QUEUE]
    offer: Annotated[Array2, "u1", SEATS, OFFER]
    offered: Annotated[Array1, "u1", SEATS]
    choice: Annotated[Array1, "u1", SEATS]
    start_mix: Annotated[Array1, "u1", SEATS]
    start_offer: Annotated[Array2, "u1", SEATS, OFFER]
    start_kept: Annotated[Array1, "u1", SEATS]
    draws: Annotated[int, "u1"]
    draw_who: Annotated[Array1, "u1", TICKETS]
    draw_kept: Annotated[Array1, "u1", TICKETS]
    # A tunnel attempt: the route, what was laid, and what it costs more.
    tunnel_route: Annotated[int, "u1"]
    tunnel_extra: Annotated[int, "u1"]
    laid: Annotated[Array1, "u1", KINDS]
    turned: Annotated[Array1, "u1", TURNED]


STATE = dtype_of(State)


class Report(Protocol):
    """What the last move brought, or the deal."""

    # The piles that were shuffled, as a set; the card drawn blind; whether a tunnel was tried, and
    # the cards turned up for it.
    shuffled: Annotated[int, "u8"]
    drawn: Annotated[int, "u1"]
    tunnel: Annotated[int, "u1"]
    turned_up: Annotated[Array1, "u1", TURNED]
    # The display before it was cleared and each one laid out then (C-06).
    displays: Annotated[int, "u2"]
    shown: Annotated[Array2, "u1", FLUSHES + 1, DISPLAY]


class ReportingState(State, Report, Protocol):
    """A state with a report: first the report, then the state.

    The other way round Numba would take it for a plain state with something behind it.
    """


REPORTING_STATE = dtype_of(ReportingState)


class MoveRecord(Protocol):
    """A move as data.

    Inside the kernel only those cards count whose kind is in the set ``used``; the entries make
    that set from the cards, and set those that are not in it to zero.
    """

    used: Annotated[int, "u4"]
    target: Annotated[int, "i2"]
    argument: Annotated[int, "i2"]
    seat: Annotated[int, "u1"]
    kind: Annotated[int, "u1"]
    cards: Annotated[Array1, "u1", KINDS]


MOVE = dtype_of(MoveRecord)

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
