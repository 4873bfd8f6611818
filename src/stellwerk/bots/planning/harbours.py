"""Harbours: where the tickets of a seat pay for one, and what to collect for it (W-13, W-14)."""

from __future__ import annotations

from stellwerk.board.layout import CITIES, HARBOUR, SHIP, TICKET_WORDS, BoardRecord
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.paying import is_wanted
from stellwerk.bots.planning.thought import NO_COLOUR, Plan, Thought
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, u64
from stellwerk.rules.harbour import (
    COST,
    canonical_harbour,
    harbour_cities,
    harbour_payers,
    harbours_built,
    usable,
)
from stellwerk.rules.kernel import cold, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import ONLY_LOCOMOTIVES
from stellwerk.rules.state import BUILD_HARBOUR, MoveRecord, State


@cold
def look_for_harbours(mind: Mind, plan: Plan) -> None:
    """Count for each port the tickets that name it, and choose the colour to collect.

    Tickets given up do not count. ``thought.symbol_colour`` is NO_COLOUR if no harbour is wanted.
    """
    state, board, seat, _, thought = mind
    thought.symbol_colour = NO_COLOUR
    if harbours_built(state, seat) >= i64(board.harbours):
        return
    for city in range(CITIES):
        thought.named[city] = 0
    for word in range(TICKET_WORDS):
        tickets = u64(state.held[seat, word]) & ~u64(plan.dropped[word])
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            tickets = drop_lowest(tickets)
            for stop in range(i64(board.ticket_stops[ticket])):
                cities = u64(board.stop[ticket, stop])
                while cities != EMPTY:
                    thought.named[lowest(cities)] += 1
                    cities = drop_lowest(cities)
    if _wanted_ports(state, board, seat, thought, plan) == EMPTY:
        return
    most = -1
    for colour in range(i64(board.colours)):
        trains = usable(state, seat, HARBOUR + colour)
        ships = usable(state, seat, SHIP + colour)
        if 3 * (trains + ships) + min(trains, ships) > most:
            most = 3 * (trains + ships) + min(trains, ships)
            thought.symbol_colour = colour


@kernel
def _wanted_ports(state: State, board: BoardRecord, seat: int, thought: Thought, plan: Plan) -> int:
    """Return the ports without a harbour that tickets name and the plan reaches."""
    ports = u64(board.ports)
    for other in range(i64(state.seats)):
        ports &= ~u64(state.harbour[other])
    rest = ports
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        near = EMPTY
        for word in range(i64(board.words)):
            routes = u64(state.own[seat, word]) | u64(plan.routes[word])
            near |= routes & u64(board.at_city[city, word])
        if near == EMPTY or i64(thought.named[city]) == 0:
            ports &= ~bit(city)
    return ports


@cold
def build_best_harbour(mind: Mind, plan: Plan, hurry: bool, move: MoveRecord) -> bool:
    """Write a harbour where most tickets name the port; tell whether there is one.

    A port is passed over while better ones, as many as harbours are left, are still to be reached.
    """
    state, board, seat, _, thought = mind
    if i64(board.harbours) == 0:
        return False
    ports = _wanted_ports(state, board, seat, thought, plan)
    here = harbour_cities(state, board, seat)
    best = -1
    most = 0
    rest = here & ports if not hurry else here
    while rest != EMPTY:
        city = lowest(rest)
        rest = drop_lowest(rest)
        if best < 0 or i64(thought.named[city]) > most:
            best = city
            most = i64(thought.named[city])
    if best < 0:
        return False
    better = 0
    while ports != EMPTY:
        city = lowest(ports)
        ports = drop_lowest(ports)
        if not has(here, city):
            better += min(i64(thought.named[city]), 3) > min(most, 3)
    if better >= i64(board.harbours) - harbours_built(state, seat) and not hurry:
        return False
    return _pay_least(mind, best, move)


@kernel
def _pay_least(mind: Mind, city: int, move: MoveRecord) -> bool:
    """Write the harbour in a port with the payment that harms least; tell if one can be paid."""
    state, _, seat, _, thought = mind
    best = -1
    least = 0
    colours = harbour_payers(state, seat)
    while colours != EMPTY:
        colour = lowest(colours)
        colours = drop_lowest(colours)
        harm = 12
        if colour != ONLY_LOCOMOTIVES:
            trains = usable(state, seat, HARBOUR + colour)
            ships = usable(state, seat, SHIP + colour)
            harm = 3 * (COST - trains - ships)
            harm += is_wanted(thought, 0, colour, trains) + is_wanted(thought, 1, colour, ships)
        if best < 0 or harm < least:
            best = colour
            least = harm
    if best < 0:
        return False
    head(move, seat, BUILD_HARBOUR, city, 0)
    canonical_harbour(state, seat, best, move)
    return True
