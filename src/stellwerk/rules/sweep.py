"""The longest path of a tangled network, city by city (C-22).

The routes of a trail are joined, and an odd number of them meet at no city or at two, its ends. So
all routes are gone through in an order in which few cities are open at a time, and of the choices
so far only those are told apart that differ at the open cities: which of them are joined, where an
odd number of chosen routes meet, and how many ends there are. Of those that are alike the longest
goes on. How long it takes depends on how many cities are open at a time, not on how many trails
there are.
"""

from __future__ import annotations

import numpy as np

from stellwerk.board.layout import CITIES, NONE, ROUTES, BoardRecord
from stellwerk.board.layout import LENGTH as LONGEST
from stellwerk.board.records import Array1, Array2
from stellwerk.rules.bits import (
    EMPTY,
    ONE,
    bit,
    drop_lowest,
    has,
    i64,
    lowest,
    popcount,
    scatter,
    u64,
)
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.order import OPEN, find_order
from stellwerk.rules.scratch import Scratch

CLOSES, A, B, LENGTH, AHEAD, ODD, LOST, SAVED, BRANCH, FIELDS = range(10)
"""A step decides on a route: the places of its cities, its length. Or a city closes, since all its
routes are behind: its place and, instead of ``B`` and ``LENGTH``, its two longest branches. After
the step there are: the length of all routes ahead; open cities where an odd number of them meet;
twice what the cities not yet open leave unused, and the most that an end saves of that; the longest
branch."""

_STEPS = 1 + ROUTES + CITIES
_ENDS = u64(OPEN)
_PLACES = u64((1 << OPEN) - 1)
_PART = u64(15)


@cold
def sweep(board: BoardRecord, scratch: Scratch, component: int, best: int) -> int:
    """Return the longest trail through a component without loose ends, if it beats ``best``.

    -1 if too many cities would be open at a time.
    """
    order = np.zeros(CITIES, np.int64)
    cities = find_order(board, scratch, component, order)
    if cities == 0:
        return -1
    steps = np.zeros((_STEPS, FIELDS), np.int64)
    shortest = np.zeros((_STEPS, OPEN), np.int64)
    last = _plan(board, scratch, order, cities, steps, shortest)
    most = _most(steps, shortest, 0, EMPTY, 0)
    spare = 0
    while True:  # choices that lose much are only looked at if nothing better is found
        least = max(best + 1, most - spare)
        found = _run(steps, shortest, last, least)
        if found >= least:
            return found
        if least == best + 1:
            return best
        spare = 2 * spare + 1


@kernel
def _plan(
    board: BoardRecord,
    scratch: Scratch,
    order: Array1,
    cities: int,
    steps: Array2,
    shortest: Array2,
) -> int:
    """Write down all steps, and what is ahead after each; return the number of the last.

    ``scratch.unused`` are the routes ahead.
    """
    place = np.zeros(CITIES, np.int64)
    coming = EMPTY
    for i in range(cities):
        coming |= bit(order[i])
    for word in range(i64(board.words)):
        scratch.unused[word] = EMPTY
        for i in range(cities):
            routes = u64(scratch.edges[word]) & u64(board.at_city[order[i], word])
            scratch.unused[word] = u64(scratch.unused[word]) | routes
    _look_ahead(board, scratch, coming, EMPTY, place, steps[0], shortest[0])
    free = _PLACES
    still_open = EMPTY
    last = 0
    for i in range(cities):
        city = i64(order[i])
        place[city] = lowest(free)
        free = drop_lowest(free)
        coming &= ~bit(city)
        still_open |= bit(city)
        route = _next_route(board, scratch, city, still_open)
        while route != NONE:
            last += 1
            steps[last, A] = place[city]
            steps[last, B] = place[other_end(board, route, city)]
            steps[last, LENGTH] = i64(board.length[route])
            _look_ahead(board, scratch, coming, still_open, place, steps[last], shortest[last])
            route = _next_route(board, scratch, city, still_open)
        rest = still_open
        while rest != EMPTY:
            other = lowest(rest)
            rest = drop_lowest(rest)
            if _is_behind(board, scratch, other):
                still_open &= ~bit(other)
                free |= bit(place[other])
                last += 1
                steps[last, CLOSES] = 1
                steps[last, A] = place[other]
                steps[last, B] = i64(scratch.branch[other])
                steps[last, LENGTH] = i64(scratch.second_branch[other])
                _look_ahead(board, scratch, coming, still_open, place, steps[last], shortest[last])
    return last


@kernel
def _next_route(board: BoardRecord, scratch: Scratch, city: int, cities: int) -> int:
    """Take a route from a city to one of some cities out of those ahead; NONE if there is none."""
    for word in range(i64(board.words)):
        routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            if has(cities, other_end(board, route, city)):
                scratch.unused[word] = u64(scratch.unused[word]) & ~bit(route & 63)
                return route
            routes = drop_lowest(routes)
    return NONE


@inlined
def _is_behind(board: BoardRecord, scratch: Scratch, city: int) -> bool:
    """Tell whether no route of a city is ahead."""
    ahead = EMPTY
    for word in range(i64(board.words)):
        ahead |= u64(scratch.unused[word]) & u64(board.at_city[city, word])
    return ahead == EMPTY


@kernel
def _look_ahead(
    board: BoardRecord,
    scratch: Scratch,
    coming: int,
    still_open: int,
    place: Array1,
    step: Array1,
    shortest: Array1,
) -> None:
    """Note what is ahead of the cities that are open and of those ``coming``."""
    step[AHEAD] = 0
    for word in range(i64(board.words)):
        for length in range(1, LONGEST + 1):
            routes = u64(scratch.unused[word]) & u64(board.of_length[length, word])
            step[AHEAD] += length * popcount(routes)
    odd_places = EMPTY
    rest = coming | still_open
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        number, length = _routes_ahead(board, scratch, city)
        step[BRANCH] = max(i64(step[BRANCH]), i64(scratch.branch[city]))
        step[SAVED] = max(i64(step[SAVED]), length)
        if has(coming, city):
            step[LOST] += length * (number % 2)
        else:
            shortest[place[city]] = length
            odd_places |= u64(number % 2) << u64(place[city])
    step[ODD] = i64(odd_places)


@kernel
def _routes_ahead(board: BoardRecord, scratch: Scratch, city: int) -> tuple[int, int]:
    """Return how many routes of a city are ahead, and the length of the shortest; 0 if none is."""
    number = 0
    shortest = 0
    for length in range(LONGEST, 0, -1):
        for word in range(i64(board.words)):
            routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
            same = popcount(routes & u64(board.of_length[length, word]))
            if same > 0:
                number += same
                shortest = length
    return number, shortest


@inlined
def _most(steps: Array2, shortest: Array2, at: int, marks: int, length: int) -> int:
    """Return the most that can become of a choice after a step.

    Where an odd number of routes are still to be used up, one at least is left, unless an end is
    there. Each route that is left serves two cities.
    """
    lost = i64(steps[at, LOST])
    odd = (marks & _PLACES) ^ u64(steps[at, ODD])
    while odd != EMPTY:
        lost += i64(shortest[at, lowest(odd)])
        odd = drop_lowest(odd)
    ends = 2 - i64(marks >> _ENDS)
    lost -= ends * i64(steps[at, SAVED])
    more = i64(steps[at, AHEAD]) + ends * i64(steps[at, BRANCH])
    return length + more - (max(lost, 0) + 1) // 2


@kernel
def _run(steps: Array2, shortest: Array2, last: int, least: int) -> int:
    """Go through all steps with the choices that may come to ``least``; return the longest trail.

    A choice is the parts of the open cities, four bits for each place, 0 where nothing is chosen;
    its marks, the places where an odd number of chosen routes meet and above them the number of
    ends; and the length of all that is chosen.
    """
    parts = np.zeros(1, np.uint64)
    marks = np.zeros(1, np.uint64)
    lengths = np.zeros(1, np.int64)
    count = 1
    best = -1
    for at in range(1, last + 1):
        size = 8
        while size < 4 * count:
            size *= 2
        table = np.full(size, -1, np.int64)
        to_parts = np.empty(2 * count, np.uint64)
        to_marks = np.empty(2 * count, np.uint64)
        to_lengths = np.empty(2 * count, np.int64)
        kept = 0
        for i in range(2 * count):
            of = i >> 1
            part = u64(parts[of])
            mark = u64(marks[of])
            length = i64(lengths[of])
            if i64(steps[at, CLOSES]) == 0:
                part, mark, length = _use(steps[at], part, mark, length, i & 1)
            else:
                before = part
                part, mark, length = _close(steps[at], part, mark, length, i & 1)
                if part == EMPTY and before != EMPTY:
                    best = max(best, length)
                    continue
            if length < 0 or _most(steps, shortest, at, mark, length) < least:
                continue
            slot = i64(scatter(part ^ scatter(mark)) & u64(size - 1))
            alike = i64(table[slot])
            while alike >= 0 and (u64(to_parts[alike]) != part or u64(to_marks[alike]) != mark):
                slot = (slot + 1) & (size - 1)
                alike = i64(table[slot])
            if alike >= 0:
                to_lengths[alike] = max(i64(to_lengths[alike]), length)
            else:
                table[slot] = kept
                to_parts[kept] = part
                to_marks[kept] = mark
                to_lengths[kept] = length
                kept += 1
        parts, marks, lengths, count = to_parts, to_marks, to_lengths, kept
    return best


@inlined
def _part(parts: int, place: int) -> int:
    return (parts >> u64(4 * place)) & _PART


@inlined
def _use(step: Array1, parts: int, marks: int, length: int, way: int) -> tuple[int, int, int]:
    """Leave the route of a step unused (0), or use it (1): its cities are of one part then."""
    if way == 0:
        return parts, marks, length
    a = i64(step[A])
    b = i64(step[B])
    part = _part(parts, a)
    if part == EMPTY or part != _part(parts, b):
        parts = _joined(parts, a, b)
    return parts, marks ^ bit(a) ^ bit(b), length + i64(step[LENGTH])


@kernel
def _joined(parts: int, a: int, b: int) -> int:
    """Join the parts of two places, and number all parts again by their first places."""
    part_a = _part(parts, a)
    part_b = _part(parts, b)
    names = EMPTY
    found = EMPTY
    count = EMPTY
    joined = EMPTY
    for place in range(OPEN):
        part = _part(parts, place)
        name = EMPTY
        if place == a or place == b or (part != EMPTY and (part == part_a or part == part_b)):
            if joined == EMPTY:
                count += ONE
                joined = count
            name = joined
        elif part != EMPTY:
            name = _part(names, i64(part) - 1)
            if name == EMPTY:
                count += ONE
                name = count
                names |= name << u64(4 * (i64(part) - 1))
        found |= name << u64(4 * place)
    return found


@inlined
def _close(step: Array1, parts: int, marks: int, length: int, way: int) -> tuple[int, int, int]:
    """Close a city, with a trail that goes on (0) or has an end, or both ends, there (1).

    The length becomes -1 where that cannot be. Without parts that are left a trail is complete.
    """
    place = i64(step[A])
    part = _part(parts, place)
    if part == EMPTY:
        return parts, marks, length if way == 0 else -1
    odd = has(marks, place)
    ends = i64(marks >> _ENDS)
    if way == 0:
        if odd:
            return parts, marks, -1
    elif odd:
        if ends == 2:
            return parts, marks, -1
        marks = (marks ^ bit(place)) + (ONE << _ENDS)
        length += i64(step[B])
    else:
        if ends > 0 or i64(step[B]) == 0:
            return parts, marks, -1
        marks += u64(2) << _ENDS
        length += i64(step[B]) + i64(step[LENGTH])
    left = parts & ~(_PART << u64(4 * place))
    for other in range(OPEN):
        if _part(left, other) == part:
            return _joined(left, other, other), marks, length
    return left, marks, length if left == EMPTY else -1
