"""Statistics of a guest say the same of the same games as the arena's figures do."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import play_deals
from stellwerk.arena.standing import Standing
from stellwerk.board import Board
from stellwerk.game import Move
from stellwerk.game.record import Record
from stellwerk.server.protocol import SeatWish, SendMove
from stellwerk.server.service import Actor
from tests.server.house import House

pytestmark = pytest.mark.anyio

DEALS = range(4)


async def played_again(house: House, record: Record, actors: tuple[Actor, ...]) -> None:
    """Let people make at a table the moves that bots have made in the arena."""
    assert record.key is not None
    host, *others = actors
    seats = (SeatWish("me"), *(SeatWish("open") for _ in others))
    key = bytes.fromhex(record.key)
    table = (await house.table(*seats, host=host, key=key, board=record.board.id)).id
    for other in others:
        await house.service.seats.join(other, table)
    await house.service.tables.start(host, table)
    for entry in record.entries:
        assert isinstance(entry.move, Move)
        sent = SendMove(uuid.uuid4().hex, entry.seq - 1, entry.move)
        await house.service.play.move(actors[entry.seat], table, sent)
    assert (await house.service.tables.info(host, table)).status == "finished"


async def test_figures_agree_with_those_of_the_arena(house: House, tmp_path: Path) -> None:
    board = Board.load("lesson")
    lineup = Lineup(board, ("planner", "greedy"), "statistics")
    games = play_deals(lineup, DEALS, tmp_path).games
    bots = [await house.guest("Planner"), await house.guest("Greedy")]
    for deal in DEALS:
        for seating, sitting in enumerate(lineup.sitting, 1):
            record = Record.read(tmp_path / f"deal-{deal + 1}-{seating}.json")
            await played_again(house, record, tuple(bots[bot] for bot in sitting))
    standing = Standing.of(lineup, games)
    for number, (actor, row) in enumerate(zip(bots, standing.rows, strict=True)):
        told = await house.service.games.statistics(actor, "lesson", None)
        assert told.results.games == len(games) == sum(each.games for each in told.boards)
        assert told.results.won / told.results.games == pytest.approx(row.wins.mean)
        assert told.results.fair == len(games) / 2
        (seats,), (variant,) = told.seats, told.variants
        assert (seats.seats, seats.results) == (2, told.results)
        assert (variant.board, variant.results) == ("lesson", told.results)
        parts = told.parts
        assert parts is not None
        assert parts.points == variant.points == pytest.approx(row.points.mean)
        assert parts.routes == pytest.approx(row.routes)
        assert parts.tickets_gained == pytest.approx(row.gained)
        assert parts.tickets_lost == pytest.approx(row.lost)
        assert parts.completed == pytest.approx(row.completed)
        for name, mean in row.bonuses.items():
            assert getattr(parts, name) == pytest.approx(mean)
        assert parts.points == pytest.approx(
            parts.routes + parts.tickets_gained + parts.tickets_lost + row.bonus
        )
        assert told.built is not None
        mine = games.bots == number
        owned = {
            route.id: int((mine & (games.owner[:, [index]] == [[0, 1]])).sum())
            for index, route in enumerate(board.routes)
        }
        assert {each.route: each.games for each in told.built.routes} == {
            route: times for route, times in owned.items() if times
        }
        assert told.built.games == len(games)


async def test_games_before_a_time_and_on_other_boards_are_left_out(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.play_out(table, ada, bob)
    statistics = house.service.games.statistics
    assert (await statistics(ada, None, 1)).results.games == 1
    elsewhere = await statistics(ada, "usa", None)
    assert (elsewhere.results.games, elsewhere.parts, elsewhere.seats) == (0, None, ())
    assert [each.board for each in elsewhere.boards] == ["lesson"], "there are others to choose"
    unknown = await statistics(ada, "own:\0", None)
    assert unknown.built is not None
    assert unknown.built.routes == ()
