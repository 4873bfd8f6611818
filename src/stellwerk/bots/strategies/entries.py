"""What Python calls of the strategies: single decisions, and whole games among them.

Numba compiles each entry together with all that it calls, and whoever plays a game needs only the
first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stellwerk.board.layout import SEATS, TICKET_WORDS, WORDS
from stellwerk.bots.strategies.decide import decide
from stellwerk.rules.bits import i64, lowest, u64
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.move import apply, check
from stellwerk.rules.payment import wipe_unused
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.state import FINE, OVER, TURN

_PLAYER = np.dtype([("strategy", "i4"), ("book", "i4")], align=True)
PLAYER = np.dtype((np.record, _PLAYER))
"""A strategy and the number of the book it plays by."""

_PLAYED = np.dtype(
    [
        ("key", "u4", 8),
        ("first", "u4"),
        ("turns", "u4"),
        ("decisions", "u4"),
        ("refused", "u4"),
        ("kinds", "u4"),
        ("rng", "u8", SEATS),
        ("own", "u8", (SEATS, WORDS)),
        ("held", "u8", (SEATS, TICKET_WORDS)),
    ],
    align=True,
)
PLAYED = np.dtype((np.record, _PLAYED))
"""A game to be played: the key of its deal, which player has the first seat (the others follow in
turn), and the chance of each seat. Once played: its length in turns and decisions, moves that were
refused (there are none), and three sets: the kinds of moves that were made, the routes each seat
owned, and the tickets it held.
"""


@entry
def choose_move(
    states: Any,
    boards: Any,
    seat: Any,
    players: Any,
    books: Any,
    memories: Any,
    thoughts: Any,
    moves: Any,
) -> None:
    """Write the decision of ``players[0]`` for a seat of ``states[0]`` into ``moves[0]``."""
    player = players[0]
    book = books[i64(player.book)]
    strategy = i64(player.strategy)
    decide(strategy, states[0], boards[0], seat, book, memories[0], thoughts[0], moves[0])
    wipe_unused(moves[0])


@kernel
def _play_game(
    state: Any,
    board: Any,
    players: Any,
    books: Any,
    memories: Any,
    thought: Any,
    moves: Any,
    played: Any,
) -> None:
    """Play one game to its end; a refused move ends it at once."""
    seats = i64(state.seats)
    first = i64(played.first)
    while i64(state.phase) != OVER:
        played.turns += i64(state.phase) == TURN
        seat = lowest(u64(state.pending))
        player = players[(seat + first) % seats]
        book = books[i64(player.book)]
        decide(i64(player.strategy), state, board, seat, book, memories[seat], thought, moves[0])
        if check(state, board, moves[0], moves[1]) != FINE:
            played.refused += 1
            return
        played.kinds = i64(played.kinds) | (1 << i64(moves[0].kind))
        apply(state, board, moves[0])


@entry
def play_matches(
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
) -> None:
    """Play each game of ``played`` and score it.

    Games are played in ``states[0]``; ``states[1]`` is zero. ``memories`` has room for each seat.
    """
    for i in range(len(played)):
        states[0] = states[1]
        for word in range(8):
            states[0].key[word] = played[i].key[word]
        deal(states[0], boards[0], seats)
        for seat in range(seats):
            memories[seat].made = 0
            memories[seat].rng = played[i].rng[seat]
        _play_game(states[0], boards[0], players, books, memories, thoughts[0], moves, played[i])
        played[i].decisions = states[0].moves
        for seat in range(seats):
            for word in range(WORDS):
                played[i].own[seat, word] = states[0].own[seat, word]
            for word in range(TICKET_WORDS):
                played[i].held[seat, word] = states[0].held[seat, word]
        score(states[0], boards[0], scratches[0], results[i])
