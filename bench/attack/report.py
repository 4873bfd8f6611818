"""The table at the end: what was done in each place, what was found, and whether it is enough."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from bench.attack.part import Part
from bench.attack.places import Configuration
from bench.attack.results import Results
from bench.table import commit


def report(
    console: Console,
    results: Results,
    parts: list[Part],
    places: list[Configuration],
    options: argparse.Namespace,
) -> int:
    """Print the table; return how many parts have found something or are not done."""
    table = Table(title="The server under attack", title_justify="left")
    for column in ("part", "where", "done", "measured", "problems", "bar"):
        table.add_column(column)
    missed = 0
    for part in parts:
        for place in places:
            wanted = part.share(place, getattr(options, part.dest), places)
            portions = results.of(part.name, place.name)
            problems = [problem for portion in portions for problem in portion.problems]
            amounts = results.amounts(part.name, place.name)
            done = ", ".join(f"{count:,} {unit}" for unit, count in amounts.items())
            enough = amounts[part.unit] >= wanted
            verdict = "MISSED" if problems else "holds" if enough else "not done"
            missed += verdict != "holds"
            table.add_row(
                part.name,
                place.name,
                done or "nothing",
                _figures([portion.figures for portion in portions]),
                str(len(problems)) if problems else "none",
                f"{wanted:,} {part.unit}: {verdict}",
            )
    console.print(table)
    console.print(
        f"commit {commit()} · seed {options.seed} · {options.results}"
        + (
            f" · {results.others} portions of other versions do not count" if results.others else ""
        ),
        highlight=False,
    )
    return missed


def _figures(found: list[dict[str, float]]) -> str:
    """Return the worst value of each figure: of rates the lowest, of all others the highest."""
    values: dict[str, list[float]] = {}
    for figures in found:
        for name, value in figures.items():
            values.setdefault(name, []).append(value)
    return ", ".join(
        f"{name} {min(each) if name.endswith('/s') else max(each):.4g}"
        for name, each in values.items()
    )
