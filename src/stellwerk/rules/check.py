"""Whether a move is legal, and if not, why."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import LOCOMOTIVE, NONE, SEATS, SHIPS, WAGONS
from stellwerk.rules.bits import has, i64, u64
from stellwerk.rules.cards import can_draw, display_size
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.harbour import check_harbour
from stellwerk.rules.kernel import kernel
from stellwerk.rules.legal import walk
from stellwerk.rules.route import check_claim
from stellwerk.rules.state import (
    BAD_EXCHANGE,
    BAD_MIX,
    BAD_PIECES,
    BUILD_HARBOUR,
    BUILD_STATION,
    CAN_ACT,
    CARDS_NOT_ASKED,
    CHOOSE_MIX,
    CHOOSE_PIECES,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    EMPTY_PLACE,
    EXCHANGE,
    FINE,
    GAME_OVER,
    KEEP,
    KEEP_TICKETS,
    KEEP_TOO_FEW,
    KEEP_TOO_MANY,
    MIX,
    NO_CARDS,
    NO_SUCH_TARGET,
    NO_TICKETS,
    NOT_OFFERED,
    NOT_PENDING,
    OVER,
    PASS,
    PAY_TUNNEL,
    PIECES,
    SECOND,
    SECOND_LOCOMOTIVE,
    TAKE,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WITHDRAW,
    WRONG_PHASE,
)
from stellwerk.rules.station import check_station
from stellwerk.rules.tickets import can_draw_tickets, from_second_pile, keepable, tickets_left
from stellwerk.rules.tunnel import check_extra


@kernel
def check(state: Any, board: Any, move: Any, spare: Any) -> Any:
    """Tell why a move is refused, or FINE. ``spare`` is room for one move."""
    seat = i64(move.seat)
    kind = i64(move.kind)
    phase = i64(state.phase)
    if phase == OVER:
        return GAME_OVER
    if seat >= SEATS or not has(u64(state.pending), seat):
        return NOT_PENDING
    target = i64(move.target)
    argument = i64(move.argument)
    if kind == CLAIM and phase == TURN:
        return check_claim(state, board, seat, target, move)
    if kind == PAY_TUNNEL and phase == TUNNEL:
        return check_extra(state, board, seat, move)
    if kind == BUILD_STATION and phase == TURN:
        return check_station(state, board, seat, target, move)
    if kind == BUILD_HARBOUR and phase == TURN:
        return check_harbour(state, board, seat, target, move)
    if phase == TURN or phase == SECOND:
        reason = _check_action(state, board, seat, kind, target, argument, spare)
    else:
        reason = _check_choice(state, board, seat, kind, argument)
    return CARDS_NOT_ASKED if reason == FINE and i64(move.used) > 0 else reason


@kernel
def _check_action(
    state: Any, board: Any, seat: Any, kind: Any, target: Any, argument: Any, spare: Any
) -> Any:
    """Check drawing cards or tickets, an exchange or a pass."""
    if kind == TAKE:
        return _check_take(state, board, target, argument)
    if kind == DRAW_BLIND:
        if target < 0 or target >= i64(board.piles):
            return NO_SUCH_TARGET
        return FINE if i64(state.pile_size[target]) > 0 else NO_CARDS
    if i64(state.phase) == SECOND:
        return WRONG_PHASE
    if kind == DRAW_TICKETS:
        return _check_ticket_draw(state, board, argument)
    if kind == EXCHANGE:
        if not board.exchange or target < 0 or target > 1:
            return NO_SUCH_TARGET
        return FINE if 1 <= argument <= most_exchanged(state, seat, target) else BAD_EXCHANGE
    if kind == PASS:
        walk(state, board, seat, 0, spare)
        return FINE if i64(spare.kind) == PASS else CAN_ACT
    return WRONG_PHASE


@kernel
def _check_take(state: Any, board: Any, slot: Any, pile: Any) -> Any:
    """Check taking a display card (C-04, C-09, W-05)."""
    if slot < 0 or slot >= display_size(board) or pile < 0 or pile >= i64(board.piles):
        return NO_SUCH_TARGET
    if not can_draw(state) or i64(state.pile_size[pile]) == 0:
        return NO_CARDS
    if i64(state.display[slot]) == NONE:
        return EMPTY_PLACE
    if i64(state.phase) == SECOND and i64(state.display[slot]) == LOCOMOTIVE:
        return SECOND_LOCOMOTIVE
    return FINE


@kernel
def _check_ticket_draw(state: Any, board: Any, second: Any) -> Any:
    """Check drawing tickets, with the mix of piles where there is one (C-18, G-03)."""
    if not can_draw_tickets(state, board):
        return NO_TICKETS
    if not board.mix:
        return FINE if second == 0 else BAD_MIX
    total = min(i64(board.draw_tickets[0]), tickets_left(state))
    fits = 0 <= second <= i64(state.left[1]) and 0 <= total - second <= i64(state.left[0])
    return FINE if fits else BAD_MIX


@kernel
def _check_choice(state: Any, board: Any, seat: Any, kind: Any, argument: Any) -> Any:
    """Check a decision of set-up, of tickets to keep, or of a tunnel."""
    phase = i64(state.phase)
    if kind == KEEP_TICKETS and (phase == KEEP or phase == TICKET_CHOICE):
        offered = i64(state.offered[seat])
        if argument < 0 or argument >= 1 << offered:
            return NOT_OFFERED
        second = from_second_pile(state, board, seat)
        over = keepable(board, offered, second, argument, phase == KEEP)
        if over < 0:
            return KEEP_TOO_FEW
        return FINE if over == 0 else KEEP_TOO_MANY
    if kind == WITHDRAW and phase == TUNNEL:
        return FINE
    if kind == CHOOSE_MIX and phase == MIX:
        return FINE if 0 <= argument <= i64(board.start_tickets[0]) else BAD_MIX
    if kind == CHOOSE_PIECES and phase == PIECES:
        ships = i64(board.chosen_pieces) - argument
        fits = 0 <= argument <= i64(board.pieces[WAGONS]) and 0 <= ships <= i64(board.pieces[SHIPS])
        return FINE if fits else BAD_PIECES
    return WRONG_PHASE
