"""Where the command line keeps a person's files."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from stellwerk.cli.failure import Refusal


def data_folder() -> Path:
    """Return the folder for a person's own files, by the custom of the system."""
    if chosen := os.environ.get("STELLWERK_DATA"):
        return Path(chosen)
    if custom := os.environ.get("XDG_DATA_HOME"):
        return Path(custom) / "stellwerk"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Stellwerk"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "Stellwerk"
    return Path.home() / ".local" / "share" / "stellwerk"


def new_record_path(board: str, now: datetime) -> Path:
    """Return a name for a game's record that no other game has."""
    folder = data_folder() / "games"
    stem = f"{board}-{now:%Y-%m-%d-%H%M%S}"
    path = folder / f"{stem}.json"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.json"
        number += 1
    return path


def make_room(path: Path, sentence: str = "cli.failure.no_room") -> None:
    """Make sure that a file can be written, before hours of work go into it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() or not path.name:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        existed = path.exists()
        if not existed or path.is_file():
            with path.open("ab"):
                pass
        if not existed:
            path.unlink()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal(sentence, file=path, reason=reason) from None


def spare_record_path(wanted: Path) -> Path:
    """Return a place for a record that cannot be written where it belongs."""
    return Path(tempfile.mkdtemp(prefix="stellwerk-")) / (wanted.name or "game.json")
