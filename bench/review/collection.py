"""Results that are collected one by one, in a file from which a later call goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec


class Job(NamedTuple):
    """One game to look at."""

    board: str
    number: int
    seed: str
    playouts: int


class Wishes(NamedTuple):
    """What is to be collected, and where to."""

    boards: Sequence[str]
    games: int
    seed: str
    playouts: int
    jobs: int
    out: Path


Found = TypeVar("Found")


def collect(work: Callable[[Job], Found], kind: type[Found], wishes: Wishes) -> list[Found]:
    """Return all results, those of an earlier call among them."""
    lines = wishes.out.read_text("utf-8").splitlines() if wishes.out.exists() else []
    done = [msgspec.json.decode(line, type=kind) for line in lines[: wishes.games]]
    ahead = [
        Job(
            wishes.boards[number % len(wishes.boards)],
            number,
            f"{wishes.seed}/{number}",
            wishes.playouts,
        )
        for number in range(len(done), wishes.games)
    ]
    began = time.perf_counter()
    with wishes.out.open("a", encoding="utf-8") as file:
        for each in _work_off(work, ahead, wishes.jobs):
            done.append(each)
            file.write(msgspec.json.encode(each).decode() + "\n")
            file.flush()
            if len(done) % 50 == 0:
                seconds = time.perf_counter() - began
                print(f"{len(done)} of {wishes.games} after {seconds:.0f} s", flush=True)
    return done


def _work_off(
    work: Callable[[Job], Found], ahead: Sequence[Job], processes: int
) -> Iterator[Found]:
    if processes == 1:
        yield from map(work, ahead)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, ahead)
