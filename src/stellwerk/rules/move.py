"""Moves of all kinds: listed, checked and played, each by the rule it belongs to."""

from __future__ import annotations

from stellwerk.board.layout import SEATS, BoardRecord
from stellwerk.rules import cards, route, setup, tickets, tunnel
from stellwerk.rules.bits import has, i64, u64
from stellwerk.rules.exchange import check_exchange, exchange, list_exchanges
from stellwerk.rules.harbour import build_harbour, check_harbour, list_harbours
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import write
from stellwerk.rules.report import START, report
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CAN_ACT,
    CARDS_NOT_ASKED,
    CHOOSE_MIX,
    CHOOSE_PIECES,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    EXCHANGE,
    FINE,
    GAME_OVER,
    KEEP,
    KEEP_TICKETS,
    MIX,
    NOT_PENDING,
    OVER,
    PASS,
    PAY_TUNNEL,
    PIECES,
    SECOND,
    TAKE,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WITHDRAW,
    WRONG_PHASE,
    MoveRecord,
    State,
)
from stellwerk.rules.station import build_station, check_station, list_stations
from stellwerk.rules.turn import PASSED, end_turn


@kernel
def walk(state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord) -> int:
    """Walk through the legal moves of a seat in a fixed order; return their number.

    Writes the n-th if it is ``wanted`` (see listing.py). The walk may end early when it is written;
    then the number means nothing.
    """
    if not has(u64(state.pending), seat):
        return 0
    phase = i64(state.phase)
    if phase == TURN:
        return _walk_actions(state, board, seat, wanted, move)
    if phase == SECOND:
        return cards.list_draws(state, board, seat, wanted, move, 0)
    if phase == KEEP or phase == TICKET_CHOICE:
        return tickets.list_choices(state, board, seat, wanted, move)
    if phase == TUNNEL:
        return tunnel.list_answers(state, board, seat, wanted, move)
    if phase == MIX:
        return setup.list_mixes(board, seat, wanted, move)
    return setup.list_pieces(board, seat, wanted, move)


@kernel
def _walk_actions(
    state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord
) -> int:
    """Walk through the actions of a turn (C-02); with none of them, the pass (C-10)."""
    n = 0
    if cards.can_draw(state):
        n = cards.list_draws(state, board, seat, wanted, move, n)
    if tickets.can_draw_tickets(state, board):
        n = tickets.list_ticket_draws(state, board, seat, wanted, move, n)
    if 0 <= wanted < n:
        return n
    n = route.list_claims(state, board, seat, wanted, move, n)
    if i64(board.stations) > 0:
        n = list_stations(state, board, seat, wanted, move, n)
    if i64(board.harbours) > 0:
        n = list_harbours(state, board, seat, wanted, move, n)
    if board.exchange:
        n = list_exchanges(state, seat, wanted, move, n)
    if n == 0:
        n = write(move, wanted, n, seat, PASS, 0, 0)
    return n


@kernel
def check(state: State, board: BoardRecord, move: MoveRecord, spare: MoveRecord) -> int:
    """Tell why a move is refused, or FINE. ``spare`` is room for one move."""
    seat = i64(move.seat)
    kind = i64(move.kind)
    phase = i64(state.phase)
    if phase == OVER:
        return GAME_OVER
    if seat >= SEATS or not has(u64(state.pending), seat):
        return NOT_PENDING
    if is_paid(kind, phase):
        return check_paid(state, board, seat, kind, i64(move.target), move)
    if phase == TURN or phase == SECOND:
        reason = _check_action(state, board, seat, move, spare)
    else:
        reason = _check_choice(state, board, seat, kind, i64(move.argument))
    return CARDS_NOT_ASKED if reason == FINE and i64(move.used) > 0 else reason


@kernel
def is_paid(kind: int, phase: int) -> bool:
    """Tell whether a move of a kind is paid for with cards, and may be made in a phase."""
    if phase == TUNNEL:
        return kind == PAY_TUNNEL
    return phase == TURN and (kind == CLAIM or kind == BUILD_STATION or kind == BUILD_HARBOUR)


@kernel
def check_paid(
    state: State, board: BoardRecord, seat: int, kind: int, target: int, payment: MoveRecord
) -> int:
    """Tell why something cannot be had for a set of cards, or FINE."""
    if kind == CLAIM:
        return route.check_claim(state, board, seat, target, payment)
    if kind == BUILD_STATION:
        return check_station(state, board, seat, target, payment)
    if kind == BUILD_HARBOUR:
        return check_harbour(state, board, seat, target, payment)
    return tunnel.check_extra(state, board, seat, payment)


@kernel
def _check_action(
    state: State, board: BoardRecord, seat: int, move: MoveRecord, spare: MoveRecord
) -> int:
    """Check drawing cards or tickets, an exchange, or a pass, the last resort (C-10)."""
    kind = i64(move.kind)
    target = i64(move.target)
    argument = i64(move.argument)
    if kind == TAKE:
        return cards.check_take(state, board, target, argument)
    if kind == DRAW_BLIND:
        return cards.check_draw(state, board, target)
    if i64(state.phase) == SECOND:
        return WRONG_PHASE
    if kind == DRAW_TICKETS:
        return tickets.check_ticket_draw(state, board, argument)
    if kind == EXCHANGE:
        return check_exchange(state, board, seat, target, argument)
    if kind == PASS:
        walk(state, board, seat, 0, spare)
        return FINE if i64(spare.kind) == PASS else CAN_ACT
    return WRONG_PHASE


@kernel
def _check_choice(state: State, board: BoardRecord, seat: int, kind: int, argument: int) -> int:
    """Check a decision of set-up, of tickets to keep, or to withdraw from a tunnel."""
    phase = i64(state.phase)
    if kind == KEEP_TICKETS and (phase == KEEP or phase == TICKET_CHOICE):
        return tickets.check_keep(state, board, seat, argument)
    if kind == WITHDRAW and phase == TUNNEL:
        return FINE
    if kind == CHOOSE_MIX and phase == MIX:
        return setup.check_mix(board, argument)
    if kind == CHOOSE_PIECES and phase == PIECES:
        return setup.check_pieces(board, argument)
    return WRONG_PHASE


@inlined
def _claim(state: State, board: BoardRecord, seat: int, target: int, move: MoveRecord) -> None:
    """Claim a route, or try to where it is a tunnel."""
    if i64(board.tunnel[target]):
        tunnel.attempt(state, board, seat, target, move)
    else:
        route.claim(state, board, seat, target, move)


@kernel
def apply(state: State, board: BoardRecord, move: MoveRecord) -> None:
    """Play a legal move."""
    seat = i64(move.seat)
    kind = i64(move.kind)
    target = i64(move.target)
    argument = i64(move.argument)
    state.moves = i64(state.moves) + 1
    report(state, START, 0)
    if kind == TAKE:
        cards.take(state, board, seat, target, argument)
    elif kind == DRAW_BLIND:
        cards.draw(state, board, seat, target)
    elif kind == CLAIM:
        _claim(state, board, seat, target, move)
    elif kind == DRAW_TICKETS:
        tickets.draw_tickets(state, board, seat, argument)
    elif i64(state.phase) == TICKET_CHOICE:
        tickets.keep_drawn(state, board, seat, argument)
    elif kind == BUILD_STATION:
        build_station(state, board, seat, target, move)
    elif kind == BUILD_HARBOUR:
        build_harbour(state, board, seat, target, move)
    elif kind == PAY_TUNNEL:
        tunnel.pay_extra(state, board, seat, move)
    elif kind == WITHDRAW:
        tunnel.withdraw(state, board, seat)
    elif kind == EXCHANGE:
        exchange(state, board, seat, target, argument)
    elif kind == PASS:
        end_turn(state, board, PASSED)
    else:
        setup.choose(state, board, seat, argument)
