"""A table of figures, with what it takes to measure them again."""

from __future__ import annotations

import platform
import subprocess
import sys
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number and the least, or most, it should be."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    at_most: bool = False

    @property
    def holds(self) -> bool:
        """Whether the bar is met."""
        if self.bar is None:
            return True
        return self.value <= self.bar if self.at_most else self.value >= self.bar


def commit() -> str:
    """Return the commit the figures belong to, marked if files have changed since."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--", "src") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    done = subprocess.run(("git", *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def show(title: str, figures: list[Figure], seed: int) -> bool:
    """Print a table of figures; return whether all bars are met."""
    table = Table(title=title, title_justify="left")
    for column, justify in (("figure", "left"), ("measured", "right"), ("bar", "right")):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    table.add_column("")
    for figure in figures:
        sign = "≤ " if figure.at_most else "≥ "
        bar = "" if figure.bar is None else sign + _number(figure.bar)
        mark = "" if figure.bar is None else ("ok" if figure.holds else "MISSED")
        table.add_row(figure.name, f"{_number(figure.value)} {figure.unit}", bar, mark)
    console = Console(width=100 if not sys.stdout.isatty() else None)
    console.print(table)
    console.print(
        f"commit {commit()} · seed {seed} · Python {platform.python_version()} · "
        f"{platform.machine()} {platform.processor() or ''}".rstrip(),
        highlight=False,
    )
    return all(figure.holds for figure in figures)


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
