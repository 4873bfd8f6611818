"""Kernels compiled beforehand on another machine, for a card in one without Numba.

``python -m stellwerk.learn.kernels FOLDER 90 usa world`` writes those that learning needs on some
boards; 90 is the card's compute capability. Then ``python -m stellwerk.learn --kernels FOLDER``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from stellwerk.board import Board
from stellwerk.envs.cuda.compile import PLANNING, STEPPING, ensure_compiled, made_for

if __name__ == "__main__":
    folder, capability, *names = sys.argv[1:]
    planning = [made_for(Board.load(name), kernel) for name in names for kernel in PLANNING]
    ensure_compiled(Path(folder), capability, [*STEPPING, *planning])
