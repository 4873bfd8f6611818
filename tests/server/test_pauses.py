"""Pauses by agreement: clocks stand still, nobody can be made to wait for ever, all are told."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.server.protocol import ChatMessage, Clock, PauseInfo, SeatWish, TableInfo
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions.pause import LONGEST, MOST, PROPOSALS
from tests.server.house import NOW, House, refused

pytestmark = pytest.mark.anyio

DAY = 86_400.0
DAYS = Clock("days", int(3 * DAY))


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


async def told(house: House, actor: Actor, table: str) -> list[str]:
    """Return what somebody was told about pauses."""
    news = await house.service.watch.messages(actor, table, NOW, 0, NOW)
    lines = [line for each in news if isinstance(each, ChatMessage) for line in each.lines]
    return [line.text for line in lines if (line.code or "").startswith("pause_")]


def left(info: TableInfo) -> list[float | None]:
    """Return how many days each clock has left."""
    return [None if each is None else round(each / DAY, 2) for each in info.clock.left]


async def paused(house: House, days: int | None = 7) -> tuple[str, Actor, Actor]:
    """Return a game of two in which both have agreed on a pause."""
    table, ada, bob = await house.duel(clock=DAYS)
    await house.set_up(table, ada, bob)
    await house.service.pauses.propose(ada, table, days)  # type: ignore[arg-type]
    await house.service.pauses.answer(bob, table, True)
    return table, ada, bob


async def test_the_clocks_stand_still_and_go_on_from_there(house: House) -> None:
    table, ada, bob = await house.duel(clock=DAYS)
    await house.set_up(table, ada, bob)
    house.pass_time(DAY)
    proposed = await house.service.pauses.propose(ada, table, 7)
    assert proposed.pause == PauseInfo(0, 7, (0,), None, (), (1,))
    assert proposed.clock.running == (0,), "a proposal alone stops nothing"
    began = await house.service.pauses.answer(bob, table, True)
    assert began.pause is not None
    assert began.pause.left == pytest.approx(7 * DAY, abs=60)
    assert (began.clock.running, left(began), began.pauses_left) == ((), [2.0, 3.0], MOST - 1)
    house.pass_time(6 * DAY)
    assert left(await house.service.tables.info(ada, table)) == [2.0, 3.0]
    house.pass_time(DAY)

    async def over() -> TableInfo | None:
        info = await house.service.tables.info(ada, table)
        return info if info.pause is None else None

    after = await house.until(over)
    assert (after.clock.running, left(after)) == ((0,), [2.0, 3.0])
    house.pass_time(DAY)
    assert left(await house.service.tables.info(bob, table)) == [1.0, 3.0]
    assert await told(house, bob, table) == [
        "Ada proposes a pause of 7 days.",
        "Pause for 7 days: the clocks stand still.",
        "The pause is over: the clocks are running again.",
    ]
    assert (await told(house, ada, table))[0] == "Ada schlägt 7 Tage Pause vor."


async def test_who_likes_moves_in_a_pause_and_has_the_whole_time_afterwards(house: House) -> None:
    table, ada, bob = await paused(house)
    dice = Random(4)
    while (await house.service.watch.view(ada, table)).view.pending == (0,):
        await house.move(ada, table, dice)
    info = await house.service.tables.info(bob, table)
    assert (info.clock.running, left(info)) == ((), [3.0, 3.0])
    for actor in (ada, bob):
        info = await house.service.pauses.go_on(actor, table)
    assert (info.pause, info.clock.running) == (None, (1,))


async def test_whoever_wants_to_play_on_is_kept_waiting_for_a_day_at_most(house: House) -> None:
    table, ada, bob = await paused(house, None)
    info = await house.service.tables.info(ada, table)
    assert info.pause is not None
    assert info.pause.left == pytest.approx(LONGEST * DAY, abs=60)
    for _ in range(2):  # saying it twice gives no shorter notice
        info = await house.service.pauses.go_on(bob, table)
        assert info.pause is not None
        assert info.pause.left == pytest.approx(DAY, abs=60)
        assert info.pause.going_on == (1,)
    assert await refused(house.service.pauses.propose(ada, table, 3)) == "paused_already"
    house.pass_time(DAY + 60)

    async def over() -> bool:
        return (await house.service.tables.info(ada, table)).pause is None

    await house.until(over)
    assert await refused(house.service.pauses.go_on(bob, table)) == "not_paused"
    assert await told(house, bob, table) == [
        "Ada proposes a pause until everybody wants to play on.",
        "Pause until everybody wants to play on: the clocks stand still.",
        "Bob wants to play on. The pause ends in a day, or as soon as everybody does.",
        "The pause is over: the clocks are running again.",
    ]


async def test_a_pause_is_declined_and_taken_back(house: House) -> None:
    table, ada, bob = await house.duel(clock=DAYS)
    service = house.service.pauses
    assert await refused(service.answer(bob, table, True)) == "no_pause_proposed"
    await service.propose(ada, table, 1)
    assert await refused(service.propose(bob, table, 3)) == "pause_proposed"
    assert (await service.answer(bob, table, False)).pause is None
    await service.propose(ada, table, 1)
    assert (await service.answer(ada, table, False)).pause is None
    assert (await told(house, bob, table))[1::2] == [
        "Bob declines the pause.",
        "Ada takes the proposed pause back.",
    ]
    await service.propose(bob, table, 3)
    begun = await service.propose(ada, table, 3)  # the same wish agrees
    assert begun.pause is not None
    assert begun.pause.left is not None


async def test_nobody_stalls_for_ever(house: House) -> None:
    table, ada, bob = await house.duel(clock=DAYS)
    service = house.service.pauses
    for _ in range(MOST):
        await service.propose(ada, table, 14)
        await service.answer(bob, table, True)
        await service.go_on(ada, table)
        assert (await service.go_on(bob, table)).pause is None
        await a_minute_passes(house)
    assert (await house.service.tables.info(ada, table)).pauses_left == 0
    assert await refused(service.propose(ada, table, 1)) == "too_many_pauses"
    table, ada, bob = await house.duel(clock=DAYS)
    for _ in range(PROPOSALS):
        await service.propose(ada, table, 1)
        await service.answer(bob, table, False)
        await a_minute_passes(house)
    assert await refused(service.propose(ada, table, 1)) == "too_many_proposals"
    assert (await service.propose(bob, table, 1)).pause is not None


async def a_minute_passes(house: House) -> None:
    """Let what was told be older: a seat tells only so much in a minute."""
    before = schema.chat.update().values(time=schema.chat.c.time - 60)
    await house.service.database.write(lambda c: c.execute(before))


async def test_only_people_who_play_have_a_say(house: House) -> None:
    ada, bob, eve = [await house.guest(name) for name in ("Ada", "Bob", "Eve")]
    seats = SeatWish("me"), SeatWish(), SeatWish("bot", "random"), SeatWish("program")
    table = (await house.table(*seats, host=ada, board="usa", clock=DAYS)).id
    await house.service.seats.join(bob, table)
    await house.service.tables.start(ada, table)
    service = house.service.pauses
    for call in (service.propose(eve, table, 1), service.answer(eve, table, True)):
        assert await refused(call) == "not_seated"
    await service.propose(ada, table, 1)
    left = await house.service.seats.leave(bob, table)
    assert left.pause is not None, "whoever has left is not waited for"
    assert left.pause.left is not None
    assert await refused(service.go_on(bob, table)) == "no_say"
    assert (await service.go_on(ada, table)).pause is None


async def test_a_seat_is_not_taken_from_somebody_in_a_pause(house: House) -> None:
    table, ada, bob = await paused(house)
    house.pass_time(3 * DAY)
    assert (await house.service.tables.info(ada, table)).seats[1].free_in is None
    assert await refused(house.service.seats.reopen(ada, table, 1)) == "paused"
    for actor in (ada, bob):
        await house.service.pauses.go_on(actor, table)
    assert await refused(house.service.seats.reopen(ada, table, 1)) == "not_away_long"


@pytest.mark.parametrize("clock", [Clock(), Clock("turn", 60), Clock("bank", 600, 5)])
async def test_only_games_that_count_days_are_paused(house: House, clock: Clock) -> None:
    table, ada, _ = await house.duel(clock=clock)
    assert await refused(house.service.pauses.propose(ada, table, 1)) == "pause_needs_days"
    assert (await house.service.tables.info(ada, table)).pauses_left == 0


async def test_a_pause_outlives_the_server(database_url: str) -> None:
    settings = Settings(database=database_url, bot_delay=0.0)
    async with House(settings) as house:
        table, ada, _ = await paused(house, 1)
        house.pass_time(DAY / 2)
        await house.service.heartbeat.stop()
    async with House(settings) as house:
        info = await house.service.tables.info(ada, table)
        assert info.pause is not None
        assert info.pause.left == pytest.approx(DAY / 2, abs=60)
        assert info.clock.running == ()
        house.pass_time(DAY / 2 + 60)

        async def over() -> bool:
            house.service.cache.forget(table)
            return (await house.service.tables.info(ada, table)).pause is None

        await house.until(over)


async def test_a_keeper_lets_the_clocks_stand_still_as_well(sqlite_url: str) -> None:
    async with House(Settings(database=sqlite_url, bot_delay=0.0, workers=2)) as house:
        assert house.service.keeper.ready
        table, ada, bob = await paused(house)
        dice = Random(4)
        while (await house.service.watch.view(ada, table)).view.pending == (0,):
            await house.move(ada, table, dice)
        info = await house.service.tables.info(bob, table)
        assert (info.clock.running, left(info)) == ((), [3.0, 3.0])
        for actor in (ada, bob):
            info = await house.service.pauses.go_on(actor, table)
        assert (info.pause, info.clock.running) == (None, (1,))
