"""Sets of routes and cities as 64-bit words, and the few operations on them.

Member ``n`` of a set of several words is bit ``n & 63`` of word ``n >> 6``. Wrapping arithmetic
lives only here and in ``chacha.py``. Every number read from a record goes through ``i64``, every
set through ``u64``: compiled they fix the type, interpreted they make a plain ``int``, so that both
compute the same. The type checker reads what is interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import numpy as np

from stellwerk.rules.kernel import CUDA, INTERPRETED, inlined

WORD = (1 << 64) - 1


class Generator(Protocol):
    """A record that holds the state of a fast generator."""

    rng: int


if TYPE_CHECKING or INTERPRETED:
    HAS_PDEP = False
    u64: Callable[[int], int] = int
    i64: Callable[[int], int] = int

    def popcount(word: int) -> int:
        """Return how many members a set has."""
        return word.bit_count()

    def lowest(word: int) -> int:
        """Return the smallest member of a set that has one."""
        return (word & -word).bit_length() - 1

    def wrap(number: int) -> int:
        """Cut a number to 64 bits."""
        return number & WORD

else:  # pragma: no cover - compiled only
    import llvmlite.binding as llvm
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    u64 = np.uint64
    i64 = np.int64
    HAS_PDEP = not CUDA and bool(llvm.get_host_cpu_features().get("bmi2"))
    """Whether this processor finds the n-th member of a set in one instruction."""

    @intrinsic
    def popcount(context, word):
        """Return how many members a set has."""
        return types.int64(types.uint64), lambda c, builder, s, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(context, word):
        """Return the smallest member of a set that has one."""
        defined = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda c, builder, s, args: builder.cttz(args[0], defined)

    @inlined
    def wrap(number):
        """Cut a number to 64 bits."""
        return number


EMPTY = u64(0)
ONE = u64(1)

if TYPE_CHECKING or not HAS_PDEP:

    @inlined
    def nth(word: int, n: int) -> int:
        """Return the n-th member of a set, counted from 0."""
        for _ in range(n):
            word = word & (word - ONE)
        return lowest(word)

else:  # pragma: no cover - compiled only

    @intrinsic
    def _deposit(context, bits, word):
        """Put the low bits at the places of the members of a set (BMI2)."""

        def generate(c, builder, s, args):
            word_type = ir.IntType(64)
            kind = ir.FunctionType(word_type, [word_type, word_type])
            name = "llvm.x86.bmi.pdep.64"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

        return types.uint64(types.uint64, types.uint64), generate

    @inlined
    def nth(word, n):
        """Return the n-th member of a set, counted from 0."""
        return lowest(_deposit(ONE << u64(n), word))


@inlined
def bit(member: int) -> int:
    """Return the set with one member."""
    return ONE << u64(member)


@inlined
def drop_lowest(word: int) -> int:
    """Return a set that has members without its smallest one."""
    return word & (word - ONE)


@inlined
def nth_route(word0: int, word1: int, word2: int, n: int) -> int:
    """Return the n-th route of a set given as its three words."""
    count0 = popcount(word0)
    if n < count0:
        return nth(word0, n)
    count1 = popcount(word1)
    if n < count0 + count1:
        return 64 + nth(word1, n - count0)
    return 128 + nth(word2, n - count0 - count1)


@inlined
def has(word: int, member: int) -> bool:
    """Tell whether a set has this member."""
    return (word >> u64(member)) & ONE != EMPTY


_STEP = u64(0x9E3779B97F4A7C15)
_MIX_1 = u64(0xBF58476D1CE4E5B9)
_MIX_2 = u64(0x94D049BB133111EB)
_30 = u64(30)
_27 = u64(27)
_31 = u64(31)
_32 = u64(32)


@inlined
def scatter(word: int) -> int:
    """Return a word whose every bit depends on all bits of another, for tables."""
    word = wrap((word ^ (word >> _30)) * _MIX_1)
    word = wrap((word ^ (word >> _27)) * _MIX_2)
    return word ^ (word >> _31)


@inlined
def dice(generator: Generator, n: int) -> int:
    """Return a number below ``n < 2**31`` from the fast generator of players and samplers.

    SplitMix64 in ``rng``: for choices and samples, never for dealing cards.
    """
    x = wrap(u64(generator.rng) + _STEP)
    generator.rng = x
    return (i64(scatter(x) >> _32) * i64(n)) >> 32
