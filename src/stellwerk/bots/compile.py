"""Compiling every kernel ahead of its first use, so that nobody waits in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stellwerk.board import Board
from stellwerk.board.layout import ROUTES, TICKETS
from stellwerk.bots.bot import Decision
from stellwerk.bots.random_games import LENGTH, random_games
from stellwerk.bots.registry import make
from stellwerk.game import Game
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import CLAIM, MOVE, MOVES, STATE


def steps() -> list[Callable[[], object]]:
    """Return one call for every door that games and commands use; its first call compiles it."""
    board = Board.load("lesson").record
    states, moves, spare = np.zeros(2, STATE), np.zeros(MOVES, MOVE), np.zeros(1, MOVE)
    scratch, results, lengths = np.zeros(1, SCRATCH), np.zeros(1, RESULT), np.zeros(1, LENGTH)
    values, path = np.zeros(TICKETS, "i8"), np.zeros(ROUTES + 1, "i8")
    return [
        lambda: random_games(states, board, 2, moves, scratch, results, lengths),
        lambda: entries.deal(states, 1, board, 2),
        lambda: entries.legal(states, 1, board, 0, moves),
        lambda: entries.check(states, 1, board, moves, 0, spare),
        lambda: entries.play(states, 1, board, moves, 0, spare),
        lambda: entries.payments(states, 1, board, 0, CLAIM, 0, moves),
        lambda: entries.score(states, 1, board, scratch, results),
        lambda: entries.ticket_values(states, 1, board, 0, scratch, values),
        lambda: entries.distance(states, 1, board, 0, 0, scratch, path),
        lambda: entries.redeal(states, 1, board, 0, scratch),
        lambda: make("planner").choose(Decision.of(Game.new("lesson", seats=2, seed=0), 0)),
    ]


def compile_all() -> None:
    """Compile what is not compiled yet."""
    for step in steps():
        step()


if __name__ == "__main__":
    compile_all()
