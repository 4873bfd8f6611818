"""Writing an observation: all that a seat may know, as bytes; fields.py says which is which."""

from __future__ import annotations

from stellwerk.board.layout import COLOURS, HARBOUR, NONE, SHIPS, TICKET_WORDS, WAGONS, BoardRecord
from stellwerk.envs.outlook import Outlook, Outlooks, refresh, spaces_of
from stellwerk.envs.records import ABSENT, Places, Row, Slot
from stellwerk.envs.sets import write_set
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, u64
from stellwerk.rules.cards import display_size
from stellwerk.rules.distance import LOST
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import KEEP, MIX, TICKET_CHOICE, TUNNEL, TURNED, UNTRIGGERED, State
from stellwerk.rules.tickets import held_count

_LOST_TICKET = 255


@inlined
def _write_routes(
    out: Row, first: int, board: BoardRecord, word0: int, word1: int, word2: int
) -> None:
    """Write a set of routes, given as its words, one byte for each route of the board."""
    routes = i64(board.routes)
    write_set(out, first, min(64, routes), word0)
    if routes > 64:
        write_set(out, first + 64, min(64, routes - 64), word1)
    if routes > 128:
        write_set(out, first + 128, routes - 128, word2)


@kernel
def observe(
    state: State,
    board: BoardRecord,
    places: Places,
    slot: Slot,
    viewer: int,
    outlooks: Outlooks,
    game: int,
    scratch: Scratch,
    out: Row,
) -> None:
    """Write what a seat may know; every entry is below 256.

    ``outlooks`` are those of all seats of the ``game``, and of all games before it.
    """
    _write_table(state, board, places, viewer, out)
    seats = i64(state.seats)
    for i in range(seats):
        seat = viewer + i if viewer + i < seats else viewer + i - seats
        _write_seat(state, board, places, slot, seat, i, out)
    if i64(places.station[0]) != ABSENT or i64(places.harbour[0]) != ABSENT:
        _write_buildings(state, board, places, viewer, out)
    if i64(places.tunnel) != ABSENT:
        _write_tunnel(state, board, places, out)
    if i64(places.distance) != ABSENT:
        outlook = outlooks[game * seats + viewer]
        _write_distances(state, board, places, viewer, outlook, scratch, out)


@inlined
def _has_all_kinds(board: BoardRecord) -> bool:
    """Tell whether a board has all colours, and no kind of card but these and locomotives."""
    return i64(board.colours) == COLOURS and i64(board.kinds) == HARBOUR


@inlined
def _kinds(board: BoardRecord, places: Places) -> int:
    """Return how many kinds of cards a board has."""
    return HARBOUR if _has_all_kinds(board) else i64(places.kinds)


@inlined
def _kind_at(board: BoardRecord, places: Places, i: int) -> int:
    """Return the i-th kind of card that a board has."""
    return i if _has_all_kinds(board) else i64(places.kind_at[i])


@inlined
def _write_table(state: State, board: BoardRecord, places: Places, viewer: int, out: Row) -> None:
    """Write the viewer's own things and those of the table."""
    for i in range(i64(places.own[0])):
        out.byte[u64(i)] = 0
    out.byte[u64(i64(places.phase) + i64(state.phase))] = 1
    out.byte[u64(i64(places.seat) + viewer)] = 1
    kinds = _kinds(board, places)
    hand = i64(places.hand)
    discards = i64(places.discards)
    unseen = i64(places.unseen)
    for i in range(kinds):
        kind = _kind_at(board, places, i)
        out.byte[u64(hand + i)] = state.hand[viewer, kind]
        out.byte[u64(discards + i)] = state.discard[kind]
        out.byte[u64(unseen + i)] = state.fresh[viewer, kind]
    for place in range(display_size(board)):
        kind = i64(state.display[place])
        if kind != NONE:
            out.byte[u64(i64(places.display) + place * kinds + i64(places.place_of[kind]))] = 1
    for pile in range(i64(board.piles)):
        out.byte[u64(i64(places.piles) + pile)] = state.pile_size[pile]
    _write_routes(
        out,
        i64(places.open),
        board,
        u64(state.free[0]) & ~u64(state.shut[viewer, 0]),
        u64(state.free[1]) & ~u64(state.shut[viewer, 1]),
        u64(state.free[2]) & ~u64(state.shut[viewer, 2]),
    )
    tickets = i64(board.tickets)
    held = i64(places.held)
    write_set(out, held, min(64, tickets), u64(state.held[viewer, 0]))
    if tickets > 64:
        write_set(out, held + 64, tickets - 64, u64(state.held[viewer, 1]))
    if i64(state.phase) == KEEP or i64(state.phase) == TICKET_CHOICE:
        for i in range(i64(state.offered[viewer])):
            out.byte[u64(i64(places.offer) + i64(state.offer[viewer, i]))] = i + 1
    for pile in range(i64(board.ticket_piles)):
        out.byte[u64(i64(places.tickets_left) + pile)] = state.left[pile]
    left = i64(state.turns_left)
    out.byte[u64(i64(places.turns_left))] = 0 if left == UNTRIGGERED else left + 1


@inlined
def _write_seat(
    state: State, board: BoardRecord, places: Places, slot: Slot, seat: int, number: int, out: Row
) -> None:
    """Write what all may know of a seat that is ``number`` places behind the viewer."""
    own0 = u64(state.own[seat, 0])
    _write_routes(
        out, i64(places.own[number]), board, own0, u64(state.own[seat, 1]), u64(state.own[seat, 2])
    )
    pieces = i64(places.pieces[number])
    out.byte[u64(pieces)] = state.pieces[seat, WAGONS]
    if i64(places.points[number]) > pieces + 1:
        out.byte[u64(pieces + 1)] = state.pieces[seat, SHIPS]
    points = i64(state.score[seat])
    out.byte[u64(places.points[number])] = min(255, max(0, points))
    if board.exchange:
        out.byte[u64(i64(places.points[number]) + 1)] = min(255, max(0, -points))
    for pile in range(i64(board.piles)):
        out.byte[u64(i64(places.cards[number]) + pile)] = state.hand_size[seat, pile]
    out.byte[u64(i64(places.tickets[number]))] = held_count(state, seat)
    known = i64(places.known[number])
    kinds = _kinds(board, places)
    for i in range(kinds):
        out.byte[u64(known + i)] = state.known[seat, _kind_at(board, places, i)]
    out.byte[u64(i64(places.last_move[number]))] = slot.last_kind[seat]
    out.byte[u64(i64(places.last_route[number]))] = slot.last_route[seat]
    if board.mix:
        mixed = i64(state.phase) != MIX
        out.byte[u64(i64(places.start_mix[number]))] = i64(state.start_mix[seat]) if mixed else 0


@kernel
def _write_buildings(
    state: State, board: BoardRecord, places: Places, viewer: int, out: Row
) -> None:
    """Write stations and harbours."""
    seats = i64(state.seats)
    for i in range(seats):
        seat = (viewer + i) % seats
        if i64(places.station[i]) != ABSENT:
            write_set(out, i64(places.station[i]), i64(board.cities), u64(state.station[seat]))
        if i64(places.harbour[i]) != ABSENT:
            write_set(out, i64(places.harbour[i]), i64(board.cities), u64(state.harbour[seat]))


@kernel
def _write_tunnel(state: State, board: BoardRecord, places: Places, out: Row) -> None:
    """Write the tunnel that is being tried, if there is one."""
    trying = i64(state.phase) == TUNNEL
    first = i64(places.tunnel)
    for route in range(i64(board.routes)):
        out.byte[u64(first + route)] = 0
    out.byte[u64(i64(places.tunnel_extra))] = 0
    if trying:
        out.byte[u64(first + i64(state.tunnel_route))] = 1
        out.byte[u64(i64(places.tunnel_extra))] = state.tunnel_extra
    for i in range(i64(places.kinds)):
        out.byte[u64(i64(places.laid) + i)] = state.laid[i64(places.kind_at[i])]
    for i in range(TURNED):
        kind = i64(state.turned[i])
        known = trying and kind != NONE
        out.byte[u64(i64(places.turned) + i)] = i64(places.place_of[kind]) + 1 if known else 0


@cold
def _write_distances(
    state: State,
    board: BoardRecord,
    places: Places,
    viewer: int,
    outlook: Outlook,
    scratch: Scratch,
    out: Row,
) -> None:
    """Write how far each ticket held or offered is from completion."""
    first = i64(places.distance)
    for ticket in range(i64(board.tickets)):
        out.byte[u64(first + ticket)] = 0
    refresh(state, board, viewer, outlook, scratch)
    for word in range(TICKET_WORDS):
        tickets = u64(state.held[viewer, word])
        while tickets != EMPTY:
            ticket = (word << 6) + lowest(tickets)
            tickets = drop_lowest(tickets)
            spaces = spaces_of(state, board, viewer, ticket, outlook, scratch)
            out.byte[u64(first + ticket)] = _shown(spaces)
    if i64(state.phase) == KEEP or i64(state.phase) == TICKET_CHOICE:
        for i in range(i64(state.offered[viewer])):
            ticket = i64(state.offer[viewer, i])
            spaces = spaces_of(state, board, viewer, ticket, outlook, scratch)
            out.byte[u64(first + ticket)] = _shown(spaces)


@inlined
def _shown(spaces: int) -> int:
    return _LOST_TICKET if spaces == LOST else min(spaces + 1, _LOST_TICKET - 1)
