"""Whole random games: all rules together, on every board, with every law kept."""

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.rules.entries import deal
from stellwerk.rules.play_out import play_outs
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import MOVE, OVER, STATE
from tests.laws.invariants import ALL_HOLD, soak

TABLES = [
    ("lesson", "base", 5),
    ("usa", "classic", 2),
    ("usa", "mega", 4),
    ("europe", "base", 2),
    ("europe", "mega", 3),
    ("germany", "base", 4),
    ("germany", "1902", 2),
    ("world", "base", 3),
    ("great_lakes", "base", 2),
]
REDEALS = 60
"""Once in this many moves the secrets are redealt for somebody, who must not notice."""


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_random_games_keep_every_law_and_come_to_an_end(
    name: str, variant: str, seats: int
) -> None:
    """C-02, C-10, C-21, C-24, C-25 and all the others.

    Listed moves are legal, cards, pieces and tickets are conserved, nobody notices a redeal, and
    every game ends by its rules.
    """
    board = Board.load(name, variant)
    states = np.zeros(3, STATE)
    scratch = np.zeros(1, SCRATCH)
    scratch["rng"][0] = 11
    report = np.zeros(3, np.int64)
    results = np.zeros(1, RESULT)
    moves = np.zeros(2, MOVE)
    law = soak(states, board.record, seats, 1, REDEALS, moves, scratch, results, report)
    assert law == ALL_HOLD
    state = states[0]
    assert state.phase == OVER
    ended = (state.turns_left == 0, state.passes == seats, state.idle == 3 * seats)
    assert any(ended)


def test_a_game_is_played_out_from_what_a_seat_knows() -> None:
    """C-24: hidden cards are redealt each time, the game under way stays as it is."""
    board = Board.load("lesson")
    states = np.zeros(2, STATE)
    states["key"][0] = 5
    deal(states, 0, board.record, 3)
    before = states[0].tobytes()
    totals = np.zeros(5, np.int64)
    scratch = np.zeros(1, SCRATCH)
    moves = np.zeros(1, MOVE)
    play_outs(states, board.known, 1, 2, moves, scratch, np.zeros(1, RESULT), totals)
    assert states[0].tobytes() == before
    assert states[1].phase == OVER
    assert totals[:3].any()
