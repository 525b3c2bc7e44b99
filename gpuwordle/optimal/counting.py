"""How many patterns guesses get on a set: the number that all bounds are made of.

Of one guess the patterns are marked and summed. Of all guesses, small sets compare the rows of
their answers pair by pair, which needs no marks: a pattern is new where it equals none before.
Larger sets of short words mark the patterns of each guess as bits.
"""

from __future__ import annotations

import numpy as np
from numba import uint8, uint64

from gpuwordle.backends.numba_cpu.popcount import popcount as set_bits
from gpuwordle.compiled import entry, inner

ONE = uint64(1)

LARGEST_OF_PAIRS = 64
"""Largest set whose guesses are counted by comparing pairs."""

LARGEST_OF_BITS = 243
"""Most patterns that are marked as bits."""

_TILE = 1024
_BIT_TILE = 256
_FEW_MARKS = 512


@inner
def popcount(bits):  # type: ignore[no-untyped-def]
    """Count the bits of a word."""
    return np.int64(set_bits(bits))


@inner
def count_patterns(row, members, size, marks):  # type: ignore[no-untyped-def]
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


@entry
def count_all(codes, members, size, counts, marks):  # type: ignore[no-untyped-def]
    """Count the patterns of every guess, row by row."""
    for guess in range(codes.shape[0]):
        counts[guess] = count_patterns(codes[guess], members, size, marks)


@inner
def count_by_pairs(columns, starts, size, guesses, counts, tiles):  # type: ignore[no-untyped-def]
    """Count the patterns of many guesses on a small set, in blocks of four by four answers.

    Parameters
    ----------
    columns
        Codes answer by answer; the row of answer i of the set begins at ``starts[i]``.
    starts
        int64, shape (at least size,).
    size, guesses
        Answers in the set, guesses in a row.
    counts
        Filled: the codes' dtype, shape (at least guesses,).
    tiles
        Scratch of the codes' dtype, shape (4, 1024).
    """
    zero, one, four = counts.dtype.type(0), counts.dtype.type(1), counts.dtype.type(4)
    for low in range(0, guesses, _TILE):
        width = min(_TILE, guesses - low)
        found = counts[low : low + width]
        old0, old1 = tiles[0, :width], tiles[1, :width]
        old2, old3 = tiles[2, :width], tiles[3, :width]
        for j in range(width):
            found[j] = zero
        whole = size // 4 * 4
        for b in range(0, whole, 4):
            new0 = columns[starts[b] + low : starts[b] + low + width]
            new1 = columns[starts[b + 1] + low : starts[b + 1] + low + width]
            new2 = columns[starts[b + 2] + low : starts[b + 2] + low + width]
            new3 = columns[starts[b + 3] + low : starts[b + 3] + low + width]
            for j in range(width):
                p, q, r, s = new0[j], new1[j], new2[j], new3[j]
                old0[j] = zero
                old1[j] = uint8(p == q)
                old2[j] = uint8(p == r) | uint8(q == r)
                old3[j] = uint8(p == s) | uint8(q == s) | uint8(r == s)
            for a in range(0, b, 4):
                row0 = columns[starts[a] + low : starts[a] + low + width]
                row1 = columns[starts[a + 1] + low : starts[a + 1] + low + width]
                row2 = columns[starts[a + 2] + low : starts[a + 2] + low + width]
                row3 = columns[starts[a + 3] + low : starts[a + 3] + low + width]
                for j in range(width):
                    p, q, r, s = row0[j], row1[j], row2[j], row3[j]
                    x = new0[j]
                    old0[j] |= uint8(p == x) | uint8(q == x) | uint8(r == x) | uint8(s == x)
                    x = new1[j]
                    old1[j] |= uint8(p == x) | uint8(q == x) | uint8(r == x) | uint8(s == x)
                    x = new2[j]
                    old2[j] |= uint8(p == x) | uint8(q == x) | uint8(r == x) | uint8(s == x)
                    x = new3[j]
                    old3[j] |= uint8(p == x) | uint8(q == x) | uint8(r == x) | uint8(s == x)
            for j in range(width):
                found[j] += four - old0[j] - old1[j] - old2[j] - old3[j]
        for b in range(whole, size):
            new0 = columns[starts[b] + low : starts[b] + low + width]
            for j in range(width):
                old0[j] = zero
            for a in range(b):
                row0 = columns[starts[a] + low : starts[a] + low + width]
                for j in range(width):
                    old0[j] |= uint8(new0[j] == row0[j])
            for j in range(width):
                found[j] += one - old0[j]


@inner
def count_by_bits(columns, starts, size, guesses, counts, bits):  # type: ignore[no-untyped-def]
    """Count the patterns of many guesses of at most five letters, as bits.

    Parameters as in `count_by_pairs`, but ``bits``: scratch of uint64, shape (4, 256).
    """
    zero = uint64(0)
    bits0, bits1, bits2, bits3 = bits[0], bits[1], bits[2], bits[3]
    for low in range(0, guesses, _BIT_TILE):
        width = min(_BIT_TILE, guesses - low)
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


@inner
def best_member(codes, members, size, stamps, clock):  # type: ignore[no-untyped-def]
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


@entry
def total_of_three(codes, a, b, c):  # type: ignore[no-untyped-def]
    """Least total of three answers: 5 where one of them tells the others apart, else 6."""
    if codes[a, b] != codes[a, c] or codes[b, a] != codes[b, c] or codes[c, a] != codes[c, b]:
        return 5
    return 6
