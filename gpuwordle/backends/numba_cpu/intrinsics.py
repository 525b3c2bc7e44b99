"""Instructions that numba lacks: distinct values, bits in common, set bits, loads, prefetches."""

from __future__ import annotations

from functools import partial, reduce
from itertools import combinations
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

SIDE_BY_SIDE = 32
"""Bytes of columns that `count_distinct` counts at a time."""

MARKED = 8
"""Bytes of columns that `count_marked` counts at a time."""

_ROWS = 4

WORDS = 8
"""Words of 64 bits that `intersect` compares at a time."""

TOGETHER = 5
"""Rows that `intersect` compares at a time."""


@intrinsic  # type: ignore[untyped-decorator]
def count_distinct(
    typing_context: Any, rows: Any, starts: Any, size: Any, first: Any, counts: Any
) -> Any:
    """Count the distinct values of each of `SIDE_BY_SIDE` bytes of columns, from ``first`` on.

    ``rows`` are flat unsigned integers; ``starts``, int64, says where each of the ``size`` rows
    to compare begins. ``counts``, of the same dtype as the rows, is filled at the columns.

    Rows are compared pair by pair: a value is new if it equals none in the rows before. Compilers
    vectorise loops over columns, but carry their results through memory. Here they stay in
    registers: four rows at a time, and what is left of their differences from the rows before.
    """
    signature = types.void(rows, starts, types.int64, types.int64, counts)
    return signature, partial(_generate, rows, starts, None, counts)


@intrinsic  # type: ignore[untyped-decorator]
def weigh_distinct(
    typing_context: Any, rows: Any, starts: Any, size: Any, first: Any, sums: Any, weights: Any
) -> Any:
    """Add up the weights of the first rows with each distinct value, as `count_distinct` counts.

    ``weights`` are those of the rows; ``sums``, of their dtype, is filled at the columns.
    """
    signature = types.void(rows, starts, types.int64, types.int64, sums, weights)
    return signature, partial(_generate, rows, starts, weights, sums)


def _generate(
    rows: Any,
    starts: Any,
    weights: Any,
    counts: Any,
    context: Any,
    builder: Any,
    signature: Any,
    arguments: Any,
) -> Any:
    """Write the loops: the least difference of a column is 0 if a row repeats a value.

    Without weights, each new value adds 1 to a count as wide as the values.
    """
    data = context.make_array(rows)(context, builder, arguments[0]).data
    begins = context.make_array(starts)(context, builder, arguments[1]).data
    out = context.make_array(counts)(context, builder, arguments[4]).data
    size, first = arguments[2], arguments[3]
    bits = rows.dtype.bitwidth
    vector = ir.VectorType(ir.IntType(bits), 8 * SIDE_BY_SIDE // bits)
    nothing, differs = ir.Constant(vector, None), ir.Constant(vector, [2**bits - 1] * vector.count)
    number, over = partial(ir.Constant, size.type), partial(cgutils.for_range_slice, builder)
    sums = ir.VectorType(ir.IntType(counts.dtype.bitwidth), vector.count)
    none = ir.Constant(sums, None)
    total = cgutils.alloca_once_value(builder, none)
    each = weights and context.make_array(weights)(context, builder, arguments[5]).data

    def place(data: Any, at: Any, kind: Any) -> Any:
        return builder.bitcast(builder.gep(data, [at]), kind.as_pointer())

    def row(index: Any) -> Any:
        start = builder.add(builder.load(builder.gep(begins, [index])), first)
        return builder.load(place(data, start, vector), align=bits // 8)

    def compare(least: Any, one: Any, other: Any) -> None:
        before, here = builder.load(least), builder.xor(one, other)
        less = builder.icmp_unsigned("<", here, before)
        builder.store(builder.select(less, here, before), least)

    def add_new(least: Any, index: Any) -> None:
        new = builder.icmp_unsigned("!=", builder.load(least), nothing)
        if each is None:
            more = builder.zext(new, sums)
        else:
            lane = builder.insert_element(none, builder.load(builder.gep(each, [index])), number(0))
            first_lanes = ir.Constant(ir.VectorType(ir.IntType(32), sums.count), None)
            more = builder.select(new, builder.shuffle_vector(lane, none, first_lanes), none)
        builder.store(builder.add(builder.load(total), more), total)

    def count(begin: Any, end: Any, together: int) -> None:
        with over(begin, end, number(together), intp=size.type) as (turn, _):
            ours = [row(builder.add(turn, number(i))) for i in range(together)]
            least = [cgutils.alloca_once_value(builder, differs) for _ in ours]
            for one, other in combinations(range(together), 2):
                compare(least[other], ours[one], ours[other])
            with over(number(0), turn, number(1), intp=size.type) as (before, _):
                theirs = row(before)
                for kept, mine in zip(least, ours, strict=True):
                    compare(kept, theirs, mine)
            for i, kept in enumerate(least):
                add_new(kept, builder.add(turn, number(i)))

    whole = builder.and_(size, number(-_ROWS))
    count(number(0), whole, _ROWS)
    rest = builder.sub(size, whole)
    for rows_left in range(1, _ROWS):
        with builder.if_then(builder.icmp_signed("==", rest, number(rows_left))):
            count(whole, size, rows_left)
    builder.store(builder.load(total), place(out, first, sums), align=counts.dtype.bitwidth // 8)
    return context.get_dummy_value()


@intrinsic  # type: ignore[untyped-decorator]
def count_marked(
    typing_context: Any, rows: Any, starts: Any, size: Any, first: Any, counts: Any
) -> Any:
    """Count the distinct values of each of `MARKED` bytes of columns, from ``first`` on.

    Arguments are those of `count_distinct`; there are at most 255 distinct values. Each is marked
    as one of 256 bits, in four words for each column that stay in registers.
    """
    signature = types.void(rows, starts, types.int64, types.int64, counts)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(rows)(context, builder, arguments[0]).data
        begins = context.make_array(starts)(context, builder, arguments[1]).data
        out = context.make_array(counts)(context, builder, arguments[4]).data
        size, first = arguments[2], arguments[3]
        # As many columns as the registers hold words for.
        features = context.codegen().magic_tuple()[2]
        lanes = MARKED if "+avx512f" in features else MARKED // 2
        column, word = ir.VectorType(ir.IntType(8), lanes), ir.VectorType(ir.IntType(64), lanes)
        name = f"llvm.ctpop.v{lanes}i64"
        kind = ir.FunctionType(word, [word])
        set_bits = cgutils.get_or_insert_function(builder.module, kind, name)

        def same(value: int) -> Any:
            return ir.Constant(word, [value] * lanes)

        def columns(data: Any, at: Any) -> Any:
            return builder.bitcast(builder.gep(data, [at]), column.as_pointer())

        for part in range(0, MARKED, lanes):
            begin = builder.add(first, ir.Constant(first.type, part))
            words = [cgutils.alloca_once(builder, word) for _ in range(4)]
            for marks in words:
                builder.store(same(0), marks)
            with cgutils.for_range(builder, size, intp=size.type) as loop:
                start = builder.add(builder.load(builder.gep(begins, [loop.index])), begin)
                value = builder.zext(builder.load(columns(data, start), align=1), word)
                for i, marks in enumerate(words):
                    place = builder.sub(value, same(64 * i))
                    here = builder.icmp_unsigned("<", place, same(64))
                    bit = builder.select(here, builder.shl(same(1), place), same(0))
                    builder.store(builder.or_(builder.load(marks), bit), marks)
            found = [builder.call(set_bits, [builder.load(marks)]) for marks in words]
            total = builder.trunc(reduce(builder.add, found), column)
            builder.store(total, columns(out, begin), align=1)
        return context.get_dummy_value()

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typing_context: Any, word: Any) -> Any:
    """Count the set bits of a uint64; LLVM vectorises it if the processor can."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def look_up(typing_context: Any, table: Any, index: Any) -> Any:
    """Load the entry of a table at an index that is uint64, by a separate instruction.

    LLVM merges the loads of a loop into one instruction, which is slower than these (Zen 4).
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(table)(context, builder, arguments[0]).data
        place = builder.gep(data, [arguments[1]])
        return builder.load_atomic(place, "monotonic", table.dtype.bitwidth // 8)

    return table.dtype(table, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def fetch(typing_context: Any, row: Any, index: Any) -> Any:
    """Begin to load the line of memory of an entry into the cache, without waiting for it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(row)(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.PointerType(ir.IntType(8)))
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
        builder.call(prefetch, [place, number(0), number(3), number(1)])  # to read, keep, data
        return context.get_dummy_value()

    return types.void(row, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def intersect(
    typing_context: Any, bits: Any, starts: Any, count: Any, words: Any, masks: Any
) -> Any:
    """Write the words that some rows have in common, and return how many bits are set in them.

    bits: uint64, rows of as many words as ``words`` has, a multiple of `WORDS`. starts: uint64, of
    which the first ``count``, a multiple of `TOGETHER`, say where each row begins. words: uint64.
    masks: uint64, a bit for each word that is not zero.
    """
    number = ir.IntType(64)
    vector = ir.VectorType(number, WORDS)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = context.make_array(bits)(context, builder, arguments[0]).data
        begins = context.make_array(starts)(context, builder, arguments[1]).data
        out = context.make_array(words)(context, builder, arguments[3])
        marks = context.make_array(masks)(context, builder, arguments[4]).data
        width = builder.extract_value(out.shape, 0)
        left, nothing = cgutils.alloca_once(builder, vector), ir.Constant(vector, None)
        mask = cgutils.alloca_once_value(builder, number(0))
        total = cgutils.alloca_once_value(builder, nothing)
        kind, name = ir.FunctionType(vector, [vector]), f"llvm.ctpop.v{WORDS}i64"
        set_bits = cgutils.get_or_insert_function(builder.module, kind, name)
        over = partial(cgutils.for_range_slice, builder, number(0), intp=number)

        def place(data: Any, at: Any) -> Any:
            return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())

        with over(width, number(WORDS)) as (first, _):
            builder.store(ir.Constant(vector, [2**64 - 1] * WORDS), left)
            with over(arguments[2], number(TOGETHER)) as (some, _):
                here = builder.load(left)
                for i in range(TOGETHER):
                    start = builder.load(builder.gep(begins, [builder.add(some, number(i))]))
                    row = builder.load(place(rows, builder.add(start, first)), align=8)
                    here = builder.and_(here, row)
                builder.store(here, left)
            here = builder.load(left)
            builder.store(here, place(out.data, first), align=8)
            # The byte of each vector joins those before it in the same mask.
            bit = builder.and_(first, number(63))
            begun = builder.icmp_unsigned("!=", bit, number(0))
            before = builder.select(begun, builder.load(mask), number(0))
            mark = builder.bitcast(builder.icmp_unsigned("!=", here, nothing), ir.IntType(WORDS))
            builder.store(builder.or_(before, builder.shl(builder.zext(mark, number), bit)), mask)
            to = builder.gep(marks, [builder.lshr(first, number(6))])
            builder.store(builder.load(mask), to)
            counted = builder.add(builder.load(total), builder.call(set_bits, [here]))
            builder.store(counted, total)
        counts = builder.load(total)
        lanes = [builder.extract_element(counts, ir.IntType(32)(i)) for i in range(WORDS)]
        return reduce(builder.add, lanes)

    return types.uint64(bits, starts, types.uint64, words, masks), generate
