"""Check the arguments that a program hands to a game: a wrong one would spoil its record.

Python checks no types at run time, so the errors here say what would be right.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from stellwerk.board.errors import shorten
from stellwerk.game.errors import BadSetup
from stellwerk.game.moves import Move

_MOVES: Final = frozenset(get_args(Move))
_LATEST: Final = 1e12
"""The latest time a step may have, in seconds since 1970; far in the future."""


def wrong(name: str, expected: str, found: object) -> BadSetup:
    """Return the error that says what an argument must be."""
    try:
        shown = shorten(ascii(found))
    except Exception:  # a foreign object may raise anything from its __repr__
        shown = type(found).__name__
    return BadSetup("bad_argument", name=name, expected=f"expected.{expected}", found=shown)


def whole(name: str, value: object) -> int:
    """Return a whole number of any integer type; True and False do not count."""
    if isinstance(value, bool):
        raise wrong(name, "number", value)
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise wrong(name, "number", value) from None


def text(name: str, value: object) -> str:
    """Return a text that UTF-8 can encode: one without lone surrogates."""
    if not isinstance(value, str):
        raise wrong(name, "text", value)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise wrong(name, "text", value) from None
    return value


def texts(name: str, values: object) -> tuple[str, ...]:
    """Return several texts; one text alone is not taken for its letters."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise wrong(name, "texts", values)
    return tuple(text(name, value) for value in values)


def check_step(by: object, at: object, known: tuple[str, ...]) -> None:
    """Refuse an author or a time that no record can hold."""
    if by not in known:
        raise wrong("by", "by", by)
    if at is not None:
        number = isinstance(at, int | float) and not isinstance(at, bool)
        if not number or not -_LATEST <= at <= _LATEST:  # type: ignore[operator]
            raise wrong("at", "time", at)


def check_move(move: Any) -> None:
    """Refuse what is not a move, and a move with fields of the wrong type."""
    if type(move) not in _MOVES:
        raise wrong("move", "move", move)
    try:
        msgspec.convert(msgspec.to_builtins(move), type(move))
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError, RecursionError):
        raise wrong("move", "move", move) from None
