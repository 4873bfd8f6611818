"""The sandbox: whatever a stranger's file costs, it costs the others nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stellwerk.server.errors import Refusal
from stellwerk.server.pipe import LENGTH
from stellwerk.server.sandbox import jobs
from stellwerk.server.sandbox.client import Sandbox, SandboxFailed
from stellwerk.server.turns import Turns
from tests.server.house import refused

pytestmark = pytest.mark.anyio


def job(text: str) -> bytes:
    """Return a job for the greedy process."""
    return jobs.encode(jobs.Asked("en", jobs.CheckBoard(text)))


@pytest.fixture
async def greedy() -> AsyncIterator[Sandbox]:
    """A sandbox with little room, whose jobs take too much."""
    sandbox = Sandbox(seconds=1, megabytes=256, program="tests.server.greedy")
    yield sandbox
    await sandbox.stop()


@pytest.mark.parametrize("what", ["memory", "processor", "clock", "answer", "end"])
async def test_whatever_takes_too_much_is_killed_and_the_next_job_is_done(
    greedy: Sandbox, what: str
) -> None:
    await greedy.run("ada", job("nothing"))
    before = greedy.process_id
    assert await refused(greedy.run("ada", job(what))) == "too_costly"
    assert greedy.process_id is None
    await greedy.run("ada", job("nothing"))
    assert greedy.process_id not in (None, before)


async def test_an_answer_that_nobody_reads_keeps_nobody_waiting(greedy: Sandbox) -> None:
    await greedy.run("ada", job("nothing"))
    process, asked = greedy._process, job("answer")
    assert process is not None
    assert process.stdin is not None
    process.stdin.write(len(asked).to_bytes(LENGTH) + asked)
    await asyncio.sleep(1)  # as much of the answer as is read without being asked for has come
    async with asyncio.timeout(20):
        await greedy.stop()
        await greedy.run("ada", job("nothing"))


async def test_a_process_that_has_ended_while_it_waited_is_nobodys_fault(greedy: Sandbox) -> None:
    await greedy.run("ada", job("nothing"))
    process = greedy.process_id
    assert process is not None
    os.kill(process, signal.SIGKILL)
    while Path(f"/proc/{process}").exists():
        await asyncio.sleep(0.01)
    await greedy.run("ada", job("nothing"))


async def test_a_refusal_may_speak_of_any_number(greedy: Sandbox) -> None:
    assert await refused(greedy.run("ada", job("number"))) == "no_seat"


async def test_a_mistake_of_ours_is_no_refusal(greedy: Sandbox) -> None:
    with pytest.raises(SandboxFailed, match="ZeroDivisionError"):
        await greedy.run("ada", job("mistake"))
    await greedy.run("ada", job("nothing"))


async def test_the_process_is_told_no_secret(
    greedy: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STELLWERK_WORKER", "the database's password")
    monkeypatch.setenv("STELLWERK_KEPT", "the database's password")
    told = json.loads(await greedy.run("ada", job("environment")))
    assert "PATH" in told
    assert "password" not in "".join(told.values())


async def test_whoever_goes_away_takes_the_process_along(greedy: Sandbox) -> None:
    await greedy.run("ada", job("nothing"))
    process = greedy.process_id
    assert process is not None
    asking = asyncio.create_task(greedy.run("ada", job("clock")))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert greedy.process_id is None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    await greedy.run("bob", job("nothing"))


async def test_everybody_has_a_line_of_their_own() -> None:
    turns, order = Turns(waiting=6, each=3), list[str]()
    hold = asyncio.Event()

    async def come(who: str) -> None:
        async with turns.turn(who):
            order.append(who)
            await hold.wait()

    waiting = [asyncio.create_task(come(who)) for who in ("eve", "eve", "eve", "eve", "ada", "bob")]
    await asyncio.sleep(0)
    assert len(turns) == 5
    with pytest.raises(Refusal) as caught:
        await come("eve")
    assert (caught.value.code, caught.value.status) == ("busy", 503)
    further = asyncio.create_task(come("ada"))
    await asyncio.sleep(0)
    assert await refused(come("cem")) == "busy"
    waiting[1].cancel()
    await asyncio.sleep(0)
    hold.set()
    await asyncio.gather(*waiting, further, return_exceptions=True)
    assert order == ["eve", "eve", "ada", "bob", "eve", "ada"]
    assert len(turns) == 0
    async with turns.turn("eve"):
        pass


async def test_a_turn_that_nobody_takes_goes_to_the_next() -> None:
    turns = Turns()
    async with turns.turn("ada"):
        bob = asyncio.create_task(turns.turn("bob").__aenter__())
        await asyncio.sleep(0)
    bob.cancel()  # it is bob's turn, but bob has gone
    await asyncio.gather(bob, return_exceptions=True)
    async with asyncio.timeout(1), turns.turn("eve"):
        pass


async def test_whoever_leaves_while_passed_over_leaves_quietly() -> None:
    turns = Turns()
    async with turns.turn("ada"):
        bob = asyncio.create_task(turns.turn("bob").__aenter__())
        await asyncio.sleep(0)
        bob.cancel()  # and in the same moment the turn ends
    with pytest.raises(asyncio.CancelledError):
        await bob
    async with asyncio.timeout(1), turns.turn("eve"):
        pass
