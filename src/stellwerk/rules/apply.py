"""Playing a move that ``check`` has found legal."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import LOCOMOTIVE, UNDER
from stellwerk.rules import tunnel
from stellwerk.rules.bits import i64
from stellwerk.rules.cards import can_draw, draw_blind, settle, take_open
from stellwerk.rules.exchange import exchange
from stellwerk.rules.harbour import build_harbour
from stellwerk.rules.kernel import kernel
from stellwerk.rules.route import occupy, pay
from stellwerk.rules.setup import choose
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    EXCHANGE,
    PASS,
    PAY_TUNNEL,
    SECOND,
    TAKE,
    TICKET_CHOICE,
    TURN,
    WITHDRAW,
)
from stellwerk.rules.station import build_station
from stellwerk.rules.tickets import draw_from, keep, note_draw, offer
from stellwerk.rules.turn import ACTED, IDLE, PASSED, end_turn


@kernel
def apply(state: Any, board: Any, move: Any) -> None:
    """Play a legal move."""
    seat = i64(move.seat)
    kind = i64(move.kind)
    target = i64(move.target)
    argument = i64(move.argument)
    state.moves = i64(state.moves) + 1
    if kind == TAKE:
        card = take_open(state, board, seat, target, argument)
        _after_card(state, board, card == LOCOMOTIVE)
    elif kind == DRAW_BLIND:
        draw_blind(state, board, seat, target)
        _after_card(state, board, False)
    elif kind == CLAIM:
        _claim(state, board, seat, target, move)
    elif kind == DRAW_TICKETS:
        _draw_tickets(state, board, seat, argument)
    elif i64(state.phase) == TICKET_CHOICE:
        note_draw(state, board, seat, argument)
        keep(state, board, seat, argument, UNDER)
        end_turn(state, board, ACTED)
    elif kind == BUILD_STATION or kind == BUILD_HARBOUR:
        pay(state, board, seat, move)
        if kind == BUILD_STATION:
            build_station(state, seat, target)
        else:
            build_harbour(state, seat, target)
        settle(state, board)
        end_turn(state, board, ACTED)
    elif kind == PAY_TUNNEL:
        tunnel.pay_extra(state, board, seat, move)
    elif kind == WITHDRAW:
        tunnel.withdraw(state, board, seat)
    elif kind == EXCHANGE:
        exchange(state, seat, target, argument)
        end_turn(state, board, IDLE)
    elif kind == PASS:
        end_turn(state, board, PASSED)
    else:
        choose(state, board, seat, argument)


@kernel
def _after_card(state: Any, board: Any, display_locomotive: Any) -> None:
    """Go on to the second card, unless the draw is over (C-03, C-04, C-09)."""
    if i64(state.phase) == TURN and not display_locomotive and can_draw(state):
        state.phase = SECOND
    else:
        end_turn(state, board, ACTED)


@kernel
def _claim(state: Any, board: Any, seat: Any, route: Any, move: Any) -> None:
    """Claim a route, or attempt a tunnel (C-11, E-07)."""
    if i64(board.tunnel[route]):
        tunnel.attempt(state, board, seat, route, move)
        return
    pay(state, board, seat, move)
    occupy(state, board, seat, route)
    settle(state, board)
    end_turn(state, board, ACTED)


@kernel
def _draw_tickets(state: Any, board: Any, seat: Any, second: Any) -> None:
    """Offer tickets to choose from (C-18, G-03)."""
    for pile in range(i64(board.ticket_piles)):
        offer(state, board, seat, pile, draw_from(state, board, pile, second))
    state.phase = TICKET_CHOICE
