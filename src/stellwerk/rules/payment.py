"""What a set of cards can pay for: routes by train, by ship and over rugged ground.

A set has one colour and locomotives (C-11, C-12). In lists of legal moves each target appears once
for every colour that can pay for it, with the fewest locomotives, and once with locomotives alone.
"""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import (
    COLOURS,
    DOUBLE_SHIP,
    GRAY,
    HARBOUR,
    KINDS,
    LENGTH,
    LOCOMOTIVE,
    SHIP,
    WAGONS,
)
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.state import (
    FINE,
    MIXED_COLOURS,
    NOT_IN_HAND,
    RUGGED_PAIRS,
    TOO_FEW_LOCOMOTIVES,
    WASTE,
    WRONG_COLOUR,
    WRONG_NUMBER,
    WRONG_PILE,
)

ONLY_LOCOMOTIVES = COLOURS
"""Stands for the colour of a set that has none."""


@inlined
def train_cards(state: Any, board: Any, seat: Any, colour: Any) -> Any:
    """Return how many train cards of a colour a seat has, with and without harbour symbol."""
    count = i64(state.hand[seat, colour])
    if i64(board.kinds) > HARBOUR:
        count += i64(state.hand[seat, HARBOUR + colour])
    return count


@inlined
def ship_spaces(state: Any, seat: Any, colour: Any) -> Any:
    """Return how many spaces the ship cards of a colour can cover (W-08)."""
    return i64(state.hand[seat, SHIP + colour]) + 2 * i64(state.hand[seat, DOUBLE_SHIP + colour])


@inlined
def train_reach(state: Any, board: Any, seat: Any, colour: Any) -> Any:
    """Return the longest train route a colour could pay for, 0 without a card of it (C-12, C-13)."""
    locomotives = i64(state.hand[seat, LOCOMOTIVE])
    most = min(LENGTH, i64(state.pieces[seat, WAGONS]))
    if colour == ONLY_LOCOMOTIVES:
        return min(locomotives, most)
    cards = train_cards(state, board, seat, colour)
    return min(cards + locomotives, most) if cards > 0 else 0


@inlined
def ship_reach(state: Any, seat: Any, colour: Any) -> Any:
    """Return the longest ship route a colour could pay for, 0 without a card of it."""
    locomotives = i64(state.hand[seat, LOCOMOTIVE])
    most = min(LENGTH, i64(state.pieces[seat, 1]))
    if colour == ONLY_LOCOMOTIVES:
        return min(locomotives, most)
    spaces = ship_spaces(state, seat, colour)
    return min(spaces + locomotives, most) if spaces > 0 else 0


@inlined
def lay_train(state: Any, board: Any, seat: Any, colour: Any, number: Any, move: Any) -> Any:
    """Lay up to ``number`` train cards of a colour, plain ones first; return what is missing."""
    plain = min(number, i64(state.hand[seat, colour]))
    move.cards[colour] = plain
    number -= plain
    if i64(board.kinds) > HARBOUR:
        symbol = min(number, i64(state.hand[seat, HARBOUR + colour]))
        move.cards[HARBOUR + colour] = symbol
        number -= symbol
    return number


@inlined
def lay_ships(state: Any, seat: Any, colour: Any, length: Any, move: Any) -> Any:
    """Lay ship cards of a colour for a route with the fewest locomotives; return how many of those.

    Single ships go before double ones where that loses no half; a half is lost only when it saves
    a locomotive (W-08).
    """
    singles = i64(state.hand[seat, SHIP + colour])
    doubles = i64(state.hand[seat, DOUBLE_SHIP + colour])
    locomotives = max(0, length - singles - 2 * doubles)
    singles = min(singles, length)
    if locomotives == 0:
        if (length - singles) % 2 == 1 and singles > 0:
            singles -= 1
        doubles = (length - singles + 1) // 2
    move.cards[SHIP + colour] = singles
    move.cards[DOUBLE_SHIP + colour] = doubles
    return locomotives


@kernel
def lay_rugged(state: Any, board: Any, seat: Any, length: Any, move: Any) -> Any:
    """Lay pairs for rugged spaces, the most plentiful colours first; return the locomotives (W-09).

    Full pairs first, then an odd card with a locomotive, then pairs of locomotives.
    """
    spaces = length
    for size in (2, 1):
        while spaces > 0:
            best = -1
            most = size - 1
            for colour in range(i64(board.colours)):
                left = train_cards(state, board, seat, colour) - _laid(board, move, colour)
                if left > most:
                    best = colour
                    most = left
            if best < 0:
                break
            lay_train(state, board, seat, best, _laid(board, move, best) + size, move)
            spaces -= 1
    total = 0
    for colour in range(i64(board.colours)):
        total += _laid(board, move, colour)
    return 2 * length - total


@inlined
def _laid(board: Any, move: Any, colour: Any) -> Any:
    """Return how many train cards of a colour a set has."""
    count = i64(move.cards[colour])
    if i64(board.kinds) > HARBOUR:
        count += i64(move.cards[HARBOUR + colour])
    return count


@kernel
def clear(move: Any) -> None:
    """Make the set of a move empty."""
    for kind in range(KINDS):
        move.cards[kind] = 0


@kernel
def canonical(state: Any, board: Any, seat: Any, route: Any, colour: Any, move: Any) -> None:
    """Write the payment of a route that lists of moves show for a colour."""
    clear(move)
    length = i64(board.length[route])
    if i64(board.rugged[route]):
        locomotives = lay_rugged(state, board, seat, length, move)
    elif colour == ONLY_LOCOMOTIVES:
        locomotives = length
    elif i64(board.ship[route]):
        locomotives = lay_ships(state, seat, colour, length, move)
    else:
        symbols = i64(board.locomotives[route])
        missing = lay_train(state, board, seat, colour, length - symbols, move)
        locomotives = symbols + missing
    move.cards[LOCOMOTIVE] = locomotives


@kernel
def check_hand(state: Any, seat: Any, move: Any) -> Any:
    """Tell whether a seat has all cards of a set."""
    lacking = 0
    for kind in range(KINDS):
        lacking |= i64(move.cards[kind]) > i64(state.hand[seat, kind])
    return not lacking


@kernel
def check_route(state: Any, board: Any, seat: Any, route: Any, move: Any) -> Any:
    """Tell why a set cannot pay for a route, or FINE (C-11, C-12, E-06, W-07 to W-09)."""
    if not check_hand(state, seat, move):
        return NOT_IN_HAND
    trains = 0
    for kind in range(LOCOMOTIVE):
        trains += i64(move.cards[kind])
    for kind in range(HARBOUR, SHIP):
        trains += i64(move.cards[kind])
    ships = 0
    for kind in range(SHIP, KINDS):
        ships += i64(move.cards[kind])
    if i64(board.ship[route]):
        return WRONG_PILE if trains > 0 else _check_ships(board, route, move)
    if ships > 0:
        return WRONG_PILE
    if i64(board.rugged[route]):
        return _check_rugged(board, route, move, trains)
    return _check_trains(board, route, move, trains)


@kernel
def _check_trains(board: Any, route: Any, move: Any, trains: Any) -> Any:
    locomotives = i64(move.cards[LOCOMOTIVE])
    if trains + locomotives != i64(board.length[route]):
        return WRONG_NUMBER
    if locomotives < i64(board.locomotives[route]):
        return TOO_FEW_LOCOMOTIVES
    return check_colour(board, move, trains, i64(board.colour[route]))


@kernel
def check_colour(board: Any, move: Any, trains: Any, wanted: Any) -> Any:
    """Tell whether all train cards of a set have one colour, the wanted one or any for gray."""
    for colour in range(i64(board.colours)):
        laid = _laid(board, move, colour)
        if laid == 0:
            continue
        if laid != trains:
            return MIXED_COLOURS
        return FINE if wanted in (GRAY, colour) else WRONG_COLOUR
    return FINE


@kernel
def _check_ships(board: Any, route: Any, move: Any) -> Any:
    length = i64(board.length[route])
    locomotives = i64(move.cards[LOCOMOTIVE])
    ships = 0
    used = -1
    for colour in range(i64(board.colours)):
        of_colour = i64(move.cards[SHIP + colour]) + i64(move.cards[DOUBLE_SHIP + colour])
        if of_colour == 0:
            continue
        if used >= 0:
            return MIXED_COLOURS
        used = colour
        ships = of_colour
    if used >= 0 and i64(board.colour[route]) not in (GRAY, used):
        return WRONG_COLOUR
    doubles = 0 if used < 0 else i64(move.cards[DOUBLE_SHIP + used])
    covered = ships + doubles + locomotives
    if covered == length + 1 and doubles == ships and locomotives == 0:
        return FINE
    if covered > length and ships + locomotives < length:
        return WASTE
    return FINE if covered == length else WRONG_NUMBER


@kernel
def _check_rugged(board: Any, route: Any, move: Any, trains: Any) -> Any:
    locomotives = i64(move.cards[LOCOMOTIVE])
    if trains + locomotives != 2 * i64(board.length[route]):
        return WRONG_NUMBER
    odd = 0
    for colour in range(i64(board.colours)):
        odd += _laid(board, move, colour) % 2
    return RUGGED_PAIRS if odd > locomotives else FINE


@kernel
def can_pay_rugged(state: Any, board: Any, seat: Any, route: Any) -> Any:
    """Tell whether a seat can pay for a rugged route (W-09)."""
    pairs = 0
    odd = 0
    for colour in range(i64(board.colours)):
        cards = train_cards(state, board, seat, colour)
        pairs += cards // 2
        odd += cards % 2
    missing = i64(board.length[route]) - pairs
    return missing <= 0 or 2 * missing - min(odd, missing) <= i64(state.hand[seat, LOCOMOTIVE])
