"""Calling an entry again and again with arguments of the same types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from stellwerk.rules.kernel import INTERPRETED

Function = TypeVar("Function", bound=Callable[..., Any])


def bound(entry: Function, *arguments: object) -> Function:
    """Return an entry for arguments of the types of these, at which it looks no more.

    To find out the types of two dozen arrays takes Numba as long as the rest of a call.
    """
    if INTERPRETED:
        return entry
    import numba

    compiled: Any = entry
    types = tuple(map(numba.typeof, arguments))
    compiled.compile(types)
    return cast(Function, compiled.get_overload(types))
