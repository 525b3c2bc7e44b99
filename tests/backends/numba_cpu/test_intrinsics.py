"""Counts of distinct values against sets, rows of bits in common, and set bits."""

import numpy as np
import pytest
from numba import njit

from gpuwordle.backends.numba_cpu.intrinsics import (
    SIDE_BY_SIDE,
    TOGETHER,
    WORDS,
    count_distinct,
    intersect,
    popcount,
)


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


@njit
def in_common(bits, starts, words, masks):
    return intersect(bits, starts, np.uint64(len(starts)), words, masks)


@pytest.mark.parametrize("rows", [0, 1, 3])
@pytest.mark.parametrize("vectors", [1, 5, 8, 17])
def test_rows_have_in_common_what_python_finds(vectors, rows):
    chance, width = np.random.default_rng(rows), WORDS * vectors
    # Many bits are set, so that some words are not zero after many rows.
    table = ~np.bitwise_and.reduce(chance.integers(0, 2**64, (5, 40, width), np.uint64))
    table[:, :: WORDS + 1] = 0
    chosen = chance.integers(0, 40, TOGETHER * rows)
    words, masks = np.empty(width, np.uint64), np.empty(-(-width // 64), np.uint64)
    found = in_common(table.reshape(-1), (chosen * width).astype(np.uint64), words, masks)
    common = [2**64 - 1] * width
    for row in table[chosen].tolist():
        common = [one & other for one, other in zip(common, row, strict=True)]
    assert words.tolist() == common
    assert found == sum(word.bit_count() for word in common)
    marks = [masks[place // 64] >> np.uint64(place % 64) & np.uint64(1) for place in range(width)]
    assert marks == [word != 0 for word in common]
