"""What each route would cost a seat: the edges of its plans, in half points."""

from __future__ import annotations

from stellwerk.board.layout import GRAY, PILES, SHIPS, WAGONS, BoardRecord
from stellwerk.bots.planning.hand import covered
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.planning.thought import BUCKETS, NO_COLOUR, Thought
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, i64, lowest, popcount, u64
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.route import piece_kind
from stellwerk.rules.state import PIECES, State
from stellwerk.rules.turn import pieces_left

AMPLE = 1 << 20
"""A budget that never runs out."""


@kernel
def set_budget(state: State, board: BoardRecord, seat: int, thought: Thought) -> None:
    """Note the pieces, stations and time that a plan of a seat may use."""
    in_all = 0
    for kind in range(PILES):
        thought.budget[kind] = i64(state.pieces[seat, kind])
        in_all += i64(state.pieces[seat, kind])
    if i64(state.phase) <= PIECES and i64(board.chosen_pieces) > 0:
        in_all = i64(board.chosen_pieces)
    thought.budget_in_all = in_all
    thought.stations = 0
    if i64(board.stations) > 0:
        thought.stations = i64(board.stations) - popcount(u64(state.station[seat]))
    thought.half_turns = AMPLE
    thought.symbol_colour = NO_COLOUR


@inlined
def open_to(state: State, seat: int, word: int) -> int:
    """Return one word of the routes that are free and not closed to a seat."""
    return u64(state.free[word]) & ~u64(state.shut[seat, word])


@kernel
def rate_routes(mind: Mind) -> None:
    """Set what each route would cost a seat; its own cost nothing, others' may be borrowed."""
    state, board, seat, book, thought = mind
    for word in range(i64(board.words)):
        own = u64(state.own[seat, word])
        usable = own
        thought.owned[word] = own
        while own != EMPTY:
            thought.price[(word << 6) + lowest(own)] = 0
            own = drop_lowest(own)
        routes = open_to(state, seat, word)
        while routes != EMPTY:
            route = (word << 6) + lowest(routes)
            routes = drop_lowest(routes)
            if i64(board.length[route]) <= i64(thought.budget[piece_kind(board, route)]):
                thought.price[route] = _price(board, book, thought, route)
                usable |= bit(route & 63)
        thought.usable[word] = usable
        thought.others[word] = EMPTY
    if i64(board.stations) > 0:
        _rate_borrowed(mind)


@inlined
def _price(board: BoardRecord, book: Book, thought: Thought, route: int) -> int:
    """Return what an open route costs, less for the cards in hand."""
    saved = i64(book.hand_weight) * covered(board, thought, route)
    if i64(board.colour[route]) == GRAY:
        saved //= 2
    return max(1, i64(book.route_cost[route]) - saved // 4)


@cold
def _rate_borrowed(mind: Mind) -> None:
    """Set what it costs to borrow routes of others: a new station, or one that stands there."""
    state, board, seat, book, thought = mind
    stations = u64(state.station[seat])
    built = popcount(stations)
    price = i64(book.borrow_price) + 2 * i64(board.station_bonus) + 4 * built
    price = min(price, BUCKETS - 1)
    for word in range(i64(board.words)):
        others = EMPTY
        for other in range(i64(state.seats)):
            if other != seat:
                others |= u64(state.own[other, word])
        thought.others[word] = others
        if i64(thought.stations) > 0 or stations != EMPTY:
            routes = others
            while routes != EMPTY:
                route = (word << 6) + lowest(routes)
                routes = drop_lowest(routes)
                ends = bit(i64(board.a[route])) | bit(i64(board.b[route]))
                if ends & stations != EMPTY:
                    thought.price[route] = 1
                elif i64(thought.stations) > 0:
                    thought.price[route] = price
                else:
                    continue
                thought.usable[word] = u64(thought.usable[word]) | bit(route & 63)


@inlined
def has_share(state: State, board: BoardRecord, seat: int, percent: int) -> bool:
    """Tell whether a seat still has this share of the pieces it began with."""
    began_with = i64(board.chosen_pieces)
    if began_with == 0:
        began_with = i64(board.pieces[WAGONS]) + i64(board.pieces[SHIPS])
    return 100 * pieces_left(state, seat) >= percent * began_with


@kernel
def fewest_of_rivals(state: State, seat: int) -> int:
    """Return the fewest pieces that another seat has left."""
    fewest = AMPLE
    for other in range(i64(state.seats)):
        if other != seat:
            fewest = min(fewest, pieces_left(state, other))
    return fewest
