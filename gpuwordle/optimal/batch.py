"""Least totals of many candidate sets at once, in threads that share the memo.

A set whose search takes too long does not hold up the others: searches have a budget of sets that
they may scan, which grows from one pass over the open sets to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.cancellation import NODES, Deadline
from gpuwordle.optimal.memo import DEEPEST, INFEASIBLE
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    NO_ROOM,
    OUT_OF_NODES,
    STOPPED,
    TOO_DEEP,
    Question,
)
from gpuwordle.optimal.resources import ThreadPool
from gpuwordle.optimal.search import search
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.workspace import FRAME
from gpuwordle.progress import Progress
from gpuwordle.scoring.groups import Groups

BUDGETS = (64, 1 << 11, 1 << 60)
"""Sets that a search may scan, pass by pass."""

AT_ONCE = 512
"""Sets that a thread takes at a time, except in the last pass."""


def least_totals(
    solver: Solver,
    groups: Groups,
    *,
    budgets: Sequence[int] = BUDGETS,
    deadline: Deadline | None = None,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the least totals of many candidate sets without a limit on guesses, in easy mode.

    Parameters
    ----------
    solver
        The search, whose memo is used and filled.
    groups
        Sets of candidates as answer indices.
    budgets
        Sets that a search may scan, pass by pass.
    deadline
        When to stop and return what is known by then.
    progress
        Called with the share of the sets that are done.

    Returns
    -------
    tuple of two ndarrays of int64, shape (groups,)
        Lower and upper bounds of the totals; equal if a total is known.
    """
    assert not solver.hard
    sizes = groups.sizes
    lows, highs = 2 * sizes - 1, sizes * (sizes + 1) // 2
    several = np.flatnonzero(lows < highs)
    threads = ThreadPool(solver)

    def report() -> None:
        if progress is not None and len(several):
            progress(float(np.mean(lows[several] == highs[several])))

    # What is known already is looked up first, even if no time is left.
    for until, scans in ((None, (0,)), (deadline, budgets)):
        with threads.at_work(until, report):
            for budget in scans:
                left = several[lows[several] < highs[several]]
                if until is not None and until.is_over():
                    break
                threads.share(list(_tasks(solver, threads, groups, left, budget, lows, highs)))
    return lows, highs


def _tasks(
    solver: Solver,
    threads: ThreadPool,
    groups: Groups,
    left: npt.NDArray[np.intp],
    budget: int,
    lows: npt.NDArray[np.int64],
    highs: npt.NDArray[np.int64],
) -> Iterator[Callable[[int], None]]:
    """Cut the open sets into tasks, each called with the number of its thread."""
    count = AT_ONCE if budget < BUDGETS[-1] else 1
    for start in range(0, len(left), count):
        some = left[start : start + count]
        sets = groups.take(some)
        sets = Groups(solver.numbering.answer_number[sets.candidates], sets.offsets).sorted()

        def work(thread: int, some=some, sets=sets) -> None:  # type: ignore[no-untyped-def]
            low, high = lows[some], highs[some]
            at, status = 0, DONE
            while at < len(some) and status != STOPPED:
                workspace, memo = threads.workspaces[thread], solver.memo(False)
                status, at = solve_sets(
                    solver.tables, memo, workspace, *sets, at, budget, False, low, high
                )
                if status == MEMO_FULL:
                    solver.grow_memo(memo)
                elif status in (TOO_DEEP, NO_ROOM):
                    threads.enlarge(thread, status)
            lows[some], highs[some] = low, high

        yield work


@kernel
def solve_sets(tables, memo, workspace, numbers, offsets, start, budget, no, lows, highs):
    """Search sets from ``start`` on; write bounds of their totals.

    numbers: int32, ascending numbers of answers, set after set; offsets: (sets + 1,).
    no: False, of the type that `search` is compiled for. Returns a status and where it stopped.
    """
    frames = workspace.frames.reshape(-1).view(FRAME)
    for one in range(start, len(lows)):
        size = offsets[one + 1] - offsets[one]
        key1, key2 = np.uint64(0), np.uint64(0)
        for place in range(size):
            number = numbers[offsets[one] + place]
            workspace.candidates[place] = number
            key1 ^= tables.hash_words[number, 0]
            key2 ^= tables.hash_words[number, 1]
        workspace.control[NODES] = budget
        question = Question(size, key1, key2, INFEASIBLE, DEEPEST, no, no, no)
        frames[0].trying = 0
        status, total, _, _ = search(tables, memo, workspace, question)
        if status == DONE:
            lows[one] = highs[one] = total
            continue
        if frames[0].trying:
            # Guesses of more buckets than those being tried are no better than the best found.
            frame = frames[0]
            lows[one] = max(lows[one], frame.lower, min(frame.best, 3 * size - frame.level))
            if frame.best_guess >= 0:
                highs[one] = min(highs[one], frame.best)
        if status != OUT_OF_NODES:
            return status, one
    return DONE, len(lows)
