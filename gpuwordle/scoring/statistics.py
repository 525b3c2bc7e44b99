"""The statistics of a partition in four integers, and the keys that strategies minimise.

A guess splits the candidates of a group into buckets, one for each pattern. The strategies of the
literature use four numbers of this partition: the number of buckets, the largest bucket, the sum of
squared sizes (expected size), and the sum of n log n (entropy). All four are integers here,
including the logarithms, so that all backends agree exactly and ties are exact.

If candidates have weights, a bucket of n candidates has a weight W, too. The third number is then
the sum of W n, the fourth that of W log W, and a fifth is the largest W. Weights of 1 give the
numbers above.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, check_known, shortened
from gpuwordle.scoring.logs import LOG_SCALE, log_table

FIELDS = ("buckets", "largest", "sum_of_squares", "sum_n_log_n")
"""The four numbers, in the order of the block."""

WEIGHTED_FIELDS = ("buckets", "largest", "sum_w_n", "sum_w_log_w", "heaviest")
"""The five numbers of candidates with weights."""


@dataclass(eq=False)
class Statistics:
    """Four integers for every guess on every group, or five if candidates have weights."""

    sizes: npt.NDArray[np.int64]  # (groups,): candidates in each group
    block: npt.NDArray[np.int64]  # (4 or 5, groups, guesses): `FIELDS` or `WEIGHTED_FIELDS`
    weights: npt.NDArray[np.int64] | None = None  # (groups,); None if all weights are 1

    @classmethod
    def empty(
        cls,
        sizes: npt.NDArray[np.int64],
        guesses: int,
        weights: npt.NDArray[np.int64] | None = None,
    ) -> Statistics:
        """Allocate the block for a number of guesses, unfilled."""
        fields = FIELDS if weights is None else WEIGHTED_FIELDS
        return cls(sizes, np.empty((len(fields), len(sizes), guesses), np.int64), weights)

    @classmethod
    def of_buckets(
        cls, sizes: npt.NDArray[np.integer], weights: npt.NDArray[np.int64] | None = None
    ) -> Statistics:
        """Score one partition by the sizes and weights of its buckets: arrays of shape (1, 1)."""
        each = sizes if weights is None else weights
        total = int(each.sum())
        logs = log_table(total)
        numbers = [len(sizes), int(sizes.max()), int((each * sizes).sum()), int(logs[each].sum())]
        if weights is not None:
            numbers.append(int(weights.max()))
        block = np.array(numbers, np.int64).reshape(-1, 1, 1)
        size, heavy = np.array([int(sizes.sum())]), None if weights is None else np.array([total])
        return cls(size, block, heavy)

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
        """Sum of n * n over the buckets, or of W * n: a view, shape (groups, guesses)."""
        return self.block[2]

    @property
    def sum_n_log_n(self) -> npt.NDArray[np.int64]:
        """Sum of n * Lg[n], or W * Lg[W], in 2**-32 bit, see `log_table`: (groups, guesses)."""
        return self.block[3]

    @property
    def heaviest(self) -> npt.NDArray[np.int64]:
        """Weight of the heaviest bucket: a view, shape (groups, guesses)."""
        return self.block[1 if self.weights is None else 4]

    @property
    def expected_size(self) -> npt.NDArray[np.float64]:
        """Mean number of candidates left after the guess: sum of W n / weight of the group."""
        return self.sum_of_squares / self._totals[:, None]

    @property
    def entropy(self) -> npt.NDArray[np.float64]:
        """Shannon entropy of the pattern, in bits (Shannon 1948)."""
        totals = self._totals
        table = log_table(int(totals.max(initial=1)))
        # Integer difference first: it is exact, and zero where one bucket holds all.
        bits = table[totals][:, None] - self.sum_n_log_n
        return bits / (LOG_SCALE * totals[:, None])

    @property
    def _totals(self) -> npt.NDArray[np.int64]:
        """Weight of each group: its candidates if all weights are 1."""
        return self.sizes if self.weights is None else self.weights

    def of_guesses(self, columns: npt.NDArray[np.integer]) -> Statistics:
        """Return the statistics of some of the guesses, by their places."""
        return Statistics(self.sizes, self.block[:, :, columns], self.weights)

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
        check_key(key, int(self.sizes.max(initial=0)), int(self._totals.max(initial=0)))
        total = np.zeros(self.block.shape[1:], np.int64)
        largest = self.heaviest if key.heaviest else self.largest
        block = self.buckets, largest, self.sum_of_squares, self.sum_n_log_n
        for weight, values in zip(key.weights, block, strict=True):
            if weight:
                total += weight * values
        return total


class Key(NamedTuple):
    """A weighted sum of the four statistics, as int64, that a strategy minimises."""

    name: str  # for error messages
    weights: tuple[int, int, int, int]  # of buckets, largest, sum_of_squares and sum_n_log_n
    heaviest: bool = False  # whether the second weight is of the heaviest bucket, not the largest

    @property
    def ignores_weights(self) -> bool:
        """Whether the weights of candidates make no difference to it."""
        return not (self.heaviest or any(self.weights[2:]))

    def costs(self, largest: int) -> npt.NDArray[np.int64]:
        """Tabulate what a bucket of each size adds, without the largest: int64 (largest + 1,)."""
        buckets, _, squares, logs = map(int, self.weights)
        sizes = np.arange(largest + 1, dtype=np.int64)
        return buckets * (sizes > 0) + squares * sizes * sizes + logs * log_table(largest)


KEYS = {
    "minimax": Key("minimax", (0, 1, 0, 0)),
    "expected-size": Key("expected-size", (0, 0, 1, 0)),
    "entropy": Key("entropy", (0, 0, 0, 1)),
    "buckets": Key("buckets", (-1, 0, 0, 0)),
}
"""The four scores: smallest largest bucket, smallest expected bucket size, largest entropy and most
buckets. Within one group the entropy is largest if sum n log n is smallest."""

HEAVIEST = Key("heaviest", (0, 1, 0, 0), heaviest=True)
"""The score that weights add: the lightest heaviest bucket. Without weights it equals minimax."""

MOST_KEY = 1 << 60
"""Exclusive limit of keys, with room below 2**63, because bounds shift keys."""

MOST_WEIGHTED_KEY = 1 << 62
"""The same for candidates with weights, whose keys are computed without bounds."""

NO_KEY = np.int64(MOST_WEIGHTED_KEY)
"""Stands for the key of no guess, or of one that was abandoned: larger than any key."""


def check_key(key: Key, largest_group: int, largest_weight: int | None = None) -> None:
    """Raise UserError unless a key has four integer weights and cannot overflow int64.

    The weight of a group is its size unless it is given.
    """
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
    total = size if largest_weight is None else largest_weight
    # Limits of the four numbers: n * Lg[n] is less than n times the bits of n, in 2**-32 bit.
    most = (size, max(size, total), total * size, total * total.bit_length() * LOG_SCALE)
    reached = sum(
        abs(int(weight)) * int(limit) for weight, limit in zip(weights, most, strict=True)
    )
    if reached >= (MOST_KEY if total == size else MOST_WEIGHTED_KEY):
        raise UserError(
            f"key {shortened(str(key.name))!r} could overflow for {size:,} candidates (weights "
            f"{shortened(repr(weights))}): divide the weights, or score fewer candidates"
        )


def key_named(name: str) -> Key:
    """Return `HEAVIEST` or one of `KEYS`; raise UserError if there is none of that name."""
    known = {**KEYS, HEAVIEST.name: HEAVIEST}
    check_known("score", name, known)
    return known[name]
