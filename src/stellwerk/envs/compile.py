"""Compiling the doors of the environments ahead of their first use."""

from __future__ import annotations

from stellwerk.board import Board
from stellwerk.bots.compile import Doors, compile_all
from stellwerk.envs.batch import Batch
from stellwerk.envs.dataset import Recorder


def doors_of_environments() -> Doors:
    """Return calls that open every door; a door's first call compiles it."""
    board = Board.load("lesson")
    return [
        # The longest first, so that several processes end at about the same time.
        lambda: Recorder(board, ("random", "random"), "0").play(0, 1),
        lambda: Batch(board, 1, opponents="random"),
        lambda: _step(Batch(board, 1)),
    ]


def _step(batch: Batch) -> None:
    batch.step(batch.mask.argmax(axis=1))


if __name__ == "__main__":
    # As another module would see them: new processes look for them by that name.
    from stellwerk.envs import compile as doors

    compile_all(doors.doors_of_environments)
