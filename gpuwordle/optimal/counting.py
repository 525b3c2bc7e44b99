"""How many patterns guesses get on a set: the number that all bounds are made of.

Of one guess the patterns are marked and summed. Of all guesses, small sets compare the rows of
their answers pair by pair, which needs no marks: a pattern is new where it equals none before.
Larger sets of short words mark the patterns of each guess as bits.
"""

from __future__ import annotations

import numpy as np
from numba import uint8, uint64

from gpuwordle.backends.numba_cpu.intrinsics import SIDE_BY_SIDE, count_distinct
from gpuwordle.backends.numba_cpu.intrinsics import popcount as set_bits
from gpuwordle.compiled import kernel

ONE = uint64(1)

LARGEST_OF_PAIRS = 104
"""Largest set whose guesses are counted by comparing pairs."""

LARGEST_OF_BITS = 243
"""Most patterns that are marked as bits."""

GATHERED = 2048
"""Guesses whose codes are put side by side at a time."""

BIT_TILE = 256
_FEW_MARKS = 512


@kernel(internal=True)
def popcount(bits):
    """Count the bits of a word."""
    return np.int64(set_bits(bits))


@kernel(internal=True)
def count_patterns(row, members, size, marks):
    """Count the patterns that one guess gets on ``members[:size]``.

    ``marks`` (uint8, a multiple of 128 of them, all zero before and after) has one mark a code.
    """
    for i in range(size):
        marks[row[members[i]]] = uint8(1)
    if len(marks) > _FEW_MARKS:
        found = np.int64(0)
        for i in range(size):
            found += np.int64(marks[row[members[i]]])
            marks[row[members[i]]] = uint8(0)
        return found
    # Eight marks at a time; so few words of marks never carry from one byte to the next.
    words = marks.view(np.uint64)
    total = uint64(0)
    for i in range(len(words)):
        total += words[i]
        words[i] = uint64(0)
    total = (total & uint64(0x00FF00FF00FF00FF)) + (
        (total >> uint64(8)) & uint64(0x00FF00FF00FF00FF)
    )
    return np.int64((total * uint64(0x0001000100010001)) >> uint64(48))


@kernel
def count_all(codes, members, size, counts, marks):
    """Count the patterns of every guess, row by row."""
    for guess in range(codes.shape[0]):
        counts[guess] = count_patterns(codes[guess], members, size, marks)


@kernel(internal=True)
def by_columns(codes, size):
    """Tell whether guesses are counted side by side on a set of so many answers."""
    return codes.itemsize == 1 or size <= LARGEST_OF_PAIRS


@kernel(internal=True)
def count_by_columns(columns, starts, size, guesses, counts, bits):
    """Count the patterns of many guesses on a set, side by side; see `by_columns`.

    Parameters
    ----------
    columns
        Codes answer by answer; the row of answer i of the set begins at ``starts[i]``.
    starts
        int64, shape (at least size,).
    size, guesses
        Answers in the set, guesses in a row; rows are padded to a multiple of 32.
    counts
        Filled: the codes' dtype, shape (at least padded guesses,).
    bits
        Scratch of uint64, shape (4, `BIT_TILE` + 16): rows a page apart would wait for each other.
    """
    if size > LARGEST_OF_PAIRS:
        count_by_bits(columns, starts, size, guesses, counts, bits)
        return
    for low in range(0, guesses, SIDE_BY_SIDE // columns.itemsize):
        count_distinct(columns, starts, size, low, counts)


@kernel(internal=True)
def count_whole(tables, members, found, scratch, counts):
    """Count the patterns that every guess gets on a set; ``found`` has the codes' dtype."""
    guesses, answers = tables.codes.shape
    size = len(members)
    if not by_columns(tables.codes, size):
        count_all(tables.codes, members, size, counts, scratch.marks)
        return
    for i in range(size):
        scratch.starts[i] = np.int64(members[i]) * (tables.columns.shape[0] // answers)
    count_by_columns(tables.columns, scratch.starts, size, guesses, found, scratch.bits)
    for guess in range(guesses):
        counts[guess] = found[guess]


@kernel(internal=True)
def gather(columns, chosen, width, starts, size, gathered):
    """Put the codes of chosen guesses side by side; return their number with the last 64 full.

    Parameters
    ----------
    columns, size
        As in `count_by_columns`.
    chosen, width
        The places of guesses in a row, and how many there are: no more than `GATHERED`.
    starts
        As there; begins of the new rows afterwards.
    gathered
        Filled: shape (at least size * (GATHERED + 64),).
    """
    while width % 64:
        chosen[width] = chosen[width - 1]
        width += 1
    apart = width | 64  # rows an even number of cache lines apart would take each other's places
    for i in range(size):
        row = columns[starts[i] :]
        here = gathered[i * apart : i * apart + width]
        for j in range(width):
            here[j] = row[chosen[j]]
        starts[i] = i * apart
    return width


@kernel(internal=True)
def count_by_bits(columns, starts, size, guesses, counts, bits):
    """Count the patterns of many guesses of at most five letters, as bits."""
    zero = uint64(0)
    bits0, bits1, bits2, bits3 = bits[0], bits[1], bits[2], bits[3]
    for low in range(0, guesses, BIT_TILE):
        width = min(BIT_TILE, guesses - low)
        for j in range(width):
            bits0[j] = zero
            bits1[j] = zero
            bits2[j] = zero
            bits3[j] = zero
        for i in range(size):
            row = columns[starts[i] + low : starts[i] + low + width]
            for j in range(width):
                code = uint64(row[j])
                bit = ONE << (code & uint64(63))
                word = code >> uint64(6)
                bits0[j] |= bit if word == 0 else zero
                bits1[j] |= bit if word == 1 else zero
                bits2[j] |= bit if word == 2 else zero
                bits3[j] |= bit if word == 3 else zero
        for j in range(width):
            counts[low + j] = (
                popcount(bits0[j]) + popcount(bits1[j]) + popcount(bits2[j]) + popcount(bits3[j])
            )


@kernel(internal=True)
def best_member(codes, members, size, stamps, clock):
    """Return by how many patterns the best member fails to tell its own set apart, and which it is.

    0 where each candidate gets another pattern, 1 where two share one; 2 stands for two or more.
    ``stamps`` (int64, one a code) holds when a code was last met; ``clock`` (int64, one) the time.
    """
    least, first = 2, 0
    for t in range(size):
        clock[0] += 1
        now, missing = clock[0], 0
        row = codes[members[t]]
        for i in range(size):
            code = row[members[i]]
            if stamps[code] != now:
                stamps[code] = now
                continue
            missing += 1
            if missing == least:
                break
        if missing < least:
            least, first = missing, members[t]
            if missing == 0:
                break
    return least, first


@kernel
def total_of_three(codes, a, b, c):
    """Least total of three answers: 5 where one of them tells the others apart, else 6."""
    if codes[a, b] != codes[a, c] or codes[b, a] != codes[b, c] or codes[c, a] != codes[c, b]:
        return 5
    return 6
