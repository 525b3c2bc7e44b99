"""What a search is asked and answers, and the keys of sets with all that is asked of them.

The key of a set is the exclusive or of its answers' hash words. Guesses left and the demands of
hard mode are mixed into it; what holds of the set whatever is asked (bounds without a limit, and
what its own members achieve, which are always legal) stands under the bare key.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.legality import key_of

DONE, OUT_OF_NODES, STOPPED, MEMO_FULL, TOO_DEEP, NO_ROOM = range(6)
"""How a search ends: with an answer, or for want of nodes, by a stop from outside, or because the
memo, the stack or the room for gathered codes must grow first."""

UNLIMITED = 1 << 20
"""Guesses left where none are counted."""

MOST_LIMITED = 1000
"""So many guesses left, and more, are no limit."""


class Question(NamedTuple):
    """What is asked of a set, whose answers stand first in the scratch's members.

    Attributes
    ----------
    size : int
        Candidates.
    key1, key2 : uint64
        The exclusive or of their hash words.
    beta : int
        The total is wanted if it is below; else that it is not.
    left : int
        Guesses left, `UNLIMITED` for no limit.
    hard : bool
        Whether guesses must meet the demands in row 0 of the scratch.
    any_tree : bool
        Whether any tree will do that keeps to the guesses left, whatever its total.
    in_order : bool
        The total is known to be ``beta - 1``: find the first guess that reaches it, by the lower
        bound of guesses, then candidates first, then the vocabulary's order.
    """

    size: int
    key1: np.uint64
    key2: np.uint64
    beta: int
    left: int
    hard: bool
    any_tree: bool
    in_order: bool


class Answer(NamedTuple):
    """What a search found.

    Attributes
    ----------
    status : int
        `DONE`, or why it ended before.
    total : int
        The least total where it is below beta; else a lower bound of it.
    depth : int
        Guesses that the longest game of the tree takes, where there is one.
    guess : int
        The first guess; -1 where it did not come to be known.
    """

    status: int
    total: int
    depth: int
    guess: int


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
    """Return the two words that a number of guesses left adds to a key; zeros for no limit."""
    if left >= MOST_LIMITED:
        return uint64(0), uint64(0)
    return mix(uint64(left) + uint64(0x1D8E4E27C47D124F)), mix(
        uint64(left) + uint64(0x2545F4914F6CDD1D)
    )


@kernel(internal=True)
def whole_key(tables, scratch, depth, left, hard):
    """Return the key of the set of a frame with all that is asked of it."""
    one, two = limit_key(left)
    if hard:
        length = tables.letters.shape[1]
        a, b = key_of(scratch.demands[depth], length, tables.legal_hash_words)
        one ^= a
        two ^= b
    return scratch.keys[depth, 0] ^ one, scratch.keys[depth, 1] ^ two
