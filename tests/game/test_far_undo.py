"""Takebacks of all since a decision, whatever it has shown: for who plays alone among bots."""

from random import Random

import pytest

from stellwerk.game import Game, IllegalMove, Record, Undo
from stellwerk.review.history import decisions
from tests.builders import position


def played(moves: int, seed: int = 3) -> Game:
    """Return a game of three seats after some moves."""
    game, dice = Game.new("europe", 3, seed=seed), Random(seed)
    for _ in range(moves):
        game.play(dice.choice(game.legal_moves()), at=1.0)
    return game


def last_of(game: Game, seat: int) -> int:
    """Return the last entry that still stands of a seat."""
    return max(seq for seq in game.line if game.steps[seq - 1].seat == seat)


def test_all_since_the_decision_is_taken_back() -> None:
    game = played(30)
    step = last_of(game, 1)
    before, moves = game.snapshot(step - 1), game.moves[: step - 1]
    game.undo(1, step=step, at=2.0)
    assert game.states.tobytes() == before
    assert (game.moves, game.line, game.seq) == (moves, tuple(range(1, step)), 31)
    assert game.steps[-1].move == Undo(1, step)
    assert game.events(1, 30)[0].params == {"seat": 1, "step": step, "far": True}


def test_it_can_be_done_again_and_the_record_plays_it_again() -> None:
    game, dice = played(30), Random(4)
    for _ in range(3):
        for _ in range(2):
            game.undo(1, step=last_of(game, 1), at=2.0)
        for _ in range(7):
            game.play(dice.choice(game.legal_moves()), at=3.0)
    again = Record.from_json(game.record().to_json()).replay()
    assert again.states.tobytes() == game.states.tobytes()
    assert again.line == game.line == game.clone().line
    assert [each.seq for each in decisions(game)] == list(game.line)
    assert [each.move for each in decisions(game)] == list(game.moves)


def test_only_a_move_of_ones_own_that_stands() -> None:
    game = played(30)
    step, state = last_of(game, 1), game.states.tobytes()
    for seat, number in ((0, step), (1, 31), (1, 0), (1, step + 1), (None, step)):
        with pytest.raises(IllegalMove):
            game.undo(seat, step=number)
    game.undo(1, step=step)
    with pytest.raises(IllegalMove):
        game.undo(1, step=step)
    assert game.states.tobytes() != state


def test_what_was_given_up_is_not_taken_back() -> None:
    game = played(30)
    step = last_of(game, 1)
    game.resign(0)
    with pytest.raises(IllegalMove):
        game.undo(1, step=step)
    over = position(hands=[{"white": 5}])
    over.play("claim denver-phoenix 5 white")
    over.resign(1)
    with pytest.raises(IllegalMove):
        over.undo(0, step=1)


def test_a_takeback_of_nothing_hidden_keeps_the_form_that_earlier_versions_read() -> None:
    game = position(hands=[{"white": 5}])
    game.play("claim denver-phoenix 5 white")
    game.undo()
    assert game.steps[-1].move == Undo(0)
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2", seat=1)
    game.undo(1)
    assert b'"move":{"move":"undo","seat":1}' in game.record().to_json()
