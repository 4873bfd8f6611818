"""A little of each attack: the long proofs work, and find nothing here (bench/attack)."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.attack import files, floods, fuzz, memory, seats
from bench.attack.part import Part
from bench.attack.places import CONFIGURATIONS, Configuration, Place
from bench.attack.results import Done, Results
from bench.attack.watch import Watcher
from bench.machine import command, family
from stellwerk.server.sandbox.client import PROGRAM
from tests.server.serving import Server, serving

pytestmark = pytest.mark.slow
ALONE = CONFIGURATIONS[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all attacks here, which must be whole after each of them."""
    folder = tmp_path_factory.mktemp("attacked")
    place = Place(ALONE, folder, f"sqlite:///{folder / 'tables.db'}", None)
    with serving(place.settings(files.UNLIMITED), folder) as running:
        yield running


@pytest.fixture
def watcher(server: Server) -> Iterator[Watcher]:
    """Looks after each attack whether the server still stands."""
    watching = Watcher(server)
    yield watching
    assert list(watching.problems()) == []


@pytest.mark.usefixtures("watcher")
def test_nobody_is_told_more_when_seats_change(server: Server) -> None:
    done, problems = asyncio.run(seats.attack(server, seed=7, number=3))
    assert problems == []
    assert done["games"] == 3
    assert done["received"] > 100


@pytest.mark.usefixtures("watcher")
def test_wrong_messages_and_requests_are_answered(server: Server) -> None:
    found = asyncio.run(fuzz.disturb(server, seed=1, amount=1500))
    assert found.problems == []
    assert (found.sent, found.requests, found.tables) == (1350, 150, 1)
    assert found.statuses[200] > 0
    assert found.statuses[400] > 0


@pytest.mark.usefixtures("watcher")
@pytest.mark.parametrize("make", [files.board_maker, files.record_maker])
def test_spoiled_files_are_answered(server: Server, make: files.Maker) -> None:
    found = asyncio.run(files.send(server, 1, 60, make()))
    assert found.problems == []
    assert found.sent == 60
    assert found.statuses[400] + found.statuses[422] > 30


def test_the_process_that_works_on_files_may_end(server: Server) -> None:
    asyncio.run(files.send(server, 2, 2, files.board_maker()))
    watcher = Watcher(server)
    working = [each for each in family(server.process_id) if PROGRAM in command(each)]
    assert working
    for process in working:
        os.kill(process, signal.SIGKILL)
    while set(working) & family(server.process_id):
        time.sleep(0.01)
    assert list(watcher.problems()) == []


@pytest.mark.usefixtures("watcher")
def test_tables_are_played_and_left_again(server: Server) -> None:
    done, looks = asyncio.run(memory.play_on(server, 1, 2.0))
    assert done["tables"] >= 1
    assert done["moves"] > 10
    assert all(look > 10 for look in looks)


def test_growth_is_told_after_the_beginning() -> None:
    assert memory.growth([50.0, 90.0, *[100.0] * 20, *[120.0] * 20]) == pytest.approx(1.2)
    assert memory.growth([10.0] * 10 + [100.0] * 30) == 1.0


def test_floods_are_carried_out_while_others_play(tmp_path: Path) -> None:
    place = Place(ALONE, tmp_path, f"sqlite:///{tmp_path / 'tables.db'}", None)
    done = floods.flood(place, seed=1, amount=6, number=4, most=60_000.0)
    assert [problem for problem in done.problems if "moves/s" not in problem] == []
    assert done.amounts["floods"] == len(floods.FLOODS)


def test_results_go_on_where_they_stopped(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    results = Results(file, "this")
    results.add("seats", "here", 1, "abc", 0.0, Done({"games": 20}, []))
    with file.open("ab") as cut:
        cut.write(b'{"part":"seats","whe')
    again = Results(file, "this")
    assert again.amount("seats", "games", "here") == 20
    assert again.amount("seats", "games") == 20
    assert Results(file, "another").amount("seats", "games") == 0
    assert Results(file, "another").others == 1


def test_a_goal_is_shared_or_holds_everywhere() -> None:
    def run(place: Place, seed: int, amount: int) -> Done:
        return Done({}, [])

    places: list[Configuration] = list(CONFIGURATIONS)
    shared = Part("a", "games", "games", "", 1000, run, 20)
    apart = Part("b", "minutes", "minutes", "", 30, run, None, elsewhere=8 / 30)
    assert [shared.share(place, 1000, places) for place in places] == [200] * 5
    assert [apart.share(place, 30, places) for place in places] == [30, 8, 8, 8, 8]
