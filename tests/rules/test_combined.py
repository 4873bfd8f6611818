"""Rules of different rulebooks on one board: World with stations, tunnels and every tie-break."""

import dataclasses
from itertools import combinations
from typing import Any

from stellwerk.board import Board
from stellwerk.game import BuildStation, ClaimRoute, Game, PayTunnel
from tests.builders import position
from tests.rules.asking import refused

TUNNEL = "hamburg-athina"
NORTH_AFRICA = "casablanca-al-qahira-tehran"


def combined() -> Board:
    """Return the World board with 3 stations, a tunnel, a longest path, and all tie-breaks."""
    world = Board.load("world")
    routes = tuple(dataclasses.replace(route, tunnel=route.id == TUNNEL) for route in world.routes)
    rules = dataclasses.replace(
        world.rules,
        stations=3,
        station_bonus=4,
        tie_breaks=("tickets", "fewest_stations", "harbours", "longest_path"),
    )
    return dataclasses.replace(world, routes=routes, rules=rules)


def test_ships_build_no_station() -> None:
    """E-03 with W-07: train cards do, with or without the symbol."""
    game = position(combined(), hands=[{"red ship": 1, "red harbour": 1}])
    assert refused(game, BuildStation(0, "moskva", {"red ship": 1})) == "wrong_pile"
    game.play(BuildStation(0, "moskva", {"red harbour": 1}))
    assert game.position.stations(0) == ("moskva",)


def test_junctions_have_no_stations() -> None:
    """E-03 with W-10."""
    game = position(combined(), hands=[{"red": 1}])
    move = BuildStation(0, "indian-ocean-junction", {"red": 1})
    assert refused(game, move) == "no_such_target"


def test_ships_do_not_pay_for_a_tunnel() -> None:
    """E-07 with W-07: cards with the symbol count as train cards of their colour."""
    hand = {"green": 2, "green harbour": 3, "green ship": 3}
    game = position(combined(), hands=[hand], pile={"green harbour": 1, "green": 2, "red ship": 4})
    game.play(ClaimRoute(0, TUNNEL, {"green": 2}))
    assert int(game.states[0].tunnel_extra) == 3
    assert refused(game, PayTunnel(0, {"green ship": 3})) == "wrong_pile"
    game.play(PayTunnel(0, {"green harbour": 3}))
    assert game.position.routes(0) == (TUNNEL,)


def test_a_station_can_complete_a_tour() -> None:
    """E-04 with W-12: in order if the borrowed route allows it, otherwise in any order."""
    owners = {"casablanca-al-qahira": 0, "al-qahira-tehran/1": 1}
    game = position(combined(), owners=owners, tickets=[[NORTH_AFRICA]], stations={"tehran": 0})
    assert game.outcome().seats[0].ticket_points == 9
    owners = {"marseille-casablanca": 0, "marseille-athina": 0, "athina-tehran": 0}
    owners |= {"al-qahira-tehran/1": 1}
    game = position(combined(), owners=owners, tickets=[[NORTH_AFRICA]], stations={"al-qahira": 0})
    assert game.outcome().seats[0].ticket_points == 6


def test_who_is_tied_after_every_tie_break_shares_the_win() -> None:
    """C-23."""
    game = position(combined(), stations={"moskva": 0, "tehran": 1})
    outcome = game.outcome()
    assert outcome.winners == (0, 1)
    assert outcome.tie_break is None


def crossing(tickets: list[dict[str, Any]], **rules: Any) -> Board:
    """Return a board on which X lies between A, B and C; B and C are joined by two lanes."""
    names = "ABCX"
    routes = [
        {"between": [a, b], "length": 1, "colour": "gray", "lane": lane}
        for a, b, lanes in (("A", "X", 1), ("X", "B", 1), ("X", "C", 1), ("B", "C", 2))
        for lane in range(1, lanes + 1)
    ]
    named = [each.get("between") for each in tickets]
    others = [
        {"between": [a, b], "points": 1} for a, b in combinations(names, 2) if [a, b] not in named
    ]
    basic = {
        "wagons": 9,
        "hand": 1,
        "cards": {"train": 12},
        "route_points": [1],
        "stations": 3,
        "tickets": {"start": 1, "start_keep": 1, "draw": 1},
    }
    return Board.from_tables(
        {
            "format": 1,
            "id": "crossing",
            "name": "Crossing",
            "players": ["blue", "red", "green", "yellow", "black"],
            "colours": ["red", "blue", "green"],
            "cities": [
                {"name": name, "at": [i, i % 2], "port": True} for i, name in enumerate(names)
            ],
            "routes": routes,
            "tickets": {"all": tickets + others},
            "rules": basic | rules,
            "variants": {"base": {"name": "Base", "piles": {"tickets": ["all"]}}},
        }
    )


def borrowed(game: Game) -> list[str | None]:
    """Return what the stations of seat 0 borrow."""
    return [each.route for each in game.outcome().seats[0].stations_built]


def test_a_borrowed_route_within_a_network_can_put_a_tour_in_order() -> None:
    """E-04 with W-12: A, B and C are joined; only the borrowed route leads on from B to C."""
    board = crossing([{"tour": ["A", "B", "C"], "points": 20, "any_order": 5}])
    owners = {"a-x": 0, "x-b": 0, "x-c": 0, "b-c/2": 1}
    game = position(board, owners=owners, tickets=[["a-b-c"]], stations={"b": 0})
    assert game.outcome().seats[0].ticket_points == 20
    assert borrowed(game) == ["b-c/2"]


def test_a_tour_in_order_by_own_routes_needs_no_station() -> None:
    """E-04 with W-12: the station helps the other tour."""
    tours = [
        {"tour": ["A", "B", "C"], "points": 20, "any_order": 5},
        {"tour": ["A", "X", "B"], "points": 7, "any_order": 2},
    ]
    owners = {"a-x": 0, "x-b": 0, "x-c": 0, "b-c/2": 1}
    held = [["a-b-c", "a-x-b"]]
    game = position(crossing(tours), owners=owners, tickets=held, stations={"b": 0})
    assert game.outcome().seats[0].ticket_points == 27
    assert borrowed(game) == ["b-c/2"]


def test_two_stations_can_borrow_two_lanes_of_one_connection() -> None:
    """E-04 with W-12: from B to C and back, so that the tour B, C, A can be travelled."""
    board = crossing([{"tour": ["B", "C", "A"], "points": 20, "any_order": 5}])
    owners = {"x-b": 0, "a-x": 0, "b-c/1": 1, "b-c/2": 2}
    stations = {"b": 0, "c": 0}
    game = position(board, seats=4, owners=owners, tickets=[["b-c-a"]], stations=stations)
    assert game.outcome().seats[0].ticket_points == 20
    assert borrowed(game) == ["b-c/1", "b-c/2"]


CHOICE = [{"between": ["A", "B"], "points": 9}, {"between": ["A", "C"], "points": 3}]
"""The station in X reaches one of them."""


def test_stations_borrow_what_is_best_with_harbours() -> None:
    """E-04 with W-14: A–B alone is worth more, but A–C also makes the harbour count."""
    board = crossing(
        CHOICE,
        ships=9,
        hand={"train": 1, "ship": 1},
        display={"train": 3, "ship": 3},
        cards={"train": 8, "harbour": 4, "ship": 4},
        harbours=1,
        harbour_values=[30, 30, 30],
    )
    owners = {"a-x": 0, "x-b": 1, "x-c": 1}
    tickets = [["a-b", "a-c"]]
    without = position(board, owners=owners, tickets=tickets, stations={"x": 0})
    assert without.outcome().seats[0].ticket_points == 9 - 3
    game = position(board, owners=owners, tickets=tickets, stations={"x": 0}, harbours={"c": 0})
    seat = game.outcome().seats[0]
    assert (seat.ticket_points, seat.harbours) == (3 - 9, 30)


def test_stations_go_for_the_bonus_for_most_tickets_where_it_is_worth_more() -> None:
    """E-04 with G-06: two small tickets instead of one, as long as that makes them the most."""
    small = [{"between": ["A", "C"], "points": 3}, {"between": ["C", "X"], "points": 2}]
    board = crossing([{"between": ["A", "B"], "points": 9}, *small], most_tickets=15)
    owners = {"a-x": 0, "x-b": 1, "x-c": 1}
    mine, theirs = ["a-b", "a-c", "c-x"], ["b-c", "b-x"]
    game = position(board, owners=owners, tickets=[mine, theirs], stations={"x": 0})
    assert [seat.completed for seat in game.outcome().seats] == [2, 2]
    assert [seat.most_tickets for seat in game.outcome().seats] == [15, 15]
    alone = position(board, owners=owners, tickets=[mine, theirs[:1]], stations={"x": 0})
    assert alone.outcome().seats[0].ticket_points == 9 - 3 - 2
    assert alone.outcome().seats[0].most_tickets == 15


def test_a_route_that_two_stations_could_borrow_goes_to_the_first() -> None:
    """E-04: either station could borrow it; the first does."""
    board = crossing([])
    owners = {"a-x": 1, "x-b": 0, "x-c": 0, "b-c/2": 1}
    game = position(board, owners=owners, tickets=[["a-c"]], stations={"a": 0, "x": 0})
    assert borrowed(game) == ["a-x", None]
