"""Wrong messages over many sockets, and wrong requests, while the tables they go to are played."""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec

from bench.attack.people import Person, loop_of_server
from bench.attack.places import Place
from bench.attack.results import Done
from bench.attack.watch import Watcher
from bench.attack.wrong import MARK, Spoiler, good_message, torn, wrong_request
from bench.sockets import BINARY, TEXT, Answer, Http, Socket, framed
from stellwerk.game.record import Record
from tests.server.serving import Server, serving

BURST: Final = 80
"""Messages that are sent at once, before all of them must have been answered."""
TABLES: Final = 4
"""Tables that are disturbed at the same time."""
TABLE: Final = 3000
"""Messages of each of those who disturb a table."""
HANGS: Final = 45.0
"""Seconds after which a message will not be answered any more."""
FAILED: Final = 1011
"""The code with which a server closes a socket because of a mistake of its own."""
_UPDATE: Final = re.compile(rb'\{"type":"update","seat":(\d+|null),"seq":(\d+),')
_ODD_FRAMES: Final = (b"\xff\x80\0\0\0\0", b"\x83\x80\0\0\0\0", b"\x01\x80\0\0\0\0", b"\x89\xff")


class _Moves(msgspec.Struct):
    moves: tuple[msgspec.Raw, ...] = ()


class _Update(msgspec.Struct):
    seq: int
    view: _Moves


_update: Final = msgspec.json.Decoder(_Update)


@dataclass
class Findings:
    """What a portion has done and found."""

    sent: int = 0
    requests: int = 0
    tables: int = 0
    bytes: int = 0
    closes: Counter[int] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


class Disturber(Socket):
    """A socket at a table over which wrong messages go."""

    def __init__(self, path: str, host: str, person: Person | None, seat: int | None) -> None:
        super().__init__(path, host, person.headers if person else {})
        self.heard: list[bytes] = []
        self.newest: bytes | None = None
        self.marked = asyncio.Event()
        self.mark = b""
        self.wrong_seat = ""
        self._seat = b"null" if seat is None else b"%d" % seat

    def take(self, data: bytes, start: int, end: int) -> None:
        """Keep what has come in, and look whom it is for."""
        text = data[start:end]
        self.heard.append(text)
        if found := _UPDATE.match(text):
            self.newest = text
            if found[1] != self._seat:
                self.wrong_seat = text[:300].decode("utf-8", "replace")
        elif self.mark in text:
            self.marked.set()

    def lost(self) -> None:
        """Nothing more will be answered."""
        self.marked.set()


class Assault:
    """One person, or nobody, who sends what nobody should to one table."""

    def __init__(
        self, server: Server, table: str, person: Person | None, seat: int | None, dice: Random
    ) -> None:
        self._server, self._table, self._person, self._seat = server, table, person, seat
        self._dice, self._spoiler = dice, Spoiler(dice)
        self._moves: tuple[bytes, ...] = ()
        self._seq = 0
        self.heard: list[bytes] = []

    async def run(self, number: int, found: Findings) -> None:
        """Send this many messages, over as many sockets as it takes."""
        settings, left = self._server.settings, number
        host = f"{settings.host}:{settings.port}"
        while left > 0 and not found.problems:
            socket = Disturber(f"/ws/tables/{self._table}", host, self._person, self._seat)
            await Disturber.open(socket, settings.host, settings.port)
            if self._dice.random() < 0.95:  # otherwise even the first message is a wrong one
                socket.send(b'{"type":"resume"}')
            while left > 0 and socket.alive:
                left -= await self._burst(socket, min(left, BURST), found)
            socket.close()
            self._note(socket, found)

    async def _burst(self, socket: Disturber, number: int, found: Findings) -> int:
        """Send some messages at once and wait until all of them are answered."""
        if socket.newest is not None:
            update, socket.newest = _update.decode(socket.newest), None
            self._seq, self._moves = update.seq, tuple(map(bytes, update.view.moves))
        frames, spoil = [], self._spoiler.spoil
        for _ in range(number):
            good = good_message(self._dice, self._moves, self._seq)
            timely = self._dice.random() < 0.03
            message = good if timely else spoil(good)
            frames.append(framed(_kind_of(message), message))
        if self._dice.random() < 0.03:
            frames.append(self._dice.choice(_ODD_FRAMES))
        if self._dice.random() < 0.03:
            frames.append(framed(TEXT, b'{"type":"say","text":"%b"}' % (b"x" * 20_000)))
        socket.mark = b'"%b%d"' % (MARK, found.sent)
        socket.marked.clear()
        frames.append(framed(TEXT, b'{"type":"payments","id":%b,"kind":"pay"}' % socket.mark))
        socket.raw(b"".join(frames))
        found.sent += number
        try:
            async with asyncio.timeout(HANGS):
                await socket.marked.wait()
        except TimeoutError:
            found.problems.append(f"{self._table}: no answer within {HANGS:.0f} s")
            socket.close()
        return number

    def _note(self, socket: Disturber, found: Findings) -> None:
        self.heard += socket.heard
        found.bytes += sum(map(len, socket.heard))
        if socket.closed.done():
            found.closes[socket.closed.result()] += 1
            if socket.closed.result() == FAILED:
                found.problems.append(f"{self._table}: the server has failed")
        if socket.wrong_seat:
            found.problems.append(f"seat {self._seat} was sent: {socket.wrong_seat}")


def _kind_of(message: bytes) -> int:
    """Return how a message is sent: as a text, unless it is none."""
    try:
        message.decode()
    except UnicodeDecodeError:
        return BINARY
    return TEXT


async def requests(server: Server, number: int, dice: Random, found: Findings) -> None:
    """Send wrong requests one after the other; only 503 with a time to wait may be a failure."""
    settings, spoiler = server.settings, Spoiler(dice)
    eve: Person | None = None
    http = Http(settings.host, settings.port)
    host = f"{settings.host}:{settings.port}"
    codes: list[str] = []
    for count in range(number):
        if count % 500 == 0:
            if eve is not None:
                eve.close()
            eve = await Person.new(server, f"Eve {count}")
            codes = [await eve.open("lesson", 2)]
        assert eve is not None
        request = wrong_request(dice, spoiler, host, eve.headers["Cookie"], codes)
        method = request.split(b" ", 1)[0].decode()
        is_torn = dice.random() < 0.01
        try:
            if is_torn:
                answer = await http.exchange(torn(dice, request), method, patience=0.5)
            else:
                answer = await http.exchange(request, method)
        except TimeoutError:
            http.close()
            if not is_torn:
                found.problems.append(f"no answer to {request[:300]!r}")
            continue
        except (ConnectionError, asyncio.IncompleteReadError, ValueError):
            found.statuses[0] += 1  # ended without an answer, as broken requests may be
            http.close()
            continue
        finally:
            found.requests += 1
        found.statuses[answer.status] += 1
        if fails(answer):
            found.problems.append(f"{answer.status} {answer.body[:200]!r} to {request[:300]!r}")
    http.close()
    if eve is not None:
        eve.close()


def fails(answer: Answer) -> bool:
    """Whether a server has failed: it may be busy, if it says for how long."""
    return answer.status >= 500 and not (answer.status == 503 and "retry-after" in answer.headers)


async def one_table(server: Server, number: int, dice: Random, found: Findings) -> None:
    """Disturb one table from all sides, end it, and look at what everybody was sent."""
    names = ("Ada", "Bob", "Eve")
    ada, bob, eve = [await Person.new(server, name) for name in names]
    table = await ada.open("lesson", 2)
    await bob.ask("POST", f"/api/tables/{table}/join", {})
    await ada.ask("POST", f"/api/tables/{table}/start")
    assaults = [
        Assault(server, table, person, seat, Random(dice.random()))
        for person, seat in ((ada, 0), (bob, 1), (eve, None), (None, None))
    ]
    shares = (number // 4, number // 4, number // 4, number - 3 * (number // 4))
    await asyncio.gather(
        *(assault.run(share, found) for assault, share in zip(assaults, shares, strict=True))
    )
    for person in (ada, bob):
        await person.ask("POST", f"/api/tables/{table}/agree", {"seat": None}, known=(200, 409))
    record = (await ada.ask("GET", f"/api/tables/{table}/record")).body
    found.tables += 1
    found.problems += _looked_at(table, record, assaults)
    for person in (ada, bob, eve):
        person.close()


def _looked_at(table: str, record: bytes, assaults: list[Assault]) -> Iterator[str]:
    """See that the game is whole, and that its key was told to nobody while it was played."""
    whole = Record.from_json(record)
    whole.replay()
    key = msgspec.json.decode(record)["key"].encode()
    for assault in assaults:
        if any(key in text for text in assault.heard):
            yield f"{table}: the key of the deal was sent"


async def disturb(server: Server, seed: int, amount: int) -> Findings:
    """Send this many wrong messages and requests."""
    dice, found = Random(seed), Findings()
    asked = amount // 10
    shares = list(_shares(amount - asked))
    room = asyncio.Semaphore(TABLES)

    async def table(share: int, own: Random) -> None:
        async with room:
            if not found.problems:
                await one_table(server, share, own, found)

    await asyncio.gather(
        *(table(share, Random(dice.random())) for share in shares),
        requests(server, asked, Random(dice.random()), found),
    )
    return found


def _shares(amount: int) -> Iterator[int]:
    for start in itertools.count(0, 4 * TABLE):
        if start >= amount:
            return
        yield min(4 * TABLE, amount - start)


def run(place: Place, seed: int, amount: int) -> Done:
    """Send this many wrong messages to a server, and see that it stands."""
    with serving(place.settings(), place.folder) as server:
        watcher, begun = Watcher(server), time.perf_counter()
        found = loop_of_server(disturb(server, seed, amount))
        rate = (found.sent + found.requests) / (time.perf_counter() - begun)
        found.problems += watcher.problems()
    amounts = {
        "messages": found.sent + found.requests,
        "of them requests": found.requests,
        "tables": found.tables,
        "MB answered": found.bytes // 1_000_000,
    }
    return Done(amounts, found.problems, {"messages/s": round(rate)})
