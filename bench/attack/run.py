"""``python -m bench.soak server --proof attack``: all parts in all places, portion by portion."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from bench.attack.part import Part
from bench.attack.parts import FUZZ, PARTS
from bench.attack.places import CONFIGURATIONS, Configuration, Places
from bench.attack.report import report
from bench.attack.results import Done, Results, source
from bench.table import commit
from stellwerk.bots.compile import entries_for_playing, load

RESULTS = Path("attack-results.jsonl")


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack until everything is done; return how many parts have found something."""
    options = _options(arguments)
    results = Results(options.results, source())
    console = Console(width=None if sys.stdout.isatty() else 160)
    parts = _parts(options)
    places = [each for each in CONFIGURATIONS if _is_meant(each, options)]
    load(entries_for_playing())  # compiled once, here, so that no server is late because of it
    end = time.monotonic() + options.stop_after
    with Places() as started:
        for part, place, share in _work(parts, places, results, options):
            if time.monotonic() > end:
                console.print("No more time: the next call goes on from here.")
                break
            _portion(console, started, results, part, place, share, options)
    return report(console, results, parts, places, options)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak server --proof attack",
        description="The server under attack: seats, floods, memory, kills and fuzz.",
    )
    names = [*(part.name for part in PARTS), FUZZ]
    parser.add_argument("--part", choices=names, action="append", help="only this one")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="only this one")
    parser.add_argument("--workers", type=int, choices=(1, 2), help="only this many processes")
    parser.add_argument(
        "--redis", action=argparse.BooleanOptionalAction, help="only with, or without it"
    )
    for part in PARTS:
        parser.add_argument(
            f"--{part.option}",
            type=int,
            default=part.goal,
            help=f"{part.name}: {part.help} (default: {part.goal:,})",
        )
    parser.add_argument(
        "--stop-after", type=float, default=1e9, help="seconds to begin portions in"
    )
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"(default: {RESULTS})")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def _parts(options: argparse.Namespace) -> list[Part]:
    chosen = options.part or [part.name for part in PARTS]
    return [part for part in PARTS if part.name in chosen or (part.is_fuzz and FUZZ in chosen)]


def _is_meant(place: Configuration, options: argparse.Namespace) -> bool:
    return (
        options.database in (None, place.database)
        and options.workers in (None, place.workers)
        and options.redis in (None, place.redis)
    )


def _work(
    parts: list[Part],
    places: list[Configuration],
    results: Results,
    options: argparse.Namespace,
) -> Iterator[tuple[Part, Configuration, int]]:
    """Return what is left: each part in all places by turns, until enough is done."""
    for part in parts:
        waiting = list(places)
        while waiting:
            for place in tuple(waiting):
                share = part.share(place, getattr(options, part.dest), places)
                before = results.amount(part.name, part.unit, place.name)
                if share > before:
                    yield part, place, min(share - before, part.portion or share)
                # Where nothing more is to be done, could be done, or something was found: the next.
                after = results.amount(part.name, part.unit, place.name)
                found = results.of(part.name, place.name)
                if after in (before, share) or after > share or found[-1].problems:
                    waiting.remove(place)


def _portion(
    console: Console,
    started: Places,
    results: Results,
    part: Part,
    place: Configuration,
    amount: int,
    options: argparse.Namespace,
) -> None:
    seed = 1000 * options.seed + len(results.of(part.name, place.name))
    begun = time.time()
    try:
        with started.place(place, durable=part.durable) as where:
            done = part.run(where, seed, amount)
    except Exception:
        done = Done({part.unit: 0}, [f"it broke off:\n{traceback.format_exc()[-1500:]}"])
    results.add(part.name, place.name, seed, commit(), begun, done)
    told = ", ".join(f"{count:,} {unit}" for unit, count in done.amounts.items())
    figures = ", ".join(f"{name} {value:.4g}" for name, value in done.figures.items())
    console.print(
        f"{part.name}, {place.name}, seed {seed}: {told}; {figures or 'nothing measured'};"
        f" {len(done.problems)} problems, {time.time() - begun:.0f} s",
        highlight=False,
    )
    for problem in done.problems[:3]:
        console.print("  " + problem[:1500], highlight=False, markup=False)
