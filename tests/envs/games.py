"""Random steps of batches, for tests."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from stellwerk.board import Board, boards
from stellwerk.envs.batch import Batch

VARIANTS = [(name, variant.id) for name in boards() for variant in Board.load(name).variants]


def any_legal(mask: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a legal action of each game, each equally likely; 0 where nothing is legal."""
    noise: npt.NDArray[np.int64] = (rng.random(mask.shape) * mask).argmax(axis=1)
    return noise


def steps(batch: Batch, number: int, seed: int = 0) -> Iterator[int]:
    """Step a batch at random, and yield before each step."""
    rng = np.random.default_rng(seed)
    for step in range(number):
        yield step
        batch.step(any_legal(batch.mask, rng))
