"""The doors of batches with opponents: the learner's move, and all that the bots answer.

Numba compiles a door with all that lies behind it; here that is every strategy, and so these doors
are apart from those of doors.py.
"""

from __future__ import annotations

from typing import Any

from stellwerk.bots.strategies import decide
from stellwerk.envs.action import write_mask, write_move
from stellwerk.envs.observe import observe
from stellwerk.envs.slot import begin as begin_game
from stellwerk.envs.slot import play, reward_of, to_act
from stellwerk.rules.bits import dice, i64
from stellwerk.rules.kernel import cold, entry, inlined
from stellwerk.rules.score import score


@cold
def _seat_bots(slot: Any, memory: Any, seats: Any, seat: Any) -> None:
    """Give the learner the next seat, and a bot a new memory with chance of its own."""
    slot.learner = i64(slot.episodes) % seats
    memory.made = 0
    memory.rng = (dice(slot, 0x7FFFFFFF) << 31) | dice(slot, 0x7FFFFFFF) | seat


@inlined
def _answer(
    state: Any,
    board: Any,
    slot: Any,
    seat: Any,
    player: Any,
    book: Any,
    memory: Any,
    thought: Any,
    move: Any,
) -> Any:
    """Let a bot decide and play; tell whether the game is over."""
    decide(i64(player.strategy), state, board, seat, book, memory, thought, move)
    return play(state, board, slot, move)


@entry
def begin(
    first: Any,
    end: Any,
    seats: Any,
    states: Any,
    slots: Any,
    boards: Any,
    moves: Any,
    acting: Any,
    players: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
) -> None:
    """Seat the bots of games that have just begun, and let them decide until the learner acts."""
    for i in range(first, end):
        for seat in range(seats):
            _seat_bots(slots[i], memories[i, seat], seats, seat)
        seat = to_act(states[i])
        while seat != i64(slots[i].learner):
            bot = (seat - i64(slots[i].learner) + seats) % seats - 1
            _answer(
                states[i],
                boards[0],
                slots[i],
                seat,
                players[bot],
                books[i64(players[bot].book)],
                memories[i, seat],
                thoughts[0],
                moves[0],
            )
            seat = to_act(states[i])
        acting[i] = seat


@entry
def step(
    first: Any,
    end: Any,
    seats: Any,
    scheme: Any,
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

    A game that ends is scored and dealt anew; rewards are those of all that happened.
    """
    board = boards[0]
    scratch = scratches[0]
    first_payment = i64(numbers[0].payments)
    for i in range(first, end):
        action = chosen[i]
        paid = action - first_payment if action >= first_payment >= 0 else 0
        write_move(states[i], board, i64(acting[i]), actions[action], payments[paid], moves[0])
        ended = play(states[i], board, slots[i], moves[0])
        over[i] = ended
        for seat in range(seats):
            rewards[i, seat] = 0.0
        acts = False
        while not acts:
            if ended:
                over[i] = True
                score(states[i], board, scratch, results[i])
                for seat in range(seats):
                    rewards[i, seat] += reward_of(
                        scheme, states[i], slots[i], seat, True, results[i]
                    )
                slots[i].episodes += 1
                states[i] = empties[0]
                begin_game(states[i], board, slots[i], seats, scratch)
                for seat in range(seats):
                    _seat_bots(slots[i], memories[i, seat], seats, seat)
            seat = to_act(states[i])
            acts = seat == i64(slots[i].learner)
            ended = False
            if not acts:
                bot = (seat - i64(slots[i].learner) + seats) % seats - 1
                ended = _answer(
                    states[i],
                    board,
                    slots[i],
                    seat,
                    players[bot],
                    books[i64(players[bot].book)],
                    memories[i, seat],
                    thoughts[0],
                    moves[0],
                )
        acting[i] = seat
        if not over[i]:
            for seat in range(seats):
                rewards[i, seat] += reward_of(scheme, states[i], slots[i], seat, False, results[i])
        write_mask(states[i], board, numbers[0], payments, i64(acting[i]), masks[i])
        if looking:
            observe(states[i], board, places[0], slots[i], i64(acting[i]), scratch, observations[i])
