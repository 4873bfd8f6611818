"""Compiling the kernels to PTX, in a process of its own and without a card.

``python -m stellwerk.envs.cuda.compile FOLDER 90 step look`` writes one file for each kernel; 90 is
the compute capability. The rules decide what they are compiled for when they are read, and a
process that plays on its processor has read them: so this is never done in the same one.

Planners and whole random games are compiled for what a board has and has not; ``made_for`` tells
their names.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from stellwerk.board.known import numbers_of

if TYPE_CHECKING:
    from stellwerk.board import Board

STEPPING: Final = ("reset", "mark", "look", "step")
"""The kernels of a batch; they serve every board."""
PLANNING: Final = ("advise", "answer")
"""The kernels of planners beside a learner; they are made for a board."""
WHOLE_GAMES: Final = "random_games"
"""The kernel that plays whole random games; it is made for a board, too."""
BLOCK: Final = 1024
"""Threads of a block that plays whole games: as many as fetch their instructions together."""
_ENTRY: Final = re.compile(r"\.visible \.entry (\w+)\(")


def made_for(board: Board, name: str) -> str:
    """Return the name of a kernel that is made for what a board has and has not."""
    return "-".join((name, *map(str, numbers_of(board.record))))


def ptx_file(folder: Path, name: str, capability: str) -> Path:
    """Return the file of a kernel."""
    return folder / f"{name}-{capability}.ptx"


def entry_of(ptx: str) -> str:
    """Return the name under which a kernel is found in its PTX."""
    found = _ENTRY.search(ptx)
    assert found is not None, "PTX without a kernel"
    return found.group(1)


def ensure_compiled(folder: Path, capability: str, names: Iterable[str]) -> None:
    """Compile those kernels that are missing for a compute capability such as ``90``."""
    missing = [name for name in names if not ptx_file(folder, name, capability).is_file()]
    if missing:
        command = [sys.executable, "-m", __name__, str(folder), capability, *missing]
        environment = {**os.environ, "STELLWERK_TARGET": "cuda", "STELLWERK_INTERPRETED": "0"}
        subprocess.run(command, env=environment, check=True)


def compile_kernels(folder: Path, capability: str, names: list[str]) -> None:
    """Compile kernels here; only in a process with STELLWERK_TARGET=cuda."""
    from numba import cuda
    from numba.cuda import dispatcher

    major, minor = divmod(int(capability), 10)
    # Functions of a kernel ask the driver what to compile for; there may be none.
    dispatcher.get_current_device = _device(major, minor)
    from stellwerk.envs.cuda.kernels import kernels

    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        plain, *numbers = name.split("-")
        known = tuple(map(int, numbers)) if numbers else None
        bounds = BLOCK if plain == WHOLE_GAMES else None
        ptx, _ = cuda.compile_ptx(*kernels(known)[plain], cc=(major, minor), launch_bounds=bounds)
        file = ptx_file(folder, name, capability)
        partial = file.with_suffix(f".{os.getpid()}")
        partial.write_text(ptx)
        partial.replace(file)


def _device(major: int, minor: int) -> Any:
    return lambda: SimpleNamespace(compute_capability=(major, minor))


if __name__ == "__main__":
    compile_kernels(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
