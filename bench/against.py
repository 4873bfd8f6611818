"""Two versions side by side: ``python -m bench --against REV [--rounds 10] [--only TEXT]``.

The working tree and a commit are measured by turns, each in a process of its own that stays alive,
so that both meet the same machine. Each version measures itself with its own ``bench`` functions; a
module of them that the commit lacks is lent to it, and what it cannot measure all the same is left
out. A ratio above 1 means that the working tree is faster. Its interval comes from the order of the
rounds' ratios and assumes nothing else (95 %); of the rates the best are shown.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import comb
from pathlib import Path
from statistics import median
from typing import IO, Any, Final, Self

from rich.console import Console
from rich.table import Table

from bench.table import commit

LEAST: Final = 0.95
"""The lower end of a ratio's interval, at least."""


@dataclass(frozen=True)
class Work:
    """Something that both versions measure: a function of a module of ``bench``."""

    name: str
    module: str
    function: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]


def _work() -> Iterator[Work]:
    def kernel(name: str, function: str, *arguments: Any) -> Work:
        return Work(name, "bench.__main__", function, arguments, {})

    def environment(name: str, **options: Any) -> Work:
        return Work(name, "bench.envs", "step_rate", ("usa", 2, 200), options)

    for seats in (2, 4):
        yield kernel(f"usa, {seats} seats: random games", "games_and_decisions", "usa", seats, 4000)
    for board in ("europe", "germany", "world", "great_lakes"):
        yield kernel(f"{board}, 4 seats: random games", "games_and_decisions", board, 4, 1000)
    for seats in (2, 4):
        yield kernel(f"usa, {seats} seats: redeal, play out", "play_out_rate", seats, 4000)
    for seats in (2, 4):
        yield kernel(f"usa, {seats} seats: planner games", "planner_rate", seats, 1000)
    for seats in (2, 4):
        name = f"usa, {seats} seats: play-outs of the search"
        yield Work(name, "bench.play_outs", "search_rate", (seats, 50), {})
    yield kernel("Game.play", "game_rate", 20)
    yield environment("usa: mask and step", observe=False)
    yield environment("usa: with observation")
    yield environment("usa: with distances", distances=True)


WORK: Final = tuple(_work())

_MEASURE: Final = """
import importlib, json, sys
out, sys.stdout = sys.stdout, sys.stderr
for line in sys.stdin:
    module, function, arguments, options = json.loads(line)
    try:
        found = importlib.import_module(module)
        found.RUNS = 1
        rate = getattr(found, function)(*arguments, **options)
        answer = rate[0] if isinstance(rate, tuple) else rate
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(json.dumps(answer), file=out, flush=True)
"""


class Version:
    """A process that measures one version."""

    def __init__(self, tree: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
        self._process = subprocess.Popen(
            (sys.executable, "-c", _MEASURE),
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _pipe(self._process.stdin).close()
        self._process.wait()

    def measure(self, work: Work) -> float | str:
        """Return a rate, or why there is none."""
        question = (work.module, work.function, work.arguments, work.options)
        stdin = _pipe(self._process.stdin)
        stdin.write(json.dumps(question) + "\n")
        stdin.flush()
        answer = _pipe(self._process.stdout).readline()
        found: float | str = json.loads(answer) if answer else "the process has ended"
        return found


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Check a commit out into a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:
        tree = Path(folder, "tree")
        subprocess.run(
            ("git", "worktree", "add", "--quiet", "--detach", str(tree), revision), check=True
        )
        try:
            yield tree
        finally:
            subprocess.run(("git", "worktree", "remove", "--force", str(tree)), check=True)


def _lend_modules(tree: Path) -> None:
    """Copy the modules that measure into a tree that does not have them."""
    for module in {work.module for work in WORK}:
        file = Path(*module.split(".")).with_suffix(".py")
        if not (tree / file).exists():
            shutil.copy(file, tree / file)


def interval(ratios: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the median, from the order of independent measurements.

    >>> interval([0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8])
    (1.0, 1.7)
    """
    ordered, number = sorted(ratios), len(ratios)
    outside, left_out = 0.0, 0
    while left_out < number // 2:
        outside += 2 * comb(number, left_out) / 2**number
        if outside > 0.05:
            break
        left_out += 1
    first = max(left_out - 1, 0)
    return ordered[first], ordered[number - 1 - first]


def compare(work: Work, new: Version, old: Version, rounds: int) -> list[tuple[float, float]] | str:
    """Return the rates of each round, old and new, or why there are none."""
    measured = []
    for turn in range(rounds + 1):
        order = (new, old) if turn % 2 else (old, new)
        rates = {version: version.measure(work) for version in order}
        after, before = rates[new], rates[old]
        if isinstance(after, str) or isinstance(before, str):
            return f"{after} / {before}"
        measured.append((before, after))
    return measured[1:]  # the first round has compiled and warmed up


def main(arguments: Sequence[str]) -> int:
    """Compare, and print a table; return 1 if something has become slower."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--against", required=True, metavar="REV")
    parser.add_argument("--rounds", type=int, default=10, help="of both, by turns (at least 10)")
    parser.add_argument("--only", default="", help="only work whose name holds this")
    options = parser.parse_args(arguments)
    rounds = max(10, options.rounds)
    table = Table(title=f"The working tree against {options.against}", title_justify="left")
    for column in ("work", "before", "after", "ratio", "95 %", ""):
        table.add_column(column, justify="left" if column == "work" else "right")
    slower = 0
    with ExitStack() as stack:
        new = stack.enter_context(Version(Path.cwd()))
        tree = stack.enter_context(checked_out(options.against))
        _lend_modules(tree)
        old = stack.enter_context(Version(tree))
        for work in WORK:
            if options.only not in work.name:
                continue
            measured = compare(work, new, old, rounds)
            if isinstance(measured, str):
                table.add_row(work.name, "", "", "–", measured[:60], "not measured")
                continue
            ratios = [after / before for before, after in measured]
            before, after = map(max, zip(*measured, strict=True))
            low, high = interval(ratios)
            slower += low < LEAST
            mark = "ok" if low >= LEAST else "SLOWER"
            rates = (f"{before:,.0f}", f"{after:,.0f}")
            ratio = f"{median(ratios):.3f}"
            table.add_row(work.name, *rates, ratio, f"{low:.3f} – {high:.3f}", mark)
            print(f"{work.name}: {ratio}", file=sys.stderr, flush=True)
    console = Console(width=100 if not sys.stdout.isatty() else None)
    console.print(table)
    console.print(f"commit {commit()} · {rounds} rounds each", highlight=False)
    return 1 if slower else 0
