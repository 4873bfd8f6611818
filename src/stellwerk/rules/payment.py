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
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.octets import (
    at_least,
    at_most,
    each,
    equal,
    filled,
    flagged,
    octet,
    octets,
    running_sums,
)
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
OF_SHIP_COLOURS = u64((1 << 8 * SHIP_COLOURS) - 1)
"""The bytes of the colours that harbour symbols and ships have."""


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
def all_train_cards(state: State, board: BoardRecord, seat: int) -> int:
    """Return how many train cards of each colour a seat has, a byte for each."""
    first = seat * KINDS
    cards = octets(state.hand, first)
    if i64(board.kinds) > HARBOUR:
        cards += octets(state.hand, first + HARBOUR) & OF_SHIP_COLOURS
    return cards


@inlined
def train_reaches(state: State, board: BoardRecord, seat: int) -> int:
    """Return the longest train route each colour could pay for, 0 without a card of it (C-13)."""
    return _reaches(state, seat, at_most(all_train_cards(state, board, seat), LENGTH), WAGONS)


@inlined
def ship_reaches(state: State, seat: int) -> int:
    """Return the longest ship route each colour could pay for, 0 without a card of it (W-08)."""
    first = seat * KINDS
    singles = at_most(octets(state.hand, first + SHIP), LENGTH)
    doubles = at_most(octets(state.hand, first + DOUBLE_SHIP), LENGTH)
    return _reaches(state, seat, (singles + doubles + doubles) & OF_SHIP_COLOURS, SHIPS)


@inlined
def _reaches(state: State, seat: int, spaces: int, piece: int) -> int:
    """Return the longest routes of colours whose cards cover these spaces."""
    locomotives = min(LENGTH, i64(state.hand[seat, LOCOMOTIVE]))
    most = min(LENGTH, i64(state.pieces[seat, piece]))
    return at_most(spaces + each(locomotives), most) & ~filled(equal(spaces, 0))


@inlined
def locomotive_reach(state: State, seat: int, piece: int) -> int:
    """Return the longest route for wagons, or ships, that locomotives alone could pay for."""
    return min(LENGTH, i64(state.hand[seat, LOCOMOTIVE]), i64(state.pieces[seat, piece]))


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


@inlined
def rugged_reach(state: State, board: BoardRecord, seat: int) -> int:
    """Return the longest rugged route a seat could pay for (W-09).

    Its pairs go as far as they go; then a space takes an odd card and a locomotive, or two.
    """
    cards = all_train_cards(state, board, seat)
    pairs = octet(running_sums((cards >> u64(1)) & each(127)), 7)
    odd = popcount(cards & each(1))
    locomotives = i64(state.hand[seat, LOCOMOTIVE])
    reach = pairs + min(locomotives, (locomotives + odd) // 2)
    return min(LENGTH, reach, i64(state.pieces[seat, WAGONS]))


@inlined
def payers(cards: int, locomotives: int, cost: int) -> int:
    """Return which colours pay a cost with locomotives, as a set; and whether those alone do.

    ``cards`` has a byte for each colour, of which one card at least must be there.
    """
    enough = at_least(at_most(cards, cost) + each(min(locomotives, cost)), cost)
    enough &= ~equal(cards, 0)
    return flagged(enough) | (u64(locomotives >= cost) << u64(ONLY_LOCOMOTIVES))


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
