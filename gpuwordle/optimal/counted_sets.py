"""Counted sets: how many buckets every guess makes of earlier buckets of a large set.

A deficit (`gpuwordle.optimal.bounds`) keeps only how many buckets the best guess makes of a counted
bucket. Here all guesses are kept. For a counted bucket Q, let most(Q, h) be at least the buckets
that guess h makes of Q, with one for candidates of the whole set. Then for any other bucket P

    buckets(P, h) + (1 if h is in P) <= most(Q, h) + (candidates of P that are not in Q)

guess by guess: adding a candidate adds one bucket at most, and removing one adds none. The least
over several Q is such a bound again. The few guesses whose bound is above the most buckets found
are left to be counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint8

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import largest, popcount

MOST_SETS = 2048
"""Sets that are kept; later ones replace the oldest."""

MOST_BOUNDS = 1 << 25
"""Bounds that all of them may take."""

NEAREST = 10
"""Sets that are used to bound another one: those with the least bounds of all guesses."""

_FARTHEST = 60
"""A set that lacks this many candidates of a bucket is not used to bound it."""

_NEXT, _COUNT, FOUND = range(3)


class CountedSets(NamedTuple):
    """Subsets of the set that is searched, with the most buckets that each guess makes of them."""

    sets: npt.NDArray[np.uint64]  # (words, sets): candidates of each, as bits
    # uint8 (sets, padded guesses): what `bounds` was for each; guesses are in the guess order.
    kept: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.int64]  # (sets,): how many guesses, the first ones, have such bounds
    most: npt.NDArray[np.int64]  # (sets,): the largest of the bounds of all guesses
    best: npt.NDArray[np.int64]  # (sets,): the place of the guess that makes the most buckets
    missing: npt.NDArray[np.int64]  # (sets,): scratch, see `bound_by_counted`
    nearest: npt.NDArray[np.int64]  # (NEAREST,): scratch
    # uint8 (padded guesses,): bounds for the marked bucket
    bounds: npt.NDArray[np.uint8]
    # (3,): the next place, how many sets there are, and how many nearest ones were `FOUND`
    state: npt.NDArray[np.int64]


def counted_sets_for(answers: int, padded: int, *, used: bool) -> CountedSets:
    """Allocate the sets of a vocabulary, or next to nothing; pages are touched as they fill."""
    sets = max(1, min(MOST_SETS, MOST_BOUNDS // padded)) if used else 1
    return CountedSets(
        np.empty((-(-answers // 64), sets), np.uint64),
        np.empty((sets, padded), np.uint8),
        np.empty(sets, np.int64),
        np.empty(sets, np.int64),
        np.empty(sets, np.int64),
        np.empty(sets, np.int64),
        np.empty(NEAREST, np.int64),
        np.zeros(padded, np.uint8),
        np.zeros(3, np.int64),
    )


@kernel
def forget_counted(counted):
    """Drop all sets."""
    counted.state[_NEXT] = counted.state[_COUNT] = 0


@kernel
def bound_by_counted(counted, upper, marked, words):
    """Fill in the bounds of a bucket for the first guesses; return the largest.

    upper: uint8 (guesses,): what is known of each of these guesses already.
    marked, words: the bucket as bits, and how many words they take.
    """
    bounds, missing = counted.bounds, counted.missing
    for j in range(len(upper)):
        bounds[j] = upper[j]
    count = counted.state[_COUNT]
    here = missing[:count]
    for i in range(count):
        here[i] = 0
    for word in range(words):
        inside, row = marked[word], counted.sets[word, :count]
        for i in range(count):
            here[i] += popcount(inside & ~row[i])
    counted.state[FOUND] = find_nearest(counted, count)
    for u in range(counted.state[FOUND]):
        near = counted.nearest[u]
        if missing[near] < _FARTHEST:
            length = min(len(upper), counted.lengths[near])
            reduce_bounds(bounds[:length], counted.kept[near], uint8(missing[near]))
    return largest(bounds, len(upper))


@kernel(internal=True)
def find_nearest(counted, count):
    """List the sets with the least bounds of all guesses, least first; return how many."""
    found, worst, nearest = 0, np.int64(1) << 40, counted.nearest
    most, missing = counted.most, counted.missing
    for i in range(count):
        bound = most[i] + missing[i]
        if found == NEAREST and bound >= worst:
            continue
        at = found if found < NEAREST else NEAREST - 1
        found = at + 1
        while at > 0 and most[nearest[at - 1]] + missing[nearest[at - 1]] > bound:
            nearest[at] = nearest[at - 1]
            at -= 1
        nearest[at] = i
        worst = most[nearest[found - 1]] + missing[nearest[found - 1]]
    return found


@kernel(internal=True)
def reduce_bounds(bounds, kept, more):
    """Reduce each bound to that of a set plus ``more``, if that is less."""
    for j in range(len(bounds)):
        bound = uint8(kept[j] + more)
        bound = uint8(255) if bound < more else bound
        bounds[j] = min(bounds[j], bound)


@kernel
def keep_counted(counted, most, best, marked, words, length):
    """Keep the marked bucket with the bounds of the first guesses, and its best guess's place.

    ``most`` is the largest bound of any guess, ``length`` the number of the first ones.
    """
    at = counted.state[_NEXT]
    counted.state[_NEXT] = (at + 1) % len(counted.most)
    counted.state[_COUNT] = max(counted.state[_COUNT], at + 1)
    kept, bounds = counted.kept[at], counted.bounds
    for j in range(length):
        kept[j] = bounds[j]
    counted.lengths[at] = length
    for word in range(words):
        counted.sets[word, at] = marked[word]
    counted.most[at], counted.best[at] = most, best
