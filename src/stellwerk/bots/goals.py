"""What a player wants: the routes its tickets need, and the cards these routes need."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from stellwerk.board import COLOURS, Board, Route
from stellwerk.bots.bot import Decision
from stellwerk.game import ClaimRoute, View

_LOCOMOTIVE: Final = "locomotive"
_THRIFT: Final = 1.5
"""Points a locomotive is worth in the hand."""
_CARE: Final = 0.5
"""Points a card is worth in the hand when a planned route wants its colour."""


class Goals:
    """The aims of one seat, from its view alone."""

    def __init__(self, board: Board, view: View, seat: int) -> None:
        self.seat: Final = seat
        self._board = board
        self._view = view
        self._me = view.players[seat]

    @classmethod
    def of(cls, decision: Decision) -> Goals:
        """Return the aims of the seat that is to decide."""
        seat = decision.view.seat
        assert seat is not None, "a spectator decides nothing"
        return cls(decision.board, decision.view, seat)

    @cached_property
    def ending(self) -> bool:
        """Whether the last turns have begun."""
        return self._view.turns_left is not None

    @cached_property
    def cards(self) -> int:
        """Number of cards in the hand."""
        return sum(self._view.hand.values())

    @cached_property
    def pieces_share(self) -> float:
        """The share of its pieces that the seat still has."""
        rules = self._board.rules
        return sum(self._me.pieces.values()) / (rules.pieces or rules.wagons + rules.ships)

    @cached_property
    def planned(self) -> dict[str, Route]:
        """Routes on the ways of its open tickets, the most valuable tickets first; all their lanes.

        A ticket whose way no longer fits into the pieces left is given up.
        """
        routes: dict[str, Route] = {}
        left = sum(self._me.pieces.values())
        for ticket in sorted(self._view.tickets, key=lambda each: (-each.points, each.ticket)):
            if ticket.completed or ticket.distance is None:
                continue
            way = {name: self._route(name) for name in ticket.path if name not in routes}
            spaces = sum(route.length for route in way.values())
            if spaces <= left:
                routes |= way
                left -= spaces
        connections = {route.connection for route in routes.values()}
        return {route.id: route for route in self._open if route.connection in connections}

    @cached_property
    def wanted(self) -> tuple[Route, ...]:
        """Routes to collect cards for: the planned ones, else all open ones that score well."""
        if self.planned:
            return tuple(self.planned.values())
        return tuple(route for route in self._open if route.length > 2) or self._open

    @cached_property
    def borrowable(self) -> dict[str, int]:
        """Cities where lost tickets end and others own a route: the points at stake there."""
        stakes: dict[str, int] = {}
        ends: set[str] = set()
        for name, owner in self._view.owners.items():
            if owner != self.seat:
                route = self._route(name)
                ends |= {self._board.cities[city].id for city in (route.a, route.b)}
        for ticket in self._view.tickets:
            lost = ticket.distance is None or (self.ending and not ticket.completed)
            for place in self._places(ticket.ticket) if lost else ():
                if place in ends:
                    stakes[place] = stakes.get(place, 0) + ticket.points + ticket.penalty
        return stakes

    @cached_property
    def places_on_tickets(self) -> dict[str, int]:
        """Cities of its tickets: completed ones count, near the end only they do."""
        named: dict[str, int] = {}
        for ticket in self._view.tickets:
            if ticket.completed or (ticket.distance is not None and not self.ending):
                for place in self._places(ticket.ticket):
                    named[place] = named.get(place, 0) + 1
        return named

    @cached_property
    def _open(self) -> tuple[Route, ...]:
        """Routes that nobody has and for which enough pieces are left."""
        taken = {*self._view.owners, *self._view.closed}
        return tuple(r for r in self._board.routes if r.id not in taken and self._fits(r))

    def points(self, route: str) -> int:
        """Return the points of a route."""
        return self._board.rules.route_points[self._route(route).length - 1]

    def gain(self, claim: ClaimRoute) -> tuple[float, str]:
        """Return how good a claim is: its points less the worth of its cards, then its id."""
        cost = 0.0
        for card, count in claim.cards.items():
            if card == _LOCOMOTIVE:
                cost += _THRIFT * count
            elif any(route.id != claim.route for route in self._wanting.get(_trump(card), ())):
                cost += _CARE * count
        return self.points(claim.route) - cost, claim.route

    def worth(self, card: str) -> float:
        """Return how much the wanted routes gain by a card; one that completes a set gains most."""
        if card == _LOCOMOTIVE:
            return self.worth_of_locomotive
        best = 0.0
        for route in self._wanting.get(_trump(card), ()):
            best = max(best, self.points(route.id) / self._missing(route))
        return best * (1.3 if card.endswith("double-ship") else 1.0)

    @cached_property
    def worth_of_locomotive(self) -> float:
        """The worth of an open locomotive, which costs the second card too."""
        missing = min((self._missing(route) for route in self.wanted), default=9)
        return 3.0 if missing == 1 else 0.5

    @cached_property
    def worth_of_chance(self) -> float:
        """The worth of an unknown card."""
        return 0.4

    @cached_property
    def pile(self) -> str:
        """The pile with the cards of the route that lacks fewest."""
        nearest = min(self.wanted, key=lambda route: (self._missing(route), route.id), default=None)
        return "train" if nearest is None else nearest.kind

    @cached_property
    def _wanting(self) -> dict[tuple[str, str], list[Route]]:
        """The wanted routes that still lack cards, by colour and kind of the cards they lack."""
        found: dict[tuple[str, str], list[Route]] = {}
        for route in self.wanted:
            if self._missing(route) > 0:
                found.setdefault((self._colour(route), route.kind), []).append(route)
        return found

    def _colour(self, route: Route) -> str:
        """Return a route's colour; of a gray one, the colour there is most of in the hand."""
        if route.colour is not None:
            return COLOURS[route.colour]
        counts = {COLOURS[colour]: 0 for colour in self._board.colours}
        for card, count in self._view.hand.items():
            colour, kind = _trump(card)
            if card != _LOCOMOTIVE and kind == route.kind:
                counts[colour] += count
        return max(counts, key=lambda colour: counts[colour])

    def _missing(self, route: Route) -> int:
        """Return how many cards a route lacks, roughly; never less than one for a sum's sake."""
        colour = self._colour(route)
        have = self._view.hand.get(_LOCOMOTIVE, 0)
        for card, count in self._view.hand.items():
            if card != _LOCOMOTIVE and _trump(card) == (colour, route.kind):
                have += count * (2 if card.endswith("double-ship") else 1)
        needed = route.length * (2 if route.rugged else 1)
        return max(1, needed - have)

    def _fits(self, route: Route) -> bool:
        """Whether enough pieces of the right kind are left for a route."""
        kind = "ship" if route.kind == "ship" else "wagon"
        return route.length <= self._me.pieces.get(kind, 0)

    def _route(self, name: str) -> Route:
        return self._board.routes[self._board.route_index[name]]

    def _places(self, ticket: str) -> tuple[str, ...]:
        return self._board.tickets[self._board.ticket_index[ticket]].names


def _trump(card: str) -> tuple[str, str]:
    """Return the colour of a card and the kind of routes it serves."""
    colour, _, sort = card.partition(" ")
    return colour, "ship" if sort.endswith("ship") else "train"
