"""Seeds: what people ask for a deal by, and the keys that decide every shuffle."""

from __future__ import annotations

import hashlib
import secrets

from stellwerk.game.arguments import whole
from stellwerk.game.errors import BadSetup

KEY_BYTES = 32
_SEED_PREFIX = b"stellwerk seed:"


def key_of(seed: int | str | bytes | None) -> bytes:
    """Return the key that a seed stands for.

    Frozen: of a number or text it is the SHA-256 of ``stellwerk seed:`` and its decimal or UTF-8
    form, so that ``42`` and ``"42"`` give the same game.

    >>> key_of(42) == key_of("42")
    True
    """
    if seed is None:
        return secrets.token_bytes(KEY_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != KEY_BYTES:
            raise BadSetup("bad_seed", given=len(seed))
        return seed
    if not isinstance(seed, str):
        seed = whole("seed", seed)
    return hashlib.sha256(_SEED_PREFIX + str(seed).encode("utf-8", "surrogatepass")).digest()
