"""Keys of a few guesses on one group, counted over letter rows and abandoned as early as can be.

Codes of 64 candidates at a time are summed from letter rows and counted; a key never falls while
candidates are counted, so a guess is given up as soon as its key passes the cutoff. Rows are
gathered only when a guess that is counted needs them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.bound import FALLING, LARGEST, NEVER
from gpuwordle.backends.numba_cpu.hashing import renumber
from gpuwordle.compiled import kernel
from gpuwordle.scoring.contributions import PLANE_BASE

CHUNK = 64
"""Candidates counted between two looks at the cutoff; rows are padded to whole chunks."""

DIRECT_LENGTH = 11
"""Up to this word length every code has its own counter; beyond, codes are renumbered first."""


class Scratch(NamedTuple):
    """What one thread writes while it counts; counters are zero before and after each call.

    How each letter stands in the candidates of the group, padded: (letters + 1, candidates); letter
    rows over them, (rows + 1, candidates), as far as they are built; one counter per code, or per
    number that a code gets, and those that a guess touched. Numbers, codes and the base of the next
    numbers renumber codes (see `hashing`): a single entry where every code has its own counter.
    """

    placement: npt.NDArray[np.uint16]
    rows: npt.NDArray[np.uint8]
    built: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.int32]
    touched: npt.NDArray[np.uint32]
    numbers: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint32]
    base: npt.NDArray[np.int64]


@kernel(allocates=True)
def scratch_for(table, size):
    """Allocate scratch for groups of up to so many candidates."""
    padded = (size + CHUNK - 1) // CHUNK * CHUNK
    direct = table.length <= DIRECT_LENGTH
    hash_size = int64(1)
    while not direct and hash_size <= 2 * size:
        hash_size *= 2
    return Scratch(
        np.zeros((table.placement.shape[1], padded), np.uint16),
        np.zeros((len(table.base), padded), np.uint8),
        np.zeros(len(table.base), np.bool_),
        np.zeros(3**table.length if direct else size + 1, np.int32),
        np.empty(size + CHUNK, np.uint32),
        np.zeros(hash_size, np.int64),
        np.zeros(hash_size, np.uint32),
        np.ones(1, np.int64),
    )


@kernel(internal=True, allocates=True)
def count_keys(table, cost, scratch, guesses, taken, size, cutoff, enough, values):
    """Count the first ``taken`` guesses of a batch on a group of ``size`` candidates.

    ``scratch`` has the placement of the candidates, and as built none but their rows. Keys above
    the cutoff become `NEVER` in ``values``; one within it lowers it to below that key, so that
    later guesses with an equal key are abandoned; one not above ``enough`` ends the batch.
    """
    slots, letters, base = table.slots, table.letters, table.base
    contributions = table.contributions
    marginal, largest_weight, kind = cost.marginal, cost.largest_weight, cost.kind
    placement, rows, built = scratch.placement, scratch.rows, scratch.built
    counts, touched = scratch.counts, scratch.touched
    numbers, keys, next_base = scratch.numbers, scratch.codes, scratch.base
    planes = slots.shape[1]
    codes = np.empty(CHUNK, np.uint32)
    weights = np.ones(4, np.uint32)
    for plane in range(1, 4):
        weights[plane] = weights[plane - 1] * uint32(PLANE_BASE)
    direct = len(numbers) == 1
    plain, lower = kind == LARGEST, kind != FALLING
    known = int64(0)
    number_base = next_base[0]
    for index in range(taken):
        values[index] = NEVER
        guess = guesses[index]
        for plane in range(planes):
            for i in range(5):
                row = slots[guess, plane, i]
                if not built[row]:
                    built[row] = True
                    start = uint64(base[row])
                    letter = uint64(letters[row])
                    for j in range(uint64(size)):
                        rows[row, j] = contributions[start + uint64(placement[letter, j])]
        found = uint64(0)
        total = int64(0)
        top = int32(-1)
        number_base += known
        known = int64(0)
        key = int64(0)
        start_of_chunk = int64(0)
        while start_of_chunk < size:
            for plane in range(planes):
                # Whole chunks become a few vector instructions.
                row0 = uint32(slots[guess, plane, 0])
                row1 = uint32(slots[guess, plane, 1])
                row2 = uint32(slots[guess, plane, 2])
                row3 = uint32(slots[guess, plane, 3])
                row4 = uint32(slots[guess, plane, 4])
                weight = weights[plane]
                for i in range(uint64(CHUNK)):
                    j = uint64(start_of_chunk) + i
                    byte = uint8(
                        rows[row0, j]
                        + rows[row1, j]
                        + rows[row2, j]
                        + rows[row3, j]
                        + rows[row4, j]
                    )
                    codes[i] = byte if plane == 0 else codes[i] + weight * uint32(byte)
            count = uint64(min(int64(CHUNK), size - start_of_chunk))
            if not direct:
                known = renumber(codes, 0, int64(count), numbers, keys, number_base, known)
            # Unsigned indices spare the test for negative ones.
            if plain:
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
                key = NEVER
                break
            start_of_chunk += CHUNK
        for i in range(found):
            counts[touched[i]] = 0
        values[index] = key
        if key <= cutoff and lower:
            cutoff = key - 1
            if key <= enough:
                for rest in range(index + 1, taken):
                    values[rest] = NEVER
                break
    next_base[0] = number_base + known
