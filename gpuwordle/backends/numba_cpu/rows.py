"""Letter rows at full speed: gathered, summed to byte planes, and joined to codes.

`gpuwordle.scoring.rows` explains why the code of a guess is a sum of a few byte rows. Everything
here is a long loop over answers with one or two byte operations in it and no branch, which
compilers turn into vector instructions: sixty-four answers an addition where the processor has
512-bit registers. Kernels that count call `codes_of_guess` and never look at a letter.
"""

from __future__ import annotations

import numpy as np
from numba import int64, njit, uint32, uint64, void

from gpuwordle.backends.numba_cpu.arguments import TABLE
from gpuwordle.scoring.rows import PLANE_BASE

_BASE = np.uint32(PLANE_BASE)
_BASE_SQUARED = np.uint32(PLANE_BASE**2)
_BASE_CUBED = np.uint32(PLANE_BASE**3)


@njit(cache=True, nogil=True)
def gather_rows(table, base, letters, placement, first, last, rows):  # type: ignore[no-untyped-def]
    """Gather rows ``first`` to ``last`` over some answers.

    Parameters
    ----------
    table : ndarray of uint8
        The flat table of contributions.
    base, letters
        Where each row begins in it, and its letter.
    placement : ndarray of uint16 or uint32, shape (letters + 1, answers)
        Number of the places of every letter, letter by letter.
    first, last : int
        Rows to gather, so that threads can share the work.
    rows : ndarray of uint8, shape (at least last, answers)
        Filled.
    """
    answers = uint64(placement.shape[1])
    for row in range(first, last):
        # Unsigned indices spare the test for negative ones.
        start, letter = uint64(base[row]), uint64(letters[row])
        for answer in range(answers):
            rows[row, answer] = table[start + uint64(placement[letter, answer])]


@njit(cache=True, nogil=True)
def add_rows(rows, slots, start, stop, sums, offset):  # type: ignore[no-untyped-def]
    """Write the sum of up to five rows from ``sums[offset]`` on.

    Parameters
    ----------
    rows : ndarray of uint8, shape (rows + 1, answers)
        Letter rows; the last one is zero.
    slots : tuple of five int
        Rows to add, used slots first.
    start, stop : int
        Answers to sum for.
    sums : ndarray of uint8
        Filled from ``offset`` on.
    offset : int
    """
    zero_row = rows.shape[0] - 1
    first, second, third, fourth, fifth = slots
    # Rows are named by number: a slice of an array counts its references, which threads would
    # fight over.
    a, b, c = uint64(first), uint64(second), uint64(third)
    d, e = uint64(fourth), uint64(fifth)
    begin = uint64(start)
    shift = uint64(offset)
    # One loop for each number of rows: adding the zero row would cost as much as a real one.
    if second == zero_row:
        for j in range(begin, uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j]
    elif third == zero_row:
        for j in range(begin, uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j] + rows[b, j]
    elif fourth == zero_row:
        for j in range(begin, uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j] + rows[b, j] + rows[c, j]
    elif fifth == zero_row:
        for j in range(begin, uint64(stop)):
            sums[shift + (j - begin)] = rows[a, j] + rows[b, j] + rows[c, j] + rows[d, j]
    else:
        for j in range(begin, uint64(stop)):
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
        five = (
            slots[guess, q, 0],
            slots[guess, q, 1],
            slots[guess, q, 2],
            slots[guess, q, 3],
            slots[guess, q, 4],
        )
        add_rows(rows, five, 0, answers, sums, q * answers)
    n, shift = uint64(answers), uint64(offset)
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
        five = (
            slots[guess, 0, 0],
            slots[guess, 0, 1],
            slots[guess, 0, 2],
            slots[guess, 0, 3],
            slots[guess, 0, 4],
        )
        add_rows(rows, five, 0, rows.shape[1], codes, guess * width + start)


@njit(void(TABLE, int64[::1], int64[::1], uint32[::1]), cache=True, nogil=True)
def write_paired_codes(table, guesses, answers, codes):  # type: ignore[no-untyped-def]
    """Look up the code of each guess against the answer beside it.

    Parameters
    ----------
    table : Table
    guesses, answers : ndarray of int64, shape (pairs,)
    codes : ndarray of uint32, shape (pairs,)
        Filled.
    """
    slots, letters, base = table.slots, table.letters, table.base
    contributions, placement = table.contributions, table.placement
    planes, zero_row = slots.shape[1], len(base) - 1
    for pair in range(len(guesses)):
        guess, answer = guesses[pair], uint64(answers[pair])
        code = uint32(0)
        for plane in range(planes - 1, -1, -1):
            total = uint32(0)
            for slot in range(5):
                row = slots[guess, plane, slot]
                if row == zero_row:
                    break
                number = placement[answer, uint64(letters[row])]
                total += contributions[uint64(base[row]) + uint64(number)]
            code = code * _BASE + total
        codes[pair] = code
