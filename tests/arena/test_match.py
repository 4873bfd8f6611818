"""Matches: paired deals, the same games by both ways, and honest figures."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from stellwerk.arena import Lineup, Standing, play_deals
from stellwerk.arena.games import Games
from stellwerk.arena.match import play_at_table
from stellwerk.arena.share import Share
from stellwerk.board import Board, boards


@pytest.mark.parametrize("board", boards())
@pytest.mark.parametrize("bots", [("planner", "greedy"), ("hungry", "route", "onestep", "junkie")])
def test_games_are_the_same_inside_the_kernel_and_outside(
    board: str, bots: tuple[str, ...]
) -> None:
    lineup = Lineup(Board.load(board), bots, "both ways")
    inside, outside = (play(lineup, range(2)).games for play in (play_deals, play_at_table))
    for field in fields(Games):
        assert (getattr(inside, field.name) == getattr(outside, field.name)).all(), field.name


def test_each_deal_is_played_from_every_seat() -> None:
    lineup = Lineup(Board.load("lesson"), ("planner", "greedy", "random"), "seats")
    games = play_deals(lineup, range(4)).games
    assert len(games) == 12
    for deal in range(4):
        rows = games.bots[3 * deal : 3 * deal + 3]
        assert (np.sort(rows, axis=0) == np.arange(3)[:, None]).all()


def test_a_bot_against_itself_wins_half() -> None:
    lineup = Lineup(Board.load("lesson"), ("planner", "planner"), "twins")
    assert lineup.seatings == 1
    (row,) = Standing.of(lineup, play_deals(lineup, range(20)).games).rows
    assert (row.seats, row.wins.mean) == (2, 1.0)


def test_the_same_seed_gives_the_same_games() -> None:
    lineup = Lineup(Board.load("lesson"), ("greedy", "random"), "again")
    first, second = (play_deals(lineup, range(10)).games for _ in range(2))
    assert (first.total == second.total).all()
    other = play_deals(Lineup(lineup.board, lineup.bots, "another"), range(10)).games
    assert (first.total != other.total).any()


def test_deals_can_be_played_in_portions() -> None:
    lineup = Lineup(Board.load("lesson"), ("greedy", "random"), "portions")
    whole = play_deals(lineup, range(6)).games
    parts = Games.join([play_deals(lineup, some).games for some in (range(2, 6), range(2))])
    assert (whole.total == parts.total).all()


def test_points_add_up() -> None:
    lineup = Lineup(Board.load("world"), ("planner", "greedy"), "sum")
    standing = Standing.of(lineup, play_deals(lineup, range(10)).games)
    for row in standing.rows:
        assert row.routes + row.tickets + row.bonus == pytest.approx(row.points.mean)
    assert sum(row.wins.mean for row in standing.rows) == pytest.approx(1)


def test_the_interval_is_that_of_a_mean() -> None:
    share = Share.of(np.array([0.0, 1.0] * 50))
    assert share.mean == 0.5
    assert share.margin == pytest.approx(1.96 * 0.0503, abs=1e-3)
    assert Share.of(np.array([3.0])) == Share(3.0, 0.0)
