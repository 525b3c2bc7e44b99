"""What letters say of the buckets of a first word, cut by a partner: bounds of what the pair costs.

In each bucket H(partner's code) <= the sum of the entropies of its letter rows, and no more than
all its words apart. Of a bucket's words, those without a letter of the partner look alike, those
that have one of its letters look as many ways as that letter's row has values; only those that have
two or more can all look different, and bitsets count them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint32, uint64

from gpuwordle.backends.numba_cpu.bound import (
    BUCKETS,
    FALLING,
    LARGEST,
    LOGS,
    SQUARES,
    UNBOUNDED,
    entropy_slack,
    row_entropies,
)
from gpuwordle.backends.numba_cpu.popcount import popcount
from gpuwordle.compiled import kernel
from gpuwordle.scoring.logs import LOG_SCALE

SMALLEST_BOUNDED = 8
"""Answers from which a bucket is bounded by letters: smaller ones fall apart for most partners."""


class First(NamedTuple):
    """The first word of a pair: its answers bucket after bucket, the largest first.

    ``entropy`` is its own, as that of `Partners`; ``rank`` its place among equals.
    """

    answers: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    entropy: int
    rank: int


class Bounds(NamedTuple):
    """What letter rows say of the largest buckets of a first word.

    ``rows``, (rows + 1, buckets): entropies, or for keys but entropy the factor by which a row may
    shrink a bucket or multiply its parts. ``whole`` is what a bucket costs uncut, ``least`` what it
    costs at least, and ``slack`` what rounding may have added in all. ``presence``, (letters + 1,
    words), has a bit for each answer of a bucket, which begins at its word of ``words``; only where
    buckets are counted.
    """

    rows: npt.NDArray[np.float64]
    whole: npt.NDArray[np.float64]
    least: npt.NDArray[np.float64]
    slack: float
    presence: npt.NDArray[np.uint64]
    words: npt.NDArray[np.int64]


@kernel(internal=True, allocates=True)
def bound_rows(table, cost, first, used):
    """Describe the buckets of a first word by the letter rows that partners use."""
    offsets, kind, logs = first.offsets, cost.kind, cost.logs
    sizes = offsets[1:] - offsets[:-1]
    total = int64(offsets[-1])
    bounded = 0
    if kind != UNBOUNDED and kind != FALLING:
        while bounded < len(sizes) and sizes[bounded] >= SMALLEST_BOUNDED:
            bounded += 1
    rows = np.zeros((len(table.base), bounded), np.float64)
    whole = np.zeros(bounded, np.float64)
    least = np.zeros(bounded, np.float64)
    entropies = np.zeros(len(table.base), np.int64)
    set_counts = np.zeros(table.sets, np.int64)
    letters = table.placement.shape[1]
    words = np.zeros(bounded + 1, np.int64)
    if kind == BUCKETS:
        for bucket in range(bounded):
            words[bucket + 1] = words[bucket] + (sizes[bucket] + 63) // 64
    presence = np.zeros((letters, words[bounded]), np.uint64)
    for bucket in range(bounded):
        size = int64(sizes[bucket])
        placement = np.empty((letters, size), np.uint16)
        for j in range(size):
            answer = first.answers[offsets[bucket] + j]
            for letter in range(letters):
                placement[letter, j] = table.placement[answer, letter]
        row_entropies(table, kind, logs, placement, size, used, set_counts, entropies)
        scale = float(size) * LOG_SCALE
        blur = 2.0 ** (-entropy_slack(size) / scale)
        if kind == LOGS:
            whole[bucket] = float(logs[size])
        elif kind == SQUARES:
            whole[bucket] = float(size) * float(size) * blur
            least[bucket] = float(size)
        elif kind == LARGEST:
            whole[bucket] = float(size) * blur
            least[bucket] = 1.0
        else:
            whole[bucket] = float(size)
            for letter in range(letters):
                for j in range(size):
                    word = words[bucket] + (j >> 6)
                    bit = uint64(placement[letter, j] != 0) << uint64(j & 63)
                    presence[letter, word] |= bit
        for row in range(len(rows)):
            if kind == LOGS:
                rows[row, bucket] = float(entropies[row])
            elif kind == BUCKETS:
                rows[row, bucket] = np.round(2.0 ** (float(entropies[row]) / scale))
            else:
                rows[row, bucket] = 2.0 ** (-float(entropies[row]) / scale)
    slack = entropy_slack(total) if kind == LOGS else 1e-3 + 1e-9 * float(total) ** 2
    return Bounds(rows, whole, least, slack, presence, words)


@kernel(internal=True, allocates=True)
def cap_buckets(table, guess, bounds, costs):
    """Cap the parts of each bucket, ``costs``, by its words that have two letters of a partner."""
    slots, letters, rows = table.slots, table.letters, bounds.rows
    presence, words = bounds.presence, bounds.words
    once = np.zeros(presence.shape[1], np.uint64)
    twice = np.zeros(presence.shape[1], np.uint64)
    one = np.ones(len(costs), np.float64)
    for plane in range(slots.shape[1]):
        for i in range(5):
            row = slots[guess, plane, i]
            if row == len(letters) - 1:
                break
            letter = letters[row]
            for word in range(uint64(len(once))):
                twice[word] |= once[word] & presence[letter, word]
                once[word] |= presence[letter, word]
            for bucket in range(uint64(len(costs))):
                one[bucket] += rows[row, bucket] - 1.0
    for bucket in range(len(costs)):
        several = uint64(0)
        for word in range(words[bucket], words[bucket + 1]):
            several += popcount(twice[word])
        costs[bucket] = min(costs[bucket], one[bucket] + float(several))


@kernel(internal=True, fastmath={"reassoc", "nnan", "nsz"})
def bound_partner(table, guess, bounds, kind, costs):
    """Bound what a partner makes of each bucket: fills ``costs``, and returns their sum.

    Where the largest bucket is the key, the largest of them.
    """
    slots, rows, whole, least = table.slots, bounds.rows, bounds.whole, bounds.least
    buckets = uint64(len(whole))
    for plane in range(slots.shape[1]):
        row0 = uint32(slots[guess, plane, 0])
        row1 = uint32(slots[guess, plane, 1])
        row2 = uint32(slots[guess, plane, 2])
        row3 = uint32(slots[guess, plane, 3])
        row4 = uint32(slots[guess, plane, 4])
        if kind == LOGS:
            for j in range(buckets):
                five = rows[row0, j] + rows[row1, j] + rows[row2, j] + rows[row3, j] + rows[row4, j]
                costs[j] = five if plane == 0 else costs[j] + five
        else:
            for j in range(buckets):
                five = rows[row0, j] * rows[row1, j] * rows[row2, j] * rows[row3, j] * rows[row4, j]
                costs[j] = five if plane == 0 else costs[j] * five
    total = 0.0
    if kind == LARGEST:
        for j in range(buckets):
            costs[j] = max(least[j], whole[j] * costs[j])
            total = max(total, costs[j])
    elif kind == SQUARES:
        for j in range(buckets):
            costs[j] = max(least[j], whole[j] * costs[j])
            total += costs[j]
    else:
        if kind == BUCKETS:
            cap_buckets(table, guess, bounds, costs)
        for j in range(buckets):
            costs[j] = max(least[j], whole[j] - costs[j])
            total += costs[j]
    return total
