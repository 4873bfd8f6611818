from itertools import islice

import networkx as nx
import pytest

from stellwerk.bots import make
from stellwerk.bots.table import play_on
from stellwerk.game import Game
from stellwerk.words import LANGUAGES, say
from tests.builders import position
from tests.game.walks import TABLES, walk


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_the_parts_of_a_score_add_up(board: str, variant: str | None, seats: int) -> None:
    *_, game = walk(board, variant, seats, seed=10)
    outcome = game.outcome()
    assert outcome.final
    for seat in outcome.seats:
        assert seat.total == (
            seat.routes
            + seat.exchange
            + seat.ticket_points
            + seat.longest_path
            + seat.most_tickets
            + seat.stations
            + seat.harbours
        )
        assert {result.ticket for result in seat.tickets} == set(game.position.tickets(seat.seat))
        assert seat.completed == sum(result.status != "failed" for result in seat.tickets)
    best = max(seat.total for seat in outcome.seats)
    assert all(outcome.seats[winner].total == best for winner in outcome.winners)


def test_tickets_are_told_one_by_one() -> None:
    owners = {"denver-santa-fe": 0, "el-paso-santa-fe": 0}
    game = position(owners=owners, tickets=[["denver-el-paso", "boston-miami"]], scores=[4])
    first = game.outcome().seats[0]
    told = {result.ticket: (result.status, result.points) for result in first.tickets}
    assert told == {"denver-el-paso": ("completed", 4), "boston-miami": ("failed", -12)}
    assert first.ticket_points == -8
    assert (first.trail, first.longest_path) == (4, 10)
    assert first.total == 4 - 8 + 10


def test_before_the_end_it_is_only_what_would_be() -> None:
    assert not position().outcome().final


def tied(**wanted: object) -> Game:
    """Return a game in which both seats have as many points."""
    return position(phase="over", **wanted)  # type: ignore[arg-type]


def test_a_tie_is_broken_by_completed_tickets() -> None:
    """U-04."""
    owners = {"denver-santa-fe": 0, "el-paso-santa-fe": 0, "boston-montreal/1": 1}
    tickets = [["denver-el-paso"], []]
    game = tied(owners=owners, tickets=tickets)
    ahead = game.outcome().seats[0].total
    outcome = tied(owners=owners, tickets=tickets, scores=[0, ahead]).outcome()
    assert [seat.total for seat in outcome.seats] == [ahead, ahead]
    assert outcome.winners == (0,)
    assert outcome.tie_break == "tickets"
    assert [seat.rank for seat in outcome.seats] == [1, 2]
    assert outcome.seats[1].tie_break == "tickets"


def test_what_stays_tied_is_a_shared_win() -> None:
    """C-23."""
    outcome = tied().outcome()
    assert outcome.winners == (0, 1)
    assert outcome.tie_break is None


def test_points_alone_need_no_tie_break() -> None:
    outcome = tied(scores=[3, 5]).outcome()
    assert outcome.winners == (1,)
    assert outcome.tie_break is None


def test_every_tie_break_has_a_name_in_every_language() -> None:
    for tie in ("tickets", "longest_path", "fewest_stations", "harbours"):
        assert all(say(f"tie.{tie}", language) for language in LANGUAGES)


@pytest.mark.parametrize("board", ["usa", "europe", "germany", "world", "great_lakes"])
def test_completed_tickets_name_the_routes_that_join_their_places(board: str) -> None:
    game = Game.new(board, seats=3, seed=7)
    bots = {seat: make("planner", seat) for seat in range(3)}
    play_on(game, bots)
    owners = game.position.owners
    completed = 0
    for seat in game.outcome().seats:
        borrowed = {each.route for each in seat.stations_built}
        for ticket in seat.tickets:
            if ticket.status == "failed":
                assert ticket.path == ()
                continue
            completed += 1
            assert all(owners[route] == seat.seat or route in borrowed for route in ticket.path)
            routes = [game.board.routes[game.board.route_index[route]] for route in ticket.path]
            net = nx.Graph([(route.a, route.b) for route in routes])
            stops = game.board.tickets[game.board.ticket_index[ticket.ticket]].stops
            reached = [set(stop) & set(net) for stop in stops]
            assert all(reached)
            joined = nx.node_connected_component(net, min(reached[0]))
            assert all(stop & joined for stop in reached)
    assert completed


@pytest.mark.parametrize(("board", "variant", "seats"), TABLES)
def test_a_score_that_stands_tells_only_what_one_may_know(
    board: str, variant: str | None, seats: int
) -> None:
    game = next(islice(walk(board, variant, seats, seed=10), 60, None))
    outcome = game.outcome()
    for viewer in (*range(seats), None):
        for told, true in zip(game.standing(viewer), outcome.seats, strict=True):
            public = true.routes + true.exchange + true.longest_path + true.stations
            assert (told.own is not None) == (told.seat == viewer)
            secret = told.own.points + told.own.harbours if told.own else 0
            assert told.total == public + secret
            assert told.total == true.total - true.most_tickets or told.own is None


def test_the_tickets_of_others_change_nothing_in_a_score_that_stands() -> None:
    owners = {"denver-santa-fe": 0, "el-paso-santa-fe": 0, "denver-helena": 1}
    few, many = (
        position(owners=owners, tickets=[["denver-el-paso"], theirs], scores=[4, 5])
        for theirs in (["boston-miami"], ["boston-miami", "denver-pittsburgh"])
    )
    assert few.standing(0) == many.standing(0)
    assert few.standing(1) != many.standing(1)
