"""The ChaCha8 block function: 16 random words from a key, a nonce and a counter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from stellwerk.rules.kernel import INTERPRETED, cold, inlined
from stellwerk.rules.state import State

if TYPE_CHECKING or INTERPRETED:
    u32: Callable[[int], int] = int

    def add(x: int, y: int) -> int:
        """Add two words, modulo 2**32."""
        return (x + y) & 0xFFFFFFFF

    def rotate(x: int, n: int) -> int:
        """Rotate a word to the left."""
        return ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF

else:  # pragma: no cover - compiled only
    u32 = np.uint32

    @inlined
    def add(x, y):
        """Add two words, modulo 2**32."""
        return u32(x + y)

    @inlined
    def rotate(x, n):
        """Rotate a word to the left."""
        return u32(u32(x << u32(n)) | (x >> u32(32 - n)))


@inlined
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = add(a, b)
    d = rotate(u32(d ^ a), 16)
    c = add(c, d)
    b = rotate(u32(b ^ c), 12)
    a = add(a, b)
    d = rotate(u32(d ^ a), 8)
    c = add(c, d)
    b = rotate(u32(b ^ c), 7)
    return a, b, c, d


@cold
def next_block(state: State, stream: int) -> None:
    """Write the next block of a stream into ``state.random``; its number is its nonce."""
    counter = u32(state.block[stream])
    state.block[stream] = counter + u32(1)
    key = state.key
    out = state.random[stream]
    c0, c1, c2, c3 = u32(0x61707865), u32(0x3320646E), u32(0x79622D32), u32(0x6B206574)
    k0, k1, k2, k3 = u32(key[0]), u32(key[1]), u32(key[2]), u32(key[3])
    k4, k5, k6, k7 = u32(key[4]), u32(key[5]), u32(key[6]), u32(key[7])
    n0, n1, n2, n3 = counter, u32(0), u32(stream), u32(0)
    x0, x1, x2, x3, x4, x5, x6, x7 = c0, c1, c2, c3, k0, k1, k2, k3
    x8, x9, x10, x11, x12, x13, x14, x15 = k4, k5, k6, k7, n0, n1, n2, n3
    for _ in range(4):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    out[0], out[1], out[2], out[3] = add(x0, c0), add(x1, c1), add(x2, c2), add(x3, c3)
    out[4], out[5], out[6], out[7] = add(x4, k0), add(x5, k1), add(x6, k2), add(x7, k3)
    out[8], out[9], out[10], out[11] = add(x8, k4), add(x9, k5), add(x10, k6), add(x11, k7)
    out[12], out[13], out[14], out[15] = add(x12, n0), add(x13, n1), add(x14, n2), add(x15, n3)
