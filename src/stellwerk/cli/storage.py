"""Where the command line keeps a person's files."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path


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
