"""Weights for the player: one small file for a board, whole numbers of eight bits.

``python -m stellwerk.learn.export usa.pt src/stellwerk/champion/weights`` writes
``usa-classic-2.npz`` there: board, variant and seats.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from stellwerk.board import Board
from stellwerk.champion.network import file_name, quantise


def export(checkpoint: dict[str, Any], folder: Path) -> Path:
    """Write the policy of a checkpoint; return the file."""
    options = checkpoint["options"]
    board = Board.load(options["board"], options["variant"])
    state = {name: value.float().numpy() for name, value in checkpoint["policy"].items()}
    columns: dict[str, np.ndarray[Any, Any]] = {}
    for name, value in state.items():
        if value.ndim == 2 and value.shape[0] > 1:
            columns[name], columns[f"{name}.scale"] = quantise(value)
        else:
            columns[name] = value.astype(np.float32)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(board, options["seats"])
    np.savez_compressed(path, allow_pickle=False, **columns)
    return path


if __name__ == "__main__":
    for name in sys.argv[1:-1]:
        loaded = torch.load(name, map_location="cpu", weights_only=True)
        made = export(loaded, Path(sys.argv[-1]))
        print(made, made.stat().st_size, "bytes")
