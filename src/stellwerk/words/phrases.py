"""Parts of sentences: cards, numbers, names; and what an event says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from stellwerk.board import COLOURS, Board
from stellwerk.board.errors import shorten
from stellwerk.words.catalogue import say

_SORTS = {"": "train", "harbour": "harbour", "ship": "ship", "double-ship": "double_ship"}
"""What may stand behind the colour of a card, and what such cards are called."""


class Told(Protocol):
    """What can be told: a code and its parameters."""

    @property
    def code(self) -> str:
        """Which sentence."""

    @property
    def params(self) -> Mapping[str, Any]:
        """What it speaks of."""


def join(parts: Sequence[str], language: str) -> str:
    """Join parts as a person would.

    >>> join(["red", "blue", "green"], "en")
    'red, blue and green'
    """
    if len(parts) < 2:
        return "".join(parts)
    return say("list.end", language, most=", ".join(parts[:-1]), last=parts[-1])


def card_name(card: str | None, language: str, count: int = 1) -> str:
    """Return what a number of cards of a kind are called, given its stable name; None: unknown.

    >>> card_name("red double-ship", "en"), card_name("green", "de", 2)
    ('red double ship', 'grüne Karten')
    """
    form = "ship" if count == 1 else "card"
    return _card(card, language, count, form, "locomotive")


def a_card(card: str | None, language: str) -> str:
    """Return one card with its article.

    >>> a_card("orange", "en"), a_card("green ship", "de"), a_card(None, "de")
    ('an orange card', 'ein grünes Schiff', 'eine Karte')
    """
    return _card(card, language, 1, "a_ship", "a_locomotive")


def card_label(card: str | None, language: str, count: int = 1) -> str:
    """Return the shortest name of a number of cards of a kind, as it stands in a list.

    >>> card_label("green", "de"), card_label("green ship", "de")
    ('grün', 'grünes Schiff')
    """
    colour, _, sort = (card or "").partition(" ")
    if colour not in COLOURS or sort not in ("", "harbour"):
        return card_name(card, language, count)
    name = say(f"colour.{colour}", language)
    return say("card.harbour_label", language, colour=name) if sort else name


def _card(card: str | None, language: str, count: int, form: str, locomotive: str) -> str:
    """Return a card in the form that its colour has before a ship, or the like of it."""
    if card is None:
        return say("card.unknown", language)
    if card == "locomotive":
        return say(f"card.{locomotive}", language, count=count)
    colour, _, sort = card.partition(" ")
    if colour not in COLOURS or sort not in _SORTS:
        return shorten(card)
    form = form if sort.endswith("ship") else form.replace("ship", "card")
    word = say(f"coloured.{colour}.{form}", language)
    return say(f"card.{_SORTS[sort]}", language, colour=word, count=count)


def cards_phrase(cards: Mapping[str, int], language: str) -> str:
    """Return a set of cards as a phrase.

    >>> cards_phrase({"white": 2, "locomotive": 1}, "en")
    '2 white cards and 1 locomotive'
    """
    if not cards:
        return say("card.none", language)
    parts = [f"{count} {card_name(card, language, count)}" for card, count in cards.items()]
    return join(parts, language)


def route_name(board: Board, route: str, language: str) -> str:
    """Return the name of a route, given its id; with its lane where there are several.

    >>> route_name(Board.load("usa"), "denver-kansas-city/2", "en")
    'Denver–Kansas City (2)'
    """
    name = connection_name(board, route, language)
    _, _, lane = route.partition("/")
    return f"{name} ({lane})" if lane and route in board.route_index else name


def connection_name(board: Board, route: str, language: str) -> str:
    """Return the two ends of a route; its lane matters only where one is chosen.

    >>> connection_name(Board.load("usa"), "denver-kansas-city/2", "en")
    'Denver–Kansas City'
    """
    number = board.route_index.get(route)
    if number is None:
        return route
    found = board.routes[number]
    ends = (board.place_name(board.cities[end].id, language) for end in (found.a, found.b))
    return "–".join(ends)


def ticket_name(board: Board, ticket: str, language: str) -> str:
    """Return the name of a ticket, given its id.

    >>> ticket_name(Board.load("usa"), "boston-miami", "de")
    'Boston–Miami'
    """
    number = board.ticket_index.get(ticket)
    if number is None:
        return ticket
    return "–".join(board.place_name(place, language) for place in board.tickets[number].names)


def person(board: Board, names: Sequence[str], seat: int, language: str) -> str:
    """Return what a seat is called: its name, else its colour."""
    if 0 <= seat < len(names) and names[seat]:
        return names[seat]
    if not 0 <= seat < len(board.seat_colours):
        return say("seat.number", language, number=seat + 1)
    return say(f"player.{board.seat_colours[seat]}", language)


def amount(key: str, count: int, language: str) -> str:
    """Return a number with its noun: ``3 points``; below zero with a true minus."""
    return say(f"count.{key}", language, count=count).replace("-", "−")


def tell(
    event: Told, board: Board, names: Sequence[str], language: str, you: int | None = None
) -> str:
    """Return the sentence that tells an event to a person, who may have a seat."""
    given = event.params
    words: dict[str, str] = {}
    key = f"event.you.{event.code}" if _is_about(event, you) else f"event.{event.code}"
    for name, value in given.items():
        words[name] = "" if value is None else _phrase(name, value, board, names, language)
    if event.code == "exchanged":
        for name in ("given", "received"):
            words[name] = amount(f"{given[name]}s", given["number"], language)
    if event.code in ("offered", "kept") and given["tickets"] is not None:
        key += "_shown"
    if event.code == "drew" and given["card"] is not None:
        key += "_shown"
    if event.code == "took" and given["new"] is None:
        key += "_last"
    if event.code == "tunnel" and given["extra"] == 0:
        key += "_free"
    if event.code == "undone" and given.get("far"):
        key += "_far"
    if event.code == "resigned" and not given["over"]:
        key += "_on"
    if event.code == "ended" and len(given["winners"]) > 1:
        key += "_shared"
    return say(key, language, **words)


_HIDDEN = {"offered": "tickets", "kept": "tickets", "drew": "card"}
"""What others are not told of an event."""


def _is_about(event: Told, seat: int | None) -> bool:
    """Tell whether an event is about a seat alone, and told as that seat sees it."""
    if seat is None:
        return False
    given = event.params
    hidden = _HIDDEN.get(event.code)
    if hidden is not None and given[hidden] is None:
        return False
    return bool(given.get("seat") == seat or tuple(given.get("winners", ())) == (seat,))


def explain(key: str, params: Mapping[str, Any], language: str, board: Board | None = None) -> str:
    """Return the sentence of a refusal; its parameters are ids and numbers, not yet words.

    With a board, what lies on it is called by its name.
    """
    words = {name: _reason(name, params[name], language) for name in params}
    words["yours"] = _yours(params, language)
    if "colour" in params and "cards_needed" in params:
        words["cards_needed"] = cards_phrase({params["colour"]: params["cards_needed"]}, language)
    if board is not None:
        words |= {name: _named(board, params[name], language) for name in _NAMED & params.keys()}
        if "choices" in params:
            named = (_choice(board, each, language) for each in params["choices"])
            words["choices"] = "; ".join(named)
    return say(key, language, **words)


def _yours(params: Mapping[str, Any], language: str) -> str:
    """Return what the mover laid for something, or what they have for it if they laid nothing."""
    held = params.get("held")
    if held is not None:
        key = "held" if held else "none"
        return say(f"yours.{key}", language, cards=cards_phrase(held, language))
    given = params.get("given")
    cards = cards_phrase(given, language) if isinstance(given, Mapping) else ""
    return say("yours.laid", language, cards=cards)


_NAMED = frozenset({"route", "city", "offer"})
"""What a refusal may speak of that lies on a board."""


def _named(board: Board, value: str | Sequence[str], language: str) -> str:
    """Return the name of a route, of a city, or of several tickets; what is unknown stays."""
    if not isinstance(value, str):
        return join([ticket_name(board, each, language) for each in value], language)
    if value in board.city_index:
        return board.place_name(value, language)
    return route_name(board, value, language)


def _choice(board: Board, value: str | Mapping[str, int], language: str) -> str:
    """Return one of the things that a text may mean: cards, a route or a place."""
    if isinstance(value, Mapping):
        return cards_phrase(value, language)
    return _named(board, value, language)


def _reason(name: str, value: Any, language: str) -> str:
    """Put one parameter of a refusal into words."""
    if name in _REASONS:
        return _REASONS[name](value, language)
    if isinstance(value, Mapping):
        return cards_phrase(value, language)
    if isinstance(value, tuple | list):
        return ", ".join(str(each) for each in value)
    return str(value)


_REASONS: Final[Mapping[str, Callable[[Any, str], str]]] = {
    "phase": lambda phase, language: say(f"phase.{phase}", language),
    "pile": lambda pile, language: say(f"pile.{pile}", language),
    "piles": lambda piles, language: ", ".join(_typed(pile, language) for pile in piles),
    "colour": lambda colour, language: card_name(colour, language, 2),
    "card": a_card,
    "locomotives": lambda count, language: cards_phrase({"locomotive": count}, language),
    "cards_needed": lambda count, language: amount("cards", count, language),
    "wagons": lambda count, language: amount("wagons", count, language),
    "ships": lambda count, language: amount("ships", count, language),
    "spaces": lambda count, language: amount("spaces", count, language),
    "expected": lambda what, language: (
        say(what, language) if str(what).startswith("expected.") else str(what)
    ),
    "hint": lambda names, language: (
        say("notation.hint", language, names=", ".join(names)) if names else ""
    ),
    "waiting": lambda seats, language: join(
        [say("seat.number", language, number=seat + 1) for seat in seats], language
    ),
    "commands": lambda names, language: ", ".join(
        say(f"command.{name}", language).split(",")[0] for name in names
    ),
    "problem": lambda problem, language: (
        str(problem.say(language)) if hasattr(problem, "say") else str(problem)
    ),
}
"""How parameters of refusals are said; sets of cards and lists are known by their types."""


def _typed(pile: str, language: str) -> str:
    """Return the usual word for a pile, as a person types it; an own board may name its own."""
    return say(f"typed.{pile}", language).partition(",")[0] if pile in _PILES else pile


_PILES = frozenset({"train", "ship", "long", "short"})


def _phrase(name: str, value: Any, board: Board, names: Sequence[str], language: str) -> str:
    """Put one parameter of an event into words."""
    match name:
        case "seat":
            return person(board, names, value, language)
        case "winners":
            return join([person(board, names, seat, language) for seat in value], language)
        case "card" | "new":
            return a_card(value, language)
        case "cards":
            return cards_phrase(value, language)
        case "display" | "turned":
            return join([card_label(card, language) for card in value if card], language)
        case "route":
            return connection_name(board, value, language)
        case "city":
            return board.place_name(value, language)
        case "tickets":
            return join([ticket_name(board, ticket, language) for ticket in value], language)
        case "pile":
            return say(f"pile.{value}", language)
        case "points" | "turns" | "count" | "extra" | "wagons" | "ships":
            return amount(_NOUNS.get(name, name), value, language)
        case "piles":
            return " + ".join(str(number) for number in value)
    return str(value)


_NOUNS = {"count": "tickets", "extra": "cards"}
