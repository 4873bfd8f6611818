"""Servers that are split off a process which has loaded everything: they start at once.

Each is a process like any other, with a log, an environment and a program of its own; it only need
not import what all of them import, nor load the compiled rules.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.server.loaded"])


class Forked:
    """A process, spoken to as if it had been started by ``subprocess``."""

    def __init__(self, module: str, words: Sequence[str], folder: Path, log: Path) -> None:
        told = (module, tuple(words), str(folder), str(log))
        self._process = _forks.Process(target=_run, args=(*told, dict(os.environ)))
        self._process.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Return how it has ended, if it has."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return code

    def send_signal(self, sign: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, sign)

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()


def _run(
    module: str, words: Sequence[str], folder: str, log: str, environment: Mapping[str, str]
) -> None:
    """Be a program: everything that it does and says is its own."""
    opened = os.open(log, os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in enumerate((nothing, opened, opened)):
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [module, *words]
    importlib.import_module(module).main()
