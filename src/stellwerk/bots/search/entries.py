"""What Python calls of the search: getting ready for a decision, and trying its moves out.

It is compiled only when a search is asked for, since it contains all of the planner once more.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stellwerk.board.layout import BoardRecord
from stellwerk.board.records import Records
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Book, Books
from stellwerk.bots.search.belief import believes, guess, note_unseen, tempt
from stellwerk.bots.search.candidates import list_candidates
from stellwerk.bots.search.playouts import (
    margin_of,
    play_out,
    redeal_for_playing,
    set_dice,
    win_of,
    worth_of,
)
from stellwerk.bots.search.records import BASE, OWN, REDEALT, Desk, Room, Weights
from stellwerk.bots.strategies.planner import plan_and_play
from stellwerk.rules.bits import has, i64, u64
from stellwerk.rules.entries import Boards, States
from stellwerk.rules.hidden import redeal
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.state import MIX


@entry
def look_ahead(
    desk: Desk,
    boards: Boards,
    seat: int,
    books: Books,
    particles: States,
    rooms: Records[Room],
    weights: Records[Weights],
    seed: int,
    arms: npt.NDArray[np.int64],
    first: int,
    last: int,
) -> int:
    """Play the moves ``arms`` of a desk out in the redealt games from ``first`` to ``last``.

    Adds up in its sums what they were worth; the first arm is number 0, the planner's own move.
    With no games to play it gets ready: guesses what others hold, lists the moves to try and
    returns how many.
    """
    board, book = boards[0], books[0]
    if last == 0:
        return _get_ready(desk, board, seat, book, particles, rooms[0], weights[0], seed)
    states, sums, result = desk.states, desk.sums, desk.results[0]
    # Every thread has the guesses, and only the first one the state to decide in.
    seats = i64(particles[0].seats)
    for number in range(first, last):
        set_dice(desk.scratches[0], seed, number)
        states[REDEALT] = particles[number % particles.shape[0]]
        redeal_for_playing(desk, board, seat, book)
        usual = 0
        usual_margin = 0
        for n in range(len(arms)):
            arm = arms[n]
            play_out(desk, board, book, arm)
            win = win_of(result, seats, seat)
            margin = margin_of(result, seats, seat)
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
    desk: Desk,
    board: BoardRecord,
    seat: int,
    book: Book,
    particles: States,
    room: Room,
    weights: Weights,
    seed: int,
) -> int:
    """Guess what others hold and list the moves to try; return their number."""
    state, memory, thought = desk.states[BASE], desk.memories[OWN], desk.thoughts[0]
    scratch, moves = desk.scratches[0], desk.moves
    mind = Mind(state, board, seat, book, thought)
    decides = has(u64(state.pending), seat)
    if decides:
        plan_and_play(mind, memory, moves[0])
    set_dice(scratch, seed, -2)
    for route in range(i64(board.routes)):
        room.heat[route] = 0
    if i64(state.phase) != MIX and i64(weights.sweeps) > 0:
        note_unseen(state, board, seat, scratch, room)
        for other in range(i64(state.seats)):
            if other != seat:
                tempt(state, board, other, thought, weights, room)
    believed = 0
    for number in range(particles.shape[0]):
        particles[number] = state
        redeal(particles[number], board, seat, scratch)
        if believes(number, weights):
            guess(Mind(particles[number], board, seat, book, thought), scratch, weights, room)
            believed += 1
    if not decides:
        return 0
    guesses = max(1, believed)
    count = list_candidates(mind, memory, weights, room, guesses, moves)
    for number in range(count):
        wipe_unused(moves[number])
    return count
