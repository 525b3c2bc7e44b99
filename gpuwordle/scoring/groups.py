"""Groups: candidate sets that are scored together, one array behind another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError


class Groups(NamedTuple):
    """Candidate sets that are scored together, in compressed sparse rows.

    Attributes
    ----------
    candidates : ndarray of int32, shape (total,)
        Answer indices, group after group. (An explicit pool has guess indices here.)
    offsets : ndarray of int64, shape (groups + 1,)
        Group ``i`` is ``candidates[offsets[i]:offsets[i + 1]]``; no group is empty.
    """

    candidates: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]

    @classmethod
    def of(cls, groups: Sequence[npt.ArrayLike]) -> Groups:
        """Build groups from one array of indices each.

        Raises
        ------
        UserError
            If something is no integer of 32 bits.
        """
        arrays = [_of_32_bits(np.asarray(group)).ravel() for group in groups]
        sizes = np.array([len(array) for array in arrays], np.int64)
        return cls.from_sizes(np.concatenate([*arrays, np.empty(0, np.int32)]), sizes)

    @classmethod
    def from_sizes(
        cls, candidates: npt.NDArray[np.integer], sizes: npt.NDArray[np.integer]
    ) -> Groups:
        """Cut indices into groups of given sizes, one after another."""
        offsets = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=offsets[1:])
        return cls(np.ascontiguousarray(_of_32_bits(candidates)), offsets)

    @classmethod
    def whole(cls, size: int) -> Groups:
        """Make one group of the indices 0 to size - 1."""
        return cls(np.arange(size, dtype=np.int32), np.array([0, size], np.int64))

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates in each group: int64, shape (groups,)."""
        return np.diff(self.offsets)

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """The group of each entry of ``candidates``: int64, shape (total,)."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @property
    def firsts(self) -> npt.NDArray[np.int32]:
        """The first candidate of each group: int32, shape (groups,)."""
        return self.candidates[self.offsets[:-1]]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def group(self, index: int) -> npt.NDArray[np.int32]:
        """Return the candidates of one group (a view)."""
        return self.candidates[self.offsets[index] : self.offsets[index + 1]]

    def between(self, first: int, last: int) -> Groups:
        """Return groups first to last - 1 (a view of their candidates)."""
        offsets = self.offsets[first : last + 1]
        return Groups(self.candidates[offsets[0] : offsets[-1]], offsets - offsets[0])

    def take(self, chosen: npt.NDArray[np.integer]) -> Groups:
        """Return some of the groups, in the order given."""
        sizes = self.sizes[chosen]
        entries = ranges(self.offsets[:-1][chosen], sizes)
        return Groups.from_sizes(self.candidates[entries], sizes)

    def select(self, kept: npt.NDArray[np.bool_]) -> Groups:
        """Keep some of the entries: bool, shape (total,), at least one of each group."""
        sizes = np.add.reduceat(kept, self.offsets[:-1], dtype=np.int64)
        return Groups.from_sizes(self.candidates[kept], sizes)

    def sorted(self) -> Groups:
        """Sort the entries of each group; where they are sorted already, nothing is copied."""
        values, offsets = self
        falls = np.flatnonzero(values[1:] < values[:-1]) + 1
        if np.isin(falls, offsets).all():
            return self
        return Groups(values[np.lexsort((values, self.owners))], offsets)


def _of_32_bits(indices: npt.NDArray[np.generic]) -> npt.NDArray[np.int32]:
    """Narrow integers, but never one that would become another."""
    if indices.dtype == np.int32:
        return indices.astype(np.int32, copy=False)
    if not indices.size:
        return indices.astype(np.int32)
    if indices.dtype.kind not in "iu":
        raise UserError(
            f"groups of {indices.dtype.name} are given: give indices, which are integers"
        )
    narrow = indices.astype(np.int32)
    if (narrow != indices).any():
        stray = int(indices[narrow != indices].flat[0])
        raise UserError(f"index {stray} in a group is out of range: give those of answers")
    return narrow


def ranges(
    starts: npt.NDArray[np.integer], lengths: npt.NDArray[np.integer]
) -> npt.NDArray[np.int64]:
    """Enumerate several index ranges behind one another.

    Parameters
    ----------
    starts, lengths
        First index and size of each range, shape (ranges,).

    Returns
    -------
    ndarray of int64, shape (sum of lengths,)

    Examples
    --------
    >>> ranges(np.array([5, 20]), np.array([3, 2])).tolist()
    [5, 6, 7, 20, 21]
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - ends + lengths, lengths) + np.arange(total, dtype=np.int64)


def runs(sizes: npt.NDArray[np.integer], most: int) -> Iterator[slice]:
    """Cut groups into runs of a bounded number of entries, of one group at least.

    Parameters
    ----------
    sizes
        Entries of each group.
    most
        Entries of a run.

    Examples
    --------
    >>> [(run.start, run.stop) for run in runs(np.array([2, 2, 5, 1]), 4)]
    [(0, 2), (2, 3), (3, 4)]
    """
    ends, start = np.cumsum(sizes), 0
    while start < len(sizes):
        done = ends[start - 1] if start else 0
        stop = max(int(np.searchsorted(ends, done + most, "right")), start + 1)
        yield slice(start, stop)
        start = stop
