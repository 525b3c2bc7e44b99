"""Beam search: finds a good tree of a large set quickly, and so an upper bound of its least total.

The exact search may try every guess of every set. A beam tries a few of each: of those with the
least one-ply bounds, the ones whose buckets look cheapest. Small sets that some guess almost
separates are searched exactly. So the total of a beam is a function of the set, the widths and the
conditions. It does not depend on threads, memory or what was searched before, because a separate
memo keeps totals of beams and bounds, without totals that other searches happened to find.

A bucket of p candidates takes at least 2 p - 1 guesses, and in practice about p log p more. This
*estimate* favours small buckets among guesses that make equally many.

Openers are compared by beams, too: many by the narrowest one, the best of these by one of half the
widths, and the best of those by the whole beam.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from gpuwordle.compiled import kernel
from gpuwordle.optimal.bucket_counts import count_buckets
from gpuwordle.optimal.cancellation import ALL_SCANS, SCANS_LEFT, Deadline
from gpuwordle.optimal.code_tables import Tables
from gpuwordle.optimal.legality import add_clue
from gpuwordle.optimal.memo import (
    ENTRY_BYTES,
    INFEASIBLE,
    SEARCHED,
    Memo,
    bound_of,
    depth_of,
    fact_of,
    find,
    grown,
    guess_of,
    is_exact,
    is_scanned,
    key_under_conditions,
    mix,
    put,
)
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    NO_ROOM,
    TOO_DEEP,
    Clue,
    Question,
    Solution,
)
from gpuwordle.optimal.resources import ThreadPool
from gpuwordle.optimal.search import (
    ENTER,
    NEXT_BUCKET,
    NEXT_GUESS,
    RETURN,
    add_bucket,
    begin,
    enter,
    prepare_bucket,
    search,
    split,
)
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.workspace import (
    FRAME,
    Workspace,
)
from gpuwordle.progress import Progress
from gpuwordle.scoring.groups import Indices
from gpuwordle.scoring.logs import LOG_SCALE, log_table

ESTIMATED, MORE_ESTIMATED = 12, 20
"""Guesses of a set that are estimated: the first number for each one kept, plus the second."""

EXACT = 40
"""Largest sets that are searched exactly, if some guess makes at least two buckets for every three
candidates: with fewer buckets a set of a dense list may take forever."""

FIRST_WIDTHS = (1,)
"""Widths by which most openers are compared."""

FIRST_SLOTS, MOST_SLOTS = 1 << 14, 1 << 20
"""Slots of a beam's memo, which grows; when it is full, small sets are replaced."""

_UNIT = 1 << 20
"""Units of an estimate per guess."""


class Beam(NamedTuple):
    """How wide a beam is, and its scratch arrays."""

    widths: npt.NDArray[np.int64]  # guesses tried of the first sets, of their buckets, and so on
    exact: int  # largest sets that are searched exactly
    extra: npt.NDArray[np.int64]  # (answers + 1,): what a bucket is expected to take beyond 2 p - 1
    # (depth, widest): buckets of the guesses to try, and one for a candidate
    buckets: npt.NDArray[np.int64]
    estimates: npt.NDArray[np.int64]  # (widest,): of those guesses
    tally: npt.NDArray[np.int64]  # (answers + 2,): guesses by bucket count


def beam_for(tables: Tables, widths: tuple[int, ...], exact: int, depth: int) -> Beam:
    """Allocate a beam for a stack of ``depth`` sets."""
    answers, widest = tables.codes.shape[1], max(widths)
    return Beam(
        np.array(widths, np.int64),
        exact,
        extra_of(answers),
        np.empty((depth, widest), np.int64),
        np.empty(widest, np.int64),
        np.zeros(answers + 2, np.int64),
    )


def extra_of(largest: int) -> npt.NDArray[np.int64]:
    """Return what buckets of up to ``largest`` candidates are expected to take beyond 2 p - 1."""
    sizes = np.arange(largest + 1)
    extra = 9 * (log_table(largest) // (LOG_SCALE // _UNIT)) // 100 - sizes * (_UNIT // 10)
    return np.where(sizes > 2, extra, 0)


class BeamSearch:
    """Finds good trees of a solver's vocabulary; several threads share the sets and openers.

    ``widths`` say how many guesses are tried of each set, of each of its buckets, and so on; the
    last holds for all that follow. The first is that of the sets after an opener. Sets of ``exact``
    candidates or fewer are searched exactly, in the solver's memo of totals.
    """

    def __init__(
        self,
        solver: Solver,
        widths: Sequence[int],
        *,
        exact: int = EXACT,
        threads: int | None = None,
    ) -> None:
        self.solver, self.exact = solver, exact
        self.widths = tuple(widths)
        self.threads = ThreadPool(solver, threads)
        most = max(1 << 10, solver.work_bytes // 4 // ENTRY_BYTES)
        self._most_slots = min(MOST_SLOTS, 1 << (most.bit_length() - 1))
        self.memo = Memo.of(min(FIRST_SLOTS, self._most_slots), growing=True)
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def solve(
        self,
        sets: Sequence[tuple[Indices, Sequence[Clue]]],
        *,
        level: int = 0,
        deadline: Deadline | None = None,
    ) -> list[Solution]:
        """Find a good tree of each set, given by candidates (answer indices) and the clues before.

        ``level`` is the place of the first width. The bound of a solution is the trivial one. If
        the beam has no tree within the guesses allowed, or the deadline passes first, the total is
        None and the guess -1.
        """
        solver, found = self.solver, [Solution(None, 0, None, -1, False)] * len(sets)

        def search(thread: int, number: int) -> None:
            candidates, clues = sets[number]
            numbers = np.sort(solver.numbering.answer_number[candidates])
            demands, left = solver.demands_of(candidates, clues), solver.left_after(len(clues))
            searcher = self._searchers[thread]
            status, total, worst, guess = searcher.ask(numbers, demands, left, self.widths, level)
            if status != DONE or total >= INFEASIBLE:
                return
            if guess >= 0:
                first = int(solver.numbering.guesses[guess])
            else:
                first = solver.choose(candidates, clues, left=left, deadline=deadline).guess
            found[number] = Solution(total, 2 * len(numbers) - 1, worst, first, False)

        with self._at_work(deadline):
            self.threads.share(search, range(len(sets)))
        return found

    def openers(
        self,
        among: Indices | None = None,
        *,
        most: int | None = None,
        left: int | None = None,
        deadline: Deadline | None = None,
        progress: Progress | None = None,
    ) -> list[tuple[int, int, int]]:
        """Find good trees of the most promising openers; return total, place and longest game.

        There is one for each opener, the best first; none if none is within the guesses allowed.
        ``among`` has the places of the openers to choose from, all if None; ``most`` are compared
        at most, as many as the widths say if None; ``left`` guesses are left after an opener, those
        that the solver allows if None.
        """
        left = self.solver.left_after(1) if left is None else left
        estimates = self._estimates()
        waiting = np.argsort(estimates, kind="stable")
        if among is not None:
            waiting = waiting[np.isin(waiting, among)]
        waiting, rounds = waiting[:most], self._rounds()
        trees: dict[int, tuple[int, int, int]] = {}
        all_trees, done = sum(min(count, len(waiting)) for _, count in rounds), 0

        def report() -> None:
            if progress is not None:
                progress(min(1.0, done / all_trees))

        def search(thread: int, task: tuple[int, tuple[int, ...]]) -> None:
            nonlocal done
            opener, widths = task
            total, worst = self._total_of(thread, opener, widths, left)
            with self._lock:
                done += 1
                if total < trees.get(opener, (INFEASIBLE,))[0]:
                    trees[opener] = total, opener, worst

        with self._at_work(deadline, report):
            for widths, count in rounds:
                some = waiting[:count].tolist()
                self.threads.share(search, [(opener, widths) for opener in some])
                best = sorted(trees.values())
                waiting = np.array([opener for _, opener, _ in best], np.int64)
        return sorted(trees.values())

    def _rounds(self) -> list[tuple[tuple[int, ...], int]]:
        """Return the widths of each round over openers, and how many it compares."""
        widest = self.widths[0]
        half = tuple(max(1, width // 2) for width in self.widths)
        rounds: dict[tuple[int, ...], int] = {FIRST_WIDTHS: ESTIMATED * widest + MORE_ESTIMATED}
        for widths, count in ((half, widest), (self.widths, -(-widest // 4))):
            rounds.setdefault(widths, count)
        return list(rounds.items())

    def _estimates(self) -> npt.NDArray[np.int64]:
        tables = self.solver.tables
        estimates = np.empty(len(tables.codes), np.int64)
        workspace = self.solver.take_workspace()
        everything = np.arange(tables.codes.shape[1], dtype=np.int32)
        extra = extra_of(tables.codes.shape[1])
        estimate_openers(tables, everything, workspace, extra, estimates)
        self.solver.give_back(workspace)
        return estimates

    def _total_of(
        self, thread: int, opener: int, widths: tuple[int, ...], left: int
    ) -> tuple[int, int]:
        """Return the total and the longest game of an opener's tree, `INFEASIBLE` for none."""
        solver, tables = self.solver, self.solver.tables
        row = tables.codes[opener]
        numbers = np.argsort(row, kind="stable").astype(np.int32)
        demands = np.zeros(self._searchers[thread].workspace.demands.shape[1], np.uint8)
        total, worst = len(row), 1
        for bucket in np.split(numbers, np.flatnonzero(np.diff(row[numbers])) + 1):
            if len(bucket) == 1 and bucket[0] == opener:
                continue
            if solver.hard:
                demands[:] = 0
                letters, rows = tables.letters, tables.legal_rows
                add_clue(demands, opener, int(bucket[0]), letters, rows, demands)
            status, more, depth, _ = self._searchers[thread].ask(bucket, demands, left, widths, 0)
            if status != DONE or more >= INFEASIBLE:
                return INFEASIBLE, 0
            total, worst = total + more, max(worst, 1 + depth)
        return total, worst

    @contextmanager
    def _at_work(
        self, deadline: Deadline | None, report: Callable[[], None] = lambda: None
    ) -> Iterator[None]:
        with self._turn, self.threads.at_work(deadline, report):
            self._searchers = [_Searcher(self, thread) for thread in range(self.threads.count)]
            try:
                yield
            finally:
                for searcher in self._searchers:
                    self.solver.give_back(searcher.inner)
                self._searchers = []

    def grow_memo(self, full: Memo) -> None:
        """Grow the memo, unless another thread has done so already."""
        with self._lock:
            if self.memo is full:
                self.memo = grown(full, most=self._most_slots)


class _Searcher:
    """What one thread searches with: two workspaces, of the beam and of exact searches."""

    def __init__(self, search: BeamSearch, thread: int) -> None:
        self.search, self.thread = search, thread
        self.inner = search.solver.take_workspace()
        self.beams: dict[tuple[int, ...], Beam] = {}

    @property
    def workspace(self) -> Workspace:
        return self.search.threads.workspaces[self.thread]

    def ask(
        self,
        numbers: Indices,
        demands: npt.NDArray[np.uint8],
        left: int,
        widths: tuple[int, ...],
        level: int,
    ) -> tuple[int, int, int, int]:
        """Return (status, total, depth, guess) of a set's beam, in the search's numbers."""
        solver, size = self.search.solver, len(numbers)
        key1, key2 = np.bitwise_xor.reduce(solver.tables.hash_words[numbers], axis=0)
        question = Question(size, key1, key2, INFEASIBLE, left, solver.hard, False, False, False)
        while True:
            workspace, memo, known = self.workspace, self.search.memo, solver.memo(False)
            beam = self.beams.get(widths)
            if beam is None or len(beam.buckets) < len(workspace.frames):
                depth = len(workspace.frames)
                beam = beam_for(solver.tables, widths, self.search.exact, depth)
                self.beams[widths] = beam
            workspace.candidates[:size] = numbers
            workspace.demands[0] = demands
            inner = self.inner._replace(control=workspace.control)
            found = search_beam(solver.tables, memo, known, workspace, inner, beam, level, question)
            status, total, depth, guess = map(int, found)
            if status == MEMO_FULL:
                if memo.used[0] > memo.limit[0]:
                    self.search.grow_memo(memo)
                if known.used[0] > known.limit[0]:
                    solver.grow_memo(known)
            elif status in (TOO_DEEP, NO_ROOM):
                self.search.threads.enlarge(self.thread, status)
                self.inner = solver.larger_workspace(self.inner, status)
            else:
                return status, total, depth, guess


# Kernels


@kernel
def search_beam(tables, memo, exact_memo, workspace, inner, beam, level, question):
    """Find the total of a set's beam if it is below beta; see `gpuwordle.optimal.question`.

    ``workspace`` holds the candidates and demands of the set and ``inner`` is that of exact
    searches; both share a control. ``level`` says which width is the first.

    Returns what `gpuwordle.optimal.search.search` does.
    """
    frames = workspace.frames.reshape(-1).view(FRAME)
    hard, guess = question.hard, np.int64(-1)
    depth, state, total, tree_depth = 0, ENTER, 0, 0
    begin(tables, workspace, frames[0], question, False)
    while True:
        frame = frames[depth]
        if state == ENTER:
            status, total, tree_depth, guess = enter_beam(
                tables, memo, exact_memo, workspace, inner, beam, level, frame, depth, question
            )
            if status != DONE:
                return status, -1, 0, -1
            state = RETURN if total >= 0 else NEXT_GUESS
        elif state == NEXT_GUESS:
            if frame.tried == frame.waiting or (
                frame.best_guess >= 0 and frame.best <= frame.lower
            ):
                total, tree_depth, guess = frame.best, frame.best_depth, frame.best_guess
                found = guess >= 0
                deep = tree_depth if found else SEARCHED
                fact = fact_of(total, np.int64(found), deep, 1, max(guess, 0))
                key1, key2 = beam_key(tables, workspace, beam, level, frame, depth, hard)
                put(memo.entries, memo.used, key1, key2, fact)
                state = RETURN
                continue
            frame.tried_buckets = beam.buckets[depth, frame.tried]
            if split(tables, memo, workspace, frames, depth, question, False):
                state = NEXT_BUCKET
        elif state == NEXT_BUCKET:
            if frame.bucket == frame.buckets:
                frame.best, frame.best_guess = frame.total, frame.guess
                frame.best_depth = frame.depth
                state = NEXT_GUESS
                continue
            prepare_bucket(tables, workspace, frames, depth, hard)
            depth += 1
            state = ENTER
        else:
            if depth == 0:
                return DONE, total, tree_depth, guess
            depth -= 1
            frame = frames[depth]
            add_bucket(workspace, frame, depth, total, tree_depth)
            state = NEXT_GUESS if frame.total >= frame.best else NEXT_BUCKET


@kernel(internal=True)
def enter_beam(tables, memo, exact_memo, workspace, inner, beam, level, frame, depth, question):  # type: ignore[no-untyped-def]
    """Enter a set: (status, total or -1, depth, guess); -1 means that guesses have to be tried."""
    size, hard, first = frame.size, question.hard, frame.first
    key1, key2 = beam_key(tables, workspace, beam, level, frame, depth, hard)
    fact = find(memo.entries, key1, key2)
    if is_exact(fact) or bound_of(fact) >= frame.beta:
        guess = guess_of(fact) if is_scanned(fact) else np.int64(-1)
        return DONE, bound_of(fact), depth_of(fact), guess
    workspace.control[SCANS_LEFT] = ALL_SCANS
    status, total, tree_depth = enter(tables, memo, workspace, frame, depth, question)
    guess = np.int64(-1)  # also of sets whose least total is known
    if status != DONE or total >= 0:
        return status, total, tree_depth, guess
    if size > beam.exact or 3 * frame.most < 2 * size:
        choose_beam(tables, workspace, beam, level, frame, depth, hard)
        return DONE, -1, 0, guess
    for i in range(size):
        inner.candidates[i] = workspace.candidates[first + i]
    for i in range(inner.demands.shape[1]):
        inner.demands[0, i] = workspace.demands[depth, i]
    key = workspace.keys[depth]
    asked = Question(size, key[0], key[1], frame.beta, frame.left, hard, False, False, False)
    status, total, tree_depth, _ = search(tables, exact_memo, inner, asked)
    if status == DONE:
        found = total < frame.beta
        fact = fact_of(total, np.int64(found), tree_depth if found else SEARCHED, 0, 0)
        put(memo.entries, memo.used, key1, key2, fact)
    return status, total, tree_depth, guess


@kernel(internal=True)
def beam_key(tables, workspace, beam, level, frame, depth, hard):
    """Return the key of a frame's set under its conditions and the widths that are left."""
    key1, key2 = key_under_conditions(tables, workspace, depth, frame.left, hard)
    at = min(level + depth, len(beam.widths) - 1)
    word = uint64(beam.exact)
    for i in range(at, len(beam.widths)):
        word = mix(word + uint64(beam.widths[i]))
    return key1 ^ mix(word), key2 ^ mix(word + uint64(1))


@kernel(internal=True)
def choose_beam(tables, workspace, beam, level, frame, depth, hard):
    """Choose the guesses of a frame's set to be tried, those with the least estimates first."""
    buckets, tally, size = workspace.bucket_counts[depth], beam.tally, frame.size
    legal, chosen = workspace.legal_guesses[depth if hard else 0], workspace.waiting_guesses[depth]
    width = beam.widths[min(level + depth, len(beam.widths) - 1)]
    wanted = ESTIMATED * width + MORE_ESTIMATED
    for j in range(frame.most + 1):
        tally[j] = 0
    for j in range(frame.legal):
        tally[buckets[j]] += 1
    least, above = frame.most, np.int64(0)
    while above + tally[least] < wanted and least > 2:
        above += tally[least]
        least -= 1
    # Of the guesses with the last count, only these are estimated.
    last, kept = wanted - above, 0
    sizes = workspace.bucket_sizes
    candidates = workspace.candidates[frame.first : frame.first + size]
    for j in range(frame.legal):
        count = np.int64(buckets[j])
        if count < least or (count == least and last == 0):
            continue
        last -= np.int64(count == least)
        guess = np.int64(legal[j]) if hard else np.int64(j)
        estimate = estimate_of(tables.codes[guess], candidates, sizes, beam.extra) - count * _UNIT
        at = min(kept, width - 1)
        if kept == width and beam.estimates[at] <= estimate:
            continue
        kept = min(kept + 1, width)
        while at > 0 and beam.estimates[at - 1] > estimate:
            beam.estimates[at] = beam.estimates[at - 1]
            chosen[at] = chosen[at - 1]
            beam.buckets[depth, at] = beam.buckets[depth, at - 1]
            at -= 1
        beam.estimates[at], chosen[at] = estimate, guess
        beam.buckets[depth, at] = count
    frame.tried, frame.waiting = 0, kept


@kernel(internal=True)
def estimate_of(row, candidates, sizes, extra):
    """Return what the buckets of a guess are expected to take beyond their bounds by size."""
    estimate = np.int64(0)
    for candidate in candidates:
        sizes[row[candidate]] += 1
    for candidate in candidates:
        estimate += extra[sizes[row[candidate]]]
        sizes[row[candidate]] = 0
    return estimate


@kernel
def estimate_openers(tables, candidates, workspace, extra, estimates):
    """Fill in the estimates of all guesses as openers; ``candidates`` are all answers."""
    size, marks = len(candidates), workspace.marks
    for guess in range(tables.codes.shape[0]):
        row = tables.codes[guess]
        count = count_buckets(row, candidates, size, marks) + (guess < size)
        extra_guesses = estimate_of(row, candidates, workspace.bucket_sizes, extra)
        estimates[guess] = extra_guesses - count * _UNIT
