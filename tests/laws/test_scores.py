"""Final scores equal those of an independent scorer, on finished games and on dense networks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.board.compile import TIES
from stellwerk.board.layout import NONE, SEATS, TICKETS
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import STATE
from tests.laws.laws import TABLES, VARIANTS, Walk, effort
from tests.laws.networks import Scorer, longest_trail, network_of
from tests.laws.small_boards import plain_board

MOST_ROUTES = 13
"""More would be too many sets of routes to try."""
MOST_IN_GAMES = 17


def scored(board: Board, states: Any) -> Any:
    """Return the kernel's score of a position."""
    results = np.zeros(1, RESULT)
    entries.score(states, 0, board.record, np.zeros(1, SCRATCH), results)
    return results[0]


def compare(board: Board, states: Any) -> None:
    """Compare the scores of kernel and oracle in a position."""
    result = scored(board, states)
    scorer = Scorer(board, states[0])
    seats = scorer.seats()
    needs_trail = board.rules.longest_path > 0 or "longest_path" in board.rules.tie_breaks
    for seat, expected in enumerate(seats):
        parts = ("routes", "tickets", "completed", "stations", "harbours", "exchange")
        for part in (*parts, "longest_path", "most_tickets", "total"):
            assert result[part][seat] == getattr(expected, part), f"{part} of seat {seat}"
        assert result["trail"][seat] == (expected.trail if needs_trail else 0)
        deciders = {TIES[name] for name in scorer.deciders(seats, seat)} or {0}
        assert int(result["tie_break"][seat]) in deciders
        check_borrowed(board, scorer, seat, result)
        borrowed = [None if route == NONE else int(route) for route in result["borrowed"][seat]]
        assert borrowed[: len(expected.borrowed)] == list(expected.borrowed)
    assert [int(rank) for rank in result["rank"][: len(seats)]] == scorer.ranks(seats)


def check_borrowed(board: Board, scorer: Scorer, seat: int, result: Any) -> None:
    """Check that the borrowed routes may be borrowed, and give the points (E-04)."""
    borrowed = [None if route == NONE else int(route) for route in result["borrowed"][seat]]
    for city, route in zip(scorer.station[seat], borrowed, strict=False):
        if route is not None:
            assert city in (board.routes[route].a, board.routes[route].b)
            assert any(route in own for other, own in enumerate(scorer.own) if other != seat)
    tickets = [board.tickets[number] for number in scorer.held[seat]]
    values = scorer.values_with(seat, tickets, tuple(borrowed))
    assert sum(values) == result["tickets"][seat]
    assert values == [result["ticket_value"][seat][number] for number in scorer.held[seat]]


@pytest.mark.parametrize(("name", "variant", "seats"), TABLES)
def test_a_game_is_scored_as_the_oracle_does(name: str, variant: str, seats: int) -> None:
    board = Board.load(name, variant)
    rng = random.Random(seats)
    for seed in range(effort(2, interpreted=0)):
        walk = Walk(board, seats, seed)
        for _ in walk.steps():
            if rng.random() < 0.01:
                compare_if_small(board, walk.states)
        compare_if_small(board, walk.states)


def compare_if_small(board: Board, states: Any) -> None:
    """Compare the scores unless there are too many routes to try all sets of them."""
    if np.bitwise_count(states["own"][0]).sum(axis=1).max() <= MOST_IN_GAMES:
        compare(board, states)


def dense_position(board: Board, seats: int, rng: random.Random) -> Any:
    """Return a position with many routes, tickets, stations and harbours close together."""
    states = np.zeros(1, STATE)
    states["seats"] = seats
    start = rng.randrange(len(board.cities))
    near = sorted(nearest(board, start, rng.randint(5, 12)))
    routes = [n for n, route in enumerate(board.routes) if route.a in near and route.b in near]
    rng.shuffle(routes)
    counts = [0] * seats
    for route in routes:
        seat = rng.choice([0, 0, *range(seats)])
        if counts[seat] < MOST_ROUTES and rng.random() < 0.85:
            counts[seat] += 1
            states["own"][0, seat, route // 64] |= np.uint64(1 << route % 64)
    tickets = [n for n, t in enumerate(board.tickets) if any(near_stop(t.stops, near))]
    rng.shuffle(tickets)
    for place, ticket in enumerate(tickets[: 6 * seats]):
        states["held"][0, place % seats, ticket // 64] |= np.uint64(1 << ticket % 64)
    cities = [city for city in near if board.cities[city].kind == "city"]
    ports = [city for city in cities if board.cities[city].port]
    for field, most, places in (
        ("station", min(board.rules.stations, 2), cities),
        ("harbour", board.rules.harbours, ports),
    ):
        rng.shuffle(places)
        for place, city in enumerate(places[: seats * most]):
            states[field][0, place % seats] |= np.uint64(1 << city)
    scorer = Scorer(board, states[0])
    for seat in range(seats):
        exchanged = rng.randint(0, 3) if board.rules.exchange else 0
        states["score"][0, seat] = scorer.route_points(seat) - exchanged
    return states


def near_stop(stops: tuple[tuple[int, ...], ...], near: list[int]) -> list[bool]:
    """Tell of each stop whether it is among some cities."""
    return [any(city in near for city in stop) for stop in stops]


def nearest(board: Board, start: int, number: int) -> set[int]:
    """Return this many cities around a city, by routes."""
    found = [start]
    for city in found:
        for route in board.routes:
            other = route.a + route.b - city
            if city in (route.a, route.b) and other not in found and len(found) < number:
                found.append(other)
    return set(found)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_dense_positions_are_scored_as_the_oracle_does(name: str, variant: str) -> None:
    board = Board.load(name, variant)
    rng = random.Random(f"{name} {variant}")
    for _ in range(effort(20, interpreted=2)):
        compare(board, dense_position(board, rng.randint(2, 5), rng))


def complete_board(rng: random.Random, cities: int) -> Board:
    """Return a board on which every two cities are joined, some of them twice."""
    names = [f"City {letter}" for letter in "ABCDEFGHIJ"[:cities]]
    routes = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            length, lanes = rng.randint(1, 6), rng.choice([1, 1, 2])
            for lane in range(1, lanes + 1):
                route = {"between": [a, b], "length": length}
                routes.append(route | ({"lane": lane} if lanes > 1 else {}))
    return plain_board(names, routes)


@pytest.mark.parametrize("number", range(10))
def test_the_longest_trail_of_dense_networks_is_exact(number: int) -> None:
    """C-22: on small networks full of circles, where a shortcut in the search would show."""
    rng = random.Random(number)
    states = np.zeros(1, STATE)
    states["seats"] = SEATS
    for _ in range(effort(8, interpreted=1)):
        board = complete_board(rng, rng.randint(4, 8))
        for _ in range(6):
            states["own"] = 0
            owned = []
            for seat in range(SEATS):
                most = min(len(board.routes), MOST_ROUTES)
                routes = rng.sample(range(len(board.routes)), rng.randint(4, most))
                for route in routes:
                    states["own"][0, seat, route // 64] |= np.uint64(1 << route % 64)
                owned.append(routes)
            trails = scored(board, states)["trail"]
            for seat, routes in enumerate(owned):
                assert trails[seat] == longest_trail(network_of(board, routes)), routes


def test_the_worth_of_every_ticket_equals_its_value_in_the_final_score() -> None:
    for name, variant in VARIANTS:
        board = Board.load(name, variant)
        states = dense_position(board, 2, random.Random(name))
        states["station"] = 0
        values = np.zeros(TICKETS, np.int64)
        result = scored(board, states)
        entries.ticket_values(states, 0, board.record, 0, np.zeros(1, SCRATCH), values)
        for ticket in Scorer(board, states[0]).held[0]:
            assert values[ticket] == result["ticket_value"][0][ticket]
