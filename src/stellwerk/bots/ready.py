"""Getting kernels ready beside everything else, for those who cannot wait for a compiler."""

from __future__ import annotations

import multiprocessing
from collections.abc import Collection
from threading import Lock, Thread
from typing import Final

from stellwerk.bots.compile import PLAYING, SEARCH, Entries, Group, compiling
from stellwerk.rules.kernel import INTERPRETED


class Preparation:
    """A group of entries on its way into this process: compiled by others, loaded one by one."""

    def __init__(self, group: Group) -> None:
        self._group: Final = group
        self._lock: Final = Lock()
        self._calls: Entries | None = None
        self._missing: set[str] = set()
        self._failure: Exception | None = None
        self._ended = False

    def begin(self) -> None:
        """Begin in the background, unless it has begun before."""
        with self._lock:
            if self._calls is None:
                self._calls = {} if INTERPRETED else self._group.entries()
                self._missing.update(self._calls)
                if self._calls:
                    Thread(target=self._get_ready, name="stellwerk-compile", daemon=True).start()

    def is_ready(self) -> bool:
        """Tell whether all entries can be called at once; if not, they are made ready."""
        self.begin()
        return not self.lacks(self._calls or ())

    def lacks(self, names: Collection[str]) -> bool:
        """Tell whether any of these entries is still on its way; raise what has stopped them."""
        if self._failure is not None:
            raise self._failure
        return not self._missing.isdisjoint(names)

    @property
    def done(self) -> tuple[int, int]:
        """How many entries are ready, and of how many."""
        total = len(self._calls or ())
        return total - len(self._missing), total

    def end(self) -> None:
        """Give up: whoever compiles is stopped, so that the program can end."""
        self._ended = True
        if self._missing:
            for process in multiprocessing.active_children():
                process.kill()

    def _get_ready(self) -> None:
        try:
            if not self._group.is_compiled():
                self._compile()
            for name in self._calls or ():
                self._load(name)
        except Exception as problem:
            self._failure = problem

    def _compile(self) -> None:
        """Compile in other processes, so that this one goes on."""
        try:
            for name in compiling(self._group.entries):
                self._load(name)
            self._group.note_compiled()
        except Exception:
            # Killed, or no room to keep it: then it is compiled here, and takes longer.
            if self._ended:
                raise

    def _load(self, name: str) -> None:
        """Load an entry that is compiled; else it is compiled now."""
        if name in self._missing and self._calls is not None:
            self._calls[name]()
            self._missing.discard(name)


playing: Final = Preparation(PLAYING)
"""What a game with bots needs."""
search: Final = Preparation(SEARCH)
"""What bots that search need."""
