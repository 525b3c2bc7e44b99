"""The one-ply bound of many parts at once, by a backend that counts many sets at a time: a GPU.

It is the bound of `gpuwordle.optimal.walks`: for a part of n candidates 3 n - r, where r is the
most patterns of any guess, or one more where a guess that gets as many is a candidate. All guesses
are counted, none is listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.memo import bound_of, fact_of, find, put
from gpuwordle.optimal.walks import part_of
from gpuwordle.scoring.groups import Groups
from gpuwordle.workers import pieces

if TYPE_CHECKING:
    from gpuwordle.optimal.openers import OpenerSearch

CANDIDATES_AT_ONCE = 1 << 24
"""Candidates of the parts that are counted together, at most."""
CANDIDATE_BYTES = 32
"""Bytes that a candidate of the parts that are counted together takes, here and in a backend."""
PIECES_PER_THREAD = 8


@kernel(allocates=True)
def describe_parts(tables, memo, items, keys, sizes, bounds):
    """Fill in the keys of parts, their sizes, and what the memo knows of them, 0 where nothing.

    ``items`` names each part by a guess and a code: int64, shape (parts, 2).
    """
    members = np.empty(tables.codes.shape[1], np.int32)
    for item in range(items.shape[0]):
        guess, code = items[item, 0], items[item, 1]
        size, key1, key2 = part_of(tables.codes, tables.hash_words, guess, code, members)
        keys[item, 0], keys[item, 1] = key1, key2
        sizes[item] = size
        bounds[item] = bound_of(find(memo.entries, key1, key2))


@kernel(allocates=True)
def list_members(tables, items, offsets, members):
    """Fill in the answers of parts, one part behind another."""
    here = np.empty(tables.codes.shape[1], np.int32)
    for item in range(items.shape[0]):
        guess, code = items[item, 0], items[item, 1]
        size, _, _ = part_of(tables.codes, tables.hash_words, guess, code, here)
        first = offsets[item]
        members[first : first + size] = here[:size]


@kernel
def remember(memo, keys, bounds):
    """Put lower bounds of parts into the memo."""
    for item in range(keys.shape[0]):
        fact = fact_of(bounds[item], 0, 0, 0, 0)
        put(memo.entries, memo.used, keys[item, 0], keys[item, 1], fact)


class SetCounter:
    """Bounds the parts of a search's openers, round by round."""

    def __init__(self, search: OpenerSearch) -> None:
        self.search, self.tables = search, search.tables
        self.engine, self.numbering = search.solver.engine, search.solver.numbering

    def bounds(
        self, guesses: npt.NDArray[np.int64], codes: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return a lower bound for each part, named by its opener and pattern; 0 where none."""
        threads, memo = self.search.threads, self.search.solver.roomy_memo()
        items = np.stack([guesses, codes], axis=1)
        count = len(items)
        # What a stop leaves undescribed has no bound.
        keys, sizes = np.zeros((count, 2), np.uint64), np.zeros(count, np.int64)
        bounds = np.zeros(count, np.int64)

        def describe(some: slice) -> Callable[[int], None]:
            return lambda thread: describe_parts(
                self.tables, memo, items[some], keys[some], sizes[some], bounds[some]
            )

        threads.share([describe(some) for some in self._pieces(count)])
        if threads.stopped():
            return bounds
        unknown = np.flatnonzero(bounds == 0)
        _, first, which = np.unique(keys[unknown], axis=0, return_index=True, return_inverse=True)
        distinct = unknown[first]
        counted = np.zeros(len(distinct), np.int64)
        at_once = max(1, min(CANDIDATES_AT_ONCE, self.search.solver.work_bytes // CANDIDATE_BYTES))
        block = np.cumsum(sizes[distinct]) // at_once
        for some in np.split(np.arange(len(distinct)), np.flatnonzero(np.diff(block)) + 1):
            parts = distinct[some]
            found = self._count(items[parts], sizes[parts]) if len(parts) else None
            if found is None:
                break
            counted[some] = found
            remember(self.search.solver.roomy_memo(), keys[parts], found)
        bounds[unknown] = counted[which.reshape(-1)]
        return bounds

    def _count(
        self, items: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64] | None:
        """Bound parts that nothing is known of; None if the search is stopped."""
        offsets = np.append(0, np.cumsum(sizes))
        members = np.empty(offsets[-1], np.int32)

        def fill(some: slice) -> Callable[[int], None]:
            return lambda thread: list_members(
                self.tables, items[some], offsets[some.start : some.stop], members
            )

        self.search.threads.share([fill(some) for some in self._pieces(len(items))])
        if self.search.threads.stopped():  # not all members may be there
            return None
        groups = Groups(self.numbering.answers[members], offsets)
        found = self.engine.most_buckets(groups)
        # Of guesses with as many patterns a candidate was chosen, if there is one.
        own = self.engine.vocabulary.guess_answer[found.guesses]
        chosen = groups.candidates == np.repeat(own, sizes)
        inside = np.add.reduceat(chosen, offsets[:-1], dtype=np.int64)
        return np.maximum(2 * sizes - 1, 3 * sizes - found.counts - inside)

    def _pieces(self, count: int) -> list[slice]:
        """Cut parts into pieces for the threads."""
        step = max(1, -(-count // (PIECES_PER_THREAD * self.search.threads.count)))
        return [slice(first, last) for first, last in pieces(count, step)]
