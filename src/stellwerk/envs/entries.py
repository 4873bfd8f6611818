"""What Python calls of the environments, for the games ``first`` to ``end`` of a batch.

Arrays have one place for each game; ``boards``, ``numbers``, ``places``, ``empties`` and
``scratches`` hold one record each.
"""

from __future__ import annotations

from stellwerk.board.records import Records
from stellwerk.envs.action_moves import write_move
from stellwerk.envs.arrays import (
    NEXT_STEP,
    SAME_STEP,
    Flags,
    Games,
    Numbers,
    Options,
    Room,
    Rows,
    Tables,
)
from stellwerk.envs.masks import mark_payments, write_mask
from stellwerk.envs.observe import observe
from stellwerk.envs.records import ABSENT, ActionRecord
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import i64
from stellwerk.rules.entries import Boards, Moves, States
from stellwerk.rules.kernel import entry
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.state import OVER

FINE = -1


@entry
def reset(first: int, end: int, seats: int, games: Games, tables: Tables, room: Room) -> None:
    """Deal a new game into each slot."""
    states, slots, acting = games[0], games[1], games[3]
    board, empties, scratch = tables[0][0], tables[-1], room[1][0]
    for i in range(first, end):
        begin(states, i, empties, board, slots[i], seats, scratch)
        acting[i] = to_act(states[i])


@entry
def mark(first: int, end: int, games: Games, tables: Tables) -> None:
    """Mark the legal actions of the seat that acts in each game."""
    states, acting, masks = games[0], games[3], games[4]
    board, payments, numbers = tables[0][0], tables[2], tables[3][0]
    for i in range(first, end):
        seat = i64(acting[i])
        acts = write_mask(states[i], board, numbers, seat, masks[i])
        if i64(numbers.payments) != ABSENT:
            mark_payments(states[i], board, numbers, payments, seat, masks[i], acts)


@entry
def look(
    first: int, end: int, games: Games, tables: Tables, viewers: Numbers, room: Room, seen: Rows
) -> None:
    """Write what a seat sees of each game."""
    states, slots, outlooks = games[0], games[1], games[8]
    board, places, scratch = tables[0][0], tables[4][0], room[1][0]
    for i in range(first, end):
        viewer = i64(viewers[i])
        observe(states[i], board, places, slots[i], viewer, outlooks, i, scratch, seen[i])


@entry
def write_action(
    states: States,
    boards: Boards,
    seat: int,
    actions: Records[ActionRecord],
    action: int,
    moves: Moves,
) -> None:
    """Write the move that a legal action of a seat stands for into ``moves[0]``."""
    write_move(states[0], boards[0], seat, actions[action], moves[0], moves[0])
    wipe_unused(moves[0])


@entry
def first_illegal(chosen: Numbers, size: int, masks: Rows, over: Flags, renewal: int) -> int:
    """Return the first game whose chosen action is not one of its ``size`` legal ones, or FINE.

    A game that is over and begun by the next step needs none.
    """
    for i in range(len(chosen)):
        action = chosen[i]
        if renewal == NEXT_STEP and over[i]:
            continue
        if action < 0 or action >= size or masks[i].byte[action] == 0:
            return i
    return FINE


@entry
def step(
    first: int,
    end: int,
    options: Options,
    chosen: Numbers,
    games: Games,
    tables: Tables,
    room: Room,
) -> None:
    """Play the chosen action of each game, all of them legal, and score the games that end."""
    seats, scheme, renewal, observes = options
    states, slots, results, acting, masks, observations, rewards, over, outlooks = games
    boards, actions, payments, all_numbers, all_places, empties = tables
    moves, scratches = room
    board, numbers, places = boards[0], all_numbers[0], all_places[0]
    move, scratch = moves[0], scratches[0]
    first_payment = i64(numbers.payments)
    for i in range(first, end):
        state, slot, result = states[i], slots[i], results[i]
        ended = False
        if renewal == NEXT_STEP and over[i]:
            begin(states, i, empties, board, slot, seats, scratch)
        else:
            action = chosen[i]
            paid = action - first_payment if action >= first_payment >= 0 else 0
            write_move(state, board, i64(acting[i]), actions[action], payments[paid], move)
            ended = play(state, board, slot, move)
        if ended:
            finish(state, board, slot, scratch, result)
        for seat in range(seats):
            rewards[i, seat] = reward_of(scheme, state, slot, seat, ended, result)
        over[i] = ended
        if ended and renewal == SAME_STEP:
            begin(states, i, empties, board, slot, seats, scratch)
        if i64(state.phase) != OVER:
            acting[i] = to_act(state)
        seat = i64(acting[i])
        acts = write_mask(state, board, numbers, seat, masks[i])
        if first_payment != ABSENT:
            mark_payments(state, board, numbers, payments, seat, masks[i], acts)
        if observes:
            observe(state, board, places, slot, seat, outlooks, i, scratch, observations[i])
