"""Getting the champion's kernels ready beside everything else, as those of other bots are."""

from __future__ import annotations

from typing import Final

import numpy as np

from stellwerk.board import Board
from stellwerk.bots.compile import Entries, Group
from stellwerk.bots.ready import Preparation
from stellwerk.champion.entries import number_moves
from stellwerk.champion.sight import Sight
from stellwerk.envs.entries import write_action
from stellwerk.game import Game
from stellwerk.rules.state import MOVE, STATE


def entries_for_champion() -> Entries:
    """Return what only the champion needs, beside what bots that search do."""
    board = Board.load("lesson")
    sight, states, moves = Sight(board, 2), np.zeros(1, STATE), np.zeros(1, MOVE)
    record, table, numbers = board.record, sight.table, np.zeros(0, np.int64)
    return {
        "look": lambda: sight.look(Game.new(board, 2, seed=0).states, 0),
        "write_action": lambda: write_action(states, record, 0, table.actions, 0, moves),
        "number_moves": lambda: number_moves(record, table.numbers, moves, numbers),
    }


champion: Final = Preparation(Group(entries_for_champion, "complete-champion"))
"""What the champion needs."""
