"""Eight small numbers in one word, and what can be done with all of them at once.

A field of bytes is read eight at a time, the first in the lowest bits. Tests give a flag, the
highest bit, in each byte for which they hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from stellwerk.board.records import Array1, Array2
from stellwerk.rules.bits import i64, u64, wrap
from stellwerk.rules.kernel import INTERPRETED, inlined

_EACH = u64(0x0101010101010101)
_FLAGS = u64(0x8080808080808080)
_BELOW = u64(0x7F7F7F7F7F7F7F7F)
_COLLECT = u64(0x0102040810204080)
_FULL = u64(0xFF)
_7 = u64(7)
_3 = u64(3)
_56 = u64(56)
_128 = 128
_256 = 256

if TYPE_CHECKING or INTERPRETED:

    def octets(field: Array1 | Array2, first: int) -> int:
        """Return eight bytes of a field from a place on; rows lie one after the other.

        Behind the last row come bytes that mean nothing.
        """
        plain = cast("npt.NDArray[np.uint8]", field).tobytes()
        return int.from_bytes(plain[first : first + 8], "little")

else:  # pragma: no cover - compiled only
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def octets(context, field, first):
        """Return eight bytes of a field from a place on; rows lie one after the other."""

        def generate(context, builder, signature, arguments):
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            word = ir.IntType(64)
            start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
            place = builder.gep(start, [arguments[1]])
            return builder.load(builder.bitcast(place, word.as_pointer()), align=1)

        return types.uint64(field, types.int64), generate


@inlined
def each(number: int) -> int:
    """Return a number below 256 eight times."""
    return wrap(u64(number) * _EACH)


@inlined
def octet(word: int, n: int) -> int:
    """Return the n-th byte."""
    return i64((word >> (u64(n) << _3)) & _FULL)


@inlined
def put_octet(word: int, n: int, number: int) -> int:
    """Return a word with another n-th byte."""
    place = u64(n) << _3
    return (word & ~(_FULL << place)) | (u64(number) << place)


@inlined
def equal(word: int, number: int) -> int:
    """Flag the bytes that are a number."""
    other = word ^ each(number)
    return ~(((other & _BELOW) + _BELOW) | other) & _FLAGS


@inlined
def at_least(word: int, number: int) -> int:
    """Flag the bytes that are at least a number below 256."""
    if number <= _128:
        return (((word & _BELOW) + each(_128 - number)) | word) & _FLAGS
    return ((word & _BELOW) + each(_256 - number)) & word & _FLAGS


@inlined
def running_sums(word: int) -> int:
    """Return in each byte the sum of those up to it; right while that is below 256."""
    return wrap(word * _EACH)


@inlined
def filled(flags: int) -> int:
    """Return a word whose flagged bytes are full of ones."""
    return wrap((flags >> _7) * _FULL)


@inlined
def at_most(word: int, number: int) -> int:
    """Return the lesser of each byte and a number below 256."""
    over = filled(at_least(word, number))
    return (word & ~over) | (each(number) & over)


@inlined
def flagged(flags: int) -> int:
    """Return which bytes are flagged, as a set of eight at most."""
    return wrap((flags >> _7) * _COLLECT) >> _56
