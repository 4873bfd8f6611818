"""Moves as calls to a keeper: what is asked, what comes back, and what a table is after it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import Connection

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Relayed
from stellwerk.server.pipe import Failed, Refused
from stellwerk.server.protocol import Accepted, SendMove
from stellwerk.server.transactions.actor import Actor
from stellwerk.server.transactions.playing import MOVED, Played, send
from stellwerk.server.transactions.table import Entry, Table, changed, columns
from stellwerk.server.transactions.worker import Worker


class KeeperGone(Exception):
    """The keeper has ended, or a call has failed; whether it was carried out is unknown."""


class Call(msgspec.Struct, frozen=True, array_like=True):
    """A move that somebody has sent."""

    worker: Worker
    actor: Actor
    table: str
    message: SendMove


class Done(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The move is stored; without an entry it had been stored before."""

    answer: Accepted
    entry: Entry | None
    columns: dict[str, Any]
    """What it has changed in the table's row."""

    def played(self, table: Table) -> Played:
        """Return what the move has brought, given the table as it is known here."""
        if self.entry is None or self.entry.seq != table.seq + 1:  # it was read with this move
            return Played(table, None, self.answer)
        return Played(changed(table, self.columns), self.entry, self.answer)


ADDRESS: Final = "STELLWERK_KEPT"
"""Environment variable with a keeper's database, where no other user can read a password."""
_TOLD: Final = (*MOVED, "chat")
"""The columns that may have changed since the server last saw the row."""

_encode: Final = msgspec.msgpack.Encoder(enc_hook=dict).encode
_call: Final = msgspec.msgpack.Decoder(Call)
_reply: Final[msgspec.msgpack.Decoder[Done | Refused | Failed]] = msgspec.msgpack.Decoder(
    Done | Refused | Failed
)


def call_of(worker: Worker, actor: Actor, table: str, message: SendMove) -> bytes:
    """Return a move as a call, which needs no secret."""
    try:
        return _encode(Call(worker.without_secret(), actor, table, message))
    except OverflowError:  # its numbers are out of range
        raise KeeperGone from None


def answer(connection: Connection, call: bytes) -> bytes:
    """Make the move of a call, as the keeper; return what is to be answered."""
    return _encode(_answer(connection, _call.decode(call)))


def _answer(connection: Connection, call: Call) -> Done | Refused:
    try:
        played = send(connection, call.worker, call.actor, call.table, call.message)
    except StellwerkError as error:
        return Refused.of(error, call.actor.language)
    row = columns(played.table, _TOLD) if played.entry is not None else {}
    return Done(played.answer, played.entry, row)


def failed(call: bytes, error: Exception) -> bytes:
    """Return what is to be answered to a call that cannot be done."""
    if isinstance(error, StellwerkError):  # the database is away
        return _encode(Refused.of(error, _call.decode(call).actor.language))
    structlog.get_logger().error("a call has failed", exc_info=error)
    return _encode(Failed(f"{type(error).__name__}: {error}"))


def done(reply: bytes) -> Done:
    """Read a reply: a refusal is raised, and what failed is left to the server."""
    found = _reply.decode(reply)
    if isinstance(found, Refused):
        raise Relayed(found.problem, found.status)
    if isinstance(found, Failed):
        raise KeeperGone(found.reason)
    return found
