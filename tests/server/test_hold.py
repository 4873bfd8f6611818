"""One PostgreSQL database: servers that do not know of each other are kept apart."""

from __future__ import annotations

import asyncio
import signal

import pytest
from sqlalchemy import text

from stellwerk.server.errors import Refusal
from stellwerk.server.preflight import check_environment
from stellwerk.server.settings import Settings
from stellwerk.server.store import hold, open_database
from tests.server.house import PATIENCE, House

pytestmark = pytest.mark.anyio

REDIS = "redis://somewhere"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that wait for nobody, and look often whether they still hold what they hold."""
    monkeypatch.setattr(hold, "_PATIENCE", 0.0)
    monkeypatch.setattr(hold, "_LOOK", 0.05)


async def refused(settings: Settings) -> Refusal:
    house = House(settings)
    with pytest.raises(Refusal) as refusal:
        await house.service.start()
    await house.service.database.close()
    return refusal.value


@pytest.mark.parametrize(("first", "second"), [(None, None), (None, REDIS), (REDIS, None)])
async def test_a_server_that_hears_nothing_of_the_other_is_refused(
    postgres_url: str, first: str | None, second: str | None
) -> None:
    url = postgres_url.replace("postgres@", "postgres:secret@")
    async with House(Settings(database=url, redis=first)):
        refusal = await refused(Settings(database=url, redis=second))
        assert refusal.code == "database_shared"
        for language in ("de", "en"):
            assert "--redis" in refusal.say(language)
            assert "secret" not in refusal.say(language)
    async with House(Settings(database=url, redis=second)):
        pass


async def test_it_is_refused_before_anything_is_started(postgres_url: str) -> None:
    async with House(Settings(database=postgres_url)):
        with pytest.raises(Refusal) as refusal:
            await check_environment(Settings(database=postgres_url))
        assert refusal.value.code == "database_shared"


async def test_servers_that_redis_joins_may_be_many(postgres_url: str) -> None:
    settings = Settings(database=postgres_url, redis=REDIS)
    async with House(settings) as one, House(settings) as other:
        assert not one.service.database.exclusive
        assert not other.service.database.exclusive


async def test_a_server_alone_waits_for_no_lease(postgres_url: str) -> None:
    async with House(Settings(database=postgres_url)) as house:
        table, *_ = await house.duel()
        await house.put(table, lease_owner="dead", lease_until=1e12)
    async with House(Settings(database=postgres_url)) as house:
        assert (await house.row(table)).lease_owner is None


async def test_the_hold_is_taken_again_when_its_connection_is_lost(postgres_url: str) -> None:
    held = text(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        f" AND objid = {hold._LOCK}"
    )
    other = open_database(postgres_url)

    async def holder() -> int | None:
        return await other.read(lambda c: c.execute(held).scalar_one_or_none())

    async with House(Settings(database=postgres_url)):
        first = await holder()
        assert first is not None
        ends = text(f"SELECT pg_terminate_backend({first})")
        await other.read(lambda c: c.execute(ends).all())
        async with asyncio.timeout(PATIENCE):
            while await holder() in (None, first):
                await asyncio.sleep(0.02)
        assert (await refused(Settings(database=postgres_url))).code == "database_shared"
    assert await holder() is None
    await other.close()


async def test_a_server_that_has_lost_its_database_to_another_ends(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    signals: list[int] = []
    monkeypatch.setattr("signal.raise_signal", signals.append)
    monkeypatch.setattr(hold, "_LOOK", 3600.0)
    async with House(Settings(database=postgres_url)) as house:
        mine = house.service.database._hold  # type: ignore[attr-defined]
        await mine._drop()
        async with House(Settings(database=postgres_url)):
            monkeypatch.setattr(hold, "_LOOK", 0.0)
            async with asyncio.timeout(PATIENCE):
                await mine._watch()
    assert signals == [signal.SIGTERM]
