"""Dealing by chance: the stream of numbers, and numbers below a limit."""

import dataclasses

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.game import Game
from stellwerk.rules import entries
from stellwerk.rules.state import STATE
from tests.builders import position
from tests.rules.asking import hand

# ChaCha with 8 rounds, key and nonce of zeros, the first block.
FIRST_BLOCK = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)


def test_the_stream_is_chacha8() -> None:
    """C-08: the known first block under a key of zeros shuffles the train cards."""
    states = np.zeros(1, STATE)
    lesson = Board.load("lesson")
    rules = dataclasses.replace(lesson.rules, hand=(1, 0), display=(1, 0))
    entries.deal(states, 0, dataclasses.replace(lesson, rules=rules).record, 2)
    assert int(states["block"][0][0]) == 1
    assert states["random"][0][0].astype("<u4").tobytes().hex() == FIRST_BLOCK


def test_each_pile_has_its_own_stream() -> None:
    """C-08: what lies in one pile does not depend on draws from the other."""
    game = Game.new("world", 2, seed=4)
    for seat in (0, 1):
        game.play("keep 1 2 3", seat=seat)
    for seat in (0, 1):
        game.play("pieces 20 wagons", seat=seat)
    other = game.clone()
    game.play("draw train")
    game.play("draw ship")
    other.play("draw ship")
    other.play("draw train")
    assert hand(game) == hand(other)


@pytest.mark.parametrize(("size", "skipped"), [(6, 1), (8, 0)])
def test_a_number_that_would_make_some_cards_likelier_is_thrown_away(
    size: int, skipped: int
) -> None:
    """C-08: with 6 cards left the word 0 is not used, with 8 it is."""
    game = position(pile={"red": size}, display=["blue"] * 5)
    state = game.states[0]
    state.used[0] = 0
    state.random[0] = 0
    state.random[0][1:] = 0x40000001
    game.play("draw")
    assert hand(game) == {"red": 1}
    assert int(game.states[0].used[0]) == 1 + skipped
