"""Listing k letter sets that are pairwise disjoint.

The decisions of `gpuwordle.cliques.search_index` are searched depth first, and states found to lead
nowhere are remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice

import numpy as np
import numpy.typing as npt

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
        the order of the search, the same for both methods. May be empty: a sign of life.
    """
    if index.slack(size) < 0:
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
