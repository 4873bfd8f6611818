"""The fuzz test: messages nobody should send, over real sockets, while a table is being played."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stellwerk.game import Game
from stellwerk.game.record import Record
from tests.server.players import GONE, Guest, Json, Player, open_table, record_of
from tests.server.serving import GENEROUS, Server, serving

FAILED = 1011
"""The code with which a server closes a socket because of a mistake of its own."""
_GLANCE = 0.05
"""Seconds after which a player looks whether it may move now."""
PACE = 40
"""Messages that come between two moves of those who play."""
PORTION = 400
"""Messages to one table, from each of those who disturb it."""
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    5,
    2**31,
    2**63,
    -(2**63) - 1,
    10**40,
    0.5,
    1e308,
    "",
    " ",
    "\x00",
    "x" * 65,
    "x" * 5000,
    "\u202e\ufeff\U0001f682",
    "usa",
    [],
    [[]],
    {},
    {"type": "move"},
    ["keep"] * 50,
)
"""Values that may stand anywhere in a message."""


@dataclass
class Report:
    """What came out of a fuzz test."""

    sent: int = 0
    tables: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


_NOTHING: Json = {"view": {"moves": []}}


class Witness(Player):
    """A player that remembers all it was told."""

    def __init__(self, may_move: Callable[[Witness], bool], *given: Any) -> None:
        super().__init__(*given)
        self.updates: list[Json] = []
        self._may_move = may_move

    def hear(self, message: Json) -> None:
        """Take note, for the fuzzers and for the comparison at the end."""
        if message["type"] == "update":
            self.updates.append(message)
        super().hear(message)

    async def _talk(self, socket: ClientConnection, most: int | None) -> None:
        while self.final is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GLANCE):
                    self.hear(json.loads(await socket.recv()))
            if self._may_move(self):
                for answer in self.decide():
                    await socket.send(json.dumps(answer))


class Fuzzer:
    """Somebody at a table who sends what nobody should."""

    def __init__(
        self, headers: dict[str, str], table: str, players: list[Witness], dice: Random
    ) -> None:
        self.headers = headers
        self.table = table
        self.heard: list[Json] = []
        self.closed: Counter[int] = Counter()
        self.sent = self.answered = 0
        self._players = players
        self._dice = dice
        self._past: list[str | bytes] = []
        self._mark = ""
        self._marked = asyncio.Event()

    async def disturb(self, address: str, number: int) -> None:
        """Send this many messages; come back when the server has had enough."""
        while self.sent < number:
            with contextlib.suppress(*GONE):
                await self._connected(address, number)

    async def _connected(self, address: str, number: int) -> None:
        async with connect(
            f"ws://{address}/ws/tables/{self.table}",
            additional_headers=self.headers,
            max_size=None,
            compression=None,
        ) as socket:
            if self._dice.random() < 0.9:  # otherwise even the first message is a wrong one
                await socket.send('{"type":"resume"}')
            listening = asyncio.create_task(self._listen(socket))
            try:
                while self.sent < number:
                    for _ in range(self._dice.randint(1, 60)):
                        await socket.send(self._message())
                        self.sent += 1
                    await self._answered(socket)
                    if self._dice.random() < 0.2:  # too large for any connection to live on
                        await socket.send(self._large())
                        self.sent += 1
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    async def _answered(self, socket: ClientConnection) -> None:
        """Wait until all that was sent has been answered."""
        self._mark = f"mark-{self.sent}"
        self._marked.clear()
        await socket.send(json.dumps({"type": "payments", "id": self._mark, "kind": "pay"}))
        async with asyncio.timeout(60):
            await self._marked.wait()
        self.answered = self.sent

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                heard = json.loads(message)
                self.heard.append(heard)
                if self._mark in (heard.get("id"), heard.get("move_id")):
                    self._marked.set()
        except ConnectionClosed as closed:
            self.closed[closed.rcvd.code if closed.rcvd else 0] += 1
        finally:
            self._marked.set()

    def _message(self) -> str | bytes:
        kinds: tuple[Callable[[], str | bytes], ...] = (
            self._noise,
            self._broken,
            self._odd,
            self._odd,
            self._stranger,
            self._repeated,
            self._repeated,
        )
        message = self._timely() if self._dice.random() < 0.06 else self._dice.choice(kinds)()
        self._past.append(message)
        return message

    def _noise(self) -> str | bytes:
        """Return bytes that mean nothing."""
        noise = self._dice.randbytes(self._dice.randint(0, 60))
        return noise if self._dice.random() < 0.5 else noise.decode("latin-1")

    def _broken(self) -> str:
        """Return a good message, damaged somewhere."""
        text = json.dumps(self._good())
        place = self._dice.randrange(len(text) + 1)
        return self._dice.choice(
            (
                text[:place],
                text[:place] + self._dice.choice('{}[]":,\\\x00é9') + text[place:],
                text + text,
                "[" * 2000,
                '{"a":' * 1000,
            )
        )

    def _odd(self) -> str:
        """Return a good message with something odd in it."""
        message: Any = json.loads(json.dumps(self._good()))
        for _ in range(self._dice.randint(1, 2)):
            inside: Any = message
            while True:
                key = self._dice.choice([*inside, "extra"] if isinstance(inside, dict) else [0])
                deeper = inside.get(key) if isinstance(inside, dict) else None
                if not isinstance(deeper, dict) or not deeper or self._dice.random() < 0.4:
                    break
                inside = deeper
            if self._dice.random() < 0.15:
                inside.pop(key, None)
            else:
                inside[key] = copy.deepcopy(self._dice.choice(ODD))
        return json.dumps(message)

    def _stranger(self) -> str:
        """Return a good message of anybody, out of turn or for another seat."""
        return json.dumps(self._good())

    def _timely(self) -> str:
        """Return a move that fits the moment, if this is the one whose turn it is."""
        for player in self._players:
            update = player.updates[-1] if player.updates else _NOTHING
            if player.guest.headers == self.headers and update["view"]["moves"]:
                move = self._dice.choice(update["view"]["moves"])
                name = f"{self._dice.getrandbits(128):032x}"
                return json.dumps(
                    {"type": "move", "move_id": name, "seq": update["seq"], "move": move}
                )
        return self._stranger()

    def _repeated(self) -> str | bytes:
        """Return an old message again, of oneself or of anybody who plays."""
        if self._past and self._dice.random() < 0.6:
            return self._dice.choice(self._past)
        return self._stranger()

    def _large(self) -> str:
        size = self._dice.choice((8193, 20_000, 200_000))
        return json.dumps({"type": "say", "text": "x" * size})

    def _good(self) -> Json:
        """Return a message somebody could send at some moment of the game."""
        views = [
            update["view"]
            for player in self._players
            for update in player.updates[-3:] + self._dice.choices(player.updates or [_NOTHING])
            if update["view"]["moves"]
        ]
        kind = self._dice.choice(
            ("move", "move", "move", "why", "payments", "routes", "say", "resume", "ping")
        )
        name = f"{self._dice.getrandbits(128):032x}"
        move = self._dice.choice(self._dice.choice(views)["moves"]) if views else {"move": "draw"}
        last = [player.updates[-1]["seq"] for player in self._players if player.updates]
        seq = max(last, default=0)
        match kind:
            case "move":
                message = {"type": kind, "move_id": name, "seq": seq, "move": move}
                if self._dice.random() < 0.2:
                    message |= {"move": None, "text": self._dice.choice(("draw", "take 1", "?"))}
                if self._dice.random() < 0.1:
                    message |= {"move": None, "undo": True}
                return message
            case "routes":
                return {"type": kind, "id": name}
            case "why":
                return {"type": kind, "id": name, "move": move}
            case "payments":
                what = self._dice.choice(("claim", "station", "harbour", "pay"))
                target = str(move.get("route") or move.get("city") or "")
                return {"type": kind, "id": name, "kind": what, "target": target}
            case "say":
                return {"type": kind, "text": self._dice.choice(("hello", "\u200b", "x" * 600))}
            case "resume":
                since = self._dice.choice((-1, 0, seq, seq + 5))
                return {"type": kind, "since": since, "chat": self._dice.randint(0, 9)}
        return {"type": kind}


async def fuzz(
    database: str, folder: Path, *, messages: int, seed: int, board: str, workers: int = 1
) -> Report:
    """Disturb tables with this many messages, and see that they are played to their right end."""
    dice, report = Random(seed), Report()
    settings = dataclasses.replace(
        GENEROUS, database=database, chat_per_minute=100_000, workers=workers
    )
    with serving(settings, folder) as server:
        while report.sent < messages and not report.problems:
            await _one_table(server, dice, board, report)
        if '"level":"error"' in server.log.replace(" ", "") or "Traceback" in server.log:
            report.problems.append(f"the log tells of an error:\n{server.log[-3000:]}")
    return report


async def _one_table(server: Server, dice: Random, board: str, report: Report) -> None:
    ada, bob, eve = [Guest(server.address, name) for name in ("Ada", "Bob", "Eve")]
    table = open_table([ada, bob], board, ["random"])
    fuzzers: list[Fuzzer] = []

    def may_move(witness: Witness) -> bool:
        """Whether it is time for a move, so that the game lasts as long as it is disturbed."""
        answered = sum(fuzzer.answered for fuzzer in fuzzers)
        due = PACE * len(witness.acknowledged)
        return answered >= due or all(fuzzer.sent >= PORTION for fuzzer in fuzzers)

    witnesses = [
        Witness(may_move, who, table, [server.address], Random(dice.random())) for who in (ada, bob)
    ]
    fuzzers += [
        Fuzzer(who.headers if who else {}, table, witnesses, Random(dice.random()))
        for who in (ada, bob, eve, None)
    ]
    await asyncio.gather(
        *(witness.play() for witness in witnesses),
        *(fuzzer.disturb(server.address, PORTION) for fuzzer in fuzzers),
    )
    report.tables += 1
    for fuzzer in fuzzers:
        report.sent += fuzzer.sent
        report.closed += fuzzer.closed
        for message in fuzzer.heard:
            problem: Json = message.get("problem") or {}
            report.answers[str(problem.get("code", message["type"]))] += 1
    report.problems += _problems(witnesses, fuzzers)


def _problems(witnesses: list[Witness], fuzzers: list[Fuzzer]) -> Iterator[str]:
    table = witnesses[0].table
    found = record_of(witnesses[0].guest, table)
    game = Record.from_json(msgspec.json.encode(found)).replay()
    outcome = json.loads(msgspec.json.encode(game.outcome()))
    for witness in witnesses:
        if witness.final is None or witness.final["outcome"] != outcome:
            yield f"{table}: the record replays to another score than the one shown"
    for fuzzer, seat in zip(fuzzers, (0, 1, None, None), strict=True):
        if fuzzer.closed[FAILED]:
            yield f"{table}: the server failed {fuzzer.closed[FAILED]} times"
        yield from _leaks(game, found["key"], fuzzer.heard, seat)


def _leaks(game: Game, key: str, heard: list[Json], seat: int | None) -> Iterator[str]:
    """Compare each view somebody got with the one its seat may have."""
    for message in heard:
        text = json.dumps(message)
        if key in text:
            yield f"the key of the deal was sent: {text[:200]}"
        if message["type"] != "update":
            continue
        if message["seat"] != seat:
            yield f"seat {seat} was sent the view of seat {message['seat']}"
            continue
        past = game.clone(message["seq"])
        if json.loads(past.view(seat).to_json()) != message["view"]:
            yield f"at step {message['seq']} seat {seat} was sent more or less than its view"
