"""Claiming a route (C-11 to C-17)."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import LOCOMOTIVE, SHIPS, WAGONS, WORDS
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.cards import discard, spend
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.payment import check_route
from stellwerk.rules.state import (
    FINE,
    LANE_CLOSED,
    NO_SUCH_TARGET,
    OWN_LANE,
    TAKEN,
    TOO_FEW_PIECES,
)

CLOSING_SEATS = 3
"""With this many seats or fewer only one lane of a connection can be used (C-16)."""


@inlined
def piece_kind(board: Any, route: Any) -> Any:
    """Return whether a route takes wagons or ships (W-07)."""
    return SHIPS if i64(board.ship[route]) else WAGONS


@inlined
def open_routes(state: Any, board: Any, seat: Any, word: Any) -> Any:
    """Return one word of the routes a seat may claim as far as lanes and ferries go (C-14)."""
    routes = u64(state.free[word]) & ~u64(state.shut[seat, word])
    if board.has_ferries:
        locomotives = min(i64(state.hand[seat, LOCOMOTIVE]), 9)
        routes &= u64(board.ferry[locomotives, word])
    return routes


@inlined
def is_free(state: Any, route: Any) -> Any:
    """Tell whether nobody has claimed a route and it is not closed."""
    return has(u64(state.free[route >> 6]), route & 63)


@inlined
def owns(state: Any, seat: Any, route: Any) -> Any:
    """Tell whether a seat owns a route."""
    return has(u64(state.own[seat, route >> 6]), route & 63)


@kernel
def owner(state: Any, route: Any) -> Any:
    """Return the seat that owns a route, or -1."""
    for seat in range(i64(state.seats)):
        if owns(state, seat, route):
            return seat
    return -1


@kernel
def check_open(state: Any, board: Any, seat: Any, route: Any) -> Any:
    """Tell why a seat may not claim a route, whatever it pays, or FINE (C-13 to C-16)."""
    if route < 0 or route >= i64(board.routes):
        return NO_SUCH_TARGET
    if not is_free(state, route):
        return LANE_CLOSED if owner(state, route) < 0 else TAKEN
    if has(u64(state.shut[seat, route >> 6]), route & 63):
        return OWN_LANE
    if i64(state.pieces[seat, piece_kind(board, route)]) < i64(board.length[route]):
        return TOO_FEW_PIECES
    return FINE


@kernel
def check_claim(state: Any, board: Any, seat: Any, route: Any, move: Any) -> Any:
    """Tell why a claim is refused, or FINE."""
    reason = check_open(state, board, seat, route)
    return reason if reason != FINE else check_route(state, board, seat, route, move)


@kernel
def pay(state: Any, board: Any, seat: Any, move: Any) -> None:
    """Play the set of a move from a hand onto the discards (C-11)."""
    kinds = u64(move.used)
    while kinds != EMPTY:
        kind = lowest(kinds)
        kinds = drop_lowest(kinds)
        count = i64(move.cards[kind])
        spend(state, board, seat, kind, count)
        discard(state, kind, count)


@kernel
def occupy(state: Any, board: Any, seat: Any, route: Any) -> None:
    """Put pieces on every space of a route and score it (C-11, C-15, C-16, C-17)."""
    length = i64(board.length[route])
    state.pieces[seat, piece_kind(board, route)] -= length
    state.score[seat] += i64(board.route_points[length])
    word = route >> 6
    state.own[seat, word] = u64(state.own[seat, word]) | bit(route & 63)
    state.free[word] = u64(state.free[word]) & ~bit(route & 63)
    few = i64(state.seats) <= CLOSING_SEATS
    for word in range(WORDS):
        twins = u64(board.twins[route, word])
        if few:
            state.free[word] = u64(state.free[word]) & ~twins
        else:
            state.shut[seat, word] = u64(state.shut[seat, word]) | twins
