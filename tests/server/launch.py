"""Run the real server with any settings: ``python -m tests.server.launch '{"port": 8000}'``.

The command line offers only what a host chooses; tests and measurements also need other limits. A
second word names a file: as many seconds as it says is the clock on the wall wrong.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import msgspec

from stellwerk.server.run import bind, run
from stellwerk.server.settings import Settings

_LOOK = 0.01
"""Seconds for which what the file says is remembered: reading it costs more than many a request."""


def main() -> None:
    """Serve until the end."""
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    if len(sys.argv) > 2:
        shift_wall_clock(Path(sys.argv[2]))
    run(settings, bind(settings.host, settings.port), json=True)


def shift_wall_clock(file: Path) -> None:
    """Let this process read a wrong time, which can change at any moment."""
    right = time.time
    wrong_by, looked = 0.0, -1.0

    def shown() -> float:
        nonlocal wrong_by, looked
        if time.monotonic() > looked + _LOOK:
            looked = time.monotonic()
            try:
                wrong_by = float(file.read_text())
            except FileNotFoundError:
                wrong_by = 0.0
            except ValueError:  # it is just being written
                looked = -1.0
        return right() + wrong_by

    time.time = shown


if __name__ == "__main__":
    main()
