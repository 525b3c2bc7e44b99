"""Least totals of many candidate sets at once, in threads that share the memo.

A set whose search takes too long does not hold up the others: searches have a budget of sets that
they may scan, which grows from one pass over the open sets to the next. Small sets of one position
are solved in one call (`solve_each`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from gpuwordle.compiled import kernel
from gpuwordle.optimal.cancellation import ALL_SCANS, SCANS_LEFT, STOP, Deadline
from gpuwordle.optimal.memo import INFEASIBLE, find, guess_of, is_exact
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    NO_ROOM,
    OUT_OF_SCANS,
    STOPPED,
    TOO_DEEP,
    Question,
    Solution,
)
from gpuwordle.optimal.resources import ThreadPool
from gpuwordle.optimal.search import search
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.workspace import FRAME
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import NO_LIMIT
from gpuwordle.scoring.groups import Groups

BUDGETS = (64, 1 << 11, ALL_SCANS)
"""Sets that a search may scan, pass by pass."""

AT_ONCE = 512
"""Sets that a thread takes at a time, except in the last pass."""

LOW, HIGH, LONGEST, GUESS = range(4)
"""Rows of an array of results: the lower and the upper bound of the total and, if the two are
equal, the longest game of a tree and its first guess, which is -1 if it is not remembered."""


def least_totals(
    solver: Solver,
    groups: Groups,
    *,
    budgets: Sequence[int] = BUDGETS,
    deadline: Deadline | None = None,
    progress: Progress | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the least totals of candidate sets (answer indices) in easy mode without a limit.

    A search may scan as many sets as ``budgets`` say, pass by pass, until the deadline;
    ``progress`` gets the share of the sets that are done. Returns lower and upper bounds, int64
    (groups,) each, which are equal if a total is known.
    """
    assert not solver.hard
    sizes = groups.sizes
    lows, highs = 2 * sizes - 1, sizes * (sizes + 1) // 2
    several = np.flatnonzero(lows < highs)
    threads = ThreadPool(solver)

    def report() -> None:
        if progress is not None and len(several):
            progress(float(np.mean(lows[several] == highs[several])))

    def work(budget: int, thread: int, some: npt.NDArray[np.intp]) -> None:
        sets = groups.take(some)
        sets = Groups(solver.numbering.answer_number[sets.candidates], sets.offsets).sorted()
        found = np.zeros((4, len(some)), np.int64)
        found[LOW], found[HIGH] = lows[some], highs[some]
        at, status = 0, DONE
        while at < len(some) and status != STOPPED:
            workspace, memo = threads.workspaces[thread], solver.memo(False)
            status, at = solve_sets(solver.tables, memo, workspace, *sets, at, budget, False, found)
            if status == MEMO_FULL:
                solver.grow_memo(memo)
            elif status in (TOO_DEEP, NO_ROOM):
                threads.enlarge(thread, status)
        lows[some], highs[some] = found[LOW], found[HIGH]

    # What is known already is looked up first, even if no time is left.
    for until, scans in ((None, (0,)), (deadline, budgets)):
        with threads.at_work(until, report):
            for budget in scans:
                left = several[lows[several] < highs[several]]
                if until is not None and until.is_over():
                    break
                count = AT_ONCE if budget < ALL_SCANS else 1
                pieces = [left[start : start + count] for start in range(0, len(left), count)]
                threads.share(partial(work, budget), pieces)
    return lows, highs


def solve_each(solver: Solver, groups: Groups) -> list[Solution]:
    """Solve small sets of three candidates or more in easy mode, without a limit, in this thread.

    The results are those of `Solver.solve`, whose calls would take longer than the searches.
    """
    assert not solver.hard and solver.allowed is None
    numbers = solver.numbering.answer_number[groups.candidates]
    sets = Groups(numbers, groups.offsets).sorted()
    found = np.zeros((4, len(groups)), np.int64)
    workspace, at = solver.take_workspace(), 0
    try:
        workspace.control[STOP] = 0
        while at < len(groups):
            memo = solver.memo(False)
            status, at = solve_sets(
                solver.tables, memo, workspace, *sets, at, ALL_SCANS, False, found
            )
            if status == MEMO_FULL:
                solver.grow_memo(memo)
            elif status in (TOO_DEEP, NO_ROOM):
                workspace = solver.larger_workspace(workspace, status)
    finally:
        solver.give_back(workspace)
    guesses = np.where(found[GUESS] < 0, -1, solver.numbering.guesses[found[GUESS]])
    return [
        Solution(total, total, longest, guess, True)
        for total, longest, guess in zip(
            *found[[LOW, LONGEST]].tolist(), guesses.tolist(), strict=True
        )
    ]


@kernel
def solve_sets(tables, memo, workspace, numbers, offsets, start, budget, no, found):
    """Search sets from ``start`` on; write what is found of them, a column each: see `LOW`.

    numbers: int32, ascending numbers of answers, set after set; offsets: (sets + 1,).
    no: False, of the type that `search` is compiled for. Returns a status and where it stopped.
    """
    frames = workspace.frames.reshape(-1).view(FRAME)
    for one in range(start, found.shape[1]):
        size = offsets[one + 1] - offsets[one]
        key1, key2 = np.uint64(0), np.uint64(0)
        for place in range(size):
            number = numbers[offsets[one] + place]
            workspace.candidates[place] = number
            key1 ^= tables.hash_words[number, 0]
            key2 ^= tables.hash_words[number, 1]
        workspace.control[SCANS_LEFT] = budget
        question = Question(size, key1, key2, INFEASIBLE, NO_LIMIT, no, no, no, no)
        status, total, longest, guess = search(tables, memo, workspace, question)
        if status == DONE:
            if guess < 0:
                fact = find(memo.entries, key1, key2)
                guess = np.int64(guess_of(fact)) if is_exact(fact) else np.int64(-1)
            found[LOW, one] = found[HIGH, one] = total
            found[LONGEST, one], found[GUESS, one] = longest, guess
            continue
        if frames[0].trying:
            # Guesses of more buckets than those being tried are no better than the best found.
            frame = frames[0]
            least = max(frame.lower, min(frame.best, 3 * size - frame.tried_buckets))
            found[LOW, one] = max(found[LOW, one], least)
            if frame.best_guess >= 0:
                found[HIGH, one] = min(found[HIGH, one], frame.best)
        if status != OUT_OF_SCANS:
            return status, one
    return DONE, found.shape[1]
