"""Kernels that are compiled for one kind of board play as those that serve all boards."""

import numpy as np
import pytest

from stellwerk.board import Board, boards
from stellwerk.board.known import KNOWN, known_form, number_in, numbers_of
from stellwerk.bots.strategies.random_games import LENGTH, random_games
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, STATE

GAMES = 30


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "lesson" else pytest.mark.slow) for name in boards()],
)
def test_games_are_the_same_to_the_byte(name: str) -> None:
    board = Board.load(name)
    played = []
    for record in (board.record, board.known):
        states, scratch = np.zeros(2, STATE), np.zeros(1, SCRATCH)
        results, lengths = np.zeros(GAMES, RESULT), np.zeros(GAMES, LENGTH)
        random_games(states, record, 3, np.zeros(1, MOVE), scratch, results, lengths)
        played.append([array.tobytes() for array in (states, scratch["rng"], results, lengths)])
    assert played[0] == played[1]


def test_a_kind_is_told_by_titles_and_changes_nothing_else() -> None:
    board = Board.load("world")
    assert board.known.tobytes() == board.record.tobytes()
    fields = board.known.dtype.fields
    assert fields is not None
    told = tuple(number_in(str(fields[name][-1])) for name in KNOWN)
    assert told == numbers_of(board.record)
    assert known_form(told) is board.known.dtype


def test_boards_that_have_the_same_are_of_one_kind() -> None:
    usa = Board.load("usa", "classic")
    assert usa.known.dtype == Board.load("usa", "mega").known.dtype
    assert usa.known.dtype != Board.load("europe").known.dtype
