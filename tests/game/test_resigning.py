"""Giving up: of two seats the game is lost at once, of more it goes on; the record tells both."""

from random import Random

import msgspec
import pytest

from stellwerk.game import Game, GameOver, IllegalMove, Record, RecordError, Resign
from stellwerk.words import LANGUAGES, tell
from tests.builders import position


def begun(seats: int, moves: int = 20) -> Game:
    """Return a game in which some moves were made."""
    game, dice = Game.new("usa", seats, seed=5), Random(5)
    for _ in range(moves):
        game.play(dice.choice(game.legal_moves()), at=1.0)
    return game


def test_of_two_whoever_gives_up_loses_whatever_the_points() -> None:
    game = position(scores=[70, 3])
    points = [seat.total for seat in game.outcome().seats]
    assert points[0] > points[1]
    game.resign(0)
    assert (game.over, game.phase, game.pending, game.loser) == (True, "over", (), 0)
    outcome = game.outcome()
    assert [seat.total for seat in outcome.seats] == points
    assert (outcome.final, outcome.winners, outcome.resigned) == (True, (1,), 0)
    assert [seat.rank for seat in outcome.seats] == [2, 1]
    for seat in (None, 0, 1):
        view = game.view(seat)
        assert (view.outcome, view.moves, view.pending) == (outcome, (), ())


def test_nothing_goes_on_after_the_game_was_given_up() -> None:
    game = begun(2)
    game.resign(1)
    with pytest.raises(GameOver):
        game.resign(0)
    with pytest.raises(GameOver):
        game.play("draw", seat=0)
    assert not game.can_undo()


def test_of_more_the_game_goes_on() -> None:
    game = begun(3)
    before, pending = game.states.tobytes(), game.pending
    game.resign(1)
    assert (game.over, game.loser, game.pending) == (False, None, pending)
    assert game.states.tobytes() == before
    assert game.outcome().resigned is None
    game.play(game.legal_moves()[0])


def test_what_was_decided_before_somebody_gave_up_stays() -> None:
    game = position(seats=3, hands=[{"white": 5}])
    game.play("claim denver-phoenix 5 white")
    assert game.can_undo(0)
    game.resign(2)
    assert not game.can_undo()
    with pytest.raises(IllegalMove):
        game.undo()
    assert not game.clone().can_undo()


@pytest.mark.parametrize("seats", [2, 3])
def test_the_record_notes_who_gave_up_and_plays_the_game_again(seats: int) -> None:
    game = begun(seats)
    game.resign(1, at=2.0)
    if seats > 2:
        game.play(game.legal_moves()[0], by="bot", at=3.0)
    record = Record.from_json(game.record().to_json())
    assert record.entries[20].move == Resign(1)
    again = record.replay()
    assert again.states.tobytes() == game.states.tobytes()
    assert again.outcome() == game.outcome()
    assert again.clone().outcome() == game.outcome()
    assert again.clone(at=20).outcome().resigned is None
    assert game.export(0).entries[20].move == Resign(1)


def test_records_without_it_have_the_form_that_earlier_versions_read() -> None:
    assert b"resign" not in begun(2).record().to_json()


def test_a_record_in_which_a_lost_game_goes_on_is_refused() -> None:
    game = begun(2)
    game.resign(1, at=2.0)
    record = game.record()
    last = msgspec.structs.replace(record.entries[-1], seq=22)
    with pytest.raises(RecordError, match=r"^entries\[21\]"):
        msgspec.structs.replace(record, entries=(*record.entries, last)).replay()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_to_all(language: str) -> None:
    sentences = []
    for seats in (2, 3):
        game = begun(seats)
        game.resign(1)
        names = ("Ada", "Bob", "Cleo")[:seats]
        told = [tell(event, game.board, names, language) for event in game.events(None, 20)]
        sentences.append(told)
        assert "Bob" in told[0]
    assert len(sentences[0]) == 2
    assert "Ada" in sentences[0][1]
    assert "Bot" in sentences[1][0].replace("bot", "Bot")
