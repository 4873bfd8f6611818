"""Setting up a game: hands, display, tickets, then pieces (C-25)."""

from __future__ import annotations

from stellwerk.board.layout import DISPLAY, KINDS, NONE, PILES, SHIPS, WAGONS, WORDS, BoardRecord
from stellwerk.rules.bits import i64, u64
from stellwerk.rules.cards import draw_blind, flush, lay_out
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.knowledge import pile_of, start_knowledge
from stellwerk.rules.listing import write
from stellwerk.rules.random import start_streams
from stellwerk.rules.state import (
    BAD_MIX,
    BAD_PIECES,
    CHOOSE_MIX,
    CHOOSE_PIECES,
    FINE,
    KEEP,
    MIX,
    PIECES,
    TURNED,
    UNTRIGGERED,
    MoveRecord,
    State,
)
from stellwerk.rules.tickets import keep_start_tickets, offer, shuffle_tickets
from stellwerk.rules.turn import start_turn


@kernel
def deal(state: State, board: BoardRecord, seats: int) -> None:
    """Deal a new game into a state that is zero but for its key; the same key deals the same."""
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
def _lay_ready(state: State, board: BoardRecord) -> None:
    """Lay out piles, routes and pieces (U-01, W-01)."""
    for place in range(DISPLAY):
        state.display[place] = NONE
    for i in range(TURNED):
        state.turned[i] = NONE
    for kind in range(KINDS):
        state.pile[kind] = board.stock[kind]
        state.pile_size[pile_of(kind)] += i64(board.stock[kind])
    for word in range(WORDS):
        state.free[word] = u64(board.all_routes[word])
    for seat in range(i64(state.seats)):
        for piece in range(PILES):
            state.pieces[seat, piece] = board.pieces[piece]


@kernel
def _offer_start_tickets(state: State, board: BoardRecord) -> None:
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


@cold
def choose(state: State, board: BoardRecord, seat: int, choice: int) -> None:
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
def _take_pieces(state: State, board: BoardRecord) -> None:
    """Give every seat the pieces it chose; the others stay in its box (W-04)."""
    for seat in range(i64(state.seats)):
        wagons = i64(state.choice[seat])
        ships = i64(board.chosen_pieces) - wagons
        state.pieces[seat, WAGONS] = wagons
        state.pieces[seat, SHIPS] = ships
        state.box[seat, WAGONS] = i64(board.pieces[WAGONS]) - wagons
        state.box[seat, SHIPS] = i64(board.pieces[SHIPS]) - ships


@inlined
def wagon_choices(board: BoardRecord) -> tuple[int, int]:
    """Return the fewest and most wagons a seat may choose to start with (W-04)."""
    total = i64(board.chosen_pieces)
    return max(0, total - i64(board.pieces[SHIPS])), min(total, i64(board.pieces[WAGONS]))


@kernel
def list_mixes(board: BoardRecord, seat: int, wanted: int, move: MoveRecord) -> int:
    """Walk through the mixes of ticket piles to start with (G-02)."""
    n = 0
    for second in range(i64(board.start_tickets[0]) + 1):
        n = write(move, wanted, n, seat, CHOOSE_MIX, 0, second)
    return n


@kernel
def list_pieces(board: BoardRecord, seat: int, wanted: int, move: MoveRecord) -> int:
    """Walk through the mixes of wagons and ships to start with (W-04)."""
    n = 0
    least, most = wagon_choices(board)
    for wagons in range(least, most + 1):
        n = write(move, wanted, n, seat, CHOOSE_PIECES, 0, wagons)
    return n


@inlined
def check_mix(board: BoardRecord, second: int) -> int:
    """Check how many tickets of the second pile a seat asks for to start with (G-02)."""
    return FINE if 0 <= second <= i64(board.start_tickets[0]) else BAD_MIX


@inlined
def check_pieces(board: BoardRecord, wagons: int) -> int:
    """Check how many wagons a seat asks for to start with (W-04)."""
    least, most = wagon_choices(board)
    return FINE if least <= wagons <= most else BAD_PIECES
