"""Tours: tickets with more than two stops, travelled in order or not (W-12)."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import NONE
from stellwerk.rules.bits import EMPTY, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import flood, go_back, go_on, other_end


@cold
def in_order(board: Any, ticket: Any, scratch: Any) -> Any:
    """Tell whether one trail over ``scratch.network`` meets the stops in order (W-12).

    No route is used twice; cities may be passed again, and a stop counts when its turn has come.
    """
    starts = u64(board.stop[ticket, 0])
    while starts != EMPTY:
        start = lowest(starts)
        starts = drop_lowest(starts)
        if _search(board, ticket, start, scratch):
            return True
    return False


@inlined
def _met(board: Any, ticket: Any, stop: Any, city: Any) -> Any:
    """Return the next stop to meet after a city was reached."""
    if has(u64(board.stop[ticket, stop]), city):
        return stop + 1
    return stop


@kernel
def _search(board: Any, ticket: Any, start: Any, scratch: Any) -> Any:
    """Search all trails from a city, depth first, as long as the stops ahead are within reach."""
    words = i64(board.words)
    last = i64(board.ticket_stops[ticket])
    for word in range(words):
        scratch.unused[word] = scratch.network[word]
    scratch.city_at[0] = start
    scratch.stop_at[0] = 1
    _open_routes(board, ticket, 0, scratch)
    depth = 0
    while depth >= 0:
        route = go_on(board, scratch, depth)
        if route == NONE:
            depth -= 1
            if depth >= 0:
                go_back(scratch, depth)
            continue
        city = other_end(board, route, i64(scratch.city_at[depth]))
        stop = _met(board, ticket, i64(scratch.stop_at[depth]), city)
        if stop == last:
            return True
        depth += 1
        scratch.city_at[depth] = city
        scratch.stop_at[depth] = stop
        _open_routes(board, ticket, depth, scratch)
    return False


@kernel
def _open_routes(board: Any, ticket: Any, depth: Any, scratch: Any) -> None:
    """Note the routes to try at a depth; none if a stop ahead is out of reach."""
    city = i64(scratch.city_at[depth])
    reach = flood(board, scratch, city)
    possible = True
    for stop in range(i64(scratch.stop_at[depth]), i64(board.ticket_stops[ticket])):
        possible = possible and reach & u64(board.stop[ticket, stop]) != EMPTY
    for word in range(i64(board.words)):
        routes = u64(scratch.unused[word]) & u64(board.at_city[city, word])
        scratch.ahead[depth, word] = routes if possible else EMPTY
