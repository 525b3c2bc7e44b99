"""The guesses of a set in the order in which they are tried: by falling number of patterns."""

from __future__ import annotations

import numpy as np

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import (
    by_columns,
    count_by_columns,
    count_patterns,
)
from gpuwordle.optimal.legality import legal_bits, listed
from gpuwordle.optimal.scratch import (
    BEST,
    FIRST,
    GATHERED_END,
    LEGAL,
    LEVEL,
    SIZE,
    SORTED,
    TRIED,
    WAITING,
)
from gpuwordle.optimal.sorting import sort_rising

_SORTED_FROM = 8
_SORTED_GROUPS = 2


@kernel(internal=True)
def scan(tables, scratch, frame, depth, hard):
    """Count the patterns that every guess gets on the set of a frame, legal ones in hard mode.

    False where there is no room to gather the codes of legal guesses.
    """
    guesses, answers = tables.codes.shape
    padded = tables.columns.shape[0] // answers
    size = frame[SIZE]
    members = scratch.members[frame[FIRST] : frame[FIRST] + size]
    counts, starts, columns = scratch.counts[depth], scratch.starts, tables.columns
    length = tables.letters.shape[1]
    legal = scratch.legal[depth if hard else 0]
    wide = padded
    frame[LEGAL] = guesses
    if hard:
        legal_bits(scratch.demands[depth], length, tables.legal_rows, scratch.legal_bits)
        frame[LEGAL] = listed(scratch.legal_bits, legal)
        wide = (frame[LEGAL] + 63) // 64 * 64
    if not by_columns(tables.codes, size):
        for j in range(frame[LEGAL]):
            guess = legal[j] if hard else j
            counts[j] = count_patterns(tables.codes[guess], members, size, scratch.marks)
    else:
        if hard and frame[LEGAL] < guesses:
            first = frame[GATHERED_END]
            if first + size * wide > scratch.gathered.shape[0]:
                return False
            gathered = scratch.gathered
            for i in range(size):
                row = columns[members[i] * padded : (members[i] + 1) * padded]
                starts[i] = first + i * wide
                for j in range(frame[LEGAL]):
                    gathered[starts[i] + j] = row[legal[j]]
                for j in range(frame[LEGAL], wide):
                    gathered[starts[i] + j] = 0
            columns = gathered
        else:
            for i in range(size):
                starts[i] = members[i] * padded
        count_by_columns(columns, starts, size, wide, counts, scratch.bits)
    for j in range(frame[LEGAL], wide):
        counts[j] = 0
    return True


@kernel(internal=True)
def largest(counts, size):
    """Return the largest of the first counts."""
    most = counts[0]
    for j in range(size):
        most = max(most, counts[j])
    return np.int64(most)


@kernel(internal=True)
def add_members(scratch, frame, depth, hard):
    """Count one more for guesses that are candidates: both lists rise."""
    counts, legal, at = scratch.counts[depth], scratch.legal[depth if hard else 0], 0
    first = frame[FIRST]
    for i in range(frame[SIZE]):
        member = scratch.members[first + i]
        if hard:
            while legal[at] < member:
                at += 1
            counts[at] += 1
        else:
            counts[member] += 1


@kernel(internal=True)
def next_group(tables, scratch, frame, depth, question):
    """Gather the guesses of the next lower count; False where none can be better."""
    size, best = frame[SIZE], frame[BEST]
    counts, chosen = scratch.counts[depth], scratch.candidates[depth]
    legal = scratch.legal[depth if question.hard else 0]
    found, level = 0, frame[LEVEL]
    while found == 0:
        level -= 1
        if level < 2 or 3 * size - level >= best:
            return False
        wanted = counts.dtype.type(level)
        for j in range(frame[LEGAL]):
            if counts[j] == wanted:
                chosen[found] = legal[j] if question.hard else j
                found += 1
    frame[LEVEL], frame[TRIED], frame[WAITING] = level, 0, found
    if question.in_order and depth == 0:
        order_by_vocabulary(tables, scratch, frame, found)
    elif size >= _SORTED_FROM and found > 1 and frame[SORTED] < _SORTED_GROUPS:
        frame[SORTED] += 1
        order_by_squares(tables, scratch, frame, depth, found)
    return True


@kernel(internal=True, allocates=True)
def order_by_vocabulary(tables, scratch, frame, found):
    """Sort the guesses of a group: candidates first, then as the vocabulary has them."""
    chosen = scratch.candidates[0]
    first, size = frame[FIRST], frame[SIZE]
    ranks = np.empty(found, np.int64)
    for j in range(found):
        ranks[j] = tables.places[chosen[j]] + tables.places.shape[0]
        for i in range(size):
            if scratch.members[first + i] == chosen[j]:
                ranks[j] -= tables.places.shape[0]
    sort_rising(chosen, ranks, found)


@kernel(internal=True, allocates=True)
def order_by_squares(tables, scratch, frame, depth, found):
    """Sort the guesses of a group by the squares of their parts' sizes: even parts are best."""
    chosen, sizes = scratch.candidates[depth], scratch.sizes
    members = scratch.members[frame[FIRST] : frame[FIRST] + frame[SIZE]]
    squares = np.empty(found, np.int64)
    for j in range(found):
        row, total = tables.codes[chosen[j]], 0
        for member in members:
            total += 2 * sizes[row[member]] + 1
            sizes[row[member]] += 1
        for member in members:
            sizes[row[member]] = 0
        squares[j] = total
    sort_rising(chosen, squares, found)
