"""How far a ticket is from completion: the fewest further spaces over own and open routes."""

from __future__ import annotations

from stellwerk.board.layout import CITIES, NONE, WORDS, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import State

FAR = 10000
LOST = -1


@kernel
def distance(state: State, board: BoardRecord, seat: int, ticket: int, scratch: Scratch) -> int:
    """Return the fewest further spaces for a ticket, LOST if no way is left.

    One such way is written to ``scratch.path``. The stops of a tour are joined one after the other
    in order, each by the shortest way that makes use of those before: for a tour the number is what
    that way costs, and a shorter one may exist.
    """
    scratch.path_length = 0
    for word in range(WORDS):
        scratch.path_set[word] = EMPTY
    total = 0
    for stop in range(1, i64(board.ticket_stops[ticket])):
        start = u64(board.stop[ticket, stop - 1])
        spaces = _leg(state, board, seat, start, u64(board.stop[ticket, stop]), scratch)
        if spaces == LOST:
            return LOST
        total += spaces
    return total


@inlined
def _cost(state: State, board: BoardRecord, seat: int, route: int, scratch: Scratch) -> int:
    """Return the further spaces of a route: none if owned or planned, FAR if not open."""
    word = route >> 6
    here = route & 63
    if has(u64(state.own[seat, word]) | u64(scratch.path_set[word]), here):
        return 0
    if has(u64(state.free[word]) & ~u64(state.shut[seat, word]), here):
        return i64(board.length[route])
    return FAR


@kernel
def _leg(
    state: State, board: BoardRecord, seat: int, start: int, goal: int, scratch: Scratch
) -> int:
    """Return the shortest way between two sets of cities, and add it to the path (Dijkstra)."""
    for city in range(CITIES):
        scratch.distance[city] = 0 if has(start, city) else FAR
        scratch.settled[city] = 0
        scratch.came_by[city] = NONE
    while True:
        city = -1
        least = FAR
        for candidate in range(i64(board.cities)):
            if not scratch.settled[candidate] and i64(scratch.distance[candidate]) < least:
                city = candidate
                least = i64(scratch.distance[candidate])
        if city < 0:
            return LOST
        if has(goal, city):
            _add_path(state, board, seat, city, scratch)
            return least
        scratch.settled[city] = 1
        for word in range(i64(board.words)):
            routes = u64(board.at_city[city, word])
            while routes != EMPTY:
                route = (word << 6) + lowest(routes)
                routes = drop_lowest(routes)
                other = other_end(board, route, city)
                spaces = least + _cost(state, board, seat, route, scratch)
                if spaces < i64(scratch.distance[other]):
                    scratch.distance[other] = spaces
                    scratch.came_by[other] = route


@kernel
def _add_path(state: State, board: BoardRecord, seat: int, city: int, scratch: Scratch) -> None:
    """Go back along the way that led to a city and note the routes still to claim."""
    first = i64(scratch.path_length)
    count = first
    while i64(scratch.came_by[city]) != NONE:
        route = i64(scratch.came_by[city])
        if _cost(state, board, seat, route, scratch) > 0:
            scratch.path[count] = route
            count += 1
        city = other_end(board, route, city)
    for i in range(first, count):
        route = i64(scratch.path[i])
        word = route >> 6
        scratch.path_set[word] = u64(scratch.path_set[word]) | bit(route & 63)
    for i in range((count - first) // 2):
        route = i64(scratch.path[first + i])
        scratch.path[first + i] = scratch.path[count - 1 - i]
        scratch.path[count - 1 - i] = route
    scratch.path_length = count
