"""Letter rows at full speed: gathered, summed to byte planes, and joined to codes.

`gpuwordle.scoring.contributions` explains why the code of a guess is a sum of a few byte rows. Each
loop here is a long one over answers, with one or two byte operations and no branch. Compilers turn
it into vector instructions: sixty-four answers per addition if the processor has 512-bit registers.
Kernels that count call `codes_of_guess` and never see a letter.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint32, uint64, void

from gpuwordle.backends.numba_cpu.arguments import TABLE
from gpuwordle.compiled import kernel
from gpuwordle.rules.planes import PLANE_BASE


@kernel
def gather_rows(table, base, letters, placement, first, last, rows):
    """Gather rows ``first`` to ``last`` over some answers.

    ``table``, ``base`` and ``letters`` are the contributions, bases and letters of `Table`;
    ``placement``, (letters + 1, answers), is that of the answers.
    """
    answers = uint64(placement.shape[1])
    for row in range(first, last):
        # Unsigned indices spare the test for negative ones.
        start, letter = uint64(base[row]), uint64(letters[row])
        for answer in range(answers):
            rows[row, answer] = table[start + uint64(placement[letter, answer])]


@kernel(internal=True)
def add_rows(rows, slots, sums, offset):
    """Write the sum of the rows of five slots, used slots first, from ``sums[offset]`` on."""
    zero_row = rows.shape[0] - 1
    first, second, third, fourth, fifth = slots
    # Rows by number: a slice of an array costs more.
    a, b, c = uint64(first), uint64(second), uint64(third)
    d, e = uint64(fourth), uint64(fifth)
    n, shift = uint64(rows.shape[1]), uint64(offset)
    # One loop for each number of rows: adding the zero row would cost as much as a real one.
    if second == zero_row:
        for j in range(n):
            sums[shift + j] = rows[a, j]
    elif third == zero_row:
        for j in range(n):
            sums[shift + j] = rows[a, j] + rows[b, j]
    elif fourth == zero_row:
        for j in range(n):
            sums[shift + j] = rows[a, j] + rows[b, j] + rows[c, j]
    elif fifth == zero_row:
        for j in range(n):
            sums[shift + j] = rows[a, j] + rows[b, j] + rows[c, j] + rows[d, j]
    else:
        for j in range(n):
            sums[shift + j] = rows[a, j] + rows[b, j] + rows[c, j] + rows[d, j] + rows[e, j]


@kernel(internal=True)
def slots_of(slots, guess, plane):
    """Return the five slots of a guess in a plane."""
    low = slots[guess, plane, 0], slots[guess, plane, 1], slots[guess, plane, 2]
    return *low, slots[guess, plane, 3], slots[guess, plane, 4]


@kernel(internal=True)
def codes_of_guess(rows, slots, plane_base, guess, sums, codes, offset):
    """Write the codes of one guess against all answers of a table of rows, from ``offset`` on.

    ``rows``, (rows + 1, answers), end with one that is zero; ``slots``, (guesses, planes, 5), name
    those of each guess; ``sums``, (planes * answers,), is scratch.
    """
    answers, planes = rows.shape[1], slots.shape[1]
    for q in range(planes):
        add_rows(rows, slots_of(slots, guess, q), sums, q * answers)
    if plane_base == PLANE_BASE:  # multiplying by a constant is faster
        join_planes(sums, answers, planes, uint32(PLANE_BASE), codes, offset)
    else:
        join_planes(sums, answers, planes, uint32(plane_base), codes, offset)


@kernel(internal=True, forceinline=True)
def join_planes(sums, answers, planes, base, codes, offset):
    """Join the sums of all planes to codes, and write these from ``offset`` on."""
    n, shift = uint64(answers), uint64(offset)
    squared = base * base
    # The planes are joined in 32 bits and cut to the dtype of the codes, which is wide enough for
    # words with this many planes; the compiler narrows the arithmetic.
    if planes == 1:
        for j in range(n):
            codes[shift + j] = sums[j]
    elif planes == 2:
        for j in range(n):
            codes[shift + j] = sums[j] + base * sums[n + j]
    elif planes == 3:
        for j in range(n):
            codes[shift + j] = sums[j] + base * sums[n + j] + squared * sums[n + n + j]
    else:
        for j in range(n):
            low = sums[j] + base * sums[n + j]
            high = squared * sums[n + n + j] + squared * base * sums[n + n + n + j]
            codes[shift + j] = low + high


@kernel(allocates=True)
def write_codes(rows, slots, plane_base, first, last, start, width, codes):
    """Write the codes of guesses ``first`` to ``last`` into a part of a matrix.

    ``codes`` is the flat matrix of rows of ``width`` codes; ``start`` is the column of the first
    answer of ``rows``.
    """
    sums = np.empty(slots.shape[1] * rows.shape[1], np.uint8)
    for guess in range(first, last):
        codes_of_guess(rows, slots, plane_base, guess, sums, codes, guess * width + start)


@kernel
def write_codes8(rows, slots, _plane_base, first, last, start, width, codes):
    """Write codes as `write_codes` does, if they have one plane: its sums are codes."""
    for guess in range(first, last):
        add_rows(rows, slots_of(slots, guess, 0), codes, guess * width + start)


@kernel(void(TABLE, int64[::1], int64[::1], uint32[::1]))
def write_paired_codes(table, guesses, answers, codes):
    """Look up the code of each guess against the answer at the same place."""
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
            code = code * uint32(table.plane_base) + total
        codes[pair] = code
