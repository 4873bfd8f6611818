"""Some ask for far too much, from one address, while two hundred tables play.

The server has the limits it comes with. The people at the tables come from addresses of their own;
their moves are timed, first in peace and then during each of the floods. Where the machine is so
busy that they are slow even in peace, nothing is said and nothing counts as done.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

import msgspec

from bench.attack.people import Person
from bench.attack.places import Place
from bench.attack.results import Done
from bench.attack.watch import Watcher
from bench.machine import Moment, Noise, family, resident_bytes
from bench.server_clients import SECRET, Clients, quantile
from bench.server_load import Phase
from bench.server_tables import prepare
from bench.sockets import Http
from stellwerk.server.settings import Settings
from tests.server import flooding
from tests.server.serving import Server, serving

TABLES: Final = 200
RATE: Final = 100.0
"""Moves a second that are made at all tables together."""
MOST: Final = 150.0
"""Milliseconds within which 99 of 100 moves are to be answered."""
FRIENDS: Final = 10
_LONG: Final = 300
"""Steps of a long game."""
_LISTED: Final = 100
_PATIENCE: Final = 120.0
_CODES: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


@dataclasses.dataclass(frozen=True)
class Target:
    """What a flood goes to: a server, a table of strangers, and people with cookies."""

    server: Server
    table: str
    eve: Person
    friends: tuple[Person, ...]
    """Guests at Eve's address, each with limits of their own."""
    game: str
    """The code of a long game that everybody may watch."""
    seconds: float

    @property
    def address(self) -> str:
        """Host and port."""
        return self.server.address


Flood = Callable[[Target], Awaitable[object]]


async def _anonymous(target: Target) -> object:
    path = f"/ws/tables/{target.table}"
    return await flooding.open_sockets(target.address, path, 1500, seconds=target.seconds)


async def _own_sockets(target: Target) -> object:
    path, headers = f"/ws/tables/{target.table}", target.eve.headers
    return await flooding.open_sockets(target.address, path, 1500, headers, target.seconds)


async def _messages(target: Target) -> object:
    paths = ("/ws/me", "/ws/me", f"/ws/tables/{target.table}", f"/ws/tables/{target.table}")
    headers = target.eve.headers
    return await asyncio.gather(
        *(
            flooding.send_messages(target.address, path, 20_000, headers, target.seconds)
            for path in paths
        )
    )


async def _guesses(target: Target) -> object:
    dice = Random(1)
    codes = ["SALZ-" + "".join(dice.choices(_CODES, k=5)) for _ in range(int(100 * target.seconds))]
    return await asyncio.gather(
        flooding.guess_sockets(target.address, codes, target.seconds),
        flooding.guess_requests(target.address, codes, target.seconds),
    )


async def _odd_methods(target: Target) -> object:
    return await flooding.odd_methods(target.address, int(200 * target.seconds), target.seconds)


async def _half_requests(target: Target) -> object:
    return await flooding.half_requests(target.address, 500, target.seconds, drip=1.0)


async def _deaf(target: Target) -> object:
    path = f"/ws/tables/{target.table}"
    return await flooding.deaf_sockets(target.address, path, 60, seconds=target.seconds)


async def _posts(target: Target, path: str, bodies: list[bytes]) -> object:
    """Send bodies to a path again and again over a few connections."""
    settings, end = target.server.settings, asyncio.get_running_loop().time() + target.seconds

    async def one(body: bytes) -> None:
        http = Http(settings.host, settings.port)
        while asyncio.get_running_loop().time() < end:
            try:
                await http.ask("POST", path, body, target.eve.headers)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                http.close()
        http.close()

    return await asyncio.gather(*(one(body) for body in bodies))


async def _gets(target: Target, path: str) -> object:
    """Let all friends ask for something again and again, each over a few connections."""
    settings, end = target.server.settings, asyncio.get_running_loop().time() + target.seconds

    async def one(friend: Person) -> None:
        http = Http(settings.host, settings.port)
        while asyncio.get_running_loop().time() < end:
            try:
                answer = await http.ask("GET", path, None, friend.headers)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                http.close()
            else:
                # Whoever waits for a moment when told to is refused less often.
                await asyncio.sleep(1.0 if answer.status == 429 else 0.0)
        http.close()

    return await asyncio.gather(*(one(friend) for friend in 4 * target.friends))


async def _views(target: Target) -> object:
    return await _gets(target, f"/api/tables/{target.game}/view?since=-1")


async def _games(target: Target) -> object:
    return await _gets(target, f"/api/tables/{target.game}/record")


async def _lists(target: Target) -> object:
    return await _gets(target, "/api/tables")


async def _resumes(target: Target) -> object:
    path, message = f"/ws/tables/{target.game}", '{"type": "resume", "since": -1, "chat": 0}'
    return await asyncio.gather(
        *(
            flooding.send_messages(
                target.address, path, 20_000, friend.headers, target.seconds, message
            )
            for friend in 4 * target.friends
        )
    )


async def _boards(target: Target) -> object:
    files = (
        "a" + ".a" * 9000 + "=1",
        '[[route]]\nbetween = ["Wein", "Gratz"]\n' * 1500,
        "[" * 9000,
    )
    return await _posts(
        target, "/api/boards", [msgspec.json.encode({"text": text}) for text in files]
    )


async def _records(target: Target) -> object:
    name, entry = "x" * 60_000, {"seq": 1, "seat": 0, "by": "person", "move": {"move": "draw"}}
    bodies = (
        {"format": 1, "names": [name] * 8},
        {"format": 1, "board": "usa", "names": ["", ""], "entries": [entry] * 9000},
    )
    return await _posts(target, "/api/replays", [msgspec.json.encode(body) for body in bodies])


async def _tables(target: Target) -> object:
    wish = {"board": "usa", "seats": [{"holder": "me"}, {"holder": "bot", "bot": "random"}]}
    bodies = [msgspec.json.encode({**wish, "start": True})] * 4
    return await _posts(target, "/api/tables", bodies)


async def _guests(target: Target) -> object:
    body = msgspec.json.encode({"name": "Eve", "language": "en"})
    return await _posts(dataclasses.replace(target, eve=_NOBODY), "/api/me", [body] * 4)


class _Nobody(Person):
    def __init__(self) -> None:
        self.headers = {}


_NOBODY: Final = _Nobody()
FLOODS: Final[dict[str, Flood]] = {
    "anonymous sockets": _anonymous,
    "sockets of one guest": _own_sockets,
    "messages": _messages,
    "guessed codes": _guesses,
    "odd methods": _odd_methods,
    "half requests": _half_requests,
    "deaf sockets": _deaf,
    "whole games": _views,
    "records of games": _games,
    "lists of tables": _lists,
    "games told again": _resumes,
    "board files": _boards,
    "records": _records,
    "new tables": _tables,
    "new guests": _guests,
}


async def _long_game(host: Person) -> str:
    """Open a table to everybody, and return its code when bots have played there for long."""
    seats = [{"holder": "me"}, *({"holder": "bot", "bot": "random"} for _ in range(4))]
    wish = {"board": "usa", "seats": seats, "pace": "instant", "public": True, "start": True}
    code: str = msgspec.json.decode((await host.ask("POST", "/api/tables", wish)).body)["id"]
    await host.ask("POST", f"/api/tables/{code}/resign", {"seat": 0})
    async with asyncio.timeout(_PATIENCE):
        while True:
            table = msgspec.json.decode((await host.ask("GET", f"/api/tables/{code}")).body)
            if table["status"] != "playing" or table["seq"] >= _LONG:
                return code
            await asyncio.sleep(0.2)


async def _many_tables(people: list[Person]) -> None:
    """Open as many tables to everybody as a list shows."""
    for person in people:
        for _ in range(_LISTED // len(people)):
            await person.open("usa", 2, public=True)


@dataclasses.dataclass(frozen=True)
class Attack:
    """All floods, one after the other, on a server at which people play."""

    server: Server
    clients: Clients
    seconds: float
    """How long each of them lasts."""
    rate: float
    most: float

    async def run(self, table: str) -> tuple[dict[str, float], list[str] | None]:
        """Return the figures and what was wrong; None: the machine is too busy to tell."""
        eve = await Person.new(self.server, "Eve", "127.0.0.1")
        friends = [await Person.new(self.server, f"Eve {n}", "127.0.0.1") for n in range(FRIENDS)]
        game = await _long_game(eve)
        await _many_tables(friends)
        target = Target(self.server, table, eve, tuple(friends), game, self.seconds)
        figures: dict[str, float] = {}
        problems: list[str] = []
        for name, flood in {"peace": None, **FLOODS}.items():
            before = Moment.now(family(self.server.process_id))
            phase = await self._during(target, flood)
            noise = Noise.between(before, Moment.now(family(self.server.process_id)))
            took = quantile(phase.latencies, 0.99)
            figures[f"p99 ms, {name}"] = round(took, 1)
            if flood is None and took > self.most / 2:
                return figures, None
            if took > self.most or phase.rate < 0.8 * self.rate:
                problems.append(
                    f"{name}: 99 % within {took:.0f} ms at {phase.rate:.0f} moves/s"
                    f" (in peace {figures['p99 ms, peace']:.0f} ms;"
                    f" besides the server {noise.others:.1f} cores were busy)"
                )
        for person in (eve, *friends):
            person.close()
        return figures, problems

    async def _during(self, target: Target, flood: Flood | None) -> Phase:
        """Let everybody play while a flood goes on."""
        playing = asyncio.to_thread(self.clients.play, self.seconds, self.rate)
        if flood is None:
            return await playing
        phase, _ = await asyncio.gather(playing, flood(target))
        return phase


def run(place: Place, seed: int, amount: int) -> Done:
    """Let the floods come for this many seconds together."""
    return flood(place, seed, amount, TABLES)


def flood(place: Place, seed: int, amount: int, number: int, most: float = MOST) -> Done:
    """Let the floods come while people play at this many tables."""
    settings = dataclasses.replace(place.settings(Settings()), secret=SECRET)
    tables = asyncio.run(prepare(settings, number, apart=True))
    with (
        serving(settings, place.folder) as server,
        Clients(server, place.folder, tables, apart=True) as clients,
    ):
        watcher = Watcher(server)
        rate = max(10.0, RATE * number / TABLES)
        clients.play(2.0, rate)
        attack = Attack(server, clients, amount / (len(FLOODS) + 1), rate, most)
        figures, problems = asyncio.run(attack.run(Random(seed).choice(tables).id))
        figures["MB"] = resident_bytes(family(server.process_id)) // 1_000_000
        clients.leave()
        if problems is None:
            return Done({"seconds": 0}, [], figures)
        problems += watcher.problems()
    amounts = {"seconds": amount, "floods": len(FLOODS), "tables": number}
    return Done(amounts, problems, figures)
