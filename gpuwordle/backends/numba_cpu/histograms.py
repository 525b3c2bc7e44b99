"""Counting patterns: the buckets of every guess on every group, from codes to four integers.

Summing the codes of a guess is cheap (see `rows`), so counting them decides the time. There
are three ways to count, all without a branch that depends on a code:

- `count_in_whole_table`: a counter for every possible code. The whole table is read and cleared
  afterwards, eight bytes at a time, keeping only words that hold a count. Best where a group fills
  the table well: up to ten letters.
- `count_touched`: the same, but the codes that are met are listed on the way. A code is always
  written at the end of the list, and the list grows only if the code's counter was zero. Counters
  are single bytes, so that the table stays in the cache: one that overflows is zero again, which
  lists its code once more, and so each entry after the first stands for 256.
- `count_by_hash`: for long words, whose codes are too many for a table. Codes are hashed to slots;
  first every code is written to its slot, then those are counted, as above, that find themselves
  there. The others, a few in a hundred, have another round with another hash.

Counting is fastest when neighbouring answers have different codes, because a counter that was just
written cannot be read again at once; `spread_order` deals the answers out accordingly.
"""

from __future__ import annotations

from math import gcd

import numpy as np
import numpy.typing as npt
from numba import njit

from gpuwordle.backends.numba_cpu.rows import codes_of_guess

LONGEST_WHOLE_TABLE = 10
"""Longest words that are counted in tables that are read as a whole."""

LONGEST_TABLE = 13
"""Longest words that are counted in tables: 3**13 counters of a byte take 1.6 MB a thread."""

_OVERFLOW = np.uint32(256)
_ODD_MULTIPLIER = np.uint32(0x9E3779B1)


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
def count_in_whole_table(  # type: ignore[no-untyped-def]
    rows, slots, columns, first, last, log_table,
    codes, table, words, kept_words, kept,
    buckets, largest, squares, logs,
):  # fmt: skip
    """Score guesses ``first`` to ``last`` on one group of at most 65,535 candidates.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, candidates)
        Letter rows of the candidates.
    slots : ndarray of int32, shape (guesses, planes, 5)
        Rows of each guess.
    columns : ndarray of int64, shape (guesses,)
        Where each guess stands in the results.
    first, last : int
        Guesses to score, as numbered in ``slots``.
    log_table : ndarray of int64
        ``statistics.log_table`` of the group or more.
    codes : ndarray of uint16, shape (candidates,)
        Scratch.
    table, words : ndarray of uint16 and of uint64
        Zeroed scratch, left zeroed: at least 3**length counters, and the same memory as words.
    kept_words, kept : ndarray of uint64 and of uint16
        Scratch as large as the table, and the same memory as counters.
    buckets, largest, squares, logs : ndarray of int64, shape (1, all guesses)
        Filled in the columns of these guesses.
    """
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, guess, sums, codes, 0)
        for code in codes:
            table[code] += 1
        # Unsigned, because indices that may be negative cost a test each.
        used = np.uint64(0)
        for word in range(len(words)):
            value = words[word]
            kept_words[used] = value
            used += np.uint64(value != 0)
        words[:] = 0
        most = kept[0]
        met, total_squares, total_logs = np.int64(0), np.int64(0), np.int64(0)
        for j in range(4 * np.int64(used)):
            count = kept[j]
            most = max(most, count)
            met += count != 0
            total_squares += np.int64(count) * np.int64(count)
        for j in range(4 * np.int64(used)):
            total_logs += log_table[kept[j]]
        column = columns[guess]
        buckets[0, column] = met
        largest[0, column] = most
        squares[0, column] = total_squares
        logs[0, column] = total_logs


@njit(cache=True, nogil=True)
def _weigh_touched(table, touched, met, counts, overflowed, log_table):  # type: ignore[no-untyped-def]
    """Return the four integers of the counters that were met, and clear them."""
    again = np.uint64(0)
    for j in range(np.int64(met)):
        place = touched[j]
        count = table[place]
        table[place] = 0
        counts[j] = count
        overflowed[again] = j
        again += np.uint64(count == 0)
    buckets = np.int64(met)
    for i in range(np.int64(again)):
        # A counter that overflowed is a common pattern, so it is near the front of the list.
        entry, owner = overflowed[i], 0
        while touched[owner] != touched[entry]:
            owner += 1
        counts[owner] += _OVERFLOW
        buckets -= owner != entry
    most = np.uint32(0)
    squares, logs = np.int64(0), np.int64(0)
    for j in range(np.int64(met)):
        count = counts[j]
        most = max(most, count)
        squares += np.int64(count) * np.int64(count)
    for j in range(np.int64(met)):
        logs += log_table[counts[j]]
    return buckets, np.int64(most), squares, logs


@njit(cache=True, nogil=True)
def count_touched(  # type: ignore[no-untyped-def]
    rows, slots, columns, first, last, offsets, log_table,
    codes, table, touched, counts, overflowed,
    buckets, largest, squares, logs,
):  # fmt: skip
    """Score guesses ``first`` to ``last`` on groups of any size, by listing the codes met.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, candidates)
        Letter rows of the candidates of all groups, one group after another.
    slots, columns, first, last, log_table
        As in `count_in_whole_table`.
    offsets : ndarray of int64, shape (groups + 1,)
        Where each group begins among the candidates.
    codes : ndarray of uint16 or uint32, shape (candidates,)
        Scratch.
    table : ndarray of uint8, shape (at least 3**length,)
        Zeroed scratch, left zeroed.
    touched, counts, overflowed : ndarray of uint32, shape (largest group + 1,)
        Scratch.
    buckets, largest, squares, logs : ndarray of int64, shape (groups, all guesses)
        Filled in the columns of these guesses.
    """
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, guess, sums, codes, 0)
        column = columns[guess]
        for group in range(len(offsets) - 1):
            met = np.uint64(0)
            for j in range(np.uint64(offsets[group]), np.uint64(offsets[group + 1])):
                code = codes[j]
                count = table[code]
                touched[met] = code
                met += np.uint64(count == 0)
                table[code] = count + 1
            met, most, total_squares, total_logs = _weigh_touched(
                table, touched, met, counts, overflowed, log_table
            )
            buckets[group, column] = met
            largest[group, column] = most
            squares[group, column] = total_squares
            logs[group, column] = total_logs


@njit(cache=True, nogil=True)
def count_by_hash(  # type: ignore[no-untyped-def]
    rows, slots, columns, first, last, offsets, log_table,
    codes, owners, table, touched, counts, overflowed,
    buckets, largest, squares, logs,
):  # fmt: skip
    """Score guesses as `count_touched` does, by hashing codes to slots in rounds.

    Parameters
    ----------
    rows, slots, columns, first, last, offsets, log_table, touched, counts, overflowed
        As in `count_touched`.
    codes : ndarray of uint32, shape (candidates,)
        Scratch.
    owners, table : ndarray of uint32 and of uint8
        Scratch of one size, a power of two of at least 16 and of at least twice the largest
        group; the second zeroed, and left zeroed.
    buckets, largest, squares, logs
        Filled as in `count_touched`.
    """
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    slot_of = np.empty(len(touched), np.uint32)
    for guess in range(first, last):
        codes_of_guess(rows, slots, guess, sums, codes, 0)
        column = columns[guess]
        for group in range(len(offsets) - 1):
            start = np.uint64(offsets[group])
            rest = np.uint64(offsets[group + 1]) - start
            # Small groups use few slots, so that these stay in the cache.
            bits = 4
            while (1 << bits) < 2 * np.int64(rest):
                bits += 1
            shift = np.uint32(32 - bits)
            multiplier = _ODD_MULTIPLIER
            met = most = total_squares = total_logs = np.int64(0)
            while rest > 0:
                for j in range(rest):
                    slot_of[j] = np.uint32(codes[start + j] * multiplier) >> shift
                for j in range(rest):
                    owners[slot_of[j]] = codes[start + j]
                listed, left = np.uint64(0), np.uint64(0)
                for j in range(rest):
                    code, slot = codes[start + j], slot_of[j]
                    own = owners[slot] == code
                    count = table[slot]
                    touched[listed] = slot
                    listed += np.uint64(own & (count == 0))
                    table[slot] = count + np.uint8(own)
                    # Losers move to the front, never ahead of what is read.
                    codes[start + left] = code
                    left += np.uint64(not own)
                more, peak, more_squares, more_logs = _weigh_touched(
                    table, touched, listed, counts, overflowed, log_table
                )
                met += more
                most = max(most, peak)
                total_squares += more_squares
                total_logs += more_logs
                rest = left
                # Any odd number will do; the next must only order the slots otherwise.
                multiplier = np.uint32(multiplier * _ODD_MULTIPLIER + np.uint32(2))
            buckets[group, column] = met
            largest[group, column] = most
            squares[group, column] = total_squares
            logs[group, column] = total_logs
