"""Weights for the player: one small file for a board, whole numbers of eight bits.

``python -m stellwerk.learn.export usa.pt src/stellwerk/champion/weights`` writes
``usa-classic-2.npz`` there: board, variant and seats. A player's file is rewritten.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from stellwerk.board import Board
from stellwerk.champion.network import Numbers, file_name, quantise, read_weights


def export(checkpoint: dict[str, Any], folder: Path) -> Path:
    """Write the policy of a checkpoint; return the file."""
    options = checkpoint["options"]
    board = Board.load(options["board"], options["variant"])
    state = {name: value.float().numpy() for name, value in checkpoint["policy"].items()}
    path = folder / file_name(board, options["seats"])
    write(state, path)
    return path


def write(weights: Mapping[str, Numbers], path: Path) -> None:
    """Write weights into a player's file."""
    columns: dict[str, np.ndarray[Any, Any]] = {}
    for name, value in weights.items():
        if value.ndim == 2 and value.shape[0] > 1:
            columns[name], columns[f"{name}.scale"] = quantise(value)
        else:
            columns[name] = value.astype(np.float32)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **columns)


def _export(source: Path, folder: Path) -> Path:
    """Write the file of a checkpoint, or rewrite a player's file."""
    if source.suffix != ".npz":
        import torch

        return export(torch.load(source, map_location="cpu", weights_only=True), folder)
    path = folder / source.name
    write(read_weights(source.read_bytes()), path)
    return path


if __name__ == "__main__":
    for name in sys.argv[1:-1]:
        made = _export(Path(name), Path(sys.argv[-1]))
        print(made, made.stat().st_size, "bytes")
