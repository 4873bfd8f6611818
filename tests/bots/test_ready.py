"""Getting kernels ready in the background."""

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from stellwerk.bots.compile import PLAYING, Entries, Group
from stellwerk.bots.ready import Preparation

PATIENCE = 60.0
called: list[str] = []


def die_elsewhere() -> Entries:
    """Entries whose compilation ends the process that tries, unless it is the first one."""

    def call(name: str) -> None:
        if multiprocessing.parent_process() is not None:
            os._exit(1)
        called.append(name)

    return {"one": lambda: call("one"), "two": lambda: call("two")}


def fail() -> Entries:
    def call() -> None:
        raise ValueError("no such entry")

    return {"one": call}


def settled(preparation: Preparation) -> None:
    deadline = time.monotonic() + PATIENCE
    while not preparation.is_ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_CACHE", str(tmp_path))


def test_what_is_compiled_is_loaded_and_told() -> None:
    preparation = Preparation(PLAYING)
    assert preparation.done == (0, 0)
    PLAYING.note_compiled()  # so that nothing is compiled apart
    settled(preparation)
    total = len(PLAYING.entries())
    assert preparation.done == (total, total)
    assert not preparation.lacks(PLAYING.entries())


def test_where_no_other_process_lives_long_enough_it_is_compiled_here() -> None:
    called.clear()
    group = Group(die_elsewhere, "never")
    settled(Preparation(group))
    assert called == ["one", "two"]
    assert not group.is_compiled()


def test_what_cannot_be_compiled_at_all_is_told_to_those_who_wait() -> None:
    preparation = Preparation(Group(fail, "never"))
    with pytest.raises(ValueError, match="no such entry"):
        settled(preparation)
