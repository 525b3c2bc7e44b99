"""Letter rows: which of them guesses need, and how they make up codes.

The colours that a guess gets at the places of one letter depend on that letter, those places and
the answer alone. Repeated letters are no special case, because a letter takes all its places with
it. So the code of a guess against all answers is a sum of a few byte rows, one a letter:

    code[answer] = sum of rows[(letter, places)][answer]

A byte holds five digits (3**5 - 1 = 242), so words of up to five letters take one byte plane and
longer ones one plane for each five places, the last places first: plane q carries the digits of
weight 3**(5 q) to 3**(5 q + 4), and the code is the sum of 243**q times plane q.

What the rows hold is said in `gpuwordle.scoring.contributions`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.codes import check_length

DIGITS_PER_PLANE = 5

PLANE_BASE = 3**DIGITS_PER_PLANE

# One flag for each possible key is quicker than sorting, up to so many possible keys for one that
# there is (measured); and memory stays in proportion to the guesses.
_SPARSE = 8


@dataclass(frozen=True, eq=False)
class RowPlan:
    """Which letter rows a list of guesses needs: the side that no answer changes.

    Attributes
    ----------
    length, planes : int
        Letters in a word, and bytes in a code.
    letters : ndarray of uint8, shape (rows,)
        The letter of each row.
    positions : ndarray of uint32, shape (rows,)
        Its places in the guess: bit p is set for place p, the first letter being place 0.
    row_planes : ndarray of uint8, shape (rows,)
        The plane that the row adds to. A letter with places in two planes has two rows.
    slots : ndarray of int32, shape (guesses, planes, 5)
        The rows of each guess in each plane; unused slots name the zero row, number ``rows``.
    numbers : ndarray of int64, shape (rows,)
        Which rows these are in the plan of all guesses that this one is a part of.
    """

    length: int
    planes: int
    letters: npt.NDArray[np.uint8]
    positions: npt.NDArray[np.uint32]
    row_planes: npt.NDArray[np.uint8]
    slots: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.int64]

    @classmethod
    def of(cls, guess_letters: npt.NDArray[np.uint8]) -> RowPlan:
        """Plan the rows of guesses given as letter indices: uint8, shape (guesses, length)."""
        guesses, length = guess_letters.shape
        check_length(length)
        planes = plane_count(length)
        # Whole columns of one place each, so that every step is a long loop over the guesses.
        columns = np.ascontiguousarray(guess_letters.T)
        bits = np.uint32(1) << np.arange(length, dtype=np.uint32)
        positions = np.empty((length, guesses), np.uint32)
        for place in range(length):
            same = columns == columns[place]
            np.bitwise_or.reduce(same * bits[:, None], axis=0, out=positions[place])
        keys = (columns.astype(np.int32) << length) | positions.astype(np.int32)
        pairs, pair = distinct(keys, (int(columns.max(initial=0)) + 1) << length)
        # A letter at its places is one row in each plane that they reach.
        pair_positions = (pairs & ((1 << length) - 1)).astype(np.uint32)
        reaches = np.array([plane_places(length, plane) for plane in range(planes)], np.uint32)
        reached = (pair_positions[:, None] & reaches) != 0
        row_number = (np.cumsum(reached, dtype=np.int32) - 1).reshape(reached.shape)
        row_pairs, row_planes = np.nonzero(reached)
        slots = np.full((guesses, planes, DIGITS_PER_PLANE), len(row_pairs), np.int32)
        for plane in range(planes):
            first, last = plane_span(length, plane)
            rows = row_number[:, plane][pair[first:last]]
            # A letter is written down once in each plane, at its first place there.
            earlier = bits[first:last, None] - bits[first]
            rows[positions[first:last] & earlier != 0] = len(row_pairs)
            used = slots[:, plane, : last - first]
            used[...] = rows.T
            used.sort(axis=1)  # the zero row, of the highest number, comes last
        return cls(
            length,
            planes,
            letters=(pairs >> length).astype(np.uint8)[row_pairs],
            positions=pair_positions[row_pairs],
            row_planes=row_planes.astype(np.uint8),
            slots=slots,
            numbers=np.arange(len(row_pairs)),
        )

    def __len__(self) -> int:
        return len(self.letters)

    def of_guesses(self, guesses: npt.NDArray[np.integer]) -> RowPlan:
        """Plan the rows that some of the guesses need, and no others.

        Used to tile by guesses when the whole table of rows would not fit in memory.
        """
        used, slots = distinct(self.slots[guesses], len(self) + 1)
        used = used[used < len(self)]
        return RowPlan(
            self.length,
            self.planes,
            self.letters[used],
            self.positions[used],
            self.row_planes[used],
            np.ascontiguousarray(slots, np.int32),
            self.numbers[used],
        )


def distinct(
    keys: npt.NDArray[np.int32], limit: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int32]]:
    """Return the distinct keys in rising order, and where each key stands among them.

    That is ``np.unique(keys, return_inverse=True)``, for keys from 0 to below a limit.
    """
    if limit > _SPARSE * keys.size:
        distinct, number = np.unique(keys, return_inverse=True)
        return distinct.astype(np.intp), number.reshape(keys.shape).astype(np.int32)
    present = np.zeros(limit, bool)
    present[keys] = True
    numbers = np.cumsum(present, dtype=np.int32)
    numbers -= 1
    return np.flatnonzero(present), numbers[keys]


def plane_count(length: int) -> int:
    """Bytes in the code of a word: one for each five letters begun."""
    return -(-length // DIGITS_PER_PLANE)


def plane_span(length: int, plane: int) -> tuple[int, int]:
    """Return the places whose digits a plane carries: from the first to before the last."""
    last = length - DIGITS_PER_PLANE * plane
    return max(last - DIGITS_PER_PLANE, 0), last


def plane_places(length: int, plane: int) -> np.uint32:
    """Return the places whose digits a plane carries, as bits (bit p for place p)."""
    first, last = plane_span(length, plane)
    return np.uint32((1 << last) - (1 << first))
