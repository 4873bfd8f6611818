"""Whole games among bots inside the kernel, with every move written down."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.strategies.decide import decide
from stellwerk.rules.bits import i64, lowest, u64
from stellwerk.rules.kernel import entry
from stellwerk.rules.move import apply, check
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.state import FINE, OVER, TURN

LONGEST = 4096
"""Room kept for each game; a longer one is cut short and told of as refused."""


@entry
def record_games(
    states: Any,
    boards: Any,
    seats: Any,
    players: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
    moves: Any,
    scratches: Any,
    results: Any,
    played: Any,
    trace: Any,
    ends: Any,
) -> Any:
    """Play games of ``played`` until ``trace`` has no room for another; return how many.

    ``trace`` gets all moves, ``ends[i]`` where those of game ``i`` end. Games are played in
    ``states[0]``; ``states[1]`` is zero. ``memories`` and ``players`` have one for each seat.
    """
    at = 0
    for i in range(len(played)):
        if at + LONGEST > len(trace):
            return i
        states[0] = states[1]
        for word in range(8):
            states[0].key[word] = played[i].key[word]
        deal(states[0], boards[0], seats)
        for seat in range(seats):
            memories[seat].made = 0
            memories[seat].rng = played[i].rng[seat]
        first = at
        while i64(states[0].phase) != OVER:
            seat = lowest(u64(states[0].pending))
            strategy = i64(players[seat].strategy)
            book = books[i64(players[seat].book)]
            memory = memories[seat]
            played[i].turns += i64(states[0].phase) == TURN
            decide(strategy, states[0], boards[0], seat, book, memory, thoughts[0], moves[0])
            legal = check(states[0], boards[0], moves[0], moves[1]) == FINE
            if not legal or at == first + LONGEST:
                played[i].refused += 1
                break
            wipe_unused(moves[0])
            trace[at] = moves[0]
            at += 1
            apply(states[0], boards[0], moves[0])
        ends[i] = at
        score(states[0], boards[0], scratches[0], results[i])
    return len(played)
