"""What is public and what is secret."""

import pytest

from stellwerk.game import ClaimRoute, Game, KeepTickets
from tests.builders import position
from tests.game.walks import walk


def test_the_public_part_of_a_game() -> None:
    """C-24."""
    game = position(
        hands=[{"red": 3, "blue": 1}, {"white": 2}],
        owners={"denver-phoenix": 1},
        discards={"green": 4},
        tickets=[["boston-miami"], ["denver-el-paso", "duluth-houston"]],
        scores=[0, 10],
    )
    for viewer in (0, 1, None):
        view = game.view(viewer)
        assert view.display == game.position.display
        assert view.discards == {"green": 4}
        assert view.piles == {"train": 110 - 6 - 4 - 5}
        assert view.owners == {"denver-phoenix": 1}
        assert [player.cards for player in view.players] == [{"train": 4}, {"train": 2}]
        assert [player.tickets for player in view.players] == [(1,), (2,)]
        assert [player.score for player in view.players] == [0, 10]
        assert [player.pieces for player in view.players] == [{"wagon": 45}, {"wagon": 40}]
        assert (view.turn, view.phase) == (0, "turn")


def test_hands_are_secret() -> None:
    """C-24."""
    game = position(hands=[{"red": 3}, {"white": 2}])
    assert game.view(0).hand == {"red": 3}
    assert game.view(1).hand == {"white": 2}
    assert game.view(None).hand == {}


def test_a_card_taken_openly_is_known_a_blind_one_is_not() -> None:
    """C-24."""
    game = position(display=["red", "blue", "blue", "blue", "blue"], pile={"white": 9})
    game.play("take 1")
    game.play("draw")
    assert game.view(1).players[0].known == {"red": 1}
    assert game.view(1).players[0].cards == {"train": 2}


def test_known_cards_are_forgotten_when_they_are_played() -> None:
    """C-24."""
    game = position(hands=[{"blue": 2}], display=["blue", "red", "red", "red", "red"])
    game.play("take 1")
    game.play("take 2")
    assert game.position.known(0) == {"blue": 1, "red": 1}
    game.play("draw")
    game.play("draw")
    game.play(ClaimRoute(0, "montreal-new-york", {"blue": 3}))
    assert game.position.known(0) == {"red": 1}


def test_germany_shows_short_and_long_tickets_apart() -> None:
    """C-24."""
    game = position("germany", tickets=[["hamburg-rostock", "koln-leipzig", "leipzig-ulm"]])
    assert game.view(1).players[0].tickets == (1, 2)


def test_world_shows_train_and_ship_cards_apart() -> None:
    """C-24."""
    game = position("world", hands=[{"red": 2, "red ship": 1, "locomotive": 1}])
    assert game.view(1).players[0].cards == {"train": 3, "ship": 1}


def test_returned_tickets_are_secret() -> None:
    """C-24."""
    game = position()
    game.play("tickets")
    offer = game.position.offer(0)
    game.play(KeepTickets(0, offer[:1]))
    shown = game.view(1).to_json()
    assert all(ticket.encode() not in shown for ticket in offer)


TABLES = [
    ("lesson", None, 3),
    ("europe", "mega", 2),
    ("germany", None, 3),
    ("great_lakes", None, 2),
    ("world", None, 3),
]


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_nobody_sees_a_difference_when_the_secrets_are_dealt_anew(
    board: str, variant: str | None, seats: int
) -> None:
    """C-24: a view is all that a seat can know, so a redeal cannot change it."""
    for step, game in enumerate(walk(board, variant, seats, seed=3)):
        if step > 200:
            break
        if step % 9 and game.phase in ("turn", "second"):
            continue
        for viewer in (*range(seats), None):
            twin = game.redealt(viewer, rng=step)
            assert _seen(twin, viewer) == _seen(game, viewer)


def _seen(game: Game, viewer: int | None) -> bytes:
    return game.view(viewer).to_json()
