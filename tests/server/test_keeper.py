"""The keeper: a second process makes the moves, and nobody can tell the difference."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import Engine, event, text

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Refusal, problem_of, status_of
from stellwerk.server.keeper import calls
from stellwerk.server.keeper.calls import KeeperGone
from stellwerk.server.keeper.client import Keeper
from stellwerk.server.protocol import Problem, SendMove
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import file, open_database
from tests.server import programs
from tests.server.house import House

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def with_keeper(database: str) -> AsyncIterator[House]:
    async with House(Settings(database=database, bot_delay=0.0, workers=2)) as house:
        assert house.service.keeper.ready
        yield house


@pytest.fixture(scope="module")
async def kept(kept_url: str) -> AsyncIterator[House]:
    """A service whose keeper is ready, for all tests of this file."""
    async with with_keeper(kept_url) as house:
        yield house


@pytest.fixture
async def doomed(database_url: str) -> AsyncIterator[House]:
    """A service whose keeper will die."""
    async with with_keeper(database_url) as house:
        yield house


async def test_games_are_played_by_the_keeper_while_others_write(
    kept: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bytes] = []
    read = calls.done

    def counted(reply: bytes) -> calls.Done:
        done.append(reply)
        return read(reply)

    monkeypatch.setattr(calls, "done", counted)
    service = kept.service
    table, ada, bob = await kept.duel()
    other, *pair = await kept.duel(board="world")
    await asyncio.gather(
        kept.play_out(table, ada, bob),
        kept.play_out(other, *pair, most=40),
        *(service.chat.say(ada, table, f"line {number}") for number in range(20)),
    )
    game = await kept.game(ada, table)
    assert game.over
    assert len(done) == game.seq + (await service.watch.view(pair[0], other)).seq
    followed = await service.watch.view(ada, table)
    service.cache.forget(table)
    read_again = await service.watch.view(ada, table)
    assert msgspec.json.encode(read_again.view) == msgspec.json.encode(followed.view)
    assert msgspec.json.encode(read_again.events) == msgspec.json.encode(followed.events)


async def test_a_repeated_move_is_made_once(kept: House) -> None:
    table, ada, bob = await kept.duel()
    await kept.set_up(table, ada, bob)
    seen = await kept.service.watch.view(ada, table)
    actor = (ada, bob)[seen.view.turn]
    message = SendMove("again", seen.seq, text="draw")
    answers = await asyncio.gather(
        *(kept.service.play.move(actor, table, message) for _ in range(3))
    )
    assert len(set(answers)) == 1
    assert (await kept.service.watch.view(ada, table)).seq == seen.seq + 1


async def test_the_keeper_refuses_in_the_same_words(kept: House, tmp_path: Path) -> None:
    alone = Settings(database=f"sqlite:///{tmp_path / 'alone.db'}", bot_delay=0.0)
    async with House(alone) as other:
        both = [await refusals(house, *await house.duel()) for house in (kept, other)]
    assert msgspec.json.encode(both[0]) == msgspec.json.encode(both[1])
    assert len({problem.code for problem, _ in both[0]}) > 4


async def test_a_refused_move_has_written_nothing(house: House) -> None:
    """Otherwise the keeper would have to undo it, or store half a move."""
    written: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith(("INSERT INTO entries", "UPDATE tables", "DELETE")):
            written.append(statement)

    table, ada, bob = await house.duel()
    event.listen(Engine, "before_cursor_execute", note)
    try:
        assert len(await refusals(house, table, ada, bob)) == len(NONSENSE) * 4
        assert written == []
        await house.play_out(table, ada, bob, most=1)
        assert len(written) == 2  # what is written would have been noted
    finally:
        event.remove(Engine, "before_cursor_execute", note)


NONSENSE = (
    SendMove("a", 0, text="fly"),
    SendMove("b", 0, text="draw"),
    SendMove("c", 0, text="keep 1", seat=1),
    SendMove("d", 0),
    SendMove("e", 0, undo=True),
    SendMove("f", 7, text="keep 1 2"),
    SendMove("g", 1 << 70, text="keep 1 2"),
)


async def refusals(house: House, table: str, ada: Actor, bob: Actor) -> list[tuple[Problem, int]]:
    """Return how a few senseless moves are refused."""
    found = []
    for actor in (ada, bob, Actor(), Actor(language="de")):
        for message in NONSENSE:
            try:
                await house.service.play.move(actor, table, message)
            except StellwerkError as error:
                found.append((problem_of(error, actor.language), status_of(error)))
    with pytest.raises(StellwerkError):
        await house.service.play.move(ada, "NO-TABLE", SendMove("h", 0, text="draw"))
    return found


async def test_the_server_goes_on_by_itself_when_the_keeper_dies(doomed: House) -> None:
    table, ada, bob = await doomed.duel()
    await doomed.play_out(table, ada, bob, most=4)
    process = doomed.service.keeper.process_id
    assert process is not None
    os.kill(process, signal.SIGKILL)
    await doomed.play_out(table, ada, bob)
    assert (await doomed.game(ada, table)).over
    assert not doomed.service.keeper.ready


async def test_a_move_that_a_dying_keeper_has_stored_is_made_once_and_told_to_all(
    kept: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, bob = await kept.duel()
    await kept.set_up(table, ada, bob)
    seen = await kept.service.watch.view(ada, table)
    stored = kept.service.keeper.call

    async def answers_no_more(call: bytes) -> bytes:
        await stored(call)
        raise KeeperGone

    monkeypatch.setattr(kept.service.keeper, "call", answers_no_more)
    message = SendMove("last", seen.seq, text="draw")
    answer = await kept.service.play.move((ada, bob)[seen.view.turn], table, message)
    assert answer.seq == seen.seq + 1
    for actor in (ada, bob):
        told = await kept.service.watch.view(actor, table, since=seen.seq)
        assert told.seq == answer.seq
        assert {event.seq for event in told.events} == {answer.seq}


async def test_choices_that_all_make_at_once_are_told_in_order(kept: House) -> None:
    table, ada, bob = await kept.duel()
    choices = []
    for name, actor in (("a", ada), ("b", bob)):
        update = await kept.service.watch.view(actor, table)
        choices.append((actor, SendMove(name, 0, move=update.view.moves[0])))
    kept.service.cache.forget(table)  # so that both are read again when both are stored
    answers = await asyncio.gather(*(kept.service.play.move(a, table, m) for a, m in choices))
    assert sorted(answer.seq for answer in answers) == [1, 2]
    told = await kept.service.watch.view(ada, table, since=0)
    assert [event.seq for event in told.events] == sorted(event.seq for event in told.events)
    assert {event.seq for event in told.events} == {1, 2}


async def test_on_sqlite_the_keeper_of_a_dead_server_ends_before_another_server_begins(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(Settings(database=sqlite_url, workers=2)) as house:
        own = house.service.database
        own._file.close()  # type: ignore[attr-defined]  # as if only the keeper were left
        monkeypatch.setattr(file, "PATIENCE", 0.0)
        with pytest.raises(Refusal) as refusal:
            open_database(sqlite_url)
        assert refusal.value.code == "database_in_use"
        await house.service.keeper.stop()
        await open_database(sqlite_url).close()


async def test_on_postgresql_the_keeper_of_a_dead_server_ends_before_another_keeper_begins(
    postgres_url: str,
) -> None:
    settings = Settings(database=postgres_url, bot_delay=0.0, workers=2)
    async with House(settings) as house:
        dead = house.service.keeper
        again = open_database(postgres_url)
        keeper = Keeper(again)
        starting = asyncio.create_task(keeper.start())
        waits = text("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        while not await again.read(lambda c: c.execute(waits).all()):
            assert not starting.done()
        await dead.stop()
        await starting
        assert keeper.ready
        await keeper.stop()
        await again.close()


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_game_goes_on_when_postgresql_was_restarted(
    postgres_cluster: str, postgres_url: str, workers: int
) -> None:
    settings = Settings(database=postgres_url, bot_delay=0.0, workers=workers)
    async with House(settings) as house:
        table, ada, bob = await house.duel()
        restarting = asyncio.create_task(asyncio.to_thread(programs.restart, postgres_cluster))
        dice, refusals, moves = Random(1), set(), 0
        while not restarting.done():
            try:
                moves += await house.play_out(table, ada, bob, dice=dice, most=1)
            except StellwerkError as refusal:  # stale: a move was stored whose answer got lost
                refusals.add(refusal.code)
        await restarting
        await house.play_out(table, ada, bob, dice=dice)
        assert (await house.game(ada, table)).over
        assert refusals <= {"database_away", "stale"}
        assert house.service.keeper.ready == (workers == 2)


async def test_a_move_that_follows_one_the_server_has_not_heard_of_yet_is_told_to_all(
    kept: House,
) -> None:
    table, ada, bob = await kept.duel()
    await kept.set_up(table, ada, bob)
    service = kept.service
    before = await service.watch.view(ada, table)
    first, second = (ada, bob) if before.view.turn == 0 else (bob, ada)
    behind = service.cache.get(table)
    assert behind is not None
    await service.play.move(first, table, SendMove("1", before.seq, text="draw"))
    await service.play.move(first, table, SendMove("2", before.seq + 1, text="draw"))
    service.cache.forget(table)
    service.cache.keep(behind)  # as if both had been stored by a transaction of ours, still waiting
    await service.play.move(second, table, SendMove("3", before.seq + 2, text="draw"))
    told = await service.watch.view(ada, table, since=before.seq)
    assert [event.seq for event in told.events if event.code == "drew"] == [
        before.seq + number for number in (1, 2, 3)
    ]


async def test_whoever_waits_for_a_dead_keeper_is_told(doomed: House) -> None:
    keeper = doomed.service.keeper
    assert keeper.process_id is not None
    os.kill(keeper.process_id, signal.SIGSTOP)
    waiting = asyncio.create_task(keeper.call(b"anything"))
    await asyncio.sleep(0)
    os.kill(keeper.process_id, signal.SIGKILL)
    with pytest.raises(KeeperGone):
        await waiting
    with pytest.raises(KeeperGone):
        await keeper.call(b"anything")


async def test_a_call_that_makes_no_sense_harms_no_other(kept: House) -> None:
    table, ada, bob = await kept.duel()
    senseless = asyncio.create_task(kept.service.keeper.call(b"senseless"))
    await kept.play_out(table, ada, bob, most=2)
    with pytest.raises(KeeperGone, match=r"(Decode|Validation)Error"):
        calls.done(await senseless)
    assert kept.service.keeper.ready
