"""A board file can combine the rules of all rulebooks."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files
from typing import Any

from stellwerk import Board, Game
from stellwerk.game import BuildHarbour, BuildStation, ChooseMix, ExchangePieces, PayTunnel


def tables() -> dict[str, Any]:
    """Return the World board with tunnels, ferries, stations, two ticket piles and both bonuses."""
    text = (files("stellwerk.board") / "data" / "world.toml").read_text(encoding="utf-8")
    world = tomllib.loads(text)
    world["id"] = "everything"
    plain = [
        route
        for route in world["routes"]
        if route.get("kind") != "ship" and not route.get("rugged") and "lane" not in route
    ]
    for number, route in enumerate(plain):
        route["tunnel"] = True
        if route["colour"] == "gray" and number % 2 and route["length"] > 1:
            route["locomotives"] = 1
    rules = world["rules"]
    rules["stations"] = 3
    rules["station_bonus"] = 4
    rules["longest_path"] = 10
    rules["most_tickets"] = 15
    rules["tie_breaks"] = ["tickets", "fewest_stations", "harbours", "longest_path"]
    first, *others = world["tickets"].values()
    tickets = [ticket for group in (first, *others) for ticket in group]
    world["tickets"] = {"short": tickets[:30], "long": tickets[30:]}
    rules["tickets"] = {
        "mix": True,
        "start": 4,
        "start_keep": 2,
        "start_unkept": "shuffle",
        "draw": 4,
        "draw_keep": 1,
    }
    for variant in world["variants"].values():
        variant["piles"] = {"short": ["short"], "long": ["long"]}
    return world


def test_a_board_with_all_rules_plays_to_the_end() -> None:
    board = Board.from_tables(tables(), origin="everything.toml")
    rng = random.Random(1)
    kinds = set()
    for seed in range(16):
        game = Game.new(board, seats=2 + seed % 4, seed=seed)
        while not game.over:
            move = rng.choice(game.legal_moves(rng.choice(game.pending)))
            kinds.add(type(move))
            game.play(move)
            if game.phase == "tunnel":
                assert sum(game.position.tunnel_hits) == game.position.tunnel_extra
        outcome = game.outcome()
        assert all(
            each.total
            == each.routes
            + each.exchange
            + each.ticket_points
            + each.longest_path
            + each.most_tickets
            + each.stations
            + each.harbours
            for each in outcome.seats
        )
        assert game.record().replay(board).position.state.tobytes() == game.position.state.tobytes()
    assert {BuildStation, BuildHarbour, ChooseMix, ExchangePieces, PayTunnel} <= kinds
