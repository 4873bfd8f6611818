"""The real server as a process of its own, with short games or with whole ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.server.serving import GENEROUS, Server

PLAYOUTS: Final = 40
"""Enough to find what everybody sees, in a short time."""


class House(Server):
    """A server that can be asked by people with browsers."""

    program = "tests.e2e.short_boards"
    forks = False
    """What it would be split off has loaded the boards as they are."""

    @property
    def url(self) -> str:
        """The address for the browser."""
        return f"http://{self.address}"

    @property
    def database(self) -> Path:
        """The file in which it keeps its tables."""
        return Path(self.settings.database.removeprefix("sqlite:///"))


class WholeHouse(House):
    """A server whose games are as long as the rules say."""

    program = "tests.server.launch"


@contextmanager
def house(folder: Path, kind: type[House] = House) -> Iterator[House]:
    """Run a server for the time of a block; bots act at once."""
    database = f"sqlite:///{folder / 'tables.db'}"
    settings = dataclasses.replace(GENEROUS, database=database, review_playouts=PLAYOUTS)
    server = kind(settings, folder / "server.log")
    server.start()
    try:
        yield server
    finally:
        server.stop()
