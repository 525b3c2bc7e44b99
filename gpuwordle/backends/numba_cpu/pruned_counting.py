"""Keys of guesses on one group, counted over letter rows and abandoned as early as can be.

The inner loop of every search but the one for small groups. Codes of 64 candidates at a time are
summed from letter rows (`gpuwordle.rows`) and counted; a key never falls while candidates are
counted, so a guess is given up as soon as its key passes the limit. The limit is shared: threads
lower it as they find better guesses, and read it again before each guess.

Everything is written out in one function on purpose. Handing a dozen arrays to a function for
every guess updates as many reference counts, which takes longer than counting a group.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import int32, int64, njit, uint8, uint32, uint64

from gpuwordle.backends.numba_cpu.bounds import NEVER
from gpuwordle.scoring.rows import PLANE_BASE

CHUNK = 64
"""Candidates counted between two looks at the limit; rows are padded to whole chunks."""


@njit(cache=True, nogil=True)
def renumber_codes(codes, count, hashed, stamps, stamp, known):  # type: ignore[no-untyped-def]
    """Replace codes by the numbers 0, 1, 2, … in order of appearance, through a hash table.

    Codes of long words have too many values for an array of counters. Entries with another stamp
    are free, so that the table is never cleared. Returns how many numbers are given out.
    """
    mask = uint64(len(hashed) - 1)
    for i in range(count):
        code = codes[i]
        slot = ((uint64(code) * uint64(0x9E3779B97F4A7C15)) >> uint64(32)) & mask
        while stamps[slot] >> 32 == stamp and hashed[slot] != code:
            slot = (slot + uint64(1)) & mask
        if stamps[slot] >> 32 != stamp:
            # The number rides in the low half of the stamp.
            stamps[slot] = (stamp << 32) | known
            hashed[slot] = code
            known += 1
        codes[i] = uint32(stamps[slot] & 0xFFFFFFFF)
    return known


@njit(
    "void(int32[::1], int64[::1], int64, int64, int32[:, :, ::1], int32[::1], int64[::1],"
    "uint8[::1], uint16[:, ::1], boolean[::1], uint8[:, ::1], int64, int32[::1], uint32[::1],"
    "uint32[::1], int64[::1], int64[::1], int64, boolean, boolean, int64, int64, int64[::1],"
    "int64[::1])",
    cache=True,
    nogil=True,
)
def count_guesses(  # type: ignore[no-untyped-def]
    guesses,
    bounds,
    first,
    last,
    slots,
    row_letters,
    row_base,
    table,
    numbers,
    built,
    rows,
    size,
    counts,
    touched,
    hashed,
    stamps,
    growth,
    largest_weight,
    plain,
    lower,
    tie,
    enough,
    shared,
    values,
):
    """Count guesses ``first`` to ``last`` of a list on a group, or on a prefix of one.

    Parameters
    ----------
    guesses, bounds
        Guesses as indices into ``slots``, and lower bounds on their keys.
    slots, rows
        Rows of each guess and the rows over the group, padded to whole chunks, the zero row last.
    row_letters, row_base, table, numbers, built
        To build rows when they are first needed (see `contributions.Contributions`):
        ``numbers[letter]`` tells how the letter stands in each candidate.
    size
        Candidates to count.
    counts, touched, hashed, stamps
        Scratch (`Scratch`) of one thread.
    growth, largest_weight
        The key; see `bounds.KeyTable`.
    plain
        Whether the growth is zero, so that the largest bucket is all of the key.
    lower
        Whether a key within the limit lowers the limit, to the key less ``tie``.
    enough
        A key not above this ends the list.
    shared : ndarray of int64, shape (1,)
        The limit.
    values
        Receives the keys, `NEVER` for guesses whose key is above the limit of their time.
    """
    planes = slots.shape[1]
    codes = np.empty(CHUNK, np.uint32)
    weights = np.ones(4, np.uint32)
    for plane in range(1, 4):
        weights[plane] = weights[plane - 1] * uint32(PLANE_BASE)
    direct = len(hashed) == 1
    # The last entry keeps the stamp from call to call.
    stamp = stamps[len(stamps) - 1]
    for index in range(first, last):
        limit = shared[0]
        values[index] = NEVER
        if bounds[index] > limit:
            continue
        guess = guesses[index]
        for plane in range(planes):
            for i in range(5):
                row = slots[guess, plane, i]
                if not built[row]:
                    built[row] = True
                    base = row_base[row]
                    letter = row_letters[row]
                    for j in range(size):
                        rows[row, j] = table[base + numbers[letter, j]]
        found = uint64(0)
        total = int64(0)
        top = int32(-1)
        known = int64(0)
        stamp += 1
        key = int64(0)
        start = int64(0)
        while start < size:
            for plane in range(planes):
                # Whole chunks become a few vector instructions.
                row0 = uint32(slots[guess, plane, 0])
                row1 = uint32(slots[guess, plane, 1])
                row2 = uint32(slots[guess, plane, 2])
                row3 = uint32(slots[guess, plane, 3])
                row4 = uint32(slots[guess, plane, 4])
                weight = weights[plane]
                for i in range(uint64(CHUNK)):
                    j = uint64(start) + i
                    byte = uint8(
                        rows[row0, j]
                        + rows[row1, j]
                        + rows[row2, j]
                        + rows[row3, j]
                        + rows[row4, j]
                    )
                    codes[i] = byte if plane == 0 else codes[i] + weight * uint32(byte)
            count = uint64(min(int64(CHUNK), size - start))
            if not direct:
                known = renumber_codes(codes, int64(count), hashed, stamps, stamp, known)
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
                    total += growth[uint32(before)]
                    top = max(top, before)
            key = total + largest_weight * (int64(top) + 1)
            if key > limit:
                key = NEVER
                break
            start += CHUNK
        for i in range(found):
            counts[touched[i]] = 0
        values[index] = key
        if key <= limit and lower:
            # Should two threads write at once, either value is that of a guess: a valid limit.
            if key - tie < shared[0]:
                shared[0] = key - tie
            if key <= enough:
                for rest in range(index + 1, last):
                    values[rest] = NEVER
                break
    stamps[len(stamps) - 1] = stamp


@dataclass(frozen=True, eq=False)
class Scratch:
    """Counters of one thread: zero before and after each call.

    Attributes
    ----------
    counts : ndarray of int32
        One counter per code, or per number that a code gets.
    touched : ndarray of uint32
        The codes of a guess that occur.
    hashed : ndarray of uint32
        Codes by hash; a single entry where every code has its own counter.
    stamps : ndarray of int64
        Stamp and number of each hash entry, and the last stamp given.
    """

    counts: npt.NDArray[np.int32]
    touched: npt.NDArray[np.uint32]
    hashed: npt.NDArray[np.uint32]
    stamps: npt.NDArray[np.int64]

    @classmethod
    def of(cls, length: int, size: int, direct_length: int) -> Scratch:
        """Allocate counters for groups of so many candidates.

        Up to ``direct_length`` letters every code has its own counter.
        """
        direct = length <= direct_length
        hash_size = 1 if direct else 1 << (2 * size).bit_length()
        return cls(
            np.zeros(3**length if direct else size + 1, np.int32),
            np.empty(size + CHUNK, np.uint32),
            np.zeros(hash_size, np.uint32),
            np.zeros(hash_size + 1, np.int64),
        )
