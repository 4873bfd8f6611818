"""Connections with several lanes."""

import pytest

from stellwerk.game import ClaimRoute
from tests.builders import position
from tests.rules.asking import claimable, refused

TRIPLE = [f"dortmund-dusseldorf/{lane}" for lane in (1, 2, 3)]


@pytest.mark.parametrize("seats", [4, 5])
def test_nobody_may_own_two_lanes_of_a_connection(seats: int) -> None:
    """C-15."""
    game = position(seats=seats, hands=[{"red": 4}], owners={"duluth-omaha/1": 0})
    assert refused(game, ClaimRoute(0, "duluth-omaha/2", {"red": 2})) == "own_lane"
    assert "duluth-omaha/2" not in claimable(game)


@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_or_five_seats_another_player_may_claim_the_second_lane(seats: int) -> None:
    """C-15, C-16."""
    hands = [{"red": 2}, {"red": 2}]
    game = position(seats=seats, hands=hands)
    game.play("claim duluth-omaha/1 2 red")
    assert "duluth-omaha/2" in claimable(game)
    game.play("claim duluth-omaha/2 2 red")
    assert game.position.owners == {"duluth-omaha/1": 0, "duluth-omaha/2": 1}


@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_seats_the_second_lane_is_closed(seats: int) -> None:
    """C-16, the trap of the closed second lane."""
    game = position(seats=seats, hands=[{"red": 4}, {"red": 2}])
    game.play("claim duluth-omaha/1 2 red")
    assert game.position.closed == ("duluth-omaha/2",)
    assert "duluth-omaha/2" not in claimable(game)
    assert refused(game, ClaimRoute(1, "duluth-omaha/2", {"red": 2})) == "lane_closed"


def test_the_owner_cannot_claim_a_closed_lane_either() -> None:
    """C-16."""
    game = position(hands=[{"red": 2}], owners={"duluth-omaha/1": 0})
    assert refused(game, ClaimRoute(0, "duluth-omaha/2", {"red": 2})) == "lane_closed"


def test_a_closed_lane_helps_nobody() -> None:
    """C-16: it belongs to nobody at the end."""
    game = position(owners={"duluth-omaha/1": 0})
    assert game.position.owners == {"duluth-omaha/1": 0}
    assert game.outcome().seats[1].trail == 0


def test_with_three_seats_one_claimed_lane_closes_both_others() -> None:
    """G-04, C-16; example 15."""
    game = position("germany", seats=3, hands=[{"red": 1}, {"red": 1}])
    game.play(f"claim {TRIPLE[1]} 1 red")
    assert set(game.position.closed) == {TRIPLE[0], TRIPLE[2]}
    assert not set(TRIPLE) & claimable(game)


def test_with_four_seats_three_players_may_own_a_lane_each() -> None:
    """G-04, C-15; example 15."""
    game = position("germany", seats=4, hands=[{"red": 1}] * 3)
    for lane in TRIPLE:
        assert lane in claimable(game)
        game.play(f"claim {lane} 1 red")
    assert [game.position.owners[lane] for lane in TRIPLE] == [0, 1, 2]


def test_with_four_seats_one_player_may_not_own_two_of_three_lanes() -> None:
    """G-04, C-15."""
    game = position("germany", seats=4, hands=[{"red": 1}], owners={TRIPLE[0]: 0})
    assert not set(TRIPLE) & claimable(game)
    assert refused(game, ClaimRoute(0, TRIPLE[2], {"red": 1})) == "own_lane"
