"""What stations are worth: each lets its owner use one route of another player (E-04).

Only tickets that the seat's own routes do not complete can gain. A borrowed route joins the two
parts of the network at its ends, so all choices of one route per station are tried on those parts.
"""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import BUILDINGS, NONE, TICKET_WORDS
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import all_joined, other_end, root, roots
from stellwerk.rules.tour import in_order

CANDIDATES = 32
"""Routes of others that end in one city and lead to different parts of a network."""


@cold
def borrow(state: Any, board: Any, seat: Any, scratch: Any, result: Any) -> None:
    """Choose what a seat's stations borrow and join it to the network just built (E-04).

    Most points first, then most completed tickets, then fewest routes, then the lowest numbers.
    """
    _find_candidates(state, board, seat, scratch)
    _find_open_tickets(state, board, seat, scratch)
    best_gain = 0
    best_completed = 0
    best_routes = BUILDINGS + 1
    for i in range(BUILDINGS):
        scratch.pick[i] = 0
    done = False
    while not done:
        routes = _take(state, board, seat, scratch)
        gain, completed = _gain(board, scratch)
        better = gain > best_gain or (gain == best_gain and completed > best_completed)
        if better or (gain == best_gain and completed == best_completed and routes < best_routes):
            best_gain = gain
            best_completed = completed
            best_routes = routes
            for i in range(BUILDINGS):
                result.borrowed[seat, i] = scratch.borrowed[i]
        done = _next_pick(scratch)
    for i in range(BUILDINGS):
        route = i64(result.borrowed[seat, i])
        if route != NONE:
            scratch.label[root(scratch, i64(board.a[route]))] = root(scratch, i64(board.b[route]))
            word = route >> 6
            scratch.network[word] = u64(scratch.network[word]) | bit(route & 63)


@inlined
def _next_pick(scratch: Any) -> Any:
    """Go on to the next choice, the last station first; tell whether all were tried."""
    i = BUILDINGS - 1
    while i >= 0 and i64(scratch.pick[i]) == i64(scratch.candidates[i]):
        scratch.pick[i] = 0
        i -= 1
    if i < 0:
        return True
    scratch.pick[i] += 1
    return False


@kernel
def _find_candidates(state: Any, board: Any, seat: Any, scratch: Any) -> None:
    """List for each station the routes of others worth borrowing, lowest number first."""
    for i in range(BUILDINGS):
        scratch.candidates[i] = 0
    cities = u64(state.station[seat])
    station = 0
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        here = root(scratch, city)
        joined = bit(here)
        count = 0
        for word in range(i64(board.words)):
            routes = u64(board.at_city[city, word]) & _of_others(state, seat, word)
            while routes != EMPTY and count < CANDIDATES:
                route = (word << 6) + lowest(routes)
                routes = drop_lowest(routes)
                there = root(scratch, other_end(board, route, city))
                if not has(joined, there):
                    joined |= bit(there)
                    scratch.candidate[station, count] = route
                    count += 1
        scratch.candidates[station] = count
        station += 1


@inlined
def _of_others(state: Any, seat: Any, word: Any) -> Any:
    """Return one word of the routes that other seats own."""
    routes = EMPTY
    for other in range(i64(state.seats)):
        if other != seat:
            routes |= u64(state.own[other, word])
    return routes


@kernel
def _find_open_tickets(state: Any, board: Any, seat: Any, scratch: Any) -> None:
    """List the tickets a seat's own routes do not complete, or not in order."""
    count = 0
    for word in range(TICKET_WORDS):
        held = u64(state.held[seat, word])
        while held != EMPTY:
            ticket = (word << 6) + lowest(held)
            held = drop_lowest(held)
            if i64(board.ticket_stops[ticket]) > 2 or not all_joined(board, ticket, scratch):
                scratch.open_ticket[count] = ticket
                count += 1
    scratch.open_tickets = count


@kernel
def _take(state: Any, board: Any, seat: Any, scratch: Any) -> Any:
    """Note the routes picked and the parts they join; return how many they are."""
    for word in range(i64(board.words)):
        scratch.network[word] = state.own[seat, word]
    count = 0
    for i in range(BUILDINGS):
        scratch.borrowed[i] = NONE
        scratch.link[i] = EMPTY
        pick = i64(scratch.pick[i])
        if pick > 0:
            route = i64(scratch.candidate[i, pick - 1])
            scratch.borrowed[i] = route
            a = root(scratch, i64(board.a[route]))
            b = root(scratch, i64(board.b[route]))
            scratch.link[i] = bit(a) | bit(b)
            word = route >> 6
            scratch.network[word] = u64(scratch.network[word]) | bit(route & 63)
            count += 1
    return count


@inlined
def _parts(scratch: Any, cities: Any) -> Any:
    """Return the parts of the network within reach of a set of cities over the borrowed routes."""
    parts = roots(scratch, cities)
    for _ in range(BUILDINGS):
        for i in range(BUILDINGS):
            if parts & u64(scratch.link[i]) != EMPTY:
                parts |= u64(scratch.link[i])
    return parts


@kernel
def _gain(board: Any, scratch: Any) -> Any:
    """Return what the open tickets are worth with the borrowed routes, and how many complete."""
    gain = 0
    completed = 0
    for i in range(i64(scratch.open_tickets)):
        ticket = i64(scratch.open_ticket[i])
        common = _parts(scratch, u64(board.stop[ticket, 0]))
        for stop in range(1, i64(board.ticket_stops[ticket])):
            common &= _parts(scratch, u64(board.stop[ticket, stop]))
        if common == EMPTY:
            continue
        completed += 1
        gain += i64(board.ticket_penalty[ticket])
        if i64(board.ticket_stops[ticket]) == 2 or in_order(board, ticket, scratch):
            gain += i64(board.ticket_points[ticket])
        else:
            gain += i64(board.ticket_any_order[ticket])
    return gain, completed
