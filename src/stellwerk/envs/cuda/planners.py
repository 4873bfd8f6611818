"""Planners on a graphics card: what they advise, and how they answer a learner's moves.

Only the process that compiles for CUDA reads this file; see ``kernels.py``.
"""

from __future__ import annotations

from numba import cuda
from numba.cuda.np.numpy_support import from_dtype

from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.planning.playbook import Book, Books
from stellwerk.bots.planning.thought import MEMORY, THOUGHT, Memories, Thought
from stellwerk.bots.strategies.planner import plan_and_play
from stellwerk.envs.advice import Advice
from stellwerk.envs.advice import advise as advise_seat
from stellwerk.envs.arrays import Games, Numbers, Tables
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import dice, i64
from stellwerk.rules.kernel import kernel
from stellwerk.rules.scratch import SCRATCH, Scratch
from stellwerk.rules.state import MOVE, OVER, MoveRecord

_MOVE, _SCRATCH = from_dtype(MOVE), from_dtype(SCRATCH)
_MEMORY, _THOUGHT = from_dtype(MEMORY), from_dtype(THOUGHT)


def advise(
    number: int,
    games: Games,
    tables: Tables,
    viewers: Numbers,
    books: Books,
    advice: Advice,
) -> None:
    """Write the planner's advice for a seat of each game, and the number of the advised move."""
    states, board, numbers = games[0], tables[0][0], tables[3][0]
    memories = cuda.local.array(1, _MEMORY)
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    for i in range(cuda.grid(1), number, cuda.gridsize(1)):
        mind = Mind(states[i], board, viewers[i], books[0], thoughts[0])
        advice.moves[i] = advise_seat(
            mind, memories[0], numbers, advice.places[0], moves[0], advice.rows[i]
        )


def answer(
    number: int,
    seats: int,
    scheme: int,
    games: Games,
    tables: Tables,
    books: Books,
    memories: Memories,
) -> None:
    """Let planners decide until it is the learner's turn; score and deal again what has ended.

    Follows a step of the learners, and adds to the rewards of that step. ``over`` is 1 where
    that step ended the game. The learner's seat moves on by one with each game.
    """
    thoughts = cuda.local.array(1, _THOUGHT)
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    for i in range(cuda.grid(1), number, cuda.gridsize(1)):
        _answer_game(
            i, seats, scheme, games, tables, books[0], memories, thoughts[0], moves[0],
            scratches[0],
        )  # fmt: skip


@kernel
def _answer_game(
    i: int,
    seats: int,
    scheme: int,
    games: Games,
    tables: Tables,
    book: Book,
    memories: Memories,
    thought: Thought,
    move: MoveRecord,
    scratch: Scratch,
) -> None:
    """Let planners decide until it is the learner's turn."""
    states, slots, results, acting, _, _, rewards, over, _ = games
    state, slot, result, board = states[i], slots[i], results[i], tables[0][0]
    ended = over[i] != 0
    # Twice: what the answer ends is dealt again, and answered up to the learner's turn once more.
    for _ in range(2):
        learner = (i + i64(slot.episodes)) % seats
        slot.learner = learner
        if i64(slot.steps) == 0:
            for seat in range(seats):
                memories[i * seats + seat].made = 0
                memories[i * seats + seat].rng = dice(slot, 0x7FFFFFFF)
        while i64(state.phase) != OVER and to_act(state) != learner:
            seat = to_act(state)
            plan_and_play(Mind(state, board, seat, book, thought), memories[i * seats + seat], move)
            play(state, board, slot, move)
        if i64(state.phase) != OVER:
            break
        finish(state, board, slot, scratch, result)
        for seat in range(seats):
            rewards[i, seat] += reward_of(scheme, state, slot, seat, True, result)
        begin(states, i, tables[-1], board, slot, seats, scratch)
        ended = True
    over[i] = 1 if ended else 0
    if not ended:
        for seat in range(seats):
            rewards[i, seat] += reward_of(scheme, state, slot, seat, False, result)
    acting[i] = to_act(state)
