"""How far tickets are from completion, remembered from one look to the next.

The distance of a ticket depends on the network alone: the routes a seat owns and those open to it.
Between two looks little of that changes, and most of what is remembered still holds:

- A way that has lost no route is still the shortest, for nothing else has become cheaper.
- A route the seat has claimed costs nothing any more. If it lies on the way, that is still the
  shortest and gets shorter by the route. If not, a shorter way can only lead over that route, and
  one search from its ends finds it for all tickets.

Only what holds no longer is searched for again. Tours are joined leg by leg, and are searched for
whenever the network has changed.
"""

from __future__ import annotations

from typing import Annotated, Protocol

from stellwerk.board.layout import NONE, TICKET_WORDS, TICKETS, WORDS, BoardRecord
from stellwerk.board.records import Array1, Array2, Records, dtype_of
from stellwerk.rules.bits import EMPTY, bit, drop_lowest, has, i64, lowest, popcount, u64
from stellwerk.rules.distance import LOST, distance, go_out, load_costs
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.network import other_end
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import State
from stellwerk.rules.tickets import is_tour


class Outlook(Protocol):
    """What is remembered for a seat of a game.

    The network it was found in, as routes owned and open; the tickets whose distance is known; of
    each of them the spaces, LOST for none, and the routes still to claim on one shortest way.
    """

    own: Annotated[Array1, "u8", WORDS]
    open: Annotated[Array1, "u8", WORDS]
    known: Annotated[Array1, "u8", TICKET_WORDS]
    spaces: Annotated[Array1, "i2", TICKETS]
    way: Annotated[Array2, "u8", TICKETS, WORDS]


OUTLOOK = dtype_of(Outlook)

Outlooks = Records[Outlook]


@kernel
def refresh(
    state: State, board: BoardRecord, seat: int, outlook: Outlook, scratch: Scratch
) -> None:
    """Bring an outlook up to the network as it is; it forgets what it would have to search for."""
    claimed = 0
    new_route = NONE
    foreign = EMPTY
    changed = EMPTY
    for word in range(i64(board.words)):
        own = u64(state.own[seat, word])
        free = u64(state.free[word]) & ~u64(state.shut[seat, word])
        mine = own & ~u64(outlook.own[word])
        # In the same game nothing is given back: what is, belongs to another one.
        foreign |= (u64(outlook.own[word]) & ~own) | (free & ~u64(outlook.open[word]))
        changed |= mine | (free ^ u64(outlook.open[word]))
        claimed += popcount(mine)
        if mine != EMPTY:
            new_route = (word << 6) + lowest(mine)
        outlook.own[word] = own
        outlook.open[word] = free
    if foreign != EMPTY or claimed > 1:
        for word in range(TICKET_WORDS):
            outlook.known[word] = EMPTY
    elif changed != EMPTY:
        _keep_what_holds(state, board, seat, outlook, new_route, scratch)


@cold
def _keep_what_holds(
    state: State, board: BoardRecord, seat: int, outlook: Outlook, new_route: int, scratch: Scratch
) -> None:
    """Forget ways that have lost a route; let others lead over a route just claimed, or NONE."""
    if new_route != NONE:
        for word in range(WORDS):
            scratch.path_set[word] = EMPTY
        load_costs(state, board, seat, scratch)
        ends = bit(i64(board.a[new_route])) | bit(i64(board.b[new_route]))
        go_out(board, ends, EMPTY, scratch)
    for word in range(TICKET_WORDS):
        tickets = u64(outlook.known[word]) & u64(state.held[seat, word])
        outlook.known[word] = EMPTY
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            tickets = drop_lowest(tickets)
            if _holds(board, outlook, ticket, new_route, scratch):
                outlook.known[word] = u64(outlook.known[word]) | bit(ticket & 63)


@inlined
def _holds(
    board: BoardRecord, outlook: Outlook, ticket: int, new_route: int, scratch: Scratch
) -> bool:
    """Tell whether the distance of a ticket is still known, and bring it up to the network."""
    if is_tour(board, ticket):
        return False
    if i64(outlook.spaces[ticket]) == LOST:
        return True
    lost = EMPTY
    for word in range(i64(board.words)):
        there = u64(outlook.own[word]) | u64(outlook.open[word])
        lost |= u64(outlook.way[ticket, word]) & ~there
    if new_route == NONE:
        return lost == EMPTY
    word = new_route >> 6
    if has(u64(outlook.way[ticket, word]), new_route & 63):
        outlook.way[ticket, word] = u64(outlook.way[ticket, word]) ^ bit(new_route & 63)
        outlook.spaces[ticket] -= i64(board.length[new_route])
        return lost == EMPTY
    return _lead_over(board, outlook, ticket, scratch) or lost == EMPTY


@kernel
def _lead_over(board: BoardRecord, outlook: Outlook, ticket: int, scratch: Scratch) -> bool:
    """Let a ticket's way lead over the route just claimed if that is shorter; tell whether it is.

    All cities know their distance from that route.
    """
    first = _nearest(u64(board.stop[ticket, 0]), scratch)
    last = _nearest(u64(board.stop[ticket, 1]), scratch)
    spaces = i64(scratch.distance[first]) + i64(scratch.distance[last])
    if spaces >= i64(outlook.spaces[ticket]):
        return False
    outlook.spaces[ticket] = spaces
    for word in range(WORDS):
        outlook.way[ticket, word] = EMPTY
    _add_way(board, outlook, ticket, first, scratch)
    _add_way(board, outlook, ticket, last, scratch)
    return True


@inlined
def _nearest(cities: int, scratch: Scratch) -> int:
    """Return the city of a set that is nearest."""
    nearest = lowest(cities)
    cities = drop_lowest(cities)
    while cities != EMPTY:
        city = lowest(cities)
        cities = drop_lowest(cities)
        if i64(scratch.distance[city]) < i64(scratch.distance[nearest]):
            nearest = city
    return nearest


@inlined
def _add_way(
    board: BoardRecord, outlook: Outlook, ticket: int, city: int, scratch: Scratch
) -> None:
    """Add the routes still to claim on the way that led to a city."""
    while i64(scratch.came_by[city]) != NONE:
        route = i64(scratch.came_by[city])
        word = route >> 6
        if not has(u64(scratch.costless[word]), route & 63):
            outlook.way[ticket, word] = u64(outlook.way[ticket, word]) | bit(route & 63)
        city = other_end(board, route, city)


@inlined
def spaces_of(
    state: State, board: BoardRecord, seat: int, ticket: int, outlook: Outlook, scratch: Scratch
) -> int:
    """Return the fewest further spaces for a ticket, LOST for none; searches if it must."""
    if not has(u64(outlook.known[ticket >> 6]), ticket & 63):
        _search(state, board, seat, ticket, outlook, scratch)
    return i64(outlook.spaces[ticket])


@cold
def _search(
    state: State, board: BoardRecord, seat: int, ticket: int, outlook: Outlook, scratch: Scratch
) -> None:
    """Find the distance of a ticket and remember it."""
    outlook.spaces[ticket] = distance(state, board, seat, ticket, scratch)
    for word in range(WORDS):
        outlook.way[ticket, word] = u64(scratch.path_set[word])
    outlook.known[ticket >> 6] = u64(outlook.known[ticket >> 6]) | bit(ticket & 63)
