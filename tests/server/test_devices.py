"""Devices: where a guest is signed in, and that a device signed out opens nothing any more."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select, update

from stellwerk.server.cookies import Visitor
from stellwerk.server.service import Actor
from stellwerk.server.service import devices as service_devices
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions import devices
from stellwerk.server.transactions.signing_in import Visit
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


def cookie(actor: Actor) -> Visitor:
    """Return what the cookie of somebody says."""
    return Visitor(actor.known, "en", actor.device, time.time())


def older(actor: Actor, signed: float = 1_000.0) -> Visitor:
    """Return what a cookie of an earlier version says."""
    return Visitor(actor.known, "en", "", signed)


async def device(house: House, visitor: Visitor, browser: str = "Safari · iPhone") -> str | None:
    return await house.service.devices.recognise(visitor, browser)


async def phone(house: House, ada: Actor) -> Actor:
    """Let somebody sign in at another device, by a link."""
    link = await house.service.guests.transfer(ada)
    visit = Visit(Actor(), "Safari · iPhone", None)
    entered = await house.service.account.enter_by_link(visit, link.token)
    return Actor(ada.guest, ada.language, device=entered.device)


async def test_a_new_guest_is_signed_in_where_it_came(house: House) -> None:
    guest, here = await house.service.guests.welcome("Ada", "en", "Firefox · Linux")
    (only,) = (await house.service.account.info(Actor(guest.id, device=here), None)).devices
    assert (only.id, only.browser, only.way, only.here) == (here, "Firefox · Linux", "new", True)


async def test_a_device_that_is_taken_away_opens_nothing_at_once(house: House) -> None:
    ada = await house.guest()
    other = await phone(house, ada)
    assert await device(house, cookie(other)) == other.device
    await house.service.devices.take_away(ada, other.device)
    assert await device(house, cookie(other)) is None
    assert house.service.devices.is_signed_out(cookie(other))
    assert await refused(house.service.devices.must_be_signed_in(other)) == "signed_out"
    assert await device(house, cookie(ada)) == ada.device
    assert [each.id for each in (await house.service.account.info(ada, None)).devices] == [
        ada.device
    ]


async def test_nobody_takes_the_device_of_another_away(house: House) -> None:
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    assert await refused(house.service.devices.take_away(eve, ada.device)) == "no_device"
    assert await refused(house.service.devices.take_away(eve, "unknown")) == "no_device"
    assert await refused(house.service.devices.take_away(ada, ada.device)) == "own_device"
    assert await device(house, cookie(ada)) == ada.device


async def test_a_cookie_of_another_guest_with_a_known_device_is_nobodys(house: House) -> None:
    ada, eve = await house.guest("Ada"), await house.guest("Eve")
    assert await device(house, Visitor(eve.known, "en", ada.device)) is None


async def test_whoever_signs_out_without_a_way_back_is_warned(house: House) -> None:
    ada = await house.guest()
    sign_out = house.service.devices.sign_out
    for where in ("here", "everywhere"):
        assert await refused(sign_out(ada, where, sure=False)) == "last_way_back"
    assert await device(house, cookie(ada)) == ada.device
    other = await phone(house, ada)
    await sign_out(other, "here", sure=False)  # the first one is still there
    await house.service.account.new_codes(ada)
    await sign_out(ada, "everywhere", sure=False)
    assert await device(house, cookie(ada)) is None


async def test_signing_out_elsewhere_leaves_this_device(house: House) -> None:
    ada = await house.guest()
    others = [await phone(house, ada) for _ in range(3)]
    await house.service.devices.sign_out(ada, "elsewhere", sure=False)
    assert [await device(house, cookie(other)) for other in others] == [None] * 3
    assert await device(house, cookie(ada)) == ada.device


async def test_links_that_are_on_their_way_end_with_signing_out_everywhere(house: House) -> None:
    ada = await house.guest()
    link = await house.service.guests.transfer(ada)
    await house.service.devices.sign_out(ada, "everywhere", sure=True)
    follow = house.service.account.enter_by_link(Visit(Actor(), "", None), link.token)
    assert await refused(follow) == "bad_token"


async def test_an_older_cookie_gets_one_device_however_often_it_comes(house: House) -> None:
    ada = await house.guest()
    found = {await device(house, older(ada)) for _ in range(3)}
    house.service.devices._known.clear()  # as another worker, or a later start
    found.add(await device(house, older(ada)))
    (adopted,) = found
    assert adopted not in (None, "", ada.device)
    ways = [each.way for each in (await house.service.account.info(ada, None)).devices]
    assert sorted(ways) == ["earlier", "new"]


async def test_an_older_cookie_ends_with_its_device(house: House) -> None:
    ada = await house.guest()
    adopted, another = older(ada), older(ada, 2_000.0)
    await house.service.devices.take_away(ada, await device(house, adopted) or "")
    assert await device(house, adopted) is None
    house.service.devices._ended.clear()
    assert await device(house, adopted) is None
    assert await device(house, another) is not None


async def test_signing_out_everywhere_ends_older_cookies_that_never_came(house: House) -> None:
    ada = await house.guest()
    before = older(ada, time.time() - 60.0)
    await house.service.devices.sign_out(ada, "elsewhere", sure=False)
    assert await device(house, before) is None


async def test_a_cookie_of_a_deleted_guest_opens_nothing(house: House) -> None:
    ada = await house.guest()
    await house.service.guests.forget(ada)
    assert await device(house, cookie(ada)) is None
    assert await device(house, older(ada)) is None


async def test_what_is_known_is_not_asked_for_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.guest()
    await device(house, cookie(ada))

    def asked(*_: object) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(devices, "known", asked)
    for _ in range(3):
        assert await device(house, cookie(ada)) == ada.device
        await house.service.devices.must_be_signed_in(ada)


async def test_a_device_that_ends_while_it_is_looked_up_is_looked_up_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.guest()
    other = await phone(house, ada)
    look, ended = house.service.devices._looked_up, False

    async def slow(visitor: Visitor, browser: str) -> str | None:
        nonlocal ended
        found = await look(visitor, browser)
        if not ended:  # what was read is out of date before it arrives
            ended = True
            await house.service.devices.take_away(ada, other.device)
        return found

    monkeypatch.setattr(house.service.devices, "_looked_up", slow)
    assert await device(house, cookie(other)) is None


async def test_another_worker_hears_of_it_and_looks_again_if_it_does_not(
    postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=postgres_url, redis=redis_url, bot_delay=0.0)
    async with House(settings) as one, House(settings) as two:
        ada = await one.guest()
        first, second = await phone(one, ada), await phone(one, ada)
        for each in (first, second):
            assert await device(two, cookie(each)) == each.device
        one.hints.clear()
        await one.service.devices.take_away(ada, first.device)
        for channel, message in one.hints:
            two.service.news.heard(channel, message)
        assert await device(two, cookie(first)) is None

        await one.service.devices.take_away(ada, second.device)  # and the hint is lost
        monkeypatch.setattr(service_devices, "REQUESTS_LOOK", -1.0)
        assert await device(two, cookie(second)) is None


async def test_a_guest_has_only_so_many_devices(house: House) -> None:
    ada = await house.guest()
    for _ in range(devices.MOST):
        await phone(house, ada)
    assert await device(house, cookie(ada)) is None, "it was not used for longest"
    rows = await house.rows(
        select(schema.devices.c.id).where(schema.devices.c.guest_id == ada.guest)
    )
    assert len(rows) == devices.MOST


async def test_the_last_use_is_noted_now_and_then(house: House) -> None:
    ada = await house.guest()
    seen = schema.devices.c.seen
    mine = schema.devices.c.id == ada.device
    await house.service.database.write(
        lambda c: c.execute(update(schema.devices).where(mine).values(seen=1.0))
    )
    await house.service.guests.visit(ada, "Firefox · Linux")
    (row,) = await house.rows(select(seen, schema.devices.c.browser).where(mine))
    assert row.seen > time.time() - 60
    assert row.browser == "Firefox · Linux"
