"""Exact best guesses, pruned: bound every guess, count the survivors, keep the incumbent.

Every group gets the guess that scoring all guesses of its pool would give, ties included, mostly
without scoring them. The first line that applies decides how it is found (`plan`):

| method | for | because |
| --- | --- | --- |
| CLOSED | one or two candidates, all guesses or their own | the first of them, in closed form |
| SCORE | number of buckets or mixed keys, 256 candidates or more, all guesses | poor bounds |
| SCORE | vocabularies whose table of contributions does not fit | there is nothing to bound with |
| LARGE | 40 million pairs of guess and candidate or more | worth all threads |
| SMALL | 40 candidates or fewer, all guesses or their own | pairwise compares beat bounds |
| MEDIUM | all others | bounds by letters, groups side by side |

SCORE is here; LARGE, SMALL and MEDIUM are in `large`, `small` and `medium`, which are loaded and
compiled when a group needs them.

Keys need not be those of `gpuwordle.scoring.statistics.KEYS`. Closed forms and pairwise compares
rely on equal buckets being best, one for each candidate; a key for which that is not true is *wild*
and gets neither.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from math import gcd
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Pool
from gpuwordle.backends.numba_cpu.arguments import (
    LARGEST_SMALL_GROUP,
    POOL_ALL,
    POOL_LISTED,
    POOL_OWN,
    Cost,
    Pooled,
    Table,
)
from gpuwordle.backends.numba_cpu.bound import (
    BUCKETS,
    FALLING,
    LOGS,
    SQUARES,
    UNBOUNDED,
    cost_of,
)
from gpuwordle.rules.conditions import PoolName
from gpuwordle.scoring.contributions import Contributions
from gpuwordle.scoring.groups import Groups, runs
from gpuwordle.scoring.statistics import NO_KEY, Key, Statistics
from gpuwordle.threads import SHORTEST_TASK, Threads
from gpuwordle.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gpuwordle.backends.numba_cpu.large import Counter
    from gpuwordle.backends.numba_cpu.small import GuessTable

CLOSED, SCORE, LARGE, SMALL, MEDIUM = range(5)

MOST_SMALL = LARGEST_SMALL_GROUP
"""Size up to which pairwise compares over tiles beat bounds by letters."""

LARGE_PAIRS = 40_000_000
"""Pairs of guess and candidate from which a group is worth all threads."""

SMALLEST_SCORED = 256
"""Size from which scoring all guesses at once beats searching without a good bound."""

MOST_NARROWED, MOST_NARROWED_BY_SPECS = 64, 16
"""Leading guesses up to which bounds pay; the second one if all guesses are scored by inclusion and
exclusion, which is several times as fast."""

# Nanoseconds on one core by which work is cut: a pair of candidates, and a pair of guess and
# candidate in small groups and in others (measured on games; pruning makes searches uneven).
_OWN_PAIR, _SMALL_PAIR, _MEDIUM_PAIR = 16.0, 0.2, 0.3
_PIECES_PER_THREAD = 8


def plan(
    sizes: npt.NDArray[np.int64],
    pool_sizes: npt.NDArray[np.int64],
    pool: int,
    cost: Cost,
    *,
    bounded: bool,
    tells_wins: bool,
) -> npt.NDArray[np.int64]:
    """Choose a method for each group, by its candidates and the guesses that it may choose from.

    ``bounded`` says whether there is a table of contributions to bound guesses with, and
    ``tells_wins`` whether no word but the answer gets the code of the answer.
    """
    wild = cost.kind == FALLING
    wild |= cost.slack[min(LARGEST_SMALL_GROUP, len(cost.slack) - 1)] != 0
    listed = pool == POOL_LISTED
    unbounded = pool == POOL_ALL and cost.kind in (BUCKETS, FALLING, UNBOUNDED)
    work = sizes * pool_sizes
    # A candidate separates two if the other one gets another code.
    closed = 2 if tells_wins and not wild else 1
    table = [
        (CLOSED, (sizes <= closed) & (not listed)),
        (SCORE, (sizes >= SMALLEST_SCORED) & unbounded),
        (SCORE, np.full(len(sizes), not bounded)),
        (LARGE, (work >= LARGE_PAIRS) & (cost.kind != FALLING)),
        (SMALL, (sizes <= MOST_SMALL) & (not listed) & (not wild)),
    ]
    methods, conditions = zip(*table, strict=True)
    return np.select(conditions, methods, MEDIUM)


def score_all(methods: Sequence[tuple[int, int]], size: int, top: int, *, by_specs: bool) -> bool:
    """Decide whether leading guesses are found by scoring every guess once, for all keys.

    ``methods`` are the method and kind of each key, ``size`` is the number of candidates, and
    ``by_specs`` says whether every guess would be scored by inclusion and exclusion.
    """
    chosen = [method for method, _ in methods]
    if not methods or SCORE in chosen or FALLING in [kind for _, kind in methods]:
        return True
    if len(methods) > 1 and size < SMALLEST_SCORED:
        return True
    if by_specs and LARGE in chosen:
        return len(methods) > 1 or top > MOST_NARROWED_BY_SPECS or methods[0][1] == SQUARES
    return top > MOST_NARROWED


class BestGuesses:
    """Best guesses for one vocabulary; tables are built when first needed, and kept.

    ``contributions`` is None if that table does not fit; ``memory`` is about how many bytes other
    tables may take; ``statistics`` scores guesses on groups as `Backend.statistics` does.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        contributions: Contributions | None,
        threads: Threads,
        memory: int,
        statistics: Callable[..., Statistics],
    ) -> None:
        self.vocabulary, self.contributions = vocabulary, contributions
        self.threads, self.memory, self.statistics = threads, memory, statistics

    @cached_property
    def _table(self) -> Table:
        assert self.contributions is not None  # `plan` sends no group here otherwise
        return Table.of(self.contributions)

    @cached_property
    def guess_table(self) -> GuessTable:
        """The guess table for small groups; it needs the table of contributions."""
        from gpuwordle.backends.numba_cpu.small import GuessTable

        assert self.contributions is not None
        return GuessTable(self.contributions, self._table, self.threads, self.memory)

    def search(self, groups: Groups, key: Key, pool: Pool = "all") -> npt.NDArray[np.int32]:
        """Find the guess with the smallest key for each group; see `Backend.best_guesses`."""
        best = np.full(len(groups), -1, np.int32)
        if not len(groups):
            return best
        pooled = self._pooled(groups, pool)
        sizes, guess_count = groups.sizes, len(self.vocabulary.guesses)
        cost = cost_of(key, int(sizes.max()))
        pool_sizes = np.diff(pooled.listed_offsets)
        if pooled.pool == POOL_ALL:
            pool_sizes = np.full(len(groups), guess_count)
        bounded = self.contributions is not None
        tells_wins = self.vocabulary.rule.tells_wins
        method = plan(sizes, pool_sizes, pooled.pool, cost, bounded=bounded, tells_wins=tells_wins)
        closed = method == CLOSED
        best[closed] = pooled.own[pooled.offsets[:-1][closed]]
        for index in np.flatnonzero((method == SCORE) | (method == LARGE)).tolist():
            find = self._score if method[index] == SCORE else self._search_large
            best[index] = find(index, pooled, key, cost)
        self._search_small(np.flatnonzero(method == SMALL), pooled, cost, best)
        medium = np.flatnonzero(method == MEDIUM)
        if len(medium):
            from gpuwordle.backends.numba_cpu.medium import search_medium

            search = partial(search_medium, pooled, self._table, cost, best)
            self._in_threads(medium, (sizes * pool_sizes)[medium], _MEDIUM_PAIR, search)
        return best

    def may_lead(
        self, keys: Sequence[Key], top: int, pool: PoolName, *, by_specs: bool
    ) -> npt.NDArray[np.int32] | None:
        """Find the guesses that may have one of the smallest keys on all answers.

        Return guess indices, ascending; None if scoring every guess costs less. ``by_specs`` says
        whether every guess would be scored by inclusion and exclusion.
        """
        everything = Groups.whole(len(self.vocabulary.answers))
        pooled = self._pooled(everything, pool)
        guesses = pooled.guesses(0, len(self.vocabulary.guesses))
        sizes, pool_sizes = everything.sizes, np.array([len(guesses)])
        bounded, last = self.contributions is not None, min(top, len(guesses))
        tells_wins = self.vocabulary.rule.tells_wins
        chosen = []
        for key in keys:
            cost = cost_of(key, int(sizes[0]))
            (method,) = plan(
                sizes, pool_sizes, pooled.pool, cost, bounded=bounded, tells_wins=tells_wins
            ).tolist()
            chosen.append((method, cost.kind, key, cost))
        methods = [(method, kind) for method, kind, _, _ in chosen]
        if score_all(methods, int(sizes[0]), top, by_specs=by_specs):
            return None
        from gpuwordle.backends.numba_cpu.large import narrow_large

        kept = np.empty(0, np.int32)
        # Entropies first: their bounds are the closest, and need no counts of a part.
        for method, _, key, cost in sorted(chosen, key=lambda one: one[1] != LOGS):
            if len(kept) > len(guesses) // 2:
                return None
            if method != LARGE and top == 1:
                found = self.search(everything, key, pool)
            else:
                given = self._table, cost, everything.candidates, guesses, self.threads
                narrowed = narrow_large(*given, self._counter(key, cost), last)
                found = guesses[narrowed.may_lead(last)]
            kept = np.union1d(kept, found)
        return kept

    def _pooled(self, groups: Groups, pool: Pool) -> Pooled:
        """Bring checked groups and pools to the form that kernels take: sorted."""
        candidates, offsets = groups.candidates, groups.offsets
        own = Groups(self.vocabulary.answer_guess[candidates], offsets).sorted()
        listed, mode = own, POOL_OWN if pool == "candidates" else POOL_ALL
        if isinstance(pool, Groups):
            listed, mode = pool.sorted(), POOL_LISTED
        return Pooled(candidates, offsets, own.candidates, mode, listed.candidates, listed.offsets)

    def _score(self, group: int, pooled: Pooled, key: Key, cost: Cost) -> int:
        """Score every guess of a group's pool."""
        guesses = pooled.guesses(group, len(self.vocabulary.guesses))
        one = Groups.of([pooled.groups.group(group)])
        return _best(self.statistics(one, guesses, None).key(key)[0], guesses, pooled.own_of(group))

    def _counter(self, key: Key, cost: Cost) -> Counter:
        """Count guesses on candidates, as costs."""
        # A cost is a key less its common factor, shifted by a constant for each candidate.
        factor = gcd(*key.weights) or 1
        shift = int(cost.marginal[0]) - (key.weights[0] + key.weights[2]) // factor

        def keys(
            guesses: npt.NDArray[np.int32], candidates: npt.NDArray[np.int32]
        ) -> npt.NDArray[np.int64]:
            scored = self.statistics(Groups.of([candidates]), guesses, None)
            return scored.key(key)[0] // factor + shift * len(candidates)

        return keys

    def _search_large(self, group: int, pooled: Pooled, key: Key, cost: Cost) -> int:
        """Bound every guess, and score those that may be the best, in all threads."""
        from gpuwordle.backends.numba_cpu.large import narrow_large

        candidates = pooled.groups.group(group)
        guesses = pooled.guesses(group, len(self.vocabulary.guesses))
        keys = self._counter(key, cost)
        found = narrow_large(self._table, cost, candidates, guesses, self.threads, keys)
        chosen = guesses[np.append(found.places, found.left)]
        counted = np.append(found.keys, keys(guesses[found.left], candidates))
        return _best(counted, chosen, pooled.own_of(group))

    def _search_small(
        self,
        chosen: npt.NDArray[np.intp],
        pooled: Pooled,
        cost: Cost,
        best: npt.NDArray[np.int32],
    ) -> None:
        if not len(chosen):
            return
        from gpuwordle.backends.numba_cpu.small import Best, search_own, search_small

        table = self._table
        sizes = pooled.groups.sizes
        incumbents = Best(np.full(len(sizes), NO_KEY, np.int64), best)
        own = partial(search_own, pooled, table, cost, incumbents)
        self._in_threads(chosen, sizes[chosen] ** 2, _OWN_PAIR, own)
        if pooled.pool == POOL_OWN:
            return
        perfect = sizes[chosen] * cost.cumulative[1] + cost.largest_weight
        chosen = chosen[incumbents.keys[chosen] != perfect]
        if not len(chosen):
            return
        search = search_small(self.guess_table.dtype)
        for first, last, codes in self.guess_table.blocks():
            listed, work = self.guess_table.postings.listed, sizes[chosen] * (last - first)
            given = partial(search, pooled, listed, cost, first, last, codes, incumbents)
            self._in_threads(chosen, work, _SMALL_PAIR, given)

    def _in_threads(
        self,
        chosen: npt.NDArray[np.intp],
        work: npt.NDArray[np.int64],
        each: float,
        search: Callable[[npt.NDArray[np.intp]], None],
    ) -> None:
        """Search groups in threads, in pieces of about equal work, the largest groups first.

        ``each`` is the time of a unit of work in nanoseconds.
        """
        order = np.argsort(-work, kind="stable")
        chosen, work = chosen[order], work[order]
        if self.threads.count == 1:
            search(chosen)
            return
        wanted = _PIECES_PER_THREAD * self.threads.count
        share = max(int(work.sum()) // wanted, int(SHORTEST_TASK / each), 1)
        self.threads.run((partial(search, chosen[run]), 0.0) for run in runs(work, share))


def _best(
    keys: npt.NDArray[np.int64], guesses: npt.NDArray[np.int32], own: npt.NDArray[np.int32]
) -> int:
    """Return the guess of the smallest key; ties go to a candidate, then to the lowest index."""
    lowest = guesses[keys == keys.min()]
    tied = lowest[np.isin(lowest, own)]
    return int((tied if len(tied) else lowest).min())
