"""Tours: tickets with more than two stops."""

import dataclasses
import random

import numpy as np
import pytest

from stellwerk.board.model import Ticket
from stellwerk.game.outcome import TicketResult
from stellwerk.rules import entries
from stellwerk.rules.score import RESULT
from stellwerk.rules.scratch import SCRATCH
from stellwerk.rules.state import STATE
from tests.builders import position
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


def test_a_dense_network_with_one_way_out_is_judged_at_once() -> None:
    """W-12: the second stop lies behind a single route, so there is no way back to the third."""
    board = complete_board(random.Random(1), 9)
    names = [city.id for city in board.cities]
    states = np.zeros(1, STATE)
    states["seats"] = 2
    for number, route in enumerate(board.routes):
        ends = {route.a, route.b}
        if 8 not in ends or (ends == {0, 8} and route.lane == 1):
            states["own"][0, 0, number // 64] |= np.uint64(1 << number % 64)
    states["held"][0, 0, 0] = 1
    tour = Ticket("tour", ((1,), (8,), (2,)), (names[1], names[8], names[2]), 20, 5, 15)
    rules = dataclasses.replace(board.rules, longest_path=0, tie_breaks=("tickets",))
    hard = dataclasses.replace(board, tickets=(tour, *board.tickets), rules=rules)
    results = np.zeros(1, RESULT)
    entries.score(states, 0, hard.record, np.zeros(1, SCRATCH), results)
    assert results["tickets"][0, 0] == 5
