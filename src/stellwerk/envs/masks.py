"""Masks: which numbered actions are legal, as one byte for each."""

from __future__ import annotations

from stellwerk.board.layout import PILES, BoardRecord
from stellwerk.envs.action_moves import number_without_colour
from stellwerk.envs.records import ABSENT, ActionNumbers, Row
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, u64
from stellwerk.rules.cards import can_draw, takeable
from stellwerk.rules.entries import Moves
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.harbour import can_pay_harbour, harbour_cities
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.move import check_paid, is_paid
from stellwerk.rules.payment import ONLY_LOCOMOTIVES
from stellwerk.rules.route import can_claim_rugged, open_routes, payable
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
from stellwerk.rules.station import can_pay_station, station_cities
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
    places = takeable(state, board)
    drawn = False
    for pile in range(i64(board.piles)):
        if i64(state.pile_size[pile]) > 0:
            drawn = True
            _mark(numbers, mask, DRAW_BLIND, pile, 0)
            rest = u64(places)
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
    open0 = open_routes(state, board, seat, 0)
    open1 = open_routes(state, board, seat, 1)
    open2 = open_routes(state, board, seat, 2)
    found = EMPTY
    colours = i64(board.colours)
    for number in range(colours + 1):
        colour = number if number < colours else ONLY_LOCOMOTIVES
        routes0, routes1, routes2 = payable(state, board, seat, colour)
        routes0 &= open0
        routes1 &= open1
        routes2 &= open2
        found |= routes0 | routes1 | routes2
        _mark_routes(numbers, mask, routes0, 0, colour)
        _mark_routes(numbers, mask, routes1, 64, colour)
        _mark_routes(numbers, mask, routes2, 128, colour)
    can_claim = found != EMPTY
    if board.has_rugged:
        for word in range(i64(board.words)):
            routes = open_routes(state, board, seat, word) & u64(board.rugged_routes[word])
            while routes != EMPTY:
                route = (word << 6) + lowest(routes)
                routes = drop_lowest(routes)
                if can_claim_rugged(state, board, seat, route):
                    mask.byte[u64(numbers.claim[route, ONLY_LOCOMOTIVES])] = 1
                    can_claim = True
    return can_claim


@inlined
def _mark_routes(numbers: ActionNumbers, mask: Row, routes: int, first: int, colour: int) -> None:
    """Mark the claims of one word of a set of routes, paid with a colour."""
    while routes != EMPTY:
        mask.byte[u64(numbers.claim[u64(first + lowest(routes)), u64(colour)])] = 1
        routes = drop_lowest(routes)


@kernel
def _mark_buildings(
    state: State, board: BoardRecord, numbers: ActionNumbers, seat: int, mask: Row, stations: bool
) -> bool:
    """Mark the stations (E-03) or the harbours (W-13) that a seat can build."""
    cities = station_cities(state, board, seat) if stations else harbour_cities(state, board, seat)
    found = False
    colours = i64(board.colours)
    for number in range(colours + 1):
        colour = number if number < colours else ONLY_LOCOMOTIVES
        if stations:
            paid = can_pay_station(state, board, seat, colour)
        else:
            paid = can_pay_harbour(state, seat, colour)
        rest = cities
        while paid and rest != EMPTY:
            city = lowest(rest)
            rest = drop_lowest(rest)
            action = numbers.station[city, colour] if stations else numbers.harbour[city, colour]
            mask.byte[u64(action)] = 1
            found = True
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
