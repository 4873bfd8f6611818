"""What is public and what is secret."""

from collections import Counter

import pytest

from stellwerk.board.layout import NONE
from stellwerk.game import ClaimRoute, Game, KeepTickets
from stellwerk.game.position import SETUP
from tests.builders import position
from tests.game.walks import walk
from tests.rules.asking import ticket_pile


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


@pytest.mark.parametrize("seats", [2, 4])
def test_nobody_sees_a_difference_when_the_secrets_are_redealt(seats: int) -> None:
    """C-24, C-25: in a whole game, for every seat and a spectator, sealed choices included."""
    for step, game in enumerate(walk("lesson", None, seats, seed=3)):
        if game.over or (step % 5 and game.phase != "keep"):
            continue
        for viewer in (*range(seats), None):
            twin = game.redealt(viewer, rng=step)
            assert _seen(twin, viewer) == _seen(game, viewer)
            assert _cards(twin) == _cards(game)
            assert _tickets(twin) == _tickets(game)


def _seen(game: Game, viewer: int | None) -> list[object]:
    """Return what a viewer may know."""
    position = game.position
    seats = range(game.seats)
    mixed = game.phase != "mix"
    return [
        None if viewer is None else (position.hand(viewer), position.tickets(viewer)),
        None if viewer is None else position.offer(viewer),
        None if viewer is None or game.phase not in SETUP else position.state["choice"][viewer],
        [(position.hand_sizes(seat), position.known(seat)) for seat in seats],
        [position.ticket_counts(position.tickets(seat)) for seat in seats],
        [position.ticket_counts(position.offer(seat)) for seat in seats if mixed],
        [(position.pieces(seat), position.box(seat), position.score(seat)) for seat in seats],
        (position.display, position.discards, position.piles, position.tickets_left),
        (position.owners, position.turned, position.phase, position.pending, position.turns_left),
    ]


def _cards(game: Game) -> list[int]:
    """Count every card of the game, wherever it is."""
    state = game.states[0]
    shown = [kind for kind in (*state.display.tolist(), *state.turned.tolist()) if kind != NONE]
    cards = state.pile + state.discard + state.laid + state.hand.sum(axis=0)
    return [int(count) + shown.count(kind) for kind, count in enumerate(cards)]


def _tickets(game: Game) -> Counter[int]:
    """Count how often a ticket is held, offered or in a pile: never twice."""
    position = game.position
    found = Counter[str]()
    for seat in range(game.seats):
        found.update(position.tickets(seat))
        found.update(position.offer(seat))
    for pile in range(len(position.tickets_left)):
        found.update(ticket_pile(game, pile)[: position.tickets_left[pile]])
    return Counter(found.values())
