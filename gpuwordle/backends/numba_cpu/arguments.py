"""What kernels are given: tables and keys as named tuples, with their compiled types.

A compiled function reads the fields that it needs once, before its loops. Fields match their types
exactly, so all arrays here are writable and contiguous.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, types, uint8, uint16

from gpuwordle.scoring.contributions import Contributions
from gpuwordle.scoring.groups import Groups

POOL_ALL, POOL_OWN, POOL_LISTED = range(3)
"""Which guesses a group may choose from: all, its own candidates, or a list per group."""


class Table(NamedTuple):
    """The table of contributions; see `gpuwordle.scoring.contributions.Contributions`.

    Slots, (guesses, planes, 5), are the rows of every guess; unused ones name the last row, which
    adds nothing. Every row, (rows + 1,), has a letter and begins at its base in the contributions:
    what it adds, by the number of the places of its letter in the answer. That number, for every
    answer and letter, is the placement, (answers, letters + 1); ``sets`` are numbered in all.
    """

    slots: npt.NDArray[np.int32]
    letters: npt.NDArray[np.int32]
    base: npt.NDArray[np.int64]
    contributions: npt.NDArray[np.uint8]
    placement: npt.NDArray[np.uint16]
    sets: int
    length: int

    @classmethod
    def of(cls, parts: Contributions) -> Table:
        """Hand over the table of a vocabulary."""
        return cls(
            parts.plan.slots,
            parts.letters,
            parts.base,
            parts.table.reshape(-1),
            parts.placements.numbers,
            len(parts.placements.places),
            parts.plan.length,
        )


TABLE = types.NamedTuple(
    [int32[:, :, ::1], int32[::1], int64[::1], uint8[::1], uint16[:, ::1], int64, int64], Table
)


class Cost(NamedTuple):
    """A key as a cost that grows while candidates are counted; made by `bound.cost_of`.

    The marginal cost is what a bucket of c candidates gains with one more, never negative; the
    cumulative cost of a bucket is the sum of those below c. The slack is how far the marginal cost
    below n stays under its own running maximum: 0 where the cost is convex in the sizes, a little
    for rounded logarithms beyond n = 33,614. Logs are n * Lg[n]; the kind is one of `bound`.
    """

    marginal: npt.NDArray[np.int64]
    cumulative: npt.NDArray[np.int64]
    slack: npt.NDArray[np.int64]
    logs: npt.NDArray[np.int64]
    largest_weight: int
    kind: int


COST = types.NamedTuple([int64[::1], int64[::1], int64[::1], int64[::1], int64, int64], Cost)


class Pooled(NamedTuple):
    """Groups (see `gpuwordle.scoring.groups.Groups`), and what each may guess.

    ``own`` are each group's candidates as guess indices, rising; ``listed`` what each may guess,
    rising, its own candidates where no list is given.
    """

    candidates: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    own: npt.NDArray[np.int32]
    pool: int
    listed: npt.NDArray[np.int32]
    listed_offsets: npt.NDArray[np.int64]

    @property
    def groups(self) -> Groups:
        """The groups."""
        return Groups(self.candidates, self.offsets)

    def guesses(self, group: int, guess_count: int) -> npt.NDArray[np.int32]:
        """Return what one group may guess: guess indices, rising."""
        if self.pool == POOL_ALL:
            return np.arange(guess_count, dtype=np.int32)
        return self.listed[self.listed_offsets[group] : self.listed_offsets[group + 1]]

    def own_of(self, group: int) -> npt.NDArray[np.int32]:
        """Return the candidates of one group as guess indices, rising."""
        return self.own[self.offsets[group] : self.offsets[group + 1]]


POOLED = types.NamedTuple(
    [int32[::1], int64[::1], int32[::1], int64, int32[::1], int64[::1]], Pooled
)
