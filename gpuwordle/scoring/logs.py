"""Integer logarithms: equal entropies are equal integers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

LOG_SCALE = 2**32
"""Integer logarithms count units of 2**-32 bit."""


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
