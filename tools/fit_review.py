"""Finds how play-outs are to be corrected: ``python -m tools.fit_review SAMPLES``.

The samples are positions of games between bots with how play-outs of them ended and what came of
them (``python -m bench.review calibration``). The chance is fitted as a logistic regression of who
won, the margin as a linear one of the final margin; both are drawn a little towards no correction.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from bench.review.calibration import Sample
from stellwerk.review import correction
from stellwerk.review.correction import Correction, features, log_odds

FILE: Final = Path(correction.__file__).with_name("correction.json")
RIDGE: Final = 4.0
"""How strongly weights are drawn towards no correction, in samples."""
VALUE: Final = 4
"""Where the value itself stands among the features."""
STEPS: Final = 30
DIGITS: Final = 4

Array = np.ndarray[Any, np.dtype[Any]]


def fit(samples: list[Sample]) -> Correction:
    """Return the weights that fit samples best."""
    odds = np.array([_features(each, log_odds(each.played_out.chance)) for each in samples])
    points = np.array([_features(each, each.played_out.margin) for each in samples])
    won = np.array([each.won for each in samples])
    margins = np.array([float(each.final_margin) for each in samples])
    return Correction(_rounded(logistic(odds, won)), _rounded(linear(points, margins)))


def _features(sample: Sample, value: float) -> tuple[float, ...]:
    return features(value, sample.progress, sample.seats)


def _none(width: int) -> Array:
    """Return the weights that correct nothing: the value itself."""
    weights = np.zeros(width)
    weights[VALUE] = 1.0
    return weights


def logistic(rows: Array, won: Array) -> Array:
    """Return the weights of a logistic regression, by Newton's method."""
    start = _none(rows.shape[1])
    scale = RIDGE * np.diag((rows**2).mean(axis=0))
    weights: Array = start
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - share) - scale @ (weights - start)
        bend = (rows * (share * (1 - share))[:, None]).T @ rows + scale
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def linear(rows: Array, values: Array) -> Array:
    """Return the weights of a linear regression."""
    start = _none(rows.shape[1])
    scale = RIDGE * np.diag((rows**2).mean(axis=0))
    found: Array = np.linalg.solve(rows.T @ rows + scale, rows.T @ (values - rows @ start))
    return start + found


def _rounded(weights: Array) -> tuple[float, ...]:
    return tuple(round(float(weight), DIGITS) for weight in weights)


def main() -> None:
    """Fit and write the correction."""
    lines = Path(sys.argv[1]).read_text("utf-8").splitlines()
    found = fit([msgspec.json.decode(line, type=Sample) for line in lines])
    FILE.write_bytes(msgspec.json.encode(found) + b"\n")
    print(f"{len(lines)} positions: {found}")


if __name__ == "__main__":
    main()
