"""How good reviews are: ``python -m bench.review calibration|blunders --games N --out FILE``.

Each result is appended to the file, and a later call goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.review import blunders, calibration
from bench.review.collection import Wishes, collect
from stellwerk.board import boards
from stellwerk.review.judge import PLAYOUTS


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("calibration", "blunders"))
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--board", default=None)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    names = boards() if told.board is None else (told.board,)
    wishes = Wishes(names, told.games, told.seed, told.playouts, told.jobs, told.out)
    if told.what == "calibration":
        calibration.tell(collect(calibration.sample, calibration.Sample, wishes))
    else:
        blunders.tell(collect(blunders.plant, blunders.Planted, wishes))


if __name__ == "__main__":
    main()
