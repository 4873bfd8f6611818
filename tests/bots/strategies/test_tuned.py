"""The planner's parameters are frozen, and known by version and fingerprint."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files

from stellwerk.board import Board, boards
from stellwerk.bots.planning.playbook import DEAREST, PARAMETERS, book
from stellwerk.bots.strategies.tuned import FILE, tuned


def test_the_data_file_names_only_parameters_and_boards_that_exist() -> None:
    tables = tomllib.loads((files("stellwerk.bots") / "data" / FILE).read_text("utf-8"))
    assert tables.pop("version") >= 1
    for section, table in tables.items():
        board, _, variant = section.partition("/")
        assert board in boards()
        assert not variant or variant in {each.id for each in Board.load(board).variants}
        assert set(table) <= set(PARAMETERS)


def test_the_fingerprint_tells_parameters_apart() -> None:
    usa = tuned(Board.load("usa"))
    assert usa.fingerprint == tuned(Board.load("usa", "big_cities")).fingerprint
    assert usa.fingerprint != tuned(Board.load("usa", "mega")).fingerprint
    other = replace(usa, parameters={**usa.parameters, "blind": usa.parameters["blind"] + 1})
    assert usa.fingerprint != other.fingerprint
    assert usa.fingerprint != replace(usa, version=usa.version + 1).fingerprint


def test_every_route_has_a_price_that_a_search_can_hold() -> None:
    for name in boards():
        board = Board.load(name)
        prices = book(board, tuned(board).parameters)["route_cost"][0, : len(board.routes)]
        assert prices.min() >= 1
        assert prices.max() <= DEAREST
