"""What a guess does to a group of candidates, in four integers.

A guess splits the candidates of a group into buckets, one for each pattern. Everything that the
strategies of the literature ask of a partition follows from four numbers of it: how many buckets,
the largest, the sum of squared sizes (expected size), and the sum of n log n (entropy). All four
are integers here, logarithms included, so that every backend agrees to the bit and ties are ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, nearest

LOG_SCALE = 2**32
"""Integer logarithms count units of 2**-32 bit."""


class Groups(NamedTuple):
    """Candidate sets that are scored together, in compressed sparse rows.

    Attributes
    ----------
    candidates : ndarray of int32, shape (total,)
        Answer indices, group after group, each group in rising order of its choice.
    offsets : ndarray of int64, shape (groups + 1,)
        Group ``i`` is ``candidates[offsets[i]:offsets[i + 1]]``; no group is empty.
    """

    candidates: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]

    @classmethod
    def of(cls, groups: Sequence[npt.ArrayLike]) -> Groups:
        """Build groups from one array of indices each."""
        arrays = [np.asarray(group, np.int32).ravel() for group in groups]
        offsets = np.zeros(len(arrays) + 1, np.int64)
        np.cumsum([len(array) for array in arrays], out=offsets[1:])
        empty = np.empty(0, np.int32)
        return cls(np.concatenate([*arrays, empty]), offsets)

    @classmethod
    def whole(cls, size: int) -> Groups:
        """Make one group of the indices 0 to size - 1."""
        return cls(np.arange(size, dtype=np.int32), np.array([0, size], np.int64))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates in each group: int64, shape (groups,)."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def group(self, index: int) -> npt.NDArray[np.int32]:
        """Return the candidates of one group (a view)."""
        return self.candidates[self.offsets[index] : self.offsets[index + 1]]

    def between(self, first: int, last: int) -> Groups:
        """Return groups first to last - 1 (a view of their candidates)."""
        offsets = self.offsets[first : last + 1]
        return Groups(self.candidates[offsets[0] : offsets[-1]], offsets - offsets[0])


@dataclass(frozen=True, eq=False)
class Statistics:
    """Four integers for every guess on every group.

    Attributes
    ----------
    sizes : ndarray of int64, shape (groups,)
        Candidates in each group.
    buckets : ndarray of int64, shape (groups, guesses)
        Non-empty buckets: the number of different patterns.
    largest : ndarray of int64, shape (groups, guesses)
        Candidates in the largest bucket.
    sum_of_squares : ndarray of int64, shape (groups, guesses)
        Sum of n * n over the buckets.
    sum_n_log_n : ndarray of int64, shape (groups, guesses)
        Sum of n * Lg[n] over the buckets, in units of 2**-32 bit; see `log_table`.
    """

    sizes: npt.NDArray[np.int64]
    buckets: npt.NDArray[np.int64]
    largest: npt.NDArray[np.int64]
    sum_of_squares: npt.NDArray[np.int64]
    sum_n_log_n: npt.NDArray[np.int64]

    @classmethod
    def empty(cls, sizes: npt.NDArray[np.int64], guesses: int) -> Statistics:
        """Allocate the arrays for so many guesses, unfilled."""
        shape = (len(sizes), guesses)
        return cls(sizes, *(np.empty(shape, np.int64) for _ in range(4)))

    @property
    def expected_size(self) -> npt.NDArray[np.float64]:
        """Mean number of candidates left after the guess: sum of squares / group size."""
        return self.sum_of_squares / self.sizes[:, None]

    @property
    def entropy(self) -> npt.NDArray[np.float64]:
        """Shannon entropy of the pattern, in bits (Shannon 1948)."""
        table = log_table(int(self.sizes.max(initial=1)))
        # Integer difference first: it is exact, and zero where one bucket holds all.
        bits = table[self.sizes][:, None] - self.sum_n_log_n
        return bits / (LOG_SCALE * self.sizes[:, None])

    def of_guesses(self, columns: npt.NDArray[np.integer]) -> Statistics:
        """Take the statistics of some of the guesses, by their place here."""
        mine = (self.buckets, self.largest, self.sum_of_squares, self.sum_n_log_n)
        return Statistics(self.sizes, *(values[:, columns] for values in mine))

    def key(self, key: Key) -> npt.NDArray[np.int64]:
        """Weigh the four integers into the number that a strategy minimises.

        Returns
        -------
        ndarray of int64, shape (groups, guesses)
        """
        buckets, largest, squares, logs = key.weights
        total = np.zeros_like(self.buckets)
        for weight, values in (
            (buckets, self.buckets),
            (largest, self.largest),
            (squares, self.sum_of_squares),
            (logs, self.sum_n_log_n),
        ):
            if weight:
                total += weight * values
        return total


class Key(NamedTuple):
    """What a strategy minimises: a weighted sum of the four statistics, an int64.

    Attributes
    ----------
    name : str
        What to call it.
    weights : tuple of int
        Weights of buckets, largest, sum_of_squares and sum_n_log_n.
    """

    name: str
    weights: tuple[int, int, int, int]


KEYS = {
    "minimax": Key("minimax", (0, 1, 0, 0)),
    "expected-size": Key("expected-size", (0, 0, 1, 0)),
    "entropy": Key("entropy", (0, 0, 0, 1)),
    "buckets": Key("buckets", (-1, 0, 0, 0)),
}
"""The four scores: smallest largest bucket, smallest expected bucket size, largest entropy and most
buckets. Within one group the entropy is largest where sum n log n is smallest."""


def key_named(name: str) -> Key:
    """Return one of `KEYS`.

    Raises
    ------
    UserError
        If there is no such score, with the nearest names.
    """
    if name not in KEYS:
        raise UserError(f"unknown score {name!r}: {nearest(name, KEYS)}")
    return KEYS[name]


def log_table(largest: int) -> npt.NDArray[np.int64]:
    """Tabulate n * Lg[n] for n = 0 to the largest group.

    Lg[n] is the sum of round(2**32 * log2 p) over the prime factors p of n. Partitions that have
    the same entropy mathematically have equal products of n**n, hence the same primes and, by this
    definition, equal integers; a table of rounded n * log2 n would break such ties by chance.

    Parameters
    ----------
    largest
        Largest n, at least 0.

    Returns
    -------
    ndarray of int64, shape (largest + 1,), read-only
    """
    # Vocabularies of one list are of many sizes: a few tables serve them all.
    return _log_table_below(1 << int(largest).bit_length())[: largest + 1]


@lru_cache(maxsize=4)
def _log_table_below(limit: int) -> npt.NDArray[np.int64]:
    largest = limit - 1
    smallest_prime = np.arange(largest + 1)
    for divisor in range(2, int(largest**0.5) + 1):
        if smallest_prime[divisor] == divisor:
            multiples = smallest_prime[divisor * divisor :: divisor]
            np.minimum(multiples, divisor, out=multiples)
    # Lg[n] = Lg[smallest prime] + Lg[the rest], filled prime factor by prime factor: after k
    # rounds every number with at most k prime factors is done.
    logs = np.zeros(largest + 1, np.int64)
    primes = np.flatnonzero(smallest_prime[2:] == np.arange(2, largest + 1)) + 2
    logs[primes] = np.rint(LOG_SCALE * np.log2(primes)).astype(np.int64)
    prime_logs = logs.copy()
    rest = np.arange(largest + 1)
    logs[:] = 0
    while (rest > 1).any():
        logs += prime_logs[np.where(rest > 1, smallest_prime[rest], 0)]
        rest = np.where(rest > 1, rest // np.maximum(smallest_prime[rest], 1), rest)
    table = np.arange(largest + 1, dtype=np.int64) * logs
    table.flags.writeable = False
    return table
