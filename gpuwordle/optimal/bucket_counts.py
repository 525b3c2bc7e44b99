"""How many buckets guesses make of a candidate set: the number that every bound is made of.

The buckets of one guess are marked and summed. For all guesses at once, small sets compare the rows
of their candidates pair by pair, which needs no marks: a pattern is new if it equals none before.
Larger sets mark the patterns of some guesses side by side: as bits if there are at most 243
patterns, else as bytes. Both read candidates column by column: a row of a long list takes as long
to load for a few candidates as for many.

Sorting by these counts is here, too: plain loops compile in a fraction of the time that
NumPy's functions take.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.intrinsics import (
    MARKED,
    SIDE_BY_SIDE,
    count_distinct,
    count_marked,
    fetch,
)
from gpuwordle.backends.numba_cpu.intrinsics import popcount as set_bits
from gpuwordle.compiled import kernel

ONE = uint64(1)

FETCHED_FROM = 48
"""Smallest sets for which the codes of the next guess are fetched while one is split."""

_LINE = 64
"""Bytes that come into the cache together."""

LARGEST_OF_PAIRS = 104
"""If codes take two bytes, larger sets are counted by marks instead of comparing pairs."""

BITS_FROM = 80
"""If codes take one byte, sets of this size or more are counted by bits."""

LARGEST_OF_BITS = 243
"""Most patterns that are marked as bits."""

LARGEST_OF_BYTES = 3000
"""Largest set whose patterns are marked as bytes side by side: rows of larger ones are read just
as fast."""

LARGEST_LISTED = 1000
"""Largest set for which bytes are marked if only some guesses are counted."""

MARKED_AT_ONCE = 16
"""Guesses whose patterns are marked as bytes at a time."""

GATHERED = 2048
"""Guesses whose codes are gathered at a time."""

_FEW_MARKS = 512
"""Most marks that are always summed all at once, which takes less than finding the last one."""

_MARKS_A_CANDIDATE = 64
"""With more marks for each candidate than this, marks are summed candidate by candidate."""

_BYTES_SUM = 255
"""Words of marks that can be added up before a byte overflows."""

_FEW_GUESSES = 32
"""Fewer guesses are not worth gathering."""


class Sorting(NamedTuple):
    """Scratch for sorting guesses."""

    ranks: npt.NDArray[np.int64]  # (padded guesses,): what they are sorted by
    values: npt.NDArray[np.int32]  # (padded guesses,): the order before
    keys: npt.NDArray[np.int64]  # (padded guesses,): their ranks
    starts: npt.NDArray[np.int64]  # (answers + 2,): where the guesses of each bucket count begin

    @classmethod
    def of(cls, padded: int, answers: int) -> Sorting:
        """Allocate it for ``padded`` guesses and ``answers`` answers."""
        ranks, keys = np.empty((2, padded), np.int64)
        return cls(ranks, np.empty(padded, np.int32), keys, np.empty(answers + 2, np.int64))


def pattern_marks_for(code_count: int, dtype: npt.DTypeLike) -> npt.NDArray[np.uint64]:
    """Allocate what patterns of two bytes are marked in: bytes, all zero before and after.

    There is a row for each of `MARKED_AT_ONCE` guesses. Rows that are a page apart would evict each
    other.
    """
    if np.dtype(dtype).itemsize == 1:
        return np.empty((0, 0), np.uint64)
    lines = -(-code_count // _LINE) | 1
    return np.zeros((MARKED_AT_ONCE, lines * _LINE // 8), np.uint64)


@kernel(internal=True)
def popcount(bits):
    """Count the bits of a word."""
    return np.int64(set_bits(bits))


@kernel(internal=True)
def largest(values, size):
    """Return the largest of ``values[:size]``."""
    most = values[0]
    for j in range(size):
        most = max(most, values[j])
    return np.int64(most)


@kernel(internal=True)
def first_below(buckets, length, count):
    """Return the first place of a descending list whose count is lower."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        if buckets[middle] >= count:
            low = middle + 1
        else:
            high = middle
    return low


@kernel(internal=True)
def copy_row(codes, guess, row):
    """Copy the codes of a guess side by side; with one layout of codes, they are scattered."""
    for answer in range(codes.shape[1]):
        row[answer] = codes[guess, answer]


@kernel(internal=True)
def fetch_row(codes, guess):
    """Begin to load the codes of a guess, which a large set reads next, into the cache."""
    row = codes[guess]
    for answer in range(0, len(row), _LINE // codes.itemsize):
        fetch(row, uint64(answer))


@kernel(internal=True)
def bucket_of(row, hash_words, code, candidates):
    """Fill in the answers with a code, given the row of a guess; return their number and key."""
    size, key1, key2 = 0, uint64(0), uint64(0)
    for answer in range(row.shape[0]):
        if row[answer] == code:
            candidates[size] = answer
            size += 1
            key1 ^= hash_words[answer, 0]
            key2 ^= hash_words[answer, 1]
    return size, key1, key2


@kernel(internal=True)
def next_bucket(tables, items, item, row, candidates):
    """Do what `bucket_of` does for an item of a list of buckets: guesses and codes, (buckets, 2).

    ``row`` keeps the row of the guess for the next item.
    """
    guess, code = items[item, 0], items[item, 1]
    if item == 0 or guess != items[item - 1, 0]:
        copy_row(tables.codes, guess, row)
    return bucket_of(row, tables.hash_words, code, candidates)


@kernel(internal=True)
def take_marks(words, first, count):
    """Sum the marks, each a byte, in ``count`` words (uint64) from ``first`` on; unmark them."""
    found, low_bytes = np.int64(0), uint64(0x00FF00FF00FF00FF)
    # Unsigned: LLVM makes no vectors of loops whose index may count from the end.
    end = uint64(first + count)
    for begin in range(uint64(first), end, uint64(_BYTES_SUM)):
        total = uint64(0)
        for i in range(begin, min(begin + uint64(_BYTES_SUM), end)):
            total += words[i]
            words[i] = uint64(0)
        total = (total & low_bytes) + ((total >> uint64(8)) & low_bytes)
        found += np.int64((total * uint64(0x0001000100010001)) >> uint64(48))
    return found


@kernel(internal=True)
def count_buckets(row, candidates, size, marks):
    """Count the buckets that one guess makes of ``candidates[:size]``.

    ``marks`` (uint8, a multiple of 128, all zero before and after) has one mark per code.
    """
    words = marks.view(np.uint64)
    if len(marks) <= _FEW_MARKS:
        for i in range(size):
            marks[row[uint32(candidates[i])]] = uint8(1)
        return take_marks(words, 0, len(words))
    last = uint64(0)
    for i in range(size):
        code = uint64(row[uint32(candidates[i])])
        marks[code] = uint8(1)
        last = max(last, code)
    if np.int64(last) <= _MARKS_A_CANDIDATE * size:
        return take_marks(words, 0, np.int64(last) // 8 + 1)
    found = np.int64(0)
    for i in range(size):
        code = uint64(row[uint32(candidates[i])])
        found += np.int64(marks[code])
        marks[code] = uint8(0)
    return found


@kernel
def count_by_rows(codes, candidates, size, buckets, marks):
    """Count the buckets of every guess, one row of codes after another."""
    for guess in range(codes.shape[0]):
        buckets[guess] = count_buckets(codes[guess], candidates, size, marks)


@kernel(internal=True)
def counts_by_columns(codes, size):
    """Return whether many guesses are counted side by side on a set of this size."""
    one_layout = codes.strides[1] != codes.itemsize  # rows are not side by side
    return codes.itemsize == 1 or size <= LARGEST_OF_BYTES or one_layout


@kernel(internal=True)
def count_by_columns(columns, starts, size, guesses, buckets, marks):
    """Count the buckets of many guesses side by side; see `counts_by_columns`.

    columns: codes answer by answer; the row of candidate i begins at ``starts[i]`` (int64).
    size, guesses: candidates in the set, guesses in a row; rows are padded to a multiple of 64.
    buckets: filled; the codes' dtype, shape (at least padded guesses,).
    marks: scratch; see `pattern_marks_for`.
    """
    if size > LARGEST_OF_PAIRS and columns.itemsize > 1:
        count_by_bytes(columns, starts, size, guesses, buckets, marks)
        return
    line = _LINE // columns.itemsize
    for low in range(0, guesses, line):
        fetch_columns(columns, starts, size, low + 2 * line)
        if size >= BITS_FROM and columns.itemsize == 1:
            for first in range(low, low + line, MARKED):
                count_marked(columns, starts, size, first, buckets)
        else:
            for first in range(low, low + line, SIDE_BY_SIDE // columns.itemsize):
                count_distinct(columns, starts, size, first, buckets)


@kernel(internal=True)
def fetch_columns(columns, starts, size, first):
    """Begin to load the codes of the next guesses into the cache: the rows are far apart."""
    for i in range(size):
        fetch(columns, uint64(starts[i] + first))


@kernel(internal=True)
def count_by_bytes(columns, starts, size, guesses, buckets, pattern_marks):
    """Count the buckets of many guesses by marking patterns as bytes, some guesses side by side."""
    words, apart = pattern_marks.reshape(-1), pattern_marks.shape[1]
    marks = words.view(np.uint8)
    for low in range(0, guesses, MARKED_AT_ONCE):
        for i in range(size):
            first = uint64(starts[i] + low)
            for j in range(MARKED_AT_ONCE):
                code = uint64(columns[first + uint64(j)])
                marks[uint64(j * apart * 8) + code] = uint8(1)
        for j in range(MARKED_AT_ONCE):
            buckets[low + j] = take_marks(words, j * apart, apart)


@kernel(internal=True)
def count_all_guesses(tables, candidates, workspace, buckets):
    """Count the buckets that every guess makes of a set.

    ``buckets`` has the codes' dtype and a place for each padded guess.
    """
    size = len(candidates)
    if not counts_by_columns(tables.codes, size):
        count_by_rows(tables.codes, candidates, size, buckets, workspace.marks)
        return
    padded, starts = tables.padded, workspace.row_starts
    for i in range(size):
        starts[i] = np.int64(candidates[i]) * padded
    count_by_columns(tables.columns, starts, size, padded, buckets, workspace.pattern_marks)


@kernel(internal=True)
def gather_codes(columns, chosen, width, starts, size, gathered):
    """Copy the codes of chosen guesses side by side; return their number, padded to 64.

    columns, size: as for `count_by_columns`.
    chosen, width: places of guesses in a row (uint32), and how many: at most `GATHERED`.
    starts: as for `count_by_columns`; afterwards the starts of the gathered rows.
    gathered: filled; shape (at least size * (GATHERED + 64),).
    """
    while width % 64:
        chosen[width] = chosen[width - 1]
        width += 1
    # Rows an even number of cache lines apart would evict each other.
    apart = width | 64
    for i in range(size):
        row = columns[starts[i] :]
        here = gathered[i * apart : i * apart + width]
        for j in range(width):
            here[j] = row[chosen[j]]
        starts[i] = i * apart
    return width


@kernel(internal=True)
def count_listed(tables, candidates, guesses, workspace, buckets):
    """Count the buckets that listed guesses make of a set.

    Their codes are gathered first: otherwise most of the time would be spent waiting for memory.
    """
    codes, starts, size, count = tables.codes, workspace.row_starts, len(candidates), len(guesses)
    padded, found = tables.padded, workspace.bucket_counts[0]
    if count < _FEW_GUESSES or (codes.itemsize > 1 and size > LARGEST_LISTED):
        for j in range(count):
            buckets[j] = count_buckets(codes[guesses[j]], candidates, size, workspace.marks)
        return
    chosen, gathered = workspace.gathered_guesses, workspace.gathered_codes
    for low in range(0, count, GATHERED):
        width = min(GATHERED, count - low)
        for j in range(width):
            chosen[j] = guesses[low + j]
        for i in range(size):
            starts[i] = np.int64(candidates[i]) * padded
        filled = gather_codes(tables.columns, chosen, width, starts, size, gathered)
        count_by_columns(gathered, starts, size, filled, found, workspace.pattern_marks)
        for j in range(width):
            buckets[low + j] = found[j]


@kernel(internal=True)
def best_candidate(codes, candidates, size, stamps, clock):
    """Find the candidate that as a guess leaves the fewest candidates sharing a bucket.

    Returns (missing, candidate): 0 if each candidate gets a bucket of its own, 1 if two share one,
    2 for anything worse. ``stamps`` (int64, one per code) holds when a code was last seen,
    ``clock`` (int64, one) the time.
    """
    least, first = 2, 0
    for t in range(size):
        clock[0] += 1
        now, missing = clock[0], 0
        row = codes[candidates[t]]
        for i in range(size):
            # Unsigned: numba lets a signed index count from the end.
            code = row[uint32(candidates[i])]
            if stamps[code] != now:
                stamps[code] = now
                continue
            missing += 1
            if missing == least:
                break
        if missing < least:
            least, first = missing, candidates[t]
            if missing == 0:
                break
    return least, first


@kernel
def total_of_three(codes, a, b, c):
    """Return the least total of three answers: 5 if one of them separates the others, else 6."""
    if codes[a, b] != codes[a, c] or codes[b, a] != codes[b, c] or codes[c, a] != codes[c, b]:
        return 5
    return 6


@kernel(internal=True)
def sort_ascending(values, keys, count, old_values, old_keys):
    """Sort ``values[:count]`` and their keys by ascending keys: a stable merge sort.

    ``old_values`` and ``old_keys`` are scratch of the same dtypes.
    """
    width = 1
    while width < count:
        for i in range(count):
            old_values[i], old_keys[i] = values[i], keys[i]
        for low in range(0, count, 2 * width):
            middle, high = min(low + width, count), min(low + 2 * width, count)
            i, j = low, middle
            for to in range(low, high):
                if j == high or (i < middle and old_keys[i] <= old_keys[j]):
                    values[to], keys[to] = old_values[i], old_keys[i]
                    i += 1
                else:
                    values[to], keys[to] = old_values[j], old_keys[j]
                    j += 1
        width *= 2


@kernel(internal=True)
def sort_descending(guesses, buckets, length, most, sorting):
    """Sort guesses by descending bucket counts, none above ``most``: a stable counting sort."""
    starts, old_guesses, old_buckets = sorting.starts, sorting.values, sorting.keys
    for count in range(most + 1):
        starts[count] = 0
    for i in range(length):
        old_guesses[i], old_buckets[i] = guesses[i], buckets[i]
        starts[buckets[i]] += 1
    at = 0
    for count in range(most, -1, -1):
        here = starts[count]
        starts[count] = at
        at += here
    for i in range(length):
        to = starts[old_buckets[i]]
        starts[old_buckets[i]] += 1
        guesses[to], buckets[to] = old_guesses[i], old_buckets[i]
