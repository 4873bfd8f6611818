"""Replays: every step as a seat saw it, and playing on without knowing more than one did."""

from __future__ import annotations

import gzip
from random import Random

import msgspec
import pytest
from sqlalchemy import Connection

from stellwerk.game import Game, Record
from stellwerk.server.errors import Refusal
from stellwerk.server.protocol import Replay, SeatWish
from stellwerk.server.sandbox.jobs import MOST_STEPS, _zipped, position_at
from stellwerk.server.service import Actor
from stellwerk.server.transactions.table import Table, read, rebuilt
from tests.server.house import House, refused

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(shared_house: House) -> House:
    return shared_house


def played(board: str = "lesson", seats: int = 2, seed: int = 5, steps: int = 10_000) -> Game:
    """Return a game of random moves."""
    game, dice = Game.new(board, seats, seed), Random(seed)
    while not game.over and game.seq < steps:
        game.play(dice.choice(game.legal_moves()), at=1.0)
    return game


async def shown_to(house: House, reader: Actor, record: bytes, seat: int | None) -> Replay:
    """Return a record as the server shows it."""
    zipped = await house.service.replays.show(reader, record, seat)
    return msgspec.json.decode(gzip.decompress(zipped), type=Replay)


async def test_every_step_is_shown_as_the_seat_saw_it(house: House) -> None:
    game = played()
    shown = await shown_to(house, await house.guest(), game.record().to_json(), 1)
    assert [step.seq for step in shown.steps] == list(range(game.seq + 1))
    for step in shown.steps:
        then = game.clone(at=step.seq)
        assert (step.view.hand, step.view.owners) == (then.view(1).hand, then.view(1).owners)
        assert [event.code for event in step.events] == [fact.code for fact in game.facts(step.seq)]
        assert step.view.moves == ()
    assert shown.outcome == game.outcome()
    assert (shown.key, shown.commitment) == (game.key.hex() if game.key else "", game.commitment)


async def test_a_replay_hides_what_the_seat_did_not_see(house: House) -> None:
    game = played()
    reader = await house.guest()
    own, others = [await shown_to(house, reader, game.record().to_json(), seat) for seat in (0, 1)]
    drawn = [
        (mine, theirs)
        for one, other in zip(own.steps, others.steps, strict=True)
        for mine, theirs in zip(one.events, other.events, strict=True)
        if mine.code == "drew" and mine.params["seat"] == 0
    ]
    assert drawn
    assert all(mine.params["card"] and theirs.params["card"] is None for mine, theirs in drawn)


async def test_a_replay_speaks_the_readers_language(house: House) -> None:
    record = played(steps=6).record().to_json()
    german = await shown_to(house, await house.guest("Uwe", "de"), record, None)
    english = await shown_to(house, await house.guest("Joe", "en"), record, None)
    assert german.steps[0].events[0].text != english.steps[0].events[0].text


async def test_a_record_that_does_not_fit_is_refused(house: House) -> None:
    reader, game = await house.guest(), played(steps=12)
    show = house.service.replays.show
    assert await refused(show(reader, b"{}", None)) == "malformed"
    assert await refused(show(reader, game.export(0).to_json(), None)) == "no_key"
    record = game.record()
    assert await refused(show(reader, record.to_json(), 4)) == "no_such_seat"
    long = msgspec.structs.replace(record, entries=record.entries[:1] * (MOST_STEPS + 1))
    assert await refused(show(reader, long.to_json(), None)) == "replay_too_long"


async def test_a_small_record_does_not_become_a_large_answer(house: House) -> None:
    """Names stand in every step: those of 190 kB made gigabytes of one megabyte."""
    record = msgspec.structs.replace(played().record(), names=("x" * 190_000, "y" * 190_000))
    show = house.service.replays.show
    assert await refused(show(await house.guest(), record.to_json(), None)) == "malformed"


def test_a_replay_is_refused_when_it_grows_beyond_all_bounds() -> None:
    pieces = (bytes(1 << 20) for _ in range(65))
    with pytest.raises(Refusal, match="more than 64 MB"):
        list(_zipped(pieces))


async def test_a_finished_table_is_replayed_from_its_record(house: House) -> None:
    ada = await house.guest("Ada")
    table = await house.table(SeatWish("me"), SeatWish("bot", "greedy"), host=ada, start=True)
    await house.play_out(table.id, ada)
    record = await house.service.watch.record(ada, table.id)
    shown = await shown_to(house, ada, record, 0)
    assert shown.commitment == table.commitment
    assert shown.steps[-1].view.outcome is not None


async def test_playing_on_begins_where_one_was(house: House) -> None:
    game, ada = played(steps=20), await house.guest("Ada")
    info = await house.service.replays.play_on(ada, game.record().to_json(), 20, 1, "greedy")
    assert info.status == "playing"
    assert [seat.holder for seat in info.seats] == ["bot", "person"]
    assert [seat.you for seat in info.seats] == [False, True]
    row = await house.row(info.id)
    begun = Game.restore(game.board, row.start, game.names, None, 0).view(1)
    then = game.clone(at=20).view(1)
    for field in ("hand", "tickets", "owners", "display", "piles", "phase", "turn", "players"):
        assert getattr(begun, field) == getattr(then, field), field


async def test_what_one_could_not_know_is_redealt(house: House) -> None:
    game = played("usa", 3, steps=40)
    hands = {tuple(sorted(position_at(game, 40, 1).position.hand(0).items())) for _ in range(20)}
    assert len(hands) > 1
    keys = {position_at(game, 40, 1).states["key"].tobytes() for _ in range(5)}
    assert len(keys) == 5
    assert game.clone(at=40).states["key"].tobytes() not in keys


async def test_a_game_played_on_is_played_to_its_end(house: House) -> None:
    game, ada = played(steps=14), await house.guest("Ada")
    info = await house.service.replays.play_on(ada, game.record().to_json(), 14, 0, "random")
    assert info.commitment == ""
    await house.play_out(info.id, ada)
    update = await house.service.watch.view(ada, info.id, 0)
    assert update.view.outcome is not None
    assert update.events[0].code == "started"
    assert await refused(house.service.watch.record(ada, info.id)) == "no_deal"
    again = await house.service.tables.rematch(ada, info.id)
    assert len(again.commitment) == 64


async def test_a_game_played_on_is_rebuilt_from_its_moves(house: House) -> None:
    game, ada = played(steps=14), await house.guest("Ada")
    info = await house.service.replays.play_on(ada, game.record().to_json(), 14, 0, "random")
    await house.play_out(info.id, ada, most=3)

    def both(connection: Connection) -> tuple[Table, Game]:
        stored = read(connection, info.id)
        return stored, rebuilt(connection, stored)

    stored, again = await house.service.database.read(both)
    assert again.seq == stored.seq > 0
    assert again.states.tobytes() == stored.snapshot


async def test_nobody_plays_on_after_the_end(house: House) -> None:
    game, ada = played(), await house.guest("Ada")
    record = game.record().to_json()
    play_on = house.service.replays.play_on
    assert await refused(play_on(ada, record, game.seq, 0, "greedy")) == "replay_over"
    assert await refused(play_on(ada, record, game.seq + 1, 0, "greedy")) == "no_such_step"
    assert await refused(play_on(ada, record, 5, 0, "nobody")) == "bad_bot"


async def test_a_position_of_an_earlier_version_is_closed(house: House) -> None:
    game, ada = played(steps=10), await house.guest("Ada")
    info = await house.service.replays.play_on(ada, game.record().to_json(), 10, 0, "random")
    await house.put(info.id, layout="0/other", status="finished")
    with pytest.raises(Refusal, match="earlier version"):
        await house.service.watch.view(ada, info.id, 0)


def test_a_replayed_record_is_the_same_record() -> None:
    record = played(steps=30).record()
    assert Record.from_json(record.to_json()).replay().record() == record
