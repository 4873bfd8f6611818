"""Reviews: asked for, judged in the background, kept, and shown as far as they have come."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import update

from stellwerk.game import Game
from stellwerk.review import review
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import ReviewInfo
from stellwerk.server.service import reviews
from stellwerk.server.service.fairness import Asker, FairQueue
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from tests.server.house import PATIENCE, House, refused
from tests.server.test_replays import played

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def judging(kept_url: str) -> AsyncIterator[House]:
    """A service that judges quickly, for all tests of this file."""
    async with House(Settings(database=kept_url, review_playouts=10)) as house:
        yield house


async def finished(house: House, name: str) -> ReviewInfo:
    """Return a review once it is complete."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await house.service.reviews.look(name)).complete:
            await asyncio.sleep(0.05)
    return found


async def test_a_game_is_judged_in_the_background_and_kept(judging: House) -> None:
    game = played()
    text = game.record().to_json()
    asked = await judging.service.reviews.ask(text)
    assert not asked.complete
    found = await finished(judging, asked.id)
    assert found.review is not None
    assert [each.seq for each in found.review.judged] == list(range(1, game.seq + 1))
    assert found.review.judged[0].played.text["de"] != found.review.judged[0].played.text["en"]
    again = await judging.service.reviews.ask(text)
    assert again == found


async def test_only_finished_games_are_judged(judging: House) -> None:
    ask = judging.service.reviews.ask
    assert await refused(ask(played(steps=9).record().to_json())) == "review_unfinished"
    assert await refused(ask(b"{}")) == "malformed"
    assert await refused(judging.service.reviews.look("nothing")) == "no_review"


async def test_what_a_dead_worker_left_is_begun_again(judging: House) -> None:
    text = played(seed=11).record().to_json()
    asked = await judging.service.reviews.ask(text)
    await finished(judging, asked.id)
    left = update(schema.reviews).values(complete=False, content=b"null", lease_until=1.0)
    await judging.service.database.write(lambda c: c.execute(left))
    assert (await judging.service.reviews.ask(text)).id == asked.id
    assert (await finished(judging, asked.id)).review is not None


async def test_a_failure_is_told_and_another_try_is_possible(
    judging: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Iterator[object]:
        raise RuntimeError("nothing can be judged")

    text = played(seed=12).record().to_json()
    with monkeypatch.context() as broken:
        broken.setattr(review, "reviews", fail)
        with pytest.raises(Refusal, match="log"):  # at once, or a moment later
            await finished(judging, (await judging.service.reviews.ask(text)).id)
    asked = await judging.service.reviews.ask(text)
    assert (await finished(judging, asked.id)).review is not None


async def test_what_another_worker_judges_is_left_to_it(judging: House) -> None:
    text = played(seed=13).record().to_json()
    asked = await judging.service.reviews.ask(text)
    await finished(judging, asked.id)
    busy = update(schema.reviews).values(
        complete=False, content=b"null", lease_until=time.time() + 60
    )
    await judging.service.database.write(lambda c: c.execute(busy))
    again = await judging.service.reviews.ask(text)
    assert (again.review, again.ahead) == (None, 0)


async def test_one_stranger_does_not_fill_the_queue(sqlite_url: str) -> None:
    settings = Settings(
        database=sqlite_url, reviews_per_guest=2, reviews_per_address=5, reviews_waiting=6
    )
    async with House(settings) as house:
        await house.service.reviews.stop()
        seeds = itertools.count()

        async def ask(address: str, person: str) -> int:
            text = played(seed=next(seeds)).record().to_json()
            return (await house.service.reviews.ask(text, None, Asker(address, person))).ahead

        for person in ("mallory", "mallory 2"):
            await ask("192.0.2.1", person)
            await ask("192.0.2.1", person)
            assert await refused(ask("192.0.2.1", person)) == "too_many_reviews"
        await ask("192.0.2.1", "mallory 3")
        assert await refused(ask("192.0.2.1", "mallory 4")) == "reviews_busy"
        assert await ask("192.0.2.2", "anna") == 1  # after one of the stranger's, not after five
        assert await refused(ask("192.0.2.3", "béla")) == "reviews_busy"


async def test_old_reviews_are_deleted(judging: House) -> None:
    game: Game = played(seed=14)
    asked = await judging.service.reviews.ask(game.record().to_json())
    await finished(judging, asked.id)
    old = update(schema.reviews).values(created=1.0)
    await judging.service.database.write(lambda c: c.execute(old))
    await judging.service.runner._clean()
    assert await refused(judging.service.reviews.look(asked.id)) == "no_review"


async def test_games_are_judged_by_turns(judging: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_TURN", 0.0)
    texts = [played(seed=seed).record().to_json() for seed in range(3)]
    asked = [
        await judging.service.reviews.ask(text, None, Asker(f"192.0.2.{number}"))
        for number, text in enumerate(texts)
    ]
    for each in asked:
        found = await finished(judging, each.id)
        assert found.review is not None
        assert len(found.review.judged) == found.review.decisions


def test_addresses_take_turns_and_at_each_its_people() -> None:
    queue: FairQueue[None] = FairQueue(100, 100, 100)
    for name in ("a1", "a2", "a3"):
        queue.add(name, Asker("one", "anna"), None)
    queue.add("b1", Asker("one", "béla"), None)
    queue.add("c1", Asker("two", "carla"), None)
    assert queue.order() == ["a1", "c1", "b1", "a2", "a3"]
    served = []
    for _ in range(4):  # nothing is finished: all go on by turns
        served.append(queue.next()[0])
    assert served == ["a1", "c1", "b1", "c1"]
    queue.remove("a1")
    assert queue.next()[0] == "a2"
    for name in queue.order():
        queue.remove(name)
    assert len(queue) == 0
    assert queue._served == {}
