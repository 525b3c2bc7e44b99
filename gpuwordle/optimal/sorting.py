"""Sorting guesses in compiled loops: equal ones keep their order.

Plain loops compile in a fraction of the seconds that NumPy's functions take.
"""

from __future__ import annotations

import numpy as np

from gpuwordle.compiled import kernel


@kernel(internal=True, allocates=True)
def sort_rising(values, keys, count):
    """Sort the first values by rising keys, and the keys with them: merged from runs of one on."""
    old_values, old_keys = np.empty_like(values[:count]), np.empty_like(keys[:count])
    width = 1
    while width < count:
        for i in range(count):
            old_values[i], old_keys[i] = values[i], keys[i]
        for low in range(0, count, 2 * width):
            middle, high = min(low + width, count), min(low + 2 * width, count)
            i, j = low, middle
            for to in range(low, high):
                if j == high or (i < middle and old_keys[i] <= old_keys[j]):
                    values[to], keys[to] = old_values[i], old_keys[i]
                    i += 1
                else:
                    values[to], keys[to] = old_values[j], old_keys[j]
                    j += 1
        width *= 2


@kernel(internal=True, allocates=True)
def sort_falling(guesses, counts, length, largest):
    """Sort a list by falling counts, none above the largest."""
    starts = np.zeros(largest + 2, np.int64)
    for i in range(length):
        starts[counts[i]] += 1
    at = 0
    for count in range(largest, -1, -1):
        here = starts[count]
        starts[count] = at
        at += here
    old_guesses, old_counts = guesses[:length].copy(), counts[:length].copy()
    for i in range(length):
        to = starts[old_counts[i]]
        starts[old_counts[i]] += 1
        guesses[to], counts[to] = old_guesses[i], old_counts[i]
