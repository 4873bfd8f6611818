"""Turns a Board into the one numpy record that the kernel reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from stellwerk.board import layout
from stellwerk.board.layout import BOARD, COLOURS, GRAY, LENGTH, WORDS
from stellwerk.board.model import Route

if TYPE_CHECKING:
    from stellwerk.board.board import Board

UNKEPT = {"under": layout.UNDER, "out": layout.OUT, "shuffle": layout.SHUFFLE}
TIES = {
    "tickets": layout.TIE_TICKETS,
    "longest_path": layout.TIE_LONGEST_PATH,
    "fewest_stations": layout.TIE_FEWEST_STATIONS,
    "harbours": layout.TIE_HARBOURS,
}


def compile_board(board: Board) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the board as an array of one BOARD record."""
    array = np.zeros(1, BOARD)
    record = array[0]
    _sizes(record, board)
    _rules(record, board)
    _routes(record, board)
    _tickets(record, board)
    array.setflags(write=False)
    return array


def _sizes(record: Any, board: Board) -> None:
    record.words = max(1, -(-len(board.routes) // 64))
    record.cities = len(board.cities)
    record.routes = len(board.routes)
    record.tickets = len(board.tickets)
    record.colours = len(board.colours)
    record.ticket_piles = len(board.rules.tickets.piles)
    cards = board.rules.cards
    for colour in range(len(board.colours)):
        record.stock[colour] = cards.train
        if cards.harbour:
            record.stock[layout.HARBOUR + colour] = cards.harbour
        if cards.ship:
            record.stock[layout.SHIP + colour] = cards.ship
        if cards.double_ship:
            record.stock[layout.DOUBLE_SHIP + colour] = cards.double_ship
    record.stock[layout.LOCOMOTIVE] = cards.locomotives
    record.kinds = int(np.flatnonzero(record.stock).max()) + 1
    record.piles = 2 if cards.ship or cards.double_ship else 1


def _rules(record: Any, board: Board) -> None:
    rules = board.rules
    record.deal[:] = rules.hand
    record.display[:] = rules.display
    record.flush = rules.flush
    record.pieces[:] = rules.wagons, rules.ships
    record.chosen_pieces = rules.pieces
    record.stations = rules.stations
    record.station_bonus = rules.station_bonus
    record.harbours = rules.harbours
    record.harbour_value[:] = 0, *rules.harbour_values
    record.harbour_penalty = rules.harbour_penalty
    record.exchange = rules.exchange
    record.end_pieces = rules.end_pieces
    record.end_rounds = rules.end_rounds
    record.needs_trail = bool(rules.longest_path) or "longest_path" in rules.tie_breaks
    record.longest_path = rules.longest_path
    record.most_tickets = rules.most_tickets
    for i, tie in enumerate(rules.tie_breaks):
        record.ties[i] = TIES[tie]
    for length, points in enumerate(rules.route_points[:LENGTH], start=1):
        record.route_points[length] = points


def _routes(record: Any, board: Board) -> None:
    local = {colour: i for i, colour in enumerate(board.colours)}
    routes = board.routes
    for i, route in enumerate(routes):
        record.a[i] = route.a
        record.b[i] = route.b
        record.length[i] = route.length
        record.colour[i] = GRAY if route.colour is None else local[route.colour]
        record.ship[i] = route.kind == "ship"
        record.locomotives[i] = route.locomotives
        record.tunnel[i] = route.tunnel
        record.rugged[i] = route.rugged
        twins = (
            j for j, other in enumerate(routes) if j != i and other.connection == route.connection
        )
        record.twins[i] = _words(twins)
    record.has_ships = any(route.kind == "ship" for route in routes)
    record.has_rugged = any(route.rugged for route in routes)
    record.has_ferries = any(route.locomotives for route in routes)
    record.has_tunnels = any(route.tunnel for route in routes)
    record.all_routes = _words(range(len(routes)))
    ways = 0
    for city in range(len(board.cities)):
        here = [i for i, route in enumerate(routes) if city in (route.a, route.b)]
        record.at_city[city] = _words(here)
        for i in here:
            record.way_route[ways] = i
            record.way_city[ways] = routes[i].a + routes[i].b - city
            ways += 1
        record.first_way[city + 1] = ways
    for length in range(LENGTH + 1):
        record.of_length[length] = _words(
            i for i, route in enumerate(routes) if route.length == length
        )
        record.rugged_routes[length] = _words(
            i for i, route in enumerate(routes) if route.rugged and route.length <= length
        )
        record.ferry[length] = _words(
            i for i, route in enumerate(routes) if route.locomotives <= length
        )
        for colour in range(COLOURS + 1):
            for ship, table in ((False, record.payable), (True, record.payable_ship)):
                table[colour, length] = _words(
                    i
                    for i, route in enumerate(routes)
                    if (route.kind == "ship") == ship and _payable(route, colour, length, local)
                )
    real = [i for i, city in enumerate(board.cities) if city.kind == "city"]
    record.station_cities = sum(1 << i for i in real)
    record.ports = sum(1 << i for i in real if board.cities[i].port)


def _payable(route: Route, colour: int, cards: int, local: dict[int, int]) -> bool:
    """Whether this many cards of the colour and locomotives suffice, at least one of the colour."""
    if route.rugged or route.length > cards:
        return False
    if colour == COLOURS:
        return True
    if route.locomotives >= route.length:
        return False
    return route.colour is None or local[route.colour] == colour


def _tickets(record: Any, board: Board) -> None:
    rules = board.rules.tickets
    record.mix = rules.mix
    for i, number in enumerate(rules.start):
        record.start_tickets[i] = number
    for i, number in enumerate(rules.draw):
        record.draw_tickets[i] = number
    record.start_keep = rules.start_keep
    record.start_keep_at_most[:] = layout.OFFER
    for i, number in enumerate(rules.start_keep_at_most):
        record.start_keep_at_most[i] = number
    record.start_unkept = UNKEPT[rules.start_unkept]
    record.draw_keep = rules.draw_keep
    for i, ticket in enumerate(board.tickets):
        record.ticket_points[i] = ticket.points
        record.ticket_any_order[i] = ticket.any_order
        record.ticket_penalty[i] = ticket.penalty
        record.ticket_stops[i] = len(ticket.stops)
        record.ticket_pile[i] = ticket.pile
        for j, stop in enumerate(ticket.stops):
            record.stop[i, j] = sum(1 << city for city in stop)


def _words(numbers: Iterable[int]) -> list[int]:
    """Return a set of routes as 64-bit words."""
    words = [0] * WORDS
    for number in numbers:
        words[number // 64] |= 1 << (number % 64)
    return words
