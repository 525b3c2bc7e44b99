"""Arguments that many kernels share: tables, keys and groups as named tuples, and their types.

Arrays are writable and contiguous, as their types require. Kernels read the fields once, before
their loops.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int32, int64, types, uint8, uint16

from gpuwordle.scoring.contributions import Contributions, plane_base
from gpuwordle.scoring.groups import Groups

LARGEST_SMALL_GROUP = 40
"""Candidates up to which `gpuwordle.backends.numba_cpu.small` finds the best guess."""

POOL_ALL, POOL_OWN, POOL_LISTED = range(3)
"""Which guesses a group may choose from: all, its own candidates, or a list per group."""


class Table(NamedTuple):
    """The table of contributions; see `gpuwordle.scoring.contributions.Contributions`.

    Every row has a letter, and adds ``contributions[base[row] + number]`` to a code, where the
    number stands for the places of that letter in the answer.
    """

    slots: npt.NDArray[np.int32]  # (guesses, planes, 5): rows; unused ones name the last, a zero
    letters: npt.NDArray[np.int32]  # (rows + 1,)
    base: npt.NDArray[np.int64]  # (rows + 1,)
    contributions: npt.NDArray[np.uint8]
    placement: npt.NDArray[np.uint16]  # (answers, letters + 1): numbers of places
    sets: int  # how many numbers there are
    length: int
    codes: int  # number of codes
    plane_base: int  # weight of a plane relative to the one before
    most_buckets: int  # of a guess, the all-grey one counted twice if others may join it

    @classmethod
    def of(cls, parts: Contributions) -> Table:
        """Convert the table of a vocabulary."""
        codes = parts.rule.codes(parts.plan.length)
        return cls(
            parts.plan.slots,
            parts.letters,
            parts.base,
            parts.table.reshape(-1),
            parts.placements.numbers,
            len(parts.placements.places),
            parts.plan.length,
            codes,
            plane_base(parts.rule),
            codes + (not parts.rule.has_colours),
        )


TABLE = types.NamedTuple(
    [int32[:, :, ::1], int32[::1], int64[::1], uint8[::1], uint16[:, ::1], *[int64] * 5], Table
)


class Cost(NamedTuple):
    """A key as a cost that grows while candidates are counted; made by `bound.cost_of`.

    Arrays are indexed by the size n of a bucket or a group.
    """

    marginal: npt.NDArray[np.int64]
    """Cost of one more candidate in the bucket, never negative."""
    cumulative: npt.NDArray[np.int64]
    """Cost of the bucket: the sum of the marginal costs below n."""
    slack: npt.NDArray[np.int64]
    """How far the marginal cost below n stays under its running maximum: 0 if the cost is convex in
    the sizes, a little for rounded logarithms beyond n = 33,614."""
    logs: npt.NDArray[np.int64]
    """n * Lg[n]."""
    largest_weight: int
    kind: int
    """One of the kinds of `bound`."""


COST = types.NamedTuple([int64[::1], int64[::1], int64[::1], int64[::1], int64, int64], Cost)


class Pooled(NamedTuple):
    """Groups (see `gpuwordle.scoring.groups.Groups`), and the guesses allowed for each."""

    candidates: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    own: npt.NDArray[np.int32]  # candidates of each group as guess indices, ascending
    pool: int
    listed: npt.NDArray[np.int32]  # guesses allowed, ascending; `own` if no list is given
    listed_offsets: npt.NDArray[np.int64]

    @property
    def groups(self) -> Groups:
        """The groups."""
        return Groups(self.candidates, self.offsets)

    def guesses(self, group: int, guess_count: int) -> npt.NDArray[np.int32]:
        """Return the guesses allowed for one group: guess indices, ascending."""
        if self.pool == POOL_ALL:
            return np.arange(guess_count, dtype=np.int32)
        return self.listed[self.listed_offsets[group] : self.listed_offsets[group + 1]]

    def own_of(self, group: int) -> npt.NDArray[np.int32]:
        """Return the candidates of one group as guess indices, ascending."""
        return self.own[self.offsets[group] : self.offsets[group + 1]]


POOLED = types.NamedTuple(
    [int32[::1], int64[::1], int32[::1], int64, int32[::1], int64[::1]], Pooled
)
