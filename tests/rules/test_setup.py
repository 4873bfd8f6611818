"""Setting up: seats, hands, display, and choices that stay sealed until all have made them."""

import pytest

from stellwerk.game import BadSetup, ChooseMix, ChoosePieces, Game, KeepTickets
from tests.builders import position
from tests.rules.asking import display, ticket_pile

OFFERS = [
    ["boston-miami", "calgary-phoenix", "dallas-new-york"],
    ["denver-el-paso", "chicago-santa-fe", "duluth-houston"],
]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_play_and_the_first_seat_begins(seats: int) -> None:
    """C-01."""
    game = Game.new("usa", seats, seed=1)
    for seat in range(seats):
        game.play("keep 1 2", seat=seat)
    assert game.turn == 0
    order = []
    for _ in range(seats + 1):
        order.append(game.turn)
        game.play("draw")
        game.play("draw")
    assert order == [*range(seats), 0]


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_cannot_play(seats: int) -> None:
    """C-01."""
    with pytest.raises(BadSetup):
        Game.new("usa", seats)


def test_hands_display_and_tickets_are_dealt_in_this_order() -> None:
    """C-25: after the deal everybody has cards and tickets to choose from, nobody pieces to."""
    game = Game.new("world", 3, seed=1)
    assert game.phase == "keep"
    assert game.pending == (0, 1, 2)
    assert all(sum(game.position.hand(seat).values()) == 10 for seat in range(3))
    assert len(display(game)) == 6
    for seat in range(3):
        game.play("keep 1 2 3", seat=seat)
    assert game.phase == "pieces"
    assert game.pending == (0, 1, 2)


def test_choices_of_tickets_stay_sealed_until_all_have_decided() -> None:
    """C-25: in any order, and the number kept shows only at the end."""
    game = position(offers=OFFERS, phase="keep")
    game.play(KeepTickets(1, ("denver-el-paso", "chicago-santa-fe")))
    assert game.pending == (0,)
    assert game.position.tickets(1) == ()
    assert [player.tickets for player in game.view(0).players] == [(0,), (0,)]
    assert [player.decided for player in game.view(0).players] == [False, True]
    game.play(KeepTickets(0, tuple(OFFERS[0])))
    assert [player.tickets for player in game.view(0).players] == [(3,), (2,)]
    assert game.phase == "turn"


def test_returned_tickets_go_under_by_seat_in_the_order_offered() -> None:
    """C-25: whoever decides first."""
    game = position(offers=OFFERS, phase="keep")
    game.play(KeepTickets(1, ("chicago-santa-fe", "duluth-houston")))
    game.play(KeepTickets(0, ("boston-miami", "dallas-new-york")))
    assert ticket_pile(game)[-2:] == ["calgary-phoenix", "denver-el-paso"]


def test_pieces_are_revealed_together() -> None:
    """C-25, W-04."""
    game = position("world", phase="pieces")
    before = [player.pieces for player in game.view(0).players]
    game.play(ChoosePieces(1, 25))
    assert [player.pieces for player in game.view(0).players] == before
    game.play(ChoosePieces(0, 10))
    assert [player.pieces for player in game.view(0).players] == [
        {"wagon": 10, "ship": 50},
        {"wagon": 25, "ship": 35},
    ]
    assert [player.box for player in game.view(0).players] == [
        {"wagon": 15, "ship": 0},
        {"wagon": 0, "ship": 15},
    ]
    assert (game.phase, game.turn) == ("turn", 0)


def test_mixes_of_tickets_are_announced_before_anybody_sees_one() -> None:
    """C-25, G-02."""
    game = Game.new("germany", 3, seed=1)
    assert game.phase == "mix"
    game.play(ChooseMix(2, 4))
    game.play(ChooseMix(0, 0))
    assert game.phase == "mix"
    assert game.position.offer(2) == ()
    game.play(ChooseMix(1, 1))
    assert game.phase == "keep"
    assert [game.position.ticket_counts(game.position.offer(seat)) for seat in range(3)] == [
        (4, 0),
        (3, 1),
        (0, 4),
    ]


def test_a_display_with_three_locomotives_is_never_dealt() -> None:
    """C-06 during set-up: among many deals some were cleared, and none shows three."""
    cleared = 0
    for seed in range(250):
        game = Game.new("lesson", 2, seed)
        shown = display(game)
        assert shown.count("locomotive") < 3
        cleared += bool(game.position.discards)
    assert cleared > 0
