"""Tunnels: lay a set, turn up cards, pay more or withdraw (E-07 to E-10)."""

from __future__ import annotations

from stellwerk.board.layout import KINDS, LOCOMOTIVE, NONE, SHIP, TRAIN_PILE, BoardRecord
from stellwerk.rules.bits import EMPTY, bit, i64, popcount
from stellwerk.rules.cards import discard, settle, spend, turn_up
from stellwerk.rules.kernel import cold, kernel
from stellwerk.rules.knowledge import pile_of
from stellwerk.rules.listing import head, write
from stellwerk.rules.payment import (
    ONLY_LOCOMOTIVES,
    check_colour,
    clear,
    colour_of,
    count_cards,
    has_cards,
    laid,
    lay,
    lay_train,
    train_cards,
)
from stellwerk.rules.report import TURNED_UP, report
from stellwerk.rules.route import occupy, pay
from stellwerk.rules.state import (
    NOT_IN_HAND,
    PAY_TUNNEL,
    TUNNEL,
    TURNED,
    WITHDRAW,
    WRONG_NUMBER,
    WRONG_PILE,
    MoveRecord,
    State,
)
from stellwerk.rules.turn import ACTED, IDLE, end_turn


@kernel
def laid_colour(state: State) -> int:
    """Return the colour of the set laid for a tunnel (E-07, E-08)."""
    for kind in range(SHIP):
        if kind != LOCOMOTIVE and i64(state.laid[kind]) > 0:
            return colour_of(kind)
    return ONLY_LOCOMOTIVES


@kernel
def hits(state: State) -> int:
    """Return which of the cards turned up cost one more, as a set (E-07, E-08)."""
    colour = laid_colour(state)
    found = EMPTY
    for i in range(TURNED):
        kind = i64(state.turned[i])
        if kind != NONE and (kind == LOCOMOTIVE or colour_of(kind) == colour):
            found |= bit(i)
    return found


@cold
def attempt(state: State, board: BoardRecord, seat: int, route: int, move: MoveRecord) -> None:
    """Lay a set for a tunnel and turn up cards; without extra cost it is claimed (E-07, E-10)."""
    for kind in range(KINDS):
        count = laid(move, kind)
        state.laid[kind] = count
        if count > 0:
            spend(state, board, seat, kind, count)
    for i in range(TURNED):
        state.turned[i] = NONE
        if i64(state.pile_size[TRAIN_PILE]) > 0:
            state.turned[i] = turn_up(state, board, TRAIN_PILE)
    extra = popcount(hits(state))
    report(state, TURNED_UP, 0)
    state.tunnel_route = route
    state.tunnel_extra = extra
    state.phase = TUNNEL
    if extra == 0:
        claim(state, board, seat)


@kernel
def claim(state: State, board: BoardRecord, seat: int) -> None:
    """Claim the tunnel whose price is paid."""
    for kind in range(KINDS):
        discard(state, kind, i64(state.laid[kind]))
    _finish(state, board)
    occupy(state, board, seat, i64(state.tunnel_route))
    settle(state, board)
    end_turn(state, board, ACTED)


@cold
def withdraw(state: State, board: BoardRecord, seat: int) -> None:
    """Take the laid cards back; everybody knows them now (E-09)."""
    for kind in range(KINDS):
        count = i64(state.laid[kind])
        state.hand[seat, kind] += count
        state.known[seat, kind] += count
        state.hand_size[seat, pile_of(kind)] += count
    _finish(state, board)
    settle(state, board)
    end_turn(state, board, IDLE)


@kernel
def _finish(state: State, board: BoardRecord) -> None:
    """Discard the cards turned up, in any case (E-09)."""
    for kind in range(KINDS):
        state.laid[kind] = 0
    for i in range(TURNED):
        if i64(state.turned[i]) != NONE:
            discard(state, i64(state.turned[i]), 1)
        state.turned[i] = NONE


@cold
def pay_extra(state: State, board: BoardRecord, seat: int, move: MoveRecord) -> None:
    """Pay what the tunnel costs more and claim it."""
    pay(state, board, seat, move)
    claim(state, board, seat)


@kernel
def check_extra(state: State, board: BoardRecord, seat: int, move: MoveRecord) -> int:
    """Tell why a set does not pay the extra cost of a tunnel, or FINE (E-07, E-08)."""
    if not has_cards(state, seat, move):
        return NOT_IN_HAND
    if count_cards(move, SHIP, KINDS) > 0:
        return WRONG_PILE
    if count_cards(move, 0, SHIP) != i64(state.tunnel_extra):
        return WRONG_NUMBER
    return check_colour(move, laid_colour(state))


@kernel
def can_pay_extra(state: State, board: BoardRecord, seat: int) -> bool:
    """Tell whether a seat can pay the extra cost."""
    cards = i64(state.hand[seat, LOCOMOTIVE])
    colour = laid_colour(state)
    if colour != ONLY_LOCOMOTIVES:
        cards += train_cards(state, board, seat, colour)
    return cards >= i64(state.tunnel_extra)


@kernel
def canonical_extra(state: State, board: BoardRecord, seat: int, move: MoveRecord) -> None:
    """Write the extra payment with the fewest locomotives."""
    clear(move)
    missing = i64(state.tunnel_extra)
    colour = laid_colour(state)
    if colour != ONLY_LOCOMOTIVES:
        missing = lay_train(state, board, seat, colour, missing, move)
    lay(move, LOCOMOTIVE, missing)


@kernel
def list_answers(state: State, board: BoardRecord, seat: int, wanted: int, move: MoveRecord) -> int:
    """Walk through the answers to a tunnel's price: pay or withdraw (E-07, E-09)."""
    n = 0
    if can_pay_extra(state, board, seat):
        if wanted == n:
            head(move, seat, PAY_TUNNEL, 0, 0)
            canonical_extra(state, board, seat, move)
        n += 1
    return write(move, wanted, n, seat, WITHDRAW, 0, 0)
