"""The longest continuous path of a seat, exactly (C-22).

First the branches that hang from the network are folded into the city they hang from; in most
games nothing else is left. What remains has no loose ends and is searched from every city where a
longest trail can start, with bounds that cut off what cannot win.
"""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import CITIES, LENGTH
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.kernel import inlined, kernel

BOUND_FROM = 6
"""Depth from which the search looks at what is still within reach."""


@kernel
def longest_trail(state: Any, board: Any, seat: Any, scratch: Any) -> Any:
    """Return the length of the longest trail over a seat's routes, in spaces."""
    for word in range(i64(board.words)):
        scratch.edges[word] = state.own[seat, word]
    return trail_of_edges(board, scratch)


@kernel
def trail_of_edges(board: Any, scratch: Any) -> Any:
    """Return the length of the longest trail over the routes in ``scratch.edges``."""
    cities = _load(board, scratch)
    best = _fold_branches(board, scratch, cities)
    rest = cities
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        if i64(scratch.degree[city]) > 0:
            component = _component(board, scratch, city)
            rest &= ~component
            best = _search(board, scratch, component, best)
    return best


@inlined
def other_end(board: Any, route: Any, city: Any) -> Any:
    """Return the city at the other end of a route."""
    return i64(board.a[route]) + i64(board.b[route]) - city


@kernel
def _load(board: Any, scratch: Any) -> Any:
    """Count the routes at every city; return the cities that have any."""
    for city in range(CITIES):
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
    return cities


@kernel
def _fold_branches(board: Any, scratch: Any, cities: Any) -> Any:
    """Take away routes with a loose end, noting the two longest branches at each city.

    Returns the longest trail that consists of branches alone.
    """
    best = 0
    rest = cities
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        if i64(scratch.degree[city]) != 1:
            continue
        route = _only_route(board, scratch, city)
        word = route >> 6
        scratch.edges[word] = u64(scratch.edges[word]) & ~bit(route & 63)
        other = other_end(board, route, city)
        reach = i64(scratch.branch[city]) + i64(board.length[route])
        longest = i64(scratch.branch[other])
        best = max(best, reach + longest)
        if reach > longest:
            scratch.second_branch[other] = longest
            scratch.branch[other] = reach
        elif reach > i64(scratch.second_branch[other]):
            scratch.second_branch[other] = reach
        scratch.degree[city] = 0
        scratch.degree[other] -= 1
        rest |= bit(other)
    return best


@inlined
def _only_route(board: Any, scratch: Any, city: Any) -> Any:
    word = 0
    routes = u64(scratch.edges[0]) & u64(board.at_city[city, 0])
    while routes == EMPTY:
        word += 1
        routes = u64(scratch.edges[word]) & u64(board.at_city[city, word])
    return (word << 6) + lowest(routes)


@kernel
def _component(board: Any, scratch: Any, start: Any) -> Any:
    """Return the cities joined to a city by unused routes; the routes go to ``scratch.seen``.

    The unused routes are ``scratch.edges`` here; the search below narrows ``scratch.unused``.
    """
    for word in range(i64(board.words)):
        scratch.unused[word] = scratch.edges[word]
    return _flood(board, scratch, start)


@kernel
def _flood(board: Any, scratch: Any, start: Any) -> Any:
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
                if cities & other == EMPTY:
                    cities |= other
                    frontier |= other
    return cities


@kernel
def _seen_length(board: Any, scratch: Any) -> Any:
    """Return the length of all routes in ``scratch.seen``."""
    total = 0
    for word in range(i64(board.words)):
        seen = u64(scratch.seen[word])
        if seen != EMPTY:
            for length in range(1, LENGTH + 1):
                total += length * popcount(seen & u64(board.of_length[length, word]))
    return total


@kernel
def _search(board: Any, scratch: Any, component: Any, best: Any) -> Any:
    """Return the longest trail through a component without loose ends, if it beats ``best``.

    A longest trail starts where a branch hangs or an odd number of routes meet: from any other city
    it could be made longer at its start. Where there is no such city the component is one round
    trip. Bound: all cities with an odd number of routes, but the two ends, leave a route unused.
    """
    total = _seen_length(board, scratch)
    starts = EMPTY
    longest_branch = 0
    unused = 0
    most = 0
    second = 0
    rest = component
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        odd = i64(scratch.degree[city]) % 2 == 1
        branch = i64(scratch.branch[city])
        longest_branch = max(longest_branch, branch)
        if odd or branch > 0:
            starts |= bit(city)
        shortest = _shortest_route(board, scratch, city)
        scratch.shortest[city] = shortest
        if odd:
            unused += shortest
            second = max(second, min(most, shortest))
            most = max(most, shortest)
    if starts == EMPTY:
        return max(best, total)
    while starts != EMPTY:
        city = lowest(starts)
        starts = drop_lowest(starts)
        shortest = i64(scratch.shortest[city])
        if i64(scratch.degree[city]) % 2 == 1:
            lost = unused - shortest - (second if shortest == most else most)
        else:
            lost = unused + shortest - max(most, shortest)
        branch = i64(scratch.branch[city])
        bound = branch + total + longest_branch - (max(lost, 0) + 1) // 2
        if bound > best:
            best = _search_from(board, scratch, city, longest_branch, bound, best)
    return best


@inlined
def _shortest_route(board: Any, scratch: Any, city: Any) -> Any:
    length = 1
    while True:
        for word in range(i64(board.words)):
            routes = u64(scratch.edges[word]) & u64(board.at_city[city, word])
            if routes & u64(board.of_length[length, word]) != EMPTY:
                return length
        length += 1


@kernel
def _search_from(
    board: Any, scratch: Any, start: Any, longest_branch: Any, bound: Any, best: Any
) -> Any:
    """Search all trails from a city, depth first, for one longer than ``best``."""
    words = i64(board.words)
    for word in range(words):
        scratch.unused[word] = scratch.edges[word]
        scratch.todo[0, word] = u64(scratch.edges[word]) & u64(board.at_city[start, word])
    scratch.city_at[0] = start
    length = i64(scratch.branch[start])
    best = max(best, length + i64(scratch.second_branch[start]))
    depth = 0
    while depth >= 0:
        word = 0
        while word < words and u64(scratch.todo[depth, word]) == EMPTY:
            word += 1
        if word == words:
            depth -= 1
            if depth >= 0:
                route = i64(scratch.route_at[depth])
                length -= i64(board.length[route])
                scratch.unused[route >> 6] = u64(scratch.unused[route >> 6]) | bit(route & 63)
            continue
        routes = u64(scratch.todo[depth, word])
        scratch.todo[depth, word] = drop_lowest(routes)
        route = (word << 6) + lowest(routes)
        scratch.route_at[depth] = route
        scratch.unused[word] = u64(scratch.unused[word]) & ~bit(route & 63)
        city = other_end(board, route, i64(scratch.city_at[depth]))
        length += i64(board.length[route])
        hanging = i64(scratch.second_branch[city] if city == start else scratch.branch[city])
        best = max(best, length + hanging)
        if best >= bound:
            return best
        depth += 1
        scratch.city_at[depth] = city
        going_on = depth < BOUND_FROM or _can_beat(
            board, scratch, city, length, longest_branch, best
        )
        for word in range(words):
            routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
            scratch.todo[depth, word] = routes if going_on else EMPTY
    return best


@kernel
def _can_beat(
    board: Any, scratch: Any, city: Any, length: Any, longest_branch: Any, best: Any
) -> Any:
    """Tell whether a trail could still beat the best one with all it can reach."""
    _flood(board, scratch, city)
    return length + _seen_length(board, scratch) + longest_branch > best
