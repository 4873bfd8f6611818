"""Board files and records that nobody should send: over HTTP, to a server that takes uploads."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec

from bench.attack.fuzz import HANGS, fails
from bench.attack.people import Person, loop_of_server
from bench.attack.places import Place
from bench.attack.results import Done
from bench.attack.watch import Watcher
from bench.attack.wrong import ODD, Spoiler
from bench.fuzz import board_text, record_bytes
from bench.sockets import Http
from stellwerk.board.files import shipped_text
from stellwerk.game import Game
from tests.server.serving import GENEROUS, Server, serving

AT_ONCE: Final = 6
_NUMBERS: Final = (b"0", b"-1", b"1", b"2", b"7", b"60", b"255", b"256", b"99999", b"1e9", b"nan")
_GREEDY: Final = (
    b"a" + b".a" * 9000 + b" = 1\n",
    b"a = " + b"[" * 5000,
    b"x = " + b"{y=" * 3000,
    b'[[route]]\nbetween = ["A", "B"]\n' * 2000,
    b"[a]\n" * 5000,
    b'"' + b"k" * 60_000 + b'" = 1\n',
)
"""Beginnings of files that ask for far more than their size."""
Make = Callable[[Random], tuple[str, bytes]]
"""Makes the path and the body of a request."""
Maker = Callable[[], Make]


@dataclass
class Found:
    """What became of the files."""

    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    largest: int = 0
    slowest: float = 0.0
    problems: list[str] = field(default_factory=list)


def _boards() -> tuple[bytes, ...]:
    return tuple(shipped_text(name).encode() for name in ("lesson", "great_lakes", "europe"))


def spoiled_board(dice: Random, good: bytes) -> bytes:
    """Return a board file with something wrong in it; now and then several things."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        lines = good.split(b"\n")
        kind, at = dice.randrange(9), dice.randrange(len(lines))
        if kind == 0:
            lines[at] = dice.choice(lines)
        elif kind == 1:
            del lines[at : at + dice.randrange(1, 30)]
        elif kind == 2:
            lines[at:at] = lines[at : at + dice.randrange(1, 200)]
        elif kind == 3:
            name, _, _ = lines[at].partition(b"=")
            lines[at] = name + b"= " + dice.choice((*_NUMBERS, *ODD))
        elif kind == 4:
            lines[at] = lines[at].replace(b'"', b"", 1)
        elif kind == 5:
            place = dice.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + dice.randbytes(3) + lines[at][place:]
        elif kind == 6:
            lines[at] = bytes(dice.sample(lines[at], len(lines[at])))
        elif kind == 7:
            digits = [
                n for n, line in enumerate(lines) if any(sign in b"0123456789" for sign in line)
            ]
            at = dice.choice(digits) if digits else at
            number = dice.choice(_NUMBERS)
            lines[at] = b"".join(
                number if bytes((sign,)).isdigit() and dice.random() < 0.5 else bytes((sign,))
                for sign in lines[at]
            )
        elif dice.random() < 0.1:
            lines.insert(at, dice.choice(_GREEDY))
        good = b"\n".join(lines)
    return good[:190_000]


def board_maker() -> Make:
    """Return what makes uploads of spoiled boards."""
    boards = _boards()

    def make(dice: Random) -> tuple[str, bytes]:
        if dice.random() < 0.5:
            return "/api/boards", msgspec.json.encode({"text": board_text(dice.getrandbits(40))})
        board = boards[0] if dice.random() < 0.8 else dice.choice(boards)
        text = spoiled_board(dice, board).decode("utf-8", "replace")
        return "/api/boards", msgspec.json.encode({"text": text})

    return make


def _records() -> tuple[bytes, ...]:
    found = []
    for board, seats in (("lesson", 2), ("lesson", 3), ("europe", 2)):
        game, dice = Game.new(board, seats=seats, seed=seats), Random(seats)
        while not game.over:
            game.play(dice.choice(game.legal_moves()))
        found.append(game.record().to_json())
    return tuple(found)


def record_maker() -> Make:
    """Return what makes requests with spoiled records."""
    records = _records()
    many = msgspec.json.decode(records[0])

    def make(dice: Random) -> tuple[str, bytes]:
        path = dice.choice(("/api/replays", "/api/replays", "/api/replays?seat=1", "/api/reviews"))
        if dice.random() < 0.5:
            return path, record_bytes(dice.getrandbits(40))[:1_000_000]
        spoiler = Spoiler(dice)
        record = records[0] if dice.random() < 0.8 else dice.choice(records)
        kind = dice.random()
        if kind < 0.7:
            record = spoiler.odd(record)
        elif kind < 0.9:
            record = spoiler.spoil(record)
        else:
            entries = list(many["entries"])
            first, second = dice.randrange(len(entries)), dice.randrange(len(entries))
            if dice.random() < 0.5:
                entries[first], entries[second] = entries[second], entries[first]
            else:
                entries = (entries * dice.randrange(2, 30))[: dice.randrange(1, 4000)]
            record = msgspec.json.encode({**many, "entries": entries})
        return path, record[:1_000_000]

    return make


async def send(server: Server, seed: int, number: int, make: Make) -> Found:
    """Send this many files over a few connections, and look at each answer."""
    found, left = Found(), iter(range(number))

    async def one(name: int) -> None:
        dice = Random(f"{seed}/{name}")
        person = await Person.new(server, f"Eve {name}")
        http = Http(server.settings.host, server.settings.port)
        for _ in left:
            path, body = make(dice)
            begun = time.perf_counter()
            try:
                answer = await http.ask("POST", path, body, person.headers)
            except TimeoutError:
                found.problems.append(f"no answer to {path} {body[:300]!r}")
                break
            took = time.perf_counter() - begun
            found.sent += 1
            found.statuses[answer.status] += 1
            found.slowest = max(found.slowest, took)
            found.largest = max(found.largest, len(answer.body))
            if fails(answer):
                found.problems.append(f"{answer.status} {answer.body[:300]!r} to {body[:500]!r}")
            if took > HANGS:
                found.problems.append(f"{took:.0f} s for {path} {body[:300]!r}")
        http.close()
        person.close()

    await asyncio.gather(*(one(name) for name in range(AT_ONCE)))
    return found


def _run(place: Place, seed: int, amount: int, unit: str, make: Make) -> Done:
    with serving(place.settings(UNLIMITED), place.folder) as server:
        watcher, begun = Watcher(server), time.perf_counter()
        found = loop_of_server(send(server, seed, amount, make))
        rate = found.sent / (time.perf_counter() - begun)
        found.problems += watcher.problems()
    amounts = {
        unit: found.sent,
        "taken": sum(count for status, count in found.statuses.items() if status < 300),
        "told to wait": found.statuses[503] + found.statuses[429],
    }
    figures = {
        f"{unit}/s": round(rate),
        "slowest s": round(found.slowest, 2),
        "largest answer MB": round(found.largest / 1e6, 1),
    }
    return Done(amounts, found.problems, figures)


UNLIMITED: Final = dataclasses.replace(
    GENEROUS,
    uploads_per_guest=1_000_000,
    upload_tries_per_hour=1e9,
    replays_per_minute=1e9,
    chat_per_minute=100_000,
)
"""Here everything is to be looked at, nothing to be refused because it comes too often."""


def run_boards(place: Place, seed: int, amount: int) -> Done:
    """Send spoiled board files."""
    return _run(place, seed, amount, "boards", board_maker())


def run_records(place: Place, seed: int, amount: int) -> Done:
    """Send spoiled records."""
    return _run(place, seed, amount, "records", record_maker())
