"""Claiming routes: cards, locomotives, pieces and points."""

import pytest

from stellwerk.game import CardSet, ClaimRoute
from tests.builders import position
from tests.rules.asking import actions, claimable, discards, hand, pays, refused


def test_a_claim_takes_cards_and_wagons_and_gives_points() -> None:
    """C-11."""
    game = position(hands=[{"white": 6}])
    game.play("claim denver-phoenix 5 white")
    assert game.position.routes(0) == ("denver-phoenix",)
    assert hand(game) == {"white": 1}
    assert discards(game) == {"white": 5}
    assert game.position.pieces(0) == {"wagon": 40}
    assert game.position.score(0) == 10
    assert game.turn == 1


@pytest.mark.parametrize("number", [4, 6])
def test_the_number_of_cards_must_match_the_spaces(number: int) -> None:
    """C-11."""
    game = position(hands=[{"white": 6}])
    move = ClaimRoute(0, "denver-phoenix", {"white": number})
    assert refused(game, move) == "wrong_number"


def test_the_colour_must_match_the_route() -> None:
    """C-11."""
    game = position(hands=[{"red": 5}])
    assert refused(game, ClaimRoute(0, "denver-phoenix", {"red": 5})) == "wrong_colour"
    assert "denver-phoenix" not in claimable(game)


def test_a_gray_route_takes_any_one_colour() -> None:
    """C-11."""
    game = position(hands=[{"red": 2, "blue": 3}])
    assert game.payments(ClaimRoute, "boston-montreal/1") == [{"blue": 2}, {"red": 2}]
    assert refused(game, ClaimRoute(0, "boston-montreal/1", {"red": 1, "blue": 1})) == (
        "mixed_colours"
    )


def test_cards_one_does_not_have_cannot_be_played() -> None:
    """C-11."""
    game = position(hands=[{"white": 4}])
    assert refused(game, ClaimRoute(0, "denver-phoenix", {"white": 5})) == "not_in_hand"


def test_locomotives_replace_any_number_of_cards() -> None:
    """C-12; example 2: a blue route of 3."""
    game = position(hands=[{"blue": 3, "locomotive": 3}])
    assert game.payments(ClaimRoute, "montreal-new-york") == [
        {"blue": 3},
        {"blue": 2, "locomotive": 1},
        {"blue": 1, "locomotive": 2},
        {"locomotive": 3},
    ]


def test_a_set_of_locomotives_pays_for_any_colour() -> None:
    """C-12."""
    game = position(hands=[{"locomotive": 5}])
    assert pays(game, "denver-phoenix", {"locomotive": 5})
    assert pays(game, "boston-montreal/1", {"locomotive": 2})


def test_an_all_locomotive_hand_has_one_payment_not_eight() -> None:
    """C-12, the trap of eight identical payments for a gray route."""
    game = position(hands=[{"locomotive": 2}])
    assert game.payments(ClaimRoute, "boston-montreal/1") == [{"locomotive": 2}]
    listed = [move for move in game.legal_moves() if isinstance(move, ClaimRoute)]
    assert listed.count(ClaimRoute(0, "boston-montreal/1", {"locomotive": 2})) == 1


def test_lists_show_each_colour_with_the_fewest_locomotives() -> None:
    """C-12: and locomotives alone once."""
    game = position(hands=[{"red": 1, "blue": 2, "locomotive": 2}])
    shown = [
        move.cards
        for move in game.legal_moves()
        if isinstance(move, ClaimRoute) and move.route == "boston-montreal/1"
    ]
    assert shown == [{"blue": 2}, {"red": 1, "locomotive": 1}, {"locomotive": 2}]


def test_a_player_needs_a_wagon_for_every_space() -> None:
    """C-13."""
    game = position(hands=[{"white": 5}], pieces=[4])
    assert refused(game, ClaimRoute(0, "denver-phoenix", {"white": 5})) == "too_few_pieces"
    assert "denver-phoenix" not in claimable(game)


def test_wagons_are_looked_at_before_cards() -> None:
    """C-13: with neither enough wagons nor cards, wagons are the reason."""
    game = position(hands=[{}], pieces=[4])
    assert refused(game, ClaimRoute(0, "denver-phoenix", {"white": 5})) == "too_few_pieces"


def test_a_gray_route_of_two() -> None:
    """C-12; example 2."""
    game = position(hands=[{"red": 2, "yellow": 1, "locomotive": 2}])
    assert pays(
        game,
        "boston-montreal/1",
        {"red": 2},
        {"yellow": 1, "locomotive": 1},
        {"locomotive": 2},
    )


def test_montreal_to_new_york_and_to_toronto() -> None:
    """C-11; example 1: the first is blue, the second gray."""
    game = position(hands=[{"blue": 3, "red": 3, "green": 3}])
    assert game.payments(ClaimRoute, "montreal-new-york") == [{"blue": 3}]
    assert game.payments(ClaimRoute, "montreal-toronto") == [
        {"blue": 3},
        {"green": 3},
        {"red": 3},
    ]


def test_a_route_need_not_touch_ones_own() -> None:
    """C-14."""
    game = position(hands=[{"blue": 3}], owners={"denver-phoenix": 0})
    game.play("claim montreal-new-york 3 blue")
    assert set(game.position.routes(0)) == {"denver-phoenix", "montreal-new-york"}


def test_only_one_route_a_turn() -> None:
    """C-02, C-14."""
    game = position(hands=[{"blue": 6}])
    game.play("claim montreal-new-york 3 blue")
    move = ClaimRoute(0, "boston-montreal/1", {"blue": 2})
    assert refused(game, move) == "not_your_turn"


def test_a_claimed_route_cannot_be_claimed_again() -> None:
    """C-14."""
    for owner in (0, 1):
        game = position(hands=[{"white": 5}], owners={"denver-phoenix": owner})
        assert refused(game, ClaimRoute(0, "denver-phoenix", {"white": 5})) == "taken"
        assert "denver-phoenix" not in claimable(game)


@pytest.mark.parametrize(
    ("board", "route", "cards", "points"),
    [
        ("usa", "dallas-houston/1", {"red": 1}, 1),
        ("usa", "boston-montreal/1", {"red": 2}, 2),
        ("usa", "montreal-new-york", {"blue": 3}, 4),
        ("usa", "dallas-el-paso", {"red": 4}, 7),
        ("usa", "denver-phoenix", {"white": 5}, 10),
        ("usa", "miami-new-orleans", {"red": 6}, 15),
        ("germany", "berlin-hannover", {"black": 7}, 18),
        ("world", "tiksi-anchorage", {"yellow double-ship": 4}, 21),
        ("great_lakes", "cleveland-new-york", {"red": 7, "red harbour": 2}, 27),
    ],
)
def test_points_by_length(board: str, route: str, cards: dict[str, int], points: int) -> None:
    """C-17."""
    game = position(board, hands=[cards])
    game.play(ClaimRoute(0, route, cards))
    assert game.position.score(0) == points


def test_a_turn_is_exactly_one_action() -> None:
    """C-02: draw two cards, claim, or draw tickets; then the next seat."""
    for moves in (["draw", "draw"], ["claim boston-montreal/1 2 red"], ["tickets", "keep 1"]):
        game = position(hands=[{"red": 2}])
        for move in moves:
            assert game.turn == 0
            game.play(move)
        assert game.turn == 1
    assert ClaimRoute in actions(position(hands=[{"red": 2}]))


def test_a_route_that_is_not_on_the_board() -> None:
    """C-11."""
    game = position(hands=[{"red": 2}])
    assert refused(game, ClaimRoute(0, "no-such-route", {"red": 2})) == "no_such_target"
    assert game.payments(ClaimRoute, "no-such-route") == []


def test_the_canonical_payment_is_one_of_all() -> None:
    """C-12."""
    game = position(hands=[{"red": 3, "blue": 1, "locomotive": 2}])
    for move in game.legal_moves():
        if isinstance(move, ClaimRoute):
            assert CardSet(move.cards) in game.payments(ClaimRoute, move.route)
