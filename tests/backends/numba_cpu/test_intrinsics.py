"""Counts of distinct values against sets, and of set bits."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from gpuwordle.backends.numba_cpu.intrinsics import SIDE_BY_SIDE, count_distinct, popcount


@njit
def counted(rows, starts, size, counts):
    for first in range(0, len(counts), SIDE_BY_SIDE // rows.itemsize):
        count_distinct(rows, starts, size, first, counts)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 7, 8, 13, 40, 255])
def test_as_many_values_are_counted_as_a_set_has(dtype, size):
    chance = np.random.default_rng(size)
    width, most = 96, np.iinfo(dtype).max
    table = chance.integers(0, 50, (300, width)).astype(dtype)
    table[:, ::3] = chance.integers(0, most, (300, width // 3), endpoint=True)
    table[:, 5] = most
    chosen = chance.permutation(300)[:size]
    counts = np.full(width, 99, dtype)
    counted(table.reshape(-1), chosen * width, size, counts)
    assert counts.tolist() == [len(set(column)) for column in table[chosen].T.tolist()]


@njit
def set_bits(word):
    return popcount(word)


def test_set_bits_are_those_of_python():
    for word in (0, 1, 255, 1 << 63, 2**64 - 1, 0x0123456789ABCDEF):
        assert set_bits(np.uint64(word)) == word.bit_count()
