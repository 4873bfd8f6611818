"""What routes and tickets are worth, counted by hand on a few games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from stellwerk.arena import Games, Lineup, play_deals
from stellwerk.arena.worth import route_worths, ticket_worths
from stellwerk.board import Board

PLAYED = play_deals(Lineup(Board.load("lesson"), ("greedy", "greedy"), "worth"), range(4)).games


def _games(owner: list[int], holder: list[int], worth: list[int]) -> Games:
    """Return four games of two bots; the first seat wins by 10, 10, 10, then loses by 10."""
    return replace(
        PLAYED,
        bots=np.zeros((4, 2), np.int64),
        rank=np.array([[1, 2], [1, 2], [1, 2], [2, 1]]),
        total=np.array([[20, 10], [20, 10], [20, 10], [10, 20]]),
        owner=np.array(owner)[:, None],
        holder=np.array(holder)[:, None],
        worth=np.array(worth)[:, None],
    )


def test_a_route_is_worth_what_its_owner_is_further_ahead() -> None:
    (route,) = route_worths(_games([0, 0, -1, 1], [-1] * 4, [0] * 4))
    assert (route.taken, route.by_winner) == (0.75, 0.75)
    # Owners are ahead by 10, 10 and 10; the others by -10, -10, 10, -10 and -10.
    assert route.worth is not None
    assert route.worth.mean == pytest.approx(16)


def test_a_route_that_nobody_takes_has_no_worth() -> None:
    (route,) = route_worths(_games([-1] * 4, [-1] * 4, [0] * 4))
    assert (route.taken, route.by_winner, route.worth) == (0, 0, None)


def test_a_ticket_is_counted_by_its_holders() -> None:
    (ticket,) = ticket_worths(_games([-1] * 4, [0, 1, -1, 0], [5, -5, 0, 5]))
    assert ticket.held == 0.75
    assert ticket.points == pytest.approx(5 / 3)
    assert ticket.completed == pytest.approx(2 / 3)
    assert ticket.gain is not None
    assert ticket.gain.mean == pytest.approx(-10 / 3)


def test_a_better_bot_makes_no_route_look_better() -> None:
    """The first bot is always 10 ahead, whether it has the route or not."""
    games = replace(
        _games([0, 0, -1, -1], [-1] * 4, [0] * 4),
        bots=np.array([[0, 1]] * 4),
        total=np.array([[20, 10]] * 4),
    )
    (route,) = route_worths(games)
    assert route.worth is not None
    assert route.worth.mean == pytest.approx(0)


def test_routes_and_tickets_of_real_games_add_up() -> None:
    games = play_deals(Lineup(Board.load("europe"), ("planner",) * 3, "real"), range(30)).games
    taken = sum(route.taken for route in route_worths(games))
    assert taken == pytest.approx((games.owner >= 0).sum() / 30)
    tickets = ticket_worths(games)
    points = sum(each.held * (each.points or 0) for each in tickets)
    assert points == pytest.approx(games.tickets.sum() / 30)
    assert sum(each.held for each in tickets) == pytest.approx(games.held.sum() / 30)
