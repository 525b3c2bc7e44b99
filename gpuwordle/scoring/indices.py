"""Indices that come from Python, checked before compiled loops see them.

A compiled loop reads on where an index is out of range, and what it finds there is a wrong number
or the end of the process. So whoever takes indices looks at them once, as arrays: that costs far
less than what is then computed with them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.scoring.groups import Groups

SHOWN_TYPE = 30
"""Characters of the name of a type that an error shows."""


def checked_indices(given: npt.ArrayLike, count: int, what: str) -> npt.NDArray[np.integer]:
    """Return indices as an array of one dimension.

    Parameters
    ----------
    given
        Integers, shape (n,).
    count
        How many things they choose from: 0 to count - 1 are in range.
    what
        What one is called, such as ``"guess"``.

    Raises
    ------
    UserError
        If there is anything else than integers in one dimension, or one is out of range; negative
        ones are.
    """
    indices = np.asarray(given)
    if not indices.size and indices.ndim == 1:
        return indices.astype(np.int32)
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
        raise UserError(f"{what} index {given!r:.40} is no integer: give 0 to {count - 1}")
    if not 0 <= given < count:
        raise UserError(f"{what} index {given} is out of range: give 0 to {count - 1}")
    return int(given)


def checked_groups(given: Groups, count: int, what: str, groups: int | None = None) -> Groups:
    """Return groups of indices as contiguous arrays of their types.

    Parameters
    ----------
    given
        The groups.
    count
        How many things their entries choose from.
    what
        What an entry is called, such as ``"answer"``.
    groups
        How many groups there have to be; any number when None.

    Raises
    ------
    UserError
        If these are no groups, an entry is out of range, a group is empty, the offsets do not
        begin at 0, rise, and end at the number of entries, or there are other than so many.
    """
    if not isinstance(given, Groups):
        name = type(given).__name__[:SHOWN_TYPE]
        raise UserError(f"{name} is given where groups are wanted: give Groups.of([...])")
    entries = checked_indices(given.candidates, count, what)
    offsets = np.asarray(given.offsets)
    if offsets.dtype.kind not in "iu" or offsets.ndim != 1 or not len(offsets):
        raise UserError("offsets of groups are no integers in one dimension: use Groups.of([...])")
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
    return Groups(np.ascontiguousarray(entries, np.int32), np.ascontiguousarray(offsets, np.int64))
