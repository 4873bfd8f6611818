"""Which cities a seat's own routes join (C-20, G-05, W-11)."""

from __future__ import annotations

from typing import Any

from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import inlined, kernel


@kernel
def join_own(state: Any, board: Any, seat: Any, scratch: Any) -> None:
    """Label every city; cities joined by the seat's routes get the same root."""
    for city in range(i64(board.cities)):
        scratch.label[city] = city
    for word in range(i64(board.words)):
        routes = u64(state.own[seat, word])
        while routes != EMPTY:
            join(board, (word << 6) + lowest(routes), scratch)
            routes = drop_lowest(routes)


@inlined
def join(board: Any, route: Any, scratch: Any) -> None:
    """Join the two ends of a route."""
    a = root(scratch, i64(board.a[route]))
    b = root(scratch, i64(board.b[route]))
    scratch.label[a] = b


@inlined
def root(scratch: Any, city: Any) -> Any:
    """Return the city that stands for all joined to this one."""
    while i64(scratch.label[city]) != city:
        city = i64(scratch.label[city])
    return city


@kernel
def roots(scratch: Any, cities: Any) -> Any:
    """Return the roots of a set of cities, as a set."""
    found = EMPTY
    while cities != EMPTY:
        found |= bit(root(scratch, lowest(cities)))
        cities = drop_lowest(cities)
    return found


@kernel
def all_joined(board: Any, ticket: Any, scratch: Any) -> Any:
    """Tell whether all stops of a ticket are joined; any end point will do for a country (G-05)."""
    common = roots(scratch, u64(board.stop[ticket, 0]))
    for i in range(1, i64(board.ticket_stops[ticket])):
        common &= roots(scratch, u64(board.stop[ticket, i]))
    return common != EMPTY
