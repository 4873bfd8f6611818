"""Planners on a graphics card: what they advise, and how they answer a learner's moves.

Only the process that compiles for CUDA reads this file; see ``kernels.py``.
"""

from __future__ import annotations

from typing import Any

from numba import cuda
from numba.cuda.np.numpy_support import from_dtype

from stellwerk.bots.champion.advice import advise as advise_seat
from stellwerk.bots.planner import plan_and_play
from stellwerk.bots.thought import MEMORY, THOUGHT
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import dice, i64
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
) -> None:
    """Write the planner's advice for a seat of each game, and the number of the advised move."""
    memories = cuda.local.array(1, _MEMORY)
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        advised[i] = advise_seat(
            states[i],
            boards[0],
            numbers[0],
            places[0],
            viewers[i],
            books[0],
            memories[0],
            thoughts[0],
            moves[0],
            advice[i],
        )


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
) -> None:
    """Let planners decide until it is the learner's turn; score and deal anew what has ended.

    Follows a step of the learners, and adds to the rewards of that step. ``over`` is 1 where that
    step ended the game. The learner's seat moves on by one with each game.
    """
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    board = boards[0]
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        state, slot = states[i], slots[i]
        ended = over[i] != 0
        # Twice: what the answer ends is begun anew, and answered up to the learner's turn again.
        for again in range(2):
            learner = (i + i64(slot.episodes)) % seats
            slot.learner = learner
            if ended or i64(slot.steps) == 0:
                for seat in range(seats):
                    memories[i * seats + seat].made = 0
                    memories[i * seats + seat].rng = dice(slot, 0x7FFFFFFF)
            while i64(state.phase) != OVER and to_act(state) != learner:
                seat = to_act(state)
                memory = memories[i * seats + seat]
                plan_and_play(state, board, seat, books[0], memory, thoughts[0], moves[0])
                play(state, board, slot, moves[0])
            if i64(state.phase) != OVER:
                break
            finish(state, board, slot, scratches[0], results[i])
            for seat in range(seats):
                rewards[i, seat] += reward_of(scheme, state, slot, seat, True, results[i])
            begin(states, i, empties, board, slot, seats, scratches[0])
            ended = True
        over[i] = 1 if ended else 0
        if not ended:
            for seat in range(seats):
                rewards[i, seat] += reward_of(scheme, state, slot, seat, False, results[i])
        acting[i] = to_act(state)
