"""Ferries: routes that ask for locomotives."""

import dataclasses

from stellwerk.board import Board
from stellwerk.game import ClaimRoute
from tests.builders import position
from tests.rules.asking import claimable, pays, refused


def test_a_ferry_asks_for_its_locomotives() -> None:
    """E-06; example 9: Palermo–Smyrna needs 2 locomotives and 4 cards of one colour."""
    game = position("europe", hands=[{"red": 6, "locomotive": 6}])
    assert game.payments(ClaimRoute, "palermo-smyrna") == [
        {"red": 4, "locomotive": 2},
        {"red": 3, "locomotive": 3},
        {"red": 2, "locomotive": 4},
        {"red": 1, "locomotive": 5},
        {"locomotive": 6},
    ]
    for cards in ({"red": 6}, {"red": 5, "locomotive": 1}):
        assert refused(game, ClaimRoute(0, "palermo-smyrna", cards)) == "too_few_locomotives"


def test_the_rest_of_a_ferry_is_of_one_colour() -> None:
    """E-06."""
    game = position("europe", hands=[{"red": 2, "blue": 2, "locomotive": 2}])
    move = ClaimRoute(0, "palermo-smyrna", {"red": 2, "blue": 2, "locomotive": 2})
    assert refused(game, move) == "mixed_colours"


def test_without_locomotives_no_ferry_is_listed() -> None:
    """E-06."""
    game = position("europe", hands=[{"red": 6}])
    assert "athina-smyrna" not in claimable(game)
    game = position("europe", hands=[{"red": 6, "locomotive": 1}])
    assert "athina-smyrna" in claimable(game)
    assert "amsterdam-london" not in claimable(game)


def test_a_ferry_of_nothing_but_locomotives_is_listed_once() -> None:
    """E-06: Amsterdam–London has two spaces and two locomotives."""
    game = position("europe", hands=[{"red": 2, "blue": 2, "locomotive": 2}])
    assert game.payments(ClaimRoute, "amsterdam-london") == [{"locomotive": 2}]
    listed = [move for move in game.legal_moves() if isinstance(move, ClaimRoute)]
    assert [move.cards for move in listed if move.route == "amsterdam-london"] == [
        {"locomotive": 2}
    ]


def test_a_ferry_may_be_a_tunnel_on_a_board_of_ones_own() -> None:
    """E-06: then both rules apply."""
    europe = Board.load("europe")
    routes = tuple(
        dataclasses.replace(route, tunnel=True) if route.id == "athina-smyrna" else route
        for route in europe.routes
    )
    board = dataclasses.replace(europe, routes=routes)
    game = position(board, hands=[{"red": 2, "locomotive": 2}], pile={"red": 9})
    assert refused(game, ClaimRoute(0, "athina-smyrna", {"red": 2})) == "too_few_locomotives"
    game.play(ClaimRoute(0, "athina-smyrna", {"red": 1, "locomotive": 1}))
    assert game.phase == "tunnel"
    assert not pays(game, "athina-smyrna", {"red": 1})
