"""What runs on a graphics card: each thread takes every so-many-th game.

Only the process that compiles for CUDA reads this file. States, moves and working space of a thread
lie in its local memory, which the card interleaves, so that neighbouring threads read together.
"""

from __future__ import annotations

from typing import Any, Final

from numba import cuda
from numba.cuda import types
from numba.cuda.np.numpy_support import from_dtype

from stellwerk.board.layout import BOARD
from stellwerk.bots.random_games import LENGTH
from stellwerk.envs.action import mark_payments, write_mask, write_move
from stellwerk.envs.observe import observe
from stellwerk.envs.records import ABSENT, ACTION, NUMBERS, PLACES, ROW, SLOT
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import i64
from stellwerk.rules.play import play_out, random_key
from stellwerk.rules.score import RESULT, score
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.setup import deal
from stellwerk.rules.state import MOVE, STATE
from stellwerk.rules.tickets import held_count

_STATE, _MOVE, _SCRATCH = from_dtype(STATE), from_dtype(MOVE), from_dtype(SCRATCH)


def reset(
    games: Any,
    seats: Any,
    states: Any,
    slots: Any,
    empties: Any,
    boards: Any,
    acting: Any,
) -> None:
    """Deal a new game into each slot."""
    scratches = cuda.local.array(1, _SCRATCH)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        begin(states, i, empties, boards[0], slots[i], seats, scratches[0])
        acting[i] = to_act(states[i])


def mark(
    games: Any,
    states: Any,
    boards: Any,
    numbers: Any,
    payments: Any,
    acting: Any,
    masks: Any,
) -> None:
    """Mark the legal actions of whoever acts in each game."""
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        seat = acting[i]
        acts = write_mask(states[i], boards[0], numbers[0], seat, masks[i])
        if i64(numbers[0].payments) != ABSENT:
            mark_payments(states[i], boards[0], numbers[0], payments, seat, masks[i], acts)


def look(
    games: Any,
    states: Any,
    boards: Any,
    places: Any,
    slots: Any,
    viewers: Any,
    observations: Any,
) -> None:
    """Write what a seat sees of each game."""
    scratches = cuda.local.array(1, _SCRATCH)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        viewer = viewers[i]
        observe(states[i], boards[0], places[0], slots[i], viewer, scratches[0], observations[i])


def step(
    games: Any,
    seats: Any,
    scheme: Any,
    chosen: Any,
    states: Any,
    slots: Any,
    empties: Any,
    boards: Any,
    actions: Any,
    payments: Any,
    numbers: Any,
    results: Any,
    acting: Any,
    masks: Any,
    rewards: Any,
    over: Any,
    refused: Any,
) -> None:
    """Play the chosen action of each game; score and deal anew what has ended.

    A game whose action is not legal stays as it is, and is told of in ``refused``.
    """
    moves = cuda.local.array(1, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    board = boards[0]
    first_payment = i64(numbers[0].payments)
    size = i64(numbers[0].size)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
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
    games: Any,
    seats: Any,
    empties: Any,
    boards: Any,
    chances: Any,
    results: Any,
    lengths: Any,
) -> None:
    """Play whole games at random, as on the processor, but each with a chance of its own."""
    states = cuda.local.array(1, _STATE)
    moves = cuda.local.array(2, _MOVE)
    scratches = cuda.local.array(1, _SCRATCH)
    for i in range(cuda.grid(1), games, cuda.gridsize(1)):
        states[0] = empties[0]
        scratches[0].rng = chances[i]
        random_key(states[0], scratches[0])
        deal(states[0], boards[0], seats)
        lengths[i].turns = play_out(states[0], boards[0], scratches[0], moves[0], moves[1])
        lengths[i].decisions = states[0].moves
        for seat in range(seats):
            lengths[i].held[seat] = held_count(states[0], seat)
        score(states[0], boards[0], scratches[0], results[i])


def _array(dtype: Any) -> Any:
    return from_dtype(dtype)[::1]


_INTEGER, _INTEGERS = types.int64, types.int64[::1]
_STATES, _SLOTS, _BOARDS, _MOVES = _array(STATE), _array(SLOT), _array(BOARD), _array(MOVE)
_NUMBERS, _PLACES, _RESULTS = _array(NUMBERS), _array(PLACES), _array(RESULT)
_BYTES, _REWARDS = types.uint8[::1], types.float32[:, ::1]
_ROWS = from_dtype(ROW)[:]

KERNELS: Final[dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "reset": (reset, (_INTEGER, _INTEGER, _STATES, _SLOTS, _STATES, _BOARDS, _INTEGERS)),
    "mark": (mark, (_INTEGER, _STATES, _BOARDS, _NUMBERS, _MOVES, _INTEGERS, _ROWS)),
    "look": (look, (_INTEGER, _STATES, _BOARDS, _PLACES, _SLOTS, _INTEGERS, _ROWS)),
    "step": (
        step,
        (
            *(_INTEGER, _INTEGER, _INTEGER, _INTEGERS, _STATES, _SLOTS, _STATES, _BOARDS),
            *(_array(ACTION), _MOVES, _NUMBERS, _RESULTS, _INTEGERS, _ROWS, _REWARDS),
            *(_BYTES, _BYTES),
        ),
    ),
    "random_games": (
        random_games,
        (_INTEGER, _INTEGER, _STATES, _BOARDS, types.uint64[::1], _RESULTS, _array(LENGTH)),
    ),
}
"""Every kernel with the types of its arguments."""
