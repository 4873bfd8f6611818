"""The longest path of tangled networks: exact, and found in time whatever is built (C-22)."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import STATE
from tests.laws.laws import effort
from tests.laws.networks import longest_trail, network_of
from tests.laws.small_boards import plain_board

Connection = tuple[int, int, int]
"""Two cities and a length."""


def board_of(connections: Sequence[Connection]) -> Board:
    """Return a board with these connections."""
    cities = 1 + max(max(a, b) for a, b, _ in connections)
    names = [f"City {chr(65 + city // 26)}{chr(65 + city % 26)}" for city in range(cities)]
    routes = [{"between": [names[a], names[b]], "length": length} for a, b, length in connections]
    return plain_board(names, routes)


def trail(board: Board, number: int | None = None) -> int:
    """Return the longest path of a seat that owns the first routes of a board, or all."""
    states = np.zeros(1, STATE)
    states["seats"] = 2
    for route in range(len(board.routes) if number is None else number):
        states["own"][0, 0, route // 64] |= np.uint64(1 << route % 64)
    results = np.zeros(1, RESULT)
    entries.score(states, 0, board.record, np.zeros(1, SCRATCH), results)
    return int(results["trail"][0, 0])


def tangle(rng: random.Random, cities: int, number: int) -> list[Connection]:
    """Return connections at random; they join all cities."""
    pairs = list(combinations(range(cities), 2))
    while True:
        chosen = rng.sample(pairs, number)
        if nx.is_connected(nx.Graph(chosen)) and len(set().union(*chosen)) == cities:
            return [(a, b, rng.choice((1, 1, 2, 3, 6))) for a, b in chosen]


def with_branches(rng: random.Random, connections: list[Connection]) -> list[Connection]:
    """Let routes with a loose end hang from some of the cities."""
    cities = 1 + max(max(a, b) for a, b, _ in connections)
    hanging = [
        (rng.randrange(cities), cities + number, rng.randint(1, 6))
        for number in range(rng.randrange(4))
    ]
    return connections + hanging


@pytest.mark.parametrize("number", range(6))
def test_a_tangle_is_measured_exactly(number: int) -> None:
    """C-22: too many circles to go through all trails in time."""
    rng = random.Random(number)
    for _ in range(effort(20, interpreted=1)):
        board = board_of(with_branches(rng, tangle(rng, rng.randint(6, 8), rng.randint(12, 15))))
        assert trail(board) == longest_trail(network_of(board, list(range(len(board.routes)))))


def test_twenty_routes_between_eight_cities_take_no_time() -> None:
    """C-22: there are hundreds of millions of trails."""
    board = board_of(tangle(random.Random(8), 8, 20))
    trail(board)
    begun = time.thread_time()
    found = trail(board)
    assert time.thread_time() - begun < effort(100, interpreted=3000) / 1000
    assert found == longest_trail(network_of(board, list(range(20))))


def test_a_network_in_which_three_routes_meet_everywhere() -> None:
    """C-22: in all ten cities of the Petersen graph; but for two ends each leaves one unused."""
    outer = [(i, (i + 1) % 5, 1) for i in range(5)]
    inner = [(5 + i, 5 + (i + 2) % 5, 1) for i in range(5)]
    assert trail(board_of([*outer, *inner, *((i, 5 + i, 1) for i in range(5))])) == 11


def test_eight_cities_that_only_three_others_are_joined_to() -> None:
    """C-22: each of the eight leaves a route unused, but for two ends; twice it is no longer."""
    star = [(a, b, 1) for a in range(3) for b in range(3, 11)]
    again = [(11 + a, 11 + b, length) for a, b, length in star]
    assert trail(board_of(star)) == 24 - 6
    assert trail(board_of([*star, *again, (0, 11, 1)]), 2 * len(star)) == 24 - 6


def test_a_city_is_left_out_where_that_costs_least() -> None:
    """C-22: of three detours between cities of a complete network only one can be travelled."""
    network = [(a, b, 6) for a, b in combinations(range(7), 2)]
    detours = [(2 * i + side, 7 + i, 1) for i in range(3) for side in range(2)]
    assert trail(board_of(network + detours)) == 21 * 6 + 2


def test_a_network_with_too_many_cities_open_at_a_time_is_searched() -> None:
    """C-22: 153 routes between 19 cities; four is the least that can stay unused."""
    rng = random.Random(718)
    cities = rng.randint(17, 20)
    pairs = list(combinations(range(cities), 2))
    chosen = sorted(rng.sample(pairs, rng.randint(3 * cities, len(pairs))))
    assert (cities, len(chosen)) == (19, 153)
    assert trail(board_of([(a, b, 1) for a, b in chosen])) == 149
