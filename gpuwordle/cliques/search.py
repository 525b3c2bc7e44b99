"""Counting and listing k letter sets that are pairwise disjoint.

The sets all have L of the alphabet's A letters, so k of them leave A - k L letters unused: the
*slack*. The search decides letter after letter, the rarest first, because it is in the fewest
sets. The rarest letter that is not yet *handled* is either covered, by one of the sets that have
it as their rarest letter and are disjoint from all handled letters, or skipped, which uses up one
letter of slack. Every clique is met exactly once.

What can follow depends only on which letters are handled, on how many sets are placed and on the
slack left. So to *count*, equal states are merged and carry the number of ways in which they are
reached: dynamic programming, half a million states for the 111,898,839 cliques of six four-letter
words. The placed sets rise layer by layer, and within a layer the slack falls, so every state is
complete before it is extended. To *list*, the same decisions are searched depth first, and states
found to lead nowhere are remembered.

The order, rarest letter first with few letters to skip, is that of the programs which list the
five-letter cliques in milliseconds (stew675/standup5x5 and others); merging equal states
is what makes the counts cheap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.progress import Progress

_STATES_PER_CALL = 1 << 13
_STEPS_PER_CALL = 1 << 20
"""Compiled loops return after some hundredths of a second, to report and to be interrupted."""

_BATCH = 1 << 16
_PLAIN_BATCH = 1 << 10
"""Cliques listed at a time."""

_FIRST_CAPACITY = 1 << 10
_DEAD_STATES = 1 << 16


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


@dataclass(frozen=True, eq=False)
class SearchIndex:
    """Letter sets arranged by their rarest letter, in blocks of 64.

    Letters are renumbered: bit 0 is the letter in the fewest sets. The sets with rarest letter b
    fill the blocks ``first_block[b]`` to ``first_block[b + 1]``; the last one is padded.

    Attributes
    ----------
    length, letters : int
        Letters in a set (L) and in all sets together (A).
    sets : ndarray of uint64, shape (64 * blocks,)
        The letters of each set as bits; 0 for padding.
    multiplicity : ndarray of uint64, shape (64 * blocks,)
        Words with those letters.
    source : ndarray of int32, shape (64 * blocks,)
        Index of the set in the caller's order; -1 for padding.
    first_block : ndarray of int64, shape (letters + 1,)
        Where the blocks of a rarest letter begin.
    rows : ndarray of uint64, shape (blocks, letters + 1)
        For each block and letter, which of the 64 sets contain the letter; in the last column,
        which are not padding.
    """

    length: int
    letters: int
    sets: npt.NDArray[np.uint64]
    multiplicity: npt.NDArray[np.uint64]
    source: npt.NDArray[np.int32]
    first_block: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint64]

    @classmethod
    def of(
        cls, contains: npt.NDArray[np.bool_], multiplicity: npt.NDArray[np.integer]
    ) -> SearchIndex:
        """Arrange letter sets.

        Parameters
        ----------
        contains
            Shape (sets, letters): whether a set contains a letter. Every set has the same number
            of letters, every letter is in some set, and there are at most 64 letters.
        multiplicity
            Words with those letters, shape (sets,).
        """
        count, letters = contains.shape
        rarest_first = np.argsort(contains.sum(axis=0), kind="stable")
        contains = contains[:, rarest_first]
        rarest = contains.argmax(axis=1)
        order = np.argsort(rarest, kind="stable")
        per_letter = np.bincount(rarest, minlength=letters)
        first_block = np.append(0, np.cumsum((per_letter + 63) // 64))
        ranks = np.arange(count) - np.repeat(np.cumsum(per_letter) - per_letter, per_letter)
        places = 64 * first_block[rarest[order]] + ranks

        padded = np.zeros((64 * first_block[-1], letters + 1), bool)
        padded[places, :letters] = contains[order]
        padded[places, letters] = True
        source = np.full(len(padded), -1, np.int32)
        source[places] = order
        counts = np.zeros(len(padded), np.uint64)
        counts[places] = multiplicity[order]
        rows = np.packbits(padded.reshape(-1, 64, letters + 1), axis=1, bitorder="little")
        return cls(
            length=int(contains[0].sum()),
            letters=letters,
            sets=padded[:, :letters] @ (np.uint64(1) << np.arange(letters, dtype=np.uint64)),
            multiplicity=counts,
            source=source,
            first_block=first_block.astype(np.int64),
            rows=np.ascontiguousarray(rows.transpose(0, 2, 1))
            .view("<u8")[:, :, 0]
            .astype(np.uint64),
        )

    @cached_property
    def by_rarest_letter(self) -> list[list[tuple[int, int, int]]]:
        """The sets of each rarest letter for plain Python: (letters, multiplicity, source)."""
        bounds = 64 * self.first_block
        return [
            [
                (int(self.sets[i]), int(self.multiplicity[i]), int(self.source[i]))
                for i in range(bounds[letter], bounds[letter + 1])
                if self.source[i] >= 0
            ]
            for letter in range(self.letters)
        ]

    def slack(self, size: int) -> int:
        """Return how many letters a clique leaves unused; negative when it cannot exist."""
        return self.letters - size * self.length


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
                    covered.table,
                    skipped.table,
                    used,
                    total,
                    completes,
                    left > 0,
                    largest,
                    index.sets,
                    index.multiplicity,
                    index.first_block,
                    index.rows,
                )
                if done < 0:
                    return None
                covered.used, skipped.used = map(int, used)
                if progress is not None:
                    step = (slack - left + done / len(states)) / (slack + 1)
                    progress((placed + step) / size)
            layer[left] = following[left]  # the states are extended: free them
        layer = following
    words, letter_sets = map(int, total)
    return CliqueCount(words, letter_sets)


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

    stack = np.zeros((index.letters + 1, kernels.STACK_COLUMNS), np.uint64)
    stack[0, kernels.SLACK] = index.slack(size)
    position = np.zeros(2, np.int64)
    path = np.zeros(size, np.int32)
    dead = np.zeros((size, _DEAD_STATES), np.uint64)
    found = np.empty((_BATCH, size), np.int32)
    while position[kernels.ROW] >= 0:
        filled = kernels.search(
            stack,
            position,
            path,
            dead,
            found,
            _STEPS_PER_CALL,
            index.sets,
            index.first_block,
            index.rows,
        )
        yield index.source[found[:filled]]
