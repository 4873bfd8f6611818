"""The nearest a hand comes to a payment, so that a refusal can say what the player has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from stellwerk.board import COLOURS
from stellwerk.game.cards import LOCOMOTIVE_NAME, CardSet
from stellwerk.game.moves import BuildHarbour, BuildStation, ClaimRoute, Payment
from stellwerk.game.position import Position
from stellwerk.rules.prices import FIRST_STATION, HARBOUR_CARDS

_SHIP, _DOUBLE_SHIP, _HARBOUR = "ship", "double-ship", "harbour"


def attempt(position: Position, move: Payment) -> CardSet:
    """Return the cards of a hand that come nearest to paying for a move.

    Of one colour where one is asked for, and only then locomotives, but those first that a ferry
    asks for.
    """
    hand = position.hand(move.seat)
    best = max(_sets(position, move, hand), key=_covered)
    return CardSet(sorted(best.items(), key=lambda pair: pair[0] == LOCOMOTIVE_NAME))


def _sets(position: Position, move: Payment, hand: CardSet) -> Iterable[Counter[str]]:
    """Go through the sets that may be tried, one for each colour; the last has none."""
    locomotives = hand.get(LOCOMOTIVE_NAME, 0)
    colours = _colours(position, move)
    if isinstance(move, ClaimRoute):
        route = position.board.routes[position.board.route_index[move.route]]
        if route.rugged:
            yield _pairs(hand, 2 * route.length)
            return
        must = min(route.locomotives, locomotives)
        for colour in (*colours, None):
            laid = Counter({LOCOMOTIVE_NAME: must})
            _lay(laid, hand, colour, route.kind == "ship", route.length - must)
            yield _filled(laid, locomotives, route.length)
        return
    if isinstance(move, BuildHarbour):
        for colour in (*colours, None):
            laid = Counter[str]()
            for sort in (_HARBOUR, _SHIP):
                _take(laid, hand, [f"{colour} {sort}"], HARBOUR_CARDS)
            yield _filled(laid, locomotives, 2 * HARBOUR_CARDS)
        return
    station = isinstance(move, BuildStation)
    built = len(position.stations(move.seat))
    price = built + FIRST_STATION if station else position.tunnel_extra
    for colour in (*colours, None):
        laid = Counter[str]()
        _lay(laid, hand, colour, False, price)
        yield _filled(laid, locomotives, price)


def _colours(position: Position, move: Payment) -> tuple[str, ...]:
    """Return the colours in which something may be paid."""
    if isinstance(move, ClaimRoute):
        route = position.board.routes[position.board.route_index[move.route]]
        return tuple(COLOURS) if route.colour is None else (COLOURS[route.colour],)
    if isinstance(move, BuildStation | BuildHarbour):
        return tuple(COLOURS)
    laid = {card.partition(" ")[0] for card in position.laid if card != LOCOMOTIVE_NAME}
    return tuple(sorted(laid))


def _lay(laid: Counter[str], hand: CardSet, colour: str | None, ships: bool, most: int) -> None:
    """Add cards of a colour for ``most`` spaces or fewer."""
    if colour is None:
        return
    if ships:
        doubles = min(hand.get(f"{colour} {_DOUBLE_SHIP}", 0), most // 2)
        laid[f"{colour} {_DOUBLE_SHIP}"] += doubles
        _take(laid, hand, [f"{colour} {_SHIP}"], most - 2 * doubles)
    else:
        _take(laid, hand, [colour, f"{colour} {_HARBOUR}"], most)


def _take(laid: Counter[str], hand: CardSet, cards: Iterable[str], most: int) -> None:
    for card in cards:
        count = min(hand.get(card, 0), most)
        laid[card] += count
        most -= count


def _filled(laid: Counter[str], locomotives: int, most: int) -> Counter[str]:
    """Add the locomotives that are left, as far as there is room."""
    room = most - _covered(laid)
    laid[LOCOMOTIVE_NAME] += min(locomotives - laid[LOCOMOTIVE_NAME], room)
    return laid


def _pairs(hand: CardSet, most: int) -> Counter[str]:
    """Return pairs of one colour each; a locomotive may complete a pair."""
    laid = Counter[str]()
    partners = hand.get(LOCOMOTIVE_NAME, 0)
    for colour in COLOURS:
        cards = [colour, f"{colour} {_HARBOUR}"]
        held = sum(hand.get(card, 0) for card in cards)
        if held % 2:
            held -= 0 if partners > 0 else 1
            partners -= 1
        _take(laid, hand, cards, min(held, most - laid.total()))
    return _filled(laid, hand.get(LOCOMOTIVE_NAME, 0), most)


def _covered(laid: Counter[str]) -> int:
    """Return for how many spaces cards are enough."""
    return sum(count * (2 if card.endswith(_DOUBLE_SHIP) else 1) for card, count in laid.items())
