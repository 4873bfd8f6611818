"""Dealing by chance: each pile draws from its own ChaCha8 stream, no matter who draws.

The procedure is a contract, frozen with the rules version: a pile's next random word is word
``used`` of block ``block - 1`` under the game's key with the stream's number as nonce, and a number
below ``n`` is made from words by multiplication with rejection (Lemire), which is exact.
"""

from __future__ import annotations

from stellwerk.rules.bits import Generator, dice, i64
from stellwerk.rules.chacha import next_block
from stellwerk.rules.kernel import inlined, kernel
from stellwerk.rules.state import BLOCK_WORDS, KEY_WORDS, STREAMS, State

_KEY_RANGE = 0x7FFFFFFF
"""The words of a key from the fast generator are below this; it gives 31 bits at most."""


@kernel
def start_streams(state: State) -> None:
    """Begin every stream under the state's key."""
    for stream in range(STREAMS):
        state.block[stream] = 0
        state.used[stream] = BLOCK_WORDS


@kernel
def random_key(state: State, generator: Generator) -> None:
    """Give a state a key from the fast generator; only for simulations and samples."""
    for i in range(KEY_WORDS):
        state.key[i] = dice(generator, _KEY_RANGE)


@inlined
def _next_word(state: State, stream: int) -> int:
    used = i64(state.used[stream])
    if used == BLOCK_WORDS:
        next_block(state, stream)
        used = 0
    state.used[stream] = used + 1
    return i64(state.random[stream, used])


@inlined
def below(state: State, stream: int, n: int) -> int:
    """Return a number below ``n``, each equally likely."""
    product = _next_word(state, stream) * n
    if product & 0xFFFFFFFF < n:
        reject = (0x100000000 - n) % n
        while product & 0xFFFFFFFF < reject:
            product = _next_word(state, stream) * n
    return product >> 32
