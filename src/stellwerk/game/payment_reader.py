"""Understanding what is paid for: routes, stations, harbours and tunnels, and the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from stellwerk.board import Board, UnknownName
from stellwerk.board.errors import shorten
from stellwerk.board.model import Route
from stellwerk.game import moves
from stellwerk.game.cards import LOCOMOTIVE_NAME, CardSet
from stellwerk.game.errors import NotationError
from stellwerk.game.moves import Move, Payment
from stellwerk.game.reading import Reader, Word, joined

if TYPE_CHECKING:
    from stellwerk.game.game import Game

_CARD_WORDS: Final = 3
"""Most words in the name of a card."""
_SHOWN: Final = 6
"""Most choices named in an error."""


class PaymentReader(Reader):
    """Reads moves that are paid for; what is plain in a game may be left out."""

    seat: int
    game: Game | None
    canonical: bool
    sparing: bool

    def claim(self, words: list[Word]) -> Move:
        """Read a route and the cards that pay for it."""
        name, cards, colour = self.split(words, self.lanes)
        if not name:
            raise self.missing("route")
        lanes = self.lanes(name)
        if not lanes:
            self._list_routes(name, words[len(name) :])
            shown = joined(name)
            hint = tuple(_close(shown, self.board))
            raise self.error("unknown_route", name[0].position, word=shorten(shown), hint=hint)
        if cards is not None:
            return moves.ClaimRoute(self.seat, self._lane(name, lanes, cards).id, cards)
        rest = "" if colour is None else colour
        payable = [each for each in lanes if self._payments(moves.ClaimRoute, each.id)]
        routes = payable or list(lanes)
        if not self.canonical and self.game is not None:
            if not self._one_connection(lanes):
                raise self._which("ambiguous", name, lanes, rest)
            if len(routes) > 1 and not self._same(routes):
                raise self._which("choose_lane", name, routes, rest)
        route = routes[0].id
        return moves.ClaimRoute(self.seat, route, self._payment(moves.ClaimRoute, route, colour))

    def lanes(self, words: Sequence[Word]) -> tuple[Route, ...]:
        """Return the routes that words may mean; the lane may stand behind as a number."""
        text = joined(words)
        if text in self.board.route_index:
            return (self.board.routes[self.board.route_index[text]],)
        found = self.board.lanes(text)
        if not found and len(words) > 1 and words[-1].number:
            found = self.board.lanes(f"{joined(words[:-1])}/{words[-1].text}")
        return found

    def _lane(self, name: Sequence[Word], lanes: Sequence[Route], cards: CardSet) -> Route:
        """Return the lane meant, when cards are given."""
        if len(lanes) == 1:
            return lanes[0]
        if not self._one_connection(lanes) or self.game is None:
            raise self._which("ambiguous", name, lanes, _written(cards))
        game = self.game
        fit = [each for each in lanes if game.is_legal(moves.ClaimRoute(self.seat, each.id, cards))]
        if len(fit) > 1 and not self._same(fit) and not self.canonical:
            raise self._which("choose_lane", name, fit, _written(cards))
        owners = game.position.owners
        free = [route for route in lanes if route.id not in owners]
        return (fit or free or lanes)[0]

    def _list_routes(self, name: Sequence[Word], rest: Sequence[Word]) -> None:
        """Raise the routes of a city, where the words name one city and no route."""
        cities = self.board.find_cities(joined(name))
        if len(cities) != 1:
            return
        owners = {} if self.game is None else self.game.position.owners
        ends = [route for route in self.board.routes if cities[0] in (route.a, route.b)]
        free = [route for route in ends if route.id not in owners]
        raise self._which("ambiguous", name, free or ends, joined(rest))

    def _which(
        self, code: str, name: Sequence[Word], routes: Sequence[Route], rest: str
    ) -> NotationError:
        """Return the question which of some routes is meant; ``rest`` pays for it."""
        shown = routes[: 2 * _SHOWN]
        texts = tuple(f"claim {route.id} {rest}".strip() for route in shown)
        choices = tuple(route.id for route in shown)
        word = shorten(joined(name))
        return self.error(code, name[0].position, word=word, choices=choices, texts=texts)

    def _one_connection(self, routes: Sequence[Route]) -> bool:
        return len({frozenset((route.a, route.b)) for route in routes}) == 1

    def _same(self, routes: Sequence[Route]) -> bool:
        """Tell whether it makes no difference which of these lanes is claimed."""
        kinds = {(route.connection, route.colour, route.locomotives) for route in routes}
        return len(kinds) == 1

    def build(
        self, kind: type[moves.BuildStation] | type[moves.BuildHarbour], words: list[Word]
    ) -> Move:
        """Read a city and the cards that pay for what is built there."""
        name, cards, colour = self.split(words, self._is_city)
        if not name:
            raise self.missing("city")
        typed = joined(name)
        if typed in self.board.city_index:
            city = typed
        else:
            try:
                city = self.board.city(typed).id
            except UnknownName as problem:
                verb = _VERBS[kind]
                raise self.unknown("unknown_city", name[0].position, problem, verb) from None
        paid = self._payment(kind, city, colour) if cards is None else cards
        return kind(self.seat, city, paid)

    def _is_city(self, words: Sequence[Word]) -> bool:
        try:
            self.board.city(joined(words))
        except UnknownName:
            return False
        return True

    def pay(self, words: list[Word]) -> Move:
        """Read the cards that pay for a tunnel."""
        if any(word.number for word in words):
            return moves.PayTunnel(self.seat, self.cards(words))
        colour = self.card(words) if words else None
        return moves.PayTunnel(self.seat, self._payment(moves.PayTunnel, "", colour))

    def split(
        self, words: list[Word], known: Callable[[Sequence[Word]], object]
    ) -> tuple[list[Word], CardSet | None, str | None]:
        """Take apart a name and what pays: cards with numbers, or the name of one card.

        ``known`` tells whether words are a name.
        """
        problem: NotationError | None = None
        for i, word in enumerate(words):
            if not word.number or i == 0:
                continue
            try:
                return words[:i], self.cards(words[i:]), None
            except NotationError as error:
                if known(words[:i]):
                    problem = problem or error
        if known(words):
            return words, None, None
        for length in range(1, min(_CARD_WORDS, len(words) - 1) + 1):
            name, card = words[:-length], self.card_or_none(words[-length:])
            if card is not None and known(name):
                return name, None, card
        if problem is not None:
            raise problem
        return words, None, None

    def _payments(self, kind: type[Payment], target: str) -> list[CardSet]:
        return [] if self.game is None else self.game.payments(kind, target, self.seat)

    def _payment(self, kind: type[Payment], target: str, colour: str | None) -> CardSet:
        """Return the cards that pay, when none were named, or only a colour."""
        if self.game is None:
            raise self.missing("cards")
        sets = self._payments(kind, target)
        if colour is not None:
            sets = [cards for cards in sets if cards.keys() <= {colour, LOCOMOTIVE_NAME}]
        if not sets:
            # The rules will say what is wrong; nothing pays for it.
            return CardSet()
        hand = self.game.position.hand(self.seat)
        if self.sparing and colour != LOCOMOTIVE_NAME:
            spared = [cards for cards in sets if LOCOMOTIVE_NAME not in cards]
            if not spared:
                raise self._how("spends_locomotives", kind, target, sets)
            sets = spared
        if len(sets) > 1 and not self.canonical and colour is None:
            raise self._how("choose_cards", kind, target, sets)
        return _first_to_mind(sets, hand)

    def _how(
        self, code: str, kind: type[Payment], target: str, sets: Sequence[CardSet]
    ) -> NotationError:
        """Return the question with which cards something is paid, the thriftiest first."""
        shown = sets[:_SHOWN]
        start = f"{_VERBS[kind]} {target}".strip()
        texts = tuple(f"{start} {_written(cards)}" for cards in shown)
        return self.error(code, len(self.text), choices=tuple(shown), texts=texts)


def _first_to_mind(sets: Iterable[CardSet], hand: Mapping[str, int]) -> CardSet:
    """Return the payment with the fewest locomotives, then from the most plentiful colour."""

    def cost(cards: CardSet) -> tuple[int, int]:
        rest = [hand.get(card, 0) for card in cards if card != LOCOMOTIVE_NAME]
        return cards.get(LOCOMOTIVE_NAME, 0), -max(rest, default=0)

    return min(sets, key=cost)


_VERBS: Final[Mapping[type[Payment], str]] = {
    moves.ClaimRoute: "claim",
    moves.BuildStation: "station",
    moves.BuildHarbour: "harbour",
    moves.PayTunnel: "pay",
}
"""The name of each kind of move that is paid for."""


def _written(cards: CardSet) -> str:
    return " ".join(f"{count} {card}" for card, count in cards.items())


def _close(text: str, board: Board) -> tuple[str, ...]:
    try:
        board.route(text)
    except UnknownName as problem:
        return problem.suggestions
    return ()
