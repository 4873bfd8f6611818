"""Tours: tickets with more than two stops, travelled in order or not (W-12)."""

from __future__ import annotations

from stellwerk.board.layout import NONE, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.flow import room
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import flood, go_back, go_on, other_end
from stellwerk.rules.scratch import Scratch

CAREFUL_FROM = 64
"""Steps after which a search looks before each further step whether there is room for the rest."""
MOST_STEPS = 20_000
"""Steps after which a search gives up; only networks made for it need that many."""


@cold
def in_order(board: BoardRecord, ticket: int, scratch: Scratch) -> bool:
    """Tell whether one trail over ``scratch.network`` meets the stops in order (W-12).

    No route is used twice; cities may be passed again, and a stop counts when its turn has come.
    """
    if not may_be_in_order(board, ticket, scratch):
        return False
    starts = u64(board.stop[ticket, 0])
    while starts != EMPTY:
        start = lowest(starts)
        starts = drop_lowest(starts)
        if _search(board, ticket, start, scratch):
            return True
    return False


@kernel
def may_be_in_order(board: BoardRecord, ticket: int, scratch: Scratch) -> bool:
    """Tell whether ``scratch.network`` has room for the ways between the stops."""
    for word in range(i64(board.words)):
        scratch.unused[word] = scratch.network[word]
    return _has_room(board, ticket, u64(board.stop[ticket, 0]), 1, scratch)


@kernel
def _has_room(board: BoardRecord, ticket: int, here: int, ahead: int, scratch: Scratch) -> bool:
    """Tell whether ``scratch.unused`` has room for the ways from some city through the stops ahead.

    However the places are parted in two, as many routes must lead across as there are ways between
    the parts. That is necessary, and in nearly all networks enough.
    """
    number = i64(board.ticket_stops[ticket]) - ahead
    for parting in range(1, 1 << number):
        sources = here
        targets = EMPTY
        crossings = 0
        across = 0
        for i in range(number):
            side = (parting >> i) & 1
            crossings += side != across
            across = side
            if side:
                targets |= u64(board.stop[ticket, ahead + i])
            else:
                sources |= u64(board.stop[ticket, ahead + i])
        if room(board, scratch, sources, targets, crossings) < crossings:
            return False
    return True


@inlined
def _met(board: BoardRecord, ticket: int, stop: int, city: int) -> int:
    """Return the next stop to meet after a city was reached."""
    if has(u64(board.stop[ticket, stop]), city):
        return stop + 1
    return stop


@kernel
def _search(board: BoardRecord, ticket: int, start: int, scratch: Scratch) -> bool:
    """Search the trails from a city, depth first, as long as the stops ahead are within reach.

    From one stop to the next no city is passed twice: the way round could as well be left out.
    """
    words = i64(board.words)
    last = i64(board.ticket_stops[ticket])
    for word in range(words):
        scratch.unused[word] = scratch.network[word]
    scratch.city_at[0] = start
    scratch.stop_at[0] = 1
    scratch.passed_at[0] = bit(start)
    _open_routes(board, ticket, 0, scratch)
    depth = 0
    steps = 0
    while depth >= 0:
        route = go_on(board, scratch, depth)
        if route == NONE or steps == MOST_STEPS:
            depth -= 1
            if depth >= 0:
                go_back(scratch, depth)
            continue
        city = other_end(board, route, i64(scratch.city_at[depth]))
        before = i64(scratch.stop_at[depth])
        stop = _met(board, ticket, before, city)
        if stop == last:
            return True
        passed = u64(scratch.passed_at[depth]) if stop == before else EMPTY
        depth += 1
        steps += 1
        scratch.city_at[depth] = city
        scratch.stop_at[depth] = stop
        scratch.passed_at[depth] = passed | bit(city)
        if steps > CAREFUL_FROM and not _has_room(board, ticket, bit(city), stop, scratch):
            for word in range(words):
                scratch.ahead[depth, word] = EMPTY
        else:
            _open_routes(board, ticket, depth, scratch)
    return False


@kernel
def _open_routes(board: BoardRecord, ticket: int, depth: int, scratch: Scratch) -> None:
    """Note the routes to try at a depth, one to each city; none if a stop is out of reach."""
    city = i64(scratch.city_at[depth])
    reach = flood(board, scratch, city)
    possible = True
    for stop in range(i64(scratch.stop_at[depth]), i64(board.ticket_stops[ticket])):
        possible = possible and reach & u64(board.stop[ticket, stop]) != EMPTY
    passed = u64(scratch.passed_at[depth])
    for word in range(i64(board.words)):
        scratch.ahead[depth, word] = EMPTY
        routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
        while possible and routes != EMPTY:
            route = lowest(routes)
            routes = drop_lowest(routes)
            there = other_end(board, (word << 6) + route, city)
            if not has(passed, there):
                passed |= bit(there)
                scratch.ahead[depth, word] = u64(scratch.ahead[depth, word]) | bit(route)
