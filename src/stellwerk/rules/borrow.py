"""What stations are worth: each lets its owner use one route of another player (E-04).

All choices of one route per station are tried. For most tickets a borrowed route does nothing but
join the two parts of the network at its ends, so one route to each part is enough. Where a tour may
come to be travelled in order (W-12), a route within one part counts too, and so does each lane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.board.layout import BUILDINGS, HARBOUR_TICKETS, NONE, TICKET_WORDS, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import all_joined, other_end, root, roots, shorten_labels
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import State
from stellwerk.rules.tickets import is_tour, names
from stellwerk.rules.tour import in_order, may_be_in_order

if TYPE_CHECKING:
    from stellwerk.rules.score import Result

NEVER, ALWAYS, DEPENDS = range(3)
"""Whether an open ticket is in order as soon as its stops are joined; that may depend on routes."""

CLOSED, PICKED = range(2)
"""How many tickets name each harbour: those that own routes complete, or with routes picked."""


@cold
def borrow(
    state: State, board: BoardRecord, seat: int, scratch: Scratch, result: Result, most: int
) -> None:
    """Choose what a seat's stations borrow and join it to the network just built (E-04).

    Most points first, with harbours (W-14), then most completed tickets, then fewest routes, then
    the lowest numbers. ``most`` completed tickets earn the bonus for them (G-06); 0: nobody's do.
    """
    shorten_labels(board, scratch)
    _find_open_tickets(state, board, seat, scratch)
    depends = _find_orders(state, board, seat, scratch)
    _find_candidates(state, board, seat, scratch, depends)
    best_points = -1
    best_completed = 0
    best_routes = 0
    best_numbers = 0
    for i in range(BUILDINGS):
        scratch.pick[i] = 0
    done = False
    while not done:
        routes = _take(board, scratch)
        points, completed = _joined_points(state, board, seat, scratch, most)
        if points + i64(scratch.undecided) >= best_points:
            if i64(scratch.undecided) > 0:
                _load_borrowed(state, board, seat, scratch)
                points += _ordered_points(board, scratch)
            ahead = _ahead(points - best_points, completed - best_completed, best_routes - routes)
            if ahead == 0:
                ahead = best_numbers - _numbers(scratch)
            if ahead > 0:
                best_points = points
                best_completed = completed
                best_routes = routes
                best_numbers = _numbers(scratch)
                for i in range(BUILDINGS):
                    result.borrowed[seat, i] = scratch.borrowed[i]
        done = _next_pick(scratch)
    for i in range(BUILDINGS):
        route = i64(result.borrowed[seat, i])
        scratch.borrowed[i] = route
        if route != NONE:
            scratch.label[root(scratch, i64(board.a[route]))] = root(scratch, i64(board.b[route]))
    _load_borrowed(state, board, seat, scratch)


@inlined
def _ahead(points: int, completed: int, routes: int) -> int:
    """Return the first difference that is not 0."""
    if points != 0:
        return points
    return completed if completed != 0 else routes


@inlined
def _numbers(scratch: Scratch) -> int:
    """Return the routes picked as one number, the lower the better: sorted, then as they stand."""
    a = i64(scratch.borrowed[0])
    b = i64(scratch.borrowed[1])
    c = i64(scratch.borrowed[2])
    low = min(a, min(b, c))
    high = max(a, max(b, c))
    ordered = (low << 16) + ((a + b + c - low - high) << 8) + high
    return (ordered << 24) + (a << 16) + (b << 8) + c


@inlined
def _next_pick(scratch: Scratch) -> bool:
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
def _find_candidates(
    state: State, board: BoardRecord, seat: int, scratch: Scratch, every: bool
) -> None:
    """List for each station the routes of others worth borrowing, lowest number first.

    Unless ``every`` one counts, that is the lowest to each other part of the network.
    """
    for i in range(BUILDINGS):
        scratch.candidates[i] = 0
    cities = u64(state.station[seat])
    station = 0
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        joined = bit(root(scratch, city))
        count = 0
        for word in range(i64(board.words)):
            routes = u64(board.at_city[city, word]) & _of_others(state, seat, word)
            while routes != EMPTY:
                route = (word << 6) + lowest(routes)
                routes = drop_lowest(routes)
                there = root(scratch, other_end(board, route, city))
                if every or not has(joined, there):
                    joined |= bit(there)
                    scratch.candidate[station, count] = route
                    count += 1
        scratch.candidates[station] = count
        station += 1


@inlined
def _of_others(state: State, seat: int, word: int) -> int:
    """Return one word of the routes that other seats own."""
    routes = EMPTY
    for other in range(i64(state.seats)):
        if other != seat:
            routes |= u64(state.own[other, word])
    return routes


@kernel
def _find_open_tickets(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> None:
    """List the tickets a seat's own routes do not complete, or not in order; count the others."""
    count = 0
    closed = 0
    for i in range(BUILDINGS):
        scratch.naming[CLOSED, i] = 0
    for word in range(TICKET_WORDS):
        held = u64(state.held[seat, word])
        while held != EMPTY:
            ticket = (word << 6) + lowest(held)
            held = drop_lowest(held)
            if is_tour(board, ticket) or not all_joined(board, ticket, scratch):
                scratch.open_ticket[count] = ticket
                scratch.order[count] = ALWAYS
                count += 1
            else:
                closed += 1
                _note_names(state, board, seat, ticket, scratch, CLOSED)
    scratch.open_tickets = count
    scratch.closed_tickets = closed


@inlined
def _note_names(
    state: State, board: BoardRecord, seat: int, ticket: int, scratch: Scratch, row: int
) -> None:
    """Count a completed ticket for each harbour of its owner that it names (W-14)."""
    cities = u64(state.harbour[seat])
    i = 0
    while cities != EMPTY:
        if names(board, ticket, lowest(cities)):
            scratch.naming[row, i] += 1
        cities = drop_lowest(cities)
        i += 1


@kernel
def _find_orders(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> bool:
    """Note of each open tour whether it can be in order; tell whether that depends on a choice.

    It does not if the seat's own routes put it in order, or if not even all routes at its stations
    could.
    """
    depends = False
    for i in range(i64(scratch.open_tickets)):
        ticket = i64(scratch.open_ticket[i])
        points = i64(board.ticket_points[ticket])
        if is_tour(board, ticket) and points != i64(board.ticket_any_order[ticket]):
            for word in range(i64(board.words)):
                scratch.network[word] = state.own[seat, word]
            if not in_order(board, ticket, scratch):
                _load_all(state, board, seat, scratch)
                possible = may_be_in_order(board, ticket, scratch)
                scratch.order[i] = DEPENDS if possible else NEVER
                depends = depends or i64(scratch.order[i]) == DEPENDS
    return depends


@kernel
def _load_all(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> None:
    """Make a network of the seat's own routes and all that its stations could borrow."""
    for word in range(i64(board.words)):
        at_stations = EMPTY
        cities = u64(state.station[seat])
        while cities != EMPTY:
            at_stations |= u64(board.at_city[lowest(cities), word])
            cities = drop_lowest(cities)
        routes = at_stations & _of_others(state, seat, word)
        scratch.network[word] = u64(state.own[seat, word]) | routes


@kernel
def _load_borrowed(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> None:
    """Make a network of the seat's own routes and ``scratch.borrowed``."""
    for word in range(i64(board.words)):
        scratch.network[word] = state.own[seat, word]
    for i in range(BUILDINGS):
        route = i64(scratch.borrowed[i])
        if route != NONE:
            word = route >> 6
            scratch.network[word] = u64(scratch.network[word]) | bit(route & 63)


@kernel
def _take(board: BoardRecord, scratch: Scratch) -> int:
    """Note the routes picked and the parts they join; return how many they are."""
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
            scratch.link[i] = _merged(scratch, i, bit(a) | bit(b))
            count += 1
    return count


@inlined
def _merged(scratch: Scratch, i: int, link: int) -> int:
    """Return a link with all links before the i-th that touch it, and let these be the same."""
    for j in range(i):
        if link & u64(scratch.link[j]) != EMPTY:
            link |= u64(scratch.link[j])
    for j in range(i):
        if link & u64(scratch.link[j]) != EMPTY:
            scratch.link[j] = link
    return link


@inlined
def _parts(scratch: Scratch, cities: int) -> int:
    """Return the parts of the network within reach of a set of cities over the borrowed routes."""
    parts = roots(scratch, cities)
    for i in range(BUILDINGS):
        if parts & u64(scratch.link[i]) != EMPTY:
            parts |= u64(scratch.link[i])
    return parts


@kernel
def _joined_points(
    state: State, board: BoardRecord, seat: int, scratch: Scratch, most: int
) -> tuple[int, int]:
    """Return what the borrowed routes bring, and how many open tickets they complete.

    The tours whose order depends on the routes are left out; ``scratch.undecided`` becomes the most
    that they can bring.
    """
    points = 0
    completed = 0
    undecided = 0
    for i in range(BUILDINGS):
        scratch.naming[PICKED, i] = scratch.naming[CLOSED, i]
    for i in range(i64(scratch.open_tickets)):
        ticket = i64(scratch.open_ticket[i])
        scratch.to_order[i] = False
        common = _parts(scratch, u64(board.stop[ticket, 0]))
        for stop in range(1, i64(board.ticket_stops[ticket])):
            common &= _parts(scratch, u64(board.stop[ticket, stop]))
        if common == EMPTY:
            continue
        completed += 1
        points += i64(board.ticket_penalty[ticket])
        if i64(board.harbours) > 0:
            _note_names(state, board, seat, ticket, scratch, PICKED)
        ordered = i64(board.ticket_points[ticket])
        other = i64(board.ticket_any_order[ticket])
        order = i64(scratch.order[i])
        if order == DEPENDS:
            scratch.to_order[i] = True
            undecided += max(ordered, other)
        else:
            points += ordered if order == ALWAYS else other
    scratch.undecided = undecided
    if i64(board.harbours) > 0:
        for i in range(BUILDINGS):
            naming = min(i64(scratch.naming[PICKED, i]), HARBOUR_TICKETS)
            points += i64(board.harbour_value[naming])
    if most > 0 and i64(scratch.closed_tickets) + completed >= most:
        points += i64(board.most_tickets)
    return points, completed


@kernel
def _ordered_points(board: BoardRecord, scratch: Scratch) -> int:
    """Return the points of the joined tours whose order depends on the borrowed routes."""
    points = 0
    for i in range(i64(scratch.open_tickets)):
        if scratch.to_order[i]:
            ticket = i64(scratch.open_ticket[i])
            if in_order(board, ticket, scratch):
                points += i64(board.ticket_points[ticket])
            else:
                points += i64(board.ticket_any_order[ticket])
    return points
