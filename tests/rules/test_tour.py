"""Tours: tickets with more than two stops."""

import dataclasses
import random
from collections import Counter
from collections.abc import Collection

import networkx as nx
import numpy as np
import pytest

from stellwerk.board import Board
from stellwerk.board.model import Ticket
from stellwerk.game.outcome import TicketResult
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import STATE
from tests.builders import position
from tests.laws.laws import effort
from tests.laws.test_scores import complete_board

NORTH_AFRICA = "casablanca-al-qahira-tehran"
"""9 points in order, 6 otherwise, 15 lost."""
AFRICA = "lagos-luanda-dar-es-salaam-djibouti"
ARCTIC = "anchorage-vancouver-winnipeg-cambridge-bay"


def result(tour: str, *routes: str) -> TicketResult:
    """Return what a tour is worth over these routes."""
    game = position("world", seats=4, owners=dict.fromkeys(routes, 0), tickets=[[tour]])
    seat = game.outcome().seats[0]
    (ticket,) = seat.tickets
    assert seat.ticket_points == ticket.points
    assert seat.completed == (ticket.points > 0)
    return ticket


def test_stops_in_the_printed_order_bring_the_first_value() -> None:
    """W-12."""
    ticket = result(NORTH_AFRICA, "casablanca-al-qahira", "al-qahira-tehran/1")
    assert (ticket.status, ticket.points) == ("completed", 9)


def test_stops_joined_in_another_order_bring_the_second() -> None:
    """W-12: from Casablanca over Athina and Tehran to Al-Qahira and no further."""
    way = ["marseille-casablanca", "marseille-athina", "athina-tehran", "al-qahira-tehran/1"]
    ticket = result(NORTH_AFRICA, *way)
    assert (ticket.status, ticket.points) == ("any_order", 6)


def test_a_missing_stop_loses_the_third() -> None:
    """W-12: 15, never 6."""
    for routes in ([], ["casablanca-al-qahira"], ["al-qahira-tehran/1"]):
        ticket = result(NORTH_AFRICA, *routes)
        assert (ticket.status, ticket.points) == ("failed", -15)


def test_cities_between_the_stops_do_not_matter() -> None:
    """W-12."""
    way = ["lagos-luanda/1", "luanda-cape-town", "cape-town-dar-es-salaam/1"]
    ticket = result(AFRICA, *way, "djibouti-dar-es-salaam/1")
    assert ticket.status == "completed"


def test_a_stop_may_be_passed_early() -> None:
    """W-12: through Tehran on the way to Al-Qahira, and back to Tehran by another lane."""
    way = ["marseille-casablanca", "marseille-athina", "athina-tehran"]
    ticket = result(NORTH_AFRICA, *way, "al-qahira-tehran/1", "al-qahira-djibouti/1")
    assert ticket.status == "any_order"
    ring = [*way, "athina-al-qahira", "al-qahira-tehran/1"]
    assert result(NORTH_AFRICA, *ring).status == "completed"


def test_a_city_may_be_passed_again() -> None:
    """W-12: Tehran, Mumbai early, Lahore, Bangkok early, Mumbai again, Bangkok again."""
    way = ["tehran-mumbai/1", "lahore-mumbai/1", "lahore-beijing", "beijing-hong-kong/1"]
    way += ["hong-kong-bangkok/1", "mumbai-bangkok/1"]
    ring = ["mumbai-dar-es-salaam", "dar-es-salaam-jakarta/1", "bangkok-jakarta"]
    assert result("tehran-lahore-mumbai-bangkok", *way, *ring).status == "completed"
    assert result("tehran-lahore-mumbai-bangkok", *way, *ring[:2]).status == "any_order"


def test_no_route_is_used_twice() -> None:
    """W-12: the stops hang from Winnipeg like a star; there is no way back."""
    star = ["vancouver-winnipeg", "cambridge-bay-winnipeg"]
    assert result(ARCTIC, *star, "vancouver-anchorage").status == "completed"
    reverse = ["cambridge-bay-anchorage", *star]
    assert result(ARCTIC, *reverse).status == "any_order"


@pytest.mark.parametrize("other", [1, 2, 3])
def test_routes_of_others_do_not_help(other: int) -> None:
    """W-12, C-20."""
    game = position(
        "world",
        seats=4,
        owners={"casablanca-al-qahira": 0, "al-qahira-tehran/1": other},
        tickets=[[NORTH_AFRICA]],
    )
    assert game.outcome().seats[0].ticket_points == -15


def test_a_tour_in_any_order_is_one_completed_ticket() -> None:
    """W-12, W-14: it counts for a harbour as well."""
    way = ["marseille-casablanca", "marseille-athina", "athina-tehran", "al-qahira-tehran/1"]
    game = position(
        "world",
        owners=dict.fromkeys(way, 0),
        tickets=[[NORTH_AFRICA]],
        harbours={"al-qahira": 0, "casablanca": 0},
    )
    seat = game.outcome().seats[0]
    assert seat.completed == 1
    assert seat.harbours == 20 + 20 - 4


Stops = tuple[tuple[int, ...], ...]


def worth(board: Board, routes: Collection[int], stops: Stops) -> int:
    """Return what a tour is worth over routes of a board, by their numbers: 20, 5 or -15."""
    states = np.zeros(1, STATE)
    states["seats"] = 2
    for number in routes:
        states["own"][0, 0, number // 64] |= np.uint64(1 << number % 64)
    states["held"][0, 0, 0] = 1
    names = tuple(board.cities[cities[0]].id for cities in stops)
    rules = dataclasses.replace(board.rules, longest_path=0, tie_breaks=("tickets",))
    tickets = (Ticket("tour", stops, names, 20, 5, 15), *board.tickets)
    asked = dataclasses.replace(board, tickets=tickets, rules=rules)
    results = np.zeros(1, RESULT)
    entries.score(states, 0, asked.record, np.zeros(1, SCRATCH), results)
    return int(results["tickets"][0, 0])


def worth_by_trying(board: Board, routes: Collection[int], stops: Stops) -> int:
    """Return the same, by trying all trails."""
    network: nx.MultiGraph[int] = nx.MultiGraph()
    for number in routes:
        network.add_edge(board.routes[number].a, board.routes[number].b, number)
    tried: set[tuple[int, int, frozenset[int]]] = set()

    def leads_on(city: int, met: int, used: frozenset[int]) -> bool:
        if met == len(stops):
            return True
        if (city, met, used) in tried or city not in network:
            return False
        tried.add((city, met, used))
        return any(
            leads_on(there, met + (there in stops[met]), used | {number})
            for _, there, number in network.edges(city, keys=True)
            if number not in used
        )

    if any(leads_on(start, 1, frozenset()) for start in stops[0]):
        return 20
    parts = nx.connected_components(network)
    return 5 if any(all(part & set(cities) for cities in stops) for part in parts) else -15


@pytest.mark.parametrize(
    ("routes", "stops", "points"),
    [
        # A stop is passed before its turn, after enough tries for the search to look ahead.
        ([3, 4, 7, 9, 10, 15, 16, 18, 21, 28, 33, 35, 43, 48, 51], (2, 4, 5, 9, 0), 20),
        ([1, 4, 5, 6, 14, 18, 28, 30, 32, 34, 42, 49, 52, 55, 56, 58], (9, 5, 1, 0, 8), 20),
        # Much is tried in vain before the way is found.
        ([3, 5, 8, 9, 18, 20, 22, 23, 31, 38, 41, 43, 44, 55], (8, 4, 3, 2, 0), 20),
        # There is room for the ways one by one, but no single trail takes them all.
        ([4, 12, 23, 26, 28, 29, 34, 47, 56, 59], (3, 2, 7, 4), 5),
        # A way would have to use a route against another one.
        ([3, 9, 11, 12, 14, 19, 24, 32, 39, 46, 55], (2, 6, 7, 8, 9), 5),
    ],
)
def test_networks_in_which_the_way_is_hard_to_find(
    routes: list[int], stops: tuple[int, ...], points: int
) -> None:
    """W-12."""
    board = complete_board(random.Random(1), 10)
    places = tuple((city,) for city in stops)
    assert worth_by_trying(board, routes, places) == points
    assert worth(board, routes, places) == points


def test_a_country_is_met_at_any_of_its_ends() -> None:
    """W-12 with G-05: nothing leads on from the first end, everything from the second."""
    board = complete_board(random.Random(1), 10)
    number = {frozenset((route.a, route.b)): n for n, route in enumerate(board.routes)}
    way = [number[frozenset(pair)] for pair in ((2, 3), (3, 4), (1, 5))]
    assert worth(board, way, ((1, 2), (3,), (4,))) == 20
    assert worth(board, way, ((2,), (3,), (1, 5))) == -15


def test_tours_are_worth_what_trying_all_trails_says() -> None:
    """W-12."""
    rng = random.Random(12)
    board = complete_board(random.Random(1), 10)
    values = Counter[int]()
    for _ in range(effort(600, interpreted=12)):
        routes = rng.sample(range(len(board.routes)), rng.randint(8, 17))
        stops = tuple((city,) for city in rng.sample(range(10), rng.choice([3, 4, 5])))
        points = worth(board, routes, stops)
        assert points == worth_by_trying(board, routes, stops), (routes, stops)
        values[points] += 1
    assert len(values) == 3


def test_a_dense_network_with_one_way_out_is_judged_at_once() -> None:
    """W-12: the second stop lies behind a single route, so there is no way back to the third."""
    board = complete_board(random.Random(1), 9)
    routes = [
        number
        for number, route in enumerate(board.routes)
        if 8 not in (route.a, route.b) or ({route.a, route.b} == {0, 8} and route.lane == 1)
    ]
    assert worth(board, routes, ((1,), (8,), (2,))) == 5
