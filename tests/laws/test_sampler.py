"""The random player draws each legal move equally often."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.rules.state import MOVE
from tests.laws import invariants
from tests.laws.chance import fits
from tests.laws.laws import Walk, effort


@pytest.mark.parametrize("name", ["lesson", "usa", "europe", "germany", "world", "great_lakes"])
@pytest.mark.parametrize("depth", [0, 3, 40, 41, 58])
def test_every_legal_move_is_drawn_equally_often(name: str, depth: int) -> None:
    walk = Walk(Board.load(name), 2 + depth % 4, seed=depth).forward(depth)
    count = walk.legal()
    listed = [move.tobytes() for move in walk.moves[:count]]
    assert len(set(listed)) == count
    drawn = np.zeros(effort(60, interpreted=12) * count, MOVE)
    invariants.random_moves(walk.states, 0, walk.record, walk.seat, walk.scratch, drawn)
    found = Counter(move.tobytes() for move in drawn)
    assert found.keys() <= set(listed)
    assert fits(found, dict.fromkeys(listed, 1 / count))
