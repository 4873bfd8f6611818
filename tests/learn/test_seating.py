"""Weights for another number of seats: the same position is read in the same way."""

from __future__ import annotations

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.champion.network import Numbers
from stellwerk.envs.advice_layout import AdviceLayout
from stellwerk.envs.fields import Layout
from stellwerk.learn.seating import FIRST, for_seats

WIDTH = 7


def _weights(board: Board, seats: int) -> dict[str, Numbers]:
    inputs = Layout(board, seats).size + AdviceLayout(board).size
    random = np.random.default_rng(seats)
    return {FIRST: random.normal(size=(WIDTH, inputs)).astype(np.float32)}


@pytest.mark.parametrize("name", ["usa", "europe", "germany", "world"])
def test_weights_for_as_many_seats_stay_as_they_are(name: str) -> None:
    board = Board.load(name)
    weights = _weights(board, 2)
    assert np.array_equal(for_seats(weights, board, 2)[FIRST], weights[FIRST])


@pytest.mark.parametrize("name", ["usa", "europe", "world"])
def test_alike_others_are_read_as_one_was(name: str) -> None:
    """Whatever three others have alike, and what one of them has built, is as with one other."""
    board, advice = Board.load(name), AdviceLayout(Board.load(name)).size
    before, after = Layout(board, 2), Layout(board, 4)
    weights = _weights(board, 2)
    more = for_seats(weights, board, 4)
    assert more[FIRST].shape == (WIDTH, after.size + advice)
    random = np.random.default_rng(3)
    two = random.random(before.size + advice).astype(np.float32)
    four = np.zeros(after.size + advice, np.float32)
    four[after.size :] = two[before.size :]
    built = ("own_", "station_", "harbour_")
    for field in after.fields.values():
        base, _, number = field.name.rpartition("_")
        other = number.isdigit() and int(number) > 0
        if field.name == "seat":
            four[field.slice][:2] = two[before["seat"].slice]
        elif other and field.name.startswith(built):
            if int(number) == 2:
                four[field.slice] = two[before[f"{base}_1"].slice]
        else:
            four[field.slice] = two[before[f"{base}_1" if other else field.name].slice]
    assert np.allclose(more[FIRST] @ four, weights[FIRST] @ two, atol=1e-3)


def test_weights_of_another_board_are_refused() -> None:
    weights = _weights(Board.load("usa"), 2)
    with pytest.raises(ValueError, match="not the weights of a network for europe"):
        for_seats(weights, Board.load("europe"), 4)
