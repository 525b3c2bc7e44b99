"""Listing k letter sets that are pairwise disjoint.

The decisions of `gpuwordle.cliques.search_index` are searched depth first, and states found to lead
nowhere are remembered. Where few states are reached, arrays hold all at once, sooner than compiled
loops are loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.counting import FEW_PAIRS, PAIRS_PER_STATE
from gpuwordle.cliques.covering import Handled, covered, lowest_unhandled, narrow_masks
from gpuwordle.cliques.search_index import SearchIndex

_STEPS_PER_CALL = 1 << 17
"""The compiled loop returns after some hundredths of a second, to be interrupted."""

_BATCH = 1 << 16
_PLAIN_BATCH = 1 << 10
"""Cliques listed at a time, compiled and in plain Python."""

_DEAD_STATES = 1 << 14
"""States that are remembered."""


def listing(index: SearchIndex, size: int) -> Iterator[npt.NDArray[np.int32]]:
    """List the cliques of ``size`` sets, some thousands at a time.

    Parameters
    ----------
    index
        The letter sets.
    size
        Sets in a clique, at least 1.

    Yields
    ------
    ndarray of int32, shape (cliques, size)
        The caller's indices of the sets, in the order of their rarest letters. Cliques come in
        the order of the search, the same for all methods. May be empty: a sign of life.
    """
    if index.slack(size) < 0:
        return
    if "numba" not in sys.modules:
        listed = listing_in_arrays(index, size, most=FEW_PAIRS)
        if listed is not None:
            yield from (listed[start : start + _BATCH] for start in range(0, len(listed), _BATCH))
            return
    compiled = find_spec("numba") is not None
    yield from (listing_compiled if compiled else listing_plain)(index, size)


def listing_plain(index: SearchIndex, size: int) -> Iterator[npt.NDArray[np.int32]]:
    """List as `listing` does, in plain Python."""
    by_rarest = index.by_rarest_letter
    dead: set[tuple[int, int]] = set()

    def cliques(handled: int, slack: int, path: list[int]) -> Iterator[list[int]]:
        if len(path) == size:
            yield path
            return
        state = handled, len(path)
        if state in dead:
            return
        leads_nowhere = True
        lowest = ~handled & (handled + 1)
        for letters, _, source in by_rarest[lowest.bit_length() - 1]:
            if not letters & handled:
                for clique in cliques(handled | letters, slack, [*path, source]):
                    leads_nowhere = False
                    yield clique
        if slack:
            for clique in cliques(handled | lowest, slack - 1, path):
                leads_nowhere = False
                yield clique
        if leads_nowhere and len(dead) < _DEAD_STATES:
            dead.add(state)

    found = cliques(0, index.slack(size), [])
    while batch := list(islice(found, _PLAIN_BATCH)):
        yield np.array(batch, np.int32)


def listing_in_arrays(index: SearchIndex, size: int, *, most: int) -> npt.NDArray[np.int32] | None:
    """List all cliques at once, in NumPy arrays: shape (cliques, size).

    Gives up, with None, where it takes longer than to look at ``most`` pairs of states and letter
    sets.
    """
    slack, tiers, masks = index.slack(size), index.tiers, narrow_masks(index)
    looked = 0
    layer: list[list[_Begun]] = [[] for _ in range(slack + 1)]
    layer[slack].append(_Begun(np.zeros(1, masks.dtype), np.zeros((1, 0), np.int32)))
    for _ in range(size):
        following: list[list[_Begun]] = [[] for _ in range(slack + 1)]
        for left in range(slack, -1, -1):
            if not layer[left]:
                continue
            handled, placed = map(np.concatenate, zip(*layer[left], strict=True))
            if left:
                skipped = handled | lowest_unhandled(handled)
                layer[left - 1].append(_Begun(skipped, placed))
            for state, word, pairs in covered(handled, masks, tiers):
                looked += pairs + PAIRS_PER_STATE * len(state)
                if looked > most:
                    return None
                longer = np.column_stack([placed[state], tiers.places[word]])
                following[left].append(_Begun(handled[state] | masks[word], longer))
        layer = following
    cliques = np.concatenate([np.empty((0, size), np.int32), *(p for b in layer for _, p in b)])
    # Sets stand in the index by their rarest letters, so that this is the order of the search.
    return index.source[cliques[np.lexsort(cliques.T[::-1])]]


class _Begun(NamedTuple):
    """Beginnings of cliques: handled letters, and the sets placed as places in the index."""

    handled: Handled
    placed: npt.NDArray[np.int32]


def listing_compiled(index: SearchIndex, size: int) -> Iterator[npt.NDArray[np.int32]]:
    """List as `listing` does, compiled."""
    from gpuwordle.cliques import kernels

    tiers = index.tiers
    stack = np.zeros((index.letters + 1, kernels.STACK_COLUMNS), np.uint64)
    free = np.empty((index.letters + 1, int(np.diff(tiers.first[0]).max())), np.int32)
    position = np.zeros(2, np.int64)
    path = np.zeros(size, np.int32)
    dead = np.zeros((size, _DEAD_STATES), np.uint64)
    found = np.empty((_BATCH, size), np.int32)
    state = kernels.Stack(stack, free, position, path, dead)
    kernels.enter_state(state, 0, 0, index.slack(size), 0, tiers)
    while position[kernels.ROW] >= 0:
        filled = kernels.search(state, found, _STEPS_PER_CALL, tiers)
        yield index.source[found[:filled]]
