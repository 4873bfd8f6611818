"""A second scorer, written from the rulebook with networkx and brute force."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import networkx as nx
import numpy as np

from stellwerk.board import Board
from stellwerk.board.model import Ticket

NOBODY = 1 << 30
"""More completed tickets than anybody can have."""


def network_of(board: Board, routes: list[int]) -> Any:
    """Return the network of some routes; each edge is known by its route."""
    graph: Any = nx.MultiGraph()
    for number in routes:
        route = board.routes[number]
        graph.add_edge(route.a, route.b, key=number, length=route.length)
    return graph


def longest_trail(graph: Any) -> int:
    """Return the longest trail, by trying every set of edges (C-22).

    The edges of a trail are joined, and an odd number of them meet at no city or at two (Euler).
    """
    edges = list(graph.edges(data="length"))
    cities = {city: number for number, city in enumerate(graph.nodes)}
    odd = np.zeros(1, np.int64)
    length = np.zeros(1, np.int64)
    for a, b, spaces in edges:
        odd = np.concatenate([odd, odd ^ (1 << cities[a] ^ 1 << cities[b])])
        length = np.concatenate([length, length + spaces])
    few_odd = odd & (odd - 1)
    few_odd &= few_odd - 1
    candidates = np.flatnonzero(few_odd == 0)
    for number in candidates[np.argsort(-length[candidates], kind="stable")]:
        chosen = [edge for place, edge in enumerate(edges) if int(number) >> place & 1]
        if not chosen or nx.is_connected(nx.Graph((a, b) for a, b, _ in chosen)):
            return int(length[number])
    raise AssertionError("the empty set is a trail")


def is_joined(graph: Any, ticket: Ticket) -> bool:
    """Tell whether all stops are joined, any end point standing for its country (C-20, G-05)."""
    parts = nx.connected_components(graph)
    return any(all(part & set(stop) for stop in ticket.stops) for part in parts)


def in_order(graph: Any, stops: tuple[int, ...]) -> bool:
    """Tell whether one trail meets the stops in order, by trying every trail (W-12)."""
    routes = {city: list(graph.edges(city, keys=True)) for city in graph}

    def goes_on(city: int, at: int, used: frozenset[int]) -> bool:
        if at == len(stops):
            return True
        return any(
            goes_on(there, at + (there == stops[at]), used | {route})
            for _, there, route in routes[city]
            if route not in used
        )

    return stops[0] in routes and goes_on(stops[0], 1, frozenset())


def value(graph: Any, ticket: Ticket) -> int:
    """Return what a ticket is worth, negative if it failed (C-20, W-12)."""
    if not is_joined(graph, ticket):
        return -ticket.penalty
    if not ticket.tour or any(in_order(graph, stops) for stops in product(*ticket.stops)):
        return ticket.points
    return ticket.any_order


@dataclass
class Seat:
    """The final score of one seat, part by part."""

    routes: int
    tickets: int
    completed: int
    trail: int
    stations: int
    harbours: int
    exchange: int
    borrowed: tuple[int | None, ...]
    longest_path: int = 0
    most_tickets: int = 0

    @property
    def total(self) -> int:
        """All points together."""
        parts = (self.routes, self.tickets, self.longest_path, self.most_tickets)
        return sum(parts) + self.stations + self.harbours + self.exchange


class Scorer:
    """Scores one position."""

    def __init__(self, board: Board, state: Any) -> None:
        """Read the position."""
        self.board = board
        self.rules = board.rules
        self.state = state
        self.number = int(state["seats"])
        self.own = [self._members(state["own"][seat]) for seat in range(self.number)]
        self.held = [self._members(state["held"][seat]) for seat in range(self.number)]
        self.station = [self._members([state["station"][seat]]) for seat in range(self.number)]
        self.harbour = [self._members([state["harbour"][seat]]) for seat in range(self.number)]

    @staticmethod
    def _members(words: Any) -> list[int]:
        whole = sum(int(word) << 64 * place for place, word in enumerate(words))
        return [number for number in range(whole.bit_length()) if whole >> number & 1]

    def seats(self) -> list[Seat]:
        """Return the score of each seat, bonuses included.

        Stations go for the bonus for most tickets by seat: those before have chosen, those behind
        have what is best without it.
        """
        found = [self.seat(seat, most=NOBODY) for seat in range(self.number)]
        for seat in range(self.number if self.rules.most_tickets else 0):
            most = max(each.completed for other, each in enumerate(found) if other != seat)
            found[seat] = self.seat(seat, max(1, most))
        longest = max(1, *(each.trail for each in found))
        most = max(1, *(each.completed for each in found))
        for each in found:
            each.longest_path = self.rules.longest_path if each.trail == longest else 0
            each.most_tickets = self.rules.most_tickets if each.completed == most else 0
        return found

    def seat(self, seat: int, most: int) -> Seat:
        """Return the score of a seat without the bonuses that are compared.

        This many completed tickets are the most, for the choice of what stations borrow.
        """
        own = network_of(self.board, self.own[seat])
        tickets = [self.board.tickets[number] for number in self.held[seat]]
        borrowed = self.borrowed(seat, tickets, most)
        values = self.values_with(seat, tickets, borrowed)
        unbuilt = self.rules.stations - len(self.station[seat])
        routes = self.route_points(seat)
        return Seat(
            routes=routes,
            tickets=sum(values),
            completed=sum(each > 0 for each in values),
            trail=longest_trail(own),
            stations=unbuilt * self.rules.station_bonus,
            harbours=self._harbours(seat, tickets, values),
            exchange=int(self.state["score"][seat]) - routes,
            borrowed=borrowed,
        )

    def route_points(self, seat: int) -> int:
        """Return the points of all routes of a seat (C-17)."""
        lengths = [self.board.routes[route].length for route in self.own[seat]]
        return sum(self.rules.route_points[length - 1] for length in lengths)

    def borrowed(self, seat: int, tickets: list[Ticket], most: int) -> tuple[int | None, ...]:
        """Return what the stations borrow, with ``most`` tickets earning the bonus (E-04).

        Most points, then most completed tickets, then fewest routes, then the lowest numbers.
        """
        others = [r for other in range(self.number) if other != seat for r in self.own[other]]
        choices = [
            [None, *(r for r in others if city in self._ends(r))] for city in self.station[seat]
        ]

        found: dict[frozenset[int | None], list[int]] = {}

        def merit(borrowed: tuple[int | None, ...]) -> tuple[Any, ...]:
            chosen = frozenset(borrowed)
            if chosen not in found:
                found[chosen] = self.values_with(seat, tickets, borrowed)
            values = found[chosen]
            completed = sum(each > 0 for each in values)
            bonus = self.rules.most_tickets if completed >= most else 0
            points = sum(values) + self._harbours(seat, tickets, values) + bonus
            numbers = sorted(route for route in borrowed if route is not None)
            at_first = [len(self.board.routes) if each is None else each for each in borrowed]
            lowest = [-number for number in numbers], [-number for number in at_first]
            return points, completed, -len(numbers), *lowest

        return max(product(*choices), key=merit)

    def values_with(
        self, seat: int, tickets: list[Ticket], borrowed: tuple[int | None, ...]
    ) -> list[int]:
        """Return what each ticket is worth with these routes borrowed."""
        extra = [route for route in borrowed if route is not None]
        graph = network_of(self.board, [*self.own[seat], *extra])
        return [value(graph, ticket) for ticket in tickets]

    def _ends(self, route: int) -> tuple[int, int]:
        return self.board.routes[route].a, self.board.routes[route].b

    def _harbours(self, seat: int, tickets: list[Ticket], values: list[int]) -> int:
        """Return what harbours add, and those not built take (W-14)."""
        worth = (0, *self.rules.harbour_values)
        total = -(self.rules.harbours - len(self.harbour[seat])) * self.rules.harbour_penalty
        for city in self.harbour[seat]:
            naming = sum(
                each > 0 and any(city in stop for stop in ticket.stops)
                for ticket, each in zip(tickets, values, strict=True)
            )
            total += worth[min(naming, 3)]
        return total

    def measures(self, seats: list[Seat], seat: int) -> tuple[int, ...]:
        """Return points, then what breaks ties, the higher the better (C-23)."""
        measure = {
            "tickets": seats[seat].completed,
            "longest_path": seats[seat].trail,
            "fewest_stations": -len(self.station[seat]),
            "harbours": len(self.harbour[seat]),
        }
        return (seats[seat].total, *(measure[tie] for tie in self.rules.tie_breaks))

    def ranks(self, seats: list[Seat]) -> list[int]:
        """Return the rank of each seat, from 1."""
        order = [self.measures(seats, seat) for seat in range(self.number)]
        return [1 + sum(other > own for other in order) for own in order]

    def deciders(self, seats: list[Seat], seat: int) -> set[str]:
        """Return what put a seat behind others that have as many points."""
        own = self.measures(seats, seat)
        found: set[str] = set()
        for other in range(self.number):
            theirs = self.measures(seats, other)
            if theirs[0] == own[0] and theirs > own:
                place = next(place for place, each in enumerate(own) if each != theirs[place])
                found.add(self.rules.tie_breaks[place - 1])
        return found
