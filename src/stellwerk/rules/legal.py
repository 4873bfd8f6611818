"""Every legal move, in a fixed order: counted, or the n-th.

One walk serves both: ``wanted`` is the number of the move to write, or COUNT for none; ``n`` is the
number of moves passed so far. So what is listed, counted and drawn at random cannot differ.
"""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import LOCOMOTIVE, NONE, SHIP_PILE, SHIPS, TRAIN_PILE, WAGONS
from stellwerk.rules.bits import drop_lowest, has, i64, lowest, nth, nth_route, popcount, u64
from stellwerk.rules.cards import can_draw, display_size
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.harbour import can_pay_harbour, canonical_harbour, harbour_cities
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.payment import (
    ONLY_LOCOMOTIVES,
    can_pay_rugged,
    canonical,
    clear,
    ship_reach,
    train_reach,
)
from stellwerk.rules.route import open_routes
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CHOOSE_MIX,
    CHOOSE_PIECES,
    CLAIM,
    DRAW_BLIND,
    DRAW_TICKETS,
    EXCHANGE,
    KEEP,
    KEEP_TICKETS,
    MIX,
    PASS,
    PAY_TUNNEL,
    PIECES,
    SECOND,
    TAKE,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WITHDRAW,
)
from stellwerk.rules.station import can_pay_station, canonical_station, station_cities
from stellwerk.rules.tickets import can_draw_tickets, from_second_pile, keepable, tickets_left
from stellwerk.rules.tunnel import can_pay_extra, canonical_extra

COUNT = -1


@inlined
def _write(move: Any, wanted: Any, n: Any, seat: Any, kind: Any, target: Any, argument: Any) -> Any:
    """Write a move without cards if it is wanted, and count it."""
    if wanted == n:
        head(move, seat, kind, target, argument)
        clear(move)
    return n + 1


@inlined
def head(move: Any, seat: Any, kind: Any, target: Any, argument: Any) -> None:
    """Write a move but for its cards."""
    move.seat = seat
    move.kind = kind
    move.target = target
    move.argument = argument


@kernel
def walk(state: Any, board: Any, seat: Any, wanted: Any, move: Any) -> Any:
    """Walk through the legal moves of a seat; return their number.

    The walk may end early when the wanted move is written; then the number is of no meaning.
    """
    if not has(u64(state.pending), seat):
        return 0
    phase = i64(state.phase)
    if phase == TURN:
        return _action(state, board, seat, wanted, move)
    if phase == SECOND:
        return _draws(state, board, seat, wanted, move, 0)
    if phase == KEEP or phase == TICKET_CHOICE:
        return _choices(state, board, seat, wanted, move)
    if phase == TUNNEL:
        return _tunnel(state, board, seat, wanted, move)
    return _mixes(state, board, seat, wanted, move)


@kernel
def _action(state: Any, board: Any, seat: Any, wanted: Any, move: Any) -> Any:
    """Walk through the actions of a turn (C-02); with none of them, the pass (C-10)."""
    n = 0
    if can_draw(state):
        n = _draws(state, board, seat, wanted, move, n)
    if can_draw_tickets(state, board):
        n = _ticket_draws(state, board, seat, wanted, move, n)
    if 0 <= wanted < n:
        return n
    n = _claims(state, board, seat, wanted, move, n)
    if i64(board.stations) > 0:
        n = _stations(state, board, seat, wanted, move, n)
    if i64(board.harbours) > 0:
        n = _harbours(state, board, seat, wanted, move, n)
    if board.exchange:
        for given in range(2):
            for number in range(1, most_exchanged(state, seat, given) + 1):
                n = _write(move, wanted, n, seat, EXCHANGE, given, number)
    if n == 0:
        n = _write(move, wanted, n, seat, PASS, 0, 0)
    return n


@inlined
def payable(state: Any, board: Any, seat: Any, colour: Any) -> Any:
    """Return the routes that a colour, or locomotives alone, can pay for, as words."""
    reach = train_reach(state, board, seat, colour)
    routes0 = u64(board.payable[colour, reach, 0])
    routes1 = u64(board.payable[colour, reach, 1])
    routes2 = u64(board.payable[colour, reach, 2])
    if board.has_ships:
        reach = ship_reach(state, seat, colour)
        routes0 |= u64(board.payable_ship[colour, reach, 0])
        routes1 |= u64(board.payable_ship[colour, reach, 1])
        routes2 |= u64(board.payable_ship[colour, reach, 2])
    return routes0, routes1, routes2


@inlined
def _count_claims(state: Any, board: Any, seat: Any, open0: Any, open1: Any, open2: Any) -> Any:
    """Count the routes a seat can claim, once for each colour that pays."""
    routes0, routes1, routes2 = payable(state, board, seat, ONLY_LOCOMOTIVES)
    count = popcount(open0 & routes0) + popcount(open1 & routes1) + popcount(open2 & routes2)
    for colour in range(i64(board.colours)):
        routes0, routes1, routes2 = payable(state, board, seat, colour)
        count += popcount(open0 & routes0) + popcount(open1 & routes1) + popcount(open2 & routes2)
    return count


@kernel
def _claims(state: Any, board: Any, seat: Any, wanted: Any, move: Any, n: Any) -> Any:
    """Walk through the routes a seat can claim, once for each colour that pays (C-11 to C-16)."""
    open0 = open_routes(state, board, seat, 0)
    open1 = open_routes(state, board, seat, 1)
    open2 = open_routes(state, board, seat, 2)
    if wanted == COUNT:
        n += _count_claims(state, board, seat, open0, open1, open2)
    else:
        colours = i64(board.colours)
        for number in range(colours + 1):
            colour = number if number < colours else ONLY_LOCOMOTIVES
            routes0, routes1, routes2 = payable(state, board, seat, colour)
            routes0 &= open0
            routes1 &= open1
            routes2 &= open2
            count = popcount(routes0) + popcount(routes1) + popcount(routes2)
            if n <= wanted < n + count:
                route = nth_route(routes0, routes1, routes2, wanted - n)
                _write_claim(state, board, seat, route, colour, move)
                return n + count
            n += count
    if board.has_rugged:
        for word in range(i64(board.words)):
            n = _rugged(state, board, seat, wanted, move, n, word)
    return n


@kernel
def _write_claim(state: Any, board: Any, seat: Any, route: Any, colour: Any, move: Any) -> None:
    head(move, seat, CLAIM, route, 0)
    canonical(state, board, seat, route, colour, move)


@inlined
def can_claim_rugged(state: Any, board: Any, seat: Any, route: Any) -> Any:
    """Tell whether a seat has the pieces and the cards for a rugged route that is open (W-09)."""
    enough = i64(board.length[route]) <= i64(state.pieces[seat, WAGONS])
    return enough and can_pay_rugged(state, board, seat, route)


@kernel
def _rugged(state: Any, board: Any, seat: Any, wanted: Any, move: Any, n: Any, word: Any) -> Any:
    """Walk through the rugged routes a seat can claim (W-09)."""
    routes = open_routes(state, board, seat, word) & u64(board.rugged_routes[word])
    while routes != u64(0):
        route = (word << 6) + lowest(routes)
        routes = drop_lowest(routes)
        if can_claim_rugged(state, board, seat, route):
            if wanted == n:
                _write_claim(state, board, seat, route, ONLY_LOCOMOTIVES, move)
            n += 1
    return n


@inlined
def takeable(state: Any, board: Any) -> Any:
    """Return the places of the display that may be taken from, as bits.

    The second card may not be an open locomotive (C-04, W-05).
    """
    second = i64(state.phase) == SECOND
    places = 0
    for place in range(display_size(board)):
        kind = i64(state.display[place])
        places |= i64(kind != NONE and not (second and kind == LOCOMOTIVE)) << place
    return places


@kernel
def _draws(state: Any, board: Any, seat: Any, wanted: Any, move: Any, n: Any) -> Any:
    """Walk through the cards a seat can draw: open ones, with the refilling pile, and blind."""
    piles = i64(state.pile_size[TRAIN_PILE] > 0) + i64(state.pile_size[SHIP_PILE] > 0)
    first = TRAIN_PILE if i64(state.pile_size[TRAIN_PILE]) > 0 else SHIP_PILE
    places = takeable(state, board)
    open_cards = piles * popcount(u64(places))
    if n <= wanted < n + open_cards:
        place = nth(u64(places), (wanted - n) // piles)
        _write(move, wanted, wanted, seat, TAKE, place, first + (wanted - n) % piles)
    n += open_cards
    if n <= wanted < n + piles:
        _write(move, wanted, wanted, seat, DRAW_BLIND, first + wanted - n, 0)
    return n + piles


@inlined
def ticket_mixes(state: Any, board: Any) -> Any:
    """Return the fewest and most tickets of the second pile that a draw may ask for (C-18, G-03).

    Without a choice of piles both are 0.
    """
    if not board.mix:
        return 0, 0
    total = min(i64(board.draw_tickets[0]), tickets_left(state))
    return max(0, total - i64(state.left[0])), min(total, i64(state.left[1]))


@kernel
def _ticket_draws(state: Any, board: Any, seat: Any, wanted: Any, move: Any, n: Any) -> Any:
    """Walk through the ways to draw tickets: one, or one for each mix of piles."""
    least, most = ticket_mixes(state, board)
    for second in range(least, most + 1):
        n = _write(move, wanted, n, seat, DRAW_TICKETS, 0, second)
    return n


@kernel
def _stations(state: Any, board: Any, seat: Any, wanted: Any, move: Any, n: Any) -> Any:
    """Walk through the stations a seat can build (E-03)."""
    cities = station_cities(state, board, seat)
    count = popcount(cities)
    for number in range(i64(board.colours) + 1):
        colour = number if number < i64(board.colours) else ONLY_LOCOMOTIVES
        if count == 0 or not can_pay_station(state, board, seat, colour):
            continue
        if n <= wanted < n + count:
            head(move, seat, BUILD_STATION, nth(cities, wanted - n), 0)
            canonical_station(state, board, seat, colour, move)
        n += count
    return n


@kernel
def _harbours(state: Any, board: Any, seat: Any, wanted: Any, move: Any, n: Any) -> Any:
    """Walk through the harbours a seat can build (W-13)."""
    cities = harbour_cities(state, board, seat)
    count = popcount(cities)
    for number in range(i64(board.colours) + 1):
        colour = number if number < i64(board.colours) else ONLY_LOCOMOTIVES
        if count == 0 or not can_pay_harbour(state, seat, colour):
            continue
        if n <= wanted < n + count:
            head(move, seat, BUILD_HARBOUR, nth(cities, wanted - n), 0)
            canonical_harbour(state, seat, colour, move)
        n += count
    return n


@kernel
def _choices(state: Any, board: Any, seat: Any, wanted: Any, move: Any) -> Any:
    """Walk through the sets of offered tickets a seat may keep (C-18, U-02)."""
    n = 0
    at_start = i64(state.phase) == KEEP
    offered = i64(state.offered[seat])
    second = from_second_pile(state, board, seat)
    for mask in range(1, 1 << offered):
        if keepable(board, offered, second, mask, at_start) == 0:
            n = _write(move, wanted, n, seat, KEEP_TICKETS, 0, mask)
    return n


@kernel
def _tunnel(state: Any, board: Any, seat: Any, wanted: Any, move: Any) -> Any:
    """Walk through the answers to a tunnel's price: pay or withdraw (E-07, E-09)."""
    n = 0
    if can_pay_extra(state, board, seat):
        if wanted == n:
            head(move, seat, PAY_TUNNEL, 0, 0)
            canonical_extra(state, board, seat, move)
        n += 1
    return _write(move, wanted, n, seat, WITHDRAW, 0, 0)


@inlined
def wagon_choices(board: Any) -> Any:
    """Return the fewest and most wagons a seat may choose to start with (W-04)."""
    total = i64(board.chosen_pieces)
    return max(0, total - i64(board.pieces[SHIPS])), min(total, i64(board.pieces[WAGONS]))


@kernel
def _mixes(state: Any, board: Any, seat: Any, wanted: Any, move: Any) -> Any:
    """Walk through the mixes of set-up: ticket piles (G-02) or pieces (W-04)."""
    n = 0
    if i64(state.phase) == MIX:
        for second in range(i64(board.start_tickets[0]) + 1):
            n = _write(move, wanted, n, seat, CHOOSE_MIX, 0, second)
    if i64(state.phase) == PIECES:
        least, most = wagon_choices(board)
        for wagons in range(least, most + 1):
            n = _write(move, wanted, n, seat, CHOOSE_PIECES, 0, wagons)
    return n
