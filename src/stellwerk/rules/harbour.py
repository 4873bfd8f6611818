"""Harbours: built in a port the seat has reached, for four cards with the symbol (W-13)."""

from __future__ import annotations

from stellwerk.board.layout import DOUBLE_SHIP, GRAY, HARBOUR, KINDS, LOCOMOTIVE, SHIP, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, nth, popcount, u64
from stellwerk.rules.cards import settle
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.octets import at_most, octets
from stellwerk.rules.payment import (
    OF_SHIP_COLOURS,
    ONLY_LOCOMOTIVES,
    check_colour,
    clear,
    count_cards,
    has_cards,
    laid,
    lay,
    payers,
)
from stellwerk.rules.prices import HARBOUR_CARDS
from stellwerk.rules.route import pay
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    NO_HARBOUR_LEFT,
    NO_SUCH_TARGET,
    NO_SYMBOL,
    NOT_A_PORT,
    NOT_CONNECTED,
    NOT_IN_HAND,
    OCCUPIED,
    WRONG_NUMBER,
    MoveRecord,
    State,
)
from stellwerk.rules.turn import ACTED, end_turn

COST = 2 * HARBOUR_CARDS
"""What a harbour costs of both piles together."""


@inlined
def reaches(state: State, board: BoardRecord, seat: int, city: int) -> bool:
    """Tell whether a seat has claimed a route into a city."""
    for word in range(i64(board.words)):
        if u64(state.own[seat, word]) & u64(board.at_city[city, word]) != u64(0):
            return True
    return False


@inlined
def harbours_built(state: State, seat: int) -> int:
    """Return how many harbours a seat has built."""
    return popcount(u64(state.harbour[seat]))


@kernel
def harbour_cities(state: State, board: BoardRecord, seat: int) -> int:
    """Return the ports where a seat may build a harbour, whatever it can pay."""
    cities = u64(board.ports)
    if harbours_built(state, seat) >= i64(board.harbours):
        return cities & u64(0)
    for other in range(i64(state.seats)):
        cities &= ~u64(state.harbour[other])
    rest = cities
    while rest != u64(0):
        city = lowest(rest)
        rest = drop_lowest(rest)
        if not reaches(state, board, seat, city):
            cities &= ~bit(city)
    return cities


@inlined
def usable(state: State, seat: int, kind: int) -> int:
    """Return how many cards of a kind can go into a harbour."""
    return min(HARBOUR_CARDS, i64(state.hand[seat, kind]))


@inlined
def harbour_payers(state: State, seat: int) -> int:
    """Return the colours, or locomotives alone, that pay for a harbour, as a set."""
    first = seat * KINDS
    trains = at_most(octets(state.hand, first + HARBOUR), HARBOUR_CARDS)
    ships = at_most(octets(state.hand, first + SHIP), HARBOUR_CARDS)
    cards = (trains + ships) & OF_SHIP_COLOURS
    return payers(cards, i64(state.hand[seat, LOCOMOTIVE]), COST)


@kernel
def canonical_harbour(state: State, seat: int, colour: int, move: MoveRecord) -> None:
    """Write the harbour payment that lists of moves show for a colour."""
    clear(move)
    missing = COST
    if colour != ONLY_LOCOMOTIVES:
        trains = usable(state, seat, HARBOUR + colour)
        ships = usable(state, seat, SHIP + colour)
        lay(move, HARBOUR + colour, trains)
        lay(move, SHIP + colour, ships)
        missing -= trains + ships
    lay(move, LOCOMOTIVE, missing)


@kernel
def check_harbour(state: State, board: BoardRecord, seat: int, city: int, move: MoveRecord) -> int:
    """Tell why a harbour is refused, or FINE (W-13)."""
    if city < 0 or city >= i64(board.cities):
        return NO_SUCH_TARGET
    if not has(u64(board.ports), city):
        return NOT_A_PORT
    if harbours_built(state, seat) >= i64(board.harbours):
        return NO_HARBOUR_LEFT
    for other in range(i64(state.seats)):
        if has(u64(state.harbour[other]), city):
            return OCCUPIED
    if not reaches(state, board, seat, city):
        return NOT_CONNECTED
    if not has_cards(state, seat, move):
        return NOT_IN_HAND
    plain = count_cards(move, 0, LOCOMOTIVE)
    if plain + count_cards(move, DOUBLE_SHIP, KINDS) > 0:
        return NO_SYMBOL
    trains = count_cards(move, HARBOUR, SHIP)
    ships = count_cards(move, SHIP, DOUBLE_SHIP)
    total = trains + ships + laid(move, LOCOMOTIVE)
    if trains > HARBOUR_CARDS or ships > HARBOUR_CARDS or total != COST:
        return WRONG_NUMBER
    return check_colour(move, GRAY)


@kernel
def build_harbour(state: State, board: BoardRecord, seat: int, city: int, move: MoveRecord) -> None:
    """Pay for a harbour and put it into a port (W-13)."""
    pay(state, board, seat, move)
    state.harbour[seat] = u64(state.harbour[seat]) | bit(city)
    settle(state, board)
    end_turn(state, board, ACTED)


@kernel
def list_harbours(
    state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord, n: int
) -> int:
    """Walk through the harbours a seat can build (W-13)."""
    colours = harbour_payers(state, seat)
    if colours == EMPTY:
        return n
    cities = harbour_cities(state, board, seat)
    count = popcount(cities)
    total = popcount(colours) * count
    if n <= wanted < n + total:
        number = wanted - n
        head(move, seat, BUILD_HARBOUR, nth(cities, number % count), 0)
        canonical_harbour(state, seat, nth(colours, number // count), move)
    return n + total
