"""The champion's network without PyTorch: weights from a file, and the arithmetic in NumPy."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

import numpy as np

from stellwerk.board import Board

Numbers = np.ndarray[Any, np.dtype[np.float32]]

_FOLDER: Final = "weights"
_LARGEST: Final = 127
_STEPS: Final = 11
"""Whole numbers within the spread of a row's weights: more cost bytes, and play no better."""
_EPSILON: Final = 1e-5


def file_name(board: Board, seats: int) -> str:
    """Return the name of the file with the weights for a board and a number of seats.

    >>> file_name(Board.load("usa"), 2)
    'usa-classic-2.npz'
    """
    return f"{board.id}-{board.variant.id}-{seats}.npz"


def quantise(weights: Numbers) -> tuple[np.ndarray[Any, np.dtype[np.int8]], Numbers]:
    """Return weights as whole numbers of eight bits, and what to multiply each row with.

    Most numbers are small, so that a file needs fewer bits than eight for them.
    """
    spread = np.sqrt(np.mean(weights * weights, axis=1, keepdims=True)) / _STEPS
    scale = np.maximum(spread, np.abs(weights).max(axis=1, keepdims=True) / _LARGEST)
    scale = np.maximum(scale, 1e-12).astype(np.float32)
    return np.round(weights / scale).astype(np.int8), scale


class Network:
    """A trained policy for one board and number of seats."""

    def __init__(self, weights: dict[str, Numbers]) -> None:
        self._weights: Final = weights
        self.blocks: Final = sum(name.endswith(".inner.weight") for name in weights)
        self.inputs: Final = weights["trunk.first.weight"].shape[1]
        self.actions: Final = weights["head.weight"].shape[0]
        # Most inputs are 0; by columns only the others are read.
        self._columns: Final = np.ascontiguousarray(weights["trunk.first.weight"].T)

    def logits(self, inputs: Numbers, advised: int) -> Numbers:
        """Return the logits of all actions, legal or not, for one position.

        ``inputs`` are bytes made numbers as ``encoding.py`` says; ``advised`` is the number of the
        planner's move.
        """
        hidden = self._hidden(inputs, advised)
        found = self._linear("head", hidden)
        found[advised] += self._linear("trust", hidden)[0]
        return found

    def value(self, inputs: Numbers, advised: int) -> float:
        """Return what the network expects of the game: about 1 for a win, -1 for a loss."""
        inner = np.maximum(self._linear("value.0", self._hidden(inputs, advised)), 0)
        return float(self._linear("value.2", inner)[0])

    def _hidden(self, inputs: Numbers, advised: int) -> Numbers:
        weights = self._weights
        there = np.flatnonzero(inputs)
        hidden = inputs[there] @ self._columns[there]
        hidden += weights["trunk.first.bias"] + weights["head.weight"][advised]
        for number in range(self.blocks):
            block = f"trunk.blocks.{number}"
            inner = self._linear(f"{block}.inner", self._normal(f"{block}.norm", hidden))
            hidden += self._linear(f"{block}.outer", np.maximum(inner, 0))
        return self._normal("trunk.norm", hidden)

    def _linear(self, name: str, numbers: Numbers) -> Numbers:
        found: Numbers = self._weights[f"{name}.weight"] @ numbers + self._weights[f"{name}.bias"]
        return found

    def _normal(self, name: str, numbers: Numbers) -> Numbers:
        centred = numbers - numbers.mean()
        spread = np.sqrt(np.mean(centred * centred) + _EPSILON)
        found: Numbers = centred / spread * self._weights[f"{name}.weight"]
        found += self._weights[f"{name}.bias"]
        return found


@lru_cache(maxsize=16)
def network_of(board: Board, seats: int) -> Network | None:
    """Return the network for a board and a number of seats; None if there is none."""
    path = files("stellwerk.champion") / _FOLDER / file_name(board, seats)
    if not path.is_file():
        return None
    return read_network(path.read_bytes())


def read_network(file: bytes) -> Network:
    """Return the network whose weights a file holds."""
    return Network(read_weights(file))


def read_weights(file: bytes) -> dict[str, Numbers]:
    """Return the weights that a file holds, by name."""
    with np.load(BytesIO(file), allow_pickle=False) as stored:
        found = {name: stored[name] for name in stored.files}
    scales = {name: found.pop(f"{name}.scale") for name in tuple(found) if f"{name}.scale" in found}
    return {
        name: value.astype(np.float32) * scales[name] if name in scales else value
        for name, value in found.items()
    }
