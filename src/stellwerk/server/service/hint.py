"""Hints: their channels, and what they say has changed."""

from __future__ import annotations

from typing import Final, NamedTuple

from stellwerk.server.transactions.table import Moment

GAME: Final = b"game"
TABLE: Final = b"table"
CHAT: Final = b"chat"
GONE: Final = b"gone"
BARRED: Final = b"barred"

LOBBY: Final = "lobby"
"""The channel of the list of public tables."""
TABLES, BOARDS, GUESTS = "table:", "board:", "guest:"
"""Prefixes of the channels of a table, an uploaded board and a guest; the id follows."""
DELETIONS: Final = "deletion:"
"""Prefix of the channel that only tells that a guest was deleted or barred. A guest's own channel
has a hint for every move at all their tables; that is too much for each socket at a table."""
DEVICES: Final = "device:"
"""Prefix of the channel that tells that a device was signed out. One without an id of its own has
that of its guest."""


class Hint(NamedTuple):
    """A hint about a table.

    >>> Hint.decode(Hint(GAME, (57, 3, 0)).encode())
    Hint(what=b'game', moment=(57, 3, 0))
    """

    what: bytes
    moment: Moment | None = None
    """None where something has changed that is not counted: who is there, or whether it exists."""

    def encode(self) -> bytes:
        """Return the hint as it travels."""
        return self.what if self.moment is None else b"%b %d %d %d" % (self.what, *self.moment)

    @classmethod
    def decode(cls, message: bytes) -> Hint:
        """Read a hint."""
        what, *marks = message.split()
        if len(marks) != 3:
            return cls(what)
        seq, version, chat = map(int, marks)
        return cls(what, (seq, version, chat))
