"""Small groups: buckets and best guesses by comparing codes pairwise, thousands of groups per call.

In a small group the guesses are the long side. So the roles of letter rows are exchanged: there is
one row for every way that a letter stands in an answer, over all guesses (`GuessTable`). The codes
of a *tile*, 256 guesses, against a candidate are the sum of the rows of the candidate's letters.
Comparing the codes of all candidates pairwise counts the buckets of every guess of the tile, with
no counter touched: they are the candidates whose code no earlier candidate has.

The best guess of a group of three to forty candidates is searched in two steps. Its own candidates
are evaluated first; one that splits perfectly ends the search. Since b balanced buckets are the
cheapest b buckets, their best key gives the number of missing buckets above which a guess cannot
win, and a tile whose smallest number is above it is skipped. Nearly all are. If no candidate splits
perfectly, the first other guess that does ends the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import from_dtype, int32, int64, types, uint32, uint64, void

from gpuwordle.backends.numba_cpu.arguments import COST, LARGEST_SMALL_GROUP, POOLED, TABLE, Table
from gpuwordle.backends.numba_cpu.bound import least_key
from gpuwordle.backends.numba_cpu.hashing import probe
from gpuwordle.backends.numba_cpu.intrinsics import SIDE_BY_SIDE, count_distinct
from gpuwordle.compiled import kernel
from gpuwordle.scoring.contributions import Contributions, Postings
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import NO_KEY
from gpuwordle.threads import Threads

TILE = 256
"""Guesses side by side; the guess table is padded to whole tiles."""

MOST_IN_TILES = 128
"""Size up to which pairwise compares count faster than a table of counters; half this size if codes
take more than a byte."""

_SLOTS = 128
"""Slots of the hash table in which the codes of a small group are counted."""

POSTINGS = types.NamedTuple([int32[::1], int32[::1], int32[:, ::1]], Postings)

# Nanoseconds on one core, about: an entry of the guess table, and a pair of candidates for a guess.
_TABLE_ENTRY, _COMPARE = 1.0, 0.02


def _fill_guess_table(table, postings, first, last, table_first, guess_table):
    """Fill in what each way that a letter stands adds to the codes of a range of guesses."""
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
                weight *= uint32(table.plane_base)


@kernel
def fill_tile(guess_table, listed, candidates, first, size, start, codes):
    """Write the codes of the tile at ``start`` against ``size`` candidates from ``first`` on."""
    # Rows by number: a slice of an array costs more.
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


@kernel
def buckets_of_tile(codes, starts, size, buckets):
    """Count the buckets of each guess of a tile; a candidate's codes begin at ``starts``."""
    rows = codes.reshape(-1)
    for v in range(0, TILE, SIDE_BY_SIDE // codes.itemsize):
        count_distinct(rows, starts, size, v, buckets)


def _count_buckets(candidates, offsets, chosen, listed, guess_table, first, last, bucket_counts):
    """Count the buckets of guesses ``first`` to ``last``, those of the table, on chosen groups."""
    codes = np.empty((MOST_IN_TILES, TILE), guess_table.dtype)
    buckets, starts = np.empty(TILE, codes.dtype), np.arange(0, TILE * MOST_IN_TILES, TILE)
    for group in chosen:
        size = offsets[group + 1] - offsets[group]
        for start in range(0, last - first, TILE):
            fill_tile(guess_table, listed, candidates, offsets[group], size, start, codes)
            buckets_of_tile(codes, starts, size, buckets)
            begin = uint64(first + start)
            for v in range(uint64(min(TILE, last - first - start))):
                bucket_counts[group, begin + v] = int32(buckets[v])


@cache
def _kernels(dtype: npt.DTypeLike) -> tuple[Callable[..., None], Callable[..., None]]:
    """Compile for one code dtype; a word length needs one of three."""
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

    It is built when first needed. If it fits in memory it is kept, else blocks of guesses are
    built each time.
    """

    def __init__(self, parts: Contributions, table: Table, threads: Threads, memory: int) -> None:
        self.postings, self.dtype = parts.postings, parts.rule.code_dtype(table.length)
        self._table, self._threads = table, threads
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
        self._threads.run(
            (partial(fill, self._table, self.postings, first + a, first + b, first, codes), 0.0)
            for a, b in self._threads.cut(last - first, each, TILE)
        )
        if self._block >= self._guesses:
            self._whole = codes
        return codes

    def count_buckets(
        self, groups: Groups, chosen: npt.NDArray[np.int64], bucket_counts: npt.NDArray[np.int32]
    ) -> None:
        """Count the buckets of all guesses on one or more groups of at most ``most`` candidates."""
        _, count = _kernels(self.dtype)
        pairs = float((groups.sizes[chosen] ** 2).mean())
        for first, last, codes in self.blocks():
            given = self.postings.listed, codes, first, last, bucket_counts
            self._threads.run(
                (partial(count, groups.candidates, groups.offsets, chosen[a:b], *given), 0.0)
                for a, b in self._threads.cut(len(chosen), _COMPARE * pairs * (last - first))
            )


class Best(NamedTuple):
    """The incumbents: arrays of shape (groups,)."""

    keys: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int32]


BEST = types.NamedTuple([int64[::1], int32[::1]], Best)


@kernel
def _most_missing(size, best, cumulative, slack, largest_weight):
    """Return the most missing buckets with which a guess can beat the best; -1 if none can."""
    most = int64(-1)
    for missing in range(size):
        if least_key(size, size - missing, cumulative, slack, largest_weight) < best:
            most = missing
    return most


@kernel(void(POOLED, TABLE, COST, BEST, int64[::1]), allocates=True)
def search_own(pooled, table, cost, best, chosen):
    """Find the best candidate of each chosen group, or the first that splits perfectly."""
    slots, row_letters, row_base = table.slots, table.letters, table.base
    contributions, placement = table.contributions, table.placement
    candidates, offsets, own = pooled.candidates, pooled.offsets, pooled.own
    marginal, largest_weight = cost.marginal, cost.largest_weight
    planes, zero_row = slots.shape[1], len(row_base) - 1
    # The rows of one guess, so that the loop over candidates looks nothing up twice.
    letters = np.empty(5 * planes, np.uint32)
    bases = np.empty(5 * planes, np.uint64)
    weights = np.empty(5 * planes, np.uint32)
    sizes = np.zeros(_SLOTS, np.int64)
    numbers = np.zeros(_SLOTS, np.int64)
    keys = np.empty(_SLOTS, np.uint32)
    base = int64(1)
    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        perfect = size * cost.cumulative[1] + largest_weight
        lowest = int64(NO_KEY)
        for index in range(size):
            guess = own[first + index]
            used = 0
            weight = uint32(1)
            for plane in range(planes):
                for i in range(5):
                    row = slots[guess, plane, i]
                    if row == zero_row:
                        break
                    letters[used] = row_letters[row]
                    bases[used] = row_base[row]
                    weights[used] = weight
                    used += 1
                weight *= uint32(table.plane_base)
            # Written out here and below: a helper makes trees slower by a tenth or more.
            base += LARGEST_SMALL_GROUP  # more than the group before can have used
            known = int64(0)
            value, largest = int64(0), int64(0)
            for j in range(size):
                answer = candidates[first + j]
                code = uint32(0)
                for i in range(uint32(used)):
                    way = uint64(placement[answer, letters[i]])
                    code += weights[i] * uint32(contributions[bases[i] + way])
                slot = probe(numbers, keys, base, code)
                if numbers[slot] < base:
                    numbers[slot] = base + known
                    keys[known] = code
                    sizes[known] = 0
                    known += 1
                number = numbers[slot] - base
                value += marginal[sizes[number]]
                sizes[number] += 1
                largest = max(largest, sizes[number])
                if value + largest_weight * largest >= lowest:
                    break
            value += largest_weight * largest
            if value < lowest:
                lowest = value
                best.guesses[group] = guess
                if value == perfect:
                    break
        best.keys[group] = lowest


def _search_small(pooled, listed, cost, first_guess, last_guess, guess_table, best, chosen):
    candidates, offsets = pooled.candidates, pooled.offsets
    marginal, cumulative, slack = cost.marginal, cost.cumulative, cost.slack
    largest_weight = cost.largest_weight
    codes = np.empty((LARGEST_SMALL_GROUP, TILE), guess_table.dtype)
    buckets, starts = np.empty(TILE, codes.dtype), np.arange(0, TILE * LARGEST_SMALL_GROUP, TILE)
    sizes = np.empty(_SLOTS, np.int64)
    numbers = np.zeros(_SLOTS, np.int64)
    keys = np.empty(_SLOTS, np.uint32)
    base = int64(1)
    for group in chosen:
        first = offsets[group]
        size = offsets[group + 1] - first
        lowest = best.keys[group]
        most = _most_missing(size, lowest, cumulative, slack, largest_weight)
        if most < 0:
            continue
        for start in range(0, last_guess - first_guess, TILE):
            fill_tile(guess_table, listed, candidates, first, size, start, codes)
            buckets_of_tile(codes, starts, size, buckets)
            highest = buckets[0]
            for v in range(TILE):
                highest = max(highest, buckets[v])
            if size - int64(highest) > most:
                continue
            for v in range(min(TILE, last_guess - first_guess - start)):
                if size - int64(buckets[v]) > most:
                    continue
                base += LARGEST_SMALL_GROUP
                known = int64(0)
                value, largest = int64(0), int64(0)
                for i in range(size):
                    code = uint32(codes[i, v])
                    slot = probe(numbers, keys, base, code)
                    if numbers[slot] < base:
                        numbers[slot] = base + known
                        keys[known] = code
                        sizes[known] = 0
                        known += 1
                    number = numbers[slot] - base
                    value += marginal[sizes[number]]
                    sizes[number] += 1
                    largest = max(largest, sizes[number])
                    if value + largest_weight * largest >= lowest:
                        break
                value += largest_weight * largest
                if value < lowest:
                    lowest = value
                    best.guesses[group] = first_guess + start + v
                    most = _most_missing(size, lowest, cumulative, slack, largest_weight)
                    if most < 0:
                        break
            if most < 0:
                break
        best.keys[group] = lowest


@cache
def search_small(dtype: npt.DTypeLike) -> Callable[..., None]:
    """Compile the search for one code dtype; a word length needs one of three.

    search(pooled, listed, cost, first_guess, last_guess, guess_table, best, chosen)
        Improve the best guess of each chosen group with the guesses of the table; of equals the
        present one stays. ``listed`` are the ways of every answer's letters.
    """
    code = from_dtype(np.dtype(dtype))
    signature = void(POOLED, int32[:, ::1], COST, int64, int64, code[:, ::1], BEST, int64[::1])
    return kernel(signature, allocates=True)(_search_small)
