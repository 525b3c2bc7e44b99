"""Hash tables of the kernels: keys are numbered in order of appearance.

A table has two arrays: ``numbers[slot]``, and ``keys[number]`` for every number in use. It is
emptied without being cleared: the numbers of the next filling begin at a higher ``base``, and a
slot with a lower number is free.
"""

from __future__ import annotations

from numba import uint64

from gpuwordle.compiled import kernel


@kernel
def probe(numbers, keys, base, key):
    """Return the slot of a key, or a free one for it.

    ``numbers`` is a power of two long, more than there are keys. A slot holds base plus the number
    of its key, or less than base if it is free. Keys are of any unsigned type.
    """
    mask = uint64(len(numbers) - 1)
    # Fibonacci hashing: the well mixed bits of the product are the upper ones.
    slot = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(32)) & mask
    while numbers[slot] >= base and keys[uint64(numbers[slot] - base)] != key:
        slot = (slot + uint64(1)) & mask
    return slot


@kernel
def renumber(codes, first, last, numbers, keys, base, known):
    """Replace codes ``first`` to ``last`` by their numbers, from 0 on; return how many are in use.

    Codes of long words have too many values for an array of counters. ``known`` numbers of this
    filling are in use already.
    """
    for i in range(first, last):
        slot = probe(numbers, keys, base, codes[i])
        if numbers[slot] < base:
            numbers[slot] = base + known
            keys[known] = codes[i]
            known += 1
        codes[i] = numbers[slot] - base
    return known
