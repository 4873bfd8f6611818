"""Lines as arrays of points: closer points, fewer points, rounder corners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def is_closed(line: Array) -> bool:
    """Tell whether a line ends where it begins."""
    return len(line) > 2 and bool(np.all(line[0] == line[-1]))


def without_repeats(line: Array) -> Array:
    """Drop points that equal the one before."""
    return np.asarray(line[np.append(True, np.any(np.diff(line, axis=0) != 0, axis=1))])


def densified(line: Array, step: float) -> Array:
    """Add points so that none is farther than ``step`` from the next, in either direction."""
    if len(line) < 2:
        return line
    counts = np.maximum(1, np.ceil(np.abs(np.diff(line, axis=0)).max(axis=1) / step)).astype(int)
    if counts.max() == 1:
        return line
    starts = np.repeat(np.arange(len(counts)), counts)
    shares = (np.arange(len(starts)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[
        starts
    ]
    between = line[starts] + (line[starts + 1] - line[starts]) * shares[:, np.newaxis]
    return np.concatenate([between, line[-1:]])


def rounded_off(line: Array) -> Array:
    """Cut every corner once, after Chaikin; an open line keeps its ends."""
    if len(line) < 4:
        return line
    near = 0.75 * line[:-1] + 0.25 * line[1:]
    far = 0.25 * line[:-1] + 0.75 * line[1:]
    cut = np.stack([near, far], axis=1).reshape(-1, 2)
    ends = (cut[:0], cut[:1]) if is_closed(line) else (line[:1], line[-1:])
    return np.concatenate([ends[0], cut, ends[1]])


def bezier(curve: object, points: int = 41) -> Array:
    """Return points along a cubic Bézier curve, which is given by its four control points."""
    a, b, c, d = np.asarray(curve, dtype=np.float64)
    t = np.linspace(0.0, 1.0, points)[:, np.newaxis]
    return np.asarray(
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
    )
