"""Exchanging wagons for ships and ships for wagons."""

import pytest

from stellwerk.game import ExchangePieces
from tests.builders import position
from tests.rules.asking import actions, refused


def test_two_ships_for_two_wagons() -> None:
    """W-16; example 8: 2 points lost, turn over."""
    game = position("world", pieces=[(20, 40)], boxes=[(5, 10)], scores=[7])
    game.play("exchange 2 ships")
    assert game.position.pieces(0) == {"wagon": 22, "ship": 38}
    assert game.position.box(0) == {"wagon": 3, "ship": 12}
    assert game.position.score(0) == 5
    assert game.turn == 1


def test_the_other_way_round() -> None:
    """W-16."""
    game = position("world", pieces=[(20, 40)], boxes=[(5, 10)], scores=[7])
    game.play("exchange 7 wagons")
    assert game.position.pieces(0) == {"wagon": 13, "ship": 47}
    assert game.position.box(0) == {"wagon": 12, "ship": 3}
    assert game.position.score(0) == 0


def test_a_score_may_fall_below_nought() -> None:
    """W-16."""
    game = position("world", scores=[1])
    game.play("exchange 3 wagons")
    assert game.position.score(0) == -2


@pytest.mark.parametrize(
    ("given", "number"), [("ship", 6), ("wagon", 11), ("ship", 0), ("wagon", -1)]
)
def test_no_more_than_the_box_holds_and_at_least_one(given: str, number: int) -> None:
    """W-16."""
    game = position("world", pieces=[(20, 40)], boxes=[(5, 10)])
    move = ExchangePieces(0, given, number)  # type: ignore[arg-type]
    assert refused(game, move) == "bad_exchange"


def test_no_more_than_one_has() -> None:
    """W-16."""
    game = position("world", pieces=[(2, 30)], boxes=[(0, 10)])
    listed = [move for move in game.legal_moves() if isinstance(move, ExchangePieces)]
    assert listed == [ExchangePieces(0, "wagon", 1), ExchangePieces(0, "wagon", 2)]


def test_one_direction_a_turn() -> None:
    """W-16: every listed exchange gives up one kind."""
    game = position("world", pieces=[(20, 40)], boxes=[(5, 10)])
    listed = [move for move in game.legal_moves() if isinstance(move, ExchangePieces)]
    assert len(listed) == 5 + 10


def test_an_exchange_does_not_trigger_the_end() -> None:
    """W-15, W-16: the number of pieces stays the same."""
    game = position("world", pieces=[(4, 4)], boxes=[(5, 10)])
    game.play("exchange 4 wagons")
    assert game.position.turns_left is None


def test_boards_without_exchange() -> None:
    """W-16."""
    game = position("usa")
    assert ExchangePieces not in actions(game)
    assert refused(game, ExchangePieces(0, "wagon", 1)) == "no_such_target"
