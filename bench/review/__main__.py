"""How good reviews are, and how fast: ``python -m bench.review calibration|blunders|timing``.

Results of the first two are appended to the file ``--out``, and a later call goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.review import blunders, calibration, timing
from bench.review.collection import Wishes, collect
from bench.review.reliability import reliability_svg
from stellwerk.board import boards
from stellwerk.review.judge import PLAYOUTS


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("calibration", "blunders", "timing"))
    parser.add_argument("--games", type=int, default=0, help="how many to look at")
    parser.add_argument("--out", type=Path, help="where results are kept")
    parser.add_argument("--plot", type=Path, help="where the reliability plot is written to")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--board", default=None)
    parser.add_argument("--seats", type=int, default=4, help="for the timing")
    parser.add_argument("--jobs", type=int, default=1)
    told = parser.parse_args()
    names = boards() if told.board is None else (told.board,)
    if told.what == "timing":
        timing.tell(names, told.seats, told.seed, told.playouts)
        return
    if told.out is None:
        parser.error("say with --out where results are kept")
    wishes = Wishes(names, told.games, told.seed, told.playouts, told.jobs, told.out)
    if told.what == "blunders":
        blunders.tell(collect(blunders.plant, blunders.Planted, wishes))
        return
    samples = collect(calibration.sample, calibration.Sample, wishes)
    calibration.tell(samples)
    if told.plot is not None:
        told.plot.write_text(reliability_svg(samples), "utf-8")


if __name__ == "__main__":
    main()
