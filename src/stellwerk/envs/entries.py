"""What Python calls of the environments, for a stretch of a batch.

Arrays have one place for each game: ``states``, ``slots``, ``results``, ``acting`` (the seat that
decides), rows of ``rewards``, and ROW records as ``masks`` and ``observations``. ``empties[0]`` is
a state of zeros; ``boards``, ``numbers`` and ``places`` hold one record each; ``moves`` and
``scratches`` are room for this call alone.
"""

from __future__ import annotations

from typing import Any

from stellwerk.envs.masks import mark_payments, write_mask, write_move
from stellwerk.envs.observe import observe
from stellwerk.envs.records import ABSENT
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import i64
from stellwerk.rules.kernel import entry
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.state import OVER

FINE = -1

NEVER, SAME_STEP, NEXT_STEP = range(3)
"""When a game that is over is dealt anew: not at all, at once, or by the step after."""


@entry
def reset(
    first: Any,
    end: Any,
    seats: Any,
    states: Any,
    slots: Any,
    empties: Any,
    boards: Any,
    scratches: Any,
    acting: Any,
) -> None:
    """Deal a new game into each slot of a stretch."""
    for i in range(first, end):
        begin(states, i, empties, boards[0], slots[i], seats, scratches[0])
        acting[i] = to_act(states[i])


@entry
def mark(
    first: Any,
    end: Any,
    states: Any,
    boards: Any,
    numbers: Any,
    payments: Any,
    acting: Any,
    masks: Any,
) -> None:
    """Mark the legal actions of whoever acts in each game of a stretch."""
    for i in range(first, end):
        seat = i64(acting[i])
        acts = write_mask(states[i], boards[0], numbers[0], seat, masks[i])
        if i64(numbers[0].payments) != ABSENT:
            mark_payments(states[i], boards[0], numbers[0], payments, seat, masks[i], acts)


@entry
def look(
    first: Any,
    end: Any,
    states: Any,
    boards: Any,
    places: Any,
    slots: Any,
    viewers: Any,
    scratches: Any,
    observations: Any,
) -> None:
    """Write what a seat sees of each game of a stretch."""
    for i in range(first, end):
        viewer = i64(viewers[i])
        observe(states[i], boards[0], places[0], slots[i], viewer, scratches[0], observations[i])


@entry
def write_action(
    states: Any, boards: Any, seat: Any, actions: Any, action: Any, moves: Any
) -> None:
    """Write the move that a legal action of a seat stands for into ``moves[0]``."""
    write_move(states[0], boards[0], seat, actions[action], moves[0], moves[0])
    wipe_unused(moves[0])


@entry
def first_illegal(
    first: Any, end: Any, size: Any, renewal: Any, chosen: Any, masks: Any, over: Any
) -> Any:
    """Return the first game of a stretch whose chosen action is not legal, or FINE.

    A game that is over and begun anew by the next step needs none.
    """
    for i in range(first, end):
        action = chosen[i]
        if renewal == NEXT_STEP and over[i]:
            continue
        if action < 0 or action >= size or masks[i].byte[action] == 0:
            return i
    return FINE


@entry
def step(
    first: Any,
    end: Any,
    seats: Any,
    scheme: Any,
    renewal: Any,
    looking: Any,
    chosen: Any,
    states: Any,
    slots: Any,
    empties: Any,
    boards: Any,
    actions: Any,
    payments: Any,
    numbers: Any,
    places: Any,
    moves: Any,
    scratches: Any,
    results: Any,
    acting: Any,
    masks: Any,
    observations: Any,
    rewards: Any,
    over: Any,
) -> None:
    """Play the chosen action of each game of a stretch; score those that end.

    ``renewal`` is when a game that is over is dealt anew, ``looking`` whether observations are
    wanted. All actions are legal.
    """
    board = boards[0]
    scratch = scratches[0]
    first_payment = i64(numbers[0].payments)
    for i in range(first, end):
        ended = False
        if renewal == NEXT_STEP and over[i]:
            begin(states, i, empties, board, slots[i], seats, scratch)
        else:
            action = chosen[i]
            paid = action - first_payment if action >= first_payment >= 0 else 0
            write_move(states[i], board, i64(acting[i]), actions[action], payments[paid], moves[0])
            ended = play(states[i], board, slots[i], moves[0])
        if ended:
            finish(states[i], board, slots[i], scratch, results[i])
        for seat in range(seats):
            rewards[i, seat] = reward_of(scheme, states[i], slots[i], seat, ended, results[i])
        over[i] = ended
        if ended and renewal == SAME_STEP:
            begin(states, i, empties, board, slots[i], seats, scratch)
        if i64(states[i].phase) != OVER:
            acting[i] = to_act(states[i])
        seat = i64(acting[i])
        acts = write_mask(states[i], board, numbers[0], seat, masks[i])
        if first_payment != ABSENT:
            mark_payments(states[i], board, numbers[0], payments, seat, masks[i], acts)
        if looking:
            observe(states[i], board, places[0], slots[i], seat, scratch, observations[i])
