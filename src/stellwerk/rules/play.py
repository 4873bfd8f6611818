"""Whole games inside the kernel: random players, simulations and play-outs."""

from __future__ import annotations

from typing import Any

from stellwerk.rules.bits import dice, i64, lowest, u64
from stellwerk.rules.hidden import redeal
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.listing import COUNT
from stellwerk.rules.move import apply, check, walk
from stellwerk.rules.score import score
from stellwerk.rules.state import FINE, OVER, TURN

REFUSED = -1


@kernel
def random_move(state: Any, board: Any, seat: Any, scratch: Any, move: Any) -> None:
    """Write one of the legal moves of a seat, each equally likely."""
    walk(state, board, seat, dice(scratch, walk(state, board, seat, COUNT, move)), move)


@kernel
def play_out(state: Any, board: Any, scratch: Any, move: Any, spare: Any) -> Any:
    """Play a game to its end with random moves, each checked; return the number of turns.

    Returns REFUSED should a listed move not be legal.
    """
    turns = 0
    while i64(state.phase) != OVER:
        turns += i64(state.phase) == TURN
        random_move(state, board, lowest(u64(state.pending)), scratch, move)
        if check(state, board, move, spare) != FINE:
            return REFUSED
        apply(state, board, move)
    return turns


@kernel
def random_key(state: Any, scratch: Any) -> None:
    """Give a state a key from the fast generator; only for simulations."""
    for i in range(8):
        state.key[i] = dice(scratch, 0x7FFFFFFF)


@entry
def play_outs(
    states: Any,
    boards: Any,
    viewer: Any,
    number: Any,
    moves: Any,
    scratches: Any,
    results: Any,
    totals: Any,
) -> None:
    """Play ``states[0]`` out often, each time with what the viewer cannot know dealt anew.

    Adds up the final points of each seat. ``states[1]`` is room for the play-outs.
    """
    for _ in range(number):
        states[1] = states[0]
        redeal(states[1], boards[0], viewer, scratches[0])
        play_out(states[1], boards[0], scratches[0], moves[0], moves[1])
        score(states[1], boards[0], scratches[0], results[0])
        for seat in range(states[0].seats):
            totals[seat] += results[0].total[seat]
