"""Whole games among random players inside the kernel: tens of thousands a second."""

from __future__ import annotations

from typing import Annotated, Protocol

from stellwerk.board.layout import SEATS
from stellwerk.board.records import Array1, Records, dtype_of
from stellwerk.rules.entries import Boards, Moves, Results, Scratches, States
from stellwerk.rules.kernel import entry
from stellwerk.rules.play_out import play_out
from stellwerk.rules.random import random_key
from stellwerk.rules.score import score
from stellwerk.rules.setup import deal
from stellwerk.rules.tickets import held_count


class GameLength(Protocol):
    """How long a game was, in turns and in decisions, and how many tickets each seat held."""

    turns: Annotated[int, "u4"]
    decisions: Annotated[int, "u4"]
    held: Annotated[Array1, "u1", SEATS]


LENGTH = dtype_of(GameLength)


@entry
def random_games(
    states: States,
    boards: Boards,
    seats: int,
    moves: Moves,
    scratches: Scratches,
    results: Results,
    lengths: Records[GameLength],
) -> None:
    """Play one random game for each place of ``results`` and ``lengths``.

    The generator in ``scratches[0]`` deals and decides, and is left where it stopped. Games are
    played in ``states[0]``; ``states[1]`` is zero.
    """
    for i in range(results.shape[0]):
        states[0] = states[1]
        random_key(states[0], scratches[0])
        deal(states[0], boards[0], seats)
        lengths[i].turns = play_out(states[0], boards[0], scratches[0], moves[0])
        lengths[i].decisions = states[0].moves
        for seat in range(seats):
            lengths[i].held[seat] = held_count(states[0], seat)
        score(states[0], boards[0], scratches[0], results[i])
