"""Takebacks: they cost the same in every game, and have an end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection

from stellwerk.game import Game
from stellwerk.server.protocol import SeatWish, SendMove
from stellwerk.server.service import Actor, moves, takebacks
from stellwerk.server.service import table as tables
from stellwerk.server.service.takebacks import LAST_STEP, PER_TURN
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Let takebacks be made as fast as tests can; where their rate is tested, it is low."""
    monkeypatch.setattr(moves, "PER_MINUTE", 2.0 if "rate" in request.node.name else 1e9)


def noted(call: Callable[..., Any], name: str, work: list[str]) -> Callable[..., Any]:
    """Return a function that also notes its name when it is called."""

    def both(*given: Any, **more: Any) -> Any:
        work.append(name)
        return call(*given, **more)

    return both


async def take_back(house: House, actor: Actor, table: str) -> None:
    """Take the last move of an actor back."""
    seq = (await house.service.view(actor, table)).seq
    await house.service.move(actor, table, SendMove(next(house._move_ids), seq, undo=True))


async def loop(house: House, actor: Actor, table: str, times: int) -> None:
    """Keep tickets and take that back, again and again."""
    for _ in range(times):
        await house.move(actor, table, Random(1))
        await take_back(house, actor, table)


async def test_between_people_a_turn_has_few_takebacks(house: House) -> None:
    table, ada, bob = await house.duel()
    await loop(house, ada, table, PER_TURN)
    await house.move(ada, table, Random(1))
    assert not (await house.service.view(ada, table)).can_undo
    assert await refused(take_back(house, ada, table)) == "too_many_takebacks"
    await house.move(bob, table, Random(1))
    await house.play_out(table, ada, bob)
    await house.game(ada, table)


async def test_whoever_plays_alone_takes_back_as_often_as_they_like(house: House) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)
    await loop(house, ada, table.id, 2 * PER_TURN)


async def test_takebacks_have_a_rate(house: House) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)
    await loop(house, ada, table.id, 2)
    await house.move(ada, table.id, Random(1))
    assert await refused(take_back(house, ada, table.id)) == "rate_limited"


async def test_a_game_without_end_takes_nothing_back_any_more(house: House) -> None:
    ada = await house.guest()
    table = await house.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)
    await house.put(table.id, seq=LAST_STEP)
    await house.move(ada, table.id, Random(1))
    assert not (await house.service.view(ada, table.id)).can_undo
    assert await refused(take_back(house, ada, table.id)) == "takebacks_over"


async def test_a_takeback_costs_the_same_in_a_long_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.guest()
    table = (await house.table(SeatWish("me"), SeatWish("program"), host=ada, start=True)).id
    work: list[str] = []
    for holder, name in ((Game, "play"), (tables, "_entry")):
        monkeypatch.setattr(holder, name, noted(getattr(holder, name), name, work))
    costs = []
    for times in (1, 100):
        await loop(house, ada, table, times)
        await house.move(ada, table, Random(1))
        seq = (await house.service.view(ada, table)).seq
        work.clear()
        await house.service.move(ada, table, SendMove(next(house._move_ids), seq, undo=True))
        costs.append(sorted(work))
    assert costs[0] == costs[1] == ["_entry", "play"]


@pytest.mark.parametrize("board", ["lesson", "europe"])
async def test_what_can_be_taken_back_is_what_a_whole_replay_says(
    house: House, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takebacks, "PER_TURN", 10**6)
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await house.table(SeatWish("me"), SeatWish("open"), host=ada, board=board)
    await house.service.join(bob, table.id)
    await house.service.start_game(ada, table.id)
    dice, depth = Random(7), 0

    def compared(connection: Connection) -> tuple[int, int]:
        stored = tables.read(connection, table.id)
        whole = tables.rebuilt(connection, stored)
        able = [seat for seat in (0, 1) if whole.can_undo(seat)]
        assert stored.undo == (able[0] if able else -1)
        assert whole.states.tobytes() == stored.snapshot
        game = takebacks.game_with_past(connection, stored)
        assert game.seq == whole.seq
        assert stored.trail is not None
        if able:
            whole.undo(at=1.0)
            game.undo(at=1.0)
            assert game.steps[-1] == whole.steps[-1]
            assert [game.can_undo(seat) for seat in (0, 1)] == [
                whole.can_undo(seat) for seat in (0, 1)
            ]
        return stored.undo, len(stored.trail.line)

    for _ in range(120):
        undo, length = await house.service.database.read(compared)
        depth = max(depth, length)
        if undo >= 0 and dice.random() < 0.4:
            await take_back(house, (ada, bob)[undo], table.id)
            continue
        view = (await house.service.view(ada, table.id)).view
        if not view.pending:
            break
        await house.move((ada, bob)[view.pending[0]], table.id, dice)
    assert depth > 1


async def test_a_game_of_an_earlier_version_can_be_taken_back_too(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.move(ada, table, Random(1))
    await house.put(table, trail=None, trail_start=None)
    await take_back(house, ada, table)
    await house.move(ada, table, Random(1))
    await house.play_out(table, ada, bob)
    assert (await house.row(table)).trail is not None
    await house.game(ada, table)
