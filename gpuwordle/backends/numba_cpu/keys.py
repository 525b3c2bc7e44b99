"""Keys of guesses counted over letter rows, and abandoned as early as possible.

The codes of 64 candidates at a time are summed from letter rows and counted. A key never falls
while candidates are counted, so a guess is abandoned as soon as its key passes a cutoff. Letter
rows are gathered when the first guess that is counted needs them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.bound import FALLING, LARGEST
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.compiled import kernel
from gpuwordle.scoring.statistics import NO_KEY

CHUNK = 64
"""Candidates whose codes are made at a time; rows are padded by as many."""

MOST_DIRECT = 3**11
"""Codes up to which each has its own counter; more are renumbered."""


class Scratch(NamedTuple):
    """Arrays in which one thread counts; counters are zero before and after each guess.

    ``numbers``, ``keys`` and ``base`` renumber codes (see `hashing`); the first two have a single
    entry if every code has its own counter.
    """

    placement: npt.NDArray[np.uint16]  # (letters + 1, padded candidates): as in `Table`, turned
    rows: npt.NDArray[np.uint8]  # (rows + 1, padded candidates)
    built: npt.NDArray[np.bool_]  # (rows + 1,): which rows are
    counts: npt.NDArray[np.int32]  # of each code, or of each number of a code
    touched: npt.NDArray[np.uint32]  # counters that are not zero
    codes: npt.NDArray[np.uint32]  # (CHUNK,)
    numbers: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint32]
    base: npt.NDArray[np.int64]  # (1,)


@kernel(allocates=True)
def scratch_for(table, size):
    """Allocate scratch for up to ``size`` candidates."""
    direct = table.codes <= MOST_DIRECT
    slots = int64(1)
    while not direct and slots <= 2 * size:
        slots *= 2
    return Scratch(
        np.zeros((table.placement.shape[1], size + CHUNK), np.uint16),
        np.zeros((len(table.base), size + CHUNK), np.uint8),
        np.zeros(len(table.base), np.bool_),
        np.zeros(table.codes if direct else size + 1, np.int32),
        np.empty(size + CHUNK, np.uint32),
        np.empty(CHUNK, np.uint32),
        np.zeros(slots, np.int64),
        np.zeros(slots, np.uint32),
        np.ones(1, np.int64),
    )


@kernel(internal=True, forceinline=True)
def build_rows(table, size, scratch, guess):
    """Gather the letter rows of a guess over ``size`` candidates, unless they are built."""
    placement, rows, built, slots = scratch.placement, scratch.rows, scratch.built, table.slots
    for plane in range(slots.shape[1]):
        for i in range(5):
            row = slots[guess, plane, i]
            if built[row]:
                continue
            built[row] = True
            start, letter = uint64(table.base[row]), uint64(table.letters[row])
            for j in range(uint64(size)):
                rows[row, j] = table.contributions[start + uint64(placement[letter, j])]


@kernel(internal=True, forceinline=True)
def make_codes(rows, slots, plane_base, codes, guess, start):
    """Make the codes of a chunk of candidates, whole: it becomes a few vector instructions."""
    weight = uint32(1)
    for plane in range(slots.shape[1]):
        row0 = uint32(slots[guess, plane, 0])
        row1 = uint32(slots[guess, plane, 1])
        row2 = uint32(slots[guess, plane, 2])
        row3 = uint32(slots[guess, plane, 3])
        row4 = uint32(slots[guess, plane, 4])
        for i in range(uint64(CHUNK)):
            j = uint64(start) + i
            byte = uint8(
                rows[row0, j] + rows[row1, j] + rows[row2, j] + rows[row3, j] + rows[row4, j]
            )
            codes[i] = byte if plane == 0 else codes[i] + weight * uint32(byte)
        weight *= uint32(plane_base)


@kernel(internal=True, allocates=True)
def count_keys(table, cost, scratch, guesses, taken, size, cutoff, enough, values):
    """Count the first ``taken`` guesses of a batch on a group of ``size`` candidates.

    ``scratch`` has the placement of the candidates, and only their rows are built. Keys above the
    cutoff become `NO_KEY` in ``values``. A key within it lowers the cutoff to one less than
    itself, so that later guesses with an equal key are abandoned; a key not above ``enough`` ends
    the batch.
    """
    marginal, largest_weight, kind = cost.marginal, cost.largest_weight, cost.kind
    counts, touched = scratch.counts, scratch.touched
    codes = np.empty(CHUNK, np.uint32)  # made here: LLVM knows that it overlaps no other array
    rows, slots, numbers = scratch.rows, table.slots, scratch.numbers
    plane_base = table.plane_base
    next_base = scratch.base
    direct = len(numbers) == 1
    only_largest, lower = kind == LARGEST, kind != FALLING
    for index in range(taken):
        values[index] = NO_KEY
        guess = guesses[index]
        build_rows(table, size, scratch, guess)
        found, known = uint64(0), int64(0)
        total, key = int64(0), int64(0)
        top = int32(-1)
        start = int64(0)
        while start < size:
            make_codes(rows, slots, plane_base, codes, guess, start)
            count = uint64(min(int64(CHUNK), size - start))
            if not direct:
                known = renumber(codes, 0, int64(count), numbers, scratch.keys, next_base[0], known)
            # Unsigned indices spare the test for negative ones.
            if only_largest:
                for i in range(count):
                    code = codes[i]
                    before = counts[code]
                    touched[found] = code
                    found += uint64(before == 0)
                    counts[code] = before + int32(1)
                    top = max(top, before)
            else:
                for i in range(count):
                    code = codes[i]
                    before = counts[code]
                    touched[found] = code
                    found += uint64(before == 0)
                    counts[code] = before + int32(1)
                    total += marginal[uint32(before)]
                    top = max(top, before)
            key = total + largest_weight * (int64(top) + 1)
            if key > cutoff:
                key = NO_KEY
                break
            start += CHUNK
        next_base[0] += known
        for i in range(found):
            counts[touched[i]] = 0
        values[index] = key
        if key <= cutoff and lower:
            cutoff = key - 1
            if key <= enough:
                for rest in range(index + 1, taken):
                    values[rest] = NO_KEY
                break
