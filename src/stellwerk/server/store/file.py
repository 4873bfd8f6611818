"""The file of a SQLite database: found behind links, readable by its owner, used by one server."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Final

import structlog

from stellwerk.server.errors import Refusal

log = structlog.get_logger()

PATIENCE: Final = 3.0
"""Seconds that the keeper of a dead server has to end."""
_PAUSE: Final = 0.02
_OURS: Final = 0o600
_OURS_FOLDER: Final = 0o700
_BESIDE: Final = ("", "-wal", "-shm", ".lock")
"""Endings of the names of the file and of those that belong to it."""


class DatabaseFile:
    """A file that is locked as long as this is open.

    Whatever name is used there is one lock: on a file beside it, found behind all symbolic links,
    and on the file itself, which may have several names.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = _real(path)
        self._open: list[int] = []
        try:
            self.path.parent.mkdir(_OURS_FOLDER, parents=True, exist_ok=True)
            self._lock(self.path.with_name(self.path.name + ".lock"))
            if os.name != "nt":
                self._lock(self.path)
            _close_to_others(self.path)
        except OSError as problem:
            self.close()
            reason = problem.strerror or str(problem)
            raise Refusal("bad_file", path=str(path), reason=reason) from None
        except Refusal:
            self.close()
            raise

    @property
    def locks(self) -> tuple[int, ...]:
        """What a further process has to hold open to keep the locks."""
        return tuple(self._open)

    def close(self) -> None:
        """Let others use it; only once SQLite has closed it, whose own locks end with this."""
        while self._open:
            os.close(self._open.pop())

    def _lock(self, file: Path) -> None:
        """Lock a file, creating it if necessary.

        The keeper of a server that was killed still writes what it has begun: that is waited for.
        """
        number = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), _OURS)
        self._open.append(number)
        end = time.monotonic() + PATIENCE
        while not _locked(number):
            if time.monotonic() > end:
                raise Refusal("database_in_use", path=str(self.path))
            time.sleep(_PAUSE)


def _real(path: Path) -> Path:
    """Return where a path leads, behind all links."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # links that lead in a circle
        raise Refusal("bad_file", path=str(path), reason="too many symbolic links") from None


def _locked(number: int) -> bool:
    """Try to lock an open file."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _close_to_others(path: Path) -> None:
    """Take away from others what an earlier version let them read: keys and deals.

    Group permissions stay: somebody chose them, for backups perhaps.
    """
    if os.name == "nt":
        return
    for end in _BESIDE:
        file = path.with_name(path.name + end)
        try:
            mode = file.stat().st_mode
            # A device is not ours to close.
            if stat.S_ISREG(mode) and mode & stat.S_IRWXO:
                file.chmod(stat.S_IMODE(mode) & ~stat.S_IRWXO)
                log.info("a file is closed to other users", path=str(file))
        except FileNotFoundError:
            continue
        except PermissionError:
            log.warning("other users can read the database", cure=f"chmod o-rwx '{file}'")
