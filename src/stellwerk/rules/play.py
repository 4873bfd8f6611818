"""Whole games inside the kernel: random players, simulations and play-outs."""

from __future__ import annotations

from typing import Any

from stellwerk.rules.apply import apply
from stellwerk.rules.bits import dice, i64, lowest, u64
from stellwerk.rules.check import check
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.legal import COUNT, walk
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.state import FINE, OVER


@kernel
def random_move(state: Any, board: Any, seat: Any, scratch: Any, move: Any) -> None:
    """Write one of the legal moves of a seat, each equally likely."""
    walk(state, board, seat, dice(scratch, walk(state, board, seat, COUNT, move)), move)


@kernel
def play_out(state: Any, board: Any, scratch: Any, move: Any, spare: Any) -> Any:
    """Play a game to its end with random moves, each checked; return how many were refused."""
    refused = 0
    while i64(state.phase) != OVER:
        random_move(state, board, lowest(u64(state.pending)), scratch, move)
        refused += check(state, board, move, spare) != FINE
        apply(state, board, move)
    return refused


@kernel
def random_key(state: Any, scratch: Any) -> None:
    """Give a state a key from the fast generator; only for simulations."""
    for i in range(8):
        state.key[i] = dice(scratch, 0x7FFFFFFF)


@entry
def simulate(
    states: Any,
    boards: Any,
    seats: Any,
    games: Any,
    moves: Any,
    scratches: Any,
    results: Any,
    totals: Any,
) -> Any:
    """Play random games; add up scores per seat; return the number of decisions."""
    state = states[0]
    board = boards[0]
    decisions = 0
    for _ in range(games):
        states[0] = states[1]
        random_key(state, scratches[0])
        deal(state, board, seats)
        decisions -= play_out(state, board, scratches[0], moves[0], moves[1]) * 1000000
        decisions += i64(state.moves)
        score(state, board, scratches[0], results[0])
        for seat in range(seats):
            totals[seat] += i64(results[0].total[seat])
    return decisions
