"""Exchanging wagons for ships, or the other way round (W-16)."""

from __future__ import annotations

from stellwerk.board.layout import PILES, BoardRecord
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import write
from stellwerk.rules.prices import EXCHANGE_POINTS
from stellwerk.rules.state import BAD_EXCHANGE, EXCHANGE, FINE, NO_SUCH_TARGET, MoveRecord, State
from stellwerk.rules.turn import IDLE, end_turn


@inlined
def most_exchanged(state: State, seat: int, given: int) -> int:
    """Return how many pieces of a kind a seat can give up for the other kind."""
    return min(i64(state.pieces[seat, given]), i64(state.box[seat, 1 - given]))


@inlined
def list_exchanges(state: State, seat: int, wanted: int, move: MoveRecord, n: int) -> int:
    """Walk through the exchanges a seat can make: a kind of piece, and how many."""
    for given in range(PILES):
        most = most_exchanged(state, seat, given)
        if n <= wanted < n + most:
            write(move, wanted, wanted, seat, EXCHANGE, given, wanted - n + 1)
        n += most
    return n


@inlined
def check_exchange(state: State, board: BoardRecord, seat: int, given: int, number: int) -> int:
    """Tell why an exchange is refused, or FINE."""
    if not board.exchange or given < 0 or given >= PILES:
        return NO_SUCH_TARGET
    return FINE if 1 <= number <= most_exchanged(state, seat, given) else BAD_EXCHANGE


@kernel
def exchange(state: State, board: BoardRecord, seat: int, given: int, number: int) -> None:
    """Exchange pieces with the box, for points; the turn was no real action (C-26)."""
    wanted = 1 - given
    state.pieces[seat, given] -= number
    state.box[seat, given] += number
    state.pieces[seat, wanted] += number
    state.box[seat, wanted] -= number
    state.score[seat] -= number * EXCHANGE_POINTS
    end_turn(state, board, IDLE)
