"""Where the attacks go: each database, with one process and with two."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from stellwerk.server.settings import Settings
from tests.server import programs
from tests.server.serving import GENEROUS

MEMORY = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class Configuration:
    """How a server is run."""

    database: str
    workers: int
    redis: bool = False

    @property
    def name(self) -> str:
        """What the results call it."""
        return f"{self.database}, {self.workers} {'with Redis' if self.redis else 'alone'}"


CONFIGURATIONS = (
    Configuration("sqlite", 1),
    Configuration("sqlite", 2),
    Configuration("postgresql", 1),
    Configuration("postgresql", 2),
    Configuration("postgresql", 2, redis=True),
)
"""Without Redis the second of two processes makes the moves; with it both serve everybody."""


@dataclass(frozen=True, slots=True)
class Place:
    """A server's surroundings for one portion: an empty database and a folder."""

    configuration: Configuration
    folder: Path
    database: str
    redis: str | None

    def settings(self, base: Settings = GENEROUS) -> Settings:
        """Return settings for this place."""
        return dataclasses.replace(
            base,
            database=self.database,
            redis=self.redis,
            workers=self.configuration.workers,
            uploads=True,
        )


@dataclass
class Places:
    """Databases that are started once, and empty places in them."""

    _stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    _clusters: dict[bool, str] = field(default_factory=dict)
    _redis: str | None = None
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def __enter__(self) -> Places:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @contextlib.contextmanager
    def place(self, configuration: Configuration, *, durable: bool) -> Iterator[Place]:
        """Make an empty place; unless it is to be ``durable`` nothing waits for the disk."""
        quick = MEMORY if not durable and os.access(MEMORY, os.W_OK) else None
        with tempfile.TemporaryDirectory(prefix="stellwerk-attack-", dir=quick) as folder:
            path = Path(folder)
            redis = self._with_redis() if configuration.redis else None
            if configuration.database == "sqlite":
                yield Place(configuration, path, f"sqlite:///{path / 'tables.db'}", redis)
                return
            cluster = self._cluster(durable)
            name = f"attack{next(self._numbers)}"
            url = programs.create_database(cluster, name)
            try:
                yield Place(configuration, path, url, redis)
            finally:
                programs.drop_database(cluster, name)

    def _cluster(self, durable: bool) -> str:
        if durable not in self._clusters:
            opened = programs.postgres(durable=durable)
            self._clusters[durable] = self._stack.enter_context(opened)
        return self._clusters[durable]

    def _with_redis(self) -> str:
        if self._redis is None:
            self._redis = self._stack.enter_context(programs.redis())
        return self._redis
