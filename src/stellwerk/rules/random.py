"""Dealing by chance: each pile draws from its own ChaCha8 stream, whoever draws.

The procedure is a contract, frozen with the rules version: a pile's next random word is word
``used`` of block ``block - 1`` under the game's key with the stream's number as nonce, and a number
below ``n`` is made from words by multiplication with rejection (Lemire), which is exact.
"""

from __future__ import annotations

from typing import Any

from stellwerk.rules.bits import i64
from stellwerk.rules.chacha import next_block
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.state import STREAMS

WORDS_IN_BLOCK = 16


@kernel
def start_streams(state: Any) -> None:
    """Begin every stream under the state's key."""
    for stream in range(STREAMS):
        state.block[stream] = 0
        state.used[stream] = WORDS_IN_BLOCK


@inlined
def _next_word(state: Any, stream: Any) -> Any:
    used = i64(state.used[stream])
    if used == WORDS_IN_BLOCK:
        next_block(state, stream)
        used = 0
    state.used[stream] = used + 1
    return i64(state.random[stream, used])


@inlined
def below(state: Any, stream: Any, n: Any) -> Any:
    """Return a number below ``n``, each equally likely."""
    product = _next_word(state, stream) * n
    if product & 0xFFFFFFFF < n:
        reject = (0x100000000 - n) % n
        while product & 0xFFFFFFFF < reject:
            product = _next_word(state, stream) * n
    return product >> 32
