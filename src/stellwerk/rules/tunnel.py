"""Tunnels: lay a set, turn up cards, pay more or withdraw (E-07 to E-10)."""

from __future__ import annotations

from typing import Any

from stellwerk.board.layout import HARBOUR, KINDS, LOCOMOTIVE, NONE, SHIP, TRAIN_PILE
from stellwerk.rules.bits import i64
from stellwerk.rules.cards import discard, settle, spend, turn_up
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.knowledge import pile_of
from stellwerk.rules.payment import ONLY_LOCOMOTIVES, check_hand, clear, lay_train, train_cards
from stellwerk.rules.route import occupy
from stellwerk.rules.state import FINE, NOT_IN_HAND, TUNNEL, WRONG_COLOUR, WRONG_NUMBER
from stellwerk.rules.turn import ACTED, IDLE, end_turn

TURNED = 3
"""Cards turned up for a tunnel."""


@inlined
def colour_of(kind: Any) -> Any:
    """Return the colour of a train card, ONLY_LOCOMOTIVES for a locomotive."""
    return kind if kind <= LOCOMOTIVE else kind - HARBOUR


@kernel
def laid_colour(state: Any) -> Any:
    """Return the colour of the set laid for a tunnel (E-07, E-08)."""
    for kind in range(SHIP):
        if kind != LOCOMOTIVE and i64(state.laid[kind]) > 0:
            return colour_of(kind)
    return ONLY_LOCOMOTIVES


@kernel
def attempt(state: Any, board: Any, seat: Any, route: Any, move: Any) -> None:
    """Lay a set for a tunnel and turn up cards; without extra cost it is claimed (E-07, E-10)."""
    for kind in range(KINDS):
        state.laid[kind] = move.cards[kind]
        if i64(move.cards[kind]) > 0:
            spend(state, board, seat, kind, i64(move.cards[kind]))
    colour = laid_colour(state)
    extra = 0
    for i in range(TURNED):
        state.turned[i] = NONE
        if i64(state.pile_size[TRAIN_PILE]) > 0:
            kind = turn_up(state, board, TRAIN_PILE)
            state.turned[i] = kind
            extra += kind == LOCOMOTIVE or colour_of(kind) == colour
    state.tunnel_route = route
    state.tunnel_extra = extra
    state.phase = TUNNEL
    if extra == 0:
        claim(state, board, seat)


@kernel
def claim(state: Any, board: Any, seat: Any) -> None:
    """Claim the tunnel whose price is paid."""
    for kind in range(KINDS):
        discard(state, kind, i64(state.laid[kind]))
    _finish(state, board)
    occupy(state, board, seat, i64(state.tunnel_route))
    settle(state, board)
    end_turn(state, board, ACTED)


@kernel
def withdraw(state: Any, board: Any, seat: Any) -> None:
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
def _finish(state: Any, board: Any) -> None:
    """Discard the cards turned up, in any case (E-09)."""
    for kind in range(KINDS):
        state.laid[kind] = 0
    for i in range(TURNED):
        if i64(state.turned[i]) != NONE:
            discard(state, i64(state.turned[i]), 1)
        state.turned[i] = NONE


@kernel
def pay_extra(state: Any, board: Any, seat: Any, move: Any) -> None:
    """Pay what the tunnel costs more and claim it."""
    for kind in range(KINDS):
        count = i64(move.cards[kind])
        if count > 0:
            spend(state, board, seat, kind, count)
            discard(state, kind, count)
    claim(state, board, seat)


@kernel
def check_extra(state: Any, board: Any, seat: Any, move: Any) -> Any:
    """Tell why a set does not pay the extra cost of a tunnel, or FINE (E-07, E-08)."""
    if not check_hand(state, seat, move):
        return NOT_IN_HAND
    colour = laid_colour(state)
    total = i64(move.cards[LOCOMOTIVE])
    for kind in range(KINDS):
        count = i64(move.cards[kind])
        if kind == LOCOMOTIVE or count == 0:
            continue
        if kind >= SHIP or colour_of(kind) != colour:
            return WRONG_COLOUR
        total += count
    return FINE if total == i64(state.tunnel_extra) else WRONG_NUMBER


@kernel
def can_pay_extra(state: Any, board: Any, seat: Any) -> Any:
    """Tell whether a seat can pay the extra cost."""
    cards = i64(state.hand[seat, LOCOMOTIVE])
    colour = laid_colour(state)
    if colour != ONLY_LOCOMOTIVES:
        cards += train_cards(state, board, seat, colour)
    return cards >= i64(state.tunnel_extra)


@kernel
def canonical_extra(state: Any, board: Any, seat: Any, move: Any) -> None:
    """Write the extra payment with the fewest locomotives."""
    clear(move)
    missing = i64(state.tunnel_extra)
    colour = laid_colour(state)
    if colour != ONLY_LOCOMOTIVES:
        missing = lay_train(state, board, seat, colour, missing, move)
    move.cards[LOCOMOTIVE] = missing
