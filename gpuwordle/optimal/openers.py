"""All openers together: which is best, and why no other is better.

Openers are taken in passes, from what costs least to what costs most. An opener is out as soon as
the lower bounds of its parts add up to the incumbent's total:

1. sizes: a part of n candidates takes 2 n - 1 guesses, or 3 n less the most patterns of any guess;
2. walks: the best guess on each large part (`gpuwordle.optimal.walks`; with a GPU every guess on
   many parts at once, `gpuwordle.optimal.set_counter`), largest parts first, for all openers round
   by round, so that parts that many openers share are bounded once;
3. small parts, by their members and by all guesses; in hard mode all parts by the legal guesses;
4. search: what is left, by rising bound, each part exactly.

Threads share the incumbent, the memo and the lists of supersets; in a round of walks each list is
one thread's. The best opener, its total and the statement that none is better do not depend on the
number of threads, on memory or on restarts; which pass an opener fell in may.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.counting import count_all
from gpuwordle.optimal.memo import INFEASIBLE
from gpuwordle.optimal.parts import (
    WALKED_FROM,
    Parts,
    Rules,
    beta_of,
    bound_legal,
    bound_small,
    packed,
    raise_bound,
    settle,
    split_openers,
)
from gpuwordle.optimal.question import DONE, MEMO_FULL, NO_ROOM, STOPPED, TOO_DEEP
from gpuwordle.optimal.resources import Indices
from gpuwordle.optimal.running import Deadline
from gpuwordle.optimal.scratch import code_count
from gpuwordle.optimal.set_counter import SetCounter
from gpuwordle.optimal.sharing import SearchThreads
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.standing import (
    BY_PARTS,
    BY_SIZES,
    BY_WALKS,
    OPEN,
    SEARCHED,
    SOLVED,
    Found,
    Standing,
)
from gpuwordle.optimal.walker import CHUNK, Walker

WALKED_OPENERS = 8
"""Fewer openers do not repay lists of supersets."""

PARTS_AT_ONCE = 4_000_000
PART_BYTES = 64
"""Bytes that a part takes, with its copy while parts are joined."""

BoundsOfParts = Callable[[npt.NDArray[np.int64], npt.NDArray[np.int64]], npt.NDArray[np.int64]]

SAVE_EVERY = 20.0
"""Seconds between two checkpoints."""


class OpenerSearch:
    """Searches the openers of a solver's vocabulary.

    Parameters
    ----------
    solver
        Its hard mode and guesses allowed are those of the search.
    top
        How many of the best openers are wanted.
    below
        Totals that are not below this are of no interest; all are when None.
    left
        Guesses left after the opener; those that the solver allows when None.
    any_tree
        Whether any opener will do that keeps to the guesses left.
    threads
        How many search; GPUWORDLE_THREADS or all processors when None.
    standing
        Where an earlier search stood.
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
        standing: Standing | None = None,
    ) -> None:
        self.solver, self.tables, self.top = solver, solver.tables, top
        self.guesses, self.answers = solver.tables.codes.shape
        self.threads = SearchThreads(solver, threads)
        if left is None:
            left = solver.left_after(1)
        self.rules = Rules(left, solver.hard, any_tree)
        self.below = INFEASIBLE if below is None else min(below, INFEASIBLE)
        self.standing = standing or Standing(
            np.zeros(self.guesses, np.int64), np.zeros(self.guesses, np.uint8)
        )
        self.incumbent = np.array([packed(self.below, 0)], np.int64)
        self._first_found = self.guesses
        self._code_count = code_count(self.tables)
        self._patterns = self._count_patterns()
        self._falling = np.lexsort((np.arange(self.guesses), -self._patterns))
        self._lock = threading.Lock()
        self._admit()

    def run(
        self,
        *,
        deadline: Deadline | None = None,
        progress: Callable[[float], None] | None = None,
        save: Callable[[Standing], None] | None = None,
        openers: Indices | None = None,
    ) -> bool:
        """Search until every opener is out or its total known.

        Parameters
        ----------
        deadline
            When to stop with what is known by then.
        progress
            Called with the share of openers that are done.
        save
            Called now and then, and at the end, with where the search stands.
        openers
            The only ones to settle, by their places; all when None.

        Returns
        -------
        bool
            Whether it came to its end.

        Raises
        ------
        KeyboardInterrupt
            After Ctrl-C; `save` was called before.
        """
        self._progress, self._save, self._saved = progress, save, time.monotonic()
        with self.threads.at_work(deadline, self._report):
            try:
                return self._run(openers)
            finally:
                if save is not None:
                    save(self.standing)

    def lower_bound(self) -> int:
        """Return the number of guesses that no opener takes less than, so far."""
        open_bounds = self.standing.bounds
        return int(min(self.below, open_bounds.min(initial=INFEASIBLE)))

    def waiting(self, openers: Indices | None = None) -> Indices:
        """Return the places of the openers to be settled, those of the most patterns first.

        Parameters
        ----------
        openers
            The only ones of interest; all when None.
        """
        order = self._falling
        out = ~self._alive(order) & (self.standing.stages[order] == OPEN)
        self.standing.stages[order[out]] = BY_SIZES
        left = order[self._alive(order)]
        return left if openers is None else left[np.isin(left, openers)]

    def admit(self, openers: Indices, standing: Standing) -> None:
        """Take over what another search has come to with some openers, and nothing of others."""
        ours = self.standing
        ours.bounds[openers] = np.maximum(ours.bounds[openers], standing.bounds)
        ours.stages[openers] = standing.stages
        known = {found.place for found in ours.found}
        ours.found += [found for found in standing.found if found.place not in known]
        self._admit()

    def _count_patterns(self) -> npt.NDArray[np.int64]:
        """Count every opener's patterns, and bound it by them."""
        patterns = np.empty(self.guesses, np.int64)
        scratch = self.solver.take_scratch()
        everything = np.arange(self.answers, dtype=np.int32)
        count_all(self.tables.codes, everything, self.answers, patterns, scratch.marks)
        self.solver.give_back(scratch)
        one_ply = 3 * self.answers - patterns - (np.arange(self.guesses) < self.answers)
        np.maximum(self.standing.bounds, one_ply, out=self.standing.bounds)
        return patterns

    def _run(self, openers: Indices | None) -> bool:
        patterns, waiting = self._patterns, self.waiting(openers)
        if not self.rules.any_tree and int(self.incumbent[0]) >> 32 == INFEASIBLE:
            # Bounds are of no use before there are totals to compare them with.
            if not self._settle(*self._sized(waiting[: self.top + 1], patterns)):
                return False
            waiting = self.waiting(openers)
        kept: list[tuple[Parts, int]] = []
        for block in self._blocks(waiting, patterns):
            kept += self._bounded(block, patterns)
            if self.threads.stopped():
                return False
        if not self.rules.any_tree:
            kept.sort(key=lambda item: (item[0].totals[item[1]], item[0].openers[item[1]]))
        return self._settle_all(kept)

    def _alive(self, openers: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Tell which openers are neither solved nor out."""
        known = int(self.incumbent[0])
        betas = (known >> 32) + (openers < (known & 0xFFFFFFFF))
        bounds, stages = self.standing.bounds[openers], self.standing.stages[openers]
        return (stages != SOLVED) & (bounds < betas)

    def _blocks(
        self, openers: npt.NDArray[np.integer], patterns: npt.NDArray[np.int64]
    ) -> Iterator[npt.NDArray[np.integer]]:
        """Cut openers into blocks whose parts fit the memory."""
        if not len(openers):
            return
        at_once = max(1, min(PARTS_AT_ONCE, self.solver.work_bytes // PART_BYTES))
        block = np.cumsum(patterns[openers]) // at_once
        yield from np.split(openers, np.flatnonzero(np.diff(block)) + 1)

    def _sized(
        self, openers: npt.NDArray[np.integer], patterns: npt.NDArray[np.int64]
    ) -> tuple[Parts, npt.NDArray[np.intp]]:
        """Split all answers by openers, and leave out those whose sizes are enough."""
        openers = openers.astype(np.int64)
        count = min(len(openers) // CHUNK, 64 * self.threads.count)
        pieces = np.array_split(openers, max(1, count))
        made = [Parts.of(piece, patterns[piece], self.answers) for piece in pieces]
        most = int(patterns.max())

        def split(parts: Parts) -> Callable[[int], None]:
            return lambda thread: split_openers(self.tables.codes, parts, most, self._code_count)

        self.threads.share([split(parts) for parts in made])
        alive = [self._drop(parts, np.arange(len(parts.openers)), BY_SIZES) for parts in made]
        left = [parts.take(chosen) for parts, chosen in zip(made, alive, strict=True)]
        parts = Parts.joined(left)
        return parts, np.arange(len(parts.openers))

    def _bounded(
        self, openers: npt.NDArray[np.integer], patterns: npt.NDArray[np.int64]
    ) -> list[tuple[Parts, int]]:
        """Bound the parts of openers; return those that are not out by that."""
        parts, alive = self._sized(openers, patterns)
        if self.threads.stopped() or self.rules.any_tree:
            return [(parts, int(i)) for i in alive]
        if len(alive) >= WALKED_OPENERS:
            alive = self._walk(parts, alive)
        if self.threads.stopped():
            return []

        def bound(chosen: npt.NDArray[np.intp]) -> Callable[[int], None]:
            def work(thread: int) -> None:
                memo, scratch = self.solver.roomy_memo(), self.threads.scratches[thread]
                asked = self.tables, memo, scratch, parts, chosen, self.incumbent
                bound_small(*asked, self.rules.hard)
                if self.rules.hard:
                    bound_legal(*asked, self.rules)

            return work

        pieces = np.array_split(alive, max(1, len(alive) // CHUNK)) if len(alive) else []
        self.threads.share([bound(piece) for piece in pieces])
        alive = self._drop(parts, alive, BY_PARTS)
        return [(parts, int(i)) for i in alive]

    def _drop(self, parts: Parts, alive: npt.NDArray[np.intp], stage: int) -> npt.NDArray[np.intp]:
        """Keep what bounds have come to, and return the openers that they leave."""
        openers, totals = parts.openers[alive], parts.totals[alive]
        np.maximum.at(self.standing.bounds, openers, totals)
        left = self._alive(openers)
        self.standing.stages[openers[~left]] = stage
        return alive[left]

    def _walk(self, parts: Parts, alive: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Bound large parts by walks, the largest of all openers first."""
        bounds_of = self._bounds_of_parts()
        if bounds_of is None:
            return alive
        first = 0
        while len(alive) and not self.threads.stopped():
            step = max(1, first // 3)
            chosen = [
                np.stack([alive, parts.offsets[alive] + number], axis=1)
                for number in range(first, first + step)
            ]
            items = np.concatenate(chosen)
            items = items[items[:, 1] < parts.offsets[items[:, 0] + 1]]
            items = items[parts.sizes[items[:, 1]] >= WALKED_FROM]
            if not len(items):
                break
            bounds = bounds_of(parts.openers[items[:, 0]], parts.codes[items[:, 1]])
            for (opener, part), bound in zip(items.tolist(), bounds.tolist(), strict=True):
                if bound > parts.bounds[part]:
                    raise_bound.py_func(parts, opener, part, bound)
            alive = self._drop(parts, alive, BY_WALKS)
            first += step
        return alive

    def _bounds_of_parts(self) -> BoundsOfParts | None:
        """Choose what bounds parts, named by their openers and patterns; None if nothing can."""
        if self.solver.engine.counts_many_sets:
            return SetCounter(self).bounds
        walker = Walker(self)
        return None if walker.features is None else walker.bounds

    def _settle(self, parts: Parts, alive: npt.NDArray[np.intp]) -> bool:
        return self._settle_all([(parts, int(i)) for i in alive])

    def _settle_all(self, kept: list[tuple[Parts, int]]) -> bool:
        """Search openers until each is out or its total known; tell whether all came to that."""
        waiting = deque(enumerate(kept))

        def work(thread: int) -> None:
            while not self.threads.stopped():
                try:
                    number, (parts, i) = waiting.popleft()
                except IndexError:
                    return
                if number < self._first_found:
                    self._settle_one(thread, number, parts, i)

        self.threads.share([work] * self.threads.count)
        return not self.threads.stopped()

    def _settle_one(self, thread: int, number: int, parts: Parts, i: int) -> None:
        opener, any_tree = int(parts.openers[i]), self.rules.any_tree
        while True:
            memo, scratch = self.solver.memo(any_tree), self.threads.scratches[thread]
            status, total, depth = settle(
                self.tables, memo, scratch, parts, i, self.incumbent, self.rules
            )
            if status == MEMO_FULL:
                self.solver.grow_memo(memo, any_tree)
            elif status in (TOO_DEEP, NO_ROOM):
                self.threads.enlarge(thread, status)
            else:
                break
        with self._lock:
            standing = self.standing
            if not any_tree:
                standing.bounds[opener] = max(standing.bounds[opener], int(total))
            if status == STOPPED:
                return
            if status == DONE and total < min(beta_of(self.incumbent, opener), INFEASIBLE):
                standing.stages[opener] = SOLVED
                standing.found.append(Found(int(total), opener, int(depth)))
                if any_tree:
                    self._first_found = min(self._first_found, number)
                else:
                    self._admit()
            else:
                standing.stages[opener] = SEARCHED
                if any_tree:
                    standing.bounds[opener] = INFEASIBLE

    def _admit(self) -> None:
        """Make the worst of the best openers found the incumbent, when there are enough."""
        best = sorted(self.standing.found)[: self.top]
        if len(best) == self.top and best[-1].total < self.below:
            self.incumbent[0] = packed(best[-1].total, best[-1].place)

    def _report(self) -> None:
        if self._progress is not None:
            done = np.count_nonzero(self.standing.stages)
            self._progress(done / self.guesses)
        now = time.monotonic()
        if self._save is not None and now > self._saved + SAVE_EVERY:
            with self._lock:
                self._save(self.standing)
            self._saved = now
