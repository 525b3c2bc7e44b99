"""Buckets of candidates with weights: numbers and weights of all buckets are counted together.

A counter holds the number of candidates in its upper and their weight in its lower 32 bits, so that
a candidate is one addition. The code of a counter that was zero is listed, as in `count`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from gpuwordle.backends.numba_cpu.count import (
    MOST_IN_TABLE,
    MOST_READ_AS_A_WHOLE,
    Tile,
)
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.backends.numba_cpu.intrinsics import look_up
from gpuwordle.backends.numba_cpu.rows import codes_of_guess
from gpuwordle.compiled import kernel

_WEIGHT_BITS = np.uint64(32)
_WEIGHT_MASK = np.uint64(2**32 - 1)


def packed_weights(weights: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Return what each candidate adds to a counter: uint64, of the same shape."""
    return weights.astype(np.uint64) + (np.uint64(1) << _WEIGHT_BITS)


def count_weighted_tile(
    tile: Tile,
    first: int,
    last: int,
    log_table: npt.NDArray[np.int64],
    packed: npt.NDArray[np.uint64],
    block: npt.NDArray[np.int64],
) -> None:
    """Score guesses ``first`` to ``last`` of a tile, as numbered in its slots.

    ``log_table`` is that of the heaviest group, ``packed``, (candidates of all groups,), what each
    candidate adds; ``block``, (5, all groups, all guesses), is filled in the places of these groups
    and guesses.
    """
    candidates, code_count = tile.rows.shape[1], tile.codes
    fills = code_count // 4 <= candidates
    if code_count <= MOST_READ_AS_A_WHOLE and len(tile.offsets) == 2 and fills:
        dense = np.empty(4 * candidates, np.uint8 if code_count <= 1 << 8 else np.uint16)
        count_weighted_dense(tile, first, last, log_table, packed, dense, block)
        return
    codes = np.empty(candidates, np.uint16 if code_count <= 1 << 16 else np.uint32)
    arguments = tile, first, last, log_table, packed, codes
    lists = np.empty(int(np.diff(tile.offsets).max()) + 1, np.uint32)
    hashed = code_count > MOST_IN_TABLE
    size = 1 << (2 * len(lists)).bit_length() if hashed else code_count
    count_weighted_touched(*arguments, lists, np.zeros(size, np.uint64), hashed, block)


@kernel(internal=True)
def _sums_of_listed(table, listed, met, log_table):
    """Return the five statistics of the listed counters, and clear these."""
    most = heaviest = uint64(0)
    products, logs = uint64(0), int64(0)
    for j in range(met):
        place = uint64(listed[j])
        counter = table[place]
        table[place] = 0
        size, weight = counter >> _WEIGHT_BITS, counter & _WEIGHT_MASK
        most, heaviest = max(most, size), max(heaviest, weight)
        products += size * weight
        logs += log_table[weight]
    return int64(met), int64(most), int64(products), logs, int64(heaviest)


@kernel(internal=True)
def add_four(codes, n, code_count, packed, table):
    """Add the candidates of four guesses to ``code_count`` counters each.

    ``codes``, (4 n,): those of one guess after the other.
    """
    # A counter that was just written cannot be read again at once: four guesses take turns.
    for j in range(n):
        weight = packed[j]
        table[uint64(codes[j])] += weight
        table[code_count + uint64(codes[n + j])] += weight
        table[uint64(2) * code_count + uint64(codes[uint64(2) * n + j])] += weight
        table[uint64(3) * code_count + uint64(codes[uint64(3) * n + j])] += weight


@kernel(internal=True)
def sums_of_all(table, start, code_count, log_table, heavy):
    """Return the five statistics of counters from ``start`` on, and clear these.

    ``heavy``, (code_count,), is scratch.
    """
    met = most = heaviest = products = uint64(0)
    for code in range(code_count):
        counter = table[start + code]
        table[start + code] = 0
        size, weight = counter >> _WEIGHT_BITS, counter & _WEIGHT_MASK
        met += uint64(size != 0)
        most, heaviest = max(most, size), max(heaviest, weight)
        products += size * weight
        heavy[code] = weight
    logs = int64(0)
    for code in range(code_count):
        logs += look_up(log_table, uint64(heavy[code]))
    return int64(met), int64(most), int64(products), logs, int64(heaviest)


@kernel(allocates=True)
def count_weighted_dense(tile, first, last, log_table, packed, codes, block):
    """Score guesses on one group that fills the table well; see `count_weighted_tile`.

    ``codes``, (4 candidates,), is scratch.
    """
    rows, slots, columns, group = tile.rows, tile.slots, tile.columns, tile.first_group
    code_count, n = uint64(tile.codes), uint64(rows.shape[1])
    table, heavy = np.zeros(4 * tile.codes, np.uint64), np.empty(tile.codes, np.uint32)
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for base in range(first, last, 4):
        for lane in range(4):
            guess = min(base + lane, last - 1)
            codes_of_guess(rows, slots, tile.plane_base, guess, sums, codes, lane * n)
        add_four(codes, n, code_count, packed, table)
        for lane in range(4):
            column = columns[min(base + lane, last - 1)]
            five = sums_of_all(table, uint64(lane) * code_count, code_count, log_table, heavy)
            for i in range(5):
                block[i, group, column] = five[i]


@kernel(allocates=True)
def count_weighted_touched(
    tile, first, last, log_table, packed, codes, listed, table, hashed, block
):
    """Score guesses on groups of any size by listing the codes; see `count_weighted_tile`.

    ``codes``, (candidates,), and ``listed``, (largest group + 1,), are scratch; ``table`` holds
    zeros, one for each code, or a power of two if codes are hashed to numbers.
    """
    rows, slots, columns, offsets = tile.rows, tile.slots, tile.columns, tile.offsets
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    numbers = np.zeros(len(table) if hashed else 1, np.int64)
    keys = np.zeros(len(listed), np.uint32)
    base = 1
    for guess in range(first, last):
        codes_of_guess(rows, slots, tile.plane_base, guess, sums, codes, 0)
        column = columns[guess]
        for group in range(len(offsets) - 1):
            start, stop = uint64(offsets[group]), uint64(offsets[group + 1])
            if hashed:
                base += renumber(codes, start, stop, numbers, keys, base, 0)
            met = uint64(0)
            for j in range(start, stop):
                code = codes[j]
                counter = table[code]
                listed[met] = code
                met += uint64(counter == 0)
                table[code] = counter + packed[j]
            five = _sums_of_listed(table, listed, met, log_table)
            for i in range(5):
                block[i, tile.first_group + group, column] = five[i]
