"""Every distinct payment of a route, a station, a harbour or a tunnel's extra cost.

All sets of one colour and locomotives that a hand holds are tried against the rule that checks such
a payment; so what is listed here is what ``check`` accepts, and nothing is listed twice.
"""

from __future__ import annotations

from stellwerk.board.layout import KINDS, LENGTH, LOCOMOTIVE, BoardRecord
from stellwerk.board.records import Records
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.listing import head
from stellwerk.rules.move import check_paid
from stellwerk.rules.payment import ONLY_LOCOMOTIVES, clear, colour_of, note_used, wipe_unused
from stellwerk.rules.route import check_open
from stellwerk.rules.state import CLAIM, FINE, MoveRecord, State

ANY_COLOURS = -1


@kernel
def payments(
    state: State, board: BoardRecord, seat: int, kind: int, target: int, moves: Records[MoveRecord]
) -> int:
    """List all payments as moves; return their number, at most the length of ``moves``."""
    if kind == CLAIM:
        if check_open(state, board, seat, target) != FINE:
            return 0
        if i64(board.rugged[target]):
            most = 2 * i64(board.length[target])
            return _sets(state, board, seat, kind, target, ANY_COLOURS, most, moves, 0)
    n = 0
    for colour in range(i64(board.colours)):
        n = _sets(state, board, seat, kind, target, colour, LENGTH, moves, n)
    return _sets(state, board, seat, kind, target, ONLY_LOCOMOTIVES, LENGTH, moves, n)


@kernel
def _sets(
    state: State,
    board: BoardRecord,
    seat: int,
    kind: int,
    target: int,
    colour: int,
    most: int,
    moves: Records[MoveRecord],
    n: int,
) -> int:
    """Count through all sets of a colour and locomotives like an odometer; list the legal."""
    if n == moves.shape[0]:
        return n
    move = moves[n]
    head(move, seat, kind, target, 0)
    clear(move)
    wipe_unused(move)
    total = 0
    while True:
        card = 0
        while card < KINDS and (
            total == most or i64(move.cards[card]) == _limit(state, seat, card, colour)
        ):
            total -= i64(move.cards[card])
            move.cards[card] = 0
            card += 1
        if card == KINDS:
            return n
        move.cards[card] += 1
        total += 1
        note_used(move)
        has_colour = colour in (ANY_COLOURS, ONLY_LOCOMOTIVES) or total > i64(
            move.cards[LOCOMOTIVE]
        )
        if has_colour and check_paid(state, board, seat, kind, target, move) == FINE:
            n += 1
            if n == moves.shape[0]:
                return n
            moves[n] = move
            move = moves[n]


@inlined
def _limit(state: State, seat: int, card: int, colour: int) -> int:
    """Return how many cards of a kind a set of this colour may hold."""
    if card == LOCOMOTIVE or colour == ANY_COLOURS or colour_of(card) == colour:
        return i64(state.hand[seat, card])
    return 0
