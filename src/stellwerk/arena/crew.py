"""Who plays the deals: this process, several processes of this machine, or a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import FrameType
from typing import Final

from stellwerk.arena.errors import CrewError
from stellwerk.arena.lineup import Lineup
from stellwerk.arena.match import Portion, play_deals
from stellwerk.bots.search.engine import THREADS

_WORTH_HELP: Final = 8.0
"""Seconds of work for which it pays to start further processes."""
_AHEAD: Final = 2
"""Portions for each process, so that none is left waiting."""
_FAREWELL: Final = 3.0
"""Seconds that a process has to end the programs it started."""
_KERNEL_PORTION: Final = 100
_TABLE_PORTION: Final = 1


def cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def portions(lineup: Lineup, deals: Sequence[int], records: Path | None) -> list[Sequence[int]]:
    """Cut deals into portions, after each of which there is something to show."""
    fast = lineup.is_kernel_only and records is None
    size = _KERNEL_PORTION if fast else _TABLE_PORTION
    return [deals[start : start + size] for start in range(0, len(deals), size)]


def play_here(
    lineup: Lineup, deals: Sequence[int], records: Path | None = None, jobs: int = 1
) -> Iterator[Portion]:
    """Play deals on this machine; in several processes if that saves time.

    With more than one, each search has one thread, unless the environment says otherwise: games
    side by side use the cores better than the threads of one game.
    """
    if jobs > 1:
        os.environ.setdefault(THREADS, "1")
    waiting = portions(lineup, deals, records)
    began = time.perf_counter()
    for number, portion in enumerate(waiting, 1):
        yield play_deals(lineup, portion, records)
        left = len(waiting) - number
        if jobs > 1 and (time.perf_counter() - began) / number * left > _WORTH_HELP:
            yield from _play_beside(lineup, waiting[number:], records, jobs)
            return


def _play_beside(
    lineup: Lineup, waiting: list[Sequence[int]], records: Path | None, jobs: int
) -> Generator[Portion, None, None]:
    """Play portions in processes of their own."""
    # New processes, not forks: the compiler keeps threads and locks of its own.
    fresh = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=fresh, initializer=_begin)
    rest = iter(waiting)
    running: set[Future[Portion]] = set()
    try:
        while True:
            for portion in rest:
                running.add(pool.submit(play_deals, lineup, portion, records))
                if len(running) >= jobs * _AHEAD:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise CrewError("cli.arena.broken", jobs=jobs) from None
    finally:
        # A caller that stops early must not wait for the games still running.
        pool.shutdown(wait=False, cancel_futures=True)
        if running:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()


def _begin() -> None:
    """Leave Ctrl-C to the main process, and end cleanly when that one stops or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "a process of the pool was started by another"
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _leave(number: int, frame: FrameType | None) -> None:
    """Break off the current game so that its programs end; then exit, whatever the pool does."""
    ending = threading.Timer(_FAREWELL, os._exit, (1,))
    ending.daemon = True
    ending.start()
    raise SystemExit(1)
