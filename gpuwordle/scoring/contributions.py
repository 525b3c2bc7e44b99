"""The rule on arrays: what a letter adds to a code, tabulated once.

The digits that a guess gets at the places of one letter depend on two things: the places of that
letter in the guess, and its places in the answer. Which letter it is does not matter. Few different
sets of places occur (42 in 29,874 words of six letters), so they are numbered, and one byte
for each plane of the code is kept for each pair of them:

    code(guess, answer) = sum over the guess's rows r of
                          243**plane[r] * T[base[r] + placement[answer, letter[r]]]

Rows and planes are those of `gpuwordle.scoring.rows`. Everything that computes codes of many words
is this identity, read in one of three ways: a letter row is T gathered over answers; the row of an
answer's letter is T gathered over guesses; one code is a few look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.codes import code_dtype
from gpuwordle.rules.colours import GREEN, YELLOW
from gpuwordle.scoring.rows import DIGITS_PER_PLANE, PLANE_BASE, RowPlan, distinct, plane_count

Indices = npt.NDArray[np.integer]

PAIRS_AT_ONCE = 1024
"""Pairs of words for which a table is made where there is none for all."""

_TEN_BITS = np.uint32((1 << 10) - 1)
_BITS = np.array([number.bit_count() for number in range(1 << 10)], np.uint8)


def contribution_table(
    guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
) -> npt.NDArray[np.uint8]:
    """Tabulate what a letter adds to each plane of the code: the rule of the game on arrays.

    Green where guess and answer have the letter. The copies of the answer that are left go to the
    other places of the guess, from left to right, and make them yellow.

    Parameters
    ----------
    guess_sets, answer_sets
        The places of the letter in guess and answer as bits (bit p for place p): shapes (g,)
        and (a,).
    length
        Letters in a word.

    Returns
    -------
    ndarray of uint8, shape (planes, g, a)
    """
    others = answer_sets & ~guess_sets[:, None]
    unmatched = _BITS[others & _TEN_BITS] + _BITS[others >> np.uint32(10)]
    table = np.zeros((plane_count(length), *unmatched.shape), np.uint8)
    for place in range(length):
        # Few sets have a place, and only theirs are looked at.
        here = np.flatnonzero(guess_sets >> np.uint32(place) & 1)
        if not len(here):
            continue
        green = (answer_sets >> np.uint32(place) & 1).astype(np.uint8)
        left = unmatched[here]
        yellow = np.minimum(left, 1 - green)
        unmatched[here] = left - yellow
        plane, exponent = divmod(length - 1 - place, DIGITS_PER_PLANE)
        weight = 3**exponent
        table[plane, here] += np.uint8(weight * YELLOW) * yellow + np.uint8(weight * GREEN) * green
    return table


class Placements(NamedTuple):
    """How letters stand in answers.

    Attributes
    ----------
    numbers : ndarray of uint16, shape (answers, letters + 1)
        Number of the set of places that each letter has in each answer; 0 where it has none, as
        in the last column, which stands for "no letter". Of uint32 where there are more sets.
    places : ndarray of uint32, shape (sets,)
        The sets, as bits; number 0 is the empty one.
    letters : ndarray of uint8, shape (answers, length)
        The answers.
    """

    numbers: npt.NDArray[np.unsignedinteger]
    places: npt.NDArray[np.uint32]
    letters: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, answer_letters: npt.NDArray[np.uint8], letter_count: int) -> Placements:
        """Find the places of letters in answers given as uint8, shape (answers, length)."""
        answers, length = answer_letters.shape
        places = np.zeros((answers, letter_count + 1), np.uint32)
        flat, row = places.reshape(-1), np.arange(answers) * (letter_count + 1)
        for place in range(length):
            flat[row + answer_letters[:, place]] |= np.uint32(1 << place)
        present = np.zeros(1 << length, bool)
        present[places] = True
        present[0] = True
        sets = np.flatnonzero(present).astype(np.uint32)
        number = np.zeros(1 << length, np.uint16 if len(sets) <= 1 << 16 else np.uint32)
        number[sets] = np.arange(len(sets))
        return cls(number[places], sets, answer_letters)


class Postings(NamedTuple):
    """The ways in which a letter stands in an answer, over all letters and answers.

    Attributes
    ----------
    starts : ndarray of int32, shape (letters + 2,)
        The ways of letter c are ``starts[c]`` to before ``starts[c + 1]``; way 0 is no letter's.
    sets : ndarray of int32, shape (ways,)
        The set of places of each way, as numbered by `Placements`.
    listed : ndarray of int32, shape (answers, 5 * planes)
        The ways of the letters of each answer, then zeros.
    """

    starts: npt.NDArray[np.int32]
    sets: npt.NDArray[np.int32]
    listed: npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Contributions:
    """The table T for some guesses and some answers.

    Attributes
    ----------
    plan : RowPlan
        The rows of the guesses.
    placements : Placements
        How letters stand in the answers.
    table : ndarray of uint8, shape (planes, sets in guesses, sets in answers)
        What a letter adds to each plane. Number 0 of the sets in guesses is the empty one.
    base : ndarray of int64, shape (rows + 1,)
        Where each row begins in the flat table; the last one is the zero row.
    letters : ndarray of int32, shape (rows + 1,)
        The letter of each row; the zero row has "no letter".
    """

    plan: RowPlan
    placements: Placements
    table: npt.NDArray[np.uint8]
    base: npt.NDArray[np.int64]
    letters: npt.NDArray[np.int32]

    @classmethod
    def of(cls, plan: RowPlan, placements: Placements) -> Contributions:
        """Tabulate for a plan and placements over one alphabet."""
        guess_sets, number = distinct(np.append(plan.positions, 0), 1 << plan.length)
        answer_sets = placements.places
        table = contribution_table(guess_sets.astype(np.uint32), answer_sets, plan.length)
        planes = np.append(plan.row_planes, 0).astype(np.int64)
        letters = np.append(plan.letters, placements.numbers.shape[1] - 1).astype(np.int32)
        base = (planes * len(guess_sets) + number) * len(answer_sets)
        return cls(plan, placements, table, base, letters)

    @staticmethod
    def bytes_needed(plan: RowPlan, placements: Placements) -> int:
        """Return the size of the table.

        It is large for long words over two or three letters alone, where nearly every word is a
        new way for a letter to stand; then tables of some guesses and answers are made at a time.
        """
        guess_sets, _ = distinct(np.append(plan.positions, 0), 1 << plan.length)
        return plan.planes * len(guess_sets) * len(placements.places)

    def of_plan(self, plan: RowPlan) -> Contributions:
        """Return the same table for the plan of some of the guesses (`RowPlan.of_guesses`)."""
        chosen = np.append(plan.numbers, len(self.plan))
        return Contributions(
            plan, self.placements, self.table, self.base[chosen], self.letters[chosen]
        )

    @cached_property
    def postings(self) -> Postings:
        """The ways in which letters stand in answers, and those of each answer."""
        numbers, sets = self.placements.numbers, len(self.placements.places)
        (answers, letters), length = numbers.shape, self.plan.length
        places, answer = self.placements.places, np.arange(answers)
        listed = np.zeros((answers, DIGITS_PER_PLANE * self.plan.planes), np.int32)
        for place in range(length):
            letter = self.placements.letters[:, place].astype(np.int32)
            number = numbers[answer, letter].astype(np.int32)
            # A letter is listed once, at its first place.
            first = places[number] & np.uint32((1 << place) - 1) == 0
            listed[:, place] = np.where(first, letter * sets + number, 0)
        listed[:, :length] = -np.sort(-listed[:, :length], axis=1)  # zeros last
        # Way 0 is the absent one, whether or not a slot is unused.
        ways, ranks = distinct(np.append(listed, np.int32(0)), letters * sets)
        listed = ranks[:-1].reshape(listed.shape)
        starts = np.searchsorted(ways, np.arange(letters + 1) * sets).astype(np.int32)
        starts[0] = 1
        return Postings(starts, (ways % sets).astype(np.int32), listed)

    def rows(self, answers: Indices | None = None) -> npt.NDArray[np.uint8]:
        """Gather the letter rows over some answers: uint8, shape (rows + 1, answers)."""
        numbers = self.placements.numbers if answers is None else self.placements.numbers[answers]
        flat, columns = self.table.reshape(-1), np.ascontiguousarray(numbers.T)
        rows = np.empty((len(self.base), columns.shape[1]), np.uint8)
        for row, (base, letter) in enumerate(zip(self.base, self.letters, strict=True)):
            # Not base + numbers: NumPy 1 adds a number to uint16 as uint16, and wraps around.
            rows[row] = flat[base:][columns[letter]]
        return rows

    def codes(
        self, guesses: Indices | slice = slice(None), answers: Indices | slice = slice(None)
    ) -> npt.NDArray[np.unsignedinteger]:
        """Compute the codes of guesses against answers: shape (guesses, answers)."""
        slots = self.plan.slots[guesses][:, None]
        return self._sum(slots, self.placements.numbers[answers][None])

    def paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each guess against the answer beside it: shape (pairs,)."""
        return self._sum(self.plan.slots[guesses], self.placements.numbers[answers])

    def _sum(
        self, slots: npt.NDArray[np.int32], numbers: npt.NDArray[np.unsignedinteger]
    ) -> npt.NDArray[np.unsignedinteger]:
        """Sum what slots add, shape (..., planes, 5), for placements of shape (..., letters)."""
        shape = np.broadcast_shapes(slots.shape[:-2], numbers.shape[:-1])
        total = np.zeros(shape, code_dtype(self.plan.length))
        # In the dtype of codes at once: NumPy 1 would multiply bytes by small weights as bytes.
        flat = self.table.reshape(-1).astype(total.dtype)
        for plane in range(self.plan.planes):
            weight = total.dtype.type(PLANE_BASE**plane)
            for slot in range(DIGITS_PER_PLANE):
                row = slots[..., plane, slot]
                letter = self.letters[row]
                if numbers.ndim == 3:
                    # Guesses against answers: the same letter is asked of all answers.
                    number = numbers[0].T[letter[:, 0]]
                else:
                    number = numbers[np.arange(len(numbers)), letter]
                # NumPy 1 would keep the table's bytes, as the weight's value fits them.
                total += np.multiply(weight, flat[self.base[row] + number], dtype=total.dtype)
        return total


def paired_codes_in_parts(
    guess_letters: npt.NDArray[np.uint8],
    answer_letters: npt.NDArray[np.uint8],
    alphabet: int,
    guesses: Indices,
    answers: Indices,
) -> npt.NDArray[np.unsignedinteger]:
    """Compute the codes of pairs where no table holds all words: some pairs at a time.

    Parameters
    ----------
    guess_letters, answer_letters
        Letter indices of all words, shape (words, length).
    alphabet
        How many letters there are.
    guesses, answers
        Indices, of one shape (pairs,).

    Returns
    -------
    ndarray of the code dtype, shape (pairs,)
    """
    codes = np.empty(len(guesses), code_dtype(guess_letters.shape[1]))
    for start in range(0, len(codes), PAIRS_AT_ONCE):
        some = slice(start, start + PAIRS_AT_ONCE)
        played, guess = np.unique(guesses[some], return_inverse=True)
        hidden, answer = np.unique(answers[some], return_inverse=True)
        parts = Contributions.of(
            RowPlan.of(guess_letters[played]), Placements.of(answer_letters[hidden], alphabet)
        )
        codes[some] = parts.paired_codes(guess.ravel(), answer.ravel())
    return codes
