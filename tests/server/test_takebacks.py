"""Takebacks: they cost the same in every game, and have an end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select

from stellwerk.game import Game, Undo
from stellwerk.server.protocol import SeatWish, SendMove
from stellwerk.server.service import Actor, play
from stellwerk.server.store import schema
from stellwerk.server.transactions import table as tables
from stellwerk.server.transactions import takebacks
from stellwerk.server.transactions.takebacks import LAST_STEP, PER_TURN
from tests.server.house import NOW, House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Let takebacks be made as fast as tests can; where their rate is tested, it is low."""
    monkeypatch.setattr(play, "PER_MINUTE", 2.0 if "rate" in request.node.name else 1e9)


def noted(call: Callable[..., Any], name: str, work: list[str]) -> Callable[..., Any]:
    """Return a function that also notes its name when it is called."""

    def both(*given: Any, **more: Any) -> Any:
        work.append(name)
        return call(*given, **more)

    return both


async def take_back(house: House, actor: Actor, table: str) -> None:
    """Take the last move of an actor back."""
    seq = (await house.service.watch.view(actor, table)).seq
    await house.service.play.move(actor, table, SendMove(next(house._move_ids), seq, undo=True))


async def loop(house: House, actor: Actor, table: str, times: int) -> None:
    """Keep tickets and take that back, again and again."""
    for _ in range(times):
        await house.move(actor, table, Random(1))
        await take_back(house, actor, table)


async def test_between_people_a_turn_has_few_takebacks(house: House) -> None:
    table, ada, bob = await house.duel()
    await loop(house, ada, table, PER_TURN)
    await house.move(ada, table, Random(1))
    assert not (await house.service.watch.view(ada, table)).can_undo
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
    assert not (await house.service.watch.view(ada, table.id)).can_undo
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
        seq = (await house.service.watch.view(ada, table)).seq
        work.clear()
        await house.service.play.move(ada, table, SendMove(next(house._move_ids), seq, undo=True))
        costs.append(sorted(work))
    assert costs[0] == costs[1] == ["_entry", "play"]


@pytest.mark.parametrize("board", ["lesson", "europe"])
async def test_what_can_be_taken_back_is_what_a_whole_replay_says(
    house: House, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takebacks, "PER_TURN", 10**6)
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await house.table(SeatWish("me"), SeatWish("open"), host=ada, board=board)
    await house.service.seats.join(bob, table.id)
    await house.service.tables.start(ada, table.id)
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
        view = (await house.service.watch.view(ada, table.id)).view
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


async def alone(house: House, bots: int = 1) -> tuple[Actor, str]:
    """Let somebody play against bots that move at once."""
    ada = await house.guest()
    seats = SeatWish("me"), *(SeatWish("bot", "random"),) * bots
    return ada, (await house.table(*seats, host=ada, start=True)).id


async def own_turn(house: House, ada: Actor, table: str) -> None:
    """Wait until seat 0 is to decide."""

    async def asked() -> bool:
        return (await house.service.watch.view(ada, table, since=NOW)).view.pending == (0,)

    await house.until(asked)


async def play_turns(house: House, ada: Actor, table: str, turns: int, dice: Random) -> list[bytes]:
    """Make some decisions; return the state before each."""
    states = []
    for _ in range(turns):
        await own_turn(house, ada, table)
        states.append((await house.row(table)).snapshot)
        await house.move(ada, table, dice)
    return states


async def test_alone_against_bots_the_last_decision_is_taken_back_at_any_time(house: House) -> None:
    """Also one that has shown a hidden card, and with all that bots did since."""
    ada, table = await alone(house, bots=2)
    await house.set_up(table, ada)
    await own_turn(house, ada, table)
    before = (await house.row(table)).snapshot
    update = await house.service.watch.view(ada, table)
    await house.service.play.move(ada, table, SendMove("a", update.seq, text="draw"))
    update = await house.service.watch.view(ada, table)
    assert update.can_undo
    await house.service.play.move(ada, table, SendMove("b", update.seq, text="draw"))
    await own_turn(house, ada, table)
    assert (await house.service.watch.view(ada, table)).can_undo
    for _ in range(2):
        await take_back(house, ada, table)
    row = await house.row(table)
    assert row.snapshot == before
    assert row.takebacks == (await house.service.tables.info(ada, table)).takebacks == 2
    told = (await house.service.watch.view(ada, table, since=row.seq - 1)).events
    assert [event.code for event in told] == ["undone"]


async def test_one_decision_after_the_other_back_to_the_first(house: House) -> None:
    ada, table = await alone(house)
    states = await play_turns(house, ada, table, 12, Random(3))
    for state in reversed(states):
        await take_back(house, ada, table)
        assert (await house.row(table)).snapshot == state
    assert not (await house.service.watch.view(ada, table)).can_undo
    assert await refused(take_back(house, ada, table)) == "nothing_to_undo"
    await house.play_out(table, ada)
    game = await house.game(ada, table)
    assert sum(isinstance(step.move, Undo) for step in game.steps) == 12


async def test_a_takeback_counts_though_bots_were_quicker(house: House) -> None:
    ada, table = await alone(house)
    await house.set_up(table, ada)
    await own_turn(house, ada, table)
    made = await house.move(ada, table, Random(1))
    await own_turn(house, ada, table)
    await house.service.play.move(ada, table, SendMove("late", made.seq, undo=True))
    stale = SendMove("too late", made.seq - 1, undo=True)
    await house.move(ada, table, Random(1))
    assert await refused(house.service.play.move(ada, table, stale)) == "stale"


async def test_a_free_takeback_costs_the_same_in_a_long_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays nothing again, and reads one state, however much has happened."""
    ada, table = await alone(house)
    await play_turns(house, ada, table, 3, Random(3))
    costs: list[list[str]] = []
    for turns in (1, 12):
        await play_turns(house, ada, table, turns, Random(3))
        await own_turn(house, ada, table)
        work: list[str] = []
        with monkeypatch.context() as patch:
            for holder, name in ((Game, "play"), (tables, "_entry"), (takebacks, "state_before")):
                patch.setattr(holder, name, noted(getattr(holder, name), name, work))
            await take_back(house, ada, table)
        costs.append([name for name in work if name != "_entry"])
    assert costs == [["state_before"]] * 2


async def test_a_finished_game_keeps_no_states(house: House) -> None:
    ada, table = await alone(house)
    await play_turns(house, ada, table, 3, Random(3))
    kept = select(schema.entries.c.seq).where(
        schema.entries.c.table_id == table, schema.entries.c.before.is_not(None)
    )
    assert len(await house.rows(kept)) == 3
    await house.service.seats.resign(ada, table)
    assert not await house.rows(kept)
    assert not (await house.service.watch.view(ada, table)).can_undo


@pytest.mark.parametrize("other", ["open", "program", "me"])
async def test_with_anybody_else_hidden_things_are_not_taken_back(house: House, other: str) -> None:
    ada, bob = await house.guest(), await house.guest("Bob")
    seats = SeatWish("me"), SeatWish(other), SeatWish("bot", "random")  # type: ignore[arg-type]
    table = (await house.table(*seats, host=ada)).id
    if other == "open":
        await house.service.seats.join(bob, table)
    await house.service.tables.start(ada, table)
    assert not takebacks.are_free(await house.stored(table))
    if other == "open":
        await house.set_up(table, ada, bob)
        await house.service.seats.leave(bob, table)
        await own_turn(house, ada, table)
        seq = (await house.service.watch.view(ada, table)).seq
        await house.service.play.move(ada, table, SendMove("a", seq, text="draw"))
        assert not (await house.service.watch.view(ada, table)).can_undo
        assert await refused(take_back(house, ada, table)) == "cannot_undo"


async def test_whoever_has_taken_back_plays_with_nobody_else(house: House) -> None:
    """Hidden cards may be known; so nobody sits down, and what was free is so no longer."""
    ada, table = await alone(house)
    eve = await house.guest("Eve")
    await play_turns(house, ada, table, 2, Random(3))
    await take_back(house, ada, table)
    await house.service.seats.reopen(ada, table, 1)
    assert not (await house.service.watch.view(ada, table)).can_undo
    assert await refused(house.service.seats.join(eve, table)) == "cards_known"


async def test_a_running_game_of_an_earlier_version_becomes_free_with_its_next_step(
    house: House,
) -> None:
    ada, table = await alone(house)
    await house.set_up(table, ada)
    await own_turn(house, ada, table)
    await house.put(table, trail=b"[[],[0,0]]", trail_start=None, undo=-1)
    await house.move(ada, table, Random(1))
    await own_turn(house, ada, table)
    assert (await house.service.watch.view(ada, table)).can_undo
    await take_back(house, ada, table)
