import pytest

from stellwerk.game import (
    ClaimRoute,
    DrawCard,
    Game,
    IllegalMove,
    KeepTickets,
    RecordError,
    Resign,
    Undo,
)
from tests.builders import position
from tests.game.walks import TABLES, walk

HAND = {"white": 5, "red": 3}
CLAIM = "claim denver-phoenix 5 white"


def test_a_claim_may_be_taken_back() -> None:
    game = position(hands=[HAND])
    before = game.states.tobytes()
    game.play(CLAIM)
    assert game.can_undo()
    assert game.can_undo(0)
    assert not game.can_undo(1)
    game.undo()
    assert game.states.tobytes() == before
    assert game.moves == ()
    assert game.seq == 2
    assert [type(step.move) for step in game.steps] == [ClaimRoute, Undo]
    assert [event.code for event in game.events()] == ["started", "claimed", "undone"]


def test_after_a_takeback_the_game_goes_on() -> None:
    game = position(hands=[HAND])
    game.play(CLAIM)
    game.undo()
    game.play("draw")
    assert [type(move) for move in game.moves] == [DrawCard]
    assert game.seq == 3


@pytest.mark.parametrize("move", ["draw", "take 1", "tickets"])
def test_what_has_shown_something_hidden_may_not_be_taken_back(move: str) -> None:
    game = position(hands=[HAND])
    game.play(move)
    assert not game.can_undo()
    before = game.states.tobytes()
    with pytest.raises(IllegalMove, match="something hidden was shown") as refused:
        game.undo()
    assert refused.value.code == "cannot_undo"
    assert game.states.tobytes() == before
    assert game.seq == 1


def test_a_claim_that_brings_new_cards_may_not_be_taken_back() -> None:
    game = position(hands=[HAND], display=[None] * 5, pile={})
    game.play(CLAIM)
    assert not game.can_undo()


def test_nobody_takes_back_what_another_has_built_on() -> None:
    game = position(hands=[HAND, {"red": 3}])
    game.play(CLAIM)
    game.play("claim duluth-omaha/1 2 red")
    assert not game.can_undo(0)
    assert game.can_undo(1)
    game.undo(1)
    assert game.can_undo(0)


def test_kept_tickets_may_be_changed_until_somebody_else_decides() -> None:
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2", seat=0)
    assert game.can_undo(0)
    game.undo(0)
    game.play("keep 1 3", seat=0)
    game.play("keep 1 2", seat=1)
    assert not game.can_undo(0)
    assert not game.can_undo(1)


def test_the_end_of_a_game_is_final() -> None:
    game = position(hands=[HAND], turns_left=1)
    game.play(CLAIM)
    assert game.over
    assert not game.can_undo()


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    game = Game.new("usa")
    assert not game.can_undo()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        game.undo()


def test_a_clone_is_independent() -> None:
    game = position(hands=[HAND])
    clone = game.clone()
    clone.play(CLAIM)
    assert game.seq == 0
    assert game.states.tobytes() != clone.states.tobytes()
    game.play("draw")
    assert clone.seq == 1


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_a_clone_of_any_point_goes_on_to_the_same_end(
    board: str, variant: str | None, seats: int
) -> None:
    *_, game = walk(board, variant, seats, seed=9, takebacks=0.2)
    for at in range(0, game.seq, max(1, game.seq // 7)):
        clone = game.clone(at=at)
        assert clone.seq == at
        for step in game.steps[at:]:
            if isinstance(step.move, Undo):
                clone.undo(step.seat)
            else:
                assert not isinstance(step.move, Resign)
                clone.play(step.move)
        assert clone.states.tobytes() == game.states.tobytes()
        assert clone.moves == game.moves
        assert clone.events(0) == game.events(0)


def test_a_clone_keeps_the_key_and_can_be_recorded() -> None:
    game = Game.new("usa", 2, seed=1)
    game.play("keep 1 2")
    clone = game.clone(at=0)
    clone.play(KeepTickets(1, game.position.offer(1)))
    assert clone.commitment == game.commitment
    assert clone.record().replay().states.tobytes() == clone.states.tobytes()


def test_a_position_that_was_not_dealt_has_no_record() -> None:
    with pytest.raises(RecordError, match="not dealt from a key"):
        position().record()
