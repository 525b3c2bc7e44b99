"""The sets that claims may be made of, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt


class Sets(NamedTuple):
    """Sets of answers, and what is asked of them.

    Attributes
    ----------
    starts : ndarray of int64, shape (sets + 1,)
        Where each begins in ``members``.
    members : ndarray of int32
        Answer indices, rising in each set.
    asked : ndarray of uint8, shape (sets, length + alphabet)
        What hard mode asks of guesses; see `gpuwordle.proofs.check_arrays.Known`. No rows in easy
        mode.
    left : int
        Guesses that are left; `gpuwordle.proofs.check_arrays.NO_LIMIT` for any number.
    """

    starts: npt.NDArray[np.int64]
    members: npt.NDArray[np.int32]
    asked: npt.NDArray[np.uint8]
    left: int

    def members_of(self, number: int) -> npt.NDArray[np.int32]:
        """Return the answers of a set."""
        return self.members[self.starts[number] : self.starts[number + 1]]


class Bounds(NamedTuple):
    """Lower bounds of sets: `gpuwordle.proofs.check_arrays.INFINITE` for impossible, 0 for nothing.

    Attributes
    ----------
    known : ndarray of int64, shape (sets,)
        The highest that are known.
    counted : ndarray of int64, shape (sets,)
        Those of which it is known that one ply gives them, or more.
    settled : ndarray of bool, shape (sets,)
        Where one ply gives no more than is known.
    """

    known: npt.NDArray[np.int64]
    counted: npt.NDArray[np.int64]
    settled: npt.NDArray[np.bool_]


class Facts(Protocol):
    """What a solver has proven."""

    def bounds(self, sets: Sets) -> Bounds:
        """Return what is known of sets."""

    def least(
        self, members: npt.NDArray[np.int32], clues: Sequence[tuple[int, int]], left: int
    ) -> int:
        """Return the least total of a set after clues (guess index, code); may search for it."""


class Buckets:
    """Buckets of guesses, and what is known of them, as lists: each is asked about by itself.

    Parameters
    ----------
    sets, bounds
        The buckets, and what a solver knows of them.
    values : ndarray of int64, shape (sets,)
        What the checker knows of each without claims.

    Attributes
    ----------
    values, sizes, known, counted : list of int
        What the checker knows of each, its answers, and ``bounds``.
    settled : list of bool
        See `Bounds`.
    """

    def __init__(self, sets: Sets, values: npt.NDArray[np.int64], bounds: Bounds) -> None:
        self.sets = sets
        self.values: list[int] = values.tolist()
        self.sizes: list[int] = np.diff(sets.starts).tolist()
        self.known: list[int] = bounds.known.tolist()
        self.counted: list[int] = bounds.counted.tolist()
        self.settled: list[bool] = bounds.settled.tolist()
        self._packed = sets.members.tobytes()
        self._starts: list[int] = (sets.starts * sets.members.itemsize).tolist()

    def key(self, number: int) -> tuple[bytes, bytes, int]:
        """Return what no other bucket has: its answers, what is asked, and the guesses left."""
        sets = self.sets
        asked = sets.asked[number].tobytes() if len(sets.asked) else b""
        return self._packed[self._starts[number] : self._starts[number + 1]], asked, sets.left
