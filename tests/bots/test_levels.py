"""The levels for people: five of them, each stronger than the one before."""

from __future__ import annotations

from itertools import pairwise

import pytest

from stellwerk.board import Board
from stellwerk.bots import make, names
from stellwerk.bots.levels import LEVELS
from stellwerk.bots.registry import searches
from stellwerk.bots.table import play_game
from stellwerk.words import say


def test_there_are_five_levels_and_all_are_bots() -> None:
    assert len(LEVELS) == 5
    assert set(LEVELS) <= set(names())
    assert [make(level).name for level in LEVELS] == list(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_called_by_another_name_in_each_language(level: str) -> None:
    english, german = (say(f"bot.{level}.name", language) for language in ("en", "de"))
    assert english != german
    assert english[0] == german[0] == str(list(LEVELS).index(level) + 1)


def test_only_the_strongest_level_searches() -> None:
    assert [level for level in LEVELS if searches(level)] == list(LEVELS)[-1:]


@pytest.mark.parametrize(
    ("weaker", "stronger"), [pair for pair in pairwise(LEVELS) if not searches(pair[1])]
)
def test_each_level_beats_the_one_before(weaker: str, stronger: str) -> None:
    wins = 0
    for deal in range(15):
        for seat in range(2):
            bots = (stronger, weaker) if seat == 0 else (weaker, stronger)
            outcome = play_game(Board.load("usa"), bots, f"level/{deal}").game.outcome()
            wins += outcome.seats[seat].rank == 1
    assert wins >= 20
