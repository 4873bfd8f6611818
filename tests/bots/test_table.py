"""A table of bots: who may think for how long, and who is told what."""

from __future__ import annotations

import pytest

from stellwerk.bots import Decision
from stellwerk.bots.budget import budget_of
from stellwerk.bots.registry import label
from stellwerk.bots.table import ask, play_on
from stellwerk.game import Game, Move


class Timed:
    """Notes how long it may think."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds: set[float] = set()

    def choose(self, decision: Decision) -> Move:
        self.seconds.add(decision.seconds)
        return decision.legal[0]


@pytest.mark.parametrize(
    ("name", "budget", "limit"),
    [
        ("search:0.5s", 0.5, 0.5),
        ("search:2s:uniform", 2.0, 2.0),
        ("search:2000", None, 3.0),
        ("planner", 3.0, 3.0),
        ("cmd:./bot --level:5s", 3.0, 3.0),
    ],
)
def test_a_bot_thinks_as_long_as_its_name_says(
    name: str, budget: float | None, limit: float
) -> None:
    assert budget_of(name, 3.0) == budget
    game, bot = Game.new("lesson", 2, seed=1), Timed(name)
    ask(game, 0, bot, seconds=3.0)
    watched: list[int] = []
    play_on(game, {0: bot}, 3.0, lambda seat, took: watched.append(seat))
    assert bot.seconds == {limit}
    assert watched == [0]


def test_a_program_is_called_by_its_file() -> None:
    assert label("cmd:python3 bots/mine.py") == "cmd:mine.py"
    assert label("search:2000") == "search:2000"
