"""All openers together: which is best, and why no other is better.

A beam finds good trees first (`gpuwordle.optimal.beam`), so there is an incumbent at once. Then
openers go through stages, from the cheapest bound to the most expensive. An opener is refuted as
soon as the lower bounds of its buckets sum to the incumbent's total:

1. sizes: a bucket of n candidates takes 2 n - 1 guesses, or 3 n less the most buckets of any guess;
2. supersets: nearly the one-ply bound of large buckets (`gpuwordle.optimal.supersets`; with a GPU
   the exact one, many buckets at once: `gpuwordle.optimal.backend_bounds`), the largest buckets of
   all openers first, round by round, so that a bucket that many openers share is bounded once.
   Without a GPU, long lists leave this stage out in easy mode: their supersets are too large to be
   counted cheaply;
3. buckets: small ones are bounded by their own candidates. Then all guesses are counted, which
   gives the one-ply bound: on small buckets, and in long lists on all. In hard mode the legal
   guesses are counted instead, on all buckets. If the second stage was left out, this one runs
   once for each total, from the lowest: every opener is bounded to a low one before any is bounded
   to a higher one;
4. search: the openers that are left, by ascending bound, each bucket exactly.

Threads share the incumbent, the memo and the lists of supersets; in a round, one thread owns
each list. The best opener, its total and the statement that none is better do not depend on the
number of threads, on memory or on restarts; the stage in which an opener is refuted may.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.backend_bounds import BackendBounds
from gpuwordle.optimal.beam import BeamSearch
from gpuwordle.optimal.bucket_counts import count_by_rows
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.memo import INFEASIBLE
from gpuwordle.optimal.opener_buckets import (
    LARGE_FROM,
    PLACE_BITS,
    SCANNED_FROM,
    Goal,
    OpenerBuckets,
    beta_of,
    bound_counted,
    bound_legal,
    bound_small,
    packed,
    settle,
    split_openers,
)
from gpuwordle.optimal.question import DONE, MEMO_FULL, NO_ROOM, STOPPED, TOO_DEEP
from gpuwordle.optimal.resources import ThreadPool
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.supersets import CHUNK, SupersetBounds
from gpuwordle.optimal.workspace import code_count
from gpuwordle.scoring.groups import Indices, ranges, runs

OPENERS_FOR_LISTS = 8
"""Fewer openers do not repay lists of supersets."""

OPENERS_AT_ONCE = 16
"""Openers whose buckets a thread bounds before the least bound of all is raised."""

COUNTED_FROM = 4000
"""Fewest answers of long lists, whose openers get the one-ply bound of all buckets instead of
supersets in easy mode on a CPU; with fewer, supersets and a search refute an opener sooner."""

STEP = 0.015
"""Openers of a long list are bounded to one total after the other, which rises by this share of the
best one: so the least bound of all rises early, and a search that is stopped has a useful bound."""

FIRST_TREES = (2, 1)
"""Widths of the beam whose trees are the first incumbents."""

FIRST_OPENERS = 8
"""Openers whose trees are grown at first, for each of the best openers that are wanted. The best
tree is nearly always one of these; only under a limit may none of them have a tree."""

CODES_AT_ONCE, CODES_BY_BACKEND = 1 << 32, 1 << 40
"""Most codes of all guesses on the buckets that are bounded together: by compiled loops, and by a
backend that counts many sets at a time."""

BUCKETS_AT_ONCE = 4_000_000
BUCKET_BYTES = 64
"""Bytes that a bucket takes, with its copy while openers are left out."""

SAVE_EVERY = 20.0
"""Seconds between two checkpoints."""

STAGES = ("open", "sizes", "supersets", "buckets", "searched", "solved")
"""What is known of an opener, as checkpoints name it: nothing; that it is refuted by sizes, by
supersets, by its buckets one by one (small ones at first) or by search; or its total."""

OPEN, BY_SIZES, BY_SUPERSETS, BY_BUCKETS, BY_SEARCH, SOLVED = range(6)

BoundsOfBuckets = Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], npt.NDArray[np.int64]]


class Found(NamedTuple):
    """An opener whose least total is known, or a tree of it with that total."""

    total: int  # guesses over all answers
    place: int  # among all guesses: answers first, then the vocabulary's order
    worst: int  # guesses of the longest game of the tree that was found


@dataclass
class OpenerState:
    """Checkpointable state of the opener search: bounds, stages, totals."""

    bounds: npt.NDArray[np.int64]  # (guesses,): lower bound of each total, in the search's order
    stages: npt.NDArray[np.uint8]  # (guesses,): a number of `STAGES` for each
    found: list[Found] = field(default_factory=list)  # openers whose totals are known

    def lower_bound(self, below: int, openers: Indices | None) -> int:
        """Return the least of ``below`` and the bounds of openers, of all if None."""
        bounds = self.bounds if openers is None else self.bounds[openers]
        return int(bounds.min(initial=below))


class OpenerSearch:
    """Searches the openers of a solver's vocabulary, in its mode of play.

    The ``top`` best ones are wanted, if their totals are below ``below``. After an opener ``left``
    guesses are left, those that the solver allows if None; with ``any_tree``, any opener with a
    tree within them will do. ``state`` is that of an earlier search, to continue from; ``trees``
    are good trees of openers, the best first, if they were found before (see `grow_trees`).
    """

    def __init__(
        self,
        solver: Solver,
        *,
        top: int = 1,
        below: int | None = None,
        left: int | None = None,
        any_tree: bool = False,
        threads: int | None = None,
        state: OpenerState | None = None,
        trees: Sequence[Found] = (),
    ) -> None:
        self.solver, self.tables, self.top = solver, solver.tables, top
        self.guesses, self.answers = solver.tables.codes.shape
        self.threads = ThreadPool(solver, threads)
        if left is None:
            left = solver.left_after(1)
        self.goal = Goal(left, solver.hard, any_tree)
        self.below = INFEASIBLE if below is None else min(below, INFEASIBLE)
        self.state = state or OpenerState(
            np.zeros(self.guesses, np.int64), np.zeros(self.guesses, np.uint8)
        )
        self.trees = list(trees)
        self.beam = BeamSearch(solver, FIRST_TREES, threads=threads)
        self.incumbent = np.array([packed(self.below, 0)], np.int64)
        self._first_found = self.guesses
        self._code_count = code_count(self.tables)
        self._bucket_counts = self._count_buckets()
        self._order = np.lexsort((np.arange(self.guesses), -self._bucket_counts))
        self._lock = threading.Lock()
        self._progress: Callable[[float], None] | None = None
        self._save: Callable[[OpenerState], None] | None = None
        self._saved = 0.0
        self._admit()

    def run(
        self,
        *,
        deadline: Deadline | None = None,
        progress: Callable[[float], None] | None = None,
        save: Callable[[OpenerState], None] | None = None,
        openers: Indices | None = None,
    ) -> bool:
        """Search until every opener is refuted or its total is known; return whether all are.

        ``openers`` restricts them to some places. ``progress`` gets the share of openers that are
        done; ``save`` gets the state every `SAVE_EVERY` seconds and at the end, even after Ctrl-C.
        """
        self._progress, self._save, self._saved = progress, save, time.monotonic()
        try:
            if self.lacks_incumbent():
                self.grow_trees(openers, deadline)
            with self.threads.at_work(deadline, self._report):
                return self._run(openers)
        finally:
            if save is not None:
                save(self.state)

    def grow_trees(self, openers: Indices | None = None, deadline: Deadline | None = None) -> None:
        """Find good trees of openers by a beam; their totals are to be beaten.

        The total to beat is ``below`` if that is less. ``openers`` restricts them to some places.
        """
        grow = partial(
            self.beam.openers,
            openers,
            left=self.goal.left,
            deadline=deadline,
            progress=lambda _: self._report(),
        )
        trees = grow(most=FIRST_OPENERS * self.top)
        if len(trees) < self.top:
            trees = grow() or trees
        self.trees = [Found(*tree) for tree in trees]
        self._admit()

    def best(self) -> list[Found]:
        """Return the best openers found so far, with the totals of their best trees."""
        known = {tree.place: tree for tree in self.trees} | {f.place: f for f in self.state.found}
        return sorted(known.values())[: self.top]

    def lower_bound(self, openers: Indices | None = None) -> int:
        """Return the lower bound of the totals of openers that is proven so far; of all if None."""
        return self.state.lower_bound(self.below, openers)

    def waiting(self, openers: Indices | None = None) -> Indices:
        """Return the places of the openers to be settled, those with the most buckets first.

        ``openers`` restricts them to some places.
        """
        order = self._order
        out = ~self._alive(order) & (self.state.stages[order] == OPEN)
        self.state.stages[order[out]] = BY_SIZES
        left = order[self._alive(order)]
        return left if openers is None else left[np.isin(left, openers)]

    def admit(self, openers: Indices, state: OpenerState) -> None:
        """Take over what another search found about some openers; its state holds only those."""
        ours = self.state
        ours.bounds[openers] = np.maximum(ours.bounds[openers], state.bounds)
        ours.stages[openers] = state.stages
        known = {found.place for found in ours.found}
        ours.found += [found for found in state.found if found.place not in known]
        self._admit()

    def _count_buckets(self) -> npt.NDArray[np.int64]:
        """Count every opener's buckets, and bound it by them."""
        bucket_counts = np.empty(self.guesses, np.int64)
        workspace = self.solver.take_workspace()
        everything = np.arange(self.answers, dtype=np.int32)
        count_by_rows(self.tables.codes, everything, self.answers, bucket_counts, workspace.marks)
        self.solver.give_back(workspace)
        one_ply = 3 * self.answers - bucket_counts - (np.arange(self.guesses) < self.answers)
        np.maximum(self.state.bounds, one_ply, out=self.state.bounds)
        return bucket_counts

    def _run(self, openers: Indices | None) -> bool:
        if self.lacks_incumbent():
            # Bounds refute nothing before there are totals to compare them with.
            first = self.waiting(openers)[: self.top + 1]
            if not self._settle_all(_each(*self._sized(first))):
                return False
        for target in self._targets(openers):
            kept: list[tuple[OpenerBuckets, int]] = []
            waiting = self.waiting(openers)
            for block in self._blocks(waiting[self.state.bounds[waiting] < target]):
                kept += self._bounded(block, target)
                if self.threads.stopped():
                    return False
        if not self.goal.any_tree:
            kept.sort(key=lambda item: (item[0].totals[item[1]], item[0].openers[item[1]]))
        return self._settle_all(kept)

    def _targets(self, openers: Indices | None) -> list[int]:
        """Choose the totals to which openers are bounded in turn; the last one refutes nothing."""
        if not self._counts_all_buckets() or self.lacks_incumbent():
            return [INFEASIBLE]
        low, high = self.lower_bound(openers), int(self.incumbent[0]) >> PLACE_BITS
        steps = max(1, round((high - low) / (STEP * high)))
        return [*np.linspace(low, high, steps + 1, dtype=int)[1:-1].tolist(), INFEASIBLE]

    def _counts_all_buckets(self) -> bool:
        """Return whether every bucket is bounded by counting all guesses, before any search."""
        easy = not (self.goal.hard or self.goal.any_tree)
        return easy and self.answers >= COUNTED_FROM and not self.solver.engine.counts_many_sets

    def lacks_incumbent(self) -> bool:
        """Return whether there is no total yet that bounds could be compared with."""
        return not self.goal.any_tree and int(self.incumbent[0]) >> PLACE_BITS == INFEASIBLE

    def _alive(self, openers: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Return which openers are neither solved nor refuted."""
        known = int(self.incumbent[0])
        betas = (known >> PLACE_BITS) + (openers < (known & ((1 << PLACE_BITS) - 1)))
        bounds, stages = self.state.bounds[openers], self.state.stages[openers]
        return (stages != SOLVED) & (bounds < betas)

    def _blocks(self, openers: npt.NDArray[np.integer]) -> list[npt.NDArray[np.integer]]:
        """Cut openers into blocks whose buckets fit in memory."""
        at_once = max(1, min(BUCKETS_AT_ONCE, self.solver.work_bytes // BUCKET_BYTES))
        return [openers[run] for run in runs(self._bucket_counts[openers], at_once)]

    def _sized(
        self, openers: npt.NDArray[np.integer]
    ) -> tuple[OpenerBuckets, npt.NDArray[np.intp]]:
        """Split all answers by openers, and leave out those that sizes refute."""
        bucket_counts = self._bucket_counts[openers]
        buckets = OpenerBuckets.of(openers.astype(np.int64), bucket_counts, self.answers)
        codes, least, most = self.tables.codes, self.tables.least, int(self._bucket_counts.max())

        def split(_: int, some: slice) -> None:
            split_openers(codes, least, buckets, some.start, some.stop, most, self._code_count)

        self.threads.share_slices(split, len(openers), CHUNK)
        alive = self._drop(buckets, np.arange(len(openers)), BY_SIZES)
        return buckets.take(alive), np.arange(len(alive))

    def _bounded(
        self, openers: npt.NDArray[np.integer], target: int
    ) -> list[tuple[OpenerBuckets, int]]:
        """Bound the buckets of openers up to a total; return the openers that are not refuted."""
        buckets, alive = self._sized(openers)
        if self.threads.stopped() or self.goal.any_tree:
            return _each(buckets, alive)
        if len(alive) >= OPENERS_FOR_LISTS:
            alive = self._bound_large(buckets, alive)
        if self.threads.stopped():
            return []

        def bound(thread: int, chosen: npt.NDArray[np.intp]) -> None:
            memo, workspace = self.solver.roomy_memo(), self.threads.workspaces[thread]
            given = self.tables, memo, workspace, buckets, chosen, self.incumbent
            bound_small(*given, target)
            if self.goal.hard:
                bound_legal(*given, self.goal)
                return
            end = self.answers + 1 if self.answers >= COUNTED_FROM else LARGE_FROM
            bound_counted(*given, target, SCANNED_FROM, end)

        order = alive[np.argsort(buckets.totals[alive], kind="stable")]
        at_once = OPENERS_AT_ONCE * self.threads.count
        for first in range(0, len(order), at_once):
            pieces = np.array_split(order[first : first + at_once], at_once // 2)
            self.threads.share(bound, pieces)
            alive = self._drop(buckets, alive, BY_BUCKETS)
        return _each(buckets, alive)

    def _drop(
        self, buckets: OpenerBuckets, alive: npt.NDArray[np.intp], stage: int
    ) -> npt.NDArray[np.intp]:
        """Record sums of bucket bounds; return the openers they do not refute."""
        openers, totals = buckets.openers[alive], buckets.totals[alive]
        np.maximum.at(self.state.bounds, openers, np.minimum(totals, INFEASIBLE))
        left = self._alive(openers)
        self.state.stages[openers[~left]] = stage
        return alive[left]

    def _bound_large(
        self, buckets: OpenerBuckets, alive: npt.NDArray[np.intp]
    ) -> npt.NDArray[np.intp]:
        """Bound large buckets: those of the openers with the least bounds, the largest first."""
        bounds_of = self._bounds_of_buckets()
        if bounds_of is None:
            return alive
        large = np.concatenate([[0], np.cumsum(buckets.sizes >= LARGE_FROM)])
        left = large[buckets.offsets[1:]] - large[buckets.offsets[:-1]]
        bounded = np.zeros(len(left), np.int64)
        while not self.threads.stopped():
            waiting = alive[left[alive] > 0]
            if not len(waiting):
                break
            chosen = self._least(buckets, waiting, bounded)
            step = np.minimum(np.maximum(1, bounded[chosen] // 3), left[chosen])
            openers = np.repeat(chosen, step)
            places = ranges(buckets.offsets[chosen] + bounded[chosen], step)
            bounds = bounds_of(buckets.openers[openers], buckets.codes[places])
            gains = np.maximum(bounds - buckets.bounds[places], 0)
            buckets.bounds[places] += gains
            np.add.at(buckets.totals, openers, gains)
            bounded[chosen] += step
            left[chosen] -= step
            alive = self._drop(buckets, alive, BY_SUPERSETS)
        return alive

    def _least(
        self,
        buckets: OpenerBuckets,
        waiting: npt.NDArray[np.intp],
        bounded: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.intp]:
        """Choose the openers with the least bounds, as many as are bounded in about a second."""
        order = waiting[np.argsort(buckets.totals[waiting], kind="stable")]
        sizes = buckets.sizes[buckets.offsets[order] + bounded[order]]
        at_once = CODES_BY_BACKEND if self.solver.engine.counts_many_sets else CODES_AT_ONCE
        count = np.searchsorted(np.cumsum(sizes) * self.guesses, at_once)
        return np.sort(order[: max(OPENERS_FOR_LISTS, int(count))])

    def _bounds_of_buckets(self) -> BoundsOfBuckets | None:
        """Choose what bounds buckets, given their openers and codes; None if nothing can."""
        if self.solver.engine.counts_many_sets:
            return BackendBounds(self.solver, self.threads).bounds
        if self._counts_all_buckets():
            return None
        supersets = SupersetBounds(self.solver, self.threads)
        return None if supersets.features is None else supersets.bounds

    def _settle_all(self, kept: list[tuple[OpenerBuckets, int]]) -> bool:
        """Search openers until each is refuted or its total is known; return whether all were."""
        self.threads.share(self._settle_one, list(enumerate(kept)))
        return not self.threads.stopped()

    def _settle_one(self, thread: int, task: tuple[int, tuple[OpenerBuckets, int]]) -> None:
        number, (buckets, i) = task
        if number >= self._first_found:
            return
        opener, any_tree = int(buckets.openers[i]), self.goal.any_tree
        while True:
            memo, workspace = self.solver.memo(any_tree), self.threads.workspaces[thread]
            status, total, depth = settle(
                self.tables, memo, workspace, buckets, i, self.incumbent, self.goal
            )
            if status == MEMO_FULL:
                self.solver.grow_memo(memo, any_tree)
            elif status in (TOO_DEEP, NO_ROOM):
                self.threads.enlarge(thread, status)
            else:
                break
        with self._lock:
            state = self.state
            if not any_tree:
                state.bounds[opener] = max(state.bounds[opener], min(int(total), INFEASIBLE))
            if status == STOPPED:
                return
            if status == DONE and total < min(beta_of(self.incumbent, opener), INFEASIBLE):
                state.stages[opener] = SOLVED
                state.found.append(Found(int(total), opener, int(depth)))
                if any_tree:
                    self._first_found = min(self._first_found, number)
                else:
                    self._admit()
            else:
                state.stages[opener] = BY_SEARCH
                if any_tree:
                    state.bounds[opener] = INFEASIBLE

    def _admit(self) -> None:
        """Make the worst of the best openers found the incumbent, when there are enough.

        A tree's opener may have a smaller total, so it is not refuted by its own tree.
        """
        found, trees = (sorted(some)[: self.top] for some in (self.state.found, self.trees))
        if len(found) == self.top and found[-1].total < self.below:
            self.incumbent[0] = min(self.incumbent[0], packed(found[-1].total, found[-1].place))
        if len(trees) == self.top and trees[-1].total < self.below:
            self.incumbent[0] = min(self.incumbent[0], packed(trees[-1].total + 1, 0))

    def _report(self) -> None:
        if self._progress is not None:
            done = np.count_nonzero(self.state.stages)
            self._progress(done / self.guesses)
        now = time.monotonic()
        if self._save is not None and now > self._saved + SAVE_EVERY:
            with self._lock:
                self._save(self.state)
            self._saved = now


def _each(buckets: OpenerBuckets, alive: npt.NDArray[np.intp]) -> list[tuple[OpenerBuckets, int]]:
    """Return openers one by one: the buckets and the place among them."""
    return [(buckets, int(i)) for i in alive]
