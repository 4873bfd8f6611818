"""What a hint says: what has changed at a table, and how far it has come."""

from __future__ import annotations

from typing import Final, NamedTuple

from stellwerk.server.service.table import Table

GAME: Final = b"game"
TABLE: Final = b"table"
CHAT: Final = b"chat"
GONE: Final = b"gone"

Moment = tuple[int, int, int]
"""How far a table has come: its step, its version, and its last line of chat. None ever falls."""


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


def moment_of(table: Table) -> Moment:
    """Return how far a table has come."""
    return table.seq, table.version, table.chat
