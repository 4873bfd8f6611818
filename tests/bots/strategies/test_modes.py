"""The strategies decide the same compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

GAMES = """
from stellwerk.arena import Lineup
from stellwerk.arena.match import books_of, play_in_kernel
from stellwerk.board import Board
lineup = Lineup(Board.load("{board}"), {bots}, "modes")
results, played = play_in_kernel(lineup, range(1), books_of(lineup), seatings=1)
print(results["total"].tolist(), played["decisions"].tolist(), played["kinds"].tolist())
"""


def _play(board: str, bots: tuple[str, ...], interpreted: bool) -> str:
    environment = {**os.environ, "STELLWERK_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-c", GAMES.format(board=board, bots=bots)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    ("board", "bots"),
    [
        ("lesson", ("hungry", "route", "onestep", "junkie")),
        ("europe", ("planner", "greedy")),
        ("world", ("planner", "greedy")),
    ],
)
def test_games_are_the_same_compiled_and_interpreted(board: str, bots: tuple[str, ...]) -> None:
    assert _play(board, bots, interpreted=False) == _play(board, bots, interpreted=True)
