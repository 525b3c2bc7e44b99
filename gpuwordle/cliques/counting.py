"""Counting k letter sets that are pairwise disjoint.

Equal states (`gpuwordle.cliques.search_index`) are merged and carry the number of ways in which
they are reached: dynamic programming, half a million states for the 111,898,839 cliques of six
four-letter words. The placed sets rise layer by layer, and within a layer the slack falls, so every
state is complete before it is extended.
"""

from __future__ import annotations

from collections import defaultdict
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.progress import Progress

_STATES_PER_CALL = 1 << 13
"""The compiled loop returns after some hundredths of a second, to report and to be interrupted."""

_FIRST_CAPACITY = 1 << 10


class CliqueCount(NamedTuple):
    """How many cliques there are.

    Attributes
    ----------
    words : int
        Cliques of words: anagrams count as different words.
    letter_sets : int
        Cliques of letter sets: anagrams count as one.
    """

    words: int
    letter_sets: int


def count(index: SearchIndex, size: int, progress: Progress | None = None) -> CliqueCount:
    """Count the cliques of ``size`` sets.

    Compiled where numba is installed and the counts fit 62 bits, in plain Python otherwise.

    Parameters
    ----------
    index
        The letter sets.
    size
        Sets in a clique, at least 1.
    progress
        Called with the fraction done.
    """
    if index.slack(size) < 0:
        return CliqueCount(0, 0)
    if find_spec("numba") is not None:
        counted = count_compiled(index, size, progress)
        if counted is not None:
            return counted
    return count_plain(index, size, progress)


def count_plain(index: SearchIndex, size: int, progress: Progress | None = None) -> CliqueCount:
    """Count as `count` does, in plain Python with integers of any size."""
    by_rarest = index.by_rarest_letter
    slack = index.slack(size)
    # One dictionary a slack: handled letters -> [cliques of words, cliques of letter sets].
    layer = _empty_layer(slack)
    layer[slack][0] = [1, 1]
    for placed in range(size):
        following = _empty_layer(slack)
        for left in range(slack, -1, -1):
            for handled, (words, sets) in layer[left].items():
                lowest = ~handled & (handled + 1)
                if left:
                    skipped = layer[left - 1][handled | lowest]
                    skipped[0] += words
                    skipped[1] += sets
                for letters, multiplicity, _ in by_rarest[lowest.bit_length() - 1]:
                    if not letters & handled:
                        covered = following[left][handled | letters]
                        covered[0] += words * multiplicity
                        covered[1] += sets
            if progress is not None:
                progress((placed + (slack - left + 1) / (slack + 1)) / size)
        layer = following
    ends = [counts for level in layer for counts in level.values()]
    return CliqueCount(sum(words for words, _ in ends), sum(sets for _, sets in ends))


def _empty_layer(slack: int) -> list[defaultdict[int, list[int]]]:
    return [defaultdict(lambda: [0, 0]) for _ in range(slack + 1)]


class _States:
    """A hash table of states that grows."""

    def __init__(self) -> None:
        from gpuwordle.cliques import kernels

        self._columns = kernels.STATE_COLUMNS
        self._move = kernels.move_states
        self.table = np.zeros((_FIRST_CAPACITY, self._columns), np.uint64)
        self.used = 0

    def make_room(self, arrivals: int) -> None:
        """Grow until ``arrivals`` more states leave the table at most half full."""
        capacity = len(self.table)
        while 2 * (self.used + arrivals) > capacity:
            capacity *= 4
        if capacity > len(self.table):
            larger = np.zeros((capacity, self._columns), np.uint64)
            self._move(self.table, larger)
            self.table = larger

    def listed(self) -> npt.NDArray[np.uint64]:
        """Return the states without the free slots."""
        return self.table[self.table[:, 1] != 0]


def count_compiled(
    index: SearchIndex, size: int, progress: Progress | None = None
) -> CliqueCount | None:
    """Count as `count` does, compiled; None when a count does not fit 62 bits."""
    from gpuwordle.cliques import kernels

    letter_sets = kernels.LetterSets(index.sets, index.multiplicity, index.first_block, index.rows)
    slack = index.slack(size)
    # A state is reached from at most one other per word and per letter, which bounds its sum.
    ways = int(index.multiplicity.sum()) + index.letters
    largest = np.uint64(kernels.LARGEST_COUNT // ways)
    most_arrivals = 64 * int(np.diff(index.first_block).max())
    total = np.zeros(2, np.uint64)
    used = np.zeros(2, np.int64)
    layer = [_States() for _ in range(slack + 1)]
    layer[slack].table[0, : kernels.STATE_COLUMNS - 1] = 0, 1, 1
    for placed in range(size):
        completes = placed == size - 1
        following = [_States() for _ in range(slack + 1)]
        for left in range(slack, -1, -1):
            states = layer[left].listed()
            covered, skipped = following[left], layer[max(left - 1, 0)]
            done = 0
            while done < len(states):
                covered.make_room(0 if completes else most_arrivals)
                skipped.make_room(1)
                used[:] = covered.used, skipped.used
                done = kernels.extend(
                    states,
                    done,
                    min(done + _STATES_PER_CALL, len(states)),
                    kernels.Layers(covered.table, skipped.table, used, total),
                    completes,
                    left > 0,
                    largest,
                    letter_sets,
                )
                if done < 0:
                    return None
                covered.used, skipped.used = map(int, used)
                if progress is not None:
                    step = (slack - left + done / len(states)) / (slack + 1)
                    progress((placed + step) / size)
            layer[left] = following[left]  # the states are extended: free them
        layer = following
    return CliqueCount(*map(int, total))
