"""The memo: a transposition table of what is proven about candidate sets.

Keys are Zobrist keys (A. L. Zobrist, "A New Hashing Method with Application for Game Playing",
1970) of two independent 64-bit words: the exclusive or of the hash words of a set's answers. The
guesses left and the demands of hard mode are mixed in. Facts that hold under all conditions
(bounds without a limit, and what a set's own candidates achieve: these are legal) are stored
under the bare key.

Threads share a memo without locks, as in R. Hyatt and T. Mann, "A Lockless Transposition-Table
Implementation for Parallel Search", 2002: both key words are stored mixed with the fact. A thread
that reads an entry while others write it finds words that do not match and takes the entry for
another set's. So a fact can be lost, which costs time only, and no fact is read in part.

Sets are not compared: two sets with the same 128 bits would be taken for one. For each pair of sets
the probability of that is 2**-128. Certificates do not rest on it: their checker has no memo.

An entry is four words: both mixed key words, the fact, and one word of padding that keeps an entry
within one cache line. A fact is a lower bound of the total (24 bits), whether it is exact, the
depth of the tree if it is (10 bits), whether every guess was counted on the set, and the guess (27
bits). A bound that is not exact has depth `SEARCHED` if a search found it, and 0 if the one-ply
bound gives it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.legality import hash_of_demands

_BOUND_BITS, _DEPTH_BITS = 24, 10
_EXACT = _BOUND_BITS
_DEPTH = _EXACT + 1
_SCANNED = _DEPTH + _DEPTH_BITS
_GUESS = _SCANNED + 1
_BOUND = (1 << _BOUND_BITS) - 1
_SPREAD = 0x9E3779B97F4A7C15

INFEASIBLE = 1 << (_BOUND_BITS - 1)
"""`gpuwordle.rules.conditions.INFINITE` as the 24 bits of a fact can hold it: the total of a set
that cannot be solved within the guesses left, larger than any other."""

DEEPEST = (1 << _DEPTH_BITS) - 1
"""Depth of trees this deep or deeper, as 10 bits hold it. A limit this large is no limit."""

SEARCHED = 1
"""Depth of a bound that is better than the one-ply bound."""

ENTRY_WORDS = 4
ENTRY_BYTES = 8 * ENTRY_WORDS

WINDOW = 16
"""Slots that may hold a key."""

FIRST_SLOTS = 1 << 13
"""Slots of a new memo: to clear more takes longer than most positions in mid-game need."""

GROWN_SLOTS = 1 << 18
"""Fewest slots of a memo that has grown."""


class Memo(NamedTuple):
    """Facts of candidate sets."""

    entries: npt.NDArray[np.uint64]  # (slots, 4), slots a power of two; a zero fact is a free slot
    used: npt.NDArray[np.int64]  # (1,): slots in use
    limit: npt.NDArray[np.int64]  # (1,): slots in use before the memo should grow

    @classmethod
    def of(cls, slots: int, *, growing: bool) -> Memo:
        """Make an empty memo; one that cannot grow replaces small sets when it is full."""
        limit = slots * 5 // 8 if growing else 1 << 62
        return cls(
            np.zeros((slots, ENTRY_WORDS), np.uint64),
            np.zeros(1, np.int64),
            np.array([limit], np.int64),
        )


@kernel(internal=True)
def mix(word):
    """Spread the bits of a word over all of it."""
    word ^= word >> uint64(31)
    word *= uint64(0x7FB5D329728EA185)
    word ^= word >> uint64(27)
    word *= uint64(0x81DADEF4BC2DD44D)
    return word ^ (word >> uint64(33))


@kernel
def limit_key(left):
    """Return the two words that the guesses left add to a key; zeros for no limit."""
    if left >= DEEPEST:
        return uint64(0), uint64(0)
    return mix(uint64(left) + uint64(0x1D8E4E27C47D124F)), mix(
        uint64(left) + uint64(0x2545F4914F6CDD1D)
    )


@kernel(internal=True)
def key_of_conditions(tables, demands, row, left, hard):
    """Return the two words that guesses left and, in hard mode, a row of demands add to a key."""
    one, two = limit_key(left)
    if hard:
        a, b = hash_of_demands(demands[row], tables.letters.shape[1], tables.legal_hash_words)
        one ^= a
        two ^= b
    return one, two


@kernel(internal=True)
def key_under_conditions(tables, workspace, depth, left, hard):
    """Return the key of a frame's candidates with its guesses left and its demands."""
    one, two = key_of_conditions(tables, workspace.demands, depth, left, hard)
    return workspace.keys[depth, 0] ^ one, workspace.keys[depth, 1] ^ two


@kernel
def fact_of(bound, exact, depth, scanned, guess):
    """Pack a fact."""
    depth = min(depth, DEEPEST)
    return bound | exact << _EXACT | depth << _DEPTH | scanned << _SCANNED | guess << _GUESS


@kernel
def bound_of(fact):
    """Return the lower bound of a fact; 0 if there is none."""
    return fact & _BOUND


@kernel
def is_exact(fact):
    """Return whether the bound is the least total."""
    return (fact >> _EXACT) & 1 != 0


@kernel
def depth_of(fact):
    """Return the depth of the tree of an exact fact."""
    return (fact >> _DEPTH) & DEEPEST


@kernel(internal=True)
def is_scanned(fact):
    """Return whether every guess was counted on the set."""
    return (fact >> _SCANNED) & 1 != 0


@kernel
def guess_of(fact):
    """Return the guess of an exact fact."""
    return fact >> _GUESS


@kernel
def find(entries, key1, key2):
    """Return the fact of a key, 0 if there is none."""
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

    If all slots of a key are taken, the fact with the smallest bound makes way: usually that of
    the smallest set.
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
                fact = known
            elif not is_exact(fact):
                ahead = bound_of(known) - bound_of(fact)
                if ahead > 0 or (ahead == 0 and depth_of(known) < depth_of(fact)):
                    fact = known
            fact |= scanned
            chosen = at
            break
        if bound_of(known) < smallest:
            chosen, smallest = at, bound_of(known)
    new = uint64(fact)
    entries[chosen, 0] = key1 ^ new
    entries[chosen, 1] = key2 ^ (new * uint64(_SPREAD))
    entries[chosen, 2] = new


@kernel(internal=True)
def put_own(memo, key1, key2, size, missing, guess):
    """Put what the best candidate of a set proves of it as a guess; return the bound.

    ``missing`` is that of `gpuwordle.optimal.bucket_counts.best_candidate`.
    """
    bound = 2 * size - 1 if missing == 0 else 2 * size
    fact = fact_of(bound, 0, 0, 0, 0)
    if missing < 2:
        fact = fact_of(bound, 1, 2 + missing, 0, guess)
    put(memo.entries, memo.used, key1, key2, fact)
    return bound


@kernel
def copy_entries(entries, others, used):
    """Put every entry of one memo into another."""
    for at in range(entries.shape[0]):
        fact = entries[at, 2]
        if fact != uint64(0):
            key1 = entries[at, 0] ^ fact
            key2 = entries[at, 1] ^ (fact * uint64(_SPREAD))
            put(others, used, key1, key2, np.int64(fact))


def grown(memo: Memo, *, most: int) -> Memo:
    """Return a larger memo with the same facts; at ``most`` slots it stops growing.

    Searches of many sets begin their set again when the memo has grown, so a small one grows by
    more than twice.
    """
    slots = min(max(2 * len(memo.entries), GROWN_SLOTS), most)
    larger = Memo.of(slots, growing=slots < most)
    copy_entries(memo.entries, larger.entries, larger.used)
    return larger
