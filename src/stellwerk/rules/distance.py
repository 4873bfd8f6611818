"""How far a ticket is from completion: the fewest further spaces over own and open routes."""

from __future__ import annotations

from stellwerk.board.layout import NONE, WORDS, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.scratch import RING, Scratch
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


@kernel
def load_costs(state: State, board: BoardRecord, seat: int, scratch: Scratch) -> None:
    """Note the routes a way may go over: for nothing those owned or planned, and the open ones."""
    for word in range(i64(board.words)):
        costless = u64(state.own[seat, word]) | u64(scratch.path_set[word])
        scratch.costless[word] = costless
        scratch.usable[word] = costless | (u64(state.free[word]) & ~u64(state.shut[seat, word]))


@kernel
def _leg(
    state: State, board: BoardRecord, seat: int, start: int, goal: int, scratch: Scratch
) -> int:
    """Return the shortest way between two sets of cities, and add it to the path."""
    load_costs(state, board, seat, scratch)
    city = go_out(board, start, goal, scratch)
    if city < 0:
        return LOST
    _add_path(board, city, scratch)
    return i64(scratch.distance[city])


@kernel
def go_out(board: BoardRecord, start: int, goal: int, scratch: Scratch) -> int:
    """Find the distance of all cities from a set of them, up to the first of a goal (Dijkstra).

    Returns the city of the goal, or -1. Cities within reach wait in a ring of sets, one for each
    distance; of those that are equally far the lowest comes first. Ways lead back by ``came_by``.
    """
    for city in range(i64(board.cities)):
        scratch.distance[city] = FAR
    for slot in range(RING):
        scratch.ring[slot] = EMPTY
    scratch.ring[0] = start
    while start != EMPTY:
        scratch.distance[lowest(start)] = 0
        scratch.came_by[lowest(start)] = NONE
        start = drop_lowest(start)
    # Which sets of the ring have members, that of the distance reached first.
    waiting = bit(0)
    distance = 0
    while waiting != EMPTY:
        distance += lowest(waiting)
        waiting >>= u64(lowest(waiting))
        slot = distance % RING
        city = lowest(u64(scratch.ring[slot]))
        if has(goal, city):
            return city
        left = drop_lowest(u64(scratch.ring[slot]))
        scratch.ring[slot] = left
        if left == EMPTY:
            waiting ^= bit(0)
        if i64(scratch.distance[city]) == distance:
            waiting |= _go_on(board, city, distance, scratch)
    return -1


@inlined
def _go_on(board: BoardRecord, city: int, distance: int, scratch: Scratch) -> int:
    """Go over all routes from a city; return how much further the cities are that come nearer."""
    waiting = EMPTY
    for word in range(i64(board.words)):
        routes = u64(board.at_city[city, word]) & u64(scratch.usable[word])
        costless = u64(scratch.costless[word])
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            cost = 0 if has(costless, route & 63) else i64(board.length[route])
            routes = drop_lowest(routes)
            other = other_end(board, route, city)
            if distance + cost < i64(scratch.distance[other]):
                scratch.distance[other] = distance + cost
                scratch.came_by[other] = route
                slot = (distance + cost) % RING
                scratch.ring[slot] = u64(scratch.ring[slot]) | bit(other)
                waiting |= bit(cost)
    return waiting


@kernel
def _add_path(board: BoardRecord, city: int, scratch: Scratch) -> None:
    """Go back along the way that led to a city and note the routes still to claim."""
    first = i64(scratch.path_length)
    count = first
    while i64(scratch.came_by[city]) != NONE:
        route = i64(scratch.came_by[city])
        if not has(u64(scratch.costless[route >> 6]), route & 63):
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
