"""What runs on a graphics card: thread n of N takes games n, n + N and so on.

Only the process that compiles for CUDA reads this file. States, moves and working space of a thread
lie in its local memory, which the card interleaves, so that neighbouring threads read together.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import cuda
from numba.cuda import types
from numba.cuda.np.numpy_support import from_dtype

from stellwerk.board.known import known_form
from stellwerk.board.layout import BOARD
from stellwerk.board.records import Records
from stellwerk.bots.planning.playbook import BOOK
from stellwerk.bots.planning.thought import MEMORY
from stellwerk.bots.strategies.random_games import LENGTH, GameLength
from stellwerk.envs.action_moves import write_move
from stellwerk.envs.advice import Advice
from stellwerk.envs.advice_layout import ADVICE
from stellwerk.envs.arrays import Flags, Games, Numbers, Rows, Tables
from stellwerk.envs.cuda import planners
from stellwerk.envs.masks import mark_payments, write_mask
from stellwerk.envs.observe import observe
from stellwerk.envs.outlook import OUTLOOK
from stellwerk.envs.records import (
    ABSENT,
    ACTION,
    NUMBERS,
    PLACES,
    ROW,
    SLOT,
)
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import dice, i64, lowest, u64
from stellwerk.rules.entries import Boards, Results, States
from stellwerk.rules.listing import COUNT
from stellwerk.rules.move import apply, walk
from stellwerk.rules.random import random_key
from stellwerk.rules.score import RESULT, score
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.setup import deal
from stellwerk.rules.state import MOVE, OVER, STATE, TURN
from stellwerk.rules.tickets import held_count

NO_GAME: Final = -1

i32 = types.int32
_STATE, _MOVE, _SCRATCH = from_dtype(STATE), from_dtype(MOVE), from_dtype(SCRATCH)


def reset(number: int, seats: int, games: Games, tables: Tables) -> None:
    """Deal a new game into each slot."""
    states, slots, acting = games[0], games[1], games[3]
    board, empties = tables[0][0], tables[-1]
    scratches = cuda.local.array(1, _SCRATCH)
    for i in range(cuda.grid(1), number, cuda.gridsize(1)):
        begin(states, i, empties, board, slots[i], seats, scratches[0])
        acting[i] = to_act(states[i])


def mark(number: int, games: Games, tables: Tables) -> None:
    """Mark the legal actions of the seat that acts in each game."""
    states, acting, masks = games[0], games[3], games[4]
    board, payments, numbers = tables[0][0], tables[2], tables[3][0]
    for i in range(cuda.grid(1), number, cuda.gridsize(1)):
        seat = acting[i]
        acts = write_mask(states[i], board, numbers, seat, masks[i])
        if i64(numbers.payments) != ABSENT:
            mark_payments(states[i], board, numbers, payments, seat, masks[i], acts)


def look(number: int, games: Games, tables: Tables, viewers: Numbers, seen: Rows) -> None:
    """Write what a seat sees of each game."""
    states, slots, outlooks = games[0], games[1], games[8]
    board, places = tables[0][0], tables[4][0]
    scratches = cuda.local.array(1, _SCRATCH)
    scratch = scratches[0]
    for i in range(cuda.grid(1), number, cuda.gridsize(1)):
        observe(states[i], board, places, slots[i], viewers[i], outlooks, i, scratch, seen[i])


def step(
    number: int,
    seats: int,
    scheme: int,
    chosen: Numbers,
    games: Games,
    tables: Tables,
    refused: Flags,
) -> None:
    """Play the chosen action of each game; score those that have ended and deal them again.

    A game whose action is not legal stays as it is, and is told of in ``refused``.
    """
    states, slots, results, acting, masks, _, rewards, over, _ = games
    boards, actions, payments, numbers, _, empties = tables
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    board = boards[0]
    first_payment = i64(numbers[0].payments)
    size = i64(numbers[0].size)
    for i in range(cuda.grid(1), number, cuda.gridsize(1)):
        action = chosen[i]
        legal = 0 <= action < size and masks[i].byte[action] != 0
        refused[i] = 0 if legal else 1
        over[i] = 0
        for seat in range(seats):
            rewards[i, seat] = 0.0
        if not legal:
            continue
        paid = action - first_payment if action >= first_payment >= 0 else 0
        write_move(states[i], board, acting[i], actions[action], payments[paid], moves[0])
        ended = play(states[i], board, slots[i], moves[0])
        if ended:
            finish(states[i], board, slots[i], scratches[0], results[i])
            over[i] = 1
        for seat in range(seats):
            rewards[i, seat] = reward_of(scheme, states[i], slots[i], seat, ended, results[i])
        if ended:
            begin(states, i, empties, board, slots[i], seats, scratches[0])
        acting[i] = to_act(states[i])


def random_games(
    games: int,
    seats: int,
    empties: States,
    boards: Boards,
    chances: npt.NDArray[np.uint64],
    results: Results,
    lengths: Records[GameLength],
) -> None:
    """Play whole games at random, as on the processor, but each with a chance of its own.

    All threads of a block do the same at the same time, so that they share the instructions they
    fetch: count the moves, choose one, make it. Whose game is over waits until half of the block
    does, and begins the next one with them.
    """
    states = cuda.local.array(1, _STATE)
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    state, board, move, scratch = states[0], boards[0], moves[0], scratches[0]
    game, following, turns = NO_GAME, cuda.grid(1), 0
    while True:
        playing = game != NO_GAME and i64(state.phase) != OVER
        waiting = not playing and (game != NO_GAME or following < games)
        if cuda.syncthreads_count(i32(waiting)) >= cuda.syncthreads_count(i32(playing)):
            if waiting and game != NO_GAME:
                lengths[game].turns = turns
                lengths[game].decisions = state.moves
                for seat in range(seats):
                    lengths[game].held[seat] = held_count(state, seat)
                score(state, board, scratch, results[game])
            cuda.syncthreads()
            if waiting:
                game = NO_GAME
            if waiting and following < games:
                playing = True
                game, turns = following, 0
                following += cuda.gridsize(1)
                states[0] = empties[0]
                scratch.rng = chances[game]
                random_key(state, scratch)
                deal(state, board, seats)
        if not cuda.syncthreads_or(i32(playing)):
            break
        turns += playing and i64(state.phase) == TURN
        seat = lowest(u64(state.pending))
        wanted = COUNT
        # One walk in a loop, for two would be twice the instructions.
        for choosing in range(2):
            if playing:
                number = walk(state, board, seat, wanted, move)
                if not choosing:
                    wanted = dice(scratch, number)
            cuda.syncthreads()
        if playing:
            apply(state, board, move)


def _array(dtype: Any) -> Any:
    return from_dtype(dtype)[::1]


_INTEGER, _INTEGERS = types.int64, types.int64[::1]
_STATES, _RESULTS = _array(STATE), _array(RESULT)
_BYTES, _REWARDS = types.uint8[::1], types.float32[:, ::1]
_ROWS, _BOOKS, _MEMORIES = from_dtype(ROW)[:], _array(BOOK), _array(MEMORY)
_GAMES = types.Tuple(
    (
        *(_STATES, _array(SLOT), _RESULTS, _INTEGERS, _ROWS, _ROWS),
        *(_REWARDS, _BYTES, _array(OUTLOOK)),
    )
)
_ADVICE = types.NamedTuple((_array(ADVICE), _ROWS, _INTEGERS), Advice)

Kernel = tuple[Any, tuple[Any, ...]]
"""A function and the types of its arguments."""


def kernels(numbers: tuple[int, ...] | None = None) -> dict[str, Kernel]:
    """Return the kernels by name: for every board, or for the kind with these numbers."""
    boards = _array(BOARD if numbers is None else known_form(numbers))
    tables = types.Tuple([boards, *map(_array, (ACTION, MOVE, NUMBERS, PLACES, STATE))])
    batch = (_GAMES, tables)
    chances, lengths = types.uint64[::1], _array(LENGTH)
    return {
        "reset": (reset, (_INTEGER, _INTEGER, *batch)),
        "mark": (mark, (_INTEGER, *batch)),
        "look": (look, (_INTEGER, *batch, _INTEGERS, _ROWS)),
        "step": (step, (_INTEGER, _INTEGER, _INTEGER, _INTEGERS, *batch, _BYTES)),
        "advise": (planners.advise, (_INTEGER, *batch, _INTEGERS, _BOOKS, _ADVICE)),
        "answer": (
            planners.answer,
            (_INTEGER, _INTEGER, _INTEGER, *batch, _BOOKS, _MEMORIES),
        ),
        "random_games": (
            random_games,
            (_INTEGER, _INTEGER, _STATES, boards, chances, _RESULTS, lengths),
        ),
    }
