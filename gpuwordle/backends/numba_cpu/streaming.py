"""Codes for matrices that no cache holds, written past the caches.

An ordinary store first reads the line that it changes, so a large matrix crosses the bus twice. A
non-temporal one does not, if it fills whole aligned lines. So every row of the matrix is written
from its first whole line to its last, and the few codes before and after in the ordinary way.
Answers are taken in tiles, so that the letter rows of all guesses stay in a core's own cache.

Memory that was never touched is different: the system clears each page at its first store,
which brings it into the caches, and ordinary stores find it there.
"""

from __future__ import annotations

import ctypes
from functools import cache
from mmap import PAGESIZE
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types, uint32, uint64
from numba.extending import intrinsic

from gpuwordle.compiled import kernel
from gpuwordle.rules.planes import DIGITS_PER_PLANE, PLANE_BASE

STREAMED_FROM = 1 << 24
"""Bytes of a matrix that leaves the caches before it is read, however it is written."""

LEAST_ANSWERS = 256
"""Fewer answers than this hardly fill whole lines."""

_TILE_BYTES = 3 << 18
"""Bytes of a core's cache that the letter rows of a tile take."""
_SHORTEST_TILE = 1024
_LINE = 64
_PIECE = 64
"""Answers that are written together: a line for each byte of a code."""

_SAMPLED_PAGES = 16

_BASE = np.uint32(PLANE_BASE)


def pays(matrix: npt.NDArray[np.unsignedinteger], answers: int) -> bool:
    """Decide whether writing past the caches is faster for a matrix, by the answers at a time."""
    large = matrix.nbytes >= STREAMED_FROM and answers >= LEAST_ANSWERS
    return large and bool(matrix.flags.aligned) and is_resident(matrix)


@cache
def _mincore() -> Any:
    """Return the system call that tells which pages are in memory; None on Windows."""
    try:
        mincore = ctypes.CDLL(None).mincore
    except (AttributeError, OSError, TypeError):
        return None
    mincore.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
    return mincore


def is_resident(matrix: npt.NDArray[np.unsignedinteger]) -> bool:
    """Return whether sampled pages of an array are in memory; True if the system cannot say."""
    mincore = _mincore()
    if mincore is None:
        return True
    found, begin = ctypes.create_string_buffer(1), matrix.ctypes.data
    for part in range(_SAMPLED_PAGES):
        page = (begin + matrix.nbytes * part // _SAMPLED_PAGES) // PAGESIZE * PAGESIZE
        if not mincore(page, PAGESIZE, found) and not found.raw[0] & 1:
            return False
    return True


@intrinsic
def row_begins(_typing, slots, _guess, _answers, planes):
    """Return where the rows of a guess begin in a flat table of rows, five for each plane.

    ``planes`` is a tuple of as many numbers as there are planes, so that the type shows it.
    """
    count = DIGITS_PER_PLANE * planes.count

    def begins(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table = context.make_array(signature.args[0])(context, builder, arguments[0])
        each = context.get_constant(types.uint64, count)
        first = builder.gep(table.data, [builder.mul(arguments[1], each)])
        numbers = [
            context.cast(
                builder,
                builder.load(builder.gep(first, [context.get_constant(types.intp, i)])),
                slots.dtype,
                types.uint64,
            )
            for i in range(count)
        ]
        places = [builder.mul(number, arguments[2]) for number in numbers]
        return context.make_tuple(builder, signature.return_type, places)

    returned = types.UniTuple(types.uint64, count)
    return returned(slots, types.uint64, types.uint64, planes), begins


@intrinsic
def stream_piece(_typing, codes, _to, rows, begins, _answer):
    """Write the codes of 64 answers past the caches, from flat ``rows`` to flat ``codes``.

    The first one stands at the beginning of a line.
    """

    def pieces(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8), ir.IntType(codes.dtype.bitwidth)
        table = context.make_array(signature.args[2])(context, builder, arguments[2])

        def row(which: int) -> Any:
            place = builder.add(builder.extract_value(arguments[3], which), arguments[4])
            at = builder.gep(builder.bitcast(table.data, byte.as_pointer()), [place])
            vector = ir.VectorType(byte, _PIECE).as_pointer()
            return builder.load(builder.bitcast(at, vector), align=1)

        wide = ir.VectorType(number, _PIECE)
        base = ir.Constant(wide, [PLANE_BASE] * _PIECE)
        total = None
        for plane in reversed(range(begins.count // DIGITS_PER_PLANE)):
            digits = row(DIGITS_PER_PLANE * plane)
            for slot in range(1, DIGITS_PER_PLANE):
                digits = builder.add(digits, row(DIGITS_PER_PLANE * plane + slot))
            if number != byte:
                digits = builder.zext(digits, wide)
            total = digits if total is None else builder.add(builder.mul(total, base), digits)
        matrix = context.make_array(signature.args[0])(context, builder, arguments[0])
        to = builder.bitcast(builder.gep(matrix.data, [arguments[1]]), wide.as_pointer())
        store = builder.store(total, to, align=_LINE)
        once = builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)])
        store.set_metadata("nontemporal", once)
        return context.get_dummy_value()

    return types.void(codes, types.uint64, rows, begins, types.uint64), pieces


@intrinsic
def fence(_typing):
    """Let other threads see what was written past the caches before anything that comes after."""

    def instruction(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), instruction


@kernel(internal=True)
def write_some(flat, begins, codes, to, first, last):
    """Write the codes of answers ``first`` to ``last`` in the ordinary way."""
    for answer in range(first, last):
        code = uint32(0)
        for slot in range(len(begins) - 1, -1, -DIGITS_PER_PLANE):
            digits = uint32(0)
            for i in range(DIGITS_PER_PLANE):
                digits += flat[begins[slot - i] + answer]
            code = code * _BASE + digits
        codes[to + answer] = code


@kernel
def stream_codes(rows, slots, _plane_base, planes, first, last, start, width, codes):
    """Write codes as `gpuwordle.backends.numba_cpu.rows.write_codes` does, past the caches.

    There are `LEAST_ANSWERS` or more, and codes are colours or have one plane; ``planes`` is as in
    `row_begins`.
    """
    answers, flat, piece = uint64(rows.shape[1]), rows.reshape(-1), uint64(_PIECE)
    line = uint64(_LINE // codes.itemsize)
    # In codes, not bytes: an aligned array begins at a whole number of them.
    begin = uint64(codes.ctypes.data) // uint64(codes.itemsize)
    tiles = uint64(flat.size) // uint64(_TILE_BYTES) + uint64(1)
    tile = max((answers + tiles - uint64(1)) // tiles, uint64(_SHORTEST_TILE))
    for low in range(uint64(0), answers, tile):
        high = min(low + tile, answers)
        for guess in range(uint64(first), uint64(last)):
            to = guess * uint64(width) + uint64(start)
            begins = row_begins(slots, guess, answers, planes)
            # The first whole line, and from there on whole pieces; each belongs to the tile it
            # begins in.
            whole = (line - (begin + to) % line) % line
            behind = answers - (answers - whole) % piece
            place = min(whole + (low + piece - uint64(1)) // piece * piece, behind)
            end = min(whole + (high + piece - uint64(1)) // piece * piece, behind)
            if low == uint64(0):
                write_some(flat, begins, codes, to, uint64(0), whole)
            for answer in range(place, end, piece):
                stream_piece(codes, to + answer, flat, begins, answer)
            if high == answers:
                write_some(flat, begins, codes, to, behind, answers)
    fence()
