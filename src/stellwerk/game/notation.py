"""Understanding moves that a person types.

Forgiven are case, accents, unfinished names, other usual names of cities, and both languages. With
a game at hand, what is plain there may be left out: the cards when only one set pays, the lane when
it does not matter, the place of a card that lies in the display. For a route the beginnings of its
two cities are enough: ``van cal``. Where a text may mean several moves, the error lists them, each
with a text that means it alone. An exclamation mark at the end takes the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.board import AmbiguousName, Board, UnknownName
from stellwerk.board.errors import shorten
from stellwerk.board.model import Route
from stellwerk.board.names import Finder, fold
from stellwerk.board.names import spellings as ways_to_write
from stellwerk.game.cards import LOCOMOTIVE_NAME, PIECE_NAMES, CardSet, kinds_of_names
from stellwerk.game.errors import NotationError
from stellwerk.game.moves import (
    BuildHarbour,
    BuildStation,
    ChooseMix,
    ChoosePieces,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Move,
    Pass,
    Payment,
    PayTunnel,
    PieceName,
    PileName,
    TakeCard,
    Withdraw,
)
from stellwerk.words import spellings

if TYPE_CHECKING:
    from stellwerk.game.game import Game

COMMANDS: Final = (
    "mix",
    "keep",
    "pieces",
    "take",
    "draw",
    "tickets",
    "claim",
    "station",
    "harbour",
    "exchange",
    "pay",
    "withdraw",
    "pass",
)
_JOINTS: Final = frozenset({"", "and", "und", "with", "mit", "for", "fur", "from", "vom", "von"})
_DIGITS: Final = 4
_CARD_WORDS: Final = 3
"""Most words in the name of a card."""
_SHOWN: Final = 6
"""Most choices named in an error."""
_SURE: Final = "!"
"""At the end of a text: play it without asking."""


class Word(NamedTuple):
    """A word that was typed, and where it begins."""

    text: str
    position: int

    @property
    def number(self) -> bool:
        """Whether it is a number."""
        return self.text.isascii() and self.text.isdigit()


def parse_move(
    text: str,
    board: Board,
    seat: int,
    game: Game | None = None,
    *,
    canonical: bool = False,
    sparing: bool = False,
) -> Move:
    """Return the move that a text stands for, or raise NotationError.

    With ``canonical`` a claim without cards is paid in the way that comes first to mind: with the
    fewest locomotives, then from the most plentiful colour. With ``sparing`` no locomotive is spent
    that the text does not name: what can be paid without is, the rest is asked.

    >>> parse_move("Strecke denver phoenix 4 weiß 1 lok", Board.load("usa"), 0).route
    'denver-phoenix'
    """
    return _Parser(text, board, seat, game, canonical, sparing).parse()


class _Parser:
    """Goes through the words of one text."""

    def __init__(
        self,
        text: str,
        board: Board,
        seat: int,
        game: Game | None,
        canonical: bool,
        sparing: bool,
    ) -> None:
        self.text = text
        self.board = board
        self.seat = seat
        self.game = game
        said = text.rstrip()
        sure = said.endswith(_SURE)
        self.canonical = canonical or sure
        self.sparing = sparing and not sure
        said = said.rstrip(_SURE) if sure else text
        self.words = [Word(each.group(), each.start()) for each in re.finditer(r"[^\s,;]+", said)]

    def parse(self) -> Move:
        """Find the command and read what follows it."""
        if not self.words:
            raise self._error("nothing", len(self.text), commands=COMMANDS)
        first, rest = self.words[0], self.words[1:]
        command = self._command(first)
        if command is None:
            return self._claim(self.words)
        if command == "draw" and rest and _one_of(rest[0].text, "command.tickets"):
            command, rest = "tickets", rest[1:]
        match command:
            case "claim":
                return self._claim(rest)
            case "station":
                city, cards = self._city(rest, BuildStation)
                return BuildStation(self.seat, city, cards)
            case "harbour":
                city, cards = self._city(rest, BuildHarbour)
                return BuildHarbour(self.seat, city, cards)
            case "pay":
                return PayTunnel(self.seat, self._pay(rest))
            case "take":
                return self._take(rest)
            case "draw":
                return self._draw(rest)
            case "keep":
                return self._keep(rest)
            case "tickets":
                return DrawTickets(self.seat, self._second(rest, at_start=False))
            case "mix":
                return ChooseMix(self.seat, self._second(rest, at_start=True))
            case "pieces":
                return self._pieces(rest)
            case "exchange":
                return self._exchange(rest)
        self._nothing_more(rest)
        return Withdraw(self.seat) if command == "withdraw" else Pass(self.seat)

    def _command(self, word: Word) -> str | None:
        """Return the command that the first word is; None where all words are a route."""
        typed = fold(word.text)
        table = _command_words()
        if typed in table and self._known(table[typed]):
            return table[typed]
        if self._is_route(self.words):
            return None
        if typed in table:
            return table[typed]
        begun = [spelling for spelling in table if typed and spelling.startswith(typed)]
        found = {table[spelling] for spelling in begun}
        if len(found) == 1:
            return found.pop()
        if not found and self.board.find_cities(typed):
            return None
        names = tuple(sorted(found)) or COMMANDS
        code = "ambiguous_command" if found else "unknown_command"
        raise self._error(code, word.position, word=shorten(word.text), commands=names)

    def _known(self, command: str) -> bool:
        """Tell whether there is such a thing on this board."""
        rules = self.board.rules
        return bool({"station": rules.stations, "harbour": rules.harbours}.get(command, True))

    def _is_route(self, words: list[Word]) -> bool:
        """Tell whether words without a command name a route, maybe with cards."""
        try:
            name, _, _ = self._split(words, self._lanes)
        except NotationError:
            return True  # the route is known, only its cards are not
        return bool(self._lanes(name))

    def _claim(self, words: list[Word]) -> Move:
        """Read a route and the cards that pay for it."""
        name, cards, colour = self._split(words, self._lanes)
        if not name:
            raise self._missing("route")
        lanes = self._lanes(name)
        if not lanes:
            self._list_routes(name, words[len(name) :])
            shown = _joined(name)
            hint = tuple(_close(shown, self.board))
            raise self._error("unknown_route", name[0].position, word=shorten(shown), hint=hint)
        if cards is not None:
            return ClaimRoute(self.seat, self._lane(name, lanes, cards).id, cards)
        rest = "" if colour is None else colour
        routes = [route for route in lanes if self._payments(ClaimRoute, route.id)] or list(lanes)
        if not self.canonical and self.game is not None:
            if not self._one_connection(lanes):
                raise self._which("ambiguous", name, lanes, rest)
            if len(routes) > 1 and not self._same(routes):
                raise self._which("choose_lane", name, routes, rest)
        route = routes[0].id
        return ClaimRoute(self.seat, route, self._payment(ClaimRoute, route, colour))

    def _lanes(self, words: Sequence[Word]) -> tuple[Route, ...]:
        """Return the routes that words may mean; the lane may stand behind as a number."""
        text = _joined(words)
        if text in self.board.route_index:
            return (self.board.routes[self.board.route_index[text]],)
        found = self.board.lanes(text)
        if not found and len(words) > 1 and words[-1].number:
            found = self.board.lanes(f"{_joined(words[:-1])}/{words[-1].text}")
        return found

    def _lane(self, name: Sequence[Word], lanes: Sequence[Route], cards: CardSet) -> Route:
        """Return the lane meant, when cards are given."""
        if len(lanes) == 1:
            return lanes[0]
        if not self._one_connection(lanes) or self.game is None:
            raise self._which("ambiguous", name, lanes, _written(cards))
        game = self.game
        fit = [each for each in lanes if game.is_legal(ClaimRoute(self.seat, each.id, cards))]
        if len(fit) > 1 and not self._same(fit) and not self.canonical:
            raise self._which("choose_lane", name, fit, _written(cards))
        owners = game.position.owners
        free = [route for route in lanes if route.id not in owners]
        return (fit or free or lanes)[0]

    def _list_routes(self, name: Sequence[Word], rest: Sequence[Word]) -> None:
        """Raise the routes of a city, where the words name one city and no route."""
        cities = self.board.find_cities(_joined(name))
        if len(cities) != 1:
            return
        owners = {} if self.game is None else self.game.position.owners
        ends = [route for route in self.board.routes if cities[0] in (route.a, route.b)]
        free = [route for route in ends if route.id not in owners]
        raise self._which("ambiguous", name, free or ends, _joined(rest))

    def _which(
        self, code: str, name: Sequence[Word], routes: Sequence[Route], rest: str
    ) -> NotationError:
        """Return the question which of some routes is meant; ``rest`` pays for it."""
        shown = routes[: 2 * _SHOWN]
        texts = tuple(f"claim {route.id} {rest}".strip() for route in shown)
        choices = tuple(route.id for route in shown)
        word = shorten(_joined(name))
        return self._error(code, name[0].position, word=word, choices=choices, texts=texts)

    def _one_connection(self, routes: Sequence[Route]) -> bool:
        return len({frozenset((route.a, route.b)) for route in routes}) == 1

    def _same(self, routes: Sequence[Route]) -> bool:
        """Tell whether it makes no difference which of these lanes is claimed."""
        kinds = {(route.connection, route.colour, route.locomotives) for route in routes}
        return len(kinds) == 1

    def _city(
        self, words: list[Word], kind: type[BuildStation] | type[BuildHarbour]
    ) -> tuple[str, CardSet]:
        """Read a city and the cards that pay for what is built there."""
        name, cards, colour = self._split(words, self._is_city)
        if not name:
            raise self._missing("city")
        typed = _joined(name)
        if typed in self.board.city_index:
            city = typed
        else:
            try:
                city = self.board.city(typed).id
            except UnknownName as problem:
                verb = _VERBS[kind]
                raise self._unknown("unknown_city", name[0].position, problem, verb) from None
        return city, self._payment(kind, city, colour) if cards is None else cards

    def _is_city(self, words: Sequence[Word]) -> bool:
        try:
            self.board.city(_joined(words))
        except UnknownName:
            return False
        return True

    def _pay(self, words: list[Word]) -> CardSet:
        """Read the cards that pay for a tunnel."""
        words = [word for word in words if fold(word.text) not in _JOINTS]
        if not words:
            return self._payment(PayTunnel, "", None)
        if not any(word.number for word in words):
            return self._payment(PayTunnel, "", self._card(words))
        return self._cards(words)

    def _split(
        self, words: list[Word], known: Callable[[Sequence[Word]], object]
    ) -> tuple[list[Word], CardSet | None, str | None]:
        """Take apart a name and what pays: cards with numbers, or the name of one card.

        ``known`` tells whether words are a name.
        """
        words = [word for word in words if fold(word.text) not in _JOINTS]
        problem: NotationError | None = None
        for i, word in enumerate(words):
            if not word.number or i == 0:
                continue
            try:
                return words[:i], self._cards(words[i:]), None
            except NotationError as error:
                if known(words[:i]):
                    problem = problem or error
        if known(words):
            return words, None, None
        for length in range(1, min(_CARD_WORDS, len(words) - 1) + 1):
            name, card = words[:-length], self._card_or_none(words[-length:])
            if card is not None and known(name):
                return name, None, card
        if problem is not None:
            raise problem
        return words, None, None

    def _cards(self, words: Sequence[Word]) -> CardSet:
        """Read numbers of cards: ``4 white 1 locomotive``."""
        counts: dict[str, int] = {}
        at = 0
        while at < len(words):
            if not words[at].number:
                shown = shorten(words[at].text)
                raise self._error("expected_number", words[at].position, word=shown)
            count = self._number(words[at])
            end = at + 1
            while end < len(words) and not words[end].number:
                end += 1
            if end == at + 1:
                position = words[end].position if end < len(words) else len(self.text)
                shown = words[end].text if end < len(words) else ""
                raise self._error("expected_card", position, word=shorten(shown))
            card = self._card(words[at + 1 : end])
            counts[card] = counts.get(card, 0) + count
            at = end
        kinds = kinds_of_names(self.board)
        order = sorted(counts, key=lambda card: (card == LOCOMOTIVE_NAME, kinds[card]))
        return CardSet((card, counts[card]) for card in order)

    def _card(self, words: Sequence[Word]) -> str:
        card = self._card_or_none(words)
        if card is None:
            shown = shorten(_joined(words))
            raise self._error("expected_card", words[0].position, word=shown)
        return card

    def _card_or_none(self, words: Sequence[Word]) -> str | None:
        """Return the card that words mean, also when the last is unfinished."""
        typed = fold(_joined(words))
        table = _card_words(self.board)
        if typed in table or not typed:
            return table.get(typed)
        found = {card for spelling, card in table.items() if spelling.startswith(typed)}
        plain = {card for card in found if " " not in card}
        return (plain or found).pop() if len(plain or found) == 1 else None

    def _payments(self, kind: type[Payment], target: str) -> list[CardSet]:
        return [] if self.game is None else self.game.payments(kind, target, self.seat)

    def _payment(self, kind: type[Payment], target: str, colour: str | None) -> CardSet:
        """Return the cards that pay, when none were named, or only a colour."""
        if self.game is None:
            raise self._missing("cards")
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
        return first_to_mind(sets, hand)

    def _how(
        self, code: str, kind: type[Payment], target: str, sets: Sequence[CardSet]
    ) -> NotationError:
        """Return the question with which cards something is paid, the thriftiest first."""
        shown = sets[:_SHOWN]
        start = f"{_VERBS[kind]} {target}".strip()
        texts = tuple(f"{start} {_written(cards)}" for cards in shown)
        return self._error(code, len(self.text), choices=tuple(shown), texts=texts)

    def _take(self, words: list[Word]) -> Move:
        """Read a place of the display, or a card lying there, and the pile that fills the place."""
        words = [word for word in words if fold(word.text) not in _JOINTS]
        if not words:
            raise self._missing("place")
        if words[0].number:
            place = self._number(words[0])
            pile = self._pile(words[1:])
            return TakeCard(self.seat, place, pile or self._refill(place))
        card = self._card_or_none(words)
        pile = None
        if card is None and len(words) > 1:
            card = self._card_or_none(words[:-1])
            pile = self._pile(words[-1:])
        if card is None:
            shown = shorten(_joined(words))
            raise self._error("expected_place", words[0].position, word=shown)
        if self.game is None:
            raise self._error("needs_game", words[0].position, word=shorten(_joined(words)))
        display = self.game.position.display
        if card not in display:
            raise self._error("not_in_display", words[0].position, card=card)
        place = display.index(card) + 1
        return TakeCard(self.seat, place, pile or self._refill(place))

    def _refill(self, place: int) -> PileName:
        """Return the pile that fills a place when none is named: that of the card, if it can."""
        if self.game is None:
            return "train"
        position = self.game.position
        card = position.display[place - 1] if 0 < place <= len(position.display) else None
        own: PileName = "ship" if card is not None and card.endswith("ship") else "train"
        other: PileName = "train" if own == "ship" else "ship"
        return own if position.piles.get(own) or not position.piles.get(other) else other

    def _draw(self, words: list[Word]) -> Move:
        words = [word for word in words if fold(word.text) not in _JOINTS]
        pile = self._pile(words)
        if pile is None and self.board.record["piles"][0] > 1:
            raise self._missing("pile")
        return DrawCard(self.seat, pile or "train")

    def _pile(self, words: Sequence[Word]) -> PileName | None:
        """Read the name of a pile of cards, if there is one."""
        if not words:
            return None
        self._nothing_more(words[1:])
        if _one_of(words[0].text, "typed.train"):
            return "train"
        if _one_of(words[0].text, "typed.ship"):
            return "ship"
        shown = shorten(words[0].text)
        raise self._error("expected_pile", words[0].position, word=shown, piles=("train", "ship"))

    def _keep(self, words: list[Word]) -> Move:
        """Read tickets: by name, or by their number in the offer."""
        words = [word for word in words if fold(word.text) not in _JOINTS]
        if not words:
            raise self._missing("tickets")
        if all(word.number for word in words):
            return self._keep_each(words, [self._offered(word) for word in words])
        try:
            return self._keep_each(words, [self._ticket(word.text) for word in words])
        except UnknownName as problem:
            # The words may be parts of names: between commas, or all of one.
            parts = self.text.split(maxsplit=1)[1].split(",")
            position = words[0].position
            if len(parts) == 1 and len(words) == 1:
                raise self._unknown("unknown_ticket", position, problem) from None
            try:
                tickets = [self._ticket(part) for part in parts if part.strip()]
            except UnknownName as second:
                raise self._unknown("unknown_ticket", position, second) from None
            named = [Word(part.strip(), position) for part in parts if part.strip()]
            return self._keep_each(named, tickets)

    def _keep_each(self, words: Sequence[Word], tickets: Sequence[str]) -> Move:
        """Keep the tickets that words stand for, each named once."""
        for at, (word, ticket) in enumerate(zip(words, tickets, strict=True)):
            self._once(ticket in tickets[:at], word)
        return KeepTickets(self.seat, tuple(tickets))

    def _offered(self, word: Word) -> str:
        if self.game is None:
            raise self._error("needs_game", word.position, word=shorten(word.text))
        offer = self.game.position.offer(self.seat)
        number = self._number(word)
        if not 1 <= number <= len(offer):
            raise self._error("no_such_offer", word.position, word=number)
        return offer[number - 1]

    def _ticket(self, text: str) -> str:
        """Return the ticket meant, of those offered if it can be one of them."""
        if text in self.board.ticket_index:
            return text
        offer = () if self.game is None else self.game.position.offer(self.seat)
        if offer:
            names = [self.board.tickets[self.board.ticket_index[ticket]].names for ticket in offer]
            labels = [
                (ticket, [" ".join(self.board.place_name(place) for place in places)])
                for ticket, places in zip(offer, names, strict=True)
            ]
            found = Finder("ticket", labels).candidates(text)
            if len(found) == 1:
                return offer[found[0]]
        return self.board.ticket(text).id

    def _second(self, words: list[Word], *, at_start: bool) -> int:
        """Read how many tickets come from the second pile."""
        rules = self.board.rules.tickets
        if not rules.mix and not at_start:
            self._nothing_more(words)
            return 0
        total = rules.start[0] if at_start else rules.draw[0]
        if self.game is not None and not at_start:
            total = min(total, sum(self.game.position.tickets_left))
        words = [word for word in words if fold(word.text) not in _JOINTS]
        if not words:
            raise self._missing("number")
        if len(words) == 1:
            return self._number(words[0])
        counts: dict[int, int] = {}
        for at in range(0, len(words), 2):
            number = self._number(words[at])
            if at + 1 == len(words):
                raise self._error("expected_pile", len(self.text), word="", piles=rules.piles)
            pile = self._ticket_pile(words[at + 1])
            self._once(pile in counts, words[at + 1])
            counts[pile] = number
        if len(counts) > 1 and rules.mix:
            first = min(counts[0], total)
            names = rules.piles
            example = f"{first} {names[0]} {total - first} {names[1]}"
            self._check_total(words[0], sum(counts.values()), total, example)
        return counts[1] if 1 in counts else total - counts[0]

    def _ticket_pile(self, word: Word) -> int:
        names = self.board.rules.tickets.piles
        typed = fold(word.text)
        for number, name in enumerate(names):
            known = spellings(f"typed.{name}") if name in ("long", "short") else (name,)
            if typed and any(fold(each) == typed for each in (name, *known)):
                return number
        shown = shorten(word.text)
        raise self._error("expected_pile", word.position, word=shown, piles=names)

    def _pieces(self, words: list[Word]) -> Move:
        """Read a choice of pieces: ``20 wagons``, ``40 ships`` or both."""
        words = [word for word in words if fold(word.text) not in _JOINTS]
        if not words:
            raise self._missing("number")
        counts: dict[str, int] = {}
        for at in range(0, len(words), 2):
            number = self._number(words[at])
            piece = self._piece(words[at + 1]) if at + 1 < len(words) else "wagon"
            self._once(piece in counts, words[min(at + 1, len(words) - 1)])
            counts[piece] = number
        total = self.board.rules.pieces
        if len(counts) > 1 and total:
            wagons = min(counts["wagon"], total, self.board.rules.wagons)
            example = f"{wagons} wagons {total - wagons} ships"
            self._check_total(words[0], sum(counts.values()), total, example)
        if "wagon" in counts:
            return ChoosePieces(self.seat, counts["wagon"])
        return ChoosePieces(self.seat, self.board.rules.pieces - counts["ship"])

    def _exchange(self, words: list[Word]) -> Move:
        if len(words) < 2:
            raise self._missing("number")
        self._nothing_more(words[2:])
        return ExchangePieces(self.seat, self._piece(words[1]), self._number(words[0]))

    def _piece(self, word: Word) -> PieceName:
        for piece in PIECE_NAMES:
            if _one_of(word.text, f"typed.{piece}"):
                return "ship" if piece == "ship" else "wagon"
        raise self._error("expected_piece", word.position, word=shorten(word.text))

    def _number(self, word: Word) -> int:
        if not word.number:
            raise self._error("expected_number", word.position, word=shorten(word.text))
        if len(word.text) > _DIGITS:
            raise self._error("number_too_big", word.position, word=shorten(word.text))
        return int(word.text)

    def _once(self, repeated: bool, word: Word) -> None:
        """Refuse a word that says a second time what was said before."""
        if repeated:
            raise self._error("named_twice", word.position, word=shorten(word.text))

    def _check_total(self, first: Word, found: int, total: int, example: str) -> None:
        """Refuse numbers that contradict each other rather than drop one of them."""
        if found != total:
            params = {"found": found, "total": total, "example": example}
            raise self._error("wrong_total", first.position, **params)

    def _nothing_more(self, words: Sequence[Word]) -> None:
        if words:
            raise self._error("too_much", words[0].position, word=shorten(words[0].text))

    def _missing(self, what: str) -> NotationError:
        return self._error("missing", len(self.text), expected=f"expected.{what}")

    def _unknown(
        self, code: str, position: int, problem: UnknownName, verb: str = ""
    ) -> NotationError:
        name = shorten(problem.name)
        if isinstance(problem, AmbiguousName):
            names = problem.suggestions
            texts = tuple(f"{verb} {each}" for each in names) if verb else ()
            return self._error("ambiguous", position, word=name, choices=names, texts=texts)
        return self._error(code, position, word=name, hint=problem.suggestions)

    def _error(self, code: str, position: int, **params: object) -> NotationError:
        error = NotationError(code, self.text, position, **params)
        error.board = self.board
        return error


def first_to_mind(sets: Iterable[CardSet], hand: Mapping[str, int]) -> CardSet:
    """Return the payment with the fewest locomotives, then from the most plentiful colour."""

    def cost(cards: CardSet) -> tuple[int, int]:
        rest = [hand.get(card, 0) for card in cards if card != LOCOMOTIVE_NAME]
        return cards.get(LOCOMOTIVE_NAME, 0), -max(rest, default=0)

    return min(sets, key=cost)


_VERBS: Final[Mapping[type[Payment], str]] = {
    ClaimRoute: "claim",
    BuildStation: "station",
    BuildHarbour: "harbour",
    PayTunnel: "pay",
}
"""What a move is called that is paid for."""


def _written(cards: CardSet) -> str:
    return " ".join(f"{count} {card}" for card, count in cards.items())


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _close(text: str, board: Board) -> tuple[str, ...]:
    try:
        board.route(text)
    except UnknownName as problem:
        return problem.suggestions
    return ()


def _one_of(text: str, key: str) -> bool:
    """Tell whether a word is one of those a person may type for a key."""
    return fold(text) in _folded(key)


@lru_cache(maxsize=64)
def _folded(key: str) -> frozenset[str]:
    return frozenset(way for word in spellings(key) for way in ways_to_write(word))


@lru_cache(maxsize=1)
def _command_words() -> Mapping[str, str]:
    """Return the command each word stands for."""
    return {word: command for command in COMMANDS for word in sorted(_folded(f"command.{command}"))}


@lru_cache(maxsize=64)
def _card_words(board: Board) -> Mapping[str, str]:
    """Return the card that each way to name one stands for."""
    table: dict[str, str] = {}
    for card in kinds_of_names(board):
        colour, _, sort = card.partition(" ")
        names = _folded(f"typed.{colour}")
        if not sort:
            for name in names:
                table.setdefault(name, card)
            continue
        for name, kind in product(names, _folded(f"typed.{sort.replace('-', '_')}")):
            table.setdefault(f"{name} {kind}", card)
            table.setdefault(f"{kind} {name}", card)
    return table
