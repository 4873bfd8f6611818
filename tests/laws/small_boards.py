"""Small boards with any combination of rules, made at random, and crowded positions on them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Any

import numpy as np

from stellwerk.board import Board
from stellwerk.board.model import COLOURS
from stellwerk.rules.state import STATE
from tests.laws.networks import Scorer

_NAMES = ("Aach", "Binz", "Celle", "Daun", "Elze", "Forst", "Greiz", "Husum")
_COUNTRY = "Lummerland"
_ENDS = ("Lummerland North", "Lummerland South")
_JUNCTION = "Junction"
_TIE_BREAKS = ("tickets", "longest_path", "fewest_stations", "harbours")

_ROUTES = 16
"""Most routes claimed in a position."""


def small_board(rng: random.Random) -> Board:
    """Return a board of a few cities; each rule is in it or not, whatever the others are."""
    return Board.from_tables(small_tables(rng), origin="small board")


def plain_board(cities: Sequence[str], routes: Sequence[dict[str, Any]]) -> Board:
    """Return a board of gray routes with the plainest rules, and a bonus for the longest path."""
    tickets = [{"between": list(pair), "points": 1} for pair in islice(combinations(cities, 2), 6)]
    return Board.from_tables(
        {
            "format": 1,
            "id": "plain",
            "name": "Plain",
            "players": ["blue", "red", "green", "yellow", "black"],
            "cities": [{"name": name, "at": [i, i * i % 7]} for i, name in enumerate(cities)],
            "routes": [{"colour": "gray"} | route for route in routes],
            "tickets": {"all": tickets},
            "rules": {
                "wagons": 45,
                "hand": 1,
                "display": 2,
                "cards": {"train": 12},
                "route_points": [1, 2, 4, 7, 10, 15],
                "longest_path": 10,
                "tickets": {"start": 1, "start_keep": 1, "draw": 1},
            },
            "variants": {"base": {"name": "Base", "piles": {"tickets": ["all"]}}},
        }
    )


def small_tables(rng: random.Random) -> dict[str, Any]:
    """Return what the file of such a board holds."""
    cities = list(_NAMES[: rng.randint(4, len(_NAMES))])
    rules = _rules(rng, ships=rng.random() < 0.6)
    places = [
        {"name": name, "at": [number, number % 3], "port": number == 0 or rng.random() < 0.6}
        for number, name in enumerate(cities)
    ]
    ends = cities.copy()
    countries = rng.random() < 0.3
    if countries:
        places += [
            {"name": name, "at": [9, number], "country": _COUNTRY}
            for number, name in enumerate(_ENDS)
        ]
    if rng.random() < 0.3:
        places.append({"name": _JUNCTION, "at": [5, 5], "junction": True})
        ends.append(_JUNCTION)
    mixed = rng.random() < 0.3
    rules["tickets"] = _ticket_rules(rng, mixed)
    piles = {"short": ["short"], "long": ["long"]} if mixed else {"tickets": ["short", "long"]}
    tables = {
        "format": 1,
        "id": "small",
        "name": "Small",
        "players": ["blue", "red", "green", "yellow", "black"],
        "colours": list(COLOURS[: rng.randint(1, 4)]),
        "cities": places,
        "routes": _routes(rng, ends, _ENDS if countries else (), rules),
        "tickets": _tickets(rng, [*cities, *([_COUNTRY] if countries else [])]),
        "rules": rules,
        "variants": {"base": {"name": "Base", "piles": piles}},
    }
    if countries:
        tables["countries"] = [{"name": _COUNTRY}]
    return tables


def _rules(rng: random.Random, ships: bool) -> dict[str, Any]:
    stations = rng.randint(0, 3)
    harbours = rng.randint(0, 3) if ships else 0
    hand, shown = rng.randint(1, 2), rng.randint(2, 4)
    rules: dict[str, Any] = {
        "wagons": 20,
        "hand": {"train": hand, "ship": hand} if ships else hand,
        "display": {"train": shown, "ship": rng.randint(1, 3)} if ships else shown,
        "flush": rng.randint(2, 4),
        "cards": {"train": 16, "locomotives": rng.randint(0, 6)},
        "route_points": [rng.randint(0, 9) for _ in range(4)],
        "longest_path": rng.choice([0, 10]),
        "most_tickets": rng.choice([0, 4, 15]),
        "stations": stations,
        "station_bonus": 4 if stations else 0,
        "harbours": harbours,
        "end_pieces": rng.randint(2, 10),
        "end_rounds": rng.randint(1, 2),
    }
    if ships:
        rules |= {"ships": 20, "pieces": 30, "exchange": rng.random() < 0.5}
        rules["cards"] |= {"harbour": 4, "ship": 12, "double_ship": rng.randint(1, 6)}
    if harbours:
        rules |= {"harbour_values": [rng.randint(0, 30) for _ in range(3)], "harbour_penalty": 4}
    ties = [
        tie
        for tie in _TIE_BREAKS
        if (tie != "fewest_stations" or stations) and (tie != "harbours" or harbours)
    ]
    rules["tie_breaks"] = rng.sample(ties, rng.randint(1, len(ties)))
    return rules


def _ticket_rules(rng: random.Random, mixed: bool) -> dict[str, Any]:
    unkept = rng.choice(["under", "out", "shuffle"])
    return {
        "start": 2,
        "start_keep": 1,
        "start_unkept": unkept,
        "draw": 2,
        "draw_keep": 1,
        "mix": mixed,
    }


def _routes(
    rng: random.Random, cities: list[str], ends: tuple[str, ...], rules: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return routes that join all cities, many of them in several ways."""
    order = rng.sample(cities, len(cities))
    pairs = list(zip(order[1:], order, strict=False))
    others = [pair for pair in combinations(cities, 2) if pair not in pairs]
    others = [(a, b) for a, b in others if (b, a) not in pairs]
    pairs += rng.sample(others, min(len(others), rng.randint(2, 8)))
    pairs += [(end, rng.choice(cities)) for end in ends]
    routes: list[dict[str, Any]] = []
    for pair in pairs:
        kinds = ["train", "ship"] if "ships" in rules else ["train"]
        for kind in rng.sample(kinds, 1 if pair[0] in ends else rng.randint(1, len(kinds))):
            routes += _connection(rng, pair, kind)
    return routes


def _connection(rng: random.Random, pair: tuple[str, str], kind: str) -> list[dict[str, Any]]:
    lanes = rng.choice([1, 1, 2, 3])
    length = rng.randint(1, 4)
    special: dict[str, Any] = {}
    if kind == "train":
        tunnel = {"tunnel": rng.random() < 0.5, "locomotives": rng.randint(0, 1)}
        special = rng.choice([{}, {}, tunnel, {"rugged": True}])
    return [
        {"between": list(pair), "kind": kind, "length": length, "colour": "gray"}
        | special
        | ({"lane": lane} if lanes > 1 else {})
        for lane in range(1, lanes + 1)
    ]


def _tickets(rng: random.Random, places: list[str]) -> dict[str, list[dict[str, Any]]]:
    """Return tickets and tours, in two groups."""
    tickets: list[dict[str, Any]] = [
        {"between": list(pair), "points": rng.randint(1, 20), "penalty": rng.randint(0, 9)}
        for pair in combinations(places, 2)
    ]
    stops = {tuple(rng.sample(places, rng.randint(3, min(5, len(places))))) for _ in range(30)}
    for tour in sorted(stops):
        values = {"points": rng.randint(1, 20), "any_order": rng.randint(1, 20)}
        tickets.append({"tour": list(tour), **values, "penalty": rng.randint(0, 9)})
    rng.shuffle(tickets)
    half = len(tickets) // 2
    return {"short": tickets[:half], "long": tickets[half:]}


def crowded_position(board: Board, seats: int, rng: random.Random) -> Any:
    """Return a position with routes, tickets, stations and harbours of all seats.

    There are so few routes that every trail and every choice of borrowed routes can be tried.
    """
    states = np.zeros(1, STATE)
    states["seats"] = seats
    taken: dict[int, set[int]] = {}
    routes = list(enumerate(board.routes))
    for number, route in rng.sample(routes, min(len(routes), _ROUTES)):
        seat = rng.randrange(seats)
        if seat not in taken.setdefault(route.connection, set()):
            taken[route.connection].add(seat)
            states["own"][0, seat, number // 64] |= np.uint64(1 << number % 64)
    tickets = rng.sample(range(len(board.tickets)), min(len(board.tickets), 5 * seats))
    for place, ticket in enumerate(tickets):
        states["held"][0, place % seats, ticket // 64] |= np.uint64(1 << ticket % 64)
    cities = [number for number, city in enumerate(board.cities) if city.kind == "city"]
    ports = [number for number in cities if board.cities[number].port]
    for field, most, places in (
        ("station", board.rules.stations, cities),
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
