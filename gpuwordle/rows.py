"""Letter rows: pattern codes as sums of precomputed bytes.

The colours that a guess gets at the places of one letter depend on that letter, those places and
the answer alone: greens are where the answer has the letter too, yellows go left to right to the
copies that remain. Repeated letters are no special case, because a letter takes all its places with
it. So the code of a guess against all answers is a sum of a few precomputed rows, one a letter:

    code[answer] = sum of rows[(letter, places)][answer]

A byte holds five digits (3**5 - 1 = 242), so words of up to five letters take one byte plane and
longer ones one plane for each five places, the last places first: plane q carries the digits of
weight 3**(5 q) to 3**(5 q + 4), and the code is the sum of 243**q times plane q.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.pattern import GREEN, YELLOW, check_length

DIGITS_PER_PLANE = 5
PLANE_BASE = 3**DIGITS_PER_PLANE


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
    """

    length: int
    planes: int
    letters: npt.NDArray[np.uint8]
    positions: npt.NDArray[np.uint32]
    row_planes: npt.NDArray[np.uint8]
    slots: npt.NDArray[np.int32]

    @classmethod
    def of(cls, guess_letters: npt.NDArray[np.uint8]) -> RowPlan:
        """Plan the rows of guesses given as letter indices: uint8, shape (guesses, length)."""
        guesses, length = guess_letters.shape
        check_length(length)
        planes = plane_count(length)
        same = guess_letters[:, :, None] == guess_letters[:, None, :]
        bits = np.uint32(1) << np.arange(length, dtype=np.uint32)
        positions = (same * bits).sum(axis=2, dtype=np.uint32)
        # A letter is written down once, at its first place, and once in each plane that it reaches.
        first = ~np.tril(same, -1).any(axis=2)
        keys = np.full((guesses, planes, length), -1, np.int64)
        for plane in range(planes):
            here = first & ((positions & plane_places(length, plane)) != 0)
            key = (guess_letters.astype(np.int64) << 32) | (positions.astype(np.int64) << 2) | plane
            keys[:, plane][here] = key[here]
        distinct, slots = np.unique(keys, return_inverse=True)
        slots = slots.reshape(keys.shape) - int(distinct[0] == -1)
        distinct = distinct[distinct >= 0]
        slots[slots < 0] = len(distinct)
        # Used slots come first: at most five letters fit into the five places of a plane.
        slots.sort(axis=2)
        slots = slots[:, :, :DIGITS_PER_PLANE]
        missing = DIGITS_PER_PLANE - slots.shape[2]
        slots = np.pad(slots, ((0, 0), (0, 0), (0, missing)), constant_values=len(distinct))
        return cls(
            length,
            planes,
            letters=(distinct >> 32).astype(np.uint8),
            positions=((distinct >> 2) & 0x3FFFFFFF).astype(np.uint32),
            row_planes=(distinct & 3).astype(np.uint8),
            slots=np.ascontiguousarray(slots, np.int32),
        )

    def __len__(self) -> int:
        return len(self.letters)

    def of_guesses(self, guesses: npt.NDArray[np.integer]) -> RowPlan:
        """Plan the rows that some of the guesses need, and no others.

        Used to tile by guesses when the whole table of rows would not fit in memory.
        """
        used, slots = np.unique(self.slots[guesses], return_inverse=True)
        slots = slots.reshape(len(guesses), self.planes, DIGITS_PER_PLANE)
        if used[-1] == len(self):
            used = used[:-1]
        return RowPlan(
            self.length,
            self.planes,
            self.letters[used],
            self.positions[used],
            self.row_planes[used],
            np.ascontiguousarray(slots, np.int32),
        )


def plane_count(length: int) -> int:
    """Bytes in the code of a word: one for each five letters begun."""
    return -(-length // DIGITS_PER_PLANE)


def plane_places(length: int, plane: int) -> np.uint32:
    """Return the places whose digits a plane carries, as bits (bit p for place p)."""
    last = length - DIGITS_PER_PLANE * plane
    first = max(last - DIGITS_PER_PLANE, 0)
    return np.uint32((1 << last) - (1 << first))


def letter_rows(plan: RowPlan, answer_letters: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Tabulate every row of a plan for a list of answers.

    Parameters
    ----------
    plan
        The rows to build.
    answer_letters
        Letter indices: uint8, shape (answers, length).

    Returns
    -------
    ndarray of uint8, shape (rows + 1, answers)
        The last row is zero.
    """
    answers = len(answer_letters)
    rows = np.zeros((len(plan) + 1, answers), np.uint8)
    columns = np.ascontiguousarray(answer_letters.T)
    letter, has_letter, copies = -1, columns == 0, np.zeros(answers, np.uint8)
    for row in range(len(plan)):
        if plan.letters[row] != letter:
            letter = int(plan.letters[row])
            has_letter = columns == letter
            copies = has_letter.sum(axis=0, dtype=np.uint8)
        places = [p for p in range(plan.length) if plan.positions[row] >> p & 1]
        unmatched = copies - has_letter[places].sum(axis=0, dtype=np.uint8)
        for place in places:
            green = has_letter[place]
            yellow = ~green & (unmatched > 0)
            unmatched -= yellow
            exponent = plan.length - 1 - place
            if exponent // DIGITS_PER_PLANE == plan.row_planes[row]:
                weight = np.uint8(3 ** (exponent % DIGITS_PER_PLANE))
                rows[row] += weight * (np.uint8(GREEN) * green + np.uint8(YELLOW) * yellow)
    return rows
