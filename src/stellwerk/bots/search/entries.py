"""What Python calls of the search: getting ready for a decision, and trying its moves out.

It is compiled only when a search is asked for, since it contains all of the planner once more.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.search.belief import believes, guess, note_unseen, tempt
from stellwerk.bots.search.candidates import list_candidates
from stellwerk.bots.search.playouts import (
    BASE,
    OWN,
    REDEALT,
    margin_of,
    play_out,
    redeal_for_playing,
    set_dice,
    win_of,
    worth_of,
)
from stellwerk.bots.strategies.planner import plan_and_play
from stellwerk.rules.bits import has, i64, u64
from stellwerk.rules.hidden import redeal
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.state import MIX


@entry
def look_ahead(
    states: Any,
    boards: Any,
    seat: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
    scratches: Any,
    results: Any,
    moves: Any,
    particles: Any,
    rooms: Any,
    weights: Any,
    seed: Any,
    arms: Any,
    first: Any,
    last: Any,
    sums: Any,
) -> Any:
    """Play the moves ``arms`` of ``moves`` out in the redealt games from ``first`` to ``last``.

    Adds up in ``sums`` what they were worth; the first arm is number 0, the planner's own move.
    With no games to play it gets ready: guesses what others hold, lists the moves to try and
    returns how many.
    """
    if last == 0:
        return _get_ready(
            states, boards[0], seat, books[0], memories, thoughts[0], scratches[0], moves,
            particles, rooms[0], weights[0], seed,
        )  # fmt: skip
    for number in range(first, last):
        set_dice(scratches[0], seed, number)
        states[REDEALT] = particles[number % len(particles)]
        redeal_for_playing(states, boards[0], seat, books[0], memories, thoughts[0], scratches[0])
        usual = 0
        usual_margin = 0
        for n in range(len(arms)):
            arm = arms[n]
            play_out(
                states, boards[0], seat, books[0], memories, thoughts[0], scratches[0],
                results[0], moves, arm,
            )  # fmt: skip
            win = win_of(results[0], i64(states[BASE].seats), seat)
            margin = margin_of(results[0], i64(states[BASE].seats), seat)
            worth = worth_of(margin, weights[0])
            if n == 0:
                usual = worth
                usual_margin = margin
            gain = worth - usual
            lead = margin - usual_margin
            sums[arm].number += 1
            sums[arm].worth += worth
            sums[arm].gain += gain
            sums[arm].square += gain * gain
            sums[arm].wins += win
            sums[arm].margin += margin
            sums[arm].lead += lead
            sums[arm].lead_square += lead * lead
    return last - first


@kernel
def _get_ready(
    states: Any,
    board: Any,
    seat: Any,
    book: Any,
    memories: Any,
    thought: Any,
    scratch: Any,
    moves: Any,
    particles: Any,
    room: Any,
    weights: Any,
    seed: Any,
) -> Any:
    """Guess what others hold and list the moves to try; return their number."""
    state = states[BASE]
    decides = has(u64(state.pending), seat)
    if decides:
        plan_and_play(state, board, seat, book, memories[OWN], thought, moves[0])
    set_dice(scratch, seed, -2)
    for route in range(i64(board.routes)):
        room.heat[route] = 0
    if i64(state.phase) != MIX and i64(weights.sweeps) > 0:
        note_unseen(state, board, seat, scratch, room)
        for other in range(i64(state.seats)):
            if other != seat:
                tempt(state, board, other, thought, weights, room)
    believed = 0
    for number in range(len(particles)):
        particles[number] = state
        redeal(particles[number], board, seat, scratch)
        if believes(number, weights):
            guess(particles[number], board, seat, book, thought, scratch, weights, room)
            believed += 1
    if not decides:
        return 0
    count = list_candidates(
        state, board, seat, memories[OWN], thought, weights, room, max(1, believed), moves
    )
    for number in range(count):
        wipe_unused(moves[number])
    return count
