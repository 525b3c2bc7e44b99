"""One probe for all hash tables of the kernels: keys are numbered in order of appearance.

A table has two arrays: ``numbers[slot]``, and ``keys[number]`` for every number given out so far.
So a table is emptied without being cleared: the numbers of the next filling begin at a higher
``base``, and a slot that holds less is free.
"""

from __future__ import annotations

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray


@njit(nogil=True)
def probe(numbers: NDArray, keys: NDArray, base: int, key: np.unsignedinteger) -> np.uint64:
    """Return the slot of a key, or the free one that it would get.

    Parameters
    ----------
    numbers : ndarray of int32 or int64
        Base plus the number of the key of each slot, less than base where the slot is free; the
        length is a power of two, more than there are keys.
    keys : ndarray of unsigned integers
        The key of each number.
    base
        What the numbers of this filling begin with.
    key
        The key to find, of any unsigned type.
    """
    mask = uint64(len(numbers) - 1)
    # Fibonacci hashing: the well mixed bits of the product are the upper ones.
    slot = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(32)) & mask
    while numbers[slot] >= base and keys[uint64(numbers[slot] - base)] != key:
        slot = (slot + uint64(1)) & mask
    return slot


@njit(nogil=True)
def renumber(codes, first, last, numbers, keys, base, known):  # type: ignore[no-untyped-def]
    """Replace codes by their numbers 0, 1, 2, …; returns how many are given out now.

    Codes of long words have too many values for an array of counters.

    Parameters
    ----------
    codes : ndarray of uint32
        Replaced from ``first`` to ``last``.
    first, last : int
    numbers, keys, base
        The table; see `probe`.
    known : int
        Numbers of this filling that are given out already.
    """
    for i in range(first, last):
        slot = probe(numbers, keys, base, codes[i])
        if numbers[slot] < base:
            numbers[slot] = base + known
            keys[known] = codes[i]
            known += 1
        codes[i] = numbers[slot] - base
    return known
