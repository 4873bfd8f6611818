"""Planners on a graphics card: what they advise, and how they answer a learner's moves.

Only the process that compiles for CUDA reads this file; see ``kernels.py``.

Games that share instructions wait for each other, and what a planner hopes of new tickets takes
long and is seldom asked. So each kernel leaves games in which it is asked for later, lists them in
``waiting``, and a second one does those, close together. ``count[0]`` is how many they are.
"""

from __future__ import annotations

from typing import Any

from numba import cuda
from numba.cuda.np.numpy_support import from_dtype

from stellwerk.bots.advice.advise import advise as advise_seat
from stellwerk.bots.planning.thought import MEMORY, THOUGHT
from stellwerk.bots.strategies.planner import plan_and_play
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import dice, i64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, OVER

_MOVE, _SCRATCH = from_dtype(MOVE), from_dtype(SCRATCH)
_MEMORY, _THOUGHT = from_dtype(MEMORY), from_dtype(THOUGHT)


def advise(
    games: Any,
    states: Any,
    boards: Any,
    numbers: Any,
    places: Any,
    viewers: Any,
    books: Any,
    advice: Any,
    advised: Any,
    waiting: Any,
    count: Any,
) -> None:
    """Write the planner's advice for a seat of each game, and the number of the advised move."""
    memories = cuda.local.array(1, _MEMORY)
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    thoughts[0].postpones = 1
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        thoughts[0].postponed = 0
        advised[i] = advise_seat(
            states[i], boards[0], numbers[0], places[0], viewers[i], books[0], memories[0],
            thoughts[0], moves[0], advice[i],
        )  # fmt: skip
        if thoughts[0].postponed:
            waiting[cuda.atomic.add(count, 0, 1)] = i


def advise_rest(
    games: Any,
    states: Any,
    boards: Any,
    numbers: Any,
    places: Any,
    viewers: Any,
    books: Any,
    advice: Any,
    advised: Any,
    waiting: Any,
    count: Any,
) -> None:
    """Do the same for the games that wait."""
    memories = cuda.local.array(1, _MEMORY)
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    thoughts[0].postpones = 0
    for n in range(cuda.grid(1), min(games, count[0]), cuda.gridsize(1)):
        i = waiting[n]
        advised[i] = advise_seat(
            states[i], boards[0], numbers[0], places[0], viewers[i], books[0], memories[0],
            thoughts[0], moves[0], advice[i],
        )  # fmt: skip


@kernel
def _answer_game(
    i: Any,
    seats: Any,
    scheme: Any,
    states: Any,
    slots: Any,
    empties: Any,
    board: Any,
    book: Any,
    memories: Any,
    results: Any,
    acting: Any,
    rewards: Any,
    over: Any,
    thought: Any,
    move: Any,
    scratch: Any,
) -> Any:
    """Let planners decide until it is the learner's turn; tell whether a decision was postponed."""
    state, slot = states[i], slots[i]
    ended = over[i] != 0
    thought.postponed = 0
    # Twice: what the answer ends is begun anew, and answered up to the learner's turn again.
    for _ in range(2):
        learner = (i + i64(slot.episodes)) % seats
        slot.learner = learner
        if i64(slot.steps) == 0:
            for seat in range(seats):
                memories[i * seats + seat].made = 0
                memories[i * seats + seat].rng = dice(slot, 0x7FFFFFFF)
        while i64(state.phase) != OVER and to_act(state) != learner:
            seat = to_act(state)
            plan_and_play(state, board, seat, book, memories[i * seats + seat], thought, move)
            if thought.postponed:
                break
            play(state, board, slot, move)
        if i64(state.phase) != OVER:
            break
        finish(state, board, slot, scratch, results[i])
        for seat in range(seats):
            rewards[i, seat] += reward_of(scheme, state, slot, seat, True, results[i])
        begin(states, i, empties, board, slot, seats, scratch)
        ended = True
    over[i] = 1 if ended else 0
    if not ended:
        for seat in range(seats):
            rewards[i, seat] += reward_of(scheme, state, slot, seat, False, results[i])
    acting[i] = to_act(state)
    return thought.postponed != 0


def answer(
    games: Any,
    seats: Any,
    scheme: Any,
    states: Any,
    slots: Any,
    empties: Any,
    boards: Any,
    books: Any,
    memories: Any,
    results: Any,
    acting: Any,
    rewards: Any,
    over: Any,
    waiting: Any,
    count: Any,
) -> None:
    """Let planners decide until it is the learner's turn; score and deal anew what has ended.

    Follows a step of the learners, and adds to the rewards of that step. ``over`` is 1 where that
    step ended the game. The learner's seat moves on by one with each game.
    """
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    thoughts[0].postpones = 1
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        waits = _answer_game(
            i, seats, scheme, states, slots, empties, boards[0], books[0], memories, results,
            acting, rewards, over, thoughts[0], moves[0], scratches[0],
        )  # fmt: skip
        if waits:
            waiting[cuda.atomic.add(count, 0, 1)] = i


def answer_rest(
    games: Any,
    seats: Any,
    scheme: Any,
    states: Any,
    slots: Any,
    empties: Any,
    boards: Any,
    books: Any,
    memories: Any,
    results: Any,
    acting: Any,
    rewards: Any,
    over: Any,
    waiting: Any,
    count: Any,
) -> None:
    """Do the same for the games that wait."""
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    thoughts[0].postpones = 0
    for n in range(cuda.grid(1), min(games, count[0]), cuda.gridsize(1)):
        _answer_game(
            waiting[n], seats, scheme, states, slots, empties, boards[0], books[0], memories,
            results, acting, rewards, over, thoughts[0], moves[0], scratches[0],
        )  # fmt: skip
