"""A set of routes as a network: which cities it joins, and what hangs loose from it (C-20, C-22).

Wagons and ships join cities alike (W-11).

Routes with a loose end are folded, one after the other, into the city they hang from; in most games
nothing else is left. On the way every city gets a label, another city it is joined to: following
the labels leads to one root for all cities that are joined.
"""

from __future__ import annotations

from stellwerk.board.layout import CITIES, NONE, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import State


@kernel
def load_own(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> int:
    """Build the network of a seat's own routes; return its longest path of loose branches."""
    for word in range(i64(board.words)):
        scratch.edges[word] = state.own[seat, word]
        scratch.network[word] = state.own[seat, word]
    return load_edges(board, scratch)


@kernel
def load_edges(board: BoardRecord, scratch: Scratch) -> int:
    """Build the network of ``scratch.edges``; return its longest path of loose branches.

    Afterwards ``edges`` are the routes that could not be folded, ``core`` their cities, ``degree``
    how many of them meet at a city, and ``branch``, ``second_branch`` the longest folded there.
    """
    for city in range(CITIES):
        scratch.label[city] = city
        scratch.degree[city] = 0
        scratch.branch[city] = 0
        scratch.second_branch[city] = 0
    cities = EMPTY
    for word in range(i64(board.words)):
        routes = u64(scratch.edges[word])
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            a = i64(board.a[route])
            b = i64(board.b[route])
            scratch.degree[a] += 1
            scratch.degree[b] += 1
            cities |= bit(a) | bit(b)
    longest = _fold_branches(board, scratch, cities)
    core = EMPTY
    for word in range(i64(board.words)):
        core |= u64(scratch.edges[word])
    scratch.core = EMPTY
    if core != EMPTY:
        _label_core(board, scratch, cities)
    return longest


@inlined
def other_end(board: BoardRecord, route: int, city: int) -> int:
    """Return the city at the other end of a route."""
    return i64(board.a[route]) + i64(board.b[route]) - city


@inlined
def _fold_branches(board: BoardRecord, scratch: Scratch, cities: int) -> int:
    """Take away routes with a loose end, noting the two longest branches at each city."""
    best = 0
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        if i64(scratch.degree[city]) != 1:
            continue
        route = _only_route(board, scratch, city)
        word = route >> 6
        scratch.edges[word] = u64(scratch.edges[word]) & ~bit(route & 63)
        other = other_end(board, route, city)
        scratch.label[city] = other
        reach = i64(scratch.branch[city]) + i64(board.length[route])
        longest = i64(scratch.branch[other])
        best = max(best, reach + longest)
        shorter = min(reach, longest)
        scratch.branch[other] = max(reach, longest)
        scratch.second_branch[other] = max(shorter, i64(scratch.second_branch[other]))
        scratch.degree[city] = 0
        scratch.degree[other] -= 1
        cities |= bit(other)
    return best


@inlined
def _only_route(board: BoardRecord, scratch: Scratch, city: int) -> int:
    word = 0
    routes = u64(scratch.edges[0]) & u64(board.at_city[city, 0])
    while routes == EMPTY:
        word += 1
        routes = u64(scratch.edges[word]) & u64(board.at_city[city, word])
    return (word << 6) + lowest(routes)


@cold
def _label_core(board: BoardRecord, scratch: Scratch, cities: int) -> None:
    """Label the cities of the routes that could not be folded, one component after the other."""
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        if i64(scratch.degree[city]) == 0:
            continue
        for word in range(i64(board.words)):
            scratch.unused[word] = scratch.edges[word]
        component = flood(board, scratch, city)
        scratch.core = u64(scratch.core) | component
        cities &= ~component
        while component != EMPTY:
            scratch.label[lowest(component)] = city
            component = drop_lowest(component)


@kernel
def flood(board: BoardRecord, scratch: Scratch, start: int) -> int:
    """Return the cities joined to a city by ``scratch.unused``; those routes go to ``seen``."""
    cities = bit(start)
    frontier = cities
    for word in range(i64(board.words)):
        scratch.seen[word] = EMPTY
    while frontier != EMPTY:
        city = lowest(frontier)
        frontier = drop_lowest(frontier)
        for word in range(i64(board.words)):
            at_city = u64(scratch.unused[word]) & u64(board.at_city[city, word])
            routes = at_city & ~u64(scratch.seen[word])
            scratch.seen[word] = u64(scratch.seen[word]) | at_city
            while routes != EMPTY:
                other = bit(other_end(board, (word << 6) + lowest(routes), city))
                routes = drop_lowest(routes)
                frontier |= other & ~cities
                cities |= other
    return cities


@inlined
def go_on(board: BoardRecord, scratch: Scratch, depth: int) -> int:
    """Use the next route not yet tried at this depth of a search; NONE if there is none."""
    for word in range(i64(board.words)):
        routes = u64(scratch.ahead[depth, word])
        if routes != EMPTY:
            route = (word << 6) + lowest(routes)
            scratch.ahead[depth, word] = drop_lowest(routes)
            scratch.unused[word] = u64(scratch.unused[word]) & ~bit(route & 63)
            scratch.route_at[depth] = route
            return route
    return NONE


@inlined
def go_back(scratch: Scratch, depth: int) -> int:
    """Give back the route used at this depth of a search, and return it."""
    route = i64(scratch.route_at[depth])
    word = route >> 6
    scratch.unused[word] = u64(scratch.unused[word]) | bit(route & 63)
    return route


@inlined
def root(scratch: Scratch, city: int) -> int:
    """Return the city that stands for all joined to this one."""
    while i64(scratch.label[city]) != city:
        city = i64(scratch.label[city])
    return city


@kernel
def shorten_labels(board: BoardRecord, scratch: Scratch) -> None:
    """Let the label of every city be its root, for those who ask often."""
    for city in range(i64(board.cities)):
        scratch.label[city] = root(scratch, city)


@inlined
def roots(scratch: Scratch, cities: int) -> int:
    """Return the roots of a set of cities, as a set."""
    found = EMPTY
    while cities != EMPTY:
        found |= bit(root(scratch, lowest(cities)))
        cities = drop_lowest(cities)
    return found


@kernel
def all_joined(board: BoardRecord, ticket: int, scratch: Scratch) -> bool:
    """Tell whether all stops of a ticket are joined; any end point will do for a country (G-05)."""
    common = roots(scratch, u64(board.stop[ticket, 0]))
    for i in range(1, i64(board.ticket_stops[ticket])):
        common &= roots(scratch, u64(board.stop[ticket, i]))
    return common != EMPTY
