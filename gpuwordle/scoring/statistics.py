"""The statistics of a partition in four integers, and the keys that strategies minimise.

A guess splits the candidates of a group into buckets, one for each pattern. The strategies of the
literature use four numbers of this partition: the number of buckets, the largest bucket, the sum of
squared sizes (expected size), and the sum of n log n (entropy). All four are integers here,
including the logarithms, so that all backends agree exactly and ties are exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.scoring.logs import LOG_SCALE, log_table

FIELDS = ("buckets", "largest", "sum_of_squares", "sum_n_log_n")
"""The four numbers, in the order of the block."""


class Statistics:
    """Four integers for every guess on every group.

    Parameters
    ----------
    sizes : ndarray of int64, shape (groups,)
        Candidates in each group.
    block : ndarray of int64, shape (4, groups, guesses)
        The four numbers of `FIELDS`.
    """

    def __init__(self, sizes: npt.NDArray[np.int64], block: npt.NDArray[np.int64]) -> None:
        self.sizes = sizes
        self.block = block

    @classmethod
    def empty(cls, sizes: npt.NDArray[np.int64], guesses: int) -> Statistics:
        """Allocate the block for a number of guesses, unfilled."""
        return cls(sizes, np.empty((len(FIELDS), len(sizes), guesses), np.int64))

    @classmethod
    def of_buckets(cls, sizes: npt.NDArray[np.integer]) -> Statistics:
        """Score one partition by the sizes of its buckets: arrays of shape (1, 1)."""
        total = int(sizes.sum())
        logs = log_table(total)
        numbers = [len(sizes), int(sizes.max()), int((sizes * sizes).sum()), int(logs[sizes].sum())]
        return cls(np.array([total]), np.array(numbers, np.int64).reshape(len(FIELDS), 1, 1))

    @property
    def buckets(self) -> npt.NDArray[np.int64]:
        """Non-empty buckets, the number of different patterns: a view, shape (groups, guesses)."""
        return self.block[0]

    @property
    def largest(self) -> npt.NDArray[np.int64]:
        """Candidates in the largest bucket: a view, shape (groups, guesses)."""
        return self.block[1]

    @property
    def sum_of_squares(self) -> npt.NDArray[np.int64]:
        """Sum of n * n over the buckets: a view, shape (groups, guesses)."""
        return self.block[2]

    @property
    def sum_n_log_n(self) -> npt.NDArray[np.int64]:
        """Sum of n * Lg[n] in units of 2**-32 bit, see `log_table`: a view, (groups, guesses)."""
        return self.block[3]

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
        """Return the statistics of some of the guesses, by their positions."""
        return Statistics(self.sizes, self.block[:, :, columns])

    def key(self, key: Key) -> npt.NDArray[np.int64]:
        """Compute the weighted sum of the four integers that a strategy minimises.

        Returns
        -------
        ndarray of int64, shape (groups, guesses)

        Raises
        ------
        UserError
            If the key could overflow; see `check_key`.
        """
        check_key(key, int(self.sizes.max(initial=0)))
        total = np.zeros(self.block.shape[1:], np.int64)
        for weight, values in zip(key.weights, self.block, strict=True):
            if weight:
                total += weight * values
        return total


class Key(NamedTuple):
    """A weighted sum of the four statistics, as int64, that a strategy minimises.

    Attributes
    ----------
    name : str
        Its name, for error messages.
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
buckets. Within one group the entropy is largest if sum n log n is smallest."""

MOST_KEY = 1 << 60
"""Exclusive limit of keys, with room below 2**63, because bounds shift keys."""


def check_key(key: Key, largest_group: int) -> None:
    """Raise UserError unless a key has four integer weights and cannot overflow int64."""
    weights = tuple(key.weights)
    whole = all(
        isinstance(weight, int | np.integer) and not isinstance(weight, bool) for weight in weights
    )
    if len(weights) != len(FIELDS) or not whole:
        raise UserError(
            f"key {shortened(str(key.name))!r} has weights {shortened(repr(weights))}: give an "
            f"integer for each of {', '.join(FIELDS)}"
        )
    size = largest_group
    # Limits of the four numbers: n * Lg[n] is less than n times the bits of n, in 2**-32 bit.
    most = (size, size, size * size, (size * size.bit_length() * LOG_SCALE))
    reached = sum(
        abs(int(weight)) * int(limit) for weight, limit in zip(weights, most, strict=True)
    )
    if reached >= MOST_KEY:
        raise UserError(
            f"key {shortened(str(key.name))!r} could overflow for {size:,} candidates (weights "
            f"{shortened(repr(weights))}): divide the weights, or score fewer candidates"
        )


def key_named(name: str) -> Key:
    """Return one of `KEYS`; raise UserError if there is none of that name."""
    if not isinstance(name, str) or name not in KEYS:
        shown = shortened(str(name))
        raise UserError(f"unknown score {shown!r}: {nearest(shown, KEYS)}")
    return KEYS[name]
