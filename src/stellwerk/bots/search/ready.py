"""Getting the search ready beside everything else, for those who cannot wait for a compiler."""

from __future__ import annotations

from threading import Event, Lock, Thread
from typing import Final

from stellwerk.bots.compile import compile_all, entries_for_search, load
from stellwerk.rules.cache import cache_folder, prepare
from stellwerk.rules.kernel import INTERPRETED

MARK: Final = "complete-search"
"""A file in the folder of compiled kernels: present once the search is compiled."""

_ready: Final = Event()
_lock: Final = Lock()
_begun: Final = Event()


def is_ready() -> bool:
    """Tell whether a search could begin at once; if not, it is made ready in the background."""
    with _lock:
        if not _begun.is_set():
            _begun.set()
            if INTERPRETED:
                _ready.set()
            else:
                Thread(target=_get_ready, name="stellwerk-compile", daemon=True).start()
    return _ready.is_set()


def _get_ready() -> None:
    """Compile in another process, so that this one goes on; then load what was compiled."""
    mark = prepare(cache_folder()) / MARK
    if not mark.exists():
        compile_all(entries_for_search)
        mark.touch()
    load(entries_for_search())
    _ready.set()
