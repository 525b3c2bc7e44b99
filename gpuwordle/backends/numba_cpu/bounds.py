"""What no guess can beat: bounds on a key before its buckets are counted.

A key is a sum over buckets plus a weight on the largest one, so it grows while candidates are
counted, and a guess can be abandoned as soon as it has grown past the best
(`pruned_counting`). Three more bounds need no counting at all:

balanced parts
    k buckets cost least when their sizes differ by at most one (`least_key`).
the all-grey bucket
    Candidates that share no letter with the guess stay together. Their number is a popcount of
    the union of a few bitsets, one a letter.
entropy of the letters
    The code is made of its letters' digits, so H(code) <= sum of H(letter row), and there are
    only a few hundred rows. Because min-entropy <= collision entropy <= Shannon entropy (Renyi,
    "On measures of entropy and information", 1961), that one sum bounds the entropy, the sum of
    squares and the largest bucket alike; the logarithm of the number of distinct values bounds
    the number of buckets in the same way.

Integer logarithms are rounded (`gpuwordle.statistics.log_table`), so entropies are compared with a
little slack: a bound may then let a guess through for nothing, but never loses one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import int64, njit

from gpuwordle.scoring.logs import LOG_SCALE, log_table
from gpuwordle.scoring.statistics import Key

NEVER = np.int64(2**62)
"""Larger than any key: what an abandoned guess counts as."""

UNBOUNDED, LARGEST, SQUARES, LOGS, BUCKETS, FALLING = range(6)
"""Kinds of key: the four pure ones have an entropy bound; a falling key may shrink while candidates
are counted, so that nothing can be abandoned."""


@dataclass(frozen=True, eq=False)
class KeyTable:
    """A key as a sum over buckets of a table entry, plus a weight on the largest bucket.

    Adding the same amount for every candidate changes no comparison within a group, so a table
    that falls is shifted until it rises: most buckets becomes fewest candidates beyond the first
    of their bucket.

    Attributes
    ----------
    growth : ndarray of int64, shape (largest group,)
        What the key gains when a bucket of c candidates receives one more; never negative.
    prefix : ndarray of int64, shape (largest group + 2,)
        Key of a bucket of c candidates: the sum of the growth below c.
    sag : ndarray of int64, shape (largest group + 1,)
        How far the growth below n stays under its own running maximum: 0 for keys that are convex
        in the sizes, a little for rounded logarithms beyond n = 33,614.
    logs : ndarray of int64, shape (largest group + 1,)
        `log_table`, for entropies of rows.
    largest_weight : int
        Weight of the largest bucket.
    kind : int
        One of the kinds above.
    """

    growth: npt.NDArray[np.int64]
    prefix: npt.NDArray[np.int64]
    sag: npt.NDArray[np.int64]
    logs: npt.NDArray[np.int64]
    largest_weight: int
    kind: int

    @classmethod
    def of(cls, key: Key, largest_group: int) -> KeyTable:
        """Tabulate a key for groups of up to so many candidates."""
        weights = [int(weight) for weight in key.weights]
        # A common factor changes no comparison, and pure keys are recognised without it.
        divisor = math.gcd(*weights) or 1
        buckets, largest, squares, logs = (weight // divisor for weight in weights)
        table = log_table(largest_group).copy()  # kernels take writable arrays only
        sizes = np.arange(largest_group + 1, dtype=np.int64)
        values = buckets * (sizes > 0) + squares * sizes * sizes + logs * table
        growth = np.diff(values)
        growth -= min(int(growth.min(initial=0)), 0)
        prefix = np.zeros(largest_group + 2, np.int64)
        np.cumsum(growth, out=prefix[1:-1])
        prefix[-1] = prefix[-2]
        sag = np.zeros(largest_group + 1, np.int64)
        below = np.maximum.accumulate(growth) - growth
        np.maximum.accumulate(below, out=sag[1:])
        kind = {
            (0, 1, 0, 0): LARGEST,
            (0, 0, 1, 0): SQUARES,
            (0, 0, 0, 1): LOGS,
            (-1, 0, 0, 0): BUCKETS,
        }.get((buckets, largest, squares, logs), FALLING if largest < 0 else UNBOUNDED)
        return cls(growth, prefix, sag, table, largest, kind)


@njit(cache=True, nogil=True)
def least_key(size, parts, prefix, sag, largest_weight):  # type: ignore[no-untyped-def]
    """Least key of a group of ``size`` split into so many parts: all sizes as equal as can be."""
    quotient = size // parts
    larger = size - quotient * parts
    least = (parts - larger) * prefix[quotient] + larger * prefix[quotient + 1]
    return least - size * sag[size] + largest_weight * (quotient + int64(larger > 0))


@njit(cache=True, nogil=True)
def least_key_with_bucket(size, bucket, patterns, prefix, sag, largest_weight):  # type: ignore[no-untyped-def]
    """Least key of a group that has a bucket of known size: the rest balanced over all patterns."""
    rest = size - bucket
    # Small groups are spared the division.
    quotient = int64(0) if rest < patterns - 1 else rest // (patterns - 1)
    larger = rest - quotient * (patterns - 1)
    least = (patterns - 1 - larger) * prefix[quotient] + larger * prefix[quotient + 1]
    return least + prefix[bucket] - size * sag[size] + largest_weight * max(bucket, int64(rest > 0))


@njit(cache=True, nogil=True)
def least_row_entropy(size, best, kind, logs):  # type: ignore[no-untyped-def]
    """Sum of row entropies, times size, below which no key <= best is possible; -1 without bound.

    The slack covers the rounding of all logarithms involved: at most log2(n) / 2 units each for
    every candidate, bucket and row.
    """
    n = float(size)
    slack = n * 256.0 + n * np.log2(n + 1.0) * 4096.0
    if best >= NEVER or best <= 0:
        return int64(-1)
    if kind == LOGS:
        return int64(float(logs[size]) - float(best) - slack)
    if kind == SQUARES:
        return int64(n * np.log2(n * n / float(best)) * LOG_SCALE - slack)
    if kind == LARGEST:
        return int64(n * np.log2(n / float(best)) * LOG_SCALE - slack)
    if kind == BUCKETS and best < size:
        return int64(n * np.log2(n - float(best)) * LOG_SCALE - slack)
    return int64(-1)


@njit(cache=True, nogil=True)
def row_entropy(row, numbers, number_counts, row_base, table, kind, logs, byte_counts):  # type: ignore[no-untyped-def]
    """Entropy of a letter row over a group, times the size of the group, in units of 2**-32 bit.

    ``numbers`` are the ways in which the row's letter stands in the group's candidates and
    ``number_counts`` how often, absence first. For the number of buckets, the logarithm of the
    number of distinct bytes takes the place of the entropy.
    """
    base = row_base[row]
    size = 0
    for i in range(len(numbers)):
        byte_counts[table[base + numbers[i]]] += number_counts[i]
        size += number_counts[i]
    entropy = logs[size]
    distinct = 0
    for i in range(len(numbers)):
        byte = table[base + numbers[i]]
        count = byte_counts[byte]
        if count:
            entropy -= logs[count]
            distinct += 1
            byte_counts[byte] = 0
    if kind == BUCKETS:
        return int64(float(size) * np.log2(float(distinct)) * LOG_SCALE) + 1
    return entropy
