"""Masks: which numbered actions are legal, as one byte for each."""

from __future__ import annotations

from stellwerk.board.layout import COLOURS, PILES, BoardRecord
from stellwerk.envs.action_moves import number_without_colour
from stellwerk.envs.records import ABSENT, ActionNumbers, Row
from stellwerk.envs.sets import write_columns
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, u64
from stellwerk.rules.cards import can_draw, takeable
from stellwerk.rules.entries import Moves
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.harbour import harbour_cities, harbour_payers
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.move import check_paid, is_paid
from stellwerk.rules.payment import ONLY_LOCOMOTIVES
from stellwerk.rules.route import open_routes, payable, payable_rugged, reaches
from stellwerk.rules.setup import wagon_choices
from stellwerk.rules.state import (
    CHOOSE_MIX,
    CHOOSE_PIECES,
    DRAW_BLIND,
    DRAW_TICKETS,
    EXCHANGE,
    FINE,
    KEEP,
    KEEP_TICKETS,
    MIX,
    PASS,
    PAY_TUNNEL,
    PIECES,
    SECOND,
    TAKE,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
    WITHDRAW,
    State,
)
from stellwerk.rules.station import station_cities, station_payers
from stellwerk.rules.tickets import can_draw_tickets, from_second_pile, keepable, ticket_mixes
from stellwerk.rules.tunnel import can_pay_extra


@kernel
def write_mask(
    state: State, board: BoardRecord, numbers: ActionNumbers, seat: int, mask: Row
) -> bool:
    """Set 1 for each legal action of a seat that owes a decision, 0 for every other one.

    In a table of all payments those are left to ``mark_payments``; it needs to be told what this
    returns, whether there is anything else to be done.
    """
    for action in range(i64(numbers.size)):
        mask.byte[u64(action)] = 0
    phase = i64(state.phase)
    if phase == TURN:
        return _mark_actions(state, board, numbers, seat, mask)
    if phase == SECOND:
        _mark_draws(state, board, numbers, mask)
    else:
        _mark_choices(state, board, numbers, seat, mask)
    return True


@inlined
def _mark(numbers: ActionNumbers, mask: Row, kind: int, target: int, argument: int) -> None:
    """Mark an action whose kind has no colours to pay with."""
    mask.byte[u64(number_without_colour(numbers, kind, target, argument))] = 1


@inlined
def _mark_draws(state: State, board: BoardRecord, numbers: ActionNumbers, mask: Row) -> bool:
    """Mark the cards that can be drawn; tell whether there is one."""
    places = takeable(state)
    drawn = False
    for pile in range(i64(board.piles)):
        if i64(state.pile_size[pile]) > 0:
            drawn = True
            _mark(numbers, mask, DRAW_BLIND, pile, 0)
            rest = places
            while rest != EMPTY:
                _mark(numbers, mask, TAKE, lowest(rest), pile)
                rest = drop_lowest(rest)
    return drawn


@inlined
def _mark_actions(
    state: State, board: BoardRecord, numbers: ActionNumbers, seat: int, mask: Row
) -> bool:
    """Mark the actions of a turn (C-02); with none of them, the pass (C-10).

    Tell whether there was one.
    """
    can_act = False
    if can_draw(state):
        can_act = _mark_draws(state, board, numbers, mask)
    if can_draw_tickets(state, board):
        can_act = True
        least, most = ticket_mixes(state, board)
        for second in range(least, most + 1):
            _mark(numbers, mask, DRAW_TICKETS, 0, second)
    wide = i64(numbers.payments) != ABSENT
    if not wide:
        can_act |= _mark_claims(state, board, numbers, seat, mask)
        if i64(board.stations) > 0:
            can_act |= _mark_buildings(state, board, numbers, seat, mask, True)
        if i64(board.harbours) > 0:
            can_act |= _mark_buildings(state, board, numbers, seat, mask, False)
    if board.exchange:
        for given in range(PILES):
            for number in range(1, most_exchanged(state, seat, given) + 1):
                _mark(numbers, mask, EXCHANGE, given, number)
                can_act = True
    if not can_act and not wide:
        _mark(numbers, mask, PASS, 0, 0)
    return can_act


@inlined
def _mark_claims(
    state: State, board: BoardRecord, numbers: ActionNumbers, seat: int, mask: Row
) -> bool:
    """Mark the routes a seat can claim, once for each colour that pays (C-11 to C-16)."""
    trains, ships = reaches(state, board, seat)
    colours = i64(board.colours)
    found = EMPTY
    for word in range(i64(board.words)):
        free = open_routes(state, board, seat, word)
        if colours == COLOURS:
            found |= _mark_rows(state, board, numbers, seat, mask, trains, ships, word, free)
        else:
            for colour in range(colours):
                routes = free & payable(state, board, seat, colour, trains, ships, word)
                _mark_routes(numbers, mask, routes, word, colour)
                found |= routes
        routes = free & payable(state, board, seat, ONLY_LOCOMOTIVES, trains, ships, word)
        if board.has_rugged:
            routes |= free & payable_rugged(state, board, seat, word)
        _mark_routes(numbers, mask, routes, word, ONLY_LOCOMOTIVES)
        found |= routes
    return found != EMPTY


@inlined
def _mark_routes(numbers: ActionNumbers, mask: Row, routes: int, word: int, colour: int) -> None:
    """Mark the claims of one word of a set of routes, paid with a colour."""
    while routes != EMPTY:
        mask.byte[u64(numbers.claim[u64((word << 6) + lowest(routes)), u64(colour)])] = 1
        routes = drop_lowest(routes)


@inlined
def _mark_rows(
    state: State,
    board: BoardRecord,
    numbers: ActionNumbers,
    seat: int,
    mask: Row,
    trains: int,
    ships: int,
    word: int,
    free: int,
) -> int:
    """Mark the claims of one word of routes on a board with eight colours; return those routes.

    What all colours pay of a gray route is written at once.
    """
    paid0 = free & payable(state, board, seat, 0, trains, ships, word)
    paid1 = free & payable(state, board, seat, 1, trains, ships, word)
    paid2 = free & payable(state, board, seat, 2, trains, ships, word)
    paid3 = free & payable(state, board, seat, 3, trains, ships, word)
    paid4 = free & payable(state, board, seat, 4, trains, ships, word)
    paid5 = free & payable(state, board, seat, 5, trains, ships, word)
    paid6 = free & payable(state, board, seat, 6, trains, ships, word)
    paid7 = free & payable(state, board, seat, 7, trains, ships, word)
    paid = (paid0, paid1, paid2, paid3, paid4, paid5, paid6, paid7)
    found = paid0 | paid1 | paid2 | paid3 | paid4 | paid5 | paid6 | paid7
    rows = found & u64(numbers.rows[word])
    while rows != EMPTY:
        route = lowest(rows)
        rows = drop_lowest(rows)
        write_columns(paid, route, mask, i64(numbers.claim[u64((word << 6) + route), 0]))
    rest = found & ~u64(numbers.rows[word])
    while rest != EMPTY:
        route = u64((word << 6) + lowest(rest))
        rest = drop_lowest(rest)
        mask.byte[u64(numbers.claim[route, u64(board.colour[route])])] = 1
    return found


@kernel
def _mark_buildings(
    state: State, board: BoardRecord, numbers: ActionNumbers, seat: int, mask: Row, stations: bool
) -> bool:
    """Mark the stations (E-03) or the harbours (W-13) that a seat can build."""
    if stations:
        colours = station_payers(state, board, seat)
        cities = station_cities(state, board, seat)
    else:
        colours = harbour_payers(state, seat)
        cities = harbour_cities(state, board, seat) if colours != EMPTY else EMPTY
    found = colours != EMPTY and cities != EMPTY
    while colours != EMPTY:
        colour = lowest(colours)
        colours = drop_lowest(colours)
        rest = cities
        while rest != EMPTY:
            city = lowest(rest)
            rest = drop_lowest(rest)
            action = numbers.station[city, colour] if stations else numbers.harbour[city, colour]
            mask.byte[u64(action)] = 1
    return found


@cold
def mark_payments(
    state: State,
    board: BoardRecord,
    numbers: ActionNumbers,
    payments: Moves,
    seat: int,
    mask: Row,
    can_act: bool,
) -> None:
    """Mark the legal rows of a table of all payments; where nothing can be done, the pass.

    ``payments`` are its last actions, with their cards; ``can_act`` is whether anything else is
    legal.
    """
    phase = i64(state.phase)
    if phase != TURN and phase != TUNNEL:
        return
    found = can_act
    for i in range(payments.shape[0]):
        kind = i64(payments[i].kind)
        target = i64(payments[i].target)
        if not is_paid(kind, phase):
            continue
        if check_paid(state, board, seat, kind, target, payments[i]) == FINE:
            mask.byte[u64(i64(numbers.payments) + i)] = 1
            found = True
    if not found:
        _mark(numbers, mask, PASS, 0, 0)


@cold
def _mark_choices(
    state: State, board: BoardRecord, numbers: ActionNumbers, seat: int, mask: Row
) -> None:
    """Mark the choices of set-up, of tickets to keep, and of a tunnel."""
    phase = i64(state.phase)
    if phase == KEEP or phase == TICKET_CHOICE:
        offered = i64(state.offered[seat])
        from_second = from_second_pile(state, board, seat)
        for kept in range(1, 1 << offered):
            if keepable(board, offered, from_second, kept, phase == KEEP) == 0:
                _mark(numbers, mask, KEEP_TICKETS, 0, kept)
    elif phase == TUNNEL:
        _mark(numbers, mask, WITHDRAW, 0, 0)
        if i64(numbers.base[PAY_TUNNEL]) != ABSENT and can_pay_extra(state, board, seat):
            _mark(numbers, mask, PAY_TUNNEL, 0, 0)
    elif phase == MIX:
        for second in range(i64(board.start_tickets[0]) + 1):
            _mark(numbers, mask, CHOOSE_MIX, 0, second)
    elif phase == PIECES:
        least, most = wagon_choices(board)
        for wagons in range(least, most + 1):
            _mark(numbers, mask, CHOOSE_PIECES, 0, wagons)
