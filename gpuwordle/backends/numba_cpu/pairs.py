"""The best pairs of all: first words in falling order of entropy, dealt out to threads.

Each is searched with the partners behind it (`partners`), against the best pairs that any thread
has found by then; so the first few first words find nearly all of them, and the others are left to
the bounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numba_cpu.arguments import Cost, Table
from gpuwordle.backends.numba_cpu.bound import BUCKETS, NEVER, cost_of, least_entropy
from gpuwordle.backends.numba_cpu.partner_bounds import First
from gpuwordle.backends.numba_cpu.partners import (
    Counting,
    Partners,
    Ranking,
    counting_for,
    search_partners,
)
from gpuwordle.backends.numba_cpu.rows import write_paired_codes
from gpuwordle.progress import Progress
from gpuwordle.scoring.logs import LOG_SCALE
from gpuwordle.scoring.statistics import Key, Statistics
from gpuwordle.workers import Task, Workers


def bytes_needed(table: Table, answers: int) -> int:
    """Bytes of scratch that a thread needs, about: letter rows, and what they say of buckets."""
    return 2 * len(table.base) * answers


class PairSearch:
    """Searches the pairs of some guesses.

    Parameters
    ----------
    table
        The vocabulary's contributions.
    key
        What to minimise.
    top
        How many pairs to keep.
    ranked
        The guesses, those first that win ties.
    scored
        Their statistics on all answers, one by one.
    """

    def __init__(
        self, table: Table, key: Key, top: int, ranked: npt.NDArray[np.int32], scored: Statistics
    ) -> None:
        self.table, self.top, self.ranked = table, top, ranked
        self.answers = int(scored.sizes[0])
        self.cost: Cost = cost_of(key, self.answers)
        entropies = self.cost.logs[self.answers] - scored.sum_n_log_n[0]
        if self.cost.kind == BUCKETS:
            bits = np.log2(scored.buckets[0])
            entropies = np.floor(self.answers * LOG_SCALE * bits).astype(np.int64) + 1
        order = np.argsort(-entropies, kind="stable")
        self.partners = Partners(
            np.ascontiguousarray(ranked[order]), entropies[order], order.astype(np.int64)
        )
        self._best = Ranking.empty(top)
        self._lock = Lock()
        self._scratch: SimpleQueue[Counting] = SimpleQueue()

    def run(self, workers: Workers, progress: Progress | None) -> npt.NDArray[np.int32]:
        """Search all pairs; returns guess indices, shape (pairs, 2), best first."""
        done = 0.0

        def report(share: float) -> None:
            nonlocal done
            done += share
            if progress is not None:
                progress(min(done, 1.0))

        workers.run(self._tasks(), report)
        found = int((self._best.costs < NEVER).sum())
        places = np.column_stack([self._best.lower[:found], self._best.higher[:found]])
        return self.ranked[places]

    def _tasks(self) -> Iterator[Task]:
        guesses = len(self.ranked)
        pairs = max(guesses * (guesses - 1) // 2, 1)
        for place in range(guesses - 1):
            yield partial(self._search, place), (guesses - 1 - place) / pairs

    def _search(self, place: int) -> None:
        """Search the partners behind one first word, and enter what was found."""
        entropy = int(self.partners.entropies[place])
        with self._lock:
            best = Ranking(*(column.copy() for column in self._best))
        if 2 * entropy < least_entropy(
            self.answers, best.costs[-1], self.cost.kind, self.cost.logs
        ):
            return  # nor has any partner behind it more
        try:
            counting = self._scratch.get_nowait()
        except Empty:
            counting = counting_for(self.table, self.answers)
        first = self._first(place)
        entered = search_partners(
            self.table, self.cost, first, self.partners, place + 1, counting, best
        )
        self._scratch.put(counting)
        if not entered:
            return
        with self._lock:
            both = np.unique(np.hstack([np.array(best), np.array(self._best)]), axis=1)
            for column, values in zip(self._best, both, strict=True):
                column[: both.shape[1]] = values[: self.top]

    def _first(self, place: int) -> First:
        """Sort the answers by the buckets of a first word, the largest first."""
        guess, answers = self.partners.guesses[place], np.arange(self.answers)
        codes = np.empty(self.answers, np.uint32)
        write_paired_codes(self.table, np.full(self.answers, guess, np.int64), answers, codes)
        _, bucket, sizes = np.unique(codes, return_inverse=True, return_counts=True)
        bucket = bucket.ravel()
        order = np.lexsort((bucket, -sizes[bucket]))
        offsets = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(np.sort(sizes)[::-1], out=offsets[1:])
        return First(
            order.astype(np.int32),
            offsets,
            int(self.partners.entropies[place]),
            int(self.partners.ranks[place]),
        )
