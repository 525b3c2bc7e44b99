"""Groups: candidate sets that are scored together, and checks of indices and groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError

Indices = npt.NDArray[np.integer]
"""Numbers of words: answer indices, or guess indices."""

SHOWN_TYPE = 30
"""Characters of a type's name that an error shows."""


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
            If an index is not an integer of 32 bits.
        """
        arrays = [_of_32_bits(np.asarray(group)).ravel() for group in groups]
        sizes = np.array([len(array) for array in arrays], np.int64)
        return cls.from_sizes(np.concatenate([*arrays, np.empty(0, np.int32)]), sizes)

    @classmethod
    def from_sizes(cls, candidates: Indices, sizes: npt.NDArray[np.integer]) -> Groups:
        """Cut indices into consecutive groups of given sizes."""
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

    def hold(
        self, owners: npt.NDArray[np.int64], entries: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.bool_]:
        """Return which entries are in the group of their owner, bool (entries,); -1 is in none."""
        most = max(self.candidates.max(initial=0), entries.max(initial=0)) + np.int64(1)
        there = self.owners * most + self.candidates
        return (entries >= 0) & np.isin(owners * most + entries, there)

    def sums(self, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Add the values of each group: values and result int64, shapes (total,), (groups,)."""
        return np.add.reduceat(values, self.offsets[:-1])

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
        """Return the groups with sorted entries; without a copy if they are sorted already."""
        values, offsets = self
        falls = np.flatnonzero(values[1:] < values[:-1]) + 1
        if np.isin(falls, offsets).all():
            return self
        return Groups(values[np.lexsort((values, self.owners))], offsets)


def _of_32_bits(indices: npt.NDArray[np.generic]) -> npt.NDArray[np.int32]:
    """Convert indices to int32; refuse those that do not fit."""
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
    """Concatenate index ranges, given by first index and size: int64, shape (sum of lengths,).

    >>> ranges(np.array([5, 20]), np.array([3, 2])).tolist()
    [5, 6, 7, 20, 21]
    """
    ends = np.cumsum(lengths)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(lengths.sum(), dtype=np.int64)


def runs(sizes: npt.NDArray[np.integer], most: int) -> Iterator[slice]:
    """Cut groups of given sizes into runs of at most ``most`` entries and at least one group.

    >>> [(run.start, run.stop) for run in runs(np.array([2, 2, 5, 1]), 4)]
    [(0, 2), (2, 3), (3, 4)]
    """
    ends, start = np.cumsum(sizes), 0
    while start < len(sizes):
        done = ends[start - 1] if start else 0
        stop = max(int(np.searchsorted(ends, done + most, "right")), start + 1)
        yield slice(start, stop)
        start = stop


def checked_indices(given: npt.ArrayLike, count: int, what: str) -> Indices:
    """Return indices as a one-dimensional array; raise UserError unless all are in range.

    Indices are integers from 0 to ``count - 1``; ``what`` is the noun for the error message, such
    as ``"guess"``. A compiled loop would read beyond an array if an index were out of range, so
    this function checks every index that Python code passes.
    """
    try:
        indices = np.asarray(given)
    except (TypeError, ValueError, OverflowError):  # lists of several lengths
        raise UserError(f"indices ({what}) are nested: give integers in one dimension") from None
    if not indices.size and indices.ndim == 1:
        return np.zeros(0, np.int32)
    if indices.dtype.kind not in "iu" or indices.ndim != 1:
        shape = "" if indices.ndim == 1 else f" of shape {indices.shape}"
        kind = indices.dtype.name[:SHOWN_TYPE]
        raise UserError(f"indices ({what}) are {kind}{shape}: give integers in one dimension")
    low, high = int(indices.min()), int(indices.max())
    if low < 0 or high >= count:
        place = int(np.flatnonzero((indices < 0) | (indices >= count))[0])
        raise UserError(
            f"{what} index {int(indices[place])} (entry {place} of {len(indices)}) is out of "
            f"range: give 0 to {count - 1}"
        )
    return indices


def checked_index(given: object, count: int, what: str) -> int:
    """Return one index; see `checked_indices`."""
    if isinstance(given, bool | np.bool_) or not isinstance(given, int | np.integer):
        raise UserError(f"{what} index {given!r:.40} is not an integer: give 0 to {count - 1}")
    if not 0 <= given < count:
        raise UserError(f"{what} index {given} is out of range: give 0 to {count - 1}")
    return int(given)


def checked_groups(given: Groups, count: int, what: str, groups: int | None = None) -> Groups:
    """Return groups of indices as arrays for kernels; raise UserError if they are not valid.

    Entries have to be in range (see `checked_indices`), offsets have to rise from 0 to the number
    of entries, and the number of groups has to be ``groups`` if it is given.
    """
    if not isinstance(given, Groups):
        name = type(given).__name__[:SHOWN_TYPE]
        raise UserError(f"{name} is not Groups: give Groups.of([...])")
    entries = checked_indices(given.candidates, count, what)
    offsets = np.asarray(given.offsets)
    if offsets.dtype.kind not in "iu" or offsets.ndim != 1 or not len(offsets):
        raise UserError("offsets of groups are not integers in one dimension: use Groups.of([...])")
    if int(offsets[0]) != 0 or int(offsets[-1]) != len(entries):
        raise UserError(
            f"offsets of groups go from {int(offsets[0])} to {int(offsets[-1])}, and there are "
            f"{len(entries)} entries: use Groups.of([...])"
        )
    wrong = offsets[1:] <= offsets[:-1]
    if wrong.any():
        raise UserError(
            f"group {int(np.flatnonzero(wrong)[0])} of {len(offsets) - 1} is empty, or its offsets "
            "fall: leave empty groups out"
        )
    if groups is not None and len(offsets) - 1 != groups:
        raise UserError(f"{len(offsets) - 1} lists for {groups} groups: give one for each group")
    return Groups(for_kernels(entries, np.int32), for_kernels(offsets, np.int64))


def for_kernels(indices: Indices, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return indices as compiled loops take them: contiguous, aligned and writable."""
    if indices.dtype == dtype and indices.flags.carray:
        return indices  # at once: a tree asks this for each of its small groups
    return np.require(indices, dtype, ["C", "A", "W"])
