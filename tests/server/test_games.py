"""A history: every finished game stands in it, whoever ended it, for as long as its guest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from sqlalchemy import select, update

from stellwerk.server.histories import GameLine, ProfileWish
from stellwerk.server.protocol import SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from stellwerk.server.transactions import working_out
from stellwerk.server.transactions.game_lists import Wanted
from tests.server.house import PATIENCE, House, refused
from tests.server.test_reviews import finished

pytestmark = pytest.mark.anyio

ME, FREE, BOT = SeatWish("me"), SeatWish("open"), SeatWish("bot", "random")


async def listed(house: House, actor: Actor, **wanted: object) -> tuple[GameLine, ...]:
    """Return what stands in somebody's history."""
    return (await house.service.games.page(actor, Wanted(**wanted))).lines  # type: ignore[arg-type]


async def duel_played(house: House) -> tuple[str, Actor, Actor]:
    """Play a game of two people to its end."""
    table, ada, bob = await house.duel()
    await house.play_out(table, ada, bob)
    return table, ada, bob


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait for what is worked out in the background."""
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.02)


async def test_a_finished_game_stands_in_the_history_of_everybody_who_played(house: House) -> None:
    table, ada, bob = await duel_played(house)
    outcome = (await house.game(ada, table)).outcome()
    for actor, seat in ((ada, 0), (bob, 1)):
        (line,) = await listed(house, actor)
        assert (line.table, line.board, line.ending) == (table, "lesson", "played")
        assert (line.points, line.rank) == (outcome.seats[seat].total, outcome.seats[seat].rank)
        assert [player.you for player in line.players] == [seat == 0, seat == 1]
        assert [player.points for player in line.players] == [s.total for s in outcome.seats]
        assert line.counted
        assert line.kept
        assert line.accuracy is None
    assert await listed(house, await house.guest("Cleo")) == ()


async def test_a_running_game_is_in_no_history_and_a_hidden_thing_never(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    assert await listed(house, ada) == ()
    assert await house.rows(select(schema.games)) == []


async def test_a_game_ended_by_agreement_is_listed_but_not_counted(house: House) -> None:
    table, ada, bob = await house.duel()
    for actor in (ada, bob):
        await house.service.seats.agree(actor, table)
    (line,) = await listed(house, ada)
    assert (line.ending, line.counted) == ("agreed", False)
    told = await house.service.games.statistics(ada, None, None)
    assert (told.results.games, told.not_counted) == (0, 1)


async def test_a_game_given_up_is_lost_and_counted(house: House) -> None:
    table, ada, bob = await house.duel()
    await house.set_up(table, ada, bob)
    await house.service.seats.resign(ada, table, 0)
    (mine,), (theirs,) = await listed(house, ada), await listed(house, bob)
    assert (mine.ending, mine.rank, mine.counted) == ("resigned", 2, True)
    assert theirs.rank == 1
    told = await house.service.games.statistics(bob, "lesson", None)
    assert (told.results.games, told.results.won, told.parts) == (1, 1.0, None)


async def test_two_seats_at_one_device_are_one_game_without_a_place(house: House) -> None:
    ada = await house.guest()
    table = await house.table(ME, SeatWish("me", name="Oma"), host=ada, start=True)
    await house.play_out(table.id, ada)
    (line,) = await listed(house, ada)
    assert (line.points, line.rank, line.counted) == (None, None, False)
    assert [player.name for player in line.players if player.you] == ["Ada", "Oma"]


async def test_the_keeper_writes_it_too(database_url: str) -> None:
    settings = Settings(database=database_url, workers=2, bot_delay=0.0)
    async with House(settings) as house:
        assert house.service.keeper.ready
        table, ada, bob = await duel_played(house)
        assert [line.table for line in await listed(house, ada)] == [table]
        assert [line.table for line in await listed(house, bob)] == [table]


async def test_the_history_outlives_the_table(house: House) -> None:
    table, ada, bob = await duel_played(house)
    await house.service.tables.delete(ada, table)
    assert await listed(house, ada) == ()
    (line,) = await listed(house, bob)
    assert not line.kept
    told = await house.service.games.statistics(bob, "lesson", None)
    assert told.results.games == 1
    assert told.built is not None
    assert told.built.games == 1


async def test_a_game_is_taken_off_ones_own_list_only(house: House) -> None:
    table, ada, bob = await duel_played(house)
    assert await refused(house.service.games.drop(await house.guest("Eve"), table)) == "no_game"
    await house.service.games.drop(ada, table)
    assert await refused(house.service.games.drop(ada, table)) == "no_game"
    assert await listed(house, ada) == ()
    (line,) = await listed(house, bob)
    assert line.kept, "others have it still"
    await house.service.games.drop(bob, table)
    assert (await house.service.tables.info(bob, table)).status == "finished", "Ada is the host"


async def test_a_game_nobody_else_has_is_deleted_with_its_record(house: House) -> None:
    ada = await house.guest()
    table = (await house.table(ME, BOT, host=ada, start=True)).id
    await house.play_out(table, ada)
    await house.service.games.drop(ada, table)
    assert await refused(house.service.tables.info(ada, table)) == "no_table"


async def test_a_deleted_player_is_called_so_in_the_history_of_others(house: House) -> None:
    table, ada, bob = await duel_played(house)
    await house.service.tables.delete(ada, table)  # off her list; Bob has it in his
    bots = await house.table(
        ME, FREE, SeatWish("bot", "random", name="Countess"), host=ada, board="lesson"
    )
    await house.service.seats.join(bob, bots.id)
    await house.service.tables.start(ada, bots.id)
    await house.play_out(bots.id, ada, bob)
    await house.service.guests.forget(ada)
    names = {line.table: [each.name for each in line.players] for line in await listed(house, bob)}
    assert names == {
        table: ["Deleted player", "Bob"],
        bots.id: ["Deleted player", "Bob", "Random"],
    }
    assert await listed(house, bob, search="ada") == await listed(house, bob, search="count") == ()
    assert len(await listed(house, bob, search="deleted")) == 2


async def test_games_are_filtered_searched_and_counted(house: House) -> None:
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    for number in range(3):
        table = (await house.table(ME, FREE, host=ada)).id
        await house.service.seats.join(bob, table)
        await house.service.tables.start(ada, table)
        await house.play_out(table, ada, bob, dice=Random(number))
    alone = (await house.table(ME, BOT, BOT, host=ada, start=True)).id
    await house.play_out(alone, ada)
    whole = await listed(house, ada)
    assert whole[0].table == alone
    assert sorted(whole, key=lambda line: -line.ended) == list(whole)

    async def codes(**wanted: object) -> set[str]:
        return {line.table for line in await listed(house, ada, **wanted)}

    everything = {line.table for line in whole}
    assert await codes(people=False) == await codes(seats=3) == {alone}
    assert await codes(people=True) == await codes(company="Bob") == everything - {alone}
    assert await codes(won=True) == {line.table for line in whole if line.rank == 1}
    assert await codes(won=False) == {line.table for line in whole if line.rank != 1}
    assert await codes(search="bo") == everything - {alone}, "a part of a name"
    assert await codes(search=alone.lower()) == {alone}
    assert await codes(search="Österreich") == await codes(board="lesson") == everything
    assert await codes(search="%") == await codes(board="usa") == set()
    assert await codes(search="\0 ") == everything, "nothing to search for"
    chosen = await house.service.games.choices(ada)
    assert [(each.board, each.games) for each in chosen.boards] == [("lesson", 4)]
    assert (chosen.seats, chosen.people) == ((2, 3), ("Bob",))


async def test_pages_have_fifty_lines_and_there_is_always_a_page(house: House) -> None:
    table, ada, _ = await duel_played(house)
    await copy(house, table, ada, 120)
    first = await house.service.games.page(ada, Wanted())
    assert (len(first.lines), first.count, first.page, first.pages) == (50, 121, 1, 3)
    last = await house.service.games.page(ada, Wanted(page=3))
    assert len(last.lines) == 21
    assert await house.service.games.page(ada, Wanted(page=9)) == last
    seen = {line.table for page in (1, 2, 3) for line in await listed(house, ada, page=page)}
    assert len(seen) == 121


async def copy(house: House, table: str, actor: Actor, times: int) -> None:
    """Let somebody have played a game many times more, a day earlier each."""
    wanted = (schema.games.c.table_id == table) & (schema.games.c.guest_id == actor.known)
    (row,) = await house.rows(select(schema.games).where(wanted))
    rows = [
        {**row._mapping, "table_id": f"{table}-{number}", "ended": row.ended - 86_400.0 * number}
        for number in range(1, times + 1)
    ]
    await house.service.database.write(lambda c: c.execute(schema.games.insert(), rows))


async def test_a_review_brings_accuracy_and_lessons_into_the_history(database_url: str) -> None:
    settings = Settings(database=database_url, bot_delay=0.0, review_playouts=10)
    async with House(settings) as house:
        table, ada, bob = await duel_played(house)
        record = await house.service.watch.record(ada, table)
        asked = await house.service.reviews.ask(record)
        review = (await finished(house, asked.id)).review
        assert review is not None

        async def known() -> bool:
            return (await listed(house, bob))[0].accuracy is not None

        await until(known)
        for actor, seat in ((ada, 0), (bob, 1)):
            (line,) = await listed(house, actor)
            assert line.accuracy == review.summaries[seat].accuracy
            told = await house.service.games.statistics(actor, "lesson", None)
            codes = {each.code for each in review.lessons if each.seat == seat and not each.praise}
            assert {each.code for each in told.lessons} == codes
            assert [each.accuracy for each in told.accuracy] == [line.accuracy]


async def test_a_forged_record_of_the_same_deal_brings_nothing_into_it(house: House) -> None:
    table, ada, _ = await duel_played(house)
    (row,) = await house.rows(select(schema.games).where(schema.games.c.guest_id == ada.known))
    # Another game with the same key, made up by somebody who has read the record.
    other = (await house.service.tables.create(ada, (await house.stored(table)).wish, b"")).id
    assert other != table
    await house.service.database.write(lambda c: working_out.there_is_a_review(c, row.commitment))
    house.service.games.expect()

    async def worked_out() -> bool:
        return not await house.service.database.read(lambda c: working_out.waiting(c, 1e12))

    await until(worked_out)
    assert (await listed(house, ada))[0].accuracy is None
    assert (await listed(house, ada))[0].points == row.points


async def test_what_a_killed_worker_has_begun_is_done_by_the_next(house: House) -> None:
    _, ada, _ = await duel_played(house)
    games, database = schema.games, house.service.database
    unknown = dict.fromkeys(("points", "rank", "share", "routes", "built"))
    (before,) = await house.rows(select(games).where(games.c.guest_id == ada.known))
    later = house.service.clock.now() + 1000.0
    held = update(games).values(work=1, lease_until=later, **unknown)
    await database.write(lambda c: c.execute(held))
    house.service.games.expect()
    assert await database.read(lambda c: working_out.claim(c, later - 1.0, later)) is None
    house.pass_time(1001.0)
    house.service.games.expect()

    async def whole() -> bool:
        return (await listed(house, ada))[0].points is not None

    await until(whole)
    (after,) = await house.rows(select(games).where(games.c.guest_id == ada.known))
    assert after == before


async def test_work_that_came_meanwhile_is_not_taken_for_done(house: House) -> None:
    table, *_ = await duel_played(house)
    games, database = schema.games, house.service.database
    await house.service.games.stop()
    await database.write(lambda c: c.execute(update(games).values(work=1)))
    claimed = await database.write(lambda c: working_out.claim(c, 0.0, 10.0))
    assert claimed is not None
    found = await database.read(lambda c: working_out.whole(c, table))
    commitment = (await house.rows(select(games.c.commitment)))[0].commitment
    await database.write(lambda c: working_out.there_is_a_review(c, commitment))
    await database.write(lambda c: working_out.settle(c, claimed, found, None))
    assert {row.work for row in await house.rows(select(games.c.work))} == {2}


async def test_a_profile_is_seen_only_if_its_owner_wants_it(house: House) -> None:
    table, ada, bob = await duel_played(house)
    profiles = house.service.profiles
    assert await refused(profiles.show("ada", None, None)) == "no_profile"
    await profiles.choose(ada, ProfileWish("Ada-Lovelace", ("history",)))
    seen = await profiles.show("ADA-LOVELACE", "lesson", None)
    assert (seen.handle, seen.name, seen.games) == ("ada-lovelace", "Ada", None)
    assert seen.statistics.results.games == 1
    assert seen.statistics.built is not None
    told = str(seen)
    assert not [secret for secret in ("Bob", table, "accuracy") if secret in told]
    await profiles.choose(ada, ProfileWish("ada-lovelace", ("parts", "results", "routes")))
    bare = await profiles.show("ada-lovelace", "lesson", None)
    statistics = bare.statistics
    assert (statistics.seats, statistics.parts, statistics.built) == (None, None, None)
    assert bare.games is not None
    assert "Bob" not in str(bare.games)
    assert await refused(profiles.choose(bob, ProfileWish("ada-l0velace"))) == "handle_taken"
    assert (await profiles.own(bob)).handle is None
    await profiles.choose(ada, ProfileWish())
    gone = [await refused(profiles.show(each, None, None)) for each in ("ada-lovelace", "nobody-x")]
    assert gone == ["no_profile"] * 2
    assert (await profiles.choose(bob, ProfileWish("ada-lovelace"))).handle == "ada-lovelace"


@pytest.mark.parametrize(
    ("handle", "code"),
    [
        ("ab", "bad_handle"),
        ("x" * 25, "bad_handle"),
        ("ada lovelace", "bad_handle"),
        ("аda", "bad_handle"),  # a Cyrillic letter
        ("-ada", "bad_handle"),
        ("a\0da", "bad_handle"),
        ("adm1n", "handle_reserved"),
        ("Stellwerk", "handle_reserved"),
    ],
)
async def test_a_handle_has_one_form_and_is_nobody_elses(
    shared_house: House, handle: str, code: str
) -> None:
    ada = await shared_house.guest("Ada")
    assert await refused(shared_house.service.profiles.choose(ada, ProfileWish(handle))) == code
