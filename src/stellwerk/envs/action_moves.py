"""Actions and moves inside the kernel: the move that a number stands for, and the way back."""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.envs.records import EXACT, ActionNumbers, ActionRecord
from stellwerk.rules.bits import EMPTY, drop_lowest, i64, lowest, u64
from stellwerk.rules.harbour import canonical_harbour
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.payment import ONLY_LOCOMOTIVES, canonical, clear, colour_of, lay
from stellwerk.rules.state import (
    BUILD_HARBOUR,
    BUILD_STATION,
    CLAIM,
    PAY_TUNNEL,
    MoveRecord,
    State,
)
from stellwerk.rules.station import canonical_station
from stellwerk.rules.tunnel import canonical_extra


@kernel
def write_move(
    state: State,
    board: BoardRecord,
    seat: int,
    action: ActionRecord,
    payment: MoveRecord,
    move: MoveRecord,
) -> None:
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


@inlined
def number_without_colour(numbers: ActionNumbers, kind: int, target: int, argument: int) -> int:
    """Return the number of an action whose kind has no colours to pay with."""
    return i64(numbers.base[kind]) + i64(numbers.stride[kind]) * target + argument


@kernel
def number_of(board: BoardRecord, numbers: ActionNumbers, move: MoveRecord) -> int:
    """Return the number of a move in the table where a colour stands for the cards that pay."""
    kind = i64(move.kind)
    target = i64(move.target)
    if kind == CLAIM:
        colour = ONLY_LOCOMOTIVES if i64(board.rugged[target]) else _colour_paid_with(move)
        return i64(numbers.claim[target, colour])
    if kind == BUILD_STATION:
        return i64(numbers.station[target, _colour_paid_with(move)])
    if kind == BUILD_HARBOUR:
        return i64(numbers.harbour[target, _colour_paid_with(move)])
    return number_without_colour(numbers, kind, target, i64(move.argument))


@kernel
def _colour_paid_with(move: MoveRecord) -> int:
    """Return the colour of the cards of a move, or that they are locomotives alone."""
    colour = ONLY_LOCOMOTIVES
    kinds = u64(move.used)
    while kinds != EMPTY:
        if colour_of(lowest(kinds)) != ONLY_LOCOMOTIVES:
            colour = colour_of(lowest(kinds))
        kinds = drop_lowest(kinds)
    return colour
