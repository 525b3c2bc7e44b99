"""Counting cliques: k letter sets that are pairwise disjoint.

Equal states (`gpuwordle.cliques.search_index`) are merged and carry the number of ways in which
they are reached: dynamic programming, half a million states for the 111,898,839 cliques of six
four-letter words. The number of placed sets rises layer by layer, and within a layer the slack
falls, so every state is complete before it is extended.

There are two forms of the same steps. Compiled loops count up to 62 bits; arrays have integers of
any size, and finish small counts in less time than loading numba takes.

>>> from gpuwordle.words.vocabulary import Vocabulary
>>> classes = AnagramClasses.of(Vocabulary("four", ["cat", "act", "dog", "hum", "mud"]))
>>> count_cliques(classes, 3)
CliqueCount(words=2, letter_sets=1)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.cliques.anagrams import AnagramClasses, check_size
from gpuwordle.cliques.search_index import (
    FEW_PAIRS,
    LARGEST_COUNT,
    PAIRS_AT_ONCE,
    PAIRS_PER_STATE,
    SearchIndex,
    covered,
    lowest_unhandled,
    narrow_masks,
)
from gpuwordle.memory import ceiling
from gpuwordle.progress import Progress

_STATES_PER_CALL = 1 << 13
"""The compiled loop returns after a few hundredths of a second, to report and to allow Ctrl-C."""

_FIRST_CAPACITY = 1 << 10

MERGING = 3
"""While its states are merged, a layer takes this many times its bytes."""


class CliqueCount(NamedTuple):
    """How many cliques there are, of words (anagrams are different) and of letter sets."""

    words: int
    letter_sets: int


def count_cliques(
    classes: AnagramClasses, size: int, progress: Progress | None = None
) -> CliqueCount:
    """Count the cliques of ``size`` words, at least 2, exactly; 0 if there are not enough letters.

    States that do not fit in memory (`gpuwordle.memory.ceiling`) are followed to the end before
    others and not merged with them, so that the same count takes longer. Raises UserError if the
    size is less than 2.
    """
    check_size(size)
    return count(classes.index, size, progress)


def count(index: SearchIndex, size: int, progress: Progress | None = None) -> CliqueCount:
    """Count the cliques of ``size`` sets, at least 1; see `count_cliques`."""
    if index.slack(size) < 0:
        return CliqueCount(0, 0)
    counted = None
    if "numba" not in sys.modules:
        counted = count_in_arrays(index, size, most=FEW_PAIRS)
    if counted is None:
        counted = count_compiled(index, size, progress)
    if counted is None:
        counted = count_in_arrays(index, size, progress)
    assert counted is not None, "without a limit, arrays never give up"
    return counted


def count_in_arrays(
    index: SearchIndex,
    size: int,
    progress: Progress | None = None,
    *,
    most: int | None = None,
    memory: int | None = None,
) -> CliqueCount | None:
    """Count in arrays of integers of any size; None if over ``most`` pairs have to be compared."""
    counting = _ArrayCount(index, size, most)
    try:
        counting.finish(counting.root(), 0, ceiling(memory), progress)
    except _GiveUp:
        return None
    if progress is not None:
        progress(1.0)
    return CliqueCount(*counting.total)


class _GiveUp(Exception):
    """More pairs have to be compared than allowed."""


class _ArrayCount:
    """The state of one call of `count_in_arrays`."""

    def __init__(self, index: SearchIndex, size: int, most: int | None) -> None:
        self.size, self.most, self.slack = size, most, index.slack(size)
        self.tiers, self.masks = index.tiers, narrow_masks(index)
        self.multiplicity = self.tiers.multiplicity.astype(np.int64)
        self.ways = index.ways
        self.compared, self.total = 0, [0, 0]

    def root(self) -> list[list[_States]]:
        """Return the layer before the first set is placed: lists of states, by the slack left."""
        one = np.ones(1, np.int64)
        layer: list[list[_States]] = [[] for _ in range(self.slack + 1)]
        layer[self.slack].append(_States(np.zeros(1, self.masks.dtype), one, one))
        return layer

    def finish(
        self,
        layer: list[list[_States]],
        placed: int,
        most: int,
        progress: Progress | None = None,
    ) -> None:
        """Follow a layer to the end, with states of up to ``most`` bytes; empties the layer."""
        for number in range(placed, self.size):
            layer = self._step(layer, number, most, progress)

    def _step(
        self, layer: list[list[_States]], placed: int, most: int, progress: Progress | None
    ) -> list[list[_States]]:
        """Place one more set; return the layer after it."""
        following: list[list[_States]] = [[] for _ in range(self.slack + 1)]
        held = 0
        for left in range(self.slack, -1, -1):
            if progress is not None:
                progress((placed + (self.slack - left) / (self.slack + 1)) / self.size)
            if not layer[left]:
                continue
            states = _States.merged(layer[left], self.ways)
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

    def _covered(self, states: _States, placed: int) -> Iterator[_States]:
        """Cover the rarest letter of states; when the last set is placed, add up instead."""
        for state, word, pairs in covered(states.handled, self.masks, self.tiers):
            self.compared += pairs + PAIRS_PER_STATE * len(state)
            if self.most is not None and self.compared > self.most:
                raise _GiveUp
            words = states.words[state] * self.multiplicity[word]
            if placed == self.size - 1:
                self.total[0] += int(words.sum())
                self.total[1] += int(states.sets[state].sum())
            elif len(state):
                after = states.handled[state] | self.masks[word]
                yield _States(after, words, states.sets[state])


class _States(NamedTuple):
    """States: their handled letters, and in how many ways they are reached.

    ``words`` counts anagrams as different, ``sets`` as one. A state may occur several times until
    it is merged.
    """

    handled: npt.NDArray[np.unsignedinteger]
    words: npt.NDArray[Any]
    sets: npt.NDArray[Any]

    @property
    def nbytes(self) -> int:
        """Bytes of the columns, without Python's integers in them."""
        return self.handled.nbytes + self.words.nbytes + self.sets.nbytes

    @classmethod
    def merged(cls, parts: list[_States], ways: int) -> _States:
        """Join parts and add up equal states, in Python's integers if 62 bits may not suffice."""
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


class _StateTable:
    """A hash table of states that grows."""

    def __init__(self) -> None:
        from gpuwordle.cliques import search_loops

        self._move = search_loops.move_states
        self.table = np.zeros((_FIRST_CAPACITY, search_loops.STATE_COLUMNS), np.uint64)
        self.used = 0

    def needed(self, arrivals: int) -> int:
        """Return the slots that leave it at most half full with ``arrivals`` more states."""
        capacity = len(self.table)
        while 2 * (self.used + arrivals) > capacity:
            capacity *= 2
        return capacity

    def make_room(self, arrivals: int) -> None:
        """Grow so that ``arrivals`` more states leave the table at most half full."""
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
    """Count in compiled loops; None if a count does not fit 62 bits."""
    counting = _CompiledCount(index, size)
    layer = counting.empty()
    layer[counting.slack].table[0, :3] = 0, 1, 1
    layer[counting.slack].used = 1
    if not counting.finish(layer, 0, ceiling(memory), progress):
        return None
    return CliqueCount(*map(int, counting.total))


class _CompiledCount:
    """The state of one call of `count_compiled`."""

    def __init__(self, index: SearchIndex, size: int) -> None:
        from gpuwordle.cliques import search_loops

        self.loops, self.size, self.slack = search_loops, size, index.slack(size)
        self.tiers = index.tiers
        self.largest = np.uint64(LARGEST_COUNT // index.ways)
        self.most_arrivals = index.most_arrivals
        self.free = np.empty((1, self.most_arrivals), np.int32)
        self.total = np.zeros(2, np.uint64)

    def empty(self) -> list[_StateTable]:
        """Return a layer without states: tables, by the slack left."""
        return [_StateTable() for _ in range(self.slack + 1)]

    def finish(
        self, layer: list[_StateTable], placed: int, most: int, progress: Progress | None = None
    ) -> bool:
        """Follow a layer to the end, within ``most`` bytes; return whether all fits 62 bits."""
        for number in range(placed, self.size):
            after = self._step(layer, number, most, progress)
            if after is None:
                return False
            layer = after
        return True

    def _step(
        self, layer: list[_StateTable], placed: int, most: int, progress: Progress | None
    ) -> list[_StateTable] | None:
        """Place one more set; return the layer after it, None if a count does not fit."""
        completes = placed == self.size - 1
        arrivals = 0 if completes else self.most_arrivals
        following, used = self.empty(), np.zeros(2, np.int64)
        for left in range(self.slack, -1, -1):
            states = layer[left].table if layer[left].used else layer[left].table[:0]
            layer[left] = _StateTable()  # the states are extended: free them
            done = 0
            while done < len(states):
                covered, skipped = following[left], layer[max(left - 1, 0)]
                if self._is_full(states, layer, following, (covered, arrivals), (skipped, 1), most):
                    inner = max(most - states.nbytes, most // 2)
                    ahead = self.empty()
                    ahead[:left], layer[:left] = layer[:left], ahead[:left]
                    finished = self.finish(ahead, placed, inner)
                    if not (finished and self.finish(following, placed + 1, inner)):
                        return None
                    following = self.empty()
                    covered, skipped = following[left], layer[max(left - 1, 0)]
                covered.make_room(arrivals)
                skipped.make_room(1)
                used[:] = covered.used, skipped.used
                done = self.loops.extend(
                    states,
                    done,
                    min(done + _STATES_PER_CALL, len(states)),
                    self.loops.Layers(covered.table, skipped.table, used, self.total),
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
        layer: list[_StateTable],
        following: list[_StateTable],
        covered: tuple[_StateTable, int],
        skipped: tuple[_StateTable, int],
        most: int,
    ) -> bool:
        """Whether a table has to grow for more states and there is no memory for it."""
        grown = [
            table.needed(more)
            for table, more in (covered, skipped)
            if table.needed(more) > len(table.table)
        ]
        if not grown or not (covered[0].used or skipped[0].used):
            return False
        rows = sum(grown) + sum(len(one.table) for one in [*layer, *following])
        return states.nbytes + rows * states.itemsize * states.shape[1] > most
