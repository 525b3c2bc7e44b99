"""The rule on arrays: what a letter adds to a code, tabulated once.

The colours that a guess gets at the places of one letter depend on two things only: the places of
that letter in the guess, and its places in the answer. Which letter it is does not matter, and
repeated letters are not a special case, because all places of a letter are taken together. Few
different sets of places occur (42 in 29,874 words of six letters), so they are numbered, and a
table T holds what each pair of sets adds:

    code(guess, answer) = sum over the guess's rows r of
                          243**plane[r] * T[base[r] + placement[answer, letter[r]]]

A *letter row* is a letter with its places in a guess. A byte holds five digits (3**5 - 1 = 242), so
words of up to five letters take one byte plane, and longer ones one plane for each five places, the
last places first: plane q holds the digits of weight 3**(5 q) to 3**(5 q + 4). `RowPlan` lists the
rows of guesses, `Placements` the sets of places in answers, and `Contributions` is T.

Every function that computes codes of many words reads this identity in one of three ways: a letter
row is T gathered over answers; the row of an answer's letter is T gathered over guesses; a single
code takes a few look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.codes import check_length, code_dtype
from gpuwordle.rules.colours import GREEN, YELLOW

Indices = npt.NDArray[np.integer]

PAIRS_AT_ONCE = 1024
"""Pairs of words for which a table is made if there is none for all words."""

_TEN_BITS = np.uint32((1 << 10) - 1)
_BITS = np.array([number.bit_count() for number in range(1 << 10)], np.uint8)

DIGITS_PER_PLANE = 5

PLANE_BASE = 3**DIGITS_PER_PLANE

# A flag for each possible key is faster than sorting, up to this many possible keys for each given
# key (measured), and memory stays proportional to the guesses.
_SPARSE = 8


@dataclass(frozen=True, eq=False)
class RowPlan:
    """The letter rows that a list of guesses needs; it does not depend on the answers.

    Bit p of ``positions`` is set if the letter is at place p of the guess, counted from 0. A letter
    with places in two planes has two rows. Unused slots contain the number of rows, which is the
    number of the zero row.
    """

    length: int
    planes: int  # bytes of a code
    letters: npt.NDArray[np.uint8]  # shape (rows,)
    positions: npt.NDArray[np.uint32]  # places of the letter in the guess, shape (rows,)
    row_planes: npt.NDArray[np.uint8]  # the plane that the row adds to, shape (rows,)
    slots: npt.NDArray[np.int32]  # rows of each guess, shape (guesses, planes, 5)
    numbers: npt.NDArray[np.int64]  # the rows' numbers in the plan of all guesses, shape (rows,)

    @classmethod
    def of(cls, guess_letters: npt.NDArray[np.uint8]) -> RowPlan:
        """Plan the rows of guesses given as letter indices: uint8, shape (guesses, length)."""
        guesses, length = guess_letters.shape
        check_length(length)
        planes = plane_count(length)
        # One column for each place, so that every step is a long loop over the guesses.
        columns = np.ascontiguousarray(guess_letters.T)
        bits = np.uint32(1) << np.arange(length, dtype=np.uint32)
        positions = np.empty((length, guesses), np.uint32)
        for place in range(length):
            same = columns == columns[place]
            np.bitwise_or.reduce(same * bits[:, None], axis=0, out=positions[place])
        keys = (columns.astype(np.int32) << length) | positions.astype(np.int32)
        pairs, pair = distinct(keys, (int(columns.max(initial=0)) + 1) << length)
        # A letter with its places has one row in each plane that the places are in.
        pair_positions = (pairs & ((1 << length) - 1)).astype(np.uint32)
        reaches = np.array([plane_places(length, plane) for plane in range(planes)], np.uint32)
        reached = (pair_positions[:, None] & reaches) != 0
        row_number = (np.cumsum(reached, dtype=np.int32) - 1).reshape(reached.shape)
        row_pairs, row_planes = np.nonzero(reached)
        slots = np.full((guesses, planes, DIGITS_PER_PLANE), len(row_pairs), np.int32)
        for plane in range(planes):
            first, last = plane_span(length, plane)
            rows = row_number[:, plane][pair[first:last]]
            # A letter has one slot in each plane, at its first place there.
            earlier = bits[first:last, None] - bits[first]
            rows[positions[first:last] & earlier != 0] = len(row_pairs)
            used = slots[:, plane, : last - first]
            used[...] = rows.T
            used.sort(axis=1)  # the zero row has the highest number and comes last
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
        """Plan only the rows that some of the guesses need, for tiles of guesses."""
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
    """Return the distinct keys, ascending, and the position of each key among them.

    This is ``np.unique(keys, return_inverse=True)`` for keys from 0 to below a limit.
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
    """Return the bytes in the code of a word: a fifth of its letters, rounded up."""
    return -(-length // DIGITS_PER_PLANE)


def plane_span(length: int, plane: int) -> tuple[int, int]:
    """Return the places whose digits a plane holds, as a half-open range."""
    last = length - DIGITS_PER_PLANE * plane
    return max(last - DIGITS_PER_PLANE, 0), last


def plane_places(length: int, plane: int) -> np.uint32:
    """Return the places whose digits a plane holds, as bits (bit p for place p)."""
    first, last = plane_span(length, plane)
    return np.uint32((1 << last) - (1 << first))


def contribution_table(
    guess_sets: npt.NDArray[np.uint32], answer_sets: npt.NDArray[np.uint32], length: int
) -> npt.NDArray[np.uint8]:
    """Tabulate what a letter adds to each plane of the code: the rule of the game on arrays.

    A place is green if guess and answer both have the letter there. The answer's remaining copies
    of the letter make the guess's other places yellow, from left to right. The sets are the
    letter's places as bits (bit p for place p), shapes (g,) and (a,); the table is uint8, shape
    (planes, g, a).
    """
    others = answer_sets & ~guess_sets[:, None]
    unmatched = _BITS[others & _TEN_BITS] + _BITS[others >> np.uint32(10)]
    table = np.zeros((plane_count(length), *unmatched.shape), np.uint8)
    for place in range(length):
        # Few sets contain a given place; the others are skipped.
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
    """The places of each letter in each answer.

    ``numbers`` holds the number of each letter's set of places in each answer, as uint16, or uint32
    if there are more sets; 0 is the empty set. Its last column stands for "no letter".
    """

    numbers: npt.NDArray[np.unsignedinteger]  # shape (answers, letters + 1)
    places: npt.NDArray[np.uint32]  # the sets as bits, shape (sets,)
    letters: npt.NDArray[np.uint8]  # the answers, shape (answers, length)

    @classmethod
    def of(cls, answer_letters: npt.NDArray[np.uint8], letter_count: int) -> Placements:
        """Find the places of letters in answers: uint8, shape (answers, length)."""
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
    """All combinations of a letter and its places that occur in answers, called ways.

    The ways of letter c are ``starts[c]`` to before ``starts[c + 1]``; way 0 belongs to no letter.
    """

    starts: npt.NDArray[np.int32]  # shape (letters + 2,)
    sets: npt.NDArray[np.int32]  # number of each way's set of places, shape (ways,)
    listed: npt.NDArray[np.int32]  # ways of each answer, then zeros, shape (answers, 5 * planes)


@dataclass(frozen=True, eq=False)
class Contributions:
    """The table T for some guesses and some answers; its last row is the zero row."""

    plan: RowPlan
    placements: Placements
    table: npt.NDArray[np.uint8]  # shape (planes, sets in guesses, sets in answers)
    base: npt.NDArray[np.int64]  # start of each row in the flat table, shape (rows + 1,)
    letters: npt.NDArray[np.int32]  # letter of each row, shape (rows + 1,)

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
        """Return the size of the table, which is large for long words over two or three letters."""
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
        """The ways of all letters, and those of each answer."""
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
        # Way 0 means "no letter"; it exists even if no slot is unused.
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
            # Not base + numbers: NumPy 1 would add a number to uint16 as uint16 and wrap around.
            rows[row] = flat[base:][columns[letter]]
        return rows

    def codes(
        self, guesses: Indices | slice = slice(None), answers: Indices | slice = slice(None)
    ) -> npt.NDArray[np.unsignedinteger]:
        """Compute the codes of guesses against answers: shape (guesses, answers)."""
        slots = self.plan.slots[guesses][:, None]
        return self._sum(slots, self.placements.numbers[answers][None])

    def paired_codes(self, guesses: Indices, answers: Indices) -> npt.NDArray[np.unsignedinteger]:
        """Compute the code of each guess against the answer at its position: shape (pairs,)."""
        return self._sum(self.plan.slots[guesses], self.placements.numbers[answers])

    def _sum(
        self, slots: npt.NDArray[np.int32], numbers: npt.NDArray[np.unsignedinteger]
    ) -> npt.NDArray[np.unsignedinteger]:
        """Add up the slots, shape (..., planes, 5), for placements of shape (..., letters)."""
        shape = np.broadcast_shapes(slots.shape[:-2], numbers.shape[:-1])
        total = np.zeros(shape, code_dtype(self.plan.length))
        # In the dtype of codes from the start: NumPy 1 would multiply bytes by weights as bytes.
        flat = self.table.reshape(-1).astype(total.dtype)
        for plane in range(self.plan.planes):
            weight = total.dtype.type(PLANE_BASE**plane)
            for slot in range(DIGITS_PER_PLANE):
                row = slots[..., plane, slot]
                letter = self.letters[row]
                if numbers.ndim == 3:
                    # Guesses against answers: one letter for all answers.
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
    """Compute the codes of pairs without a table for all words, some pairs at a time.

    The letters are those of all words, shape (words, length); guesses and answers are indices,
    shape (pairs,), and so are the codes.
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
