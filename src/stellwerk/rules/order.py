"""An order of cities in which few of them are open at a time.

A city is open from its turn on until the last of its neighbours has had its turn.
"""

from __future__ import annotations

import numpy as np

from stellwerk.board.layout import CITIES, BoardRecord
from stellwerk.board.records import Array1
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.scratch import Scratch

OPEN = 15
"""Most cities open at a time."""
_TOO_WIDE = 1 << 62


@kernel
def find_order(board: BoardRecord, scratch: Scratch, component: int, order: Array1) -> int:
    """Put the cities in an order that keeps few of them open; return how many, 0 if too many."""
    near = np.zeros(CITIES, np.uint64)
    rest = component
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        near[city] = _neighbours(board, scratch, city)
    trial = np.zeros(CITIES, np.int64)
    number = popcount(component)
    cheapest = _TOO_WIDE
    starts = component
    while starts != EMPTY:
        start = lowest(starts)
        starts = drop_lowest(starts)
        for joined in range(2):
            cost = _follow(near, component, start, joined == 1, trial)
            if cost < cheapest:
                cheapest = cost
                for i in range(number):
                    order[i] = trial[i]
    return number if cheapest < _TOO_WIDE else 0


@kernel
def _neighbours(board: BoardRecord, scratch: Scratch, city: int) -> int:
    found = EMPTY
    for word in range(i64(board.words)):
        routes = u64(scratch.edges[word]) & u64(board.at_city[city, word])
        while routes != EMPTY:
            found |= bit(other_end(board, (word << 6) + lowest(routes), city))
            routes = drop_lowest(routes)
    return found


@kernel
def _follow(near: Array1, component: int, start: int, joined: bool, order: Array1) -> int:
    """Put the cities in order, always the one next that leaves fewest open; return the cost."""
    behind = EMPTY
    still_open = EMPTY
    cost = 0
    city = start
    for i in range(popcount(component)):
        if i > 0:
            city = _next_city(near, component & ~behind, still_open, joined)
        width = popcount(still_open) + 1
        if width > OPEN:
            return _TOO_WIDE
        cost += 1 << (2 * width)
        order[i] = city
        behind |= bit(city)
        still_open = _left_open(near, component & ~behind, still_open | bit(city))
    return cost


@kernel
def _left_open(near: Array1, ahead: int, cities: int) -> int:
    """Return those of some cities that still have a neighbour ahead."""
    found = EMPTY
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        if u64(near[city]) & ahead != EMPTY:
            found |= bit(city)
    return found


@kernel
def _next_city(near: Array1, ahead: int, still_open: int, joined: bool) -> int:
    """Return the city that leaves fewest open.

    Of several the one with most neighbours open, or the one after which fewest cities are next.
    """
    best = -1
    found = 0
    rest = ahead
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        after = _left_open(near, ahead & ~bit(city), still_open | bit(city))
        if joined:
            tie_break = popcount(u64(near[city]) & still_open)
        else:
            tie_break = CITIES - popcount(_next_to(near, after) & ahead)
        merit = ((CITIES - popcount(after)) << 8) + tie_break
        if merit > best:
            best = merit
            found = city
    return found


@inlined
def _next_to(near: Array1, cities: int) -> int:
    found = EMPTY
    while cities != EMPTY:
        found |= u64(near[lowest(cities)])
        cities = drop_lowest(cities)
    return found
