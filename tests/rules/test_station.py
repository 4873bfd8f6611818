"""Stations: building them, and what they are worth at the end."""

import pytest

from stellwerk.game import BuildStation
from tests.builders import position
from tests.rules.asking import actions, discards, hand, refused

BUILT = ["roma", "wien", "london"]


@pytest.mark.parametrize("built", [0, 1, 2])
def test_stations_cost_one_two_and_three_cards(built: int) -> None:
    """E-03; example 16."""
    stations = dict.fromkeys(BUILT[:built], 0)
    game = position("europe", hands=[{"red": 4}], stations=stations)
    assert game.payments(BuildStation, "paris") == [{"red": built + 1}]
    for number in {1, 2, 3, 4} - {built + 1}:
        assert refused(game, BuildStation(0, "paris", {"red": number})) == "wrong_number"
    game.play(BuildStation(0, "paris", {"red": built + 1}))
    assert "paris" in game.position.stations(0)
    assert discards(game) == {"red": built + 1}
    assert hand(game) == {"red": 3 - built}
    assert game.turn == 1


def test_station_cards_are_of_one_colour_and_locomotives_replace_any() -> None:
    """E-03."""
    game = position("europe", hands=[{"red": 2, "blue": 1, "locomotive": 2}], stations={"roma": 0})
    assert game.payments(BuildStation, "paris") == [
        {"red": 2},
        {"blue": 1, "locomotive": 1},
        {"red": 1, "locomotive": 1},
        {"locomotive": 2},
    ]
    assert refused(game, BuildStation(0, "paris", {"red": 1, "blue": 1})) == "mixed_colours"
    shown = [
        move.cards
        for move in game.legal_moves()
        if isinstance(move, BuildStation) and move.city == "paris"
    ]
    assert shown == [{"blue": 1, "locomotive": 1}, {"red": 2}, {"locomotive": 2}]


def test_one_station_in_a_city() -> None:
    """E-03: whoever built it."""
    for owner in (0, 1):
        game = position("europe", hands=[{"red": 3}], stations={"paris": owner})
        assert refused(game, BuildStation(0, "paris", {"red": 2 - owner})) == "occupied"
        cities = {move.city for move in game.legal_moves() if isinstance(move, BuildStation)}
        assert len(cities) == 46
        assert "paris" not in cities


def test_three_stations_a_player() -> None:
    """E-03."""
    game = position("europe", hands=[{"red": 4}], stations=dict.fromkeys(BUILT, 0))
    assert BuildStation not in actions(game)
    assert refused(game, BuildStation(0, "paris", {"red": 4})) == "no_station_left"


def test_a_station_needs_no_route_into_its_city() -> None:
    """E-03: any city that has none."""
    game = position("europe", hands=[{"red": 1}])
    game.play("station paris 1 red")
    assert game.position.stations(0) == ("paris",)


def test_cards_one_does_not_have_build_nothing() -> None:
    """E-03."""
    game = position("europe", hands=[{"blue": 1}])
    assert refused(game, BuildStation(0, "paris", {"red": 1})) == "not_in_hand"
    assert refused(game, BuildStation(0, "atlantis", {"blue": 1})) == "no_such_target"


def test_a_board_without_stations_has_none_to_build() -> None:
    """E-03."""
    game = position("usa", hands=[{"red": 1}])
    assert BuildStation not in actions(game)
    assert refused(game, BuildStation(0, "denver", {"red": 1})) == "no_station_left"


@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_four_points_for_each_station_not_built(built: int) -> None:
    """E-05; example 16: 2 not built are 8 points."""
    game = position("europe", stations=dict.fromkeys(BUILT[:built], 0))
    seat = game.outcome().seats[0]
    assert seat.stations == 4 * (3 - built)
    assert seat.total == seat.stations


def test_a_station_lets_its_owner_use_one_route_of_another_player() -> None:
    """E-04."""
    owners = {"budapest-sarajevo": 0, "sarajevo-sofia": 1}
    tickets = [["budapest-sofia"]]
    without = position("europe", owners=owners, tickets=tickets).outcome().seats[0]
    assert (without.ticket_points, without.completed) == (-5, 0)
    with_one = position("europe", owners=owners, tickets=tickets, stations={"sofia": 0})
    seat = with_one.outcome().seats[0]
    assert (seat.ticket_points, seat.completed) == (5, 1)


def test_the_borrowed_route_must_end_in_the_city_of_the_station() -> None:
    """E-04."""
    owners = {"budapest-sarajevo": 0, "sarajevo-sofia": 1}
    game = position("europe", owners=owners, tickets=[["budapest-sofia"]], stations={"wien": 0})
    assert game.outcome().seats[0].ticket_points == -5


def test_one_route_a_station() -> None:
    """E-04: two routes of the other player are missing; one station is not enough, two are."""
    owners = {"budapest-sarajevo": 1, "sarajevo-sofia": 1}
    tickets = [["budapest-sofia"]]
    one = position("europe", owners=owners, tickets=tickets, stations={"sarajevo": 0})
    assert one.outcome().seats[0].ticket_points == -5
    two = position("europe", owners=owners, tickets=tickets, stations={"sarajevo": 0, "sofia": 0})
    assert two.outcome().seats[0].ticket_points == 5


def test_the_same_route_serves_all_tickets() -> None:
    """E-04: of two tickets that need different routes at the station, the better one is chosen."""
    owners = {"athina-smyrna": 1, "athina-sofia": 1, "angora-smyrna": 0, "budapest-sarajevo": 0}
    owners |= {"sarajevo-sofia": 0, "bucuresti-sofia": 0, "bucuresti-kyiv": 0, "kyiv-wilno": 0}
    tickets = [["athina-angora", "athina-wilno"]]
    game = position("europe", owners=owners, tickets=tickets, stations={"athina": 0})
    seat = game.outcome().seats[0]
    assert seat.ticket_points == 11 - 5
    assert seat.completed == 1


def test_several_players_may_borrow_the_same_route() -> None:
    """E-04."""
    owners = {"sarajevo-sofia": 2, "budapest-sarajevo": 0, "constantinople-sofia": 1}
    owners |= {"constantinople-smyrna": 1, "bucuresti-sevastopol": 1, "bucuresti-sofia": 1}
    game = position(
        "europe",
        seats=3,
        owners=owners,
        tickets=[["budapest-sofia"], ["sarajevo-sevastopol"]],
        stations={"sofia": 0, "sarajevo": 1},
    )
    assert [seat.completed for seat in game.outcome().seats] == [1, 1, 0]


def test_ones_own_routes_are_not_borrowed_and_borrowed_ones_bring_no_points() -> None:
    """E-04, E-11."""
    owners = {"athina-smyrna": 1, "angora-smyrna": 0}
    game = position("europe", owners=owners, tickets=[["athina-angora"]], stations={"athina": 0})
    seat = game.outcome().seats[0]
    assert seat.trail == 3
    assert seat.routes == 0
