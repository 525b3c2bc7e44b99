"""Tiles: the codes of 256 guesses against the candidates of a small group, and their buckets.

Where groups are small the guesses are the long side, so the roles of letter rows are exchanged: one
row for every way that a letter stands in an answer, over all guesses (`GuessTable`). The codes of a
tile against a candidate are the sum of the rows of the candidate's letters, and comparing those of
all candidates pairwise tells for many guesses at once how many buckets there are: candidates whose
code no earlier candidate has. No counter is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np
import numpy.typing as npt
from numba import from_dtype, int32, int64, types, uint32, uint64, void

from gpuwordle.backends.numba_cpu.arguments import TABLE, Table
from gpuwordle.backends.numba_cpu.distinct import SIDE_BY_SIDE, count_distinct
from gpuwordle.compiled import kernel
from gpuwordle.rules.codes import code_dtype
from gpuwordle.scoring.contributions import PLANE_BASE, Contributions, Postings
from gpuwordle.scoring.groups import Groups
from gpuwordle.workers import Workers

TILE = 256
"""Guesses side by side; the guess table is padded to whole tiles."""

MOST_IN_TILES = 128
"""Up to so many candidates, pairwise compares count faster than a table of counters; half as many
where codes take more than a byte."""

POSTINGS = types.NamedTuple([int32[::1], int32[::1], int32[:, ::1]], Postings)

# Nanoseconds on one core, about: an entry of the guess table, and a pair of candidates for a guess.
_TABLE_ENTRY, _COMPARE = 1.0, 0.02


def _fill_guess_table(table, postings, first, last, table_first, guess_table):
    """Fill in what a letter that stands in each way adds to guesses ``first`` to ``last``."""
    slots, letters, base = table.slots, table.letters, table.base
    starts, sets, contributions = postings.starts, postings.sets, table.contributions
    zero_row = len(base) - 1
    for start in range(first, last, TILE):
        begin = start - table_first
        guess_table[:, begin : begin + TILE] = 0
        for guess in range(start, min(start + TILE, last)):
            weight = uint32(1)
            for plane in range(slots.shape[1]):
                for i in range(5):
                    row = slots[guess, plane, i]
                    if row == zero_row:
                        break
                    for way in range(starts[letters[row]], starts[letters[row] + 1]):
                        byte = contributions[base[row] + sets[way]]
                        guess_table[way, guess - table_first] += weight * uint32(byte)
                weight *= uint32(PLANE_BASE)


@kernel
def fill_tile(guess_table, listed, candidates, first, size, start, codes):
    """Write the codes of the tile at ``start`` against ``size`` candidates from ``first`` on."""
    # Rows are named by number, see `rows`.
    begin = uint64(start)
    for i in range(uint64(size)):
        answer = candidates[uint64(first) + i]
        for letter in range(0, listed.shape[1], 5):
            if letter > 0 and listed[answer, letter] == 0:
                break
            a, b = uint64(listed[answer, letter]), uint64(listed[answer, letter + 1])
            c, d = uint64(listed[answer, letter + 2]), uint64(listed[answer, letter + 3])
            e = uint64(listed[answer, letter + 4])
            if letter == 0:
                for v in range(uint64(TILE)):
                    j = begin + v
                    five = guess_table[a, j] + guess_table[b, j] + guess_table[c, j]
                    codes[i, v] = five + guess_table[d, j] + guess_table[e, j]
            else:
                for v in range(uint64(TILE)):
                    j = begin + v
                    five = guess_table[a, j] + guess_table[b, j] + guess_table[c, j]
                    codes[i, v] += five + guess_table[d, j] + guess_table[e, j]


@kernel(allocates=True)
def rows_of_tile(candidates):
    """Where the codes of each of so many candidates begin in a tile."""
    starts = np.empty(candidates, np.int64)
    for i in range(candidates):
        starts[i] = TILE * i
    return starts


@kernel
def count_tile(codes, starts, size, buckets):
    """Count the buckets of each guess of a tile; ``starts`` is of `rows_of_tile`."""
    rows = codes.reshape(-1)
    for v in range(0, TILE, SIDE_BY_SIDE // codes.itemsize):
        count_distinct(rows, starts, size, v, buckets)


def _count_buckets(candidates, offsets, chosen, listed, guess_table, first, last, counts):
    """Count the buckets of guesses ``first`` to ``last``, those of the table, on chosen groups."""
    codes = np.empty((MOST_IN_TILES, TILE), guess_table.dtype)
    buckets, starts = np.empty(TILE, codes.dtype), rows_of_tile(MOST_IN_TILES)
    for group in chosen:
        size = offsets[group + 1] - offsets[group]
        for start in range(0, last - first, TILE):
            fill_tile(guess_table, listed, candidates, offsets[group], size, start, codes)
            count_tile(codes, starts, size, buckets)
            begin = uint64(first + start)
            for v in range(uint64(min(TILE, last - first - start))):
                counts[group, begin + v] = int32(buckets[v])


@cache
def _kernels(dtype: npt.DTypeLike) -> tuple[Callable[..., None], Callable[..., None]]:
    """Compile for one code dtype: a word length needs one of three."""
    code = from_dtype(np.dtype(dtype))
    fill = void(TABLE, POSTINGS, int64, int64, int64, code[:, ::1])
    count = void(
        int32[::1], *[int64[::1]] * 2, int32[:, ::1], code[:, ::1], int64, int64, int32[:, ::1]
    )
    return (
        kernel(fill, allocates=True)(_fill_guess_table),
        kernel(count, allocates=True)(_count_buckets),
    )


class GuessTable:
    """What each way that a letter stands in an answer adds to the code of every guess.

    Built when first needed, and kept where it fits the memory; else in blocks of guesses, again and
    again.
    """

    def __init__(self, parts: Contributions, table: Table, workers: Workers, memory: int) -> None:
        self.postings, self.dtype = parts.postings, np.dtype(code_dtype(table.length))
        self._table, self._workers = table, workers
        self._guesses = len(table.slots)
        fitting = memory // (len(self.postings.sets) * self.dtype.itemsize) // TILE * TILE
        self._block = min(max(fitting, TILE), -(-self._guesses // TILE) * TILE)
        # A table that is not kept costs more than it saves.
        self.most = MOST_IN_TILES // min(self.dtype.itemsize, 2) if fitting >= self._guesses else 0
        self._whole: npt.NDArray[np.unsignedinteger] | None = None

    def blocks(self) -> Iterator[tuple[int, int, npt.NDArray[np.unsignedinteger]]]:
        """Yield the first guess, the last and the codes of each block."""
        for first in range(0, self._guesses, self._block):
            last = min(first + self._block, self._guesses)
            yield first, last, self._filled(first, last) if self._whole is None else self._whole

    def _filled(self, first: int, last: int) -> npt.NDArray[np.unsignedinteger]:
        ways, length = len(self.postings.sets), self._table.length
        codes = np.empty((ways, self._block), self.dtype)
        # A guess has a letter in each place, and a letter an equal part of the ways.
        each = _TABLE_ENTRY * length * ways / self._table.placement.shape[1]
        fill, _ = _kernels(self.dtype)
        self._workers.run(
            (partial(fill, self._table, self.postings, first + a, first + b, first, codes), 0.0)
            for a, b in self._workers.cut(last - first, each, TILE)
        )
        if self._block >= self._guesses:
            self._whole = codes
        return codes

    def count_buckets(
        self, groups: Groups, chosen: npt.NDArray[np.int64], counts: npt.NDArray[np.int32]
    ) -> None:
        """Fill in the buckets of all guesses on chosen groups: some, each of at most ``most``."""
        _, count = _kernels(self.dtype)
        pairs = float((groups.sizes[chosen] ** 2).mean())
        for first, last, codes in self.blocks():
            given = self.postings.listed, codes, first, last, counts
            self._workers.run(
                (partial(count, groups.candidates, groups.offsets, chosen[a:b], *given), 0.0)
                for a, b in self._workers.cut(len(chosen), _COMPARE * pairs * (last - first))
            )
