"""From codes to the four statistics: the buckets of every guess on every group, counted.

Summing the codes of a guess is cheap (see `rows`), so counting them decides the time. There are
three ways to count, all without a branch that depends on a code:

- `count_dense`: a counter for every possible code. The whole table is read and cleared afterwards,
  eight bytes at a time, keeping only words that hold a count. It is best if a group fills the
  table well: up to ten letters.
- `count_touched`: the same, but the codes are listed when they are first counted. A code is always
  written at the end of the list, and the list grows only if the code's counter was zero. Counters
  are single bytes, so that the table stays in the cache: one that overflows is zero again, which
  lists its code once more, so each entry after the first stands for 256.
- `count_hashed`: for long words, which have too many codes for a table. Codes are renumbered by
  slots: first every code is written to its slot, then the codes that are still there are counted
  as above. The others, a few in a hundred, have another round with another hash.

Counting is fastest when neighbouring answers have different codes, because a counter that was just
written cannot be read again at once; `spread_order` orders the answers accordingly.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, types, uint8, uint16, uint32, uint64, void

from gpuwordle.backends.numba_cpu.rows import codes_of_guess
from gpuwordle.compiled import kernel

MOST_READ_AS_A_WHOLE = 3**10
"""Codes up to which counters are read as a whole."""

MOST_DENSE = 65_535
"""Candidates that counters of 16 bits can count."""

MOST_IN_TABLE = 3**13
"""Codes up to which each has a counter: one byte each, 1.6 MB per thread."""

_OVERFLOW = np.uint32(256)
_ODD_MULTIPLIER = np.uint32(0x9E3779B1)


class Tile(NamedTuple):
    """Some guesses against some consecutive groups, and the letter rows for them."""

    codes: int  # number of codes
    plane_base: int
    rows: npt.NDArray[np.uint8]  # (rows + 1, candidates of all groups)
    slots: npt.NDArray[np.int32]  # (guesses, planes, 5)
    columns: npt.NDArray[np.int64]  # (guesses,): places in the results
    offsets: npt.NDArray[np.int64]  # (groups + 1,): where the candidates of each group begin
    first_group: int  # its place in the results


TILE = types.NamedTuple(
    [int64, int64, uint8[:, ::1], int32[:, :, ::1], int64[::1], int64[::1], int64], Tile
)
_LOGS = types.Array(types.int64, 1, "C", readonly=True)


def spread_order(size: int) -> npt.NDArray[np.int64]:
    """Permute 0 to size - 1 so that neighbours come from far apart.

    Steps of about the golden section of the size, as in Fibonacci hashing (Knuth, volume 3, 6.4):
    a sorted word list has similar words, and so equal codes, side by side.
    """
    step = max(1, round(0.6180339887 * size))
    while gcd(step, size) != 1:
        step += 1
    return np.arange(size, dtype=np.int64) * step % size


def count_tile(
    tile: Tile,
    first: int,
    last: int,
    log_table: npt.NDArray[np.int64],
    block: npt.NDArray[np.int64],
) -> None:
    """Score guesses ``first`` to ``last`` of a tile, as numbered in its slots.

    ``log_table`` is that of `gpuwordle.scoring.logs` for the largest group; ``block``, (4, all
    groups, all guesses), is filled in the places of these groups and guesses.
    """
    candidates, code_count = tile.rows.shape[1], tile.codes
    codes = np.empty(candidates, np.uint16 if code_count <= 1 << 16 else np.uint32)
    fills = code_count // 4 <= candidates <= MOST_DENSE
    if code_count <= MOST_READ_AS_A_WHOLE and len(tile.offsets) == 2 and fills:
        count_dense(tile, first, last, log_table, codes, block)
        return
    lists = np.empty((4, int(np.diff(tile.offsets).max()) + 1), np.uint32)
    count = count_touched if code_count <= MOST_IN_TABLE else count_hashed
    count(tile, first, last, log_table, codes, lists, block)


@kernel(void(TILE, int64, int64, _LOGS, uint16[::1], int64[:, :, ::1]), allocates=True)
def count_dense(tile, first, last, log_table, codes, block):
    """Score guesses on one group of at most 65,535 candidates; see `count_tile`.

    ``codes``, (candidates,), is scratch.
    """
    rows, slots, columns, group = tile.rows, tile.slots, tile.columns, tile.first_group
    words = np.zeros(tile.codes // 4 + 1, np.uint64)
    kept_words = np.empty(len(words), np.uint64)
    table, kept = words.view(np.uint16), kept_words.view(np.uint16)
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, tile.plane_base, guess, sums, codes, 0)
        for code in codes:
            table[code] += 1
        # Unsigned, because indices that may be negative cost a test each.
        used = uint64(0)
        for word in range(len(words)):
            value = words[word]
            kept_words[used] = value
            used += uint64(value != 0)
        words[:] = 0
        most = kept[0]
        met, squares, logs = int64(0), int64(0), int64(0)
        for j in range(4 * int64(used)):
            count = kept[j]
            most = max(most, count)
            met += count != 0
            squares += int64(count) * int64(count)
        for j in range(4 * int64(used)):
            logs += log_table[kept[j]]
        column = columns[guess]
        block[:, group, column] = met, int64(most), squares, logs


@kernel(internal=True)
def _weigh_touched(table, touched, met, counts, overflowed, log_table):
    """Return the four statistics of the touched counters, and clear these."""
    again = uint64(0)
    for j in range(int64(met)):
        place = touched[j]
        count = table[place]
        table[place] = 0
        counts[j] = count
        overflowed[again] = j
        again += uint64(count == 0)
    buckets = int64(met)
    for i in range(int64(again)):
        # A counter that overflowed belongs to a common pattern, near the front of the list.
        entry, owner = overflowed[i], 0
        while touched[owner] != touched[entry]:
            owner += 1
        counts[owner] += _OVERFLOW
        buckets -= owner != entry
    most = uint32(0)
    squares, logs = int64(0), int64(0)
    for j in range(int64(met)):
        count = counts[j]
        most = max(most, count)
        squares += int64(count) * int64(count)
    for j in range(int64(met)):
        logs += log_table[counts[j]]
    return buckets, int64(most), squares, logs


@kernel(allocates=True)
def count_touched(tile, first, last, log_table, codes, lists, block):
    """Score guesses on groups of any size by listing the codes; see `count_tile`.

    ``codes``, (candidates,), and ``lists``, (4, largest group + 1), are scratch.
    """
    rows, slots, columns, offsets = tile.rows, tile.slots, tile.columns, tile.offsets
    groups, touched, counts, overflowed = len(offsets) - 1, lists[0], lists[1], lists[2]
    table = np.zeros(tile.codes, np.uint8)
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, tile.plane_base, guess, sums, codes, 0)
        column = columns[guess]
        for group in range(groups):
            start, stop = offsets[group], offsets[group + 1]
            met = uint64(0)
            for j in range(uint64(start), uint64(stop)):
                code = codes[j]
                count = table[code]
                touched[met] = code
                met += uint64(count == 0)
                table[code] = count + 1
            four = _weigh_touched(table, touched, met, counts, overflowed, log_table)
            for i in range(4):
                block[i, tile.first_group + group, column] = four[i]


@kernel(allocates=True)
def count_hashed(tile, first, last, log_table, codes, lists, block):
    """Score guesses on groups of any size by hashing codes to slots; see `count_tile`.

    ``codes``, (candidates,), and ``lists``, (4, largest group + 1), are scratch.
    """
    rows, slots, columns, offsets = tile.rows, tile.slots, tile.columns, tile.offsets
    groups, touched, counts, overflowed = len(offsets) - 1, lists[0], lists[1], lists[2]
    most_bits = 4
    while (1 << most_bits) < 2 * len(touched):
        most_bits += 1
    owners, table = np.empty(1 << most_bits, np.uint32), np.zeros(1 << most_bits, np.uint8)
    slot_of = lists[3]
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, tile.plane_base, guess, sums, codes, 0)
        column = columns[guess]
        for group in range(groups):
            start = uint64(offsets[group])
            rest = uint64(offsets[group + 1]) - start
            # Small groups use few slots, so that these stay in the cache.
            bits = 4
            while (1 << bits) < 2 * int64(rest):
                bits += 1
            shift = uint32(32 - bits)
            multiplier = _ODD_MULTIPLIER
            met = most = squares = logs = int64(0)
            while rest > 0:
                for j in range(rest):
                    slot_of[j] = uint32(codes[start + j] * multiplier) >> shift
                for j in range(rest):
                    owners[slot_of[j]] = codes[start + j]
                listed, left = uint64(0), uint64(0)
                for j in range(rest):
                    code, slot = codes[start + j], slot_of[j]
                    own = owners[slot] == code
                    count = table[slot]
                    touched[listed] = slot
                    listed += uint64(own & (count == 0))
                    table[slot] = count + uint8(own)
                    # Losers move to the front, never ahead of what is read.
                    codes[start + left] = code
                    left += uint64(not own)
                more, peak, more_squares, more_logs = _weigh_touched(
                    table, touched, listed, counts, overflowed, log_table
                )
                met += more
                most = max(most, peak)
                squares += more_squares
                logs += more_logs
                rest = left
                # Any odd number will do; the next must only order the slots differently.
                multiplier = uint32(multiplier * _ODD_MULTIPLIER + uint32(2))
            block[:, tile.first_group + group, column] = met, most, squares, logs
