"""Letter rows at full speed: built, summed to byte planes, and joined to codes.

`gpuwordle.rows` explains why the code of a guess is a sum of a few byte rows. Everything here is a
long loop over answers with one or two byte operations in it and no branch, which compilers turn
into vector instructions: sixty-four answers an addition where the processor has 512-bit registers.
The counting kernels call `codes_of_guess` and never look at a letter.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from gpuwordle.scoring.rows import DIGITS_PER_PLANE, PLANE_BASE

_BASE = np.uint32(PLANE_BASE)
_BASE_SQUARED = np.uint32(PLANE_BASE**2)
_BASE_CUBED = np.uint32(PLANE_BASE**3)


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
    _add_rows(rows, slots[0], slots[1], slots[2], slots[3], slots[4], start, stop, sums, 0)


@njit(cache=True, nogil=True)
def _add_rows(rows, first, second, third, fourth, fifth, start, stop, sums, offset):  # type: ignore[no-untyped-def]
    """Write the sum of up to five rows from ``sums[offset]`` on.

    Rows are named by number and indices are unsigned for speed: a slice of an array counts its
    references, which threads would fight over, and an index that may be negative costs a test.
    """
    zero_row = rows.shape[0] - 1
    a, b, c = np.uint64(first), np.uint64(second), np.uint64(third)
    d, e = np.uint64(fourth), np.uint64(fifth)
    begin = np.uint64(start)
    shift = np.uint64(offset)
    # One loop for each number of rows: adding the zero row would cost as much as a real one.
    if second == zero_row:
        for j in range(begin, np.uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j]
    elif third == zero_row:
        for j in range(begin, np.uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j] + rows[b, j]
    elif fourth == zero_row:
        for j in range(begin, np.uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j] + rows[b, j] + rows[c, j]
    elif fifth == zero_row:
        for j in range(begin, np.uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j] + rows[b, j] + rows[c, j] + rows[d, j]
    else:
        for j in range(begin, np.uint64(stop)):
            sums[shift + (j - begin)] = (
                rows[a, j] + rows[b, j] + rows[c, j] + rows[d, j] + rows[e, j]
            )


@njit(cache=True, nogil=True)
def codes_of_guess(rows, slots, guess, sums, codes, offset):  # type: ignore[no-untyped-def]
    """Compute the codes of one guess against all answers of a table of rows.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, answers)
        Letter rows; the last one is zero.
    slots : ndarray of int32, shape (guesses, planes, 5)
        The rows of each guess in each plane.
    guess : int
        Which of them.
    sums : ndarray of uint8, shape (planes * answers,)
        Scratch.
    codes : ndarray of uint16 or uint32, shape (at least offset + answers,)
        Filled from ``offset`` on.
    offset : int
    """
    answers, planes = rows.shape[1], slots.shape[1]
    for q in range(planes):
        a, b, c = slots[guess, q, 0], slots[guess, q, 1], slots[guess, q, 2]
        d, e = slots[guess, q, 3], slots[guess, q, 4]
        _add_rows(rows, a, b, c, d, e, 0, answers, sums, q * answers)
    n, shift = np.uint64(answers), np.uint64(offset)
    # The joined planes are computed in 32 bits and cut to the dtype of the codes, which is wide
    # enough for the planes that such words have; the compiler narrows the arithmetic.
    if planes == 1:
        for j in range(n):
            codes[shift + j] = sums[j]
    elif planes == 2:
        for j in range(n):
            codes[shift + j] = sums[j] + _BASE * sums[n + j]
    elif planes == 3:
        for j in range(n):
            codes[shift + j] = sums[j] + _BASE * sums[n + j] + _BASE_SQUARED * sums[n + n + j]
    else:
        for j in range(n):
            low = sums[j] + _BASE * sums[n + j]
            high = _BASE_SQUARED * sums[n + n + j] + _BASE_CUBED * sums[n + n + n + j]
            codes[shift + j] = low + high


@njit(cache=True, nogil=True)
def write_codes(rows, slots, first, last, start, width, codes):  # type: ignore[no-untyped-def]
    """Write the codes of guesses ``first`` to ``last`` into a part of a matrix.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, answers)
    slots : ndarray of int32, shape (guesses, planes, 5)
    first, last : int
        Guesses, as numbered in ``slots``.
    start, width : int
        Column of the first answer of ``rows``, and all columns of the matrix.
    codes : ndarray of uint16 or uint32, shape (guesses * width,)
        The matrix, row after row.
    """
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, guess, sums, codes, guess * width + start)


@njit(cache=True, nogil=True)
def write_codes8(rows, slots, first, last, start, width, codes):  # type: ignore[no-untyped-def]
    """Write codes as `write_codes` does, for words of up to five letters: their sums are codes."""
    for guess in range(first, last):
        a, b, c = slots[guess, 0, 0], slots[guess, 0, 1], slots[guess, 0, 2]
        d, e = slots[guess, 0, 3], slots[guess, 0, 4]
        offset = guess * width + start
        _add_rows(rows, a, b, c, d, e, 0, rows.shape[1], codes, offset)


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
