"""Letter rows at full speed: built, summed to byte planes, and joined to codes.

`gpuwordle.rows` explains why the code of a guess is a sum of a few byte rows. Everything here is a
long loop over answers with one or two byte operations in it and no branch, which compilers turn
into vector instructions: sixty-four answers an addition where the processor has 512-bit registers.
The counting kernels call `codes_of_guess` and never look at a letter.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from gpuwordle.rows import DIGITS_PER_PLANE, PLANE_BASE, RowPlan, plane_count

_BASE = np.uint32(PLANE_BASE)
_BASE_SQUARED = np.uint32(PLANE_BASE**2)
_BASE_CUBED = np.uint32(PLANE_BASE**3)

# Knuth, volume 3, 6.4: the golden section of 2**64 spreads keys that differ in few bits.
_HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

# A chunk of the sums of all planes stays in the first-level cache until the codes are joined.
_CHUNK = 4096


def plan_rows(guess_letters: npt.NDArray[np.uint8]) -> RowPlan:
    """Plan the rows of guesses: the same plan as `RowPlan.of`, without sorting a million keys.

    Parameters
    ----------
    guess_letters : ndarray of uint8, shape (guesses, length)
        Letter indices; there may be no guess.
    """
    guesses, length = guess_letters.shape
    planes = plane_count(length)
    slots = np.empty((guesses, planes, DIGITS_PER_PLANE), np.int32)
    table = np.full(1 << 14, -1, np.int64)
    keys = _number_rows(np.ascontiguousarray(guess_letters), table, slots)
    order = np.argsort(keys)
    rank = np.empty(len(keys) + 1, np.int32)
    rank[order] = np.arange(len(keys))
    rank[-1] = len(keys)
    slots = rank[slots]
    # In rising order, so that unused slots stand last.
    slots.sort(axis=2)
    keys = keys[order]
    return RowPlan(
        length,
        planes,
        letters=(keys >> 32).astype(np.uint8),
        positions=((keys >> 2) & 0x3FFFFFFF).astype(np.uint32),
        row_planes=(keys & 3).astype(np.uint8),
        slots=slots,
    )


@njit(cache=True, nogil=True)
def _number_rows(guess_letters, table, slots):  # type: ignore[no-untyped-def]
    """Give numbers to rows in the order they are met, by a hash table; return their keys.

    The key of a row is letter * 2**32 + positions * 4 + plane. Unused slots become -1.
    """
    guesses, length = guess_letters.shape
    planes = slots.shape[1]
    keys = np.empty(len(table), np.int64)
    known = 0
    slots[:] = -1
    for guess in range(guesses):
        word = guess_letters[guess]
        for place in range(length):
            letter = word[place]
            positions, repeated = np.int64(0), False
            for other in range(length):
                if word[other] == letter:
                    positions |= np.int64(1) << other
                    repeated |= other < place
            if repeated:
                continue
            for plane in range(planes):
                end = length - DIGITS_PER_PLANE * plane
                start = max(end - DIGITS_PER_PLANE, 0)
                if (positions >> start) & ((np.int64(1) << (end - start)) - 1) == 0:
                    continue
                if 2 * known >= len(table):
                    table = np.full(2 * len(table), -1, np.int64)
                    grown = np.empty(len(table), np.int64)
                    for number in range(known):
                        grown[number] = keys[number]
                        table[_find(table, keys, keys[number])] = number
                    keys = grown
                key = (np.int64(letter) << 32) | (positions << 2) | plane
                found = _find(table, keys, key)
                if table[found] < 0:
                    table[found] = known
                    keys[known] = key
                    known += 1
                used = 0
                while slots[guess, plane, used] >= 0:
                    used += 1
                slots[guess, plane, used] = table[found]
    return keys[:known].copy()


@njit(cache=True, nogil=True)
def _find(table, keys, key):  # type: ignore[no-untyped-def]
    """Return the entry of a key in an open hash table of numbers, or the free one for it."""
    mask = np.uint64(len(table) - 1)
    place = (np.uint64(key) * _HASH_MULTIPLIER) >> np.uint64(40) & mask
    while table[place] >= 0 and keys[table[place]] != key:
        place = (place + np.uint64(1)) & mask
    return place


@njit(cache=True, nogil=True)
def build_rows(letters, positions, row_planes, columns, first, last, rows):  # type: ignore[no-untyped-def]
    """Tabulate rows ``first`` to ``last`` of a plan; the same values as `rows.letter_rows`.

    Parameters
    ----------
    letters, positions, row_planes
        As in `rows.RowPlan`; rows of one letter stand together.
    columns : ndarray of uint8, shape (length, answers)
        Letter indices of the answers, place by place.
    first, last : int
        Rows to build, so that threads can share the work.
    rows : ndarray of uint8, shape (at least last, answers)
        Filled.
    """
    length, answers = columns.shape
    none, one = np.uint8(0), np.uint8(1)
    copies = np.empty(answers, np.uint8)
    unmatched = np.empty(answers, np.uint8)
    counted = -1
    for row in range(first, last):
        letter = letters[row]
        if counted != letter:
            counted = letter
            copies[:] = none
            for place in range(length):
                column = columns[place]
                for answer in range(answers):
                    copies[answer] += one if column[answer] == letter else none
        places = positions[row]
        # Places right of the plane change nothing in it but for their greens, which come first.
        end = length - DIGITS_PER_PLANE * row_planes[row]
        start = max(end - DIGITS_PER_PLANE, 0)
        values = rows[row]
        if places & (places - np.uint32(1)) == 0:
            place = start
            while places >> np.uint32(place) & np.uint32(1) == 0:
                place += 1
            yellow = _power_of_three(end - 1 - place)
            green = np.uint8(yellow + yellow)
            column = columns[place]
            for answer in range(answers):
                grey_or_yellow = yellow if copies[answer] != none else none
                values[answer] = green if column[answer] == letter else grey_or_yellow
            continue
        unmatched[:] = copies
        for place in range(length):
            if places >> np.uint32(place) & np.uint32(1):
                column = columns[place]
                for answer in range(answers):
                    unmatched[answer] -= one if column[answer] == letter else none
        values[:] = none
        for place in range(end):
            if places >> np.uint32(place) & np.uint32(1):
                column = columns[place]
                yellow, green = none, none
                if place >= start:
                    yellow = _power_of_three(end - 1 - place)
                    green = np.uint8(yellow + yellow)
                for answer in range(answers):
                    is_green = column[answer] == letter
                    is_yellow = (unmatched[answer] != none) & (not is_green)
                    unmatched[answer] -= one if is_yellow else none
                    values[answer] += green if is_green else (yellow if is_yellow else none)


@njit(cache=True, nogil=True)
def _power_of_three(exponent):  # type: ignore[no-untyped-def]
    power = np.uint8(1)
    for _ in range(exponent):
        power = np.uint8(power * np.uint8(3))
    return power


@njit(cache=True, nogil=True)
def sum_rows(rows, slots, start, stop, sums):  # type: ignore[no-untyped-def]
    """Sum the rows of one guess in one plane over answers ``start`` to ``stop``.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, answers)
        Letter rows; the last one is zero.
    slots : ndarray of int32, shape (5,)
        Rows to add, used slots first.
    start, stop : int
        Answers to sum for.
    sums : ndarray of uint8, shape (at least stop - start,)
        Filled from its beginning.
    """
    zero_row = rows.shape[0] - 1
    used = 0
    for slot in slots:
        used += slot != zero_row
    count = stop - start
    a = rows[slots[0], start:stop]
    # One loop per number of rows: adding the zero row would cost as much as a real one.
    if used <= 1:
        for j in range(count):
            sums[j] = a[j]
    elif used == 2:
        b = rows[slots[1], start:stop]
        for j in range(count):
            sums[j] = a[j] + b[j]
    elif used == 3:
        b, c = rows[slots[1], start:stop], rows[slots[2], start:stop]
        for j in range(count):
            sums[j] = a[j] + b[j] + c[j]
    else:
        b, c = rows[slots[1], start:stop], rows[slots[2], start:stop]
        d, e = rows[slots[3], start:stop], rows[slots[4], start:stop]
        for j in range(count):
            sums[j] = a[j] + b[j] + c[j] + d[j] + e[j]


@njit(cache=True, nogil=True)
def codes_of_guess(rows, slots, sums, codes):  # type: ignore[no-untyped-def]
    """Compute the codes of one guess against all answers of a table of rows.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, answers)
        Letter rows; the last one is zero.
    slots : ndarray of int32, shape (planes, 5)
        The guess's rows in each plane.
    sums : ndarray of uint8, shape (4, 4096)
        Scratch.
    codes : ndarray of the code dtype, shape (answers,)
        Filled.
    """
    answers, planes = rows.shape[1], slots.shape[0]
    p0, p1, p2, p3 = sums[0], sums[1], sums[2], sums[3]
    for start in range(0, answers, _CHUNK):
        stop = min(start + _CHUNK, answers)
        for plane in range(planes):
            sum_rows(rows, slots[plane], start, stop, sums[plane])
        chunk = codes[start:stop]
        count = stop - start
        # The sums are computed in 32 bits and cut to the dtype of the codes, which is wide enough
        # for the planes that such words have; the compiler narrows the arithmetic.
        if planes == 1:
            for j in range(count):
                chunk[j] = p0[j]
        elif planes == 2:
            for j in range(count):
                chunk[j] = p0[j] + _BASE * p1[j]
        elif planes == 3:
            for j in range(count):
                chunk[j] = p0[j] + _BASE * p1[j] + _BASE_SQUARED * p2[j]
        else:
            for j in range(count):
                chunk[j] = p0[j] + _BASE * p1[j] + _BASE_SQUARED * p2[j] + _BASE_CUBED * p3[j]


@njit(cache=True, nogil=True)
def write_codes(rows, slots, first, last, start, codes):  # type: ignore[no-untyped-def]
    """Write the codes of guesses ``first`` to ``last`` into a part of a matrix.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, answers)
    slots : ndarray of int32, shape (guesses, planes, 5)
    first, last : int
        Guesses, as numbered in ``slots``.
    start : int
        Column of the first answer of ``rows``.
    codes : ndarray of the code dtype, shape (guesses, at least start + answers)
    """
    answers = rows.shape[1]
    sums = np.empty((4, _CHUNK), np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots[guess], sums, codes[guess, start : start + answers])


@njit(cache=True, nogil=True)
def write_codes8(rows, slots, first, last, start, codes):  # type: ignore[no-untyped-def]
    """Write codes as `write_codes` does, for words of up to five letters: their sums are codes."""
    answers = rows.shape[1]
    # Answers in the outer loop: a strip of all rows stays in the second-level cache.
    for left in range(0, answers, _CHUNK):
        right = min(left + _CHUNK, answers)
        for guess in range(first, last):
            out = codes[guess, start + left : start + right]
            sum_rows(rows, slots[guess, 0], left, right, out)


@njit(cache=True, nogil=True)
def write_paired_codes(guess_letters, answer_letters, guesses, answers, codes):  # type: ignore[no-untyped-def]
    """Score each guess against the answer beside it, one pair at a time.

    Parameters
    ----------
    guess_letters, answer_letters : ndarray of uint8, shapes (words, length)
        Letter indices of the vocabulary.
    guesses, answers : ndarray of int64, shape (pairs,)
    codes : ndarray of uint32, shape (pairs,)
        Filled.
    """
    length = guess_letters.shape[1]
    unmatched = np.zeros(256, np.uint8)
    one = np.uint8(1)
    for pair in range(len(guesses)):
        guess, answer = guess_letters[guesses[pair]], answer_letters[answers[pair]]
        for place in range(length):
            if guess[place] != answer[place]:
                unmatched[answer[place]] += one
        code = np.uint32(0)
        for place in range(length):
            letter = guess[place]
            colour = np.uint32(0)
            if letter == answer[place]:
                colour = np.uint32(2)
            elif unmatched[letter] > 0:
                unmatched[letter] -= one
                colour = np.uint32(1)
            code = np.uint32(3) * code + colour
        codes[pair] = code
        for place in range(length):
            unmatched[answer[place]] = 0
