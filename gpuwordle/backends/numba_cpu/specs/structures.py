"""Which code an answer has that shares four and more letters with a guess.

structure
    (which positions of the guess hold equal letters, which positions a sub-multiset keeps). With
    the mask of the green positions it is all that decides the code of an answer that shares just
    these letters, so codes come from a table: structure x mask -> code.

An answer that shares five letters stands in the postings of all its sub-multisets of four. It is
put right by inclusion and exclusion: with D running over the sets of distinct letters of a
sub-multiset M, every answer posted under M counts (-1)^|D| under the structure of M without D; the
sum over all postings leaves each answer once, under exactly the letters that it shares (Moebius
inversion on multisets: Rota, "On the foundations of combinatorial theory I", 1964, section 5).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.specs.layout import LANES, MASKS
from gpuwordle.backends.numba_cpu.specs.submultisets import number_all
from gpuwordle.backends.numba_cpu.specs.sums import Structures


def structures_of(
    equal: NDArray[np.uint8], kept: NDArray[np.uint8]
) -> tuple[NDArray[np.uint16], Structures]:
    """Give the structures of all sub-multisets their numbers, and tabulate their terms.

    ``equal``, (n_guesses, length), are masks of the positions that hold the same letter as this
    one; ``kept``, (n_guesses, n_subsets), of those that each sub-multiset keeps.
    """
    length = equal.shape[1]
    # The first position of each position's letter, as a number in base 8.
    lowest_bit = np.array([0] + [(m & -m).bit_length() - 1 for m in range(1, MASKS)], np.uint64)
    equality = np.zeros(len(equal), np.uint64)
    for position in range(length):
        equality = equality << np.uint64(3) | lowest_bit[equal[:, position]]
    ids, distinct = number_all(equality[:, None] << np.uint64(6) | kept)
    shifts = np.arange(6 + 3 * (length - 1), 5, -3, dtype=np.uint64)
    first = (distinct[:, None] >> shifts & np.uint64(7)).astype(np.int64)
    masks = (distinct % np.uint64(MASKS)).astype(np.int64)
    tables = Structures(structure_cells(first, masks), *structure_terms(first, masks))
    return ids.astype(np.uint16), tables


def structure_cells(first: NDArray[np.int64], kept: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Tabulate the counter of structure x mask of positions that are not green.

    ``first``, (n_structures, length), is the first position that holds the same letter; ``kept``
    the mask of the positions that the sub-multiset keeps, of equal letters the leftmost.
    """
    n_structures, length = first.shape
    green = (~np.arange(MASKS)[:, None] >> np.arange(length) & 1).astype(np.int8)
    copies = np.zeros((n_structures, MASKS, length), np.int8)
    rows = np.arange(n_structures)
    for position in range(length):
        is_kept = (kept >> position & 1).astype(np.int8)
        copies[rows, :, first[:, position]] += is_kept[:, None] - green[:, position]
    # An answer in which a letter is green more often than it is kept shares more letters; whatever
    # code it gets here, inclusion and exclusion takes it out again.
    code = np.zeros((n_structures, MASKS), np.uint16)
    for position in range(length):
        left = copies[rows, :, first[:, position]]
        yellow = (left > 0) & (green[:, position] == 0)
        copies[rows, :, first[:, position]] -= yellow
        code = 3 * code + (2 * green[:, position] + yellow).astype(np.uint16)
    return code * np.uint16(LANES)


def structure_terms(
    first: NDArray[np.int64], kept: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.uint16], NDArray[np.uint16]]:
    """List what an answer counts for: the structures M without D, and (-1)^|D| modulo 2^16."""
    shapes = [tuple(row) for row in first.tolist()]
    masks = kept.tolist()
    number = {key: x for x, key in enumerate(zip(shapes, masks, strict=True))}
    starts, structures, signs = [0], [], []
    for shape, mask in zip(shapes, masks, strict=True):
        # Of each letter in M, the last position that is kept.
        last = {shape[p]: p for p in range(len(shape)) if mask >> p & 1}
        for size in range(max(mask.bit_count() - 4, 0) + 1):
            for dropped in combinations(last.values(), size):
                structures.append(number[shape, mask - sum(1 << p for p in dropped)])
                signs.append((-1) ** size % 2**16)
        starts.append(len(structures))
    return np.array(starts, np.int32), np.array(structures, np.uint16), np.array(signs, np.uint16)
