"""Where the chance of each game of a batch comes from."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from stellwerk.rules.bits import WORD


def chances(seed: int | str, count: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """Return the start of the random stream of each game: its seed and its place decide alone.

    >>> bool((chances(7, 5)[2:] == chances(7, 3, first=2)).all())
    True
    """
    digest = hashlib.sha256(f"stellwerk batch:{seed}".encode()).digest()
    base = np.uint64(int.from_bytes(digest[:8], "little"))
    places = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        return _mixed(base + _mixed(places * np.uint64(0xD1342543DE82EF95 & WORD)))


def _mixed(x: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Mix the bits of numbers, so that neighbours have nothing in common."""
    for shift, factor in ((33, 0xFF51AFD7ED558CCD), (33, 0xC4CEB9FE1A85EC53)):
        x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
    return x ^ (x >> np.uint64(33))
