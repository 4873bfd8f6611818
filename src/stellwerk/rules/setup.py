"""Setting up a game: hands, display, tickets, then pieces (C-25)."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import (
    DISPLAY,
    KINDS,
    NONE,
    OFFER,
    PILES,
    SEATS,
    SHIPS,
    TICKET_PILES,
    TICKETS,
    WAGONS,
    WORDS,
)
from stellwerk.rules.bits import EMPTY, i64, u64
from stellwerk.rules.cards import draw_blind, flush, lay_out
from stellwerk.rules.kernel import kernel
from stellwerk.rules.knowledge import pile_of, start_knowledge
from stellwerk.rules.random import start_streams
from stellwerk.rules.state import KEEP, MIX, PIECES, QUEUE, STREAMS, UNTRIGGERED
from stellwerk.rules.tickets import keep_start_tickets, offer, shuffle_tickets
from stellwerk.rules.turn import start_turn


@kernel
def deal(state: Any, board: Any, seats: Any) -> None:
    """Deal a new game under the key already in the state; the same key deals the same game."""
    _clear(state)
    state.seats = seats
    state.turns_left = UNTRIGGERED
    start_streams(state)
    _lay_ready(state, board)
    start_knowledge(state, board)
    for seat in range(seats):
        for pile in range(PILES):
            for _ in range(i64(board.deal[pile])):
                draw_blind(state, board, seat, pile)
    lay_out(state, board)
    flush(state, board)
    shuffle_tickets(state, board)
    state.pending = (1 << seats) - 1
    if board.mix:
        state.phase = MIX
    else:
        _offer_start_tickets(state, board)


@kernel
def _lay_ready(state: Any, board: Any) -> None:
    """Lay out piles, routes and pieces (U-01, W-01)."""
    for kind in range(KINDS):
        state.pile[kind] = board.stock[kind]
        state.pile_size[pile_of(kind)] += i64(board.stock[kind])
    for word in range(WORDS):
        state.free[word] = u64(board.all_routes[word])
    for seat in range(i64(state.seats)):
        for piece in range(PILES):
            state.pieces[seat, piece] = board.pieces[piece]


@kernel
def _offer_start_tickets(state: Any, board: Any) -> None:
    """Deal every seat the tickets to choose from (U-02, E-02, G-02, W-03)."""
    for seat in range(i64(state.seats)):
        for pile in range(i64(board.ticket_piles)):
            number = i64(board.start_tickets[pile])
            if board.mix:
                second = i64(state.start_mix[seat])
                number = second if pile == 1 else i64(board.start_tickets[0]) - second
            offer(state, board, seat, pile, number)
    state.phase = KEEP
    state.pending = (1 << i64(state.seats)) - 1


@kernel
def choose(state: Any, board: Any, seat: Any, choice: Any) -> None:
    """Seal a seat's choice of set-up; when all have chosen, apply them in seat order (C-25)."""
    state.choice[seat] = choice
    state.pending = i64(state.pending) & ~(1 << seat)
    if i64(state.pending) > 0:
        return
    phase = i64(state.phase)
    if phase == MIX:
        for other in range(i64(state.seats)):
            state.start_mix[other] = state.choice[other]
        _offer_start_tickets(state, board)
    elif phase == KEEP and i64(board.chosen_pieces) > 0:
        keep_start_tickets(state, board)
        state.phase = PIECES
        state.pending = (1 << i64(state.seats)) - 1
    else:
        if phase == KEEP:
            keep_start_tickets(state, board)
        else:
            _take_pieces(state, board)
        start_turn(state, 0)
    for other in range(i64(state.seats)):
        state.choice[other] = 0


@kernel
def _take_pieces(state: Any, board: Any) -> None:
    """Give every seat the pieces it chose; the others stay in its box (W-04)."""
    for seat in range(i64(state.seats)):
        wagons = i64(state.choice[seat])
        ships = i64(board.chosen_pieces) - wagons
        state.pieces[seat, WAGONS] = wagons
        state.pieces[seat, SHIPS] = ships
        state.box[seat, WAGONS] = i64(board.pieces[WAGONS]) - wagons
        state.box[seat, SHIPS] = i64(board.pieces[SHIPS]) - ships


@kernel
def _clear(state: Any) -> None:
    """Empty a state, so that equal games have equal bytes."""
    for word in range(WORDS):
        state.free[word] = EMPTY
    for stream in range(STREAMS):
        for i in range(16):
            state.random[stream, i] = 0
    for kind in range(KINDS):
        state.pile[kind] = 0
        state.discard[kind] = 0
        state.laid[kind] = 0
    for pile in range(PILES):
        state.pile_size[pile] = 0
        state.discard_size[pile] = 0
    for slot in range(DISPLAY):
        state.display[slot] = NONE
    for i in range(3):
        state.turned[i] = NONE
    for i in range(QUEUE):
        state.queue[i] = NONE
    for i in range(TICKETS):
        state.draw_who[i] = 0
        state.draw_kept[i] = 0
    for pile in range(TICKET_PILES):
        state.head[pile] = 0
        state.left[pile] = 0
    state.tail = 0
    state.draws = 0
    state.moves = 0
    state.turn = 0
    state.passes = 0
    state.idle = 0
    state.tunnel_route = 0
    state.tunnel_extra = 0
    for seat in range(SEATS):
        _clear_seat(state, seat)


@kernel
def _clear_seat(state: Any, seat: Any) -> None:
    for word in range(WORDS):
        state.own[seat, word] = EMPTY
        state.shut[seat, word] = EMPTY
    for kind in range(KINDS):
        state.hand[seat, kind] = 0
        state.known[seat, kind] = 0
        state.fresh[seat, kind] = 0
    for pile in range(PILES):
        state.hand_size[seat, pile] = 0
        state.pieces[seat, pile] = 0
        state.box[seat, pile] = 0
        for other in range(SEATS):
            state.old[seat, other, pile] = 0
    for i in range(OFFER):
        state.offer[seat, i] = NONE
    state.held[seat, 0] = EMPTY
    state.held[seat, 1] = EMPTY
    state.station[seat] = EMPTY
    state.harbour[seat] = EMPTY
    state.score[seat] = 0
    state.offered[seat] = 0
    state.choice[seat] = 0
    state.start_mix[seat] = 0
    state.start_kept[seat] = 0
