"""Numbered actions inside the kernel: which are legal, and which move one stands for."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import PILES
from stellwerk.envs.records import ABSENT, EXACT
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, u64
from stellwerk.rules.cards import can_draw, takeable
from stellwerk.rules.exchange import most_exchanged
from stellwerk.rules.harbour import (
    can_pay_harbour,
    canonical_harbour,
    harbour_cities,
)
from stellwerk.rules.kernel import cold, inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.move import check_paid, is_paid
from stellwerk.rules.payment import ONLY_LOCOMOTIVES, canonical, clear, lay
from stellwerk.rules.route import can_claim_rugged, open_routes, payable
from stellwerk.rules.setup import wagon_choices
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CLAIM,
    FINE,
    KEEP,
    MIX,
    PAY_TUNNEL,
    PIECES,
    SECOND,
    TICKET_CHOICE,
    TUNNEL,
    TURN,
)
from stellwerk.rules.station import (
    can_pay_station,
    canonical_station,
    station_cities,
)
from stellwerk.rules.tickets import can_draw_tickets, from_second_pile, keepable, ticket_mixes
from stellwerk.rules.tunnel import can_pay_extra, canonical_extra


@kernel
def write_move(state: Any, board: Any, seat: Any, action: Any, payment: Any, move: Any) -> None:
    """Write the move that a legal action stands for.

    It is paid with the cards that lists of moves show for its colour, or, in a table of all
    payments, with those of ``payment``.
    """
    kind = i64(action.kind)
    target = i64(action.target)
    colour = i64(action.colour)
    head(move, seat, kind, target, i64(action.argument))
    if colour == EXACT:
        clear(move)
        kinds = u64(payment.used)
        while kinds != EMPTY:
            lay(move, lowest(kinds), i64(payment.cards[lowest(kinds)]))
            kinds = drop_lowest(kinds)
    elif kind == CLAIM:
        canonical(state, board, seat, target, colour, move)
    elif kind == BUILD_STATION:
        canonical_station(state, board, seat, colour, move)
    elif kind == BUILD_HARBOUR:
        canonical_harbour(state, seat, colour, move)
    elif kind == PAY_TUNNEL:
        canonical_extra(state, board, seat, move)
    else:
        clear(move)


@kernel
def write_mask(state: Any, board: Any, numbers: Any, seat: Any, mask: Any) -> Any:
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
def _mark_draws(state: Any, board: Any, numbers: Any, mask: Any) -> Any:
    """Mark the cards that can be drawn; tell whether there is one."""
    places = takeable(state, board)
    piles = i64(board.piles)
    drawn = False
    for pile in range(piles):
        if i64(state.pile_size[pile]) > 0:
            drawn = True
            mask.byte[u64(i64(numbers.blind) + pile)] = 1
            rest = u64(places)
            while rest != EMPTY:
                mask.byte[u64(i64(numbers.take) + lowest(rest) * piles + pile)] = 1
                rest = drop_lowest(rest)
    return drawn


@inlined
def _mark_actions(state: Any, board: Any, numbers: Any, seat: Any, mask: Any) -> Any:
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
            mask.byte[u64(i64(numbers.tickets) + second)] = 1
    wide = i64(numbers.payments) != ABSENT
    if not wide:
        can_act |= _mark_claims(state, board, numbers, seat, mask)
        if i64(board.stations) > 0:
            can_act |= _mark_stations(state, board, numbers, seat, mask)
        if i64(board.harbours) > 0:
            can_act |= _mark_harbours(state, board, numbers, seat, mask)
    if board.exchange:
        for given in range(PILES):
            for number in range(most_exchanged(state, seat, given)):
                mask.byte[u64(i64(numbers.exchange[given]) + number)] = 1
                can_act = True
    if not can_act and not wide:
        mask.byte[u64(numbers.pass_turn)] = 1
    return can_act


@inlined
def _mark_claims(state: Any, board: Any, numbers: Any, seat: Any, mask: Any) -> Any:
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
        while routes0 != EMPTY:
            mask.byte[u64(numbers.claim[u64(lowest(routes0)), u64(colour)])] = 1
            routes0 = drop_lowest(routes0)
        while routes1 != EMPTY:
            mask.byte[u64(numbers.claim[u64(64 + lowest(routes1)), u64(colour)])] = 1
            routes1 = drop_lowest(routes1)
        while routes2 != EMPTY:
            mask.byte[u64(numbers.claim[u64(128 + lowest(routes2)), u64(colour)])] = 1
            routes2 = drop_lowest(routes2)
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


@kernel
def _mark_stations(state: Any, board: Any, numbers: Any, seat: Any, mask: Any) -> Any:
    """Mark the stations a seat can build (E-03)."""
    cities = station_cities(state, board, seat)
    found = False
    colours = i64(board.colours)
    for number in range(colours + 1):
        colour = number if number < colours else ONLY_LOCOMOTIVES
        if can_pay_station(state, board, seat, colour):
            rest = cities
            while rest != EMPTY:
                mask.byte[u64(numbers.station[lowest(rest), colour])] = 1
                rest = drop_lowest(rest)
                found = True
    return found


@kernel
def _mark_harbours(state: Any, board: Any, numbers: Any, seat: Any, mask: Any) -> Any:
    """Mark the harbours a seat can build (W-13)."""
    cities = harbour_cities(state, board, seat)
    found = False
    colours = i64(board.colours)
    for number in range(colours + 1):
        colour = number if number < colours else ONLY_LOCOMOTIVES
        if can_pay_harbour(state, seat, colour):
            rest = cities
            while rest != EMPTY:
                mask.byte[u64(numbers.harbour[lowest(rest), colour])] = 1
                rest = drop_lowest(rest)
                found = True
    return found


@cold
def mark_payments(
    state: Any, board: Any, numbers: Any, payments: Any, seat: Any, mask: Any, can_act: Any
) -> None:
    """Mark the legal rows of a table of all payments; where nothing can be done, the pass.

    ``payments`` are its last actions, with their cards; ``can_act`` is whether anything else is
    legal.
    """
    phase = i64(state.phase)
    if phase != TURN and phase != TUNNEL:
        return
    found = can_act
    for i in range(len(payments)):
        kind = i64(payments[i].kind)
        target = i64(payments[i].target)
        if not is_paid(kind, phase):
            continue
        if check_paid(state, board, seat, kind, target, payments[i]) == FINE:
            mask.byte[u64(i64(numbers.payments) + i)] = 1
            found = True
    if not found:
        mask.byte[u64(numbers.pass_turn)] = 1


@cold
def _mark_choices(state: Any, board: Any, numbers: Any, seat: Any, mask: Any) -> None:
    """Mark the choices of set-up, of tickets to keep, and of a tunnel."""
    phase = i64(state.phase)
    if phase == KEEP or phase == TICKET_CHOICE:
        offered = i64(state.offered[seat])
        second = from_second_pile(state, board, seat)
        for kept in range(1, 1 << offered):
            if keepable(board, offered, second, kept, phase == KEEP) == 0:
                mask.byte[u64(i64(numbers.keep) + kept - 1)] = 1
    elif phase == TUNNEL:
        mask.byte[u64(numbers.withdraw)] = 1
        if i64(numbers.pay_tunnel) != ABSENT and can_pay_extra(state, board, seat):
            mask.byte[u64(numbers.pay_tunnel)] = 1
    elif phase == MIX:
        for second in range(i64(board.start_tickets[0]) + 1):
            mask.byte[u64(i64(numbers.mix) + second)] = 1
    elif phase == PIECES:
        least, most = wagon_choices(board)
        for wagons in range(least, most + 1):
            mask.byte[u64(i64(numbers.pieces) + wagons - least)] = 1
