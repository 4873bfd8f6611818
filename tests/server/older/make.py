"""Make a database that holds something of everything: ``python -m tests.server.older.make FOLDER``.

It is run once with a version, and what it makes is kept: later versions must go on with it.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
import sys
import tempfile
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

from stellwerk.server.protocol import Clock, Language, SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.signing import Signer
from tests.server.house import House

SECRET = bytes(range(32))
_SIGNED = 4_102_444_800.0
"""When the cookies were signed: in the year 2100, so that they hold for as long as this test."""
_DAYS = Clock("days", 1_209_600)
_LONG_AWAY = 3600.0
"""Seconds after which somebody who has not come back may be replaced."""
_MOVES = 12
"""Moves that are made in a game that goes on."""

Json = dict[str, Any]


async def fill(house: House) -> Json:
    """Fill a house; return by what names everything in it is known, and all secrets."""
    service, dice = house.service, Random(17)
    ada, bob = await house.guest("Ada", "de"), await house.guest("Bob", "en")
    cleo = await house.guest("Cleo", "en")
    me, free, program, bot = (
        SeatWish("me"),
        SeatWish("open"),
        SeatWish("program"),
        SeatWish("bot", "greedy"),
    )
    tables: dict[str, str] = {}
    tokens: dict[str, str] = {}

    waiting = (await house.table(me, free, program, host=ada, public=True)).id
    tables["waiting"] = waiting
    tokens["waiting"] = (await service.seats.new_token(ada, waiting, 2)).token
    await service.seats.join(bob, waiting, 1)

    tables["running"], *_ = running = await _duel(house, ada, bob, clock=_DAYS)
    await house.play_out(running[0], ada, bob, dice=dice, most=_MOVES)
    await service.chat.say(ada, running[0], "Guten Tag!")
    await service.chat.say(cleo, running[0], "Only watching.")
    await service.chat.mute(bob, running[0], 0, True)

    with_program = (await house.table(me, program, bot, host=ada, start=True)).id
    tables["program"] = with_program
    tokens["program"] = (await service.seats.new_token(ada, with_program, 1)).token
    machine = await service.guests.program(tokens["program"])
    assert machine is not None
    await house.play_out(with_program, ada, machine, dice=dice, most=_MOVES)

    tables["replaced"], *_ = replaced = await _duel(house, ada, bob)
    await house.play_out(replaced[0], ada, bob, dice=dice, most=_MOVES)
    house.pass_time(_LONG_AWAY)
    await service.seats.replace(ada, replaced[0], 1, "random")

    tables["reopened"], *_ = reopened = await _duel(house, ada, bob)
    await house.play_out(reopened[0], ada, bob, dice=dice, most=_MOVES)
    await service.seats.leave(bob, reopened[0])
    await service.seats.reopen(ada, reopened[0], 1)

    tables["one_device"] = (
        await house.table(me, SeatWish("me", name="Oma"), host=ada, start=True)
    ).id
    tables["by_a_word"] = (await house.table(me, bot, host=ada, deal="Montag", start=True)).id

    tables["finished"], *_ = finished = await _duel(house, ada, bob)
    await house.play_out(finished[0], ada, bob, dice=dice)
    record = await service.watch.record(ada, finished[0])
    tables["rematch"] = (await service.tables.rematch(bob, finished[0])).id
    tables["branch"] = (await service.replays.play_on(ada, record, 20, 0, "random")).id

    tables["agreed"], *_ = agreed = await _duel(house, ada, bob)
    for actor in (ada, bob):
        await service.seats.agree(actor, agreed[0])
    tables["closed"] = (await house.table(me, free, host=cleo)).id
    await service.tables.close(cleo, tables["closed"])

    folder = resources.files("stellwerk.board") / "data"
    text = "# Ada's own\n" + (folder / "lesson.toml").read_text(encoding="utf-8")
    board = (await service.boards.upload(ada, text)).id
    tables["own_board"] = (await house.table(me, bot, host=ada, board=board, start=True)).id
    await house.play_out(tables["own_board"], ada, dice=dice, most=_MOVES)

    review = (await service.reviews.ask(record)).id
    while not (await service.reviews.look(review)).complete:
        await asyncio.sleep(0.1)
    link = await service.guests.transfer(cleo)
    signer = Signer(SECRET, "guest")
    known: dict[str, tuple[Actor, Language]] = {
        "Ada": (ada, "de"),
        "Bob": (bob, "en"),
        "Cleo": (cleo, "en"),
    }
    return {
        "secret": SECRET.hex(),
        "guests": {name: actor.known for name, (actor, _) in known.items()},
        "cookies": {
            name: signer.sign(f"{actor.known}.{actor.device}.{language}", _SIGNED)
            for name, (actor, language) in known.items()
        },
        "tables": tables,
        "tokens": tokens,
        "transfer": link.token,
        "board": board,
        "review": review,
        "steps": {name: (await house.row(code)).seq for name, code in tables.items()},
    }


async def _duel(house: House, ada: Actor, bob: Actor, **wishes: Any) -> tuple[str, Actor, Actor]:
    table = await house.table(SeatWish("me"), SeatWish("open"), host=ada, **wishes)
    await house.service.seats.join(bob, table.id)
    await house.service.tables.start(ada, table.id)
    return table.id, ada, bob


async def make(folder: Path, name: str) -> None:
    """Write the database as a compressed SQLite file, and beside it what one must know of it."""
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "tables.db"
        settings = Settings(
            database=f"sqlite:///{file}",
            secret=SECRET,
            uploads=True,
            bot_delay=0.0,
            review_playouts=10,
        )
        async with House(settings) as house:
            known = await fill(house)
        copy = Path(work) / "copy.db"
        with sqlite3.connect(file) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))
        (folder / f"{name}.db.xz").write_bytes(lzma.compress(copy.read_bytes()))
    text = json.dumps(known, indent=2) + "\n"
    (folder / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1]), sys.argv[2]))
