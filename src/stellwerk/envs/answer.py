"""The door of batches with opponents: the learner's move, and all that the bots answer.

Numba compiles a door with all that lies behind it; here that is every strategy, and so this door is
apart from those of entries.py.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.strategies.decide import decide
from stellwerk.envs.entries import NEXT_STEP, SAME_STEP
from stellwerk.envs.masks import mark_payments, write_mask, write_move
from stellwerk.envs.observe import observe
from stellwerk.envs.records import ABSENT
from stellwerk.envs.slot import begin, finish, play, reward_of, to_act
from stellwerk.rules.bits import dice, i64
from stellwerk.rules.kernel import cold, entry, kernel
from stellwerk.rules.state import OVER


@cold
def _seat_bots(slot: Any, memories: Any, i: Any, seats: Any) -> None:
    """Give the learner the next seat, and every bot a new memory with chance of its own."""
    slot.learner = (i + i64(slot.episodes)) % seats
    for seat in range(seats):
        memories[i, seat].made = 0
        memories[i, seat].rng = dice(slot, 0x7FFFFFFF)


@kernel
def _answer(
    state: Any,
    board: Any,
    slot: Any,
    players: Any,
    books: Any,
    memories: Any,
    i: Any,
    thought: Any,
    move: Any,
) -> Any:
    """Let the bots decide until the learner acts; tell whether the game is over."""
    seats = i64(state.seats)
    learner = i64(slot.learner)
    while i64(state.phase) != OVER:
        seat = to_act(state)
        if seat == learner:
            return False
        bot = (seat - learner + seats) % seats - 1
        strategy = i64(players[bot].strategy)
        book = books[i64(players[bot].book)]
        decide(strategy, state, board, seat, book, memories[i, seat], thought, move)
        play(state, board, slot, move)
    return True


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
    players: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
) -> None:
    """Play the chosen action of each game and all that the bots answer, up to the learner's next.

    See ``entries.step``; rewards are those of all that happened. A game that is ``over``, with
    renewal by the next step, is begun: that is how a batch begins, too.
    """
    board = boards[0]
    scratch = scratches[0]
    thought = thoughts[0]
    first_payment = i64(numbers[0].payments)
    for i in range(first, end):
        renewed = renewal == NEXT_STEP and over[i]
        if not renewed:
            action = chosen[i]
            paid = action - first_payment if action >= first_payment >= 0 else 0
            write_move(states[i], board, i64(acting[i]), actions[action], payments[paid], moves[0])
            play(states[i], board, slots[i], moves[0])
            ended = _answer(
                states[i], board, slots[i], players, books, memories, i, thought, moves[0]
            )
            if ended:
                finish(states[i], board, slots[i], scratch, results[i])
            for seat in range(seats):
                rewards[i, seat] = reward_of(scheme, states[i], slots[i], seat, ended, results[i])
            over[i] = ended
            renewed = ended and renewal == SAME_STEP
        else:
            over[i] = False
            for seat in range(seats):
                rewards[i, seat] = 0.0
        if renewed:
            begin(states, i, empties, board, slots[i], seats, scratch)
            _seat_bots(slots[i], memories, i, seats)
            _answer(states[i], board, slots[i], players, books, memories, i, thought, moves[0])
        seat = i64(slots[i].learner)
        acting[i] = seat
        acts = write_mask(states[i], board, numbers[0], seat, masks[i])
        if first_payment != ABSENT:
            mark_payments(states[i], board, numbers[0], payments, seat, masks[i], acts)
        if looking:
            observe(states[i], board, places[0], slots[i], seat, scratch, observations[i])
