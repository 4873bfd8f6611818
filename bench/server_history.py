"""How long lists and statistics of finished games take: ``python -m bench server --history``.

One player has 10,000 finished games, others have 100,000. Some games are really played, on the
boards of the rulebooks, and their rows are stored many times, with other codes, dates and results.
The server is a process of its own; what counts is the time from a request to its whole answer.
"""

from __future__ import annotations

import asyncio
import dataclasses
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, insert, select, text

from bench.server import databases
from bench.server_clients import SECRET, quantile
from bench.table import Figure, show
from stellwerk.server.cookies import NAME, GuestCookies
from stellwerk.server.protocol import GuestInfo, SeatWish
from stellwerk.server.service import Actor
from stellwerk.server.settings import Settings
from stellwerk.server.store import schema
from tests.server.house import House
from tests.server.serving import GENEROUS, serving

SEED: Final = 1
BOARDS: Final = ("usa", "europe", "germany", "world", "great_lakes")
OWN, OTHERS = 10_000, 100_000
"""Finished games of one player, and of all others together."""
LIST_BAR, STATISTICS_BAR = 100.0, 300.0
"""Milliseconds within which 95 of 100 answers are there."""
_AT_ONCE: Final = 500
_STRANGERS: Final = 500
"""Guests who have played the games of others."""
_DAY: Final = 86_400.0
_REVIEWED: Final = 0.1
"""The share of games that have been reviewed."""
_LESSONS: Final = b'[["route_lost",6.5],["hoarded",3.2],["claim_missed",2.1]]'

Row = dict[str, Any]
ASKED: Final = (
    ("my games, first page", "/api/me/games", LIST_BAR),
    ("my games, last page", "/api/me/games?page=200", None),
    ("my games, one board, won", "/api/me/games?board=usa&result=won", LIST_BAR),
    ("my games, search", "/api/me/games?search=bo", LIST_BAR),
    ("what can be filtered by", "/api/me/games/choices", LIST_BAR),
    ("my tables", "/api/me/tables", LIST_BAR),
    ("statistics, all boards", "/api/me/statistics", STATISTICS_BAR),
    ("statistics, one board", "/api/me/statistics?board=usa", STATISTICS_BAR),
    ("statistics, half a year", "/api/me/statistics?board=usa&days=183", STATISTICS_BAR),
    ("a public profile", "/api/profiles/ada-bench?board=usa", STATISTICS_BAR),
)
"""What is asked for, and the bar where there is one."""


def measure(database: str | None, *, quick: bool) -> int:
    """Measure both databases, or one, and print the table."""
    figures: list[Figure] = []
    own, others = (1000, 5000) if quick else (OWN, OTHERS)
    for name in ("sqlite", "postgresql"):
        if database in (None, name):
            with (
                tempfile.TemporaryDirectory(prefix="stellwerk-bench-") as folder,
                databases(name, Path(folder)) as (url, _, _),
            ):
                figures += _measured(name, Path(folder), url, own, others, 20 if quick else 100)
    title = f"History: {own:,} finished games of one player, {others:,} of others"
    return 0 if show(title, figures, SEED) else 1


def _measured(
    name: str, folder: Path, url: str, own: int, others: int, times: int
) -> Iterator[Figure]:
    settings = dataclasses.replace(
        GENEROUS, database=url, secret=SECRET, finished_for=1e12, finished_alone=1_000_000
    )
    began = time.perf_counter()
    ada = asyncio.run(_filled(settings, own, others))
    yield Figure(f"{name}: to fill the database", time.perf_counter() - began, "s")
    cookies = GuestCookies(SECRET, settings.guest_for)
    cookie = (
        f"{NAME}={cookies.issue(GuestInfo(ada.known, '', 'en'), ada.device, secure=False).value}"
    )
    with serving(settings, folder) as server:
        for what, path, bar in ASKED:
            address = f"http://{server.address}{path}"
            took = tuple(sorted(_asked(address, cookie) for _ in range(times)))
            yield Figure(f"{name}: {what}, median", quantile(took, 0.5), "ms")
            yield Figure(f"{name}: {what}, p95", quantile(took, 0.95), "ms", bar, True)


def _asked(address: str, cookie: str) -> float:
    """Return the seconds from a request to its whole answer."""
    request = urllib.request.Request(address, headers={"Cookie": cookie})
    began = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        answer.read()
    return time.perf_counter() - began


async def _filled(settings: Settings, own: int, others: int) -> Actor:
    """Fill a database; return the player with many games."""
    async with House(settings) as house:
        ada, bob = await house.guest("Ada"), await house.guest("Bob")
        dice = Random(SEED)
        for board in BOARDS:
            for seats in (2, 3):
                bots = (SeatWish("bot", "random"),) * (seats - 2)
                wishes = (SeatWish("me"), SeatWish("open"), *bots)
                table = (await house.table(*wishes, host=ada, board=board)).id
                await house.service.seats.join(bob, table)
                await house.service.tables.start(ada, table)
                await house.play_out(table, ada, bob, dice=dice)
        database = house.service.database
        await database.write(lambda c: _multiply(c, ada.known, own, others), long=True)
        await database.write(_measure_rows, long=True)
        handle = {"guest_id": ada.known, "handle": "ada-bench", "alike": "adabench"}
        profile = insert(schema.profiles)
        await database.write(lambda c: c.execute(profile, {**handle, "hidden": b"[]"}))
    return ada


def _multiply(connection: Connection, guest: str, own: int, others: int) -> None:
    """Store what was played many times, with other codes, dates, results and guests."""
    dice = Random(SEED)
    games, tables = schema.games, schema.tables
    played = [row._asdict() for row in connection.execute(select(games))]
    mine = [row for row in played if row["guest_id"] == guest]
    theirs = [row for row in played if row["guest_id"] != guest]
    known = {row.id: row._asdict() for row in connection.execute(select(tables))}
    number = len(mine)
    strangers = tuple(f"{stranger:024x}" for stranger in range(_STRANGERS))
    now = max(row["ended"] for row in played)
    known_as = {"name": "Somebody", "language": "en", "created": now, "seen": now}
    connection.execute(insert(schema.guests), [{**known_as, "id": each} for each in strangers])
    for count, rows, guests in (
        (own - len(mine), mine, (guest,)),
        (others - len(theirs), theirs, strangers),
    ):
        for begin in range(0, count, _AT_ONCE):
            copies = []
            for _ in range(min(_AT_ONCE, count - begin)):
                number += 1
                copies.append(_copy(dice.choice(rows), number, dice.choice(guests), dice))
            connection.execute(
                insert(tables),
                [
                    {**known[row["of"]], "id": row["table_id"], "changed": row["ended"]}
                    for row in copies
                ],
            )
            members = [
                {key: row[key] for key in ("table_id", "guest_id", "ended")} for row in copies
            ]
            connection.execute(insert(schema.members), members)
            connection.execute(
                insert(games), [{k: v for k, v in row.items() if k != "of"} for row in copies]
            )


def _copy(row: Row, number: int, guest: str, dice: Random) -> Row:
    """Return a game like one that was played, on another day and with another end."""
    rank = dice.randint(1, row["seats"])
    more = dice.randint(-20, 20)
    reviewed = dice.random() < _REVIEWED
    return {
        **row,
        "of": row["table_id"],
        "table_id": f"GAME-{number:08d}",
        "guest_id": guest,
        "ended": row["ended"] - dice.random() * 700 * _DAY,
        "rank": rank,
        "share": float(rank == 1),
        "points": row["points"] + more,
        "routes": row["routes"] + more,
        "accuracy": dice.randint(50, 100) if reviewed else None,
        "lessons": _LESSONS if reviewed else None,
    }


def _measure_rows(connection: Connection) -> None:
    """Let the database learn how many rows there are, as it does by itself in time."""
    connection.execute(text("ANALYZE"))


if __name__ == "__main__":
    raise SystemExit(measure(None, quick=False))
