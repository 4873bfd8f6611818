"""Stations: built where the plan borrows a route of somebody else (E-03, E-04)."""

from __future__ import annotations

from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paying import is_wanted
from stellwerk.bots.planning.thought import Plan
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.kernel import cold, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import ONLY_LOCOMOTIVES
from stellwerk.rules.state import BUILD_STATION, MoveRecord
from stellwerk.rules.station import (
    canonical_station,
    station_cities,
    station_cost,
    station_payers,
)


@cold
def build_planned_station(mind: Mind, plan: Plan, move: MoveRecord) -> bool:
    """Write a station at an end of a route that the plan borrows; tell whether there is one."""
    state, board, seat, _, _ = mind
    if i64(plan.stations) == 0:
        return False
    cities = station_cities(state, board, seat)
    stations = u64(state.station[seat])
    for word in range(i64(board.words)):
        routes = u64(plan.borrowed[word])
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            a = i64(board.a[route])
            b = i64(board.b[route])
            if stations & (bit(a) | bit(b)) != EMPTY:
                continue
            if has(cities, a) or has(cities, b):
                city = a if has(cities, a) else b
                if _pay_least(mind, city, move):
                    return True
    return False


@kernel
def _pay_least(mind: Mind, city: int, move: MoveRecord) -> bool:
    """Write the station in a city with the payment that harms least; tell if one can be paid."""
    state, board, seat, book, thought = mind
    cost = station_cost(state, seat)
    best = -1
    least = 0
    colours = station_payers(state, board, seat)
    while colours != EMPTY:
        colour = lowest(colours)
        colours = drop_lowest(colours)
        harm = i64(book.locomotive_harm) * cost
        if colour != ONLY_LOCOMOTIVES:
            used = min(cost, i64(thought.cards[0, colour]))
            harm = i64(book.locomotive_harm) * (cost - used)
            harm += 2 * is_wanted(thought, 0, colour, used)
        if best < 0 or harm < least:
            best = colour
            least = harm
    if best < 0:
        return False
    head(move, seat, BUILD_STATION, city, 0)
    canonical_station(state, board, seat, best, move)
    return True
