"""The one-ply bound of many buckets at once, by a backend that counts many sets at a time: a GPU.

For a bucket of n candidates it is 3 n - r, where r is the most buckets that any guess makes of it,
plus one if a guess that makes as many is a candidate. All guesses are counted, and no lists of
supersets are needed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import next_bucket
from gpuwordle.optimal.memo import bound_of, fact_of, find, put
from gpuwordle.optimal.resources import Resources, ThreadPool
from gpuwordle.scoring.groups import Groups, runs

CANDIDATES_AT_ONCE = 1 << 24
"""Most candidates of the buckets that are counted together."""
CANDIDATE_BYTES = 32
"""Bytes that each of them takes, here and in a backend."""


@kernel(allocates=True)
def describe_buckets(tables, memo, items, keys, sizes, bounds):
    """Fill in the keys of buckets, their sizes, and their bounds in the memo, 0 for none.

    items: int64, shape (buckets, 2): guess and code of each bucket.
    """
    answers = tables.codes.shape[1]
    candidates, row = np.empty(answers, np.int32), np.empty(answers, tables.codes.dtype)
    for item in range(items.shape[0]):
        size, key1, key2 = next_bucket(tables, items, item, row, candidates)
        keys[item, 0], keys[item, 1] = key1, key2
        sizes[item] = size
        bounds[item] = bound_of(find(memo.entries, key1, key2))


@kernel(allocates=True)
def list_candidates(tables, items, offsets, candidates):
    """Fill in the answers of buckets, one bucket after another."""
    answers = tables.codes.shape[1]
    here, row = np.empty(answers, np.int32), np.empty(answers, tables.codes.dtype)
    for item in range(items.shape[0]):
        size, _, _ = next_bucket(tables, items, item, row, here)
        first = offsets[item]
        candidates[first : first + size] = here[:size]


@kernel
def remember(memo, keys, bounds):
    """Put the one-ply bounds of buckets into the memo."""
    for item in range(keys.shape[0]):
        fact = fact_of(bounds[item], 0, 0, 1, 0)
        put(memo.entries, memo.used, keys[item, 0], keys[item, 1], fact)


class BackendBounds:
    """Bounds the buckets of openers, round by round."""

    def __init__(self, resources: Resources, threads: ThreadPool) -> None:
        self.resources, self.threads = resources, threads

    def bounds(
        self, guesses: npt.NDArray[np.int64], codes: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return a lower bound of each bucket, given its opener and code; 0 for none."""
        tables, threads, memo = self.resources.tables, self.threads, self.resources.roomy_memo()
        items = np.stack([guesses, codes], axis=1)
        count = len(items)
        # Buckets that were not described before a stop have no bound.
        keys, sizes = np.zeros((count, 2), np.uint64), np.zeros(count, np.int64)
        bounds = np.zeros(count, np.int64)

        def describe(_: int, some: slice) -> None:
            describe_buckets(tables, memo, items[some], keys[some], sizes[some], bounds[some])

        threads.share_slices(describe, count)
        if threads.stopped():
            return bounds
        unknown = np.flatnonzero(bounds == 0)
        _, first, which = np.unique(keys[unknown], axis=0, return_index=True, return_inverse=True)
        distinct = unknown[first]
        counted = np.zeros(len(distinct), np.int64)
        at_once = max(1, min(CANDIDATES_AT_ONCE, self.resources.work_bytes // CANDIDATE_BYTES))
        for some in runs(sizes[distinct], at_once):
            chosen = distinct[some]
            found = self._count(items[chosen], sizes[chosen])
            if found is None:
                break
            counted[some] = found
            remember(self.resources.roomy_memo(), keys[chosen], found)
        bounds[unknown] = counted[which.reshape(-1)]
        return bounds

    def _count(
        self, items: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64] | None:
        """Bound buckets of which nothing is known; None if the search is stopped."""
        offsets = np.append(0, np.cumsum(sizes))
        candidates = np.empty(offsets[-1], np.int32)
        resources, engine = self.resources, self.resources.engine

        def fill(_: int, some: slice) -> None:
            starts = offsets[some.start : some.stop]
            list_candidates(resources.tables, items[some], starts, candidates)

        self.threads.share_slices(fill, len(items))
        if self.threads.stopped():  # some candidates may be missing
            return None
        groups = Groups(resources.numbering.answers[candidates], offsets)
        found = engine.most_buckets(groups)
        # Ties were resolved in favour of a candidate.
        own = engine.vocabulary.guess_answer[found.guesses]
        chosen = groups.candidates == np.repeat(own, sizes)
        inside = np.add.reduceat(chosen, offsets[:-1], dtype=np.int64)
        return np.maximum(2 * sizes - 1, 3 * sizes - found.buckets - inside)
