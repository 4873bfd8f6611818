"""What travels between a server and a process that works for it: bytes, each after its length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from stellwerk.board import StellwerkError
from stellwerk.server.errors import problem_of, status_of
from stellwerk.server.protocol import Problem

READY: Final = b"ready"
"""The first piece that such a process sends."""
LENGTH: Final = 4
"""Bytes that stand before each piece and tell how long it is."""


class Refused(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What was asked for is refused, and nothing has changed."""

    problem: Problem
    status: int

    @classmethod
    def of(cls, error: StellwerkError, language: str) -> Refused:
        """Return a refusal in words."""
        return cls(problem_of(error, language), status_of(error))


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Something has gone wrong that should not have."""

    reason: str


def framed(piece: bytes) -> bytes:
    """Return a piece with its length before it."""
    return len(piece).to_bytes(LENGTH) + piece


def frames(data: bytearray) -> Iterator[bytes]:
    """Take all whole pieces off the beginning of what has come in."""
    start = 0
    while len(data) - start >= LENGTH:
        end = start + LENGTH + int.from_bytes(data[start : start + LENGTH])
        if len(data) < end:
            break
        yield bytes(data[start + LENGTH : end])
        start = end
    del data[:start]
