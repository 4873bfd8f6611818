"""The cheapest way between two sets of cities, over routes that each have a cost (Dijkstra).

Distances are kept in buckets, and a bucket is a set of cities: one word.
"""

from __future__ import annotations

from stellwerk.board.layout import NONE, BoardRecord
from stellwerk.bots.planning.thought import BUCKETS, Thought
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.network import other_end

FAR = 1 << 20
"""The distance of what cannot be reached."""


@kernel
def find_way(board: BoardRecord, thought: Thought, starts: int, goals: int, limit: int) -> int:
    """Return the cost of the cheapest way between two sets of cities, FAR above a limit.

    Goes over ``thought.usable`` at ``thought.cost``. The way ends in ``thought.reached`` and leads
    back by ``thought.came_by``.
    """
    for city in range(i64(board.cities)):
        thought.distance[city] = FAR
    for slot in range(BUCKETS):
        thought.bucket[slot] = EMPTY
    thought.bucket[0] = starts
    while starts != EMPTY:
        thought.distance[lowest(starts)] = 0
        thought.came_by[lowest(starts)] = NONE
        starts = drop_lowest(starts)
    # Which buckets have cities, that of the distance reached first.
    waiting = bit(0)
    distance = 0
    while waiting != EMPTY:
        distance += lowest(waiting)
        if distance > limit:
            return FAR
        waiting >>= u64(lowest(waiting))
        slot = distance & (BUCKETS - 1)
        cities = u64(thought.bucket[slot])
        if cities & goals != EMPTY:
            thought.reached = lowest(cities & goals)
            return distance
        city = lowest(cities)
        cities = drop_lowest(cities)
        thought.bucket[slot] = cities
        waiting ^= u64(cities == EMPTY)
        if i64(thought.distance[city]) == distance:
            waiting |= _go_on(board, thought, city, distance)
    return FAR


@kernel
def are_joined(board: BoardRecord, thought: Thought, starts: int, goals: int) -> bool:
    """Tell whether a way between two sets of cities costs nothing: ``thought.owned`` joins them."""
    reached = starts
    ahead = starts
    while ahead != EMPTY:
        city = lowest(ahead)
        ahead = drop_lowest(ahead)
        for word in range(i64(board.words)):
            routes = u64(board.at_city[city, word]) & u64(thought.owned[word])
            while routes != EMPTY:
                other = bit(other_end(board, (word << 6) + lowest(routes), city))
                routes = drop_lowest(routes)
                ahead |= other & ~reached
                reached |= other
        if reached & goals != EMPTY:
            return True
    return reached & goals != EMPTY


@inlined
def _go_on(board: BoardRecord, thought: Thought, city: int, distance: int) -> int:
    """Look at all routes that lead on from a city; return what those cost that come nearer."""
    waiting = EMPTY
    for way in range(i64(board.first_way[city]), i64(board.first_way[city + 1])):
        route = i64(board.way_route[way])
        other = i64(board.way_city[way])
        if not has(u64(thought.usable[route >> 6]), route & 63):
            continue
        cost = i64(thought.cost[route])
        reach = distance + cost
        if reach < i64(thought.distance[other]):
            thought.distance[other] = reach
            thought.came_by[other] = route
            slot = reach & (BUCKETS - 1)
            thought.bucket[slot] = u64(thought.bucket[slot]) | bit(other)
            waiting |= bit(cost)
    return waiting
