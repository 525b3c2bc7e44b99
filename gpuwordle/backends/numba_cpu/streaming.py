"""Codes of short words for matrices that no cache holds, written past the caches.

An ordinary store first reads the line that it changes, so a large matrix crosses the bus twice. A
non-temporal one does not, if it fills whole aligned pieces. So every row of the matrix is written
from its first whole piece to its last, and the few bytes before and behind in the ordinary way.
Answers are taken in tiles, so that the letter rows of all guesses stay in a core's own cache.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit, types, uint64
from numba.extending import intrinsic

STREAMED_FROM = 1 << 24
"""Bytes of a matrix that leaves the caches before it is read, however it is written."""

LEAST_ANSWERS = 256
"""Fewer hardly fill whole pieces."""

_TILE_BYTES = 3 << 18
"""What the letter rows of a tile take of a core's cache."""
_PIECE = 64


def pays(matrix_bytes: int, answers: int) -> bool:
    """Whether a matrix, so many answers of a row at a time, is sooner written past the caches."""
    return matrix_bytes >= STREAMED_FROM and answers >= LEAST_ANSWERS


@intrinsic
def stream_sum(  # type: ignore[no-untyped-def]
    _typing, codes, _to, rows, _first, _second, _third, _fourth, _fifth
):
    """Write the sum of five pieces of flat ``rows``, by where they begin, past the caches.

    ``codes``, too, is flat; the piece begins at a multiple of 64 bytes.
    """
    places = (types.uint64,) * 5

    def pieces(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, vector = ir.IntType(8), ir.VectorType(ir.IntType(8), _PIECE)

        def at(array: int, place: Any) -> Any:
            flat = context.make_array(signature.args[array])(context, builder, arguments[array])
            begin = builder.bitcast(flat.data, byte.as_pointer())
            return builder.bitcast(builder.gep(begin, [place]), vector.as_pointer())

        total = builder.load(at(2, arguments[3]), align=1)
        for place in arguments[4:]:
            total = builder.add(total, builder.load(at(2, place), align=1))
        store = builder.store(total, at(0, arguments[1]), align=_PIECE)
        once = builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)])
        store.set_metadata("nontemporal", once)
        return context.get_dummy_value()

    return types.void(codes, types.uint64, rows, *places), pieces


@intrinsic
def fence(_typing):  # type: ignore[no-untyped-def]
    """Let other threads see what was written past the caches before anything that comes after."""

    def instruction(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), instruction


@njit(cache=True, nogil=True)
def add_five(flat, a, b, c, d, e, codes, to, first, last):  # type: ignore[no-untyped-def]
    """Write the sum of five rows in the ordinary way, for answers ``first`` to ``last``."""
    for j in range(first, last):
        codes[to + j] = flat[a + j] + flat[b + j] + flat[c + j] + flat[d + j] + flat[e + j]


@njit(cache=True, nogil=True)
def stream_codes8(rows, slots, first, last, start, width, codes):  # type: ignore[no-untyped-def]
    """Write codes as `gpuwordle.backends.numba_cpu.rows.write_codes8` does, past the caches.

    There are `LEAST_ANSWERS` or more.
    """
    answers, flat, piece = uint64(rows.shape[1]), rows.reshape(-1), uint64(_PIECE)
    begin = uint64(codes.ctypes.data)
    tiles = uint64(flat.size) // uint64(_TILE_BYTES) + uint64(1)
    tile = (answers + tiles - uint64(1)) // tiles
    for low in range(uint64(0), answers, tile):
        high = min(low + tile, answers)
        for guess in range(first, last):
            to = uint64(guess) * uint64(width) + uint64(start)
            a, b = uint64(slots[guess, 0, 0]) * answers, uint64(slots[guess, 0, 1]) * answers
            c, d = uint64(slots[guess, 0, 2]) * answers, uint64(slots[guess, 0, 3]) * answers
            e = uint64(slots[guess, 0, 4]) * answers
            # A piece belongs to the tile that it begins in.
            behind = answers - (begin + to + answers) % piece
            place = min(low + (piece - (begin + to + low) % piece) % piece, behind)
            end = min(high + (piece - (begin + to + high) % piece) % piece, behind)
            if low == uint64(0):
                add_five(flat, a, b, c, d, e, codes, to, uint64(0), place)
            for j in range(place, end, piece):
                stream_sum(codes, to + j, flat, a + j, b + j, c + j, d + j, e + j)
            if high == answers:
                add_five(flat, a, b, c, d, e, codes, to, behind, answers)
    fence()
