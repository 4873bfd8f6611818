"""Whole games among random players inside the kernel: tens of thousands a second."""

from __future__ import annotations

from typing import Any

import numpy as np

from stellwerk.board.layout import SEATS, TICKET_WORDS
from stellwerk.rules.apply import apply
from stellwerk.rules.bits import i64, lowest, popcount, u64
from stellwerk.rules.kernel import entry, kernel
from stellwerk.rules.play import random_key, random_move
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.state import OVER, TURN

_LENGTH = np.dtype(
    [
        ("turns", "u4"),
        ("decisions", "u4"),
        ("held", "u1", SEATS),
    ],
    align=True,
)
LENGTH = np.dtype((np.record, _LENGTH))
"""How long a game was, in turns and in decisions, and how many tickets each seat held."""


@entry
def random_games(
    states: Any, boards: Any, seats: Any, moves: Any, scratches: Any, results: Any, lengths: Any
) -> None:
    """Play one random game for each place of ``results`` and ``lengths``.

    The generator in ``scratches[0]`` deals and decides, and is left where it stopped. Games are
    played in ``states[0]``; ``states[1]`` is zero.
    """
    for i in range(len(results)):
        states[0] = states[1]
        random_key(states[0], scratches[0])
        deal(states[0], boards[0], seats)
        lengths[i].turns = _play_out(states[0], boards[0], scratches[0], moves[0])
        lengths[i].decisions = states[0].moves
        for seat in range(seats):
            lengths[i].held[seat] = _held(states[0], seat)
        score(states[0], boards[0], scratches[0], results[i])


@kernel
def _play_out(state: Any, board: Any, scratch: Any, move: Any) -> Any:
    """Play a game to its end with random moves; return the number of turns."""
    turns = 0
    while i64(state.phase) != OVER:
        turns += i64(state.phase) == TURN
        random_move(state, board, lowest(u64(state.pending)), scratch, move)
        apply(state, board, move)
    return turns


@kernel
def _held(state: Any, seat: Any) -> Any:
    held = 0
    for word in range(TICKET_WORDS):
        held += popcount(u64(state.held[seat, word]))
    return held
