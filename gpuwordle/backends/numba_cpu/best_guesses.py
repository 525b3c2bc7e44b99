"""Exact best guesses, pruned: which search suits a group of which size.

Every group gets the guess that scoring all guesses of its pool would give, ties included, mostly
without scoring them:

- one or two candidates: the first of them, in closed form;
- up to a few dozen, guesses from the whole vocabulary: pairwise compares over tiles of guesses
  (`small_groups`);
- larger, or guesses from an explicit list or from the group itself: letters' entropies and the
  all-grey bucket as bounds, letter rows over the group (`medium_groups`);
- one group so large that a single thread would be busy for long, such as the opener of a long list:
  branch and bound by all threads (`large_group`).

The keys need not be those of `gpuwordle.statistics.KEYS`. What a search may skip follows from the
key's own table (`bounds.KeyTable`), and a key that allows no bound is scored in full.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Pool
from gpuwordle.backends.numba_cpu.bounds import BUCKETS, FALLING, NEVER, UNBOUNDED, KeyTable
from gpuwordle.backends.numba_cpu.contributions import TILE, Contributions
from gpuwordle.backends.numba_cpu.large_group import search_large_group
from gpuwordle.backends.numba_cpu.medium_groups import (
    POOL_ALL,
    POOL_LISTED,
    POOL_OWN,
    search_medium_groups,
)
from gpuwordle.backends.numba_cpu.small_groups import (
    LARGEST_SMALL_GROUP,
    small_group_kernels,
    try_own_candidates,
)
from gpuwordle.backends.numba_cpu.workers import SHORTEST_TASK, Workers
from gpuwordle.progress import Progress
from gpuwordle.rules.codes import code_dtype
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.rows import RowPlan
from gpuwordle.scoring.statistics import Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

DEFAULT_MEMORY = 256 << 20

# Pairs of guess and candidate from which a group is worth all threads.
_LARGE_PAIRS = 40_000_000
# From this size, bounds by letters beat pairwise compares over tiles.
_SMALL = 40
# From this size, scoring all guesses at once beats searching where there is no good bound.
_SCORED = 256
# Nanoseconds on one core, about, that decide how work is cut: a pair of candidates, a pair of guess
# and candidate in small groups and in others, and an entry of the guess table that is filled
# (measured on games; pruning makes the searches uneven).
_OWN_PAIR, _SMALL_PAIR, _MEDIUM_PAIR, _TABLE_ENTRY = 16.0, 0.2, 0.3, 1.0
_PIECES_PER_THREAD = 8


class BestGuesses:
    """Finds best guesses for one vocabulary; tables are built when first needed, and kept.

    Parameters
    ----------
    vocabulary
        The words.
    plan
        Letter rows of its guesses.
    threads
        Threads to work with. Results do not depend on it.
    memory
        Bytes that tables may take, about; more is computed in parts.
    statistics
        Scores guesses on groups, as `Backend.statistics` does. Large groups whose key has no good
        bound, such as the number of buckets, are left to it; without it they are searched too.
        Results do not depend on it.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        plan: RowPlan,
        threads: int = 1,
        memory: int | None = None,
        statistics: Callable[..., Statistics] | None = None,
    ) -> None:
        self.statistics = statistics
        self.vocabulary = vocabulary
        self.plan = plan
        self.workers = Workers(threads)
        self.memory = DEFAULT_MEMORY if memory is None else memory
        self._guess_table: npt.NDArray[np.unsignedinteger] | None = None

    @cached_property
    def contributions(self) -> Contributions | None:
        """The table of letters' bytes, or None where it would not fit."""
        return Contributions.of(self.vocabulary, self.plan, self.memory)

    def search(
        self,
        groups: Groups,
        key: Key,
        pool: Pool = "all",
        progress: Progress | None = None,
    ) -> npt.NDArray[np.int32]:
        """Find the guess with the smallest key for each group.

        Parameters
        ----------
        groups
            Candidate sets as answer indices.
        key
            What to minimise: weights of the four statistics.
        pool
            "all" guesses, the group's own "candidates", or guess indices per group.
        progress
            Called with the fraction of the pairs that is done.

        Returns
        -------
        ndarray of int32, shape (groups,)
            Guess indices. Ties go to a candidate of the group, then to the lowest index.
        """
        sizes = groups.sizes
        best = np.full(len(groups), -1, np.int32)
        if not len(groups):
            return best
        candidates = np.ascontiguousarray(groups.candidates, np.int32)
        offsets = np.ascontiguousarray(groups.offsets, np.int64)
        groups = Groups(candidates, offsets)
        own = Groups(self.vocabulary.answer_guess[candidates], offsets).sorted().candidates
        table = KeyTable.of(key, int(sizes.max()))
        listed = Groups(own, offsets)
        if isinstance(pool, Groups):
            mode = POOL_LISTED
            pool = Groups(
                np.ascontiguousarray(pool.candidates, np.int32),
                np.ascontiguousarray(pool.offsets, np.int64),
            )
            listed = pool.sorted()
        else:
            mode = POOL_OWN if pool == "candidates" else POOL_ALL
        guess_count = len(self.vocabulary.guesses)
        pools = np.full(len(groups), guess_count) if mode == POOL_ALL else listed.sizes
        work = sizes * pools
        meter = _Meter(progress, int(work.sum()))

        todo = np.ones(len(groups), bool)
        # Closed forms and small groups rely on equal parts being best, for as many parts as
        # there are candidates.
        tame = (
            table.kind != FALLING and table.sag[min(LARGEST_SMALL_GROUP, len(table.sag) - 1)] == 0
        )
        if mode != POOL_LISTED:
            closed = sizes <= (2 if tame else 1)
            best[closed] = own[offsets[:-1][closed]]
            todo &= ~closed
            meter.add(int(work[closed].sum()))
        if mode == POOL_ALL and table.kind in (BUCKETS, FALLING, UNBOUNDED):
            self._score_all(todo & (sizes >= _SCORED), groups, key, own, best, meter)
            todo &= best < 0
        large = todo & ((work >= _LARGE_PAIRS) | (self.contributions is None))
        for index in np.flatnonzero(large).tolist():
            mine = own[offsets[index] : offsets[index + 1]]
            guesses = (
                np.arange(guess_count, dtype=np.int32) if mode == POOL_ALL else listed.group(index)
            )
            best[index] = search_large_group(
                self.plan,
                self.contributions,
                self.vocabulary.guess_letters,
                self.vocabulary.answer_letters,
                groups.group(index),
                guesses,
                np.isin(guesses, mine, assume_unique=mode != POOL_LISTED),
                table,
                self.workers,
                self.memory,
                self._scorer(groups.group(index), key),
                meter.part(int(work[index])),
            )
            meter.add(int(work[index]))
        todo &= ~large
        if mode != POOL_LISTED and tame:
            small = todo & (sizes <= _SMALL)
            self._search_small(np.flatnonzero(small), groups, own, mode, table, best, meter)
            todo &= ~small
        self._search_medium(np.flatnonzero(todo), groups, own, mode, listed, table, best, meter)
        return best

    def _scorer(
        self, candidates: npt.NDArray[np.int32], key: Key
    ) -> Callable[[npt.NDArray[np.int32]], npt.NDArray[np.int64]] | None:
        """Return a function that computes the keys of guesses on one group in full, if any."""
        statistics = self.statistics
        if statistics is None:
            return None
        group = Groups.of([candidates])
        return lambda guesses: statistics(group, guesses).key(key)[0]

    def _score_all(
        self,
        chosen: npt.NDArray[np.bool_],
        groups: Groups,
        key: Key,
        own: npt.NDArray[np.int32],
        best: npt.NDArray[np.int32],
        meter: _Meter,
    ) -> None:
        if self.statistics is None:
            return
        guess_count = len(self.vocabulary.guesses)
        for index in np.flatnonzero(chosen).tolist():
            candidates = groups.group(index)
            keys = self.statistics(Groups.of([candidates])).key(key)[0]
            mine = own[groups.offsets[index] : groups.offsets[index + 1]]
            lowest = keys.min()
            tied = mine[keys[mine] == lowest]
            best[index] = tied[0] if len(tied) else int(keys.argmin())
            meter.add(len(candidates) * guess_count)

    def _search_small(
        self,
        chosen: npt.NDArray[np.intp],
        groups: Groups,
        own: npt.NDArray[np.int32],
        mode: int,
        table: KeyTable,
        best: npt.NDArray[np.int32],
        meter: _Meter,
    ) -> None:
        if not len(chosen):
            return
        parts = self.contributions
        assert parts is not None
        best_keys = np.full(len(groups), NEVER, np.int64)
        sizes = groups.sizes
        self._in_threads(
            chosen,
            sizes[chosen] ** 2,
            _OWN_PAIR,
            partial(
                _search_part,
                try_own_candidates,
                (*groups, own, parts.slots, parts.row_letters, parts.row_base, parts.numbers),
                (parts.table, table.growth, table.prefix, table.largest_weight),
                (best_keys, best),
            ),
            meter if mode == POOL_OWN else _Meter(None, 0),
        )
        if mode == POOL_OWN:
            return
        perfect = sizes[chosen] * table.prefix[1] + table.largest_weight
        guess_count = len(parts.slots)
        done = best_keys[chosen] == perfect
        meter.add(int(sizes[chosen[done]].sum()) * guess_count)
        chosen = chosen[~done]
        if not len(chosen):
            return
        dtype = np.dtype(code_dtype(parts.length))
        fill, search = small_group_kernels(dtype)
        ways = int(parts.ways[-1])
        block = self.memory // (ways * dtype.itemsize) // TILE * TILE
        block = min(max(block, TILE), -(-guess_count // TILE) * TILE)
        for first in range(0, guess_count, block):
            last = min(first + block, guess_count)
            guess_table = self._guess_table
            if guess_table is None or block < guess_count:
                guess_table = np.empty((ways, block), dtype)
                # A guess has a letter in each place, and a letter an equal part of the ways.
                each = _TABLE_ENTRY * parts.length * ways / (len(parts.ways) - 1)
                cuts = self.workers.cut(last - first, each, TILE)
                part = partial(_fill_part, fill, parts, first, guess_table)
                self.workers.run((partial(part, *cut), 0.0) for cut in cuts)
                if block >= guess_count:
                    self._guess_table = guess_table
            self._in_threads(
                chosen,
                sizes[chosen] * (last - first),
                _SMALL_PAIR,
                partial(
                    _search_part,
                    search,
                    (*groups, parts.listed, guess_table, first, last),
                    (table.growth, table.prefix, table.sag, table.largest_weight),
                    (best_keys, best),
                ),
                meter,
            )

    def _search_medium(
        self,
        chosen: npt.NDArray[np.intp],
        groups: Groups,
        own: npt.NDArray[np.int32],
        mode: int,
        listed: Groups,
        table: KeyTable,
        best: npt.NDArray[np.int32],
        meter: _Meter,
    ) -> None:
        if not len(chosen):
            return
        parts = self.contributions
        assert parts is not None
        pool_sizes = len(parts.slots) if mode == POOL_ALL else listed.sizes[chosen]
        self._in_threads(
            chosen,
            groups.sizes[chosen] * pool_sizes,
            _MEDIUM_PAIR,
            lambda some: search_medium_groups(
                some,
                *groups,
                own,
                mode,
                *listed,
                parts.length,
                parts.slots,
                parts.row_letters,
                parts.row_base,
                parts.ways,
                parts.numbers,
                parts.table,
                table.growth,
                table.prefix,
                table.sag,
                table.logs,
                table.largest_weight,
                table.kind,
                best,
            ),
            meter,
        )

    def _in_threads(
        self,
        chosen: npt.NDArray[np.intp],
        work: npt.NDArray[np.int64],
        each: float,
        search: Callable[[npt.NDArray[np.intp]], None],
        meter: _Meter,
    ) -> None:
        """Search groups in threads, in pieces of about equal work, the largest groups first.

        ``each`` is what a unit of work takes, in nanoseconds.
        """
        order = np.argsort(-work, kind="stable")
        chosen, work = chosen[order], work[order]
        total = int(work.sum())
        if meter.silent and self.workers.threads == 1:
            search(chosen)
            return
        pieces_wanted = _PIECES_PER_THREAD * self.workers.threads
        share = max(total // pieces_wanted, int(SHORTEST_TASK / each), 1)
        cuts = np.flatnonzero(np.diff(np.cumsum(work) // share)) + 1
        pieces = np.split(chosen, cuts)
        done = np.add.reduceat(work, np.concatenate([[0], cuts]))
        self.workers.run(
            (
                (partial(search, piece), amount)
                for piece, amount in zip(pieces, done.tolist(), strict=True)
            ),
            meter.add,
        )


class _Meter:
    """Adds up pairs that are done and tells the caller which fraction that is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress = progress
        self.total = max(total, 1)
        self.done = 0
        self.silent = progress is None

    def add(self, pairs: float) -> None:
        self.done += int(pairs)
        if self.progress is not None:
            self.progress(min(self.done / self.total, 1.0))

    def part(self, pairs: int) -> Progress | None:
        """Progress of one piece of the work, as a fraction of that piece."""
        report = self.progress
        if report is None:
            return None
        return lambda fraction: report((self.done + fraction * pairs) / self.total)


def _fill_part(
    fill: Callable[..., None],
    parts: Contributions,
    table_first: int,
    guess_table: npt.NDArray[np.unsignedinteger],
    first: int,
    last: int,
) -> None:
    """Fill one thread's share of the guess table, guesses counted from its beginning."""
    rows = parts.row_letters, parts.row_base, parts.ways, parts.table
    fill(parts.slots, table_first, table_first + first, table_first + last, *rows, guess_table)


def _search_part(
    search: Callable[..., None],
    words: tuple[Any, ...],
    key: tuple[Any, ...],
    results: tuple[Any, ...],
    chosen: npt.NDArray[np.intp],
) -> None:
    """Search one thread's share of the groups."""
    search(chosen, *words, *key, *results)
