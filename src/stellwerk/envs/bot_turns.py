"""Batches with bots: the learner's action, and the turns of the bots up to its next one.

Numba compiles an entry with all that it calls; here that is every strategy, and so this entry is
apart from those of entries.py.
"""

from __future__ import annotations

from stellwerk.board.layout import BoardRecord
from stellwerk.bots.planning.mind import Mind
from stellwerk.bots.strategies.decide import decide
from stellwerk.envs.action_moves import write_move
from stellwerk.envs.arrays import (
    NEXT_STEP,
    SAME_STEP,
    Bots,
    Games,
    MemoryTable,
    Numbers,
    Options,
    Room,
    Tables,
)
from stellwerk.envs.masks import mark_payments, write_mask
from stellwerk.envs.observe import observe
from stellwerk.envs.records import ABSENT, Slot
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import dice, i64
from stellwerk.rules.kernel import cold, entry, kernel
from stellwerk.rules.state import OVER, MoveRecord, State


@cold
def _seat_bots(slot: Slot, memories: MemoryTable, i: int, seats: int) -> None:
    """Give the learner the next seat, and every bot a new memory with chance of its own."""
    slot.learner = (i + i64(slot.episodes)) % seats
    for seat in range(seats):
        memories[i, seat].made = 0
        memories[i, seat].rng = dice(slot, 0x7FFFFFFF)


@kernel
def _play_bots(
    state: State, board: BoardRecord, slot: Slot, bots: Bots, i: int, move: MoveRecord
) -> bool:
    """Let the bots decide until the learner acts; tell whether the game is over."""
    players, books, memories, thoughts = bots
    seats = i64(state.seats)
    learner = i64(slot.learner)
    while i64(state.phase) != OVER:
        seat = to_act(state)
        if seat == learner:
            return False
        player = players[(seat - learner + seats) % seats - 1]
        mind = Mind(state, board, seat, books[i64(player.book)], thoughts[0])
        decide(i64(player.strategy), mind, memories[i, seat], move)
        play(state, board, slot, move)
    return True


@entry
def step_with_bots(
    first: int,
    end: int,
    options: Options,
    chosen: Numbers,
    games: Games,
    tables: Tables,
    room: Room,
    bots: Bots,
) -> None:
    """Play the chosen action of each game, and the turns of the bots up to the learner's next.

    Rewards are those of all that happened. A game that is ``over``, with renewal by the next step,
    is begun: that is how a batch begins, too.
    """
    seats, scheme, renewal, observes = options
    states, slots, results, acting, masks, observations, rewards, over, outlooks = games
    boards, actions, payments, all_numbers, all_places, empties = tables
    moves, scratches = room
    board, numbers, places = boards[0], all_numbers[0], all_places[0]
    move, scratch = moves[0], scratches[0]
    first_payment = i64(numbers.payments)
    for i in range(first, end):
        state, slot, result = states[i], slots[i], results[i]
        begun = renewal == NEXT_STEP and over[i]
        ended = False
        if begun:
            begin(states, i, empties, board, slot, seats, scratch)
        else:
            action = chosen[i]
            paid = action - first_payment if action >= first_payment >= 0 else 0
            write_move(state, board, i64(acting[i]), actions[action], payments[paid], move)
            play(state, board, slot, move)
            ended = _play_bots(state, board, slot, bots, i, move)
        if ended:
            finish(state, board, slot, scratch, result)
        for seat in range(seats):
            rewards[i, seat] = reward_of(scheme, state, slot, seat, ended, result)
        over[i] = ended
        if ended and renewal == SAME_STEP:
            begin(states, i, empties, board, slot, seats, scratch)
            begun = True
        if begun:
            _seat_bots(slot, bots[2], i, seats)
            _play_bots(state, board, slot, bots, i, move)
        seat = i64(slot.learner)
        acting[i] = seat
        acts = write_mask(state, board, numbers, seat, masks[i])
        if first_payment != ABSENT:
            mark_payments(state, board, numbers, payments, seat, masks[i], acts)
        if observes:
            observe(state, board, places, slot, seat, outlooks, i, scratch, observations[i])
