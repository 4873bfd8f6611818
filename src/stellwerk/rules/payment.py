"""What a set of cards can pay for: routes by train, by ship and over rugged ground.

A set has one colour and locomotives (C-11, C-12). In lists of legal moves each target appears once
for every colour that can pay for it, with the fewest locomotives, and once with locomotives alone.
"""

from __future__ import annotations

from stellwerk.board.layout import (
    COLOURS,
    DOUBLE_SHIP,
    GRAY,
    HARBOUR,
    KINDS,
    LENGTH,
    LOCOMOTIVE,
    SHIP,
    SHIP_COLOURS,
    SHIPS,
    WAGONS,
    BoardRecord,
)
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, u64
from stellwerk.rules.kernel import cold, inlined, kernel
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
    MoveRecord,
    State,
)

ONLY_LOCOMOTIVES = COLOURS
"""Stands for the colour of a set that has none."""


@inlined
def train_cards(state: State, board: BoardRecord, seat: int, colour: int) -> int:
    """Return how many train cards of a colour a seat has, with and without harbour symbol."""
    count = i64(state.hand[seat, colour])
    if i64(board.kinds) > HARBOUR:
        count += i64(state.hand[seat, HARBOUR + colour])
    return count


@inlined
def ship_spaces(state: State, seat: int, colour: int) -> int:
    """Return how many spaces the ship cards of a colour can cover (W-08)."""
    return i64(state.hand[seat, SHIP + colour]) + 2 * i64(state.hand[seat, DOUBLE_SHIP + colour])


@inlined
def train_reach(state: State, board: BoardRecord, seat: int, colour: int) -> int:
    """Return the longest train route a colour could pay for, 0 without a card of it (C-13)."""
    locomotives = i64(state.hand[seat, LOCOMOTIVE])
    most = min(LENGTH, i64(state.pieces[seat, WAGONS]))
    if colour == ONLY_LOCOMOTIVES:
        return min(locomotives, most)
    cards = train_cards(state, board, seat, colour)
    return min(cards + locomotives, most) if cards > 0 else 0


@inlined
def ship_reach(state: State, seat: int, colour: int) -> int:
    """Return the longest ship route a colour could pay for, 0 without a card of it."""
    locomotives = i64(state.hand[seat, LOCOMOTIVE])
    most = min(LENGTH, i64(state.pieces[seat, SHIPS]))
    if colour == ONLY_LOCOMOTIVES:
        return min(locomotives, most)
    spaces = ship_spaces(state, seat, colour)
    return min(spaces + locomotives, most) if spaces > 0 else 0


@inlined
def clear(move: MoveRecord) -> None:
    """Make the set of a move empty."""
    move.used = 0


@inlined
def lay(move: MoveRecord, kind: int, count: int) -> None:
    """Put cards of a kind into the set of a move, in place of those there."""
    move.cards[kind] = count
    move.used = i64(move.used) | (i64(count > 0) << kind)


@inlined
def laid(move: MoveRecord, kind: int) -> int:
    """Return how many cards of a kind the set of a move has."""
    return i64(move.cards[kind]) if (i64(move.used) >> kind) & 1 else 0


@inlined
def lay_train(
    state: State, board: BoardRecord, seat: int, colour: int, number: int, move: MoveRecord
) -> int:
    """Lay up to ``number`` train cards of a colour, plain ones first; return what is missing."""
    plain = min(number, i64(state.hand[seat, colour]))
    lay(move, colour, plain)
    number -= plain
    if i64(board.kinds) > HARBOUR:
        symbol = min(number, i64(state.hand[seat, HARBOUR + colour]))
        lay(move, HARBOUR + colour, symbol)
        number -= symbol
    return number


@inlined
def lay_ships(state: State, seat: int, colour: int, length: int, move: MoveRecord) -> int:
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
    lay(move, SHIP + colour, singles)
    lay(move, DOUBLE_SHIP + colour, doubles)
    return locomotives


@cold
def lay_rugged(state: State, board: BoardRecord, seat: int, length: int, move: MoveRecord) -> int:
    """Lay pairs for rugged spaces, the most plentiful colours first; return the locomotives (W-09).

    Full pairs first, then an odd card with a locomotive, then pairs of locomotives.
    """
    spaces = length
    total = 0
    for size in (2, 1):
        while spaces > 0:
            best = -1
            most = size - 1
            for colour in range(i64(board.colours)):
                left = train_cards(state, board, seat, colour) - laid_trains(move, colour)
                if left > most:
                    best = colour
                    most = left
            if best < 0:
                break
            lay_train(state, board, seat, best, laid_trains(move, best) + size, move)
            total += size
            spaces -= 1
    return 2 * length - total


@inlined
def laid_trains(move: MoveRecord, colour: int) -> int:
    """Return how many train cards of a colour a set has."""
    symbol = laid(move, HARBOUR + colour) if colour < SHIP_COLOURS else 0
    return laid(move, colour) + symbol


@kernel
def canonical(
    state: State, board: BoardRecord, seat: int, route: int, colour: int, move: MoveRecord
) -> None:
    """Write the payment of a route that lists of moves show for a colour (C-12, E-06)."""
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
    lay(move, LOCOMOTIVE, locomotives)


@inlined
def colour_of(kind: int) -> int:
    """Return the colour of a card, ONLY_LOCOMOTIVES for a locomotive."""
    return kind if kind <= LOCOMOTIVE else (kind - HARBOUR) % SHIP_COLOURS


@inlined
def has_cards(state: State, seat: int, move: MoveRecord) -> bool:
    """Tell whether a seat has all cards of a set."""
    kinds = u64(move.used)
    while kinds != EMPTY:
        kind = lowest(kinds)
        kinds = drop_lowest(kinds)
        if i64(move.cards[kind]) > i64(state.hand[seat, kind]):
            return False
    return True


@inlined
def count_cards(move: MoveRecord, first: int, end: int) -> int:
    """Return how many cards of a range of kinds a set has."""
    count = 0
    kinds = (u64(move.used) >> u64(first)) << u64(first)
    while kinds != EMPTY:
        kind = lowest(kinds)
        kinds = drop_lowest(kinds)
        if kind < end:
            count += i64(move.cards[kind])
    return count


@inlined
def check_colour(move: MoveRecord, wanted: int) -> int:
    """Check that a set has one colour besides locomotives, the wanted one or any for gray."""
    used = ONLY_LOCOMOTIVES
    kinds = u64(move.used) & ~bit(LOCOMOTIVE)
    while kinds != EMPTY:
        colour = colour_of(lowest(kinds))
        kinds = drop_lowest(kinds)
        if used not in (ONLY_LOCOMOTIVES, colour):
            return MIXED_COLOURS
        used = colour
    if wanted == GRAY or used == ONLY_LOCOMOTIVES or used == wanted:
        return FINE
    return WRONG_COLOUR


@kernel
def check_route(state: State, board: BoardRecord, seat: int, route: int, move: MoveRecord) -> int:
    """Tell why a set cannot pay for a route, or FINE (C-11, C-12, E-06, W-07 to W-09)."""
    if not has_cards(state, seat, move):
        return NOT_IN_HAND
    locomotives = laid(move, LOCOMOTIVE)
    trains = count_cards(move, 0, SHIP) - locomotives
    length = i64(board.length[route])
    if i64(board.ship[route]):
        return WRONG_PILE if trains > 0 else _check_ships(board, route, locomotives, move)
    if count_cards(move, SHIP, KINDS) > 0:
        return WRONG_PILE
    if i64(board.rugged[route]):
        return _check_rugged(board, length, trains, locomotives, move)
    if trains + locomotives != length:
        return WRONG_NUMBER
    if locomotives < i64(board.locomotives[route]):
        return TOO_FEW_LOCOMOTIVES
    return check_colour(move, i64(board.colour[route]))


@kernel
def _check_ships(board: BoardRecord, route: int, locomotives: int, move: MoveRecord) -> int:
    """Check a set of ships: it covers the route, or double ships alone cover one space more."""
    reason = check_colour(move, i64(board.colour[route]))
    if reason != FINE:
        return reason
    length = i64(board.length[route])
    singles = count_cards(move, SHIP, DOUBLE_SHIP)
    doubles = count_cards(move, DOUBLE_SHIP, KINDS)
    covered = singles + 2 * doubles + locomotives
    if covered == length or (covered == length + 1 and singles + locomotives == 0):
        return FINE
    return WASTE if covered == length + 1 and doubles > 0 else WRONG_NUMBER


@kernel
def _check_rugged(
    board: BoardRecord, length: int, trains: int, locomotives: int, move: MoveRecord
) -> int:
    """Check pairs of one colour, with locomotives for missing halves (W-09)."""
    if trains + locomotives != 2 * length:
        return WRONG_NUMBER
    odd = 0
    for colour in range(i64(board.colours)):
        odd += laid_trains(move, colour) % 2
    return RUGGED_PAIRS if odd > locomotives else FINE


@kernel
def can_pay_rugged(state: State, board: BoardRecord, seat: int, route: int) -> bool:
    """Tell whether a seat can pay for a rugged route (W-09)."""
    pairs = 0
    odd = 0
    for colour in range(i64(board.colours)):
        cards = train_cards(state, board, seat, colour)
        pairs += cards // 2
        odd += cards % 2
    missing = i64(board.length[route]) - pairs
    return missing <= 0 or 2 * missing - min(odd, missing) <= i64(state.hand[seat, LOCOMOTIVE])


@kernel
def note_used(move: MoveRecord) -> None:
    """Make the set of kinds used from the cards of a move that comes from outside."""
    used = 0
    for kind in range(KINDS):
        used |= i64(i64(move.cards[kind]) > 0) << kind
    move.used = used


@kernel
def wipe_unused(move: MoveRecord) -> None:
    """Set the cards of a move that are not used to zero, before it goes outside."""
    for kind in range(KINDS):
        move.cards[kind] = laid(move, kind)
