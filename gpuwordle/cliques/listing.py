"""Lists of cliques: all of a given size, or one that is as large as possible.

Compiled loops search the decisions of `gpuwordle.cliques.search_index` depth first. If few states
are reached, arrays hold them all, in less time than loading the compiled loops takes. The search
knows letter sets only; anagrams are put back here.

>>> from gpuwordle.words.vocabulary import Vocabulary
>>> classes = AnagramClasses.of(Vocabulary("four", ["cat", "act", "dog", "hum", "mud"]))
>>> [classes.spell(clique) for batch in list_cliques(classes, 3) for clique in batch]
[['cat', 'dog', 'hum'], ['act', 'dog', 'hum']]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.anagrams import AnagramClasses, check_size
from gpuwordle.cliques.search_index import (
    FEW_PAIRS,
    PAIRS_PER_STATE,
    Handled,
    SearchIndex,
    covered,
    lowest_unhandled,
    narrow_masks,
)

_STEPS_PER_CALL = 1 << 17
"""The compiled loop returns after a few hundredths of a second, to allow Ctrl-C."""

_BATCH = 1 << 16
"""Cliques listed at a time."""

_DEAD_STATES = 1 << 14
"""States that are remembered."""


def list_cliques(
    classes: AnagramClasses, size: int, *, most: int | None = None
) -> Iterator[npt.NDArray[np.int32]]:
    """List the cliques of ``size`` words, at least 2, a few thousand at a time.

    Yields guess indices, int32 (cliques, size), ascending in every row, in the order of the search:
    the rarest letters first. A batch may be empty if a long search has found nothing yet. ``most``
    limits the number of cliques. Raises UserError if the size is less than 2.
    """
    check_size(size)
    left = most
    for found in listing(classes.index, size):
        for batch in classes.with_anagrams(found[:left]):
            if left is not None:
                batch = batch[:left]
                left -= len(batch)
            yield batch
            if left == 0:
                return


def largest_clique(classes: AnagramClasses) -> npt.NDArray[np.int32]:
    """Find a clique of as many words as possible: guess indices, ascending, shape (size,)."""
    for size in range(classes.largest_conceivable, 1, -1):
        for batch in list_cliques(classes, size, most=1):
            if len(batch):
                return batch[0]
    return classes.words[:1]


def largest_size(classes: AnagramClasses, known: int) -> int:
    """Return the size of the largest clique; ``known`` is the size of some clique, or 0."""
    # No search is needed if some are as large as the letters allow.
    return known if known == classes.largest_conceivable else len(largest_clique(classes))


def listing(index: SearchIndex, size: int) -> Iterator[npt.NDArray[np.int32]]:
    """List the cliques of ``size`` sets, at least 1, in batches: int32 (cliques, size).

    The entries are the caller's indices of the sets, in the order of their rarest letters. The
    order of the cliques is that of the search, in arrays and in compiled loops. A batch may be
    empty if a long search has found nothing yet.
    """
    if index.slack(size) < 0:
        return
    if "numba" not in sys.modules:
        listed = listing_in_arrays(index, size, most=FEW_PAIRS)
        if listed is not None:
            yield from (listed[start : start + _BATCH] for start in range(0, len(listed), _BATCH))
            return
    yield from listing_compiled(index, size)


def listing_in_arrays(index: SearchIndex, size: int, *, most: int) -> npt.NDArray[np.int32] | None:
    """List all cliques, int32 (cliques, size); None if over ``most`` pairs have to be compared."""
    slack, tiers, masks = index.slack(size), index.tiers, narrow_masks(index)
    compared = 0
    layer: list[list[_Prefixes]] = [[] for _ in range(slack + 1)]
    layer[slack].append(_Prefixes(np.zeros(1, masks.dtype), np.zeros((1, 0), np.int32)))
    for _ in range(size):
        following: list[list[_Prefixes]] = [[] for _ in range(slack + 1)]
        for left in range(slack, -1, -1):
            if not layer[left]:
                continue
            handled, placed = map(np.concatenate, zip(*layer[left], strict=True))
            if left:
                skipped = handled | lowest_unhandled(handled)
                layer[left - 1].append(_Prefixes(skipped, placed))
            for state, word, pairs in covered(handled, masks, tiers):
                compared += pairs + PAIRS_PER_STATE * len(state)
                if compared > most:
                    return None
                longer = np.column_stack([placed[state], tiers.places[word]])
                following[left].append(_Prefixes(handled[state] | masks[word], longer))
        layer = following
    cliques = np.concatenate([np.empty((0, size), np.int32), *(p for b in layer for _, p in b)])
    # Sets stand in the index by their rarest letters, so this is the order of the search.
    return index.source[cliques[np.lexsort(cliques.T[::-1])]]


class _Prefixes(NamedTuple):
    """Beginnings of cliques: handled letters, and the places of their sets in the index."""

    handled: Handled
    placed: npt.NDArray[np.int32]


def listing_compiled(index: SearchIndex, size: int) -> Iterator[npt.NDArray[np.int32]]:
    """List in compiled loops, depth first; remembers states that lead nowhere."""
    from gpuwordle.cliques import search_loops

    tiers = index.tiers
    stack = np.zeros((index.letters + 1, search_loops.STACK_COLUMNS), np.uint64)
    free = np.empty((index.letters + 1, int(np.diff(tiers.first[0]).max())), np.int32)
    cursor = np.zeros(2, np.int64)
    path = np.zeros(size, np.int32)
    dead = np.zeros((size, _DEAD_STATES), np.uint64)
    found = np.empty((_BATCH, size), np.int32)
    state = search_loops.Stack(stack, free, cursor, path, dead)
    search_loops.enter_state(state, 0, 0, index.slack(size), 0, tiers)
    while cursor[search_loops.ROW] >= 0:
        filled = search_loops.search(state, found, _STEPS_PER_CALL, tiers)
        yield index.source[found[:filled]]
