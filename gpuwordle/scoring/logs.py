"""Integer logarithms, with which equal entropies are equal integers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LOG_SCALE = 2**32
"""Units of an integer logarithm in one bit."""

_longest: npt.NDArray[np.int64] = np.zeros(0, np.int64)


def log_table(largest: int) -> npt.NDArray[np.int64]:
    """Tabulate n * Lg[n] for n = 0 to ``largest``: int64, shape (largest + 1,), read-only.

    Lg[n] is the sum of round(2**32 * log2 p) over the prime factors p of n. Partitions with
    mathematically equal entropies have equal products of n**n, hence the same primes and, by this
    definition, equal integers. A table of rounded n * log2 n would break such ties at random.
    """
    # One table serves vocabularies of all sizes: each uses its beginning.
    global _longest
    table = _longest
    if len(table) <= largest:
        table = _longest = _log_table_below(1 << int(largest).bit_length())
    return table[: largest + 1]


def _log_table_below(limit: int) -> npt.NDArray[np.int64]:
    """Tabulate n * Lg[n] for n below a power of two."""
    smallest_prime = np.arange(limit, dtype=np.int32)  # half the memory
    for divisor in range(2, int((limit - 1) ** 0.5) + 1):
        if smallest_prime[divisor] == divisor:
            multiples = smallest_prime[divisor * divisor :: divisor]
            np.minimum(multiples, divisor, out=multiples)
    logs = np.zeros(limit, np.int64)
    primes = np.flatnonzero(smallest_prime[2:] == np.arange(2, limit)) + 2
    logs[primes] = np.rint(LOG_SCALE * np.log2(primes)).astype(np.int64)
    # Lg[n] = Lg[smallest prime] + Lg[the rest], and the rest is at most half of n.
    first = 2
    while first < limit:
        some = np.arange(first, 2 * first)
        prime = smallest_prime[some]
        logs[some] = logs[prime] + np.where(prime < some, logs[some // prime], 0)
        first *= 2
    logs *= np.arange(limit)
    logs.flags.writeable = False
    return logs
