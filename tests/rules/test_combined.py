"""Rules of different rulebooks on one board: World with stations, tunnels and every tie-break."""

import dataclasses

from stellwerk.board import Board
from stellwerk.game import BuildStation, ClaimRoute, PayTunnel
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
