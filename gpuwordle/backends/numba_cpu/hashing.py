"""One probe for all hash tables of the kernels: keys are numbered in order of appearance.

A table has two arrays: ``numbers[slot]``, and ``keys[number]`` for every number given out so far.
So a table is emptied without being cleared: the numbers of the next filling begin at a higher
``base``, and a slot that holds less is free.
"""

from __future__ import annotations

from numba import uint64

from gpuwordle.compiled import kernel


@kernel
def probe(numbers, keys, base, key):
    """Return the slot of a key, or the free one that it would get.

    ``numbers`` is a power of two long, more than there are keys, and holds base plus the number of
    each slot's key, less than base where the slot is free; keys are of any unsigned type.
    """
    mask = uint64(len(numbers) - 1)
    # Fibonacci hashing: the well mixed bits of the product are the upper ones.
    slot = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(32)) & mask
    while numbers[slot] >= base and keys[uint64(numbers[slot] - base)] != key:
        slot = (slot + uint64(1)) & mask
    return slot


@kernel
def renumber(codes, first, last, numbers, keys, base, known):
    """Replace codes ``first`` to ``last`` by their numbers, from 0 on.

    Codes of long words have too many values for an array of counters. The first ``known`` numbers
    of this filling are given out already; returns how many are given out now.
    """
    for i in range(first, last):
        slot = probe(numbers, keys, base, codes[i])
        if numbers[slot] < base:
            numbers[slot] = base + known
            keys[known] = codes[i]
            known += 1
        codes[i] = numbers[slot] - base
    return known
