"""Whose turn it is, and when the game ends (C-01, C-02, C-10, C-21, C-26, W-15)."""

from __future__ import annotations

from stellwerk.board.layout import SHIPS, WAGONS, BoardRecord
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.state import OVER, TURN, UNTRIGGERED, State

ACTED, IDLE, PASSED = range(3)
"""What a turn was: a real action; an exchange or a withdrawn tunnel; a pass."""

IDLE_ROUNDS = 3
"""This many full rounds without a real action end the game (C-26)."""


@inlined
def pieces_left(state: State, seat: int) -> int:
    """Return how many pieces of both kinds a seat has."""
    return i64(state.pieces[seat, WAGONS]) + i64(state.pieces[seat, SHIPS])


@kernel
def end_turn(state: State, board: BoardRecord, how: int) -> None:
    """Finish a turn and hand over to the next seat, or end the game (C-10, C-21, C-26)."""
    seats = i64(state.seats)
    state.passes = i64(state.passes) + 1 if how == PASSED else 0
    state.idle = i64(state.idle) + 1 if how != ACTED else 0
    seat = i64(state.turn)
    left = i64(state.turns_left)
    if left != UNTRIGGERED:
        left -= 1
    elif pieces_left(state, seat) <= i64(board.end_pieces):
        left = seats * i64(board.end_rounds)
    state.turns_left = left
    if left == 0 or i64(state.passes) == seats or i64(state.idle) == IDLE_ROUNDS * seats:
        state.phase = OVER
        state.pending = 0
        return
    start_turn(state, seat + 1 if seat + 1 < seats else 0)


@inlined
def start_turn(state: State, seat: int) -> None:
    """Give the turn to a seat."""
    state.turn = seat
    state.phase = TURN
    state.pending = 1 << seat
