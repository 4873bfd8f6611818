"""The Great Lakes board: as World, with other numbers."""

import pytest

from stellwerk.board import Board
from stellwerk.game import ChoosePieces, ClaimRoute, Game
from tests.builders import position
from tests.rules.asking import claimable, display, refused


def test_the_deal() -> None:
    """L-01: 2 + 2 cards, 3 + 3 in the display, 5 tickets."""
    game = Game.new("great_lakes", 5, seed=1)
    for seat in range(5):
        assert game.position.hand_sizes(seat) == {"train": 2, "ship": 2}
        assert len(game.position.offer(seat)) == 5
        assert game.position.must_keep(seat) == 3
    assert len(display(game)) == 6


def test_fifty_pieces_out_of_33_wagons_and_32_ships() -> None:
    """L-01."""
    game = position("great_lakes", phase="pieces")
    assert refused(game, ChoosePieces(0, 34)) == "bad_pieces"
    assert refused(game, ChoosePieces(0, 17)) == "bad_pieces"
    game.play(ChoosePieces(0, 18))
    game.play(ChoosePieces(1, 33))
    assert game.position.pieces(0) == {"wagon": 18, "ship": 32}
    assert game.position.pieces(1) == {"wagon": 33, "ship": 17}
    assert game.position.box(0) == {"wagon": 15, "ship": 0}


def test_the_board() -> None:
    """L-01: 55 tickets without tours, no rugged ground, nothing over the edge, lengths to 9."""
    board = Board.load("great_lakes")
    assert len(board.tickets) == 55
    assert not any(ticket.tour for ticket in board.tickets)
    assert not any(route.rugged or route.wraps for route in board.routes)
    assert max(route.length for route in board.routes) == 9
    assert board.rules.suggested_wagons == 27
    assert "Unconfirmed" in board.notes["en"]


@pytest.mark.parametrize("seats", [2, 4])
def test_train_and_ship_between_the_same_cities_are_two_connections(seats: int) -> None:
    """L-01, C-15, C-16: one owner may have both, and neither closes the other."""
    train, ship = "duluth-thunder-bay/train", "duluth-thunder-bay/ship"
    game = position(
        "great_lakes", seats=seats, hands=[{"yellow double-ship": 2}], owners={train: 0}
    )
    assert ship in claimable(game)
    game.play(ClaimRoute(0, ship, {"yellow double-ship": 2}))
    assert set(game.position.routes(0)) == {train, ship}


@pytest.mark.parametrize(("number", "value"), [(0, 0), (1, 10), (2, 20), (3, 30)])
def test_harbours_bring_ten_twenty_or_thirty(number: int, value: int) -> None:
    """L-01, W-14."""
    owners = {"green-bay-milwaukee/1": 0, "milwaukee-chicago/1": 0, "chicago-south-bend/1": 0}
    owners |= {"south-bend-detroit": 0, "toronto-detroit": 0}
    tickets = ["green-bay-chicago", "chicago-detroit", "chicago-toronto"]
    game = position(
        "great_lakes", owners=owners, tickets=[tickets[:number]], harbours={"chicago": 0}
    )
    assert game.outcome().seats[0].harbours == value - 8


def test_the_end_begins_with_six_pieces() -> None:
    """L-01, W-15."""
    game = position("great_lakes", hands=[{"red ship": 2}], pieces=[(4, 4)])
    game.play(ClaimRoute(0, "milwaukee-muskegon", {"red ship": 2}))
    assert game.position.turns_left == 4
