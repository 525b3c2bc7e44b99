"""Sub-multisets of four and more letters of a guess: their numbers and the postings under them.

Few answers share so many letters with a guess, so they are not counted by bitsets but stand in
postings under the letters that they contain. Every answer is a guess, too: numbering the
sub-multisets of the guesses tells under which of them an answer goes.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.hashing import probe
from gpuwordle.compiled import kernel


@kernel("int64(uint64[::1], int32[::1], int32[::1], uint64[::1])")
def number_keys(keys, ids, table, distinct):
    """Give equal keys equal numbers, in order of first appearance; return how many there are.

    `table` comes in empty (-1), a power of two long; `distinct` receives the key of every number.
    """
    known = 0
    for i in range(len(keys)):
        slot = probe(table, distinct, 0, keys[i])
        if table[slot] < 0:
            table[slot] = known
            distinct[known] = keys[i]
            known += 1
        ids[i] = table[slot]
    return known


def number_all(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Give equal keys equal numbers; return those (shape of the keys) and the key of each."""
    ids = np.empty(keys.shape, np.int32)
    distinct = np.empty(keys.size, np.uint64)
    table = np.full(1 << max(4, (2 * keys.size - 1).bit_length()), -1, np.int32)
    known = number_keys(keys.ravel(), ids.ravel(), table, distinct)
    return ids, distinct[:known].copy()


@kernel("void(int32[::1], int32[::1], int32[::1])")
def fill_postings(owners, starts, members):
    """Sort indices by owner: members[starts[o]:starts[o + 1]] belong to o.

    `starts` comes in as zeros, two longer than there are owners; the list past the last is empty,
    and so an index with that owner is left out.
    """
    left_out = len(starts) - 2
    # Counted two places late, moved forward by one while they are filled.
    for owner in owners:
        if owner != left_out:
            starts[owner + 2] += 1
    for owner in range(2, len(starts)):
        starts[owner] += starts[owner - 1]
    for i in range(len(owners)):
        owner = owners[i]
        if owner != left_out:
            members[starts[owner + 1]] = i
            starts[owner + 1] += 1


@kernel(
    "void(Array(uint8, 2, 'C', readonly=True), uint8[::1], uint64[:, ::1], uint8[:, ::1])",
    allocates=True,
)
def fill_keys(letters, subsets, keys, kept):
    """Fill in the keys of the sub-multisets of each word, and the positions that each keeps.

    `subsets` are masks over the letters in alphabetical order. Of equal letters the leftmost ones
    are kept, which names every sub-multiset once; subsets that skip one get key 0.
    """
    n_words, length = letters.shape
    order = np.empty(length, np.int64)
    for i in range(n_words):
        for position in range(length):
            rank = position
            while rank > 0 and letters[i, order[rank - 1]] > letters[i, position]:
                order[rank] = order[rank - 1]
                rank -= 1
            order[rank] = position
        for x in range(len(subsets)):
            key = uint64(0)
            positions = 0
            skipped = -1
            for rank in range(length):
                letter = int(letters[i, order[rank]])
                if (subsets[x] >> rank) & 1:
                    if letter == skipped:
                        key = uint64(0)
                        positions = 0
                        break
                    # One byte a letter, never 0, so that keys of different sizes differ.
                    key = (key << uint64(8)) | uint64(letter + 1)
                    positions |= 1 << order[rank]
                else:
                    skipped = letter
            keys[i, x] = key
            kept[i, x] = positions


def number_submultisets(
    letters: NDArray[np.uint8],
) -> tuple[NDArray[np.int32], int, NDArray[np.uint8]]:
    """Give the sub-multisets of words their numbers: ids, how many, masks of positions kept.

    Shapes are (n_words, n_subsets); the id is the count where a subset names none of its own.
    """
    length = letters.shape[1]
    subsets = [
        sum(1 << member for member in members)
        for size in range(4, length + 1)
        for members in combinations(range(length), size)
    ]
    keys = np.empty((len(letters), len(subsets)), np.uint64)
    kept = np.empty(keys.shape, np.uint8)
    fill_keys(letters, np.array(subsets, np.uint8), keys, kept)
    ids, distinct = number_all(keys)
    ids[keys == 0] = len(distinct)
    return ids, len(distinct), kept


def postings(owners: NDArray[np.int32], count: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where the list of each owner starts, and the indices of all lists; see above."""
    starts = np.zeros(count + 2, np.int32)
    members = np.empty(owners.size, np.int32)
    fill_postings(owners.ravel(), starts, members)
    return starts, members[: starts[-1]]
