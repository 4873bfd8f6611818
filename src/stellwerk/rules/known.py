"""How compiled kernels read a board whose kind is known: see board/known.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from stellwerk.board.known import KNOWN, number_in

Reader: TypeAlias = Callable[[object, object, object, object], object]
"""What Numba calls to write the instructions that read a field of a record."""


def teach(record: type, reads: Callable[[type, str], Callable[[Reader], Reader]]) -> None:
    """Teach Numba to take a number from the title of its field, where the field has one.

    ``record`` is Numba's type of records, ``reads`` its decorator for what reads a field. There are
    two of both: for processors and for graphics cards.
    """
    for name in KNOWN:
        reads(record, name)(_reader(name))


def _reader(name: str) -> Reader:  # pragma: no cover - compiled only
    def read(context, builder, record, value):  # type: ignore[no-untyped-def]
        title = record.fields[name].title
        if title is None:
            plainly = context.get_getattr(record, None)
            return plainly(context, builder, record, value, name)
        return context.get_constant(record.typeof(name), number_in(title))

    return read
