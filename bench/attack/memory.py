"""Ever new guests, tables, sockets and reviews, and the server holds no more than before."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections import Counter
from random import Random
from statistics import median
from typing import Any, Final

import msgspec

from bench.attack.people import Person, loop_of_server
from bench.attack.places import Place
from bench.attack.results import Done
from bench.attack.watch import Watcher
from bench.machine import family, resident_bytes
from bench.sockets import Socket
from tests.server.serving import GENEROUS, Server, serving

AT_ONCE: Final = 12
"""Tables that are played at the same time."""
MOVES: Final = 20
"""Moves after which somebody has had enough."""
EVERY: Final = 2.0
"""Seconds between two looks at the memory."""
WARM: Final = 1 / 4
"""The part of the time in which caches may still be filled."""
MOST: Final = 1.10
"""How much more the last quarter may take than the one after the beginning."""


class Player(Socket):
    """Somebody who moves as soon as it may."""

    def __init__(
        self, table: str, host: str, person: Person, dice: Random, enough: asyncio.Event
    ) -> None:
        super().__init__(f"/ws/tables/{table}", host, person.headers)
        self._dice = dice
        self.moves = 0
        self.enough = enough
        """Set once one of those at the table has had enough."""

    def take(self, data: bytes, start: int, end: int) -> None:
        """Answer an update with a move, if it is one's turn."""
        if not data.startswith(b'{"type":"update"', start):
            return
        update = msgspec.json.decode(data[start:end])
        moves = update["view"]["moves"]
        if self.moves >= MOVES or update["view"]["outcome"] is not None:
            self.enough.set()
        elif moves:
            self.moves += 1
            name = f"{self._dice.getrandbits(64):x}"
            move = {"type": "move", "move_id": name, "seq": update["seq"]}
            self.send(msgspec.json.encode({**move, "move": self._dice.choice(moves)}))

    def lost(self) -> None:
        """There will be no more."""
        self.enough.set()


async def one_table(server: Server, dice: Random, done: Counter[str]) -> None:
    """Open a table with new people, play, chat, end it, have it judged, and leave."""
    host = f"{server.settings.host}:{server.settings.port}"
    people = [await Person.new(server, f"Guest {dice.getrandbits(32)}") for _ in range(2)]
    wishes: dict[str, Any] = {"clock": {"kind": "bank", "seconds": 3600}}
    table = await people[0].open(dice.choice(("lesson", "lesson", "europe")), 2, **wishes)
    await people[1].ask("POST", f"/api/tables/{table}/join", {})
    await people[0].ask("POST", f"/api/tables/{table}/start")
    enough = asyncio.Event()
    players = [Player(table, host, person, dice, enough) for person in people]
    for player in players:
        await Player.open(player, server.settings.host, server.settings.port)
        player.send(b'{"type":"resume"}')
    async with asyncio.timeout(300):
        await enough.wait()
    await people[0].ask("POST", f"/api/tables/{table}/chat", {"text": "good game"})
    for person in people:
        body = {"seat": people.index(person), "agree": True}
        await person.ask("POST", f"/api/tables/{table}/agree", body, known=(409,))
    record = (await people[0].ask("GET", f"/api/tables/{table}/record")).body
    replayed = msgspec.Raw(record)
    await people[0].ask("POST", "/api/replays", replayed, known=(429, 503))
    if dice.random() < 0.1:
        await people[0].ask("POST", "/api/reviews", replayed, known=(400, 409, 422, 429, 503))
        done["reviews"] += 1
    for player, person in zip(players, people, strict=True):
        player.close()
        person.close()
    done["tables"] += 1
    done["sockets"] += len(players)
    done["moves"] += sum(player.moves for player in players)


async def play_on(server: Server, seed: int, seconds: float) -> tuple[Counter[str], list[float]]:
    """Play for so long; return what was done, and the memory at each look."""
    done: Counter[str] = Counter()
    looks: list[float] = []
    end = time.monotonic() + seconds

    async def play(number: int) -> None:
        dice = Random(f"{seed}/{number}")
        while time.monotonic() < end:
            await one_table(server, dice, done)

    async def look() -> None:
        while time.monotonic() < end:
            looks.append(resident_bytes(family(server.process_id)) / 1e6)
            await asyncio.sleep(EVERY)

    await asyncio.gather(look(), *(play(number) for number in range(AT_ONCE)))
    return done, looks


def growth(looks: list[float]) -> float:
    """Return how much larger the memory was in the end than after the beginning."""
    steady = looks[int(len(looks) * WARM) :]
    quarter = max(1, len(steady) // 4)
    return median(steady[-quarter:]) / median(steady[:quarter])


def run(place: Place, seed: int, amount: int) -> Done:
    """Play for this many minutes, and see that the memory does not grow."""
    settings = place.settings(
        dataclasses.replace(GENEROUS, replays_per_minute=1e9, review_playouts=20)
    )
    with serving(settings, place.folder) as server:
        watcher = Watcher(server)
        done, looks = loop_of_server(play_on(server, seed, 60.0 * amount))
        problems = list(watcher.problems())
    grown = growth(looks)
    if grown > MOST:
        problems.append(f"the memory has grown by {100 * (grown - 1):.0f} %: {_outline(looks)} MB")
    amounts = {"minutes": amount, **done}
    figures = {"growth %": round(100 * (grown - 1), 1), "MB": round(max(looks))}
    return Done(amounts, problems, figures)


def _outline(looks: list[float]) -> str:
    step = max(1, len(looks) // 12)
    return ", ".join(f"{look:.0f}" for look in looks[::step])
