"""What one letter adds to a code, by table lookup.

The digits that a guess gets at the places of one letter depend on three things: the letter, its
places in the guess (a letter row of `gpuwordle.rows.RowPlan`) and its places in the answer. The
places that a letter takes in the answers are few, so they are numbered, letter by letter, from 1
(0: the letter is absent), and one byte is kept for every (row, number):

    code(guess, answer) = sum over the guess's rows r of
                          243**plane[r] * table[base[r] + number[answer, letter[r]]]

Letter rows are made for scoring a guess against long lists of answers. This table is made for short
ones: thousands of small groups, each with its own answers, need no row built. It serves three ways:
one code at a time; the row of a letter over the answers of a group; and, with the roles exchanged,
the row of an answer's letter over all guesses (`GuessTable`), for groups that are smaller than a
vector register.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

from gpuwordle.scoring.rows import DIGITS_PER_PLANE, RowPlan
from gpuwordle.words.vocabulary import Vocabulary

TILE = 256
"""Guesses that are scored side by side; the guess table is padded to whole tiles."""


@njit(
    "int64(uint8[:, ::1], uint16[:, ::1], int32[:, ::1], int32[::1], uint32[:, ::1], int32[::1],"
    "uint32[::1])",
    cache=True,
    nogil=True,
)
def number_letter_places(answer_letters, numbers, listed, known, places, table, table_keys):  # type: ignore[no-untyped-def]
    """Give a number to each set of places that a letter takes in the answers.

    Parameters
    ----------
    answer_letters
        uint8, shape (answers, length).
    numbers
        Out: number of the places of every letter: uint16, shape (answers, letters), given as
        zeros.
    listed
        Out: for each distinct letter of an answer, letter * 65536 + number, then zeros: int32,
        shape (answers, 5 * planes).
    known
        Out: numbers given out per letter, given as zeros.
    places
        Out: the places behind (letter, number), in order of appearance: uint32, shape
        (answers * length, 3) rows of (letter, number, places).
    table, table_keys
        Hash table of a power of two of slots, more than there are rows in ``places``; -1 is empty.

    Returns
    -------
    int
        Distinct (letter, places), or -1 when a letter has more than 65,535.
    """
    answers, length = answer_letters.shape
    mask = uint64(len(table) - 1)
    total = 0
    for answer in range(answers):
        distinct = 0
        for place in range(length):
            letter = answer_letters[answer, place]
            if numbers[answer, letter]:
                continue
            where = uint32(0)
            for other in range(place, length):
                if answer_letters[answer, other] == letter:
                    where |= uint32(1) << uint32(other)
            # 20 bits of places leave 12 for the letter.
            key = (uint32(letter) << uint32(20)) | where
            slot = ((uint64(key) * uint64(0x9E3779B97F4A7C15)) >> uint64(32)) & mask
            while table[slot] >= 0 and table_keys[slot] != key:
                slot = (slot + uint64(1)) & mask
            if table[slot] < 0:
                known[letter] += 1
                if known[letter] > 65535:
                    return -1
                table[slot] = known[letter]
                table_keys[slot] = key
                places[total, 0] = letter
                places[total, 1] = known[letter]
                places[total, 2] = where
                total += 1
            numbers[answer, letter] = table[slot]
            listed[answer, distinct] = (np.int32(letter) << 16) | table[slot]
            distinct += 1
    return total


@njit(
    "void(int64, uint8[::1], uint32[::1], uint8[::1], int64[::1], int32[::1], uint32[::1],"
    "uint8[::1])",
    cache=True,
    nogil=True,
)
def fill_contributions(length, letters, positions, planes, base, starts, places, table):  # type: ignore[no-untyped-def]
    """Tabulate the byte that row r adds for every way its letter stands in an answer.

    ``places[starts[letter] + number]`` are the places of a letter in the answer (number 0: none),
    ``table[base[r] + number]`` receives the byte.
    """
    powers = np.ones(DIGITS_PER_PLANE, np.uint8)
    for exponent in range(1, DIGITS_PER_PLANE):
        powers[exponent] = powers[exponent - 1] * 3
    guess_places = np.empty(length, np.int64)
    for row in range(len(letters)):
        letter = letters[row]
        first = starts[letter]
        ways = starts[letter + 1] - first
        count = 0
        for place in range(length):
            if (positions[row] >> uint32(place)) & uint32(1):
                guess_places[count] = place
                count += 1
        out = table[base[row] : base[row] + ways]
        out[0] = 0
        if count == 1:
            place = guess_places[0]
            weight = powers[(length - 1 - place) % DIGITS_PER_PLANE]
            for number in range(1, ways):
                # Yellow is one weight, green another on top.
                green = uint8((places[first + number] >> uint32(place)) & uint32(1))
                out[number] = weight + weight * green
            continue
        for number in range(1, ways):
            where = places[first + number]
            unmatched = int64(0)
            for place in range(length):
                unmatched += int64((where >> uint32(place)) & uint32(1))
            for i in range(count):
                unmatched -= int64((where >> uint32(guess_places[i])) & uint32(1))
            byte = uint8(0)
            for i in range(count):
                place = guess_places[i]
                exponent = length - 1 - place
                digit = uint8(0)
                if (where >> uint32(place)) & uint32(1):
                    digit = uint8(2)
                elif unmatched > 0:
                    digit = uint8(1)
                    unmatched -= 1
                if exponent // DIGITS_PER_PLANE == planes[row]:
                    byte += digit * powers[exponent % DIGITS_PER_PLANE]
            out[number] = byte


@dataclass(frozen=True, eq=False)
class Contributions:
    """The table of what letters add to codes, for one vocabulary.

    Attributes
    ----------
    letter_count : int
        Letters of the alphabet; this number also stands for "no letter".
    slots : ndarray of int32, shape (guesses, planes, 5)
        Rows of every guess, as in `RowPlan`; unused slots name the last row, which adds nothing.
    row_letters : ndarray of int32, shape (rows + 1,)
        Letter of every row.
    row_base : ndarray of int64, shape (rows + 1,)
        Where the bytes of every row begin in ``table``.
    ways : ndarray of int32, shape (letters + 2,)
        Ways in which a letter stands in an answer, absence included, as running starts.
    numbers : ndarray of uint16, shape (answers, letters + 1)
        Number of the places of every letter in every answer.
    listed : ndarray of int32, shape (answers, 5 * planes)
        The distinct letters of an answer as indices into all ways of all letters, 0 where unused.
    table : ndarray of uint8
        The bytes.
    """

    length: int
    planes: int
    letter_count: int
    slots: npt.NDArray[np.int32]
    row_letters: npt.NDArray[np.int32]
    row_base: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.uint16]
    listed: npt.NDArray[np.int32]
    table: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, vocabulary: Vocabulary, plan: RowPlan, memory: int) -> Contributions | None:
        """Build the table, or return None when it would take more than so many bytes.

        That happens for long words over an alphabet of two or three letters, where nearly every
        word is a new way for a letter to stand.
        """
        answers, length = vocabulary.answer_letters.shape
        letter_count = len(vocabulary.alphabet)
        numbers = np.zeros((answers, letter_count + 1), np.uint16)
        listed = np.zeros((answers, DIGITS_PER_PLANE * plan.planes), np.int32)
        known = np.zeros(letter_count, np.int32)
        distinct = np.empty((answers * length, 3), np.uint32)
        size = 1 << (2 * answers * length).bit_length()
        total = number_letter_places(
            vocabulary.answer_letters,
            numbers,
            listed,
            known,
            distinct,
            np.full(size, -1, np.int32),
            np.empty(size, np.uint32),
        )
        row_ways = known[plan.letters].astype(np.int64) + 1
        if total < 0 or int(row_ways.sum()) > memory:
            return None
        # Way 0 of all is the zero way of an unused slot; letter c's ways begin at starts[c].
        starts = np.zeros(letter_count + 2, np.int32)
        np.cumsum(known + 1, out=starts[1:-1])
        starts[-1] = starts[-2] + 1
        places = np.zeros(starts[-1], np.uint32)
        distinct = distinct[:total]
        places[starts[distinct[:, 0]] + distinct[:, 1]] = distinct[:, 2]
        row_base = np.zeros(len(plan) + 1, np.int64)
        np.cumsum(row_ways, out=row_base[1:])
        table = np.zeros(row_base[-1] + 1, np.uint8)
        fill_contributions(
            length,
            plan.letters,
            plan.positions,
            plan.row_planes,
            row_base,
            starts,
            places,
            table,
        )
        # Index 0 is free for "unused": it is letter 0's absence.
        listed = np.where(listed > 0, starts[listed >> 16] + (listed & 0xFFFF), 0)
        return cls(
            length,
            plan.planes,
            letter_count,
            plan.slots,
            np.append(plan.letters, letter_count).astype(np.int32),
            row_base,
            starts,
            numbers,
            listed.astype(np.int32),
            table,
        )
