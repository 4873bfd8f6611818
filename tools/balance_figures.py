"""Measure the balance of all shipped boards: ``python -m tools.balance_figures``.

What ``stellwerk board balance`` compares other boards with. Run it after a change to a shipped
board or to the planner; it takes a minute or two. The lesson board is too small to compare with.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console

import stellwerk.arena
from stellwerk.arena.balance import Figures, measure
from stellwerk.board import Board, boards

LESSON = "lesson"
FILE = Path(stellwerk.arena.__file__).parent / "data" / "balance.json"


def rounded(figures: Figures) -> Figures:
    """Return figures with as many digits as they are certain to."""
    return Figures(*(round(value, 1) for value in msgspec.structs.astuple(figures)))


def main() -> None:
    """Measure every board and write the file."""
    console = Console()
    known = {}
    for name in boards():
        if name == LESSON:
            continue
        known[name] = rounded(measure(Board.load(name)).figures)
        console.print(name, known[name])
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=2) + b"\n")


if __name__ == "__main__":
    main()
