"""A bar that shows how far something has come, how fast it goes, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stellwerk.cli.terminal import Terminal


@contextmanager
def progress_bar(
    terminal: Terminal, total: int, games_each: int = 1
) -> Iterator[Callable[[int], None]]:
    """Show a bar while games are played; it is told how many steps are done.

    A step has ``games_each`` games. Steps done before the first report do not count for the speed.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
    )
    label = terminal.talk("cli.simulate.speed")
    began = time.perf_counter()
    known: int | None = None
    with Progress(*columns, console=terminal.errors, transient=True) as progress:
        task = progress.add_task(terminal.talk("cli.simulate.playing"), total=total, speed="")

        def show(done: int) -> None:
            nonlocal known
            if known is None:
                known = done
                progress.reset(task, total=total, completed=done, speed="")
                return
            speed = (done - known) * games_each / (time.perf_counter() - began)
            progress.update(task, completed=done, speed=f"{rate(speed)} {label}")

        yield show


def rate(speed: float) -> str:
    """Return a speed with as many digits as make sense.

    >>> rate(12345.6), rate(2.345)
    ('12,346', '2.3')
    """
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
