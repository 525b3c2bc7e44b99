"""What guesses get at most on parts of a large set: their patterns on larger sets.

A guess gets no more patterns on a part than on a larger set. Of six letters that about half of the
candidates have, a part has some in all of its candidates, some in none, and some in a few: the
candidates of the whole set of which that holds are such a larger set. There are 3^6 of these, and
the patterns of every guess on all of them are counted in one go: the patterns of a guess on two
sets together are those that it gets on either, so bits are joined instead of codes counted again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import ONE, popcount
from gpuwordle.optimal.sorting import sort_rising
from gpuwordle.optimal.tables import Tables

LETTERS = 6

SMALLEST = 12
"""Smallest parts that are bounded."""

MOST_COUNTS = 1 << 26
"""Counts that are kept; longer lists of guesses go without."""

_SETS = 3**LETTERS
_WIDTH = 64
_WORDS = 4


class LetterSets(NamedTuple):
    """Sets of candidates by the letters that they have and lack.

    A set's number has one digit to the base of three for each letter: 0 where its candidates lack
    the letter, 2 where they have it, 1 where either will do.

    Attributes
    ----------
    letters : ndarray of int64, shape (6,)
        The letters; -1 where the alphabet has no more.
    signs : ndarray of int64, shape (answers,)
        The letters that each candidate has, as bits.
    sizes : ndarray of int64, shape (729,)
        How many candidates each set has.
    counts : ndarray of uint8, shape (729, padded guesses)
        The patterns that each guess gets, in falling order on the whole set, and one for the
        candidates of that; of sets of less than 12 candidates not filled. One row where they are
        not kept.
    most : ndarray of int64, shape (729,)
        The largest of these.
    bits : ndarray of uint64, shape (127, 4 * 64)
        Scratch: the patterns of some guesses on sets.
    state : ndarray of int64, shape (1,)
        Whether they are filled for the set that is searched.
    """

    letters: npt.NDArray[np.int64]
    signs: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint8]
    most: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint64]
    state: npt.NDArray[np.int64]


FILLED = 0


def letter_sets_for(tables: Tables) -> LetterSets:
    """Make room for the letter sets of a vocabulary; memory is taken when they are filled."""
    answers = tables.codes.shape[1]
    padded = len(tables.columns) // answers
    # Codes of longer words are no bits.
    fits = tables.codes.dtype == np.uint8 and _SETS * padded <= MOST_COUNTS
    sets = _SETS if fits else 1
    return LetterSets(
        np.empty(LETTERS, np.int64),
        np.empty(answers, np.int64),
        np.empty(_SETS, np.int64),
        np.empty((sets, padded), np.uint8),
        np.empty(_SETS, np.int64),
        np.empty((2 << LETTERS, _WORDS * _WIDTH), np.uint64),
        np.zeros(1, np.int64),
    )


@kernel(allocates=True)
def fill(tables, letter_sets, falling, members):
    """Count every guess on all letter sets of a whole set, whose guesses are in falling order."""
    guesses, answers = tables.codes.shape
    padded, size = tables.columns.shape[0] // answers, len(members)
    choose_letters(tables, letter_sets, members)
    signs, sizes, bits = letter_sets.signs, letter_sets.sizes, letter_sets.bits
    sizes[:] = 0
    for member in members:
        sizes[number_of(signs[member], signs[member])] += 1
    step = 1
    for _ in range(LETTERS):
        for number in range(_SETS):
            if number // step % 3 == 1:
                sizes[number] = sizes[number - step] + sizes[number + step]
        step *= 3
    letter_sets.most[:] = 0
    # The place among the bits of the sets that the first letters leave; 0 are all.
    begin = np.zeros(LETTERS + 1, np.int64)
    for low in range(0, padded, _WIDTH):
        for sign in range(1 << LETTERS):
            bits[sign] = uint64(0)
        for i in range(size):
            row = falling.columns[i * padded + low : i * padded + low + _WIDTH]
            here = bits[signs[members[i]]]
            for word in range(_WORDS):
                some = here[word * _WIDTH : (word + 1) * _WIDTH]
                for j in range(_WIDTH):
                    code = uint64(row[j])
                    bit = ONE << (code & uint64(63))
                    some[j] |= bit if code >> uint64(6) == uint64(word) else uint64(0)
        width = min(_WIDTH, guesses - low)
        candidates = falling.sorted_candidates[low : low + _WIDTH]
        first = 0
        for number in range(_SETS):
            join(bits, begin, number, first)
            # The last letters change from one number to the next.
            first, rest = LETTERS - 1, number + 1
            while first > 0 and rest % 3 == 0:
                first -= 1
                rest //= 3
            if sizes[number] >= SMALLEST:
                counts = letter_sets.counts[number, low : low + _WIDTH]
                most = count_joined(bits[begin[LETTERS]], candidates, counts, width)
                letter_sets.most[number] = max(letter_sets.most[number], most)
    letter_sets.state[FILLED] = 1


@kernel(internal=True, allocates=True)
def choose_letters(tables, letter_sets, members):
    """Choose the letters that are nearest to half of the candidates, and mark who has them."""
    letters, signs, length = tables.letters, letter_sets.signs, tables.letters.shape[1]
    alphabet = (tables.legal_rows.shape[0] - 1) // (2 * length)
    having, last = np.zeros(alphabet, np.int64), np.full(alphabet, -1, np.int64)
    for member in members:
        signs[member] = 0
        for letter in letters[member]:
            having[letter] += last[letter] != member
            last[letter] = member
    order = np.empty(alphabet, np.int64)
    for letter in range(alphabet):
        order[letter] = letter
        having[letter] = abs(2 * having[letter] - len(members))
    sort_rising(order, having, alphabet)
    letter_sets.letters[:] = -1
    for bit in range(min(LETTERS, alphabet)):
        letter_sets.letters[bit] = order[bit]
        for member in members:
            for letter in letters[member]:
                if letter == order[bit]:
                    signs[member] |= 1 << bit


@kernel(internal=True)
def number_of(all_have, any_has):
    """Return the number of the smallest letter set of candidates by the letters that they have."""
    number = 0
    # Bits and digits count alike.
    for bit in range(LETTERS - 1, -1, -1):
        number = 3 * number + ((any_has >> bit) & 1) + ((all_have >> bit) & 1)
    return number


@kernel
def number_of_part(letter_sets, members):
    """Return the number of the smallest letter set that a part of the whole set lies in."""
    all_have, any_has = letter_sets.signs[members[0]], np.int64(0)
    for member in members:
        all_have &= letter_sets.signs[member]
        any_has |= letter_sets.signs[member]
    return number_of(all_have, any_has)


@kernel(internal=True)
def join(bits, begin, number, first):
    """Join the bits of a letter set; those of its first digits are joined already."""
    power, half = 3 ** (LETTERS - 1 - first), 1 << (LETTERS - 1)
    # Joined halves stand behind the 64, behind each other: 32 of them, 16, 8, 4, 2 and 1.
    room = 1 << LETTERS
    for _ in range(first):
        room += half
        half >>= 1
    for letter in range(first, LETTERS):
        digit, at = number // power % 3, begin[letter]
        power //= 3
        if digit == 0:
            begin[letter + 1] = at
        elif digit == 2:
            begin[letter + 1] = at + half
        else:
            for row in range(half):
                one, two, both = bits[at + row], bits[at + half + row], bits[room + row]
                for j in range(_WORDS * _WIDTH):
                    both[j] = one[j] | two[j]
            begin[letter + 1] = room
        room += half
        half >>= 1


@kernel(internal=True)
def count_joined(bits, candidates, counts, width):
    """Count the bits of each guess, and one for candidates; return the most of the first ones."""
    bits0, bits1 = bits[:_WIDTH], bits[_WIDTH : 2 * _WIDTH]
    bits2, bits3 = bits[2 * _WIDTH : 3 * _WIDTH], bits[3 * _WIDTH : 4 * _WIDTH]
    for j in range(_WIDTH):
        counts[j] = (
            popcount(bits0[j]) + popcount(bits1[j]) + popcount(bits2[j]) + popcount(bits3[j])
        )
    most = counts.dtype.type(0)
    for j in range(width):
        counts[j] += candidates[j]
        most = max(most, counts[j])
    return np.int64(most)
