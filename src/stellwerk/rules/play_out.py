"""Whole games inside the kernel: random players, simulations and play-outs."""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.board.records import Array1, Records
from stellwerk.rules.bits import dice, i64, lowest, u64
from stellwerk.rules.hidden import redeal
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.listing import COUNT
from stellwerk.rules.move import apply, walk
from stellwerk.rules.score import Result, score
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import OVER, TURN, MoveRecord, State


@kernel
def random_move(
    state: State, board: BoardRecord, seat: int, scratch: Scratch, move: MoveRecord
) -> None:
    """Write one of the legal moves of a seat, each equally likely."""
    walk(state, board, seat, dice(scratch, walk(state, board, seat, COUNT, move)), move)


@kernel
def play_out(state: State, board: BoardRecord, scratch: Scratch, move: MoveRecord) -> int:
    """Play a game to its end with random moves; return the number of turns."""
    turns = 0
    while i64(state.phase) != OVER:
        turns += i64(state.phase) == TURN
        random_move(state, board, lowest(u64(state.pending)), scratch, move)
        apply(state, board, move)
    return turns


@entry
def play_outs(
    states: Records[State],
    boards: Records[BoardRecord],
    viewer: int,
    number: int,
    moves: Records[MoveRecord],
    scratches: Records[Scratch],
    results: Records[Result],
    totals: Array1,
) -> None:
    """Play ``states[0]`` out often, each time with what the viewer cannot know dealt again.

    Adds up the final points of each seat. ``states[1]`` is room for the play-outs.
    """
    for _ in range(number):
        states[1] = states[0]
        redeal(states[1], boards[0], viewer, scratches[0])
        play_out(states[1], boards[0], scratches[0], moves[0])
        score(states[1], boards[0], scratches[0], results[0])
        for seat in range(states[0].seats):
            totals[seat] += results[0].total[seat]
