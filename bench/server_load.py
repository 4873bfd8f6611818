"""Real WebSocket clients for the load test, in a process of their own.

``python -m bench.server_load FILE``: the file holds a Plan; the figures are printed as JSON.
"""

from __future__ import annotations

import asyncio
import itertools
import resource
import sys
import time
from pathlib import Path
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection, connect

WORKERS = 128
"""Moves that may be on their way at the same time."""
_CONNECTING = 50
_ACCEPTED = '{"type":"accepted"'
_REFUSED = '{"type":"refused"'


class Turn(msgspec.Struct, frozen=True):
    """One move of a game that was played beforehand."""

    seat: int
    move: msgspec.Raw


class PlannedTable(msgspec.Struct, frozen=True):
    """A table: its code, the cookie of each seat, and the moves to be made."""

    id: str
    cookies: tuple[str, ...]
    turns: tuple[Turn, ...]


class Plan(msgspec.Struct, frozen=True):
    """What the clients are to do."""

    address: str
    tables: tuple[PlannedTable, ...]
    seconds: float


class Phase(msgspec.Struct, frozen=True):
    """What came out of one phase: moves a second, and how long an answer took, in seconds."""

    rate: float
    latencies: tuple[float, ...]


class Result(msgspec.Struct, frozen=True):
    """Both phases: as fast as possible, and at half that rate."""

    fastest: Phase
    half: Phase


class Seated:
    """A table with a socket for each seat; moves are made one after the other."""

    def __init__(self, planned: PlannedTable) -> None:
        self._planned = planned
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._answer: asyncio.Future[str] | None = None
        self._next = 0

    async def connect(self, address: str) -> None:
        """Open a socket for each seat."""
        for cookie in self._planned.cookies:
            socket = await connect(
                f"ws://{address}/ws/tables/{self._planned.id}",
                additional_headers={"Cookie": cookie},
                compression=None,
                max_size=None,
                open_timeout=60,
                ping_interval=None,
            )
            await socket.send('{"type":"resume"}')
            self._sockets.append(socket)
            self._readers.append(asyncio.create_task(self._read(socket)))

    async def close(self) -> None:
        """Close all sockets."""
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        await asyncio.gather(*(socket.close() for socket in self._sockets))

    async def _read(self, socket: ClientConnection) -> None:
        async for message in socket:
            assert isinstance(message, str)
            if message.startswith((_ACCEPTED, _REFUSED)) and self._answer is not None:
                self._answer.set_result(message)

    @property
    def over(self) -> bool:
        """Whether all planned moves are made."""
        return self._next == len(self._planned.turns)

    async def move(self) -> float:
        """Make the next move; return how long the answer took."""
        turn = self._planned.turns[self._next]
        text = bytes(turn.move).decode()
        message = f'{{"type":"move","move_id":"{self._next}","seq":{self._next},"move":{text}}}'
        self._answer = asyncio.get_running_loop().create_future()
        start = time.perf_counter()
        await self._sockets[turn.seat].send(message)
        answer = await self._answer
        self._answer = None
        if not answer.startswith(_ACCEPTED):
            raise RuntimeError(f"{self._planned.id}: {answer}")
        self._next += 1
        return time.perf_counter() - start


async def phase(tables: list[Seated], seconds: float, rate: float | None, seed: int) -> Phase:
    """Make moves for a while: as many as possible, or so many a second."""
    found: list[float] = []
    end = time.perf_counter() + seconds

    async def work(own: list[Seated], dice: Random) -> None:
        at = time.perf_counter()
        for table in itertools.cycle(own):
            if table.over:
                own.remove(table)
                if not own:
                    return
                continue
            if rate is not None:
                at += dice.expovariate(rate / len(shares))
                await asyncio.sleep(max(0.0, min(at, end) - time.perf_counter()))
            if time.perf_counter() >= end:
                return
            found.append(await table.move())

    shares = [tables[number::WORKERS] for number in range(min(WORKERS, len(tables)))]
    await asyncio.gather(*(work(share, Random(seed + n)) for n, share in enumerate(shares)))
    return Phase(len(found) / seconds, tuple(sorted(found)))


async def measure(plan: Plan) -> Result:
    """Connect everybody, then measure."""
    tables = [Seated(planned) for planned in plan.tables]
    room = asyncio.Semaphore(_CONNECTING)

    async def join(table: Seated) -> None:
        async with room:
            await table.connect(plan.address)

    await asyncio.gather(*(join(table) for table in tables))
    await phase(tables, plan.seconds / 4, None, 1)
    fastest = await phase(tables, plan.seconds, None, 2)
    half = await phase(tables, plan.seconds, fastest.rate / 2, 3)
    await asyncio.gather(*(table.close() for table in tables))
    return Result(fastest, half)


def main() -> None:
    """Carry out a plan."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    print(msgspec.json.encode(asyncio.run(measure(plan))).decode())


if __name__ == "__main__":
    main()
