"""Sets in rows of bytes: one byte for each thing that may be a member."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from stellwerk.board.layout import COLOURS
from stellwerk.envs.records import Row
from stellwerk.rules.bits import bit, u64
from stellwerk.rules.kernel import CUDA, INTERPRETED, inlined

Eight: TypeAlias = tuple[int, int, int, int, int, int, int, int]

if TYPE_CHECKING or INTERPRETED or CUDA:
    HAS_MASKS = False
else:  # pragma: no cover - compiled only
    import llvmlite.binding as llvm

    HAS_MASKS = bool(llvm.get_host_cpu_features().get("avx512bw"))
    """Whether this processor turns the bits of a word into bytes in one instruction."""

if TYPE_CHECKING or not HAS_MASKS:

    @inlined
    def write_set(out: Row, first: int, count: int, word: int) -> None:
        """Write the members of a set below ``count`` as ones, the others as zeros."""
        for i in range(count):
            out.byte[u64(first + i)] = (word >> u64(i)) & u64(1)

    @inlined
    def write_columns(words: Eight, member: int, out: Row, first: int) -> None:
        """Write for eight sets whether they have a member, one byte for each."""
        for i in range(COLOURS):
            out.byte[u64(first + i)] = (words[i] >> u64(member)) & u64(1)

else:  # pragma: no cover - compiled only
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    _BYTES = ir.VectorType(ir.IntType(8), 64)
    _BITS = ir.VectorType(ir.IntType(1), 64)

    @intrinsic
    def _store(context, bytes_, first, word, room):
        """Write the bits of a word as bytes, as far as there is room for them."""

        def generate(context, builder, signature, arguments):
            field, first, word, room = arguments
            array = context.make_array(signature.args[0])(context, builder, field)
            place = builder.gep(array.data, [first])
            members = builder.zext(builder.bitcast(word, _BITS), _BYTES)
            pointer = builder.bitcast(place, _BYTES.as_pointer())
            one = ir.Constant(ir.IntType(32), 1)
            kind = ir.FunctionType(
                ir.VoidType(), [_BYTES, _BYTES.as_pointer(), ir.IntType(32), _BITS]
            )
            name = "llvm.masked.store.v64i8.p0"
            store = cgutils.get_or_insert_function(builder.module, kind, name)
            builder.call(store, [members, pointer, one, builder.bitcast(room, _BITS)])
            return context.get_dummy_value()

        signature = types.void(bytes_, types.int64, types.uint64, types.uint64)
        return signature, generate

    _ALL = u64((1 << 64) - 1)

    @inlined
    def write_set(out, first, count, word):
        """Write the members of a set below ``count`` as ones, the others as zeros."""
        _store(out.byte, first, word, _ALL >> u64(64 - count))

    @intrinsic
    def _columns(context, word0, word1, word2, word3, word4, word5, word6, word7, bit, out, at):
        """Write for eight sets whether each has a member, as eight bytes."""
        words = ir.VectorType(ir.IntType(64), 8)

        def generate(context, builder, signature, arguments):
            *sets, bit, field, at = arguments
            both, many = ir.Constant(words, ir.Undefined), ir.Constant(words, ir.Undefined)
            for i, word in enumerate(sets):
                place = ir.Constant(ir.IntType(32), i)
                both = builder.insert_element(both, word, place)
                many = builder.insert_element(many, bit, place)
            nothing = ir.Constant(words, [0] * 8)
            found = builder.icmp_unsigned("!=", builder.and_(both, many), nothing)
            row = builder.zext(found, ir.VectorType(ir.IntType(8), 8))
            array = context.make_array(signature.args[9])(context, builder, field)
            place = builder.bitcast(builder.gep(array.data, [at]), row.type.as_pointer())
            builder.store(row, place, align=1)
            return context.get_dummy_value()

        signature = types.void(*(types.uint64,) * 9, out, types.int64)
        return signature, generate

    @inlined
    def write_columns(words, member, out, first):
        """Write for eight sets whether they have a member, one byte for each."""
        w0, w1, w2, w3, w4, w5, w6, w7 = words
        _columns(w0, w1, w2, w3, w4, w5, w6, w7, bit(member), out.byte, first)
