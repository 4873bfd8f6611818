"""Play-outs: a move is tried, and planners in all seats play the game to its end."""

from __future__ import annotations

from stellwerk.board.layout import SEATS, BoardRecord
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Book
from stellwerk.bots.search.records import (
    ARMS,
    MOST_MARGIN,
    OWN,
    PLAYED,
    REDEALT,
    WIN,
    Desk,
    Weights,
)
from stellwerk.bots.strategies.planner import make_ready, plan_and_play
from stellwerk.rules.bits import i64, lowest, u64, wrap
from stellwerk.rules.hidden import new_key, redeal_hands
from stellwerk.rules.kernel import kernel
from stellwerk.rules.move import apply
from stellwerk.rules.score import Result, score
from stellwerk.rules.scratch import Scratch
from stellwerk.rules.state import OVER, TURN

NO_MOVE = ARMS
"""In place of a move: the game simply goes on."""
_SPREAD = u64(0xD1342543DE82EF95)


@kernel
def set_dice(scratch: Scratch, seed: int, number: int) -> None:
    """Seed the generator of one redealt game; only the game's number matters."""
    scratch.rng = wrap(u64(seed) + wrap(u64(number + 1) * _SPREAD))


@kernel
def redeal_for_playing(desk: Desk, board: BoardRecord, seat: int, book: Book) -> None:
    """Redeal the cards in ``states[REDEALT]``, and let all seats plan for what they then hold."""
    memories, scratch = desk.memories, desk.scratches[0]
    state = desk.states[REDEALT]
    redeal_hands(state, board, seat, scratch)
    new_key(state, scratch)
    for other in range(i64(state.seats)):
        memory = memories[other]
        memory.made = 0
        if other == seat:
            memories[other] = memories[OWN]
        elif i64(state.phase) >= TURN:
            make_ready(Mind(state, board, other, book, desk.thoughts[0]), memory)


@kernel
def play_out(desk: Desk, board: BoardRecord, book: Book, arm: int) -> None:
    """Make a move in the redealt game, or none, and play it to its end; write the result."""
    states, memories, thought, spare = (
        desk.states,
        desk.memories,
        desk.thoughts[0],
        desk.moves[ARMS],
    )
    states[PLAYED] = states[REDEALT]
    state = states[PLAYED]
    for other in range(i64(state.seats)):
        memories[SEATS + other] = memories[other]
    if arm != NO_MOVE:
        apply(state, board, desk.moves[arm])
    while i64(state.phase) != OVER:
        turn = lowest(u64(state.pending))
        plan_and_play(Mind(state, board, turn, book, thought), memories[SEATS + turn], spare)
        apply(state, board, spare)
    score(state, board, desk.scratches[0], desk.results[0])


@kernel
def win_of(result: Result, seats: int, seat: int) -> int:
    """Return the win of a seat, shared or not, in thousandths."""
    winners = 0
    for other in range(seats):
        winners += i64(result.rank[other]) == 1
    return WIN // winners if i64(result.rank[seat]) == 1 else 0


@kernel
def margin_of(result: Result, seats: int, seat: int) -> int:
    """Return by how many points a seat is ahead of the best other."""
    best = -10 * MOST_MARGIN
    for other in range(seats):
        if other != seat:
            best = max(best, i64(result.total[other]))
    return i64(result.total[seat]) - best


@kernel
def worth_of(margin: int, weights: Weights) -> int:
    """Return what a margin in the end is worth, in thousandths of a win."""
    return i64(weights.worth[MOST_MARGIN + min(max(margin, -MOST_MARGIN), MOST_MARGIN)])
