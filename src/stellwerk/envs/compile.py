"""Compiling the entries of the environments ahead of their first use."""

from __future__ import annotations

from stellwerk.board import Board
from stellwerk.bots.compile import Entries, compile_all
from stellwerk.envs.batch import Batch
from stellwerk.envs.dataset import Recorder


def entries_of_environments() -> Entries:
    """Return calls that reach every entry; an entry's first call compiles it."""
    board = Board.load("lesson")
    return {
        # The longest first, so that several processes end at about the same time.
        "dataset": lambda: Recorder(board, ("random", "random"), "0").play(0, 1),
        "against_bots": lambda: Batch(board, 1, opponents="random"),
        "batch": lambda: _step(Batch(board, 1)),
    }


def _step(batch: Batch) -> None:
    batch.step(batch.mask.argmax(axis=1))


if __name__ == "__main__":
    # As another module would see them: new processes look for them by that name.
    from stellwerk.envs import compile as module

    compile_all(module.entries_of_environments)
