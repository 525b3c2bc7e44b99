"""Counting k letter sets that are pairwise disjoint.

Equal states (`gpuwordle.cliques.search_index`) are merged and carry the number of ways in which
they are reached: dynamic programming, half a million states for the 111,898,839 cliques of six
four-letter words. The placed sets rise layer by layer, and within a layer the slack falls, so every
state is complete before it is extended.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.covering import PAIRS_AT_ONCE, covered, lowest_unhandled, narrow_masks
from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.memory import ceiling
from gpuwordle.progress import Progress

_STATES_PER_CALL = 1 << 13
"""The compiled loop returns after some hundredths of a second, to report and to be interrupted."""

_FIRST_CAPACITY = 1 << 10

MERGING = 3
"""So many times its bytes a layer takes while its states are merged."""

PAIRS_PER_STATE = 16
"""Pairs that are looked at in about the time in which one state that is reached is merged."""

FEW_PAIRS = 50_000_000
"""Pairs that are looked at in arrays in less time than loading compiled loops takes."""

LARGEST_COUNT = 1 << 62
"""No count in 64 bits passes this, so that the sum of two cannot wrap around."""


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


def count(
    index: SearchIndex,
    size: int,
    progress: Progress | None = None,
    *,
    memory: int | None = None,
) -> CliqueCount:
    """Count the cliques of ``size`` sets.

    Compiled where numba is installed and the counts fit 62 bits, in NumPy arrays otherwise, and
    where that is quicker than loading numba.

    Parameters
    ----------
    index
        The letter sets.
    size
        Sets in a clique, at least 1.
    progress
        Called with the fraction done.
    memory
        Bytes that states may take; see `gpuwordle.memory.ceiling`. States that do not fit are
        followed to the end before others, and not merged with these: the same count takes longer.
    """
    if index.slack(size) < 0:
        return CliqueCount(0, 0)
    if find_spec("numba") is not None:
        # Where numba is not loaded yet, little work is done before it would be.
        if "numba" not in sys.modules:
            counted = count_in_arrays(index, size, most=FEW_PAIRS, memory=memory)
            if counted is not None:
                return counted
        counted = count_compiled(index, size, progress, memory=memory)
        if counted is not None:
            return counted
    counted = count_in_arrays(index, size, progress, memory=memory)
    assert counted is not None, "nothing was said of giving up"
    return counted


def count_in_arrays(
    index: SearchIndex,
    size: int,
    progress: Progress | None = None,
    *,
    most: int | None = None,
    memory: int | None = None,
) -> CliqueCount | None:
    """Count as `count` does, in NumPy arrays and with integers of any size.

    Parameters
    ----------
    index, size, progress, memory
        As for `count`.
    most
        Give up, with None, where it takes longer than to look at so many pairs of states and letter
        sets.
    """
    counting = _InArrays(index, size, most)
    try:
        counting.finish(counting.root(), 0, ceiling(memory), progress)
    except _TooMuch:
        return None
    if progress is not None:
        progress(1.0)
    return CliqueCount(*counting.total)


class _TooMuch(Exception):
    """More is to be looked at than was allowed."""


class _InArrays:
    """One call of `count_in_arrays`."""

    def __init__(self, index: SearchIndex, size: int, most: int | None) -> None:
        self.size, self.most, self.slack = size, most, index.slack(size)
        self.tiers, self.masks = index.tiers, narrow_masks(index)
        self.multiplicity = self.tiers.multiplicity.astype(np.int64)
        # A state is reached from at most one other per word and per letter, which bounds its sum.
        self.ways = int(index.multiplicity.sum()) + index.letters
        self.looked, self.total = 0, [0, 0]

    def root(self) -> list[list[_Reached]]:
        """Return the layer of nothing placed: lists of states, by the slack that is left."""
        one = np.ones(1, np.int64)
        layer: list[list[_Reached]] = [[] for _ in range(self.slack + 1)]
        layer[self.slack].append(_Reached(np.zeros(1, self.masks.dtype), one, one))
        return layer

    def finish(
        self,
        layer: list[list[_Reached]],
        placed: int,
        most: int,
        progress: Progress | None = None,
    ) -> None:
        """Follow a layer to the end, within so many bytes of states; empties it."""
        for number in range(placed, self.size):
            layer = self._step(layer, number, most, progress)

    def _step(
        self, layer: list[list[_Reached]], placed: int, most: int, progress: Progress | None
    ) -> list[list[_Reached]]:
        """Place one more set; return the layer after it."""
        following: list[list[_Reached]] = [[] for _ in range(self.slack + 1)]
        held = 0
        for left in range(self.slack, -1, -1):
            if progress is not None:
                progress((placed + (self.slack - left) / (self.slack + 1)) / self.size)
            if not layer[left]:
                continue
            states = _Reached.merged(layer[left], self.ways)
            layer[left] = []
            if left:
                skipped = states.handled | lowest_unhandled(states.handled)
                layer[left - 1].append(states._replace(handled=skipped))
            for reached in self._covered(states, placed):
                following[left].append(reached)
                held += reached.nbytes
                if MERGING * held > most:
                    self.finish(following, placed + 1, max(most - states.nbytes, most // 2))
                    held = 0
        return following

    def _covered(self, states: _Reached, placed: int) -> Iterator[_Reached]:
        """Cover the rarest letter of states; where the last set is placed, add up."""
        for state, word, pairs in covered(states.handled, self.masks, self.tiers):
            self.looked += pairs + PAIRS_PER_STATE * len(state)
            if self.most is not None and self.looked > self.most:
                raise _TooMuch
            words = states.words[state] * self.multiplicity[word]
            if placed == self.size - 1:
                self.total[0] += int(words.sum())
                self.total[1] += int(states.sets[state].sum())
            elif len(state):
                after = states.handled[state] | self.masks[word]
                yield _Reached(after, words, states.sets[state])


class _Reached(NamedTuple):
    """States that were reached: handled letters, and in how many ways, with anagrams and without.

    A state may stand there several times until it is merged.
    """

    handled: npt.NDArray[np.unsignedinteger]
    words: npt.NDArray[Any]
    sets: npt.NDArray[Any]

    @property
    def nbytes(self) -> int:
        """Bytes that the columns take, without Python's integers in them."""
        return self.handled.nbytes + self.words.nbytes + self.sets.nbytes

    @classmethod
    def merged(cls, parts: list[_Reached], ways: int) -> _Reached:
        """Join parts and add up equal states, in Python's integers where 62 bits may not do."""
        handled, words, sets = map(np.concatenate, zip(*parts, strict=True))
        if int(words.max()) > LARGEST_COUNT // (ways * max(len(words), PAIRS_AT_ONCE)):
            words, sets = words.astype(object), sets.astype(object)
        order = np.argsort(handled, kind="stable")
        handled = handled[order]
        firsts = np.flatnonzero(np.append(True, handled[1:] != handled[:-1]))
        return cls(
            handled[firsts],
            np.add.reduceat(words[order], firsts),
            np.add.reduceat(sets[order], firsts),
        )


class _States:
    """A hash table of states that grows."""

    def __init__(self) -> None:
        from gpuwordle.cliques import kernels

        self._move = kernels.move_states
        self.table = np.zeros((_FIRST_CAPACITY, kernels.STATE_COLUMNS), np.uint64)
        self.used = 0

    def needed(self, arrivals: int) -> int:
        """Return how many slots leave it at most half full with so many states more."""
        capacity = len(self.table)
        while 2 * (self.used + arrivals) > capacity:
            capacity *= 2
        return capacity

    def make_room(self, arrivals: int) -> None:
        """Grow until ``arrivals`` more states leave the table at most half full."""
        capacity = self.needed(arrivals)
        if capacity > len(self.table):
            larger = np.zeros((capacity, self.table.shape[1]), np.uint64)
            self._move(self.table, larger)
            self.table = larger


def count_compiled(
    index: SearchIndex,
    size: int,
    progress: Progress | None = None,
    *,
    memory: int | None = None,
) -> CliqueCount | None:
    """Count as `count` does, compiled; None when a count does not fit 62 bits."""
    counting = _Compiled(index, size)
    layer = counting.empty()
    layer[counting.slack].table[0, :3] = 0, 1, 1
    layer[counting.slack].used = 1
    if not counting.finish(layer, 0, ceiling(memory), progress):
        return None
    return CliqueCount(*map(int, counting.total))


class _Compiled:
    """One call of `count_compiled`."""

    def __init__(self, index: SearchIndex, size: int) -> None:
        from gpuwordle.cliques import kernels

        self.kernels, self.size, self.slack = kernels, size, index.slack(size)
        self.tiers = index.tiers
        # A state is reached from at most one other per word and per letter, which bounds its sum.
        ways = int(index.multiplicity.sum()) + index.letters
        self.largest = np.uint64(LARGEST_COUNT // ways)
        self.most_arrivals = int(np.diff(index.first).max())
        self.free = np.empty((1, self.most_arrivals), np.int32)
        self.total = np.zeros(2, np.uint64)

    def empty(self) -> list[_States]:
        """Return a layer without states: tables, by the slack that is left."""
        return [_States() for _ in range(self.slack + 1)]

    def finish(
        self, layer: list[_States], placed: int, most: int, progress: Progress | None = None
    ) -> bool:
        """Follow a layer to the end, within so many bytes; tell whether all fits 62 bits."""
        for number in range(placed, self.size):
            after = self._step(layer, number, most, progress)
            if after is None:
                return False
            layer = after
        return True

    def _step(
        self, layer: list[_States], placed: int, most: int, progress: Progress | None
    ) -> list[_States] | None:
        """Place one more set; return the layer after it, None where a count does not fit."""
        completes = placed == self.size - 1
        arrivals = 0 if completes else self.most_arrivals
        following, used = self.empty(), np.zeros(2, np.int64)
        for left in range(self.slack, -1, -1):
            states = layer[left].table if layer[left].used else layer[left].table[:0]
            layer[left] = _States()  # the states are extended: free them
            done = 0
            while done < len(states):
                covered, skipped = following[left], layer[max(left - 1, 0)]
                if self._is_full(states, layer, following, (covered, arrivals), (skipped, 1), most):
                    inner = max(most - states.nbytes, most // 2)
                    ahead = self.empty()
                    ahead[:left], layer[:left] = layer[:left], ahead[:left]
                    done_with = self.finish(ahead, placed, inner)
                    if not (done_with and self.finish(following, placed + 1, inner)):
                        return None
                    following = self.empty()
                    covered, skipped = following[left], layer[max(left - 1, 0)]
                covered.make_room(arrivals)
                skipped.make_room(1)
                used[:] = covered.used, skipped.used
                done = self.kernels.extend(
                    states,
                    done,
                    min(done + _STATES_PER_CALL, len(states)),
                    self.kernels.Layers(covered.table, skipped.table, used, self.total),
                    completes,
                    left > 0,
                    self.largest,
                    self.tiers,
                    self.free,
                )
                if done < 0:
                    return None
                covered.used, skipped.used = map(int, used)
                if progress is not None:
                    step = (self.slack - left + done / len(states)) / (self.slack + 1)
                    progress((placed + step) / self.size)
        return following

    def _is_full(
        self,
        states: npt.NDArray[np.uint64],
        layer: list[_States],
        following: list[_States],
        covered: tuple[_States, int],
        skipped: tuple[_States, int],
        most: int,
    ) -> bool:
        """Tell whether a table has to grow for so many states more, and there is no memory."""
        grown = [
            table.needed(more)
            for table, more in (covered, skipped)
            if table.needed(more) > len(table.table)
        ]
        if not grown or not (covered[0].used or skipped[0].used):
            return False
        rows = sum(grown) + sum(len(one.table) for one in [*layer, *following])
        return states.nbytes + rows * states.itemsize * states.shape[1] > most
