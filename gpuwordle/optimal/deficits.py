"""Deficits: what was counted on one part of a large set bounds many others.

The *deficit* of a part of n candidates is n + 1 less the most patterns that any guess gets on it,
one more for those that are candidates of the whole set. So its total is at least 2 n - 1 and the
deficit. Taking a candidate away adds no patterns, and adding one adds at most one, so

    deficit(P) >= deficit(Q) - (candidates of Q that are not in P)

for any parts P and Q. (Counting one more only for candidates of the part itself this would be
wrong: a candidate that is added may be the guess that gains two.) A search of a large set meets
thousands of parts that are much alike. It keeps those on which all guesses were counted, and most
of the others are bounded by them, without counting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.counting import ONE, popcount

MOST_KEPT = 16384
"""Sets whose deficits are kept; later ones take the place of the oldest."""

MOST_WORDS = 1 << 20
"""Words of bits that all of them may take."""

BLOCK = 64
"""Sets of much the same size stand together in blocks of so many."""

_CLASSES, _CLASS_SIZE = 64, 8
_WORDS = 4
_NOTHING = -(1 << 40)


class Deficits(NamedTuple):
    """Sets of candidates of the set that is searched, whose deficits are known.

    Attributes
    ----------
    places : ndarray of int32, shape (answers,)
        The bit of each candidate.
    sets : ndarray of uint64, shape (blocks, words, 64)
        The candidates of each.
    values : ndarray of int64, shape (blocks, 64)
        The deficit of each.
    blocks : ndarray of int64, shape (blocks, 3)
        Of each block the largest deficit, the size of the smallest set, and how many there are.
    open_blocks : ndarray of int64, shape (64,)
        The block that has room for sets of each class of sizes; -1 where there is none.
    left : ndarray of int64, shape (64,)
        Scratch: deficits of sets, less their candidates that the part asked about lacks.
    part : ndarray of uint64, shape (words,)
        Scratch: that part.
    state : ndarray of int64, shape (3,)
        How many blocks there are; which one is used next; words in use.
    """

    places: npt.NDArray[np.int32]
    sets: npt.NDArray[np.uint64]
    values: npt.NDArray[np.int64]
    blocks: npt.NDArray[np.int64]
    open_blocks: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]
    part: npt.NDArray[np.uint64]
    state: npt.NDArray[np.int64]


LARGEST, SMALLEST_SIZE, KEPT = range(3)
COUNT, NEXT, WORDS = range(3)


def deficits_for(answers: int) -> Deficits:
    """Make room for the deficits of sets of so many answers; memory is taken when it fills."""
    words = _WORDS * -(-answers // (64 * _WORDS))
    blocks = max(1, min(MOST_KEPT, MOST_WORDS // words) // BLOCK)
    return Deficits(
        np.empty(answers, np.int32),
        np.empty((blocks, words, BLOCK), np.uint64),
        np.empty((blocks, BLOCK), np.int64),
        np.zeros((blocks, 3), np.int64),
        np.full(_CLASSES, -1, np.int64),
        np.empty(BLOCK, np.int64),
        np.empty(words, np.uint64),
        np.zeros(3, np.int64),
    )


@kernel
def forget(deficits, members, size):
    """Forget all deficits, and give the candidates of a new set their bits."""
    for i in range(size):
        deficits.places[members[i]] = i
    deficits.open_blocks[:] = -1
    deficits.state[COUNT] = deficits.state[NEXT] = 0
    deficits.state[WORDS] = _WORDS * ((size + 64 * _WORDS - 1) // (64 * _WORDS))


@kernel
def mark(deficits, members):
    """Set the bits of the part that is asked about."""
    part, places = deficits.part, deficits.places
    for word in range(deficits.state[WORDS]):
        part[word] = uint64(0)
    for member in members:
        place = places[member]
        part[place >> 6] |= ONE << uint64(place & 63)


@kernel
def least_deficit(deficits, size, known, enough):
    """Return a lower bound of the marked part's deficit, ``known`` or better.

    ``size`` is the part's, and ``enough`` as good as any larger bound.
    """
    left, words = deficits.left, deficits.state[WORDS]
    for block in range(deficits.state[COUNT]):
        # A larger set has candidates at least that the part has not.
        spare = max(0, deficits.blocks[block, SMALLEST_SIZE] - size)
        if deficits.blocks[block, LARGEST] - spare <= known:
            continue
        for j in range(BLOCK):
            left[j] = deficits.values[block, j]
        highest = known + 1
        # Most sets differ too much in the first words already.
        for word in range(0, words, _WORDS):
            if highest > known:
                highest = take_missing(deficits.sets[block], deficits.part, word, left)
        known = max(known, highest)
        if known >= enough:
            break
    return known


@kernel(internal=True)
def take_missing(sets, part, word, left):
    """Take away each set's candidates, of four words, that the part lacks; return the most left."""
    one, two, three, four = sets[word], sets[word + 1], sets[word + 2], sets[word + 3]
    outside1, outside2 = ~part[word], ~part[word + 1]
    outside3, outside4 = ~part[word + 2], ~part[word + 3]
    highest = np.int64(_NOTHING)
    for j in range(BLOCK):
        missing = popcount(one[j] & outside1) + popcount(two[j] & outside2)
        missing += popcount(three[j] & outside3) + popcount(four[j] & outside4)
        left[j] -= missing
        highest = max(highest, left[j])
    return highest


@kernel
def keep_deficit(deficits, size, value):
    """Keep the deficit of the marked part, of so many candidates."""
    state, open_blocks = deficits.state, deficits.open_blocks
    kind = min(size // _CLASS_SIZE, _CLASSES - 1)
    block = open_blocks[kind]
    if block < 0 or deficits.blocks[block, KEPT] == BLOCK:
        block = state[NEXT]
        for other in range(_CLASSES):
            if open_blocks[other] == block:
                open_blocks[other] = -1
        open_blocks[kind] = block
        deficits.values[block] = _NOTHING
        deficits.blocks[block, LARGEST], deficits.blocks[block, KEPT] = 0, 0
        deficits.blocks[block, SMALLEST_SIZE] = size
        state[COUNT] = max(state[COUNT], block + 1)
        state[NEXT] = (block + 1) % deficits.values.shape[0]
    at = deficits.blocks[block, KEPT]
    for word in range(state[WORDS]):
        deficits.sets[block, word, at] = deficits.part[word]
    deficits.values[block, at] = value
    deficits.blocks[block, KEPT] = at + 1
    deficits.blocks[block, LARGEST] = max(deficits.blocks[block, LARGEST], value)
    deficits.blocks[block, SMALLEST_SIZE] = min(deficits.blocks[block, SMALLEST_SIZE], size)
