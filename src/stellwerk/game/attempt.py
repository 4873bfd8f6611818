"""The nearest a hand comes to a payment: what the player has for it, and how much is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.board import COLOURS
from stellwerk.board.layout import LENGTH, LOCOMOTIVE
from stellwerk.board.model import Route
from stellwerk.game.cards import LOCOMOTIVE_NAME, CardSet
from stellwerk.game.moves import ClaimRoute, Payment

if TYPE_CHECKING:
    from stellwerk.game.game import Game

_PLENTY: Final = 2 * LENGTH
"""With this many locomotives more everything can be paid for: rugged spaces take two cards."""


class Attempt(NamedTuple):
    """What comes nearest to a payment."""

    cards: CardSet
    """Of one colour where one is asked for, and only then locomotives."""
    missing: int
    """How many cards more would do."""


def attempt(game: Game, kind: type[Payment], target: str, seat: int) -> Attempt | None:
    """Return how near a hand comes to paying for a route or a city; None where no card would help.

    The rules decide it: the thriftiest payment with locomotives in plenty takes as many of them as
    are missing.
    """
    hand = game.position.hand(seat)
    rich = type(game).restore(game.board, game.states.tobytes(), game.names, None, game.seq)
    rich.states["hand"][0, seat, LOCOMOTIVE] += _PLENTY
    thriftiest = next(iter(rich.payments(kind, target, seat)), None)
    if thriftiest is None:
        return None
    laid = dict(thriftiest)
    held = hand.get(LOCOMOTIVE_NAME, 0)
    missing = max(0, laid.pop(LOCOMOTIVE_NAME, 0) - held)
    if missing and kind is ClaimRoute:
        route = game.board.routes[game.board.route_index[target]]
        if route.rugged:
            _drop_unpaired(laid, missing)
        elif route.locomotives > held:
            laid = _without_symbols(route, hand, route.length - held)
    laid[LOCOMOTIVE_NAME] = min(held, thriftiest.get(LOCOMOTIVE_NAME, 0))
    return Attempt(CardSet((card, count) for card, count in laid.items() if count), missing)


def _drop_unpaired(laid: dict[str, int], missing: int) -> None:
    """Take off the cards whose partner would be a locomotive that is missing (W-09)."""
    for card in [card for card, count in laid.items() if count % 2][:missing]:
        laid[card] -= 1


def _without_symbols(route: Route, hand: CardSet, most: int) -> dict[str, int]:
    """Return the cards that would pay for a ferry if it asked for no further locomotive (E-06)."""
    colours = COLOURS if route.colour is None else COLOURS[route.colour : route.colour + 1]
    best = max(colours, key=lambda colour: min(hand.get(colour, 0), most))
    return {best: min(hand.get(best, 0), most)}
