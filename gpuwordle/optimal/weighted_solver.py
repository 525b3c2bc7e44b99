"""Optimal play of words with weights, from Python: the least sum of weight times guesses.

`gpuwordle.optimal.weighted_search` says what proves it. `solver_of` chooses between this search and
that of equally likely words.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.errors import UserError
from gpuwordle.optimal.cancellation import ALL_SCANS, SCANS_LEFT, STOP, Deadline, run_one
from gpuwordle.optimal.question import DONE, MEMO_FULL, OUT_OF_SCANS, TOO_DEEP, Clue, Solution
from gpuwordle.optimal.resources import SearchedWords, checked_candidates
from gpuwordle.optimal.solver import BRIEF_BELOW, Solver
from gpuwordle.optimal.weighted_search import (
    FRAME,
    Stack,
    WeightedMemo,
    copy_facts,
    known_bound,
    search_weighted,
)
from gpuwordle.rules.conditions import INFINITE, Objective
from gpuwordle.scoring.groups import Indices
from gpuwordle.words.vocabulary import Vocabulary

FIRST_SLOTS = 1 << 16
"""Sets that the memo has room for at first; it is never more than half full."""

FIRST_DEPTH = 24
"""Frames of the stack at first."""

FEW_SCANS = 512
"""Sets that are scanned before a thread is started that lets Ctrl-C through."""

UNREAD = -1
"""Stands for a clue's code, which this search does not read: any candidate gives it."""

WEIGHED_AT_ONCE = 4096
"""Guesses whose buckets are weighed at a time."""


class WeighedSet(NamedTuple):
    """A candidate set as the search reads it."""

    words: npt.NDArray[np.int32]  # numbers of the search, by descending weight, then ascending
    left: int  # guesses left
    demands: npt.NDArray[np.uint8]  # what clues demand in hard mode


class WeightedSolver(SearchedWords):
    """Searches candidate sets of one vocabulary for the least weighted total, one at a time.

    The words may be without weights; see `SearchedWords` for the rest.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], weights=[1, 1, 1, 9, 1])
    >>> found = WeightedSolver(pets).choose(np.arange(5))
    >>> found.total, pets.guesses[found.guess], found.exact
    (19, 'pig', True)
    """

    weighs = True

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool = False,
        allowed: int | None = None,
        backend: str | Backend = "auto",
        memory: int | None = None,
    ) -> None:
        super().__init__(vocabulary, hard=hard, allowed=allowed, backend=backend, memory=memory)
        self._weights = vocabulary.weights_of(self.numbering.answers)
        self.memo = WeightedMemo.of(FIRST_SLOTS)
        self._stack = Stack.of(self.tables, FIRST_DEPTH, hard=self.hard)
        self._lock = threading.RLock()

    def solve(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Find the least total as `choose` does, and the longest game of the play found."""
        candidates = checked_candidates(self.vocabulary, candidates)
        found = self.choose(candidates, clues, deadline=deadline)
        if not found.exact or found.total is None:
            return found
        return replace(found, worst=self.longest(found.guess, candidates, clues))

    def choose(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        left: int | None = None,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Find the least total, and a guess that begins it: the same whatever was asked before.

        Candidates, clues and ``left`` are as for `Solver.choose`. If the deadline passes, the total
        is that of the best play found, or None.
        """
        candidates = checked_candidates(self.vocabulary, candidates)
        with self._lock:
            some = self._set_of(candidates, clues, left)
            status, total, guess = self._search(some, deadline)
            if status == DONE and total >= INFINITE:
                return Solution(None, INFINITE, None, -1, True)
            if status == DONE:
                return Solution(total, total, None, int(self.numbering.guesses[guess]), True)
            frame = self._stack.frames[0].view(FRAME)[0]
            found, lower = int(frame["best_guess"]), int(frame["lower"])
            if frame["trying"]:
                # Guesses before the last one have been shown to be no better than the best found.
                tried = 3 * int(frame["weight"]) - int(self._stack.sums[0, frame["guess"]])
                lower = max(lower, min(int(frame["best"]), tried))
            guess = int(self.numbering.guesses[found if found >= 0 else some.words[0]])
            return Solution(int(frame["best"]) if found >= 0 else None, lower, None, guess, False)

    def proven_bound(
        self, candidates: Indices, clues: Sequence[Clue] = (), left: int | None = None
    ) -> int:
        """Return a lower bound of the total; `INFINITE` if there is no tree."""
        with self._lock:
            self._make_room()
            some = self._set_of(candidates, clues, left)
            self._lay(some)
            given = self.tables, self._weights, self.memo, self._stack, len(some.words), some.left
            return int(known_bound(*given))

    def scanned(self, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return a lower bound of the total, or that from one scan of all guesses if higher."""
        bound = self.proven_bound(candidates, clues)
        if bound >= INFINITE:
            return bound
        with self._lock:
            some = self._set_of(candidates, clues)
            status, total, _ = self._search(some, None, beta=bound + 1, scans=1)
            return max(bound, total) if status == DONE else bound

    def total_below(
        self,
        candidates: Indices,
        clues: Sequence[Clue],
        beta: int,
        deadline: Deadline | None = None,
    ) -> int | None:
        """Return the least total if it is below a number, else a lower bound; None if stopped."""
        with self._lock:
            status, total, _ = self._search(self._set_of(candidates, clues), deadline, beta=beta)
            return total if status == DONE else None

    def heaviest_sums(self, candidates: Indices) -> npt.NDArray[np.int64]:
        """Return the K of every guess, the sum of its buckets' heaviest words: (guesses,)."""
        words = self._set_of(candidates).words[::-1]
        sums = np.empty(len(self.tables.codes), np.int64)
        for start in range(0, len(sums), WEIGHED_AT_ONCE):
            codes = self.tables.codes[start : start + WEIGHED_AT_ONCE, words]
            every = np.arange(len(codes))
            heaviest = np.zeros((len(codes), int(codes.max()) + 1), np.int64)
            for column, word in enumerate(words):
                heaviest[every, codes[:, column]] = self._weights[word]  # the heaviest comes last
            sums[start : start + len(codes)] = heaviest.sum(axis=1)
        return sums[self.numbering.guess_number]

    def warm_up(self) -> None:
        """Compile the search, or load it from the cache, so that no deadline includes it."""
        few = np.arange(min(3, len(self._weights)))
        with self._lock:
            self._search(self._set_of(few), Deadline(0.0))
            self.proven_bound(few)

    def longest(self, guess: int, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return the guesses of the longest game of the play found that begins with a guess."""
        longest, then = 0, [*clues, (guess, UNREAD)]
        for bucket in self.after(guess, candidates):
            if len(bucket) < 3:
                longest = max(longest, len(bucket))
            else:
                best = self.choose(bucket, then).guess
                longest = max(longest, self.longest(best, bucket, then))
        return 1 + longest

    def _set_of(
        self, candidates: Indices, clues: Sequence[Clue] = (), left: int | None = None
    ) -> WeighedSet:
        """Return a set as the search reads it."""
        words = np.sort(self.numbering.answer_number[candidates])
        words = words[np.argsort(-self._weights[words], kind="stable")]
        left = self.left_after(len(clues)) if left is None else left
        return WeighedSet(words, left, self.demands_of(candidates, clues))

    def _lay(self, some: WeighedSet) -> None:
        """Write a set into the first rows of the stack."""
        self._stack.words[0, : len(some.words)] = some.words
        if self.hard:
            self._stack.demands[0] = some.demands

    def _search(
        self,
        some: WeighedSet,
        deadline: Deadline | None,
        *,
        beta: int = INFINITE,
        scans: int = ALL_SCANS,
    ) -> tuple[int, int, int]:
        """Search a set for a total below beta; return (status, total, guess)."""
        over = deadline is not None and deadline.is_over()
        control, brief = self._stack.control, over or len(some.words) < BRIEF_BELOW
        control[STOP] = 0
        while True:
            self._lay(some)
            control[SCANS_LEFT] = min(scans, FEW_SCANS) if brief else scans
            given = self.tables, self._weights, self.memo, self._stack, len(some.words)
            work = partial(search_weighted, *given, some.left, beta)
            status, total, guess = work() if brief else run_one(work, control, deadline)
            if status == MEMO_FULL:
                self._make_room()
            elif status == TOO_DEEP:
                deeper = Stack.of(self.tables, 2 * len(self._stack.frames), hard=self.hard)
                self._stack = deeper._replace(control=control)
            elif status == OUT_OF_SCANS and brief and not over and scans == ALL_SCANS:
                brief = False
            else:
                return int(status), int(total), int(guess)

    def _make_room(self) -> None:
        """Grow the memo if it is more than half full."""
        if 2 * self.memo.used[0] > len(self.memo.facts):
            memo = WeightedMemo.of(4 * len(self.memo.facts))
            copy_facts(self.memo, memo)
            self.memo = memo


def check_weighted(vocabulary: Vocabulary, objective: Objective) -> None:
    """Raise UserError if words have weights and the search does not support the objective."""
    if vocabulary.weights is not None and objective != "total":
        raise UserError(
            f"optimal play of {vocabulary.name!r}, whose words have weights, supports only "
            f"objective total, not {objective}: leave the objective out, or the weights"
        )


def solver_of(
    vocabulary: Vocabulary,
    *,
    hard: bool = False,
    allowed: int | None = None,
    objective: Objective = "total",
    backend: str | Backend = "auto",
    memory: int | None = None,
) -> Solver | WeightedSolver:
    """Return what searches a vocabulary, by weight times guesses if its words have weights.

    Parameters and errors are those of `Solver`; words with weights are searched for totals only.
    """
    if vocabulary.weights is not None:
        check_weighted(vocabulary, objective)
        return WeightedSolver(
            vocabulary, hard=hard, allowed=allowed, backend=backend, memory=memory
        )
    return Solver(
        vocabulary, hard=hard, allowed=allowed, objective=objective, backend=backend, memory=memory
    )
