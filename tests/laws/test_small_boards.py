"""Any combination of rules on random small boards: scores, moves and laws.

The judges are independent ones, written from the rulebook.
"""

from __future__ import annotations

import random

import pytest

from stellwerk.rules.state import TUNNEL, TURN
from tests.laws.laws import Walk, effort, play_lawfully
from tests.laws.oracle import Oracle
from tests.laws.small_boards import crowded_position, small_board
from tests.laws.test_moves import give_hand, judge, mutate
from tests.laws.test_scores import compare

PARTS = range(8)


@pytest.mark.parametrize("part", PARTS)
def test_positions_are_scored_as_the_oracle_does(part: int) -> None:
    """E-04 with W-12, W-14, G-05, G-06: what stations borrow is best in points, then as ruled."""
    rng = random.Random(f"scores {part}")
    for _ in range(effort(12, interpreted=1)):
        board = small_board(rng)
        for _ in range(4):
            compare(board, crowded_position(board, rng.randint(2, 5), rng))


@pytest.mark.parametrize("part", PARTS)
def test_moves_get_the_verdict_of_the_oracle(part: int) -> None:
    rng = random.Random(f"moves {part}")
    for number in range(effort(6, interpreted=1)):
        walk = Walk(small_board(rng), rng.randint(2, 5), seed=number)
        for _ in walk.steps(effort(60, interpreted=4)):
            walk.states[1] = walk.states[0]
            if int(walk.state.phase) in (TURN, TUNNEL):
                give_hand(walk, walk.seat, 10, rng)
            listed = walk.moves[: walk.legal()].copy()
            oracle = Oracle(walk.board, walk.states[0])
            for _ in range(4):
                move = listed[rng.randrange(len(listed))].copy()
                assert judge(walk, oracle, move), "a listed move is legal"
                mutate(move, walk, rng)
                judge(walk, oracle, move)
            walk.states[0] = walk.states[1]


@pytest.mark.parametrize("part", PARTS)
def test_whole_games_keep_the_laws(part: int) -> None:
    rng = random.Random(f"laws {part}")
    for _ in range(effort(3, interpreted=1)):
        assert play_lawfully(small_board(rng), rng.randint(2, 5), rng.randrange(1000)) > 0
