"""What a measurement may be held against: processor time, and how quiet the machine was.

A server and its clients fill every core, while a transaction alone keeps one busy. Whatever else
the machine does takes from the former first, so a rate says little without the noise beside it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

TICK: Final = os.sysconf("SC_CLK_TCK")
"""How many parts of a second the system counts processor time in."""
_PROC: Final = Path("/proc")
_STEPS: Final = 300_000
_SYNCS: Final = 15
_PAGES: Final = bytes(16 * 1024)


def family(process: int) -> set[int]:
    """Return a process and all that it has started, directly or not."""
    found, waiting = set[int](), [process]
    while waiting:
        each = waiting.pop()
        found.add(each)
        for thread in (_PROC / str(each) / "task").glob("*/children"):
            waiting += map(int, _text(thread).split())
    return found


def command(process: int) -> str:
    """Return the words with which a process was started."""
    return _text(_PROC / str(process) / "cmdline").replace("\0", " ").strip()


def processor_seconds(processes: Iterable[int]) -> float:
    """Return how much processor time processes have used so far, in seconds."""
    total = 0
    for process in processes:
        # The name of the program may hold anything; what follows it is numbers.
        fields = _text(_PROC / str(process) / "stat").rpartition(")")[2].split()
        total += sum(map(int, fields[11:13]))
    return total / TICK


def resident_bytes(processes: Iterable[int]) -> int:
    """Return how much memory processes hold, in bytes."""
    pages = 0
    for process in processes:
        fields = _text(_PROC / str(process) / "statm").split()
        pages += int(fields[1]) if fields else 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def switches(processes: Iterable[int]) -> int:
    """Return how often processes were taken off a core against their will."""
    count = 0
    for process in processes:
        for thread in (_PROC / str(process) / "task").glob("*/status"):
            for line in _text(thread).splitlines():
                if line.startswith("nonvoluntary"):
                    count += int(line.split()[1])
    return count


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:  # it has ended meanwhile
        return ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the machine had counted at one moment, in seconds."""

    at: float
    busy: float
    stolen: float
    ours: float

    @classmethod
    def now(cls, ours: Iterable[int]) -> Moment:
        """Look at the machine, and at the processes that belong to the measurement."""
        numbers = [int(each) / TICK for each in _text(_PROC / "stat").split("\n")[0].split()[1:]]
        user, nice, system, _, _, interrupts, soft, stolen, *_ = numbers
        busy = user + nice + system + interrupts + soft
        return cls(time.perf_counter(), busy, stolen, processor_seconds(ours))


@dataclass(frozen=True, slots=True)
class Noise:
    """What else went on during a measurement, in cores."""

    others: float
    """What other programs have used."""
    stolen: float
    """What the machine did not get from the one it runs on."""

    @classmethod
    def between(cls, before: Moment, after: Moment) -> Noise:
        """Return what went on between two moments."""
        seconds = max(after.at - before.at, 1e-9)
        others = (after.busy - before.busy) - (after.ours - before.ours)
        return cls(max(0.0, others) / seconds, (after.stolen - before.stolen) / seconds)


def spin_seconds() -> float:
    """Return how long a fixed piece of work takes: it tells how fast the processor is just now."""
    found = []
    for _ in range(3):
        start, total = time.perf_counter(), 0
        for step in range(_STEPS):
            total += step
        found.append(time.perf_counter() - start)
    return min(found)


def sync_seconds(folder: Path) -> float:
    """Return how long the disk takes to keep a few pages for good, as a commit asks it to."""
    found, file = [], folder / "sync"
    with file.open("wb", buffering=0) as opened:
        for _ in range(_SYNCS):
            opened.write(_PAGES)
            start = time.perf_counter()
            os.fdatasync(opened.fileno())
            found.append(time.perf_counter() - start)
    file.unlink()
    return median(found)
