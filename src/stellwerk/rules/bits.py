"""Sets of routes and cities as 64-bit words, and the few operations on them.

Wrapping arithmetic lives only here and in ``chacha.py``. Every number read from a record goes
through ``i64``, every set through ``u64``: compiled they fix the type, interpreted they make a
plain ``int``, so that both compute the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stellwerk.rules.kernel import CUDA, INTERPRETED, inlined

WORD = (1 << 64) - 1

if INTERPRETED:
    u64: Any = int
    i64: Any = int

    def popcount(word: Any) -> Any:
        """Return how many members a set has."""
        return word.bit_count()

    def lowest(word: Any) -> Any:
        """Return the smallest member of a set that has one."""
        return (word & -word).bit_length() - 1

    def wrap(number: Any) -> Any:
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

    @intrinsic
    def popcount(context: Any, word: Any) -> Any:
        """Return how many members a set has."""
        return types.int64(types.uint64), lambda c, builder, s, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(context: Any, word: Any) -> Any:
        """Return the smallest member of a set that has one."""
        defined = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda c, builder, s, args: builder.cttz(args[0], defined)

    @inlined
    def wrap(number: Any) -> Any:
        """Cut a number to 64 bits."""
        return number

    def _has_pdep() -> bool:
        """Tell whether this processor finds the n-th member of a set in one instruction."""
        return not CUDA and bool(llvm.get_host_cpu_features().get("bmi2"))


EMPTY = u64(0)
ONE = u64(1)

if INTERPRETED or not _has_pdep():

    @inlined
    def nth(word: Any, n: Any) -> Any:
        """Return the n-th member of a set, counted from 0."""
        for _ in range(n):
            word = word & (word - ONE)
        return lowest(word)

else:  # pragma: no cover - compiled only

    @intrinsic
    def _deposit(context: Any, bits: Any, word: Any) -> Any:
        """Put the low bits at the places of the members of a set (BMI2)."""

        def generate(c: Any, builder: Any, s: Any, args: Any) -> Any:
            word_type = ir.IntType(64)
            kind = ir.FunctionType(word_type, [word_type, word_type])
            name = "llvm.x86.bmi.pdep.64"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

        return types.uint64(types.uint64, types.uint64), generate

    @inlined
    def nth(word: Any, n: Any) -> Any:
        """Return the n-th member of a set, counted from 0."""
        return lowest(_deposit(ONE << u64(n), word))


@inlined
def bit(member: Any) -> Any:
    """Return the set with one member."""
    return ONE << u64(member)


@inlined
def drop_lowest(word: Any) -> Any:
    """Return a set that has members without its smallest one."""
    return word & (word - ONE)


@inlined
def nth_route(word0: Any, word1: Any, word2: Any, n: Any) -> Any:
    """Return the n-th route of a set given as its three words."""
    count0 = popcount(word0)
    if n < count0:
        return nth(word0, n)
    count1 = popcount(word1)
    if n < count0 + count1:
        return 64 + nth(word1, n - count0)
    return 128 + nth(word2, n - count0 - count1)


@inlined
def has(word: Any, member: Any) -> Any:
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
def scatter(word: Any) -> Any:
    """Return a word whose every bit depends on all bits of another, for tables."""
    word = wrap((word ^ (word >> _30)) * _MIX_1)
    word = wrap((word ^ (word >> _27)) * _MIX_2)
    return word ^ (word >> _31)


@inlined
def dice(scratch: Any, n: Any) -> Any:
    """Return a number below ``n < 2**31`` from the fast generator of players and samplers.

    SplitMix64 in ``scratch.rng``: for choices and samples, never for dealing cards.
    """
    x = wrap(u64(scratch.rng) + _STEP)
    scratch.rng = x
    return (i64(scatter(x) >> _32) * i64(n)) >> 32
