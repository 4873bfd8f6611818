"""The longest path of a seat, exactly (C-22): the longest trail over its own routes.

Branches are folded by network.py. What remains has no loose ends and is searched from every city
where a longest trail can start, with bounds that cut off what cannot win. That is the quickest way
for what people build; the few networks for which it takes long are swept by sweep.py.
"""

from __future__ import annotations

from stellwerk.board.layout import LENGTH, NONE, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.kernel import CUDA, cold, inlined, kernel
from stellwerk.rules.network import flood, go_back, go_on, other_end
from stellwerk.rules.scratch import Scratch

if CUDA:  # pragma: no cover - compiled only

    @cold
    def sweep(board: BoardRecord, scratch: Scratch, component: int, best: int) -> int:
        """Sweep nothing: a graphics card has no room for it."""
        return -1

else:
    from stellwerk.rules.sweep import sweep

BOUND_FROM = 6
"""Depth from which the search looks at what is still within reach."""
PATIENCE = 1000
"""Steps of a search from one city, after which the network is swept."""
_WITHOUT_END = 1 << 62


@inlined
def longest_trail(board: BoardRecord, scratch: Scratch, longest_branches: int) -> int:
    """Return the longest trail of the network just built, in spaces."""
    if u64(scratch.core) == EMPTY:
        return longest_branches
    return _search_core(board, scratch, longest_branches)


@cold
def _search_core(board: BoardRecord, scratch: Scratch, best: int) -> int:
    """Return the longest trail through what could not be folded, if it beats ``best``."""
    rest = u64(scratch.core)
    while rest != EMPTY:
        city = lowest(rest)
        component = _component(board, scratch, city)
        rest &= ~component
        found = _search(board, scratch, component, best, PATIENCE)
        if found < 0:
            found = sweep(board, scratch, component, best)
        if found < 0:
            _component(board, scratch, city)
            found = _search(board, scratch, component, best, _WITHOUT_END)
        best = found
    return best


@kernel
def _component(board: BoardRecord, scratch: Scratch, city: int) -> int:
    """Return the cities joined to a city of the core; their routes go to ``scratch.seen``."""
    for word in range(i64(board.words)):
        scratch.unused[word] = scratch.edges[word]
    return flood(board, scratch, city)


@kernel
def _seen_length(board: BoardRecord, scratch: Scratch) -> int:
    """Return the length of all routes in ``scratch.seen``."""
    total = 0
    for word in range(i64(board.words)):
        seen = u64(scratch.seen[word])
        if seen != EMPTY:
            for length in range(1, LENGTH + 1):
                total += length * popcount(seen & u64(board.of_length[length, word]))
    return total


@kernel
def _search(board: BoardRecord, scratch: Scratch, component: int, best: int, patience: int) -> int:
    """Return the longest trail through a component without loose ends, if it beats ``best``.

    -1 if a search takes more steps than there is ``patience`` for.

    A longest trail starts where a branch hangs or an odd number of routes meet: from any other city
    it could be made longer at its start. Where there is no such city the component is one round
    trip. Bound: all cities with an odd number of routes, but the two ends, leave a route unused.
    """
    total = _seen_length(board, scratch)
    starts = EMPTY
    longest_branch = 0
    unused = 0
    most = 0
    next_most = 0
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
            next_most = max(next_most, min(most, shortest))
            most = max(most, shortest)
    if starts == EMPTY:
        return max(best, total)
    while starts != EMPTY:
        city = lowest(starts)
        starts = drop_lowest(starts)
        shortest = i64(scratch.shortest[city])
        if i64(scratch.degree[city]) % 2 == 1:
            lost = unused - shortest - (next_most if shortest == most else most)
        else:
            lost = unused + shortest - max(most, shortest)
        branch = i64(scratch.branch[city])
        bound = branch + total + longest_branch - (max(lost, 0) + 1) // 2
        if bound > best:
            best = _search_from(board, scratch, city, longest_branch, bound, best, patience)
            if best < 0:
                return best
    return best


@inlined
def _shortest_route(board: BoardRecord, scratch: Scratch, city: int) -> int:
    length = 1
    while True:
        for word in range(i64(board.words)):
            routes = u64(scratch.edges[word]) & u64(board.at_city[city, word])
            if routes & u64(board.of_length[length, word]) != EMPTY:
                return length
        length += 1


@kernel
def _search_from(
    board: BoardRecord,
    scratch: Scratch,
    start: int,
    longest_branch: int,
    bound: int,
    best: int,
    patience: int,
) -> int:
    """Search all trails from a city, depth first, for one longer than ``best``; -1: too many."""
    words = i64(board.words)
    for word in range(words):
        scratch.unused[word] = scratch.edges[word]
        scratch.ahead[0, word] = u64(scratch.edges[word]) & u64(board.at_city[start, word])
    scratch.city_at[0] = start
    length = i64(scratch.branch[start])
    best = max(best, length + i64(scratch.second_branch[start]))
    depth = 0
    while depth >= 0:
        route = go_on(board, scratch, depth)
        if route == NONE:
            depth -= 1
            if depth >= 0:
                length -= i64(board.length[go_back(scratch, depth)])
            continue
        city = other_end(board, route, i64(scratch.city_at[depth]))
        length += i64(board.length[route])
        hanging = i64(scratch.second_branch[city] if city == start else scratch.branch[city])
        best = max(best, length + hanging)
        if best >= bound:
            return best
        patience -= 1
        if patience < 0:
            return -1
        depth += 1
        scratch.city_at[depth] = city
        going_on = depth < BOUND_FROM or _can_beat(
            board, scratch, city, length, longest_branch, best
        )
        for word in range(words):
            routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
            scratch.ahead[depth, word] = routes if going_on else EMPTY
    return best


@kernel
def _can_beat(
    board: BoardRecord, scratch: Scratch, city: int, length: int, longest_branch: int, best: int
) -> bool:
    """Tell whether a trail could still beat the best one with all it can reach."""
    flood(board, scratch, city)
    return length + _seen_length(board, scratch) + longest_branch > best
