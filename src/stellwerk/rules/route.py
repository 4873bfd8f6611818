"""Claiming a route (C-11 to C-17)."""

from __future__ import annotations

from stellwerk.board.layout import LENGTH, LOCOMOTIVE, SHIPS, WAGONS, WORDS, BoardRecord
from stellwerk.rules.bits import (
    EMPTY,
    bit,
    drop_lowest,
    has,
    i64,
    lowest,
    nth_route,
    popcount,
    u64,
)
from stellwerk.rules.cards import discard, settle, spend
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.octets import octet
from stellwerk.rules.payment import (
    ONLY_LOCOMOTIVES,
    canonical,
    check_route,
    locomotive_reach,
    rugged_reach,
    ship_reaches,
    train_reaches,
)
from stellwerk.rules.state import (
    CLAIM,
    FINE,
    LANE_CLOSED,
    NO_SUCH_TARGET,
    OWN_LANE,
    TAKEN,
    TOO_FEW_PIECES,
    MoveRecord,
    State,
)
from stellwerk.rules.turn import ACTED, end_turn

CLOSING_SEATS = 3
"""With this many seats or fewer only one lane of a connection can be used (C-16)."""


@inlined
def piece_kind(board: BoardRecord, route: int) -> int:
    """Return whether a route takes wagons or ships (W-07)."""
    return SHIPS if i64(board.ship[route]) else WAGONS


@inlined
def open_routes(state: State, board: BoardRecord, seat: int, word: int) -> int:
    """Return one word of the routes that lanes and ferries leave open to a seat (C-14, E-06)."""
    routes = u64(state.free[word]) & ~u64(state.shut[seat, word])
    if board.has_ferries:
        locomotives = min(i64(state.hand[seat, LOCOMOTIVE]), LENGTH)
        routes &= u64(board.ferry[locomotives, word])
    return routes


@inlined
def is_free(state: State, route: int) -> bool:
    """Tell whether nobody has claimed a route and it is not closed."""
    return has(u64(state.free[route >> 6]), route & 63)


@inlined
def owns(state: State, seat: int, route: int) -> bool:
    """Tell whether a seat owns a route."""
    return has(u64(state.own[seat, route >> 6]), route & 63)


@kernel
def owner(state: State, route: int) -> int:
    """Return the seat that owns a route, or -1."""
    for seat in range(i64(state.seats)):
        if owns(state, seat, route):
            return seat
    return -1


@kernel
def check_open(state: State, board: BoardRecord, seat: int, route: int) -> int:
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
def check_claim(state: State, board: BoardRecord, seat: int, route: int, move: MoveRecord) -> int:
    """Tell why a claim is refused, or FINE."""
    reason = check_open(state, board, seat, route)
    return reason if reason != FINE else check_route(state, board, seat, route, move)


@kernel
def pay(state: State, board: BoardRecord, seat: int, move: MoveRecord) -> None:
    """Play the set of a move from a hand onto the discards (C-11)."""
    kinds = u64(move.used)
    while kinds != EMPTY:
        kind = lowest(kinds)
        kinds = drop_lowest(kinds)
        count = i64(move.cards[kind])
        spend(state, board, seat, kind, count)
        discard(state, kind, count)


@kernel
def occupy(state: State, board: BoardRecord, seat: int, route: int) -> None:
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


@kernel
def claim(state: State, board: BoardRecord, seat: int, route: int, move: MoveRecord) -> None:
    """Claim a route that is no tunnel (C-11)."""
    pay(state, board, seat, move)
    occupy(state, board, seat, route)
    settle(state, board)
    end_turn(state, board, ACTED)


@inlined
def reaches(state: State, board: BoardRecord, seat: int) -> tuple[int, int]:
    """Return how far the cards of each colour reach, by train and by ship: for ``payable``."""
    ships = ship_reaches(state, seat) if board.has_ships else EMPTY
    return train_reaches(state, board, seat), ships


@inlined
def payable(
    state: State, board: BoardRecord, seat: int, colour: int, trains: int, ships: int, word: int
) -> int:
    """Return one word of the routes that a colour, or locomotives alone, can pay for."""
    alone = colour == ONLY_LOCOMOTIVES
    reach = locomotive_reach(state, seat, WAGONS) if alone else octet(trains, colour)
    routes = u64(board.payable[colour, reach, word])
    if board.has_ships:
        reach = locomotive_reach(state, seat, SHIPS) if alone else octet(ships, colour)
        routes |= u64(board.payable_ship[colour, reach, word])
    return routes


@inlined
def all_open_routes(state: State, board: BoardRecord, seat: int) -> tuple[int, int, int]:
    """Return the routes that lanes and ferries leave open to a seat, as words."""
    words = i64(board.words)
    open0 = open_routes(state, board, seat, 0)
    open1 = open_routes(state, board, seat, 1) if words > 1 else EMPTY
    open2 = open_routes(state, board, seat, 2) if words > 2 else EMPTY
    return open0, open1, open2


@kernel
def list_claims(
    state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord, n: int
) -> int:
    """Walk through the routes a seat can claim, once for each colour that pays (C-11 to C-16)."""
    open0, open1, open2 = all_open_routes(state, board, seat)
    trains, ships = reaches(state, board, seat)
    colours = i64(board.colours)
    for number in range(colours + 1):
        colour = number if number < colours else ONLY_LOCOMOTIVES
        routes0 = open0 & payable(state, board, seat, colour, trains, ships, 0)
        routes1 = open1 & payable(state, board, seat, colour, trains, ships, 1)
        routes2 = open2 & payable(state, board, seat, colour, trains, ships, 2)
        count = popcount(routes0) + popcount(routes1) + popcount(routes2)
        if n <= wanted < n + count:
            route = nth_route(routes0, routes1, routes2, wanted - n)
            _write_claim(state, board, seat, route, colour, move)
            return n + count
        n += count
    if board.has_rugged:
        routes0 = open0 & payable_rugged(state, board, seat, 0)
        routes1 = open1 & payable_rugged(state, board, seat, 1)
        routes2 = open2 & payable_rugged(state, board, seat, 2)
        count = popcount(routes0) + popcount(routes1) + popcount(routes2)
        if n <= wanted < n + count:
            route = nth_route(routes0, routes1, routes2, wanted - n)
            _write_claim(state, board, seat, route, ONLY_LOCOMOTIVES, move)
        n += count
    return n


@inlined
def payable_rugged(state: State, board: BoardRecord, seat: int, word: int) -> int:
    """Return one word of the rugged routes that a seat can pay for (W-09)."""
    return u64(board.rugged_routes[rugged_reach(state, board, seat), word])


@kernel
def _write_claim(
    state: State, board: BoardRecord, seat: int, route: int, colour: int, move: MoveRecord
) -> None:
    head(move, seat, CLAIM, route, 0)
    canonical(state, board, seat, route, colour, move)
