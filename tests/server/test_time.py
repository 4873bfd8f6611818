"""The time of play: it goes on only while a server is alive and can store what is played."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from stellwerk.game.record import Record
from stellwerk.server.protocol import Clock
from stellwerk.server.service import Service, heartbeat
from stellwerk.server.service.clock import LEAD, STEP, PlayClock
from stellwerk.server.service.heartbeat import BEAT
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from tests.server import programs
from tests.server.crashing import LOST_AT_A_KILL
from tests.server.house import House
from tests.server.players import Guest, open_table
from tests.server.serving import GENEROUS, PATIENCE, Server, serving

Factory = pytest.TempPathFactory
Request = pytest.FixtureRequest
HOUR = 3600.0
AWAY = 2.0
"""Seconds for which a server is away: more than all that may be charged for it."""
BANK = 1000
ROUNDING = 0.3
"""Seconds that a busy machine may be late."""


class Watch:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.shows = 100.0

    def __call__(self) -> float:
        return self.shows


@pytest.fixture
def watch() -> Watch:
    return Watch()


def running(watch: Watch) -> PlayClock:
    clock = PlayClock(watch)
    clock.confirm(1000.0)
    return clock


def test_the_time_of_play_goes_on_while_it_is_looked_at_and_confirmed(watch: Watch) -> None:
    clock = running(watch)
    for _ in range(100):
        watch.shows += 0.25
        clock.confirm(clock.now())
    assert clock.now() == 1025.0
    assert clock.unbroken


def test_a_process_that_was_stopped_is_charged_for_one_step(watch: Watch) -> None:
    clock = running(watch)
    watch.shows += HOUR
    assert clock.now() == 1000.0 + STEP
    assert not clock.unbroken
    clock.confirm(1050.0)  # others have gone on meanwhile
    assert (clock.now(), clock.unbroken) == (1050.0, True)


def test_a_database_that_is_away_is_charged_for_no_more_than_the_lead(watch: Watch) -> None:
    clock = running(watch)
    for _ in range(1000):
        watch.shows += 0.25
        clock.now()
    assert clock.now() == 1000.0 + LEAD
    clock.confirm(clock.now())
    watch.shows += 0.25
    assert clock.now() == 1000.25 + LEAD


def test_the_time_of_play_never_turns_back(watch: Watch) -> None:
    clock = running(watch)
    watch.shows += 0.5
    clock.confirm(10.0)
    assert clock.now() == 1000.5


# --- a service --------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_server_goes_on_from_the_last_sign_of_life(database_url: str) -> None:
    settings = Settings(database=database_url)
    async with House(settings) as house:
        table, ada, _ = await house.duel(clock=Clock("bank", BANK))
        house.pass_time(100.0)
        left = (await house.service.tables.info(ada, table)).clock.left[0]
    assert left == pytest.approx(BANK - 100.0, abs=5.0)
    async with House(settings) as house:
        again = (await house.service.tables.info(ada, table)).clock.left[0]
        assert again is not None
        assert left is not None
        assert left - 30.0 < again <= left
        played = house.service.clock.now()
        started = (await house.service.watch.look(table)).table.clocks.since[0]
        assert started is not None
        # As if it had been killed before the first beat: the clock's start is a sign of life.
        await put_heartbeat(house.service, played - 1000.0)
        await house.service.heartbeat.stop()
        await put_heartbeat(house.service, played - 1000.0)
        resumed = await house.service.database.write(heartbeat.resume)
        assert resumed == started


async def put_heartbeat(service: Service, played: float) -> None:
    await service.database.write(
        lambda c: c.execute(update(schema.heartbeat).values(played=played))
    )


async def stored_heartbeat(service: Service) -> float:
    found = await service.database.read(
        lambda c: c.execute(select(schema.heartbeat.c.played)).scalar_one()
    )
    return float(found)


@pytest.mark.anyio
async def test_where_nothing_is_due_no_heartbeat_is_stored(house: House) -> None:
    before = await stored_heartbeat(house.service)
    beats = house.service.heartbeat
    await beats._try_to_beat()
    assert await stored_heartbeat(house.service) == before
    await house.duel(clock=Clock("bank", BANK))
    house.pass_time(10.0)
    await beats._try_to_beat()
    assert await stored_heartbeat(house.service) >= before + 10.0


@pytest.mark.anyio
async def test_workers_that_start_together_take_no_time_out_twice(postgres_url: str) -> None:
    settings = Settings(database=postgres_url, redis="redis://")
    async with House(settings) as house:
        table, ada, _ = await house.duel(clock=Clock("bank", BANK))
        house.pass_time(100.0)
        before = (await house.service.tables.info(ada, table)).clock.left[0]
    houses = [House(settings) for _ in range(3)]
    await asyncio.gather(*(each.service.start() for each in houses))
    lefts = [(await each.service.tables.info(ada, table)).clock.left[0] for each in houses]
    await asyncio.gather(*(each.service.stop() for each in houses))
    assert before is not None
    for left in lefts:
        assert left is not None
        assert before - 30.0 < left <= before


@pytest.mark.anyio
async def test_a_worker_that_was_stopped_asks_how_far_the_others_have_come(
    postgres_url: str, watch: Watch
) -> None:
    """Otherwise the next player would be charged for what the worker has missed."""
    settings = Settings(database=postgres_url, redis="redis://", bot_delay=0.0)
    async with House(settings) as awake, House(settings) as stopped:
        table, ada, bob = await awake.duel(clock=Clock("bank", BANK))
        await awake.set_up(table, ada, bob)
        awake.pass_time(100.0)
        await awake.service.heartbeat._try_to_beat()
        clock = stopped.service.clock
        clock._seen -= 100.0  # as if nobody had looked at it while it was stopped
        turn = (await stopped.service.watch.view(ada, table)).view.turn
        player = (ada, bob)[turn]
        await stopped.move(player, table, Random(1))
        view = await awake.service.watch.view(ada, table)
        assert all(left is None or left > BANK - 150.0 for left in view.clock.left)
        other = view.clock.left[1 - turn]
        assert other is not None
        assert other > BANK - 50.0


@pytest.mark.anyio
async def test_while_postgresql_is_away_no_clock_runs(
    postgres_cluster: str, postgres_url: str
) -> None:
    async with House(Settings(database=postgres_url)) as house:
        table, ada, _ = await house.duel(clock=Clock("bank", BANK))
        await house.service.heartbeat._try_to_beat()
        before, start = house.service.clock.now(), time.monotonic()
        with programs.stopped(postgres_cluster):
            await asyncio.sleep(AWAY + LEAD + BEAT)

        async with asyncio.timeout(PATIENCE):
            while house.service.heartbeat._missed:
                await asyncio.sleep(0.05)
        passed = house.service.clock.now() - before
        assert passed < time.monotonic() - start - AWAY
        assert (await house.service.tables.info(ada, table)).status == "playing"


@pytest.mark.anyio
async def test_times_in_a_record_never_turn_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, bob = await house.duel()
    right, off = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: right() + off[0])
    for seconds in (0.0, HOUR, -HOUR, 0.0):
        off[0] = seconds
        await house.play_out(table, ada, bob, most=4)
    record = Record.from_json(await house.service.watch.record(ada, table))
    times = [entry.time for entry in record.entries]
    assert len(times) == 16
    assert times == sorted(times)


@pytest.mark.anyio
async def test_chat_goes_on_when_the_wall_clock_is_set_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = await house.duel()
    right = time.time
    for _ in range(house.service.settings.chat_per_minute):
        await house.service.chat.say(ada, table, "hello")
    monkeypatch.setattr(time, "time", lambda: right() - HOUR)
    await house.service.chat.say(ada, table, "an hour ago")


@pytest.mark.anyio
async def test_nothing_is_deleted_by_a_date_that_leaps(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = await house.duel()
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 1000 * 86_400.0)
    await house.service.runner._clean()
    assert (await house.service.tables.info(ada, table)).status == "playing"


# --- real servers -----------------------------------------------------------------------------


class Timed:
    """A table of two people at a server, who look at their clocks."""

    def __init__(self, server: Server, *bots: str) -> None:
        self.server = server
        clock = {"kind": "bank", "seconds": BANK, "increment": 0}
        self.guests = [Guest(server.address, name) for name in ("Ada", "Bob")[: 2 - len(bots)]]
        self._read = time.monotonic()
        self.table = open_table(self.guests, bots=bots, clock=clock)
        self._left = self.view()["clock"]["left"]

    def view(self, seat: int = 0, **query: object) -> Any:
        words = "&".join(f"{name}={value}" for name, value in query.items())
        return self.guests[seat].ask("GET", f"/api/tables/{self.table}/view?{words}")

    def check(self, also: float = 0.0, given: float = 0.0) -> None:
        """Charge nobody for more than the time in which the server was alive since the last look.

        ``also``: seconds that may be charged beyond it; ``given``: those that may be given back.
        """
        start, self._read = self._read, time.monotonic()
        left = self.view()["clock"]["left"]
        alive = self.server.alive(start, time.monotonic())
        for before, after in zip(self._left, left, strict=True):
            assert -given - ROUNDING <= before - after <= alive + also + ROUNDING
        self._left = left

    def play(self, moves: int) -> None:
        """Play on: people make the first move they can, and bots must answer."""
        made = 0
        while made < moves:
            for seat in range(len(self.guests)):
                view = self.view(seat)
                if seat in view["view"]["pending"]:
                    move = {"move_id": f"{view['seq']}/{seat}", "seq": view["seq"]}
                    path = f"/api/tables/{self.table}/moves"
                    self.guests[seat].ask("POST", path, {**move, "move": view["view"]["moves"][0]})
                    made += 1
                elif len(self.guests) == 1:
                    self.view(seat, since=view["seq"], wait=20)


def settings_for(database: str, workers: int = 1, redis: str | None = None) -> Settings:
    return dataclasses.replace(GENEROUS, database=database, workers=workers, redis=redis)


in_each_way = pytest.mark.parametrize(
    ("kept_url", "server"),
    [
        ("sqlite", 1),
        ("postgresql", 2),
        pytest.param("sqlite", 2, marks=pytest.mark.long),
        pytest.param("postgresql", 1, marks=pytest.mark.long),
    ],
    indirect=True,
    scope="module",
)


@pytest.fixture(scope="module")
def server(kept_url: str, tmp_path_factory: Factory, request: Request) -> Iterator[Server]:
    """A real server, alone or with a keeper, on a database of its own."""
    folder = tmp_path_factory.mktemp("server")
    with serving(settings_for(kept_url, request.param), folder) as server:
        yield server


@in_each_way
@pytest.mark.slow
def test_nobody_is_charged_while_no_server_is_alive(server: Server) -> None:
    timed = Timed(server)
    timed.play(4)
    for shift in (HOUR, -HOUR):
        server.kill()
        time.sleep(AWAY)
        server.shift(shift)
        server.start()
        timed.check(given=LOST_AT_A_KILL)
    timed.play(4)
    timed.check()


@in_each_way
@pytest.mark.slow
def test_nobody_is_charged_while_the_server_is_stopped(server: Server) -> None:
    timed = Timed(server)
    timed.play(3)
    server.halt()
    time.sleep(AWAY)
    server.go_on()
    timed.check(also=STEP)
    timed.play(3)
    timed.check()


@in_each_way
@pytest.mark.slow
def test_a_wrong_clock_on_the_wall_is_nobodys_loss(server: Server) -> None:
    people, bot = Timed(server), Timed(server, "random")
    for shift in (HOUR, 0.0, -HOUR, 365 * 24 * HOUR):
        server.shift(shift)
        for timed in (people, bot):
            timed.play(2)
            timed.check()


@pytest.mark.slow
def test_two_servers_agree_on_the_time(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    settings = settings_for(postgres_url, redis=redis_url)
    with serving(settings, tmp_path, "one") as one, serving(settings, tmp_path, "other") as other:
        timed = Timed(one)
        timed.play(3)
        one.halt()
        timed.guests[1].address = other.address
        time.sleep(AWAY)
        one.go_on()
        timed.play(3)  # moves at both: those at the first would be charged for what it has missed
        timed.server = other
        # A process that a busy machine has kept waiting counts as suspended, and is behind.
        timed.check(also=STEP)
        for server in (one, other):
            server.kill()
        time.sleep(AWAY)
        other.start()
        one.start()
        timed.check(given=LOST_AT_A_KILL)
        timed.play(3)
        # Who has just started may be behind the other until its next beat, which may come late.
        timed.check(also=2 * BEAT)
