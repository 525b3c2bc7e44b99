"""The memo: what is proven of sets, under keys of two independent 64-bit words.

An entry is four words: both words of the key, each mixed with the fact, the fact itself, and one
that keeps an entry within one cache line. Threads share a memo without locks: whoever reads an
entry that two are writing finds words that do not fit together, and takes it for another set's. So
a fact can be lost, which costs time and nothing else, and a false one is never read.

A fact is a lower bound of the total (24 bits), whether it is exact, the depth of the tree if it is
(10 bits), whether every guess was counted on the set, and the guess (27 bits). A bound that is not
exact has depth `SEARCHED` where a search found it, and 0 where counting one guess ahead gives it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.compiled import kernel

ENTRY_WORDS = 4
ENTRY_BYTES = 8 * ENTRY_WORDS

INFEASIBLE = 1 << 23
"""The total of a set that cannot be solved within the guesses allowed; larger than any other."""

DEEPEST = 1023
"""Depth of trees that deep or deeper."""

SEARCHED = 1
"""Depth of a bound that took more than one guess ahead to find."""

WINDOW = 16
"""Slots that a key may stand in."""

_BOUND = (1 << 24) - 1
_EXACT, _DEPTH, _SCANNED, _GUESS = 24, 25, 35, 36
_SPREAD = 0x9E3779B97F4A7C15


class Memo(NamedTuple):
    """Facts of sets.

    Attributes
    ----------
    entries : ndarray of uint64, shape (a power of two, 4)
        A fact of zero marks a free slot.
    used : ndarray of int64, shape (1,)
        Slots in use.
    limit : ndarray of int64, shape (1,)
        So many are used before the memo should grow.
    """

    entries: npt.NDArray[np.uint64]
    used: npt.NDArray[np.int64]
    limit: npt.NDArray[np.int64]

    @classmethod
    def of(cls, slots: int, *, growing: bool) -> Memo:
        """Make an empty memo; one that shall not grow replaces small sets when it is full."""
        limit = slots * 5 // 8 if growing else 1 << 62
        return cls(
            np.zeros((slots, ENTRY_WORDS), np.uint64),
            np.zeros(1, np.int64),
            np.array([limit], np.int64),
        )


@kernel
def fact_of(bound, exact, depth, scanned, guess):
    """Pack a fact."""
    depth = min(depth, DEEPEST)
    return bound | exact << _EXACT | depth << _DEPTH | scanned << _SCANNED | guess << _GUESS


@kernel
def bound_of(fact):
    """Return the lower bound of a fact; 0 of none."""
    return fact & _BOUND


@kernel
def is_exact(fact):
    """Tell whether the bound is the least total."""
    return (fact >> _EXACT) & 1 != 0


@kernel
def depth_of(fact):
    """Return the depth of the tree of an exact fact."""
    return (fact >> _DEPTH) & DEEPEST


@kernel(internal=True)
def is_scanned(fact):
    """Tell whether every guess was counted on the set."""
    return (fact >> _SCANNED) & 1 != 0


@kernel
def guess_of(fact):
    """Return the guess of an exact fact."""
    return fact >> _GUESS


@kernel
def find(entries, key1, key2):
    """Return the fact of a key, 0 where there is none."""
    mask = uint64(entries.shape[0] - 1)
    for step in range(WINDOW):
        at = (key1 + uint64(step)) & mask
        fact = entries[at, 2]
        if fact == uint64(0):
            return np.int64(0)
        if entries[at, 0] ^ fact == key1 and entries[at, 1] ^ (fact * uint64(_SPREAD)) == key2:
            return np.int64(fact)
    return np.int64(0)


@kernel
def put(entries, used, key1, key2, fact):
    """Add a fact to what is known of a key: exact totals stay, bounds only rise.

    Where all slots of a key are taken, the smallest set of them makes way.
    """
    mask = uint64(entries.shape[0] - 1)
    chosen, smallest = key1 & mask, np.int64(1 << 62)
    for step in range(WINDOW):
        at = (key1 + uint64(step)) & mask
        old = entries[at, 2]
        if old == uint64(0):
            used[0] += 1
            chosen = at
            break
        known = np.int64(old)
        if entries[at, 0] ^ old == key1 and entries[at, 1] ^ (old * uint64(_SPREAD)) == key2:
            scanned = (known | fact) & (1 << _SCANNED)
            if is_exact(known):
                fact = known | scanned
            elif not is_exact(fact):
                ahead = bound_of(known) - bound_of(fact)
                if ahead > 0 or (ahead == 0 and depth_of(known) < depth_of(fact)):
                    fact = known
                fact |= scanned
            else:
                fact |= scanned
            chosen = at
            break
        if bound_of(known) < smallest:
            chosen, smallest = at, bound_of(known)
    new = uint64(fact)
    entries[chosen, 0] = key1 ^ new
    entries[chosen, 1] = key2 ^ (new * uint64(_SPREAD))
    entries[chosen, 2] = new


@kernel
def copy_entries(entries, others, used):
    """Put every whole entry of one memo into another."""
    for at in range(entries.shape[0]):
        fact = entries[at, 2]
        if fact != uint64(0):
            key1 = entries[at, 0] ^ fact
            key2 = entries[at, 1] ^ (fact * uint64(_SPREAD))
            put(others, used, key1, key2, np.int64(fact))


def grown(memo: Memo, *, most: int) -> Memo:
    """Return a memo twice as large with the same facts; one of the most slots stops growing."""
    slots = min(2 * len(memo.entries), most)
    larger = Memo.of(slots, growing=slots < most)
    copy_entries(memo.entries, larger.entries, larger.used)
    return larger
