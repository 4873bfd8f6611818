"""How many ways that share no route lead from some cities to others (for tours, W-12)."""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.scratch import Scratch

FORTH, BACK = 0, 1
"""Routes used from their first city to the second, and those used the other way."""


@kernel
def room(board: BoardRecord, scratch: Scratch, sources: int, targets: int, enough: int) -> int:
    """Return how many ways over ``scratch.unused`` there are, or ``enough``.

    Where a city stands on both sides, nothing has to be crossed. Otherwise one way after the other
    is sought (Ford and Fulkerson); it may use a route against the direction in which an earlier way
    does, and then neither uses it.
    """
    if sources & targets != EMPTY:
        return enough
    for word in range(i64(board.words)):
        scratch.flow[FORTH, word] = EMPTY
        scratch.flow[BACK, word] = EMPTY
    found = 0
    while found < enough:
        end = _find_way(board, scratch, sources, targets)
        if end < 0:
            return found
        _use_way(board, scratch, sources, end)
        found += 1
    return found


@kernel
def _find_way(board: BoardRecord, scratch: Scratch, sources: int, targets: int) -> int:
    """Return the target that one more way reaches, or -1; ``came_by`` leads back."""
    seen = sources
    frontier = sources
    while frontier != EMPTY:
        city = lowest(frontier)
        frontier = drop_lowest(frontier)
        for word in range(i64(board.words)):
            routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
            while routes != EMPTY:
                bare = lowest(routes)
                routes = drop_lowest(routes)
                route = (word << 6) + bare
                there = other_end(board, route, city)
                direction = FORTH if i64(board.a[route]) == city else BACK
                if has(seen, there) or has(u64(scratch.flow[direction, word]), bare):
                    continue
                scratch.came_by[there] = route
                if has(targets, there):
                    return there
                seen |= bit(there)
                frontier |= bit(there)
    return -1


@kernel
def _use_way(board: BoardRecord, scratch: Scratch, sources: int, end: int) -> None:
    """Use the way that was found, from its end to its beginning."""
    city = end
    while not has(sources, city):
        route = i64(scratch.came_by[city])
        word = route >> 6
        one = bit(route & 63)
        back = BACK if i64(board.b[route]) == city else FORTH
        if u64(scratch.flow[back, word]) & one != EMPTY:
            scratch.flow[back, word] = u64(scratch.flow[back, word]) & ~one
        else:
            scratch.flow[1 - back, word] = u64(scratch.flow[1 - back, word]) | one
        city = other_end(board, route, city)
