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
from numba import njit, uint64

from gpuwordle.optimal.counting import ONE, popcount

MOST_KEPT = 8192
"""Sets whose deficits are kept; later ones take the place of the oldest."""

MOST_WORDS = 1 << 20
"""Words of bits that all of them may take."""

_AT_ONCE = 256


class Deficits(NamedTuple):
    """Sets of candidates of the set that is searched, whose deficits are known.

    Attributes
    ----------
    places : ndarray of int32, shape (answers,)
        The bit of each candidate.
    sets : ndarray of uint64, shape (words, sets)
        The candidates of each.
    values : ndarray of int64, shape (sets,)
        The deficit of each.
    largest : ndarray of int64, shape (sets / 256,)
        The largest deficit of each 256 of them.
    missing : ndarray of int64, shape (256,)
        Scratch: candidates of so many sets that are not in the part that is asked about.
    part : ndarray of uint64, shape (words,)
        Scratch: that part.
    state : ndarray of int64, shape (3,)
        How many sets there are; where the next one goes; words in use.
    """

    places: npt.NDArray[np.int32]
    sets: npt.NDArray[np.uint64]
    values: npt.NDArray[np.int64]
    largest: npt.NDArray[np.int64]
    missing: npt.NDArray[np.int64]
    part: npt.NDArray[np.uint64]
    state: npt.NDArray[np.int64]


COUNT, NEXT, WORDS = range(3)


def deficits_for(answers: int) -> Deficits:
    """Make room for the deficits of sets of so many answers; memory is taken when it fills."""
    words = -(-answers // 64)
    most = max(1, min(MOST_KEPT, MOST_WORDS // words) // _AT_ONCE) * _AT_ONCE
    return Deficits(
        np.empty(answers, np.int32),
        np.empty((words, most), np.uint64),
        np.empty(most, np.int64),
        np.zeros(most // _AT_ONCE, np.int64),
        np.empty(_AT_ONCE, np.int64),
        np.empty(words, np.uint64),
        np.zeros(3, np.int64),
    )


@njit(cache=True, nogil=True)
def forget(deficits, members, size):  # type: ignore[no-untyped-def]
    """Forget all deficits, and give the candidates of a new set their bits."""
    for i in range(size):
        deficits.places[members[i]] = i
    deficits.largest[:] = 0
    deficits.state[COUNT] = deficits.state[NEXT] = 0
    deficits.state[WORDS] = (size + 63) // 64


@njit(cache=True, nogil=True)
def mark(deficits, members):  # type: ignore[no-untyped-def]
    """Set the bits of the part that is asked about."""
    part, places = deficits.part, deficits.places
    for word in range(deficits.state[WORDS]):
        part[word] = uint64(0)
    for member in members:
        place = places[member]
        part[place >> 6] |= ONE << uint64(place & 63)


@njit(cache=True, nogil=True)
def least_deficit(deficits, known, enough):  # type: ignore[no-untyped-def]
    """Return a lower bound of the marked part's deficit, ``known`` or better.

    ``enough`` is as good as any larger one.
    """
    missing, values, count = deficits.missing, deficits.values, deficits.state[COUNT]
    for low in range(0, count, _AT_ONCE):
        if deficits.largest[low // _AT_ONCE] <= known:
            continue
        width = min(_AT_ONCE, count - low)
        for j in range(width):
            missing[j] = -values[low + j]
        for word in range(deficits.state[WORDS]):
            kept, outside = deficits.sets[word, low : low + width], ~deficits.part[word]
            for j in range(width):
                missing[j] += popcount(kept[j] & outside)
        for j in range(width):
            known = max(known, -missing[j])
        if known >= enough:
            break
    return known


@njit(cache=True, nogil=True)
def keep_deficit(deficits, value):  # type: ignore[no-untyped-def]
    """Keep the deficit of the marked part."""
    at, state = deficits.state[NEXT], deficits.state
    for word in range(state[WORDS]):
        deficits.sets[word, at] = deficits.part[word]
    deficits.values[at] = value
    deficits.largest[at // _AT_ONCE] = max(deficits.largest[at // _AT_ONCE], value)
    state[COUNT] = max(state[COUNT], at + 1)
    state[NEXT] = (at + 1) % deficits.values.shape[0]
