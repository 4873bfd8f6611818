"""Moves as calls to a keeper: what is asked, what comes back, and what a table is after it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import Connection

from stellwerk.board import StellwerkError
from stellwerk.server.errors import Relayed, problem_of, status_of
from stellwerk.server.protocol import Accepted, Problem, SendMove
from stellwerk.server.service.actor import Actor
from stellwerk.server.service.playing import MOVED, Played, Worker, send
from stellwerk.server.service.table import Entry, Table, changed, columns
from stellwerk.server.store.keeper import KeeperGone


class Call(msgspec.Struct, frozen=True, array_like=True):
    """A move that somebody has sent."""

    table: str
    actor: Actor
    message: SendMove
    now: float
    worker: Worker


class Done(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The move is stored; without an entry it had been before."""

    answer: Accepted
    entry: Entry | None
    columns: dict[str, Any]
    """What it has changed of the table's row."""


class Refused(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The move was refused, and nothing has changed."""

    problem: Problem
    status: int


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Something has gone wrong that should not have."""

    reason: str


_TOLD: Final = (*MOVED, "chat")
"""The columns that may have changed since the server has last seen the row."""

_encode: Final = msgspec.msgpack.Encoder(enc_hook=dict).encode
_call: Final = msgspec.msgpack.Decoder(Call)
_reply: Final[msgspec.msgpack.Decoder[Done | Refused | Failed]] = msgspec.msgpack.Decoder(
    Done | Refused | Failed
)


def call_of(
    table: str, actor: Actor, message: SendMove, now: float, worker: Worker
) -> bytes | None:
    """Return a move as a call, which needs no secret; None if its numbers are beyond all bounds."""
    try:
        return _encode(Call(table, actor, message, now, worker._replace(secret=b"")))
    except OverflowError:
        return None


def answer(connection: Connection, call: bytes) -> bytes:
    """Make the move of a call, as the keeper; return what is to be answered."""
    return _encode(_answer(connection, _call.decode(call)))


def _answer(connection: Connection, call: Call) -> Done | Refused:
    try:
        played = send(connection, call.table, call.actor, call.message, call.now, call.worker)
    except StellwerkError as error:
        return Refused(problem_of(error, call.actor.language), status_of(error))
    row = columns(played.table, _TOLD) if played.entry is not None else {}
    return Done(played.answer, played.entry, row)


def failed(call: bytes, error: Exception) -> bytes:
    """Return what is to be answered to a call that cannot be done."""
    if isinstance(error, StellwerkError):  # the database is away
        language = _call.decode(call).actor.language
        return _encode(Refused(problem_of(error, language), status_of(error)))
    structlog.get_logger().error("a call has failed", exc_info=error)
    return _encode(Failed(f"{type(error).__name__}: {error}"))


def done(reply: bytes) -> Done:
    """Read a reply; what was refused is raised, and what has failed is left to the server."""
    found = _reply.decode(reply)
    if isinstance(found, Refused):
        raise Relayed(found.problem, found.status)
    if isinstance(found, Failed):
        raise KeeperGone(found.reason)
    return found


def played(found: Done, table: Table) -> Played:
    """Return what a move has brought, given the table as it is known here."""
    entry = found.entry
    if entry is None or entry.seq != table.seq + 1:  # it has been read since, with this move
        return Played(table, None, found.answer)
    return Played(changed(table, found.columns), entry, found.answer)
