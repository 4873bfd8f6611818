"""Stations: built for one to three cards in a city that has none (E-03)."""

from __future__ import annotations

from stellwerk.board.layout import GRAY, KINDS, LOCOMOTIVE, SHIP, BoardRecord
from stellwerk.rules.bits import bit, has, i64, nth, popcount, u64
from stellwerk.rules.cards import settle
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import (
    ONLY_LOCOMOTIVES,
    all_train_cards,
    check_colour,
    clear,
    count_cards,
    has_cards,
    lay,
    lay_train,
    payers,
)
from stellwerk.rules.prices import FIRST_STATION
from stellwerk.rules.route import pay
from stellwerk.rules.state import (
    BUILD_STATION,
    NO_STATION_LEFT,
    NO_SUCH_TARGET,
    NOT_IN_HAND,
    OCCUPIED,
    WRONG_NUMBER,
    WRONG_PILE,
    MoveRecord,
    State,
)
from stellwerk.rules.turn import ACTED, end_turn


@inlined
def station_cost(state: State, seat: int) -> int:
    """Return what the next station of a seat costs (E-03)."""
    return popcount(u64(state.station[seat])) + FIRST_STATION


@kernel
def station_cities(state: State, board: BoardRecord, seat: int) -> int:
    """Return the cities where a seat may build a station, as far as places go."""
    cities = u64(board.station_cities)
    if station_cost(state, seat) > i64(board.stations):
        return cities & u64(0)
    for other in range(i64(state.seats)):
        cities &= ~u64(state.station[other])
    return cities


@inlined
def station_payers(state: State, board: BoardRecord, seat: int) -> int:
    """Return the colours, or locomotives alone, that pay for the next station, as a set."""
    cards = all_train_cards(state, board, seat)
    return payers(cards, i64(state.hand[seat, LOCOMOTIVE]), station_cost(state, seat))


@kernel
def canonical_station(
    state: State, board: BoardRecord, seat: int, colour: int, move: MoveRecord
) -> None:
    """Write the station payment that lists of moves show for a colour."""
    clear(move)
    missing = station_cost(state, seat)
    if colour != ONLY_LOCOMOTIVES:
        missing = lay_train(state, board, seat, colour, missing, move)
    lay(move, LOCOMOTIVE, missing)


@kernel
def check_station(state: State, board: BoardRecord, seat: int, city: int, move: MoveRecord) -> int:
    """Tell why a station is refused, or FINE (E-03)."""
    if city < 0 or city >= i64(board.cities) or not has(u64(board.station_cities), city):
        return NO_SUCH_TARGET
    if station_cost(state, seat) > i64(board.stations):
        return NO_STATION_LEFT
    if not has(station_cities(state, board, seat), city):
        return OCCUPIED
    if not has_cards(state, seat, move):
        return NOT_IN_HAND
    if count_cards(move, SHIP, KINDS) > 0:
        return WRONG_PILE
    if count_cards(move, 0, SHIP) != station_cost(state, seat):
        return WRONG_NUMBER
    return check_colour(move, GRAY)


@kernel
def build_station(state: State, board: BoardRecord, seat: int, city: int, move: MoveRecord) -> None:
    """Pay for a station and put it into a city (E-03)."""
    pay(state, board, seat, move)
    state.station[seat] = u64(state.station[seat]) | bit(city)
    settle(state, board)
    end_turn(state, board, ACTED)


@kernel
def list_stations(
    state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord, n: int
) -> int:
    """Walk through the stations a seat can build (E-03)."""
    colours = station_payers(state, board, seat)
    cities = station_cities(state, board, seat)
    count = popcount(cities)
    total = popcount(colours) * count
    if n <= wanted < n + total:
        number = wanted - n
        head(move, seat, BUILD_STATION, nth(cities, number % count), 0)
        canonical_station(state, board, seat, nth(colours, number // count), move)
    return n + total
