"""Counting patterns: the buckets of every guess on every group, from codes to four integers.

Summing the codes of a guess is cheap (see `numba_rows`), so counting them decides the time. Two
ways to count, each one pass over the codes:

- a table with a counter for every possible code, up to 14 letters. Where a group fills the table
  well, the whole table is read and cleared afterwards, eight bytes at a time, keeping only words
  that hold a count. Where it does not, a list of the codes that were met is kept on the way,
  without a branch: the code is always written at the end of the list, and the list grows only if
  the code's counter was zero;
- a hash table as small as the group, for longer words, whose codes are too many for a table.

Counting is fastest when neighbouring answers have different codes, because a counter that was just
written cannot be read again at once; `spread_order` deals the answers out accordingly.
"""

from __future__ import annotations

from math import gcd

import numpy as np
import numpy.typing as npt
from numba import njit

from gpuwordle.backends.numba_rows import codes_of_guess

LONGEST_TABLE = 14
"""Longest words that are counted in a table of all codes: 3**14 counters take 10 MB."""

_HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_COUNT_MASK = np.uint64(0xFFFFFFFF)


def spread_order(size: int) -> npt.NDArray[np.int64]:
    """Permute 0 to size - 1 so that neighbours come from far apart.

    Steps of about the golden section of the size, as in Fibonacci hashing (Knuth, volume 3, 6.4):
    a sorted word list has similar words, and so equal codes, side by side.
    """
    step = max(1, round(0.6180339887 * size))
    while gcd(step, size) != 1:
        step += 1
    return np.arange(size, dtype=np.int64) * step % size


@njit(cache=True, nogil=True)
def count_in_table(  # type: ignore[no-untyped-def]
    rows, slots, columns, first, last, offsets, log_table,
    codes, table, words, kept_words, kept, touched,
    buckets, largest, squares, logs,
):  # fmt: skip
    """Score guesses ``first`` to ``last`` on the groups of a table of rows, by a table of counters.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, candidates)
        Letter rows of the candidates of all groups, one group after another.
    slots : ndarray of int32, shape (guesses, planes, 5)
        Rows of each guess.
    columns : ndarray of int64, shape (guesses,)
        Where each guess stands in the results.
    first, last : int
        Guesses to score, as numbered in ``slots``.
    offsets : ndarray of int64, shape (groups + 1,)
        Where each group begins among the candidates.
    log_table : ndarray of int64
        ``statistics.log_table`` of the largest group or more.
    codes : ndarray of the code dtype, shape (candidates,)
        Scratch.
    table, words
        Zeroed scratch, left zeroed: counters of uint16 (uint32 for groups above 65,535), at least
        3**length, and the same memory as uint64.
    kept_words, kept
        Scratch as large as ``words``, and the same memory as counters.
    touched : ndarray of uint32, shape (largest group + 1,)
        Scratch.
    buckets, largest, squares, logs : ndarray of int64, shape (groups, all guesses)
        Filled in the columns of these guesses.
    """
    sums = np.empty((4, 4096), np.uint8)
    per_word = len(table) // len(words)
    for guess in range(first, last):
        codes_of_guess(rows, slots[guess], sums, codes)
        column = columns[guess]
        for group in range(len(offsets) - 1):
            own = codes[offsets[group] : offsets[group + 1]]
            size = len(own)
            most = table[0]
            total_squares, total_logs = np.int64(0), np.int64(0)
            # Unsigned, because indices that may be negative cost a test each.
            used, met = np.uint64(0), np.uint64(0)
            if size * per_word >= len(table):
                for j in range(size):
                    table[own[j]] += 1
                for word in range(len(words)):
                    value = words[word]
                    kept_words[used] = value
                    used += np.uint64(value != 0)
                words[:] = 0
                for j in range(np.int64(used) * per_word):
                    count = kept[j]
                    most = max(most, count)
                    met += np.uint64(count != 0)
                    total_squares += np.int64(count) * np.int64(count)
                for j in range(np.int64(used) * per_word):
                    total_logs += log_table[kept[j]]
            else:
                for j in range(size):
                    code = own[j]
                    count = table[code]
                    touched[met] = code
                    met += np.uint64(count == 0)
                    table[code] = count + 1
                for j in range(np.int64(met)):
                    code = touched[j]
                    count = table[code]
                    table[code] = 0
                    most = max(most, count)
                    total_squares += np.int64(count) * np.int64(count)
                    total_logs += log_table[count]
            buckets[group, column] = np.int64(met)
            largest[group, column] = most
            squares[group, column] = total_squares
            logs[group, column] = total_logs


@njit(cache=True, nogil=True)
def count_by_hash(  # type: ignore[no-untyped-def]
    rows, slots, columns, first, last, offsets, log_table, codes, entries, touched,
    buckets, largest, squares, logs,
):  # fmt: skip
    """Score guesses as `count_in_table` does, by a hash table with linear probing.

    Parameters
    ----------
    rows, slots, columns, first, last, offsets, log_table, codes
        As in `count_in_table`, codes being uint32.
    entries : ndarray of uint64
        Zeroed scratch, left zeroed; a power of two at least twice the largest group. An entry is
        (code + 1) * 2**32 + count.
    touched : ndarray of uint32, shape (largest group + 1,)
        Scratch.
    buckets, largest, squares, logs
        Filled as in `count_in_table`.
    """
    sums = np.empty((4, 4096), np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots[guess], sums, codes)
        column = columns[guess]
        for group in range(len(offsets) - 1):
            own = codes[offsets[group] : offsets[group + 1]]
            # Small groups use a small part of the entries, so that it stays in the cache.
            bits = 4
            while (1 << bits) < 2 * len(own):
                bits += 1
            shift, mask = np.uint64(64 - bits), np.uint64((1 << bits) - 1)
            met = 0
            for j in range(len(own)):
                key = np.uint64(own[j]) + np.uint64(1)
                place = (key * _HASH_MULTIPLIER) >> shift
                while True:
                    entry = entries[place]
                    if entry >> np.uint64(32) == key:
                        entries[place] = entry + np.uint64(1)
                        break
                    if entry == np.uint64(0):
                        entries[place] = (key << np.uint64(32)) | np.uint64(1)
                        touched[met] = place
                        met += 1
                        break
                    place = (place + np.uint64(1)) & mask
            most, total_squares, total_logs = np.int64(0), np.int64(0), np.int64(0)
            for j in range(met):
                place = touched[j]
                count = np.int64(entries[place] & _COUNT_MASK)
                entries[place] = np.uint64(0)
                most = max(most, count)
                total_squares += count * count
                total_logs += log_table[count]
            buckets[group, column] = met
            largest[group, column] = most
            squares[group, column] = total_squares
            logs[group, column] = total_logs
