"""Being called back: who is told what, by which way, and when nobody is."""

from __future__ import annotations

import asyncio
import datetime
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Clock, NoticeEvent, QuietHours, SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.service.presence import Presence
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions import delivery, outbox
from stellwerk.server.transactions.delivery import MOST_FAILURES, PAUSES, quiet_until
from stellwerk.server.transactions.signing_in import Visit
from stellwerk.server.transactions.subscriptions import MOST, subscription_of
from tests.server.house import House, refused
from tests.server.pushing import PushService, push_service

pytestmark = pytest.mark.anyio

DAYS = Clock("days", 86_400)
DICE = Random(7)
CHAT: tuple[NoticeEvent, ...] = ("chat",)


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    """A push service for all tests of the file; each has browsers of its own."""
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
async def house(kept_url: str) -> AsyncIterator[House]:
    """A service at work that may call browsers on this machine."""
    settings = Settings(
        database=kept_url, bot_delay=0.0, push_anywhere=True, poll=0.05, review_playouts=2
    )
    async with House(settings) as house:
        yield house


async def listen(house: House, service: PushService, actor: Actor, name: str) -> str:
    """Let a new browser take somebody's notices; return its id."""
    given = service.browser(name)
    subscription = subscription_of(
        given["endpoint"], given["keys"]["p256dh"], given["keys"]["auth"], anywhere=True
    )
    await house.service.notices.subscribe(actor, subscription, given["name"], None)
    return subscription.id


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """A name for a browser that no other test has."""
    return f"{abs(hash(request.node.nodeid)):x}"


async def called(service: PushService, name: str, count: int = 1) -> list[dict[str, Any]]:
    """Return what a browser was told, once so much has arrived."""
    found = await asyncio.to_thread(service.wait, name, count)
    return [each.content for each in found]


async def settled(house: House) -> None:
    """Wait until the outbox has nothing left that is due."""

    async def empty() -> bool:
        now = time.time()
        left = await house.rows(select(schema.notices.c.id).where(schema.notices.c.due <= now))
        house._news.set()
        return not left

    await house.until(empty)


async def waiting(house: House, way: str) -> list[Any]:
    """Return what is still to be sent by a way."""
    return list(await house.rows(select(schema.notices).where(schema.notices.c.way == way)))


async def put_off(house: House, way: str) -> None:
    """Wait until a notice could not be sent, and waits for its next try."""

    async def tried() -> bool:
        house._news.set()
        return any(each.tries for each in await waiting(house, way))

    await house.until(tried)


async def make_due(house: House, way: str) -> None:
    """Let what waits be due now."""
    later = update(schema.notices).where(schema.notices.c.way == way).values(due=0.0)
    await house.service.database.write(lambda c: c.execute(later))
    house.service.postman.wake()


async def test_a_player_is_called_when_the_others_have_moved(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel(clock=DAYS)
    await listen(house, service, ada, name)
    await look_on(house, ada, bob, table)
    await call_ada(house, bob, table)
    begun = time.monotonic()
    (content,) = await called(service, name)
    arrival = service.of(name)[-1]
    assert arrival.time - begun < 2.0
    assert content["title"].startswith("Du bist am Zug · ")
    assert content["path"] == f"/t/{table}"
    assert "Bob" in content["body"]
    assert "1 Tag" in content["body"]
    assert arrival.headers["topic"] == content["tag"]
    assert len(arrival.headers["topic"]) == 32
    assert table not in json.dumps(arrival.headers)
    assert arrival.headers["urgency"] == "high"
    assert arrival.headers["ttl"] == "86400"
    assert arrival.headers["content-encoding"] == "aes128gcm"
    assert arrival.claims["sub"].startswith("mailto:")
    key = (await house.service.notices.settings(ada)).push_key
    assert arrival.claims["key"] == key


async def look_on(house: House, ada: Actor, bob: Actor, table: str) -> None:
    """Let both move while Ada is at the table, until it is Bob's turn; then she goes."""
    house.service.watch.online(ada, table)
    if (await house.stored(table)).seq == 0:
        await house.set_up(table, ada, bob)
    while (await house.stored(table)).waiting != (1,):
        await house.move(ada, table, DICE)
    await settled(house)
    house.service.watch.offline(ada, table)


async def call_ada(house: House, bob: Actor, table: str) -> None:
    """Let Bob move until it is Ada's turn."""
    while (await house.stored(table)).waiting == (1,):
        await house.move(bob, table, DICE)


async def test_many_moves_are_one_notice_and_none_comes_while_one_looks(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel()
    device = await listen(house, service, ada, name)
    await look_on(house, ada, bob, table)
    assert service.of(name) == []
    service.answers[name] = [503]
    await call_ada(house, bob, table)
    await put_off(house, device)
    while (await house.stored(table)).waiting != (1,):
        await house.move(ada, table, DICE)
    await call_ada(house, bob, table)  # while the first one waits to be sent again
    assert len(await waiting(house, device)) == 1
    await make_due(house, device)
    (content,) = await called(service, name)
    assert content["path"] == f"/t/{table}"
    await settled(house)
    assert len(service.of(name)) == 1


async def test_nobody_is_called_to_a_turn_that_is_over(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel()
    device = await listen(house, service, ada, name)
    await look_on(house, ada, bob, table)
    service.answers[name] = [503]
    await call_ada(house, bob, table)
    await put_off(house, device)
    while set((await house.stored(table)).waiting) == {0}:
        await house.move(ada, table, DICE)
    await make_due(house, device)
    await settled(house)
    assert service.of(name) == []
    assert await waiting(house, device) == []


async def test_alone_against_bots_nobody_waits(
    house: House, service: PushService, name: str
) -> None:
    ada = await house.guest()
    await listen(house, service, ada, name)
    table = await house.table(SeatWish("me"), SeatWish("bot", "random"), host=ada, start=True)
    await house.play_out(table.id, ada)
    await settled(house)
    assert service.of(name) == []


async def test_all_are_told_how_a_game_ended_and_invited_to_the_next(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel()
    await listen(house, service, bob, name)
    house.service.watch.online(bob, table)
    await house.set_up(table, ada, bob)
    await house.play_out(table, ada, bob, most=10)
    await settled(house)
    house.service.watch.offline(bob, table)
    await house.service.seats.resign(ada, table, 0)
    (content,) = await called(service, name)
    assert content["title"].startswith("Game over")
    assert content["body"]
    again = (await house.service.tables.rematch(ada, table)).id
    (_, invitation) = await called(service, name, 2)
    assert invitation["path"] == f"/t/{again}"
    assert "Ada" in invitation["body"]
    assert invitation["tag"] != content["tag"]


async def test_chat_is_told_only_if_wanted_and_never_what_was_said(
    house: House, service: PushService, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.transactions.outbox._BUNDLED", 0.0)
    table, ada, bob = await house.duel()
    device = await listen(house, service, bob, name)
    cleo = await house.guest("Cleo")
    await house.service.chat.say(ada, table, "a secret")
    await settled(house)
    assert service.of(name) == []
    await house.service.notices.choose(bob, device, CHAT)
    await house.service.chat.mute(bob, table, 0, True)
    await house.service.chat.say(ada, table, "a secret")
    await settled(house)
    assert service.of(name) == []
    await house.service.chat.say(cleo, table, "a secret")
    (content,) = await called(service, name)
    assert "secret" not in json.dumps(content)
    assert content["path"] == f"/t/{table}"
    await house.service.chat.say(bob, table, "nobody tells me what I say")
    await settled(house)
    assert len(service.of(name)) == 1


async def test_a_clock_that_runs_low_calls_once_more(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel(clock=Clock("days", 7200))
    device = await listen(house, service, ada, name)
    await look_on(house, ada, bob, table)
    await call_ada(house, bob, table)
    await called(service, name)
    (row,) = (each for each in await waiting(house, device) if each.event == "clock")
    assert row.due - row.created == pytest.approx(5400, abs=5)
    await make_due(house, device)
    await settled(house)  # it is not low yet, and put off
    assert len(service.of(name)) == 1
    house.pass_time(5500)
    await make_due(house, device)
    (_, content) = await called(service, name, 2)
    assert "28 Minuten" in content["body"]


async def test_a_review_calls_whoever_asked_and_does_not_look(
    house: House, service: PushService, name: str
) -> None:
    ada, name_of_review = await house.guest(), f"{name:0<32}"[:32]
    await listen(house, service, ada, name)
    await house.service.reviews._keep(name_of_review, b"null", None, ada.known)
    await settled(house)
    assert service.of(name) == []
    await house.service.reviews._keep(name_of_review, b"null", "ada", ada.known)
    (content,) = await called(service, name)
    assert content["path"] == f"/review/{name_of_review}"
    assert await refused(house.service.reviews.look(name_of_review, ada)) == "no_review"
    await house.service.reviews._keep(name_of_review, b"null", "ada", ada.known)
    await settled(house)
    assert len(service.of(name)) == 1, "who looks at it needs no call"


@pytest.mark.parametrize("status", [404, 410, 403])
async def test_a_browser_that_is_gone_is_dropped(
    house: House, service: PushService, name: str, status: int
) -> None:
    ada = await house.guest()
    device = await listen(house, service, ada, name)
    service.answers[name] = [status]
    await house.service.notices.try_out(ada, device)
    await asyncio.to_thread(service.wait_refused, name)

    async def dropped() -> bool:
        house._news.set()
        return not (await house.service.notices.settings(ada)).devices

    await house.until(dropped)
    assert await waiting(house, device) == []


async def test_a_failed_notice_is_sent_again_after_growing_pauses_and_given_up_in_the_end(
    house: House, service: PushService, name: str
) -> None:
    ada = await house.guest()
    device = await listen(house, service, ada, name)
    service.answers[name] = [500, 429, 503] + [500] * (len(PAUSES) - 2)
    await house.service.notices.try_out(ada, device)
    pauses = []
    for count in range(1, len(PAUSES) + 1):
        await asyncio.to_thread(service.wait_refused, name, count)
        row = None
        while row is None or row.tries != count:
            (row,) = await waiting(house, device)
        pauses.append(row.due - time.time())
        await make_due(house, device)
    assert pauses == sorted(pauses)
    assert pauses[0] == pytest.approx(PAUSES[0], abs=3)
    assert pauses[-1] == pytest.approx(PAUSES[-1], abs=3)
    while await waiting(house, device):
        await asyncio.sleep(0)
    assert service.of(name) == []
    (shown,) = (await house.service.notices.settings(ada)).devices
    assert shown.failing


async def test_a_refused_notice_is_not_sent_again_and_a_tired_browser_is_dropped(
    house: House, service: PushService, name: str
) -> None:
    ada = await house.guest()
    device = await listen(house, service, ada, name)
    columns = schema.subscriptions.c
    tired = update(schema.subscriptions).where(columns.id == device)
    await house.service.database.write(
        lambda c: c.execute(tired.values(failures=MOST_FAILURES - 1))
    )
    service.answers[name] = [400]
    await house.service.notices.try_out(ada, device)

    async def dropped() -> bool:
        house._news.set()
        return not (await house.service.notices.settings(ada)).devices

    await house.until(dropped)
    assert await waiting(house, device) == []


async def test_quiet_hours_put_everything_off(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel()
    device = await listen(house, service, ada, name)
    now = datetime.datetime.now(datetime.UTC)
    minute = now.hour * 60 + now.minute
    quiet = QuietHours((minute - 60) % 1440, (minute + 60) % 1440, "UTC")
    await look_on(house, ada, bob, table)
    await house.service.notices.keep_quiet(ada, quiet)
    await call_ada(house, bob, table)
    await settled(house)
    (row,) = await waiting(house, device)
    assert 58 * 60 <= row.due - time.time() <= 60 * 60
    assert service.of(name) == []
    await house.service.notices.keep_quiet(ada, None)
    await called(service, name)


def test_quiet_hours_follow_the_clocks_of_a_zone() -> None:
    zone = datetime.datetime(2026, 10, 24, 20, 30, tzinfo=datetime.UTC).timestamp()  # 22:30 there
    night = QuietHours(22 * 60, 8 * 60, "Europe/Berlin")
    # The clocks are set back in that night, which so has an hour more.
    assert quiet_until(night, zone) - zone == 10.5 * 3600
    noon = zone + 14 * 3600
    assert quiet_until(night, noon) == noon
    assert quiet_until(QuietHours(60, 60, "UTC"), noon) == noon, "no time at all is never"
    assert quiet_until(QuietHours(0, 1439, "No/Where"), zone) > zone, "then it is UTC"


async def test_a_browser_has_one_guest_and_nobody_else_takes_it_over(
    house: House, service: PushService, name: str
) -> None:
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    given = service.browser(name)
    keys = given["keys"]
    own = subscription_of(given["endpoint"], keys["p256dh"], keys["auth"], anywhere=True)
    await house.service.notices.subscribe(ada, own, "", None)
    forged = own._replace(auth=bytes(16))
    attempt = house.service.notices.subscribe(eve, forged, "", None)
    assert await refused(attempt) == "bad_subscription"
    assert await refused(house.service.notices.choose(eve, own.id, ())) == "no_browser"
    assert await refused(house.service.notices.try_out(eve, own.id)) == "no_browser"
    await house.service.notices.drop(eve, own.id)
    await house.service.notices.subscribe(ada, own, "", own.id)  # the same once more
    assert len((await house.service.notices.settings(ada)).devices) == 1
    await house.service.notices.subscribe(eve, own, "", None)  # another person at this browser
    assert (await house.service.notices.settings(ada)).devices == ()
    for number in range(MOST - 1):
        more = own._replace(endpoint=f"{given['endpoint']}/{number}")
        await house.service.notices.subscribe(eve, more, "", None)
    one_more = own._replace(endpoint=f"{given['endpoint']}/more")
    attempt = house.service.notices.subscribe(eve, one_more, "", None)
    assert await refused(attempt) == "too_many_devices"
    await house.service.notices.subscribe(eve, one_more, "", own.id)  # it takes the place


async def test_a_subscription_that_leads_nowhere_allowed_is_dropped_unheard(
    service: PushService, sqlite_url: str
) -> None:
    async with House(Settings(database=sqlite_url, poll=0.05)) as house:
        ada = await house.guest()
        given = service.browser("inside")
        keys = given["keys"]
        inside = subscription_of(given["endpoint"], keys["p256dh"], keys["auth"], anywhere=True)
        with pytest.raises(Refusal):
            subscription_of(given["endpoint"], keys["p256dh"], keys["auth"])
        await house.service.notices.subscribe(ada, inside, "", None)
        await house.service.notices.try_out(ada, inside.id)

        async def dropped() -> bool:
            house._news.set()
            return not (await house.service.notices.settings(ada)).devices

        await house.until(dropped)
        assert service.of("inside") == []


async def test_what_a_dead_worker_has_taken_is_sent_by_the_next_one(
    house: House, service: PushService, name: str
) -> None:
    ada = await house.guest()
    device = await listen(house, service, ada, name)
    dead = house.service.worker._replace(id="dead")

    def die(connection: Any) -> int:
        outbox.add(connection, dead.now, "test", (ada.known,), way=device)
        here = house.service.presence.here
        return len(delivery.take(connection, dead, "doubtful", 100, here, 0.0))

    assert await house.service.database.write(die) == 1
    house.service.postman.wake()
    await settled_or_leased(house, device)
    assert service.of(name) == []
    house.pass_time(house.service.settings.lease + 1)
    await called(service, name)


async def settled_or_leased(house: House, device: str) -> None:
    """Give the postman two rounds."""
    for _ in range(2):
        await house.service.postman._look()
    assert len(await waiting(house, device)) == 1


async def test_a_table_knows_from_the_first_moment_who_wants_notices(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel()
    marks: Callable[[Any], list[bool]] = lambda found: [seat.wants_notices for seat in found.seats]  # noqa: E731
    assert marks(await house.stored(table)) == [False, False]
    await listen(house, service, ada, name)
    assert marks(await house.stored(table)) == [True, False]
    other = await house.table(SeatWish("open"), SeatWish("me"), host=bob)
    await house.service.seats.join(ada, other.id)
    assert marks(await house.stored(other.id)) == [True, False]


async def test_somebody_is_called_to_a_seat_that_is_kept_for_them(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel()
    for actor in (ada, bob):
        await house.service.seats.agree(actor, table)
    await listen(house, service, ada, name)
    (person,) = await house.service.people.recent(bob)
    kept = await house.table(SeatWish("me"), SeatWish(person=person.id), host=bob)
    (content,) = await called(service, name)
    assert content["path"] == f"/t/{kept.id}"
    assert "Bob" in content["body"]
    later = await house.table(SeatWish("me"), SeatWish(), host=bob)
    await house.service.people.invite(bob, later.id, 1, person.id)
    contents = await called(service, name, 2)
    assert contents[1]["path"] == f"/t/{later.id}"


async def test_a_device_that_is_signed_out_is_called_no_more(
    house: House, service: PushService, name: str
) -> None:
    table, ada, bob = await house.duel(clock=DAYS)
    link = await house.service.guests.transfer(ada)
    visit = Visit(Actor(), "Firefox", None)
    entered = await house.service.account.enter_by_link(visit, link.token)
    there = msgspec.structs.replace(ada, device=entered.device)
    way = await listen(house, service, there, name)
    await house.service.devices.take_away(ada, entered.device)
    assert (await house.service.notices.settings(ada)).devices == ()
    await look_on(house, ada, bob, table)
    await call_ada(house, bob, table)
    assert await waiting(house, way) == []


async def test_the_keeper_notes_whom_its_moves_call(service: PushService, sqlite_url: str) -> None:
    settings = Settings(database=sqlite_url, workers=2, push_anywhere=True, poll=0.05)
    async with House(settings) as house:
        assert house.service.keeper.ready
        table, ada, bob = await house.duel(clock=DAYS)
        await listen(house, service, ada, "kept")
        await look_on(house, ada, bob, table)
        await call_ada(house, bob, table)
        (content,) = await called(service, "kept")
        assert content["path"] == f"/t/{table}"
        assert house.service.keeper.ready


async def test_whoever_left_is_away_though_another_workers_clock_is_ahead(house: House) -> None:
    service = house.service
    presence = Presence(service.database, "one", True, service.clock)
    ahead = service.clock.now() + 5.0
    rows = [
        {"table_id": "skewed", "who": "Ada", "worker": "left:other", "until": ahead},
        {"table_id": "skewed", "who": "Bob", "worker": "other", "until": ahead},
    ]
    await service.database.write(lambda c: c.execute(insert(schema.present), rows))
    assert (await presence.at("skewed")).online == {"Bob"}
