"""A second judge of moves, written from the rulebook in plain Python: slow, and nothing shared.

It reads the board's own values (routes, tickets, rules), never the kernel's tables of sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from stellwerk.board import Board
from stellwerk.board.layout import DOUBLE_SHIP, HARBOUR, LOCOMOTIVE, NONE, SHIP
from stellwerk.board.model import Route
from stellwerk.rules import state as code

Hand = dict[tuple[str, int], int]
"""Cards by sort (train, harbour, ship, double, locomotive) and colour."""


def card(kind: int) -> tuple[str, int]:
    """Return sort and colour of a card kind; a locomotive has colour -1."""
    if kind == LOCOMOTIVE:
        return ("locomotive", -1)
    for sort, first in (("double", DOUBLE_SHIP), ("ship", SHIP), ("harbour", HARBOUR)):
        if kind >= first:
            return (sort, kind - first)
    return ("train", kind)


def cards_of(counts: Any) -> Hand:
    """Return the cards that a row of counts stands for."""
    return {card(kind): int(count) for kind, count in enumerate(counts) if count}


@dataclass
class Payment:
    """A set of cards, counted in the ways the rulebook speaks of it."""

    cards: Hand
    locomotives: int = 0
    trains: dict[int, int] = field(default_factory=dict)
    """Train cards of each colour, with and without harbour symbol."""
    ships: int = 0
    doubles: int = 0
    symbols: int = 0
    """Train cards with the harbour symbol."""
    colours: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Count the cards."""
        for (sort, colour), count in self.cards.items():
            if sort == "locomotive":
                self.locomotives += count
                continue
            self.colours.add(colour)
            if sort in ("train", "harbour"):
                self.trains[colour] = self.trains.get(colour, 0) + count
            self.symbols += count if sort == "harbour" else 0
            self.ships += count if sort == "ship" else 0
            self.doubles += count if sort == "double" else 0

    @property
    def train_cards(self) -> int:
        """How many train cards there are, locomotives apart."""
        return sum(self.trains.values())


class Oracle:
    """Judges moves in one position."""

    def __init__(self, board: Board, state: Any) -> None:
        """Read the position."""
        self.board = board
        self.rules = board.rules
        self.state = state
        self.seats = int(state["seats"])
        self.phase = int(state["phase"])
        self.pending = [seat for seat in range(self.seats) if int(state["pending"]) >> seat & 1]
        self.owners = {
            route: seat
            for seat in range(self.seats)
            for route in range(len(board.routes))
            if int(state["own"][seat][route // 64]) >> route % 64 & 1
        }
        self.piles = 2 if board.rules.cards.ship or board.rules.cards.double_ship else 1

    def legal(self, move: Any) -> bool:
        """Tell whether a move is legal."""
        seat, kind = int(move["seat"]), int(move["kind"])
        target, argument = int(move["target"]), int(move["argument"])
        cards = cards_of(move["cards"])
        if seat not in self.pending:
            return False
        paying = kind in (code.CLAIM, code.BUILD_STATION, code.BUILD_HARBOUR, code.PAY_TUNNEL)
        if cards and not paying:
            return False
        hand = cards_of(self.state["hand"][seat])
        if any(count > hand.get(each, 0) for each, count in cards.items()):
            return False
        if self.phase == code.TURN:
            return self._action(seat, kind, target, argument, Payment(cards))
        if self.phase == code.SECOND:
            return self._draw(kind, target, argument, second=True)
        if self.phase == code.TUNNEL:
            if kind == code.PAY_TUNNEL:
                return self._pays_tunnel(Payment(cards))
            return kind == code.WITHDRAW
        return self._choice(seat, kind, argument)

    def _choice(self, seat: int, kind: int, argument: int) -> bool:
        """Judge a decision about tickets or pieces (C-18, E-02, E-13, G-02, W-04)."""
        tickets = self.rules.tickets
        if self.phase == code.MIX:
            return kind == code.CHOOSE_MIX and 0 <= argument <= tickets.start[0]
        if self.phase == code.PIECES:
            ships = self.rules.pieces - argument
            fits = 0 <= argument <= self.rules.wagons and 0 <= ships <= self.rules.ships
            return kind == code.CHOOSE_PIECES and fits
        if kind != code.KEEP_TICKETS:
            return False
        offer = [int(t) for t in self.state["offer"][seat][: int(self.state["offered"][seat])]]
        if not 0 <= argument < 2 ** len(offer):
            return False
        kept = [ticket for place, ticket in enumerate(offer) if argument >> place & 1]
        at_start = self.phase == code.KEEP
        least = tickets.start_keep if at_start else tickets.draw_keep
        if len(kept) < min(least, len(offer)):
            return False
        limits = tickets.start_keep_at_most if at_start else ()
        of_pile = [sum(self.board.tickets[t].pile == pile for t in kept) for pile in range(2)]
        return all(of_pile[pile] <= most for pile, most in enumerate(limits))

    def _action(self, seat: int, kind: int, target: int, argument: int, cards: Payment) -> bool:
        """Judge the action of a turn."""
        if kind in (code.TAKE, code.DRAW_BLIND):
            return self._draw(kind, target, argument, second=False)
        if kind == code.DRAW_TICKETS:
            return self._draw_tickets(argument)
        if kind == code.CLAIM:
            return self._may_claim(seat, target) and self.pays_route(
                self.board.routes[target], cards
            )
        if kind == code.BUILD_STATION:
            return self._may_build_station(seat, target) and self._pays_station(seat, cards)
        if kind == code.BUILD_HARBOUR:
            return self._may_build_harbour(seat, target) and self._pays_harbour(cards)
        if kind == code.EXCHANGE:
            return self._may_exchange(seat, target, argument)
        return kind == code.PASS and not self._can_act(seat)

    def _draw(self, kind: int, target: int, argument: int, second: bool) -> bool:
        """Judge drawing a card (C-03, C-04, C-09, W-05)."""
        sizes = [int(size) for size in self.state["pile_size"]]
        if kind == code.DRAW_BLIND:
            return 0 <= target < self.piles and sizes[target] > 0
        if kind != code.TAKE or not 0 <= target < sum(self.rules.display):
            return False
        if not (0 <= argument < self.piles and sizes[argument] > 0):
            return False
        shown = int(self.state["display"][target])
        return shown != NONE and not (second and shown == LOCOMOTIVE)

    def _draw_tickets(self, second: int) -> bool:
        """Judge drawing tickets (C-18, G-03)."""
        tickets = self.rules.tickets
        left = [int(number) for number in self.state["left"]]
        if tickets.mix:
            total = min(tickets.draw[0], sum(left))
            return total > 0 and 0 <= second <= left[1] and 0 <= total - second <= left[0]
        drawn = [min(number, left[pile]) for pile, number in enumerate(tickets.draw)]
        return sum(drawn) > 0 and second == 0

    def _may_claim(self, seat: int, target: int) -> bool:
        """Judge whether a route is open to a seat (C-13 to C-16, W-07)."""
        if not 0 <= target < len(self.board.routes):
            return False
        route = self.board.routes[target]
        lanes = [
            self.owners[number]
            for number, other in enumerate(self.board.routes)
            if other.connection == route.connection and number in self.owners
        ]
        if target in self.owners or seat in lanes or (lanes and self.seats <= 3):
            return False
        piece = 1 if route.kind == "ship" else 0
        return int(self.state["pieces"][seat][piece]) >= route.length

    def pays_route(self, route: Route, cards: Payment) -> bool:
        """Judge a payment for a route (C-11, C-12, E-06, W-07 to W-09)."""
        if route.kind == "ship":
            covered = cards.ships + 2 * cards.doubles + cards.locomotives
            only_doubles = cards.ships == 0 and cards.locomotives == 0
            fits = covered == route.length or (only_doubles and covered == route.length + 1)
            return not cards.trains and fits and self._colour_fits(route, cards)
        if cards.ships or cards.doubles:
            return False
        number = cards.train_cards + cards.locomotives
        if route.rugged:
            odd = sum(count % 2 for count in cards.trains.values())
            return number == 2 * route.length and odd <= cards.locomotives
        enough = cards.locomotives >= route.locomotives
        return number == route.length and enough and self._colour_fits(route, cards)

    def _colour_fits(self, route: Route, cards: Payment) -> bool:
        """Judge the colour of a set: one, and that of the route unless it is gray (C-11)."""
        if len(cards.colours) > 1:
            return False
        wanted = None if route.colour is None else {self.board.colours.index(route.colour)}
        return wanted is None or cards.colours <= wanted

    def _pays_tunnel(self, cards: Payment) -> bool:
        """Judge the extra payment of a tunnel (E-07, E-08)."""
        laid = Payment(cards_of(self.state["laid"]))
        if cards.ships or cards.doubles or not cards.colours <= laid.colours:
            return False
        return cards.train_cards + cards.locomotives == int(self.state["tunnel_extra"])

    def _stations(self, seat: int) -> list[int]:
        built = int(self.state["station"][seat])
        return [city for city in range(len(self.board.cities)) if built >> city & 1]

    def _may_build_station(self, seat: int, city: int) -> bool:
        """Judge the place of a station (E-03)."""
        if not 0 <= city < len(self.board.cities) or self.board.cities[city].kind != "city":
            return False
        taken = any(city in self._stations(other) for other in range(self.seats))
        return not taken and len(self._stations(seat)) < self.rules.stations

    def _pays_station(self, seat: int, cards: Payment) -> bool:
        """Judge the payment of a station: as many cards of one colour as it is the n-th (E-03)."""
        number = cards.train_cards + cards.locomotives
        no_ships = cards.ships == 0 and cards.doubles == 0
        return no_ships and len(cards.colours) <= 1 and number == len(self._stations(seat)) + 1

    def _may_build_harbour(self, seat: int, city: int) -> bool:
        """Judge the place of a harbour (W-13)."""
        if not 0 <= city < len(self.board.cities) or not self.board.cities[city].port:
            return False
        built = [int(each) for each in self.state["harbour"]]
        taken = any(each >> city & 1 for each in built)
        reached = any(
            owner == seat and city in (self.board.routes[route].a, self.board.routes[route].b)
            for route, owner in self.owners.items()
        )
        return not taken and reached and built[seat].bit_count() < self.rules.harbours

    def _pays_harbour(self, cards: Payment) -> bool:
        """Judge the payment of a harbour: two of each pile, with symbol, of one colour (W-13)."""
        if cards.doubles or cards.symbols != cards.train_cards or len(cards.colours) > 1:
            return False
        missing = [2 - cards.symbols, 2 - cards.ships]
        return min(missing) >= 0 and sum(missing) == cards.locomotives

    def _may_exchange(self, seat: int, given: int, number: int) -> bool:
        """Judge an exchange of pieces (W-16)."""
        if not self.rules.exchange or given not in (0, 1):
            return False
        pieces, box = self.state["pieces"][seat], self.state["box"][seat]
        return 1 <= number <= min(int(pieces[given]), int(box[1 - given]))

    def _can_act(self, seat: int) -> bool:
        """Tell whether any action is legal, a tunnel if its basic set can be laid (C-10)."""
        places = range(sum(self.rules.display))
        if any(self._draw(code.DRAW_BLIND, pile, 0, False) for pile in range(self.piles)) or any(
            self._draw(code.TAKE, place, pile, False)
            for place in places
            for pile in range(self.piles)
        ):
            return True
        if any(self._draw_tickets(second) for second in range(5)):
            return True
        if any(self._may_exchange(seat, given, 1) for given in (0, 1)):
            return True
        cities = range(len(self.board.cities))
        kinds = [
            *((code.CLAIM, route) for route in range(len(self.board.routes))),
            *((code.BUILD_STATION, city) for city in cities),
            *((code.BUILD_HARBOUR, city) for city in cities),
        ]
        return any(next(self.payments(seat, *each), None) is not None for each in kinds)

    def payments(self, seat: int, kind: int, target: int) -> Iterator[Hand]:
        """Go through all sets of a hand, and give those that pay."""
        hand = cards_of(self.state["hand"][seat])
        if kind == code.CLAIM and not self._may_claim(seat, target):
            return
        if kind == code.BUILD_STATION and not self._may_build_station(seat, target):
            return
        if kind == code.BUILD_HARBOUR and not self._may_build_harbour(seat, target):
            return
        for cards in subsets(hand):
            payment = Payment(cards)
            if kind == code.CLAIM:
                pays = self.pays_route(self.board.routes[target], payment)
            elif kind == code.BUILD_STATION:
                pays = self._pays_station(seat, payment)
            elif kind == code.BUILD_HARBOUR:
                pays = self._pays_harbour(payment)
            else:
                pays = self._pays_tunnel(payment)
            if pays:
                yield cards


def subsets(hand: Mapping[tuple[str, int], int]) -> Iterator[Hand]:
    """Go through every set of cards that a hand holds, the empty one left out."""
    kinds = list(hand)
    for counts in product(*(range(hand[kind] + 1) for kind in kinds)):
        cards = {kind: count for kind, count in zip(kinds, counts, strict=True) if count}
        if cards:
            yield cards
