"""The process that runs a transaction."""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple

from stellwerk.game.seeds import KEY_BYTES
from stellwerk.server.transactions.clocks import Now


class Worker(NamedTuple):
    """A process at work, and how it reserves what it is about to do."""

    id: str
    lease: float
    bot_delay: float
    secret: bytes
    now: Now

    def at(self, now: Now) -> Worker:
        """Return the same process at another moment."""
        return Worker(self.id, self.lease, self.bot_delay, self.secret, now)

    def without_secret(self) -> Worker:
        """Return the same process for whoever needs no secret."""
        return Worker(self.id, self.lease, self.bot_delay, b"", self.now)

    def deal(self, word: str) -> bytes:
        """Return the key of a deal that was asked for by a word; nobody outside can work it out.

        With the word one can get the same deal again, and see all of it: it is for one person.
        """
        return hmac.digest(self.secret, b"deal:" + word.encode("utf-8", "replace"), "sha256")

    def mixed_deal(self, word: str) -> bytes:
        """Return the key of a deal for several people: of the word and of chance, new each time."""
        chance = secrets.token_bytes(KEY_BYTES)
        return hmac.digest(
            self.secret, b"mixed:" + chance + word.encode("utf-8", "replace"), "sha256"
        )
