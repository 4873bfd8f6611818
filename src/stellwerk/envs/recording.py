"""Whole games among bots inside the kernel, with every move written down."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.board.records import Array1, Records
from stellwerk.bots.strategies.entries import LONGEST, Bots, PlayedGame, play_game, start_game
from stellwerk.rules.entries import Boards, Moves, Results, Scratches, States
from stellwerk.rules.kernel import entry
from stellwerk.rules.score import score


class Record(NamedTuple):
    """Where games are written down."""

    played: Records[PlayedGame]
    results: Results
    trace: Moves
    """The moves of all games, one game after the other."""
    ends: Array1
    """Where the moves of each game end."""


@entry
def record_games(
    states: States,
    boards: Boards,
    seats: int,
    bots: Bots,
    moves: Moves,
    scratches: Scratches,
    record: Record,
) -> int:
    """Play the games of a record until its trace has no room for another; return how many.

    Games are played in ``states[0]``; ``states[1]`` is zero. There are a player and a memory for
    each seat.
    """
    played, results, trace, ends = record
    board, state = boards[0], states[0]
    end = 0
    for i in range(played.shape[0]):
        if end + LONGEST > trace.shape[0]:
            return i
        game = played[i]
        start_game(states, board, seats, bots[2], game)
        end = play_game(state, board, bots, moves, game, trace, end)
        ends[i] = end
        score(state, board, scratches[0], results[i])
    return played.shape[0]
