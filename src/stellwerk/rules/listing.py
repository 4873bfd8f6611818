"""How a rule lists its moves: one walk counts them all, or writes the n-th.

``wanted`` is the number of the move to write, or COUNT for none; ``n`` is how many went before. So
what is listed, counted and drawn at random cannot differ.
"""

from __future__ import annotations

from stellwerk.rules.kernel import inlined
from stellwerk.rules.payment import clear
from stellwerk.rules.state import MoveRecord

COUNT = -1


@inlined
def write(
    move: MoveRecord, wanted: int, n: int, seat: int, kind: int, target: int, argument: int
) -> int:
    """Write a move without cards if it is wanted, and count it."""
    if wanted == n:
        head(move, seat, kind, target, argument)
        clear(move)
    return n + 1


@inlined
def head(move: MoveRecord, seat: int, kind: int, target: int, argument: int) -> None:
    """Write a move but for its cards."""
    move.seat = seat
    move.kind = kind
    move.target = target
    move.argument = argument
