"""A server whose rules are still being compiled: one can look around, and games wait."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from stellwerk.bots.compile import FOR_BOTS, Entries, Group, entries_for_playing
from stellwerk.bots.ready import Preparation
from stellwerk.server.warmup import Warmup
from tests.server.web.serving import PATIENCE, Server, serving

LOOKS = ["/", "/rules", "/icon.svg", "/healthz", "/api/me", "/api/bots", "/api/boards"]
LOOKS += ["/api/boards/usa", "/api/boards/usa/drawing", "/api/words/de", "/api/readiness"]
AT_ONCE = 5.0


class Compiled(Group):
    """Entries that only have to be loaded."""

    def is_compiled(self) -> bool:
        return True


class Slow:
    """The rules on their way: first what people need, then what bots need."""

    def __init__(self) -> None:
        self.for_people, self.for_bots = Event(), Event()
        self.preparation = Preparation(Compiled(self._entries, "slow"))

    def _entries(self) -> Entries:
        def waiting(name: str) -> bool:
            return (self.for_bots if name in FOR_BOTS else self.for_people).wait(PATIENCE)

        names = sorted(entries_for_playing(), key=lambda name: name in FOR_BOTS)
        return {name: lambda name=name: waiting(name) for name in names}  # type: ignore[misc]


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    made.preparation.begin()
    yield made
    made.for_people.set()
    made.for_bots.set()


@pytest.fixture
def server(slow: Slow, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, Warmup(slow.preparation), sockets_per_address=1000) as running:
        yield running


def test_the_start_page_is_there_before_the_rules(server: Server, slow: Slow) -> None:
    client = server.client()
    for path in LOOKS:
        answer = client.get(path, timeout=AT_ONCE)
        assert answer.status_code < 500, path
    assert client.get("/api/readiness").json() == {"ready": False, "done": 0, "total": 11}
    slow.for_people.set()
    wait_for_readiness(server)
    answer = client.get("/api/readiness").json()
    assert (answer["ready"], answer["done"], answer["total"]) == (True, 9, 11)


def test_a_game_waits_for_the_rules_and_bots_for_theirs(server: Server, slow: Slow) -> None:
    def play() -> Any:
        anna = server.guest()
        table = anna.open_table("me", "planner", start=True)
        return anna, table

    with ThreadPoolExecutor(1) as pool:
        begun: Future[Any] = pool.submit(play)
        time.sleep(0.3)
        assert not begun.done()
        slow.for_people.set()
        anna, table = begun.result(PATIENCE)
    path = f"/api/tables/{table}/view"
    view = anna.ask("GET", path)["view"]
    time.sleep(0.3)
    assert anna.ask("GET", path)["view"]["players"][1]["decided"] is False
    assert view["offer"]["tickets"]
    slow.for_bots.set()
    deadline = time.monotonic() + PATIENCE
    while not anna.ask("GET", path)["view"]["players"][1]["decided"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_server_that_is_stopped_meanwhile_stops(server: Server) -> None:
    address = server.address.replace("http", "ws", 1) + "/ws/me"
    with pytest.raises((TimeoutError, WebSocketException, OSError)):
        connect(address, proxy=None, open_timeout=0.3).close()
    # The fixtures stop it, and fail if it goes on.


def wait_for_readiness(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while not server.client().get("/api/readiness").json()["ready"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
