"""Real WebSocket clients for the load test, in a process of their own.

``python -m bench.server_load FILE``: the file holds a Plan. Each line that comes in is a Slice, and
its Phase is printed as JSON; after the last one everybody must have heard of everything. The
clients share the cores with the server that is measured, so they do as little as a client can: they
speak the protocol by hand, and of what they are sent they read only what it is and which step.
"""

from __future__ import annotations

import asyncio
import re
import resource
import sys
import time
from collections import deque
from pathlib import Path
from random import Random

import msgspec
import uvicorn

from bench.sockets import Socket

WORKERS = 128
"""Moves that may be on their way at the same time."""
PATIENCE = 60.0
"""Seconds after which the last news must have come to everybody."""
_CONNECTING = 50
_ACCEPTED = b'{"type":"accepted"'
_REFUSED = b'{"type":"refused"'
_UPDATE = re.compile(rb'\{"type":"update","seat":\d+,"seq":(\d+),')


class Turn(msgspec.Struct, frozen=True):
    """One move of a game that was played beforehand."""

    seat: int
    move: msgspec.Raw


class PlannedTable(msgspec.Struct, frozen=True):
    """A table: its code, the cookie of each seat, and the moves to be made."""

    id: str
    cookies: tuple[str, ...]
    turns: tuple[Turn, ...]
    local: str | None = None
    """The address of this machine that its people come from."""


class Plan(msgspec.Struct, frozen=True):
    """What the clients are to do."""

    host: str
    port: int
    tables: tuple[PlannedTable, ...]


class Slice(msgspec.Struct, frozen=True):
    """How long moves are made: as many as possible, or this many a second."""

    seconds: float
    rate: float | None = None


class Phase(msgspec.Struct, frozen=True):
    """What came out of a slice: moves, in how many seconds, and how long each answer took."""

    moves: int
    seconds: float
    latencies: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


class Client(Socket):
    """One WebSocket: it sends moves, notes answers, and how far it was told of the game."""

    def __init__(self, path: str, host: str, cookie: str) -> None:
        super().__init__(path, host, {"Cookie": cookie})
        self._answer: asyncio.Future[bytes] | None = None
        self.told = -1
        """The last step it has heard of."""

    def lost(self) -> None:
        """Fail whoever waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server has closed the socket"))

    def take(self, data: bytes, start: int, end: int) -> None:
        """Note a step, or hand an answer to whoever waits."""
        if found := _UPDATE.match(data, start):
            self.told = int(found[1])
        elif self._answer is None or self._answer.done():
            return
        elif data.startswith((_ACCEPTED, _REFUSED), start):
            self._answer.set_result(data[start:end])

    def ask(self, message: bytes) -> asyncio.Future[bytes]:
        """Send a move; the answer comes later."""
        self._answer = asyncio.get_running_loop().create_future()
        self.send(message)
        return self._answer


class Seated:
    """A table with a socket for each seat; moves are made one after the other."""

    def __init__(self, planned: PlannedTable) -> None:
        self._planned = planned
        self._clients: list[Client] = []
        self._next = 0

    async def connect(self, plan: Plan) -> None:
        """Open a socket for each seat."""
        host = f"{plan.host}:{plan.port}"
        for cookie in self._planned.cookies:
            client = Client(f"/ws/tables/{self._planned.id}", host, cookie)
            await Client.open(client, plan.host, plan.port, self._planned.local)
            client.send(b'{"type":"resume"}')
            self._clients.append(client)

    def close(self) -> None:
        """Close all sockets."""
        for client in self._clients:
            client.close()

    @property
    def over(self) -> bool:
        """Whether all planned moves are made."""
        return self._next == len(self._planned.turns)

    @property
    def all_told(self) -> bool:
        """Whether every seat has heard of every move."""
        return all(client.told == self._next for client in self._clients)

    async def move(self) -> float:
        """Make the next move; return how long the answer took."""
        turn, step = self._planned.turns[self._next], self._next
        start = time.perf_counter()
        answer = await self._clients[turn.seat].ask(
            b'{"type":"move","move_id":"%d","seq":%d,"move":%b}' % (step, step, bytes(turn.move))
        )
        if not answer.startswith(_ACCEPTED):
            raise RuntimeError(f"{self._planned.id}: {answer.decode()}")
        self._next += 1
        return time.perf_counter() - start


class Crowd:
    """All tables, in the order in which they are to make their next moves."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._tables = [Seated(planned) for planned in plan.tables]
        self._waiting = deque(self._tables)

    async def connect(self) -> None:
        """Open all sockets."""
        room = asyncio.Semaphore(_CONNECTING)

        async def join(table: Seated) -> None:
            async with room:
                await table.connect(self._plan)

        await asyncio.gather(*(join(table) for table in self._tables))

    async def play(self, slice_: Slice, dice: Random) -> Phase:
        """Make moves for a while, with as many on their way as there are workers."""
        found: list[float] = []
        start = time.perf_counter()
        end = start + slice_.seconds

        async def work() -> None:
            at = start
            while self._waiting:
                if slice_.rate is not None:
                    at += dice.expovariate(slice_.rate / WORKERS)
                    await asyncio.sleep(max(0.0, min(at, end) - time.perf_counter()))
                if time.perf_counter() >= end or not self._waiting:
                    return
                table = self._waiting.popleft()
                found.append(await table.move())
                if not table.over:
                    self._waiting.append(table)

        await asyncio.gather(*(work() for _ in range(WORKERS)))
        return Phase(len(found), time.perf_counter() - start, tuple(sorted(found)))

    async def leave(self) -> None:
        """Close all sockets, once everybody has heard of everything."""
        async with asyncio.timeout(PATIENCE):
            while not all(table.all_told for table in self._tables):
                await asyncio.sleep(0.05)
        for table in self._tables:
            table.close()


async def carry_out(plan: Plan) -> None:
    """Connect everybody, then make moves as the lines that come in say."""
    loop, crowd, dice = asyncio.get_running_loop(), Crowd(plan), Random(1)
    await crowd.connect()
    print("ready", flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        found = await crowd.play(msgspec.json.decode(line, type=Slice), dice)
        print(msgspec.json.encode(found).decode(), flush=True)
    await crowd.leave()
    print("told", flush=True)


def main() -> None:
    """Carry out a plan."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    same_as_server = uvicorn.Config("", loop="auto").get_loop_factory()
    with asyncio.Runner(loop_factory=same_as_server) as runner:
        runner.run(carry_out(plan))


if __name__ == "__main__":
    main()
