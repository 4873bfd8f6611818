"""Draws boards with many seeds: ``python -m bench.drawings [--seeds N] [--land] [BOARD ...]``.

A drawing is clean if nothing on it lies on anything else and no routes cross. At least 18 of 20
seeds must come out clean; what is in the way elsewhere is listed below the table. Without
``--land`` only cities, routes and names are laid out, which is all that decides whether a drawing
is clean. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from stellwerk.board import Board, boards
from stellwerk.drawing.check import Report, check
from stellwerk.drawing.draw import draw, lay_out

CLEAN = 0.9
"""The share of seeds that must come out clean."""
MEASURES = ("ratio", "fold", "shift", "bearings", "size")
UNCLEAN = ("overlaps", "crossings")


class Outcome(NamedTuple):
    """One drawing: how good it is, and how long it took."""

    seed: int
    report: Report
    seconds: float

    def figure(self, name: str) -> float:
        """Return what was measured under a name."""
        return next(bar.figure for bar in self.report.bars if bar.name == name)

    @property
    def clean(self) -> bool:
        """Whether nothing lies on anything else."""
        return not any(self.figure(name) for name in UNCLEAN)


def outcomes(name: str, seeds: int, land: bool) -> list[Outcome]:
    """Draw a board with each seed."""
    board = Board.load(name)
    found = []
    for seed in range(1, seeds + 1):
        start = time.process_time()
        drawing = (draw if land else lay_out)(board, seed)
        spent = time.process_time() - start
        found.append(Outcome(seed, check(board, drawing), spent))
    return found


def row(name: str, found: list[Outcome]) -> str:
    """Return a board's line of the table; a figure is given from its least to its greatest."""
    clean = sum(outcome.clean for outcome in found)
    passed = sum(outcome.report.passed for outcome in found)
    ranges = []
    for measure in MEASURES:
        figures = [outcome.figure(measure) for outcome in found]
        ranges.append(f"{min(figures):.2f}–{max(figures):.2f}")
    seconds = [outcome.seconds for outcome in found]
    times = f"{min(seconds):.1f}–{max(seconds):.1f}"
    shares = (f"{count}/{len(found)}" for count in (clean, passed))
    return f"| {' | '.join((name, *shares, *ranges, times))} |"


def main() -> int:
    """Draw, print the table, and return 1 if a board comes out clean too seldom."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=boards())
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--land", action="store_true")
    arguments = parser.parse_args()
    print(f"| board | clean | all bars | {' | '.join(MEASURES)} | seconds |")
    print("| --- " * (len(MEASURES) + 4) + "|")
    worst = 1.0
    troubles = []
    for name in arguments.boards:
        found = outcomes(name, arguments.seeds, arguments.land)
        print(row(name, found), flush=True)
        worst = min(worst, sum(outcome.clean for outcome in found) / len(found))
        for outcome in found:
            failed = [bar.name for bar in outcome.report.bars if not bar.passed]
            if failed:
                places = "; ".join(
                    f"{t.kind} {t.first} {t.second}" for t in outcome.report.troubles
                )
                troubles.append(f"{name}, seed {outcome.seed}: {', '.join(failed)}: {places}")
    print(*troubles, sep="\n")
    return 0 if worst >= CLEAN else 1


if __name__ == "__main__":
    raise SystemExit(main())
