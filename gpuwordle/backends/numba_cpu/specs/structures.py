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
from gpuwordle.scoring.contributions import PLANE_BASE, contribution_table


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
    length = first.shape[1]
    # Of one letter of the guess: its places, those that are green, and the copies that the answer
    # has left. To T these stand at places beyond the word, where no letter of the guess does.
    sets, left = np.arange(1 << length), np.arange(length + 1)
    answers = sets[:, None] | (1 << left) - 1 << length
    planes = contribution_table(
        sets.astype(np.uint32), answers.astype(np.uint32).reshape(-1), length
    )
    added = np.zeros((len(sets), len(sets), len(left)), np.uint16)
    for plane, contributions in enumerate(planes):
        added += np.uint16(PLANE_BASE**plane) * contributions.astype(np.uint16).reshape(added.shape)
    bits = np.array([number.bit_count() for number in sets.tolist()])
    code = np.zeros((len(first), MASKS), np.uint16)
    for position in range(length):
        own = ((first == position) << np.arange(length)).sum(axis=1)[:, None]
        green = own & ~np.arange(MASKS)
        # An answer in which a letter is green more often than it is kept shares more letters;
        # whatever code it gets here, inclusion and exclusion takes it out again.
        copies = np.maximum(bits[own & kept[:, None]] - bits[green], 0)
        code += added[own, green, copies]
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
