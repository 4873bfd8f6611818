"""``python -m stellwerk.learn``: train the champion on a board.

``python -m stellwerk.learn --board usa --seconds 500 --out runs`` begins, or goes on from the
checkpoint ``runs/usa.pt`` if there is one. ``--kernels FOLDER`` takes kernels compiled
beforehand (see
``python -m stellwerk.envs.cuda.compile``); ``--device cpu`` needs no card, and is slow.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import torch

from stellwerk.champion.network import read_weights
from stellwerk.envs.cuda.program import Program
from stellwerk.learn.options import Options
from stellwerk.learn.train import Run


def main() -> None:
    """Train on one board."""
    parser = argparse.ArgumentParser(prog="python -m stellwerk.learn", description=__doc__)
    for field in fields(Options):
        kind = str if field.name in ("board", "variant") else type(field.default)
        parser.add_argument("--" + field.name.replace("_", "-"), type=kind, default=field.default)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a checkpoint, or a player's weights")
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--compile", action="store_true", help="compile the networks first")
    parser.add_argument("--evaluate-every", type=float, default=60.0)
    parser.add_argument("--evaluated-games", type=int, default=4096)
    parser.add_argument("--doubt", type=float, default=0.0, help="trust the planner less at first")
    parser.add_argument("--begin", type=float, default=0.0)
    parser.add_argument("--end", type=float, default=1.0)
    given = parser.parse_args()
    options = Options(**{field.name: getattr(given, field.name) for field in fields(Options)})
    given.out.mkdir(parents=True, exist_ok=True)
    start = given.start or given.out / f"{options.board}.pt"
    checkpoint = None
    if start.is_file() and start.suffix != ".npz":
        checkpoint = torch.load(start, map_location="cpu", weights_only=True)
    kernels = None if given.device == "cpu" else Program(given.kernels)
    run = Run(options, kernels, checkpoint, given.compile)
    if start.suffix == ".npz":
        run.begin_from(read_weights(start.read_bytes()))
    run.doubt(given.doubt)
    run.train(
        given.seconds,
        given.out,
        given.evaluate_every,
        given.evaluated_games,
        given.begin,
        given.end,
    )


if __name__ == "__main__":
    main()
