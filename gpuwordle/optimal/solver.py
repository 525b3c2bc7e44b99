"""Optimal play of one candidate set, from Python: totals, bounds and guesses, with proof.

If a `Solution` is exact, no way to play the set takes fewer guesses in total (or has a shorter
longest game, by the objective), among all guesses of the vocabulary that are legal. Nothing is
sampled and nothing rounded; `gpuwordle.optimal.bounds` says what proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial

import numpy as np

from gpuwordle.backends.backend import Backend
from gpuwordle.errors import UserError
from gpuwordle.optimal.bucket_counts import total_of_three
from gpuwordle.optimal.cancellation import ALL_SCANS, SCANS_LEFT, STOP, Deadline, run_one
from gpuwordle.optimal.memo import (
    INFEASIBLE,
    SEARCHED,
    bound_of,
    depth_of,
    fact_of,
    find,
    guess_of,
    is_exact,
    put,
)
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    NO_ROOM,
    OUT_OF_SCANS,
    TOO_DEEP,
    Clue,
    Question,
    Solution,
)
from gpuwordle.optimal.resources import Resources, checked_candidates, checked_left
from gpuwordle.optimal.search import search
from gpuwordle.optimal.workspace import FRAME, Workspace
from gpuwordle.rules.conditions import NO_LIMIT, Objective, check_objective
from gpuwordle.scoring.groups import Indices, checked_index
from gpuwordle.words.vocabulary import Vocabulary

FEW_SCANS = 16
"""Sets that are scanned before a thread is started or, after the deadline, to find a guess."""

BRIEF_BELOW = 300
"""Larger sets take so long to scan that a thread is started at once."""


class Solver(Resources):
    """Searches candidate sets of one vocabulary for optimal play.

    Several threads may use it at once; they share what is proven.

    Parameters
    ----------
    vocabulary
        The words.
    hard
        Play hard mode.
    allowed
        Guesses allowed in a game, within which every candidate must be found: 3 or more, or None
        for no limit.
    objective
        ``total``, ``worst`` or ``worst-then-total``.
    backend
        What computes the patterns.
    memory
        Bytes that codes, memo and work may take. When the memo is full, facts about small sets are
        replaced. This changes how long a search takes, never its result.

    Raises
    ------
    UserError
        If there is no such objective, fewer than three guesses are allowed, or the vocabulary does
        not fit in memory.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> found = Solver(pets).choose(np.arange(5))
    >>> found.total, found.worst, pets.guesses[found.guess], found.exact
    (10, 3, 'cat', True)
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool = False,
        allowed: int | None = None,
        objective: Objective = "total",
        backend: str | Backend = "auto",
        memory: int | None = None,
    ) -> None:
        check_objective(objective)
        super().__init__(vocabulary, hard=hard, allowed=allowed, backend=backend, memory=memory)
        self.objective: Objective = objective

    def solve(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Minimise the total or the longest game, by the objective.

        Parameters
        ----------
        candidates
            Answer indices of the candidates after the clues.
        clues
            Guesses played before, each with its code. They count among the guesses allowed and, in
            hard mode, decide which guesses are legal.
        deadline
            When to stop and return what is known by then.

        Returns
        -------
        Solution
            Its guess is the first one found to be best, -1 if only the total is known. `choose` has
            a rule for ties.
        """
        candidates, clues = self._checked(candidates, clues, deadline)
        return self._best(candidates, clues, None, deadline)[0]

    def choose(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        left: int | None = None,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Choose a guess that begins optimal play.

        Of several, it is the one with the least one-ply bound ``3 n - buckets - (1 if a
        candidate)``, then a candidate, then the first of the vocabulary. So the guess depends only
        on the candidates and the conditions, not on threads, memory or earlier searches. If the
        deadline passes, it is the best one found, or the one with the most buckets.

        Parameters
        ----------
        candidates, clues, deadline
            As for `solve`.
        left
            Guesses left, if the limit is not the solver's.
        """
        candidates, clues = self._checked(candidates, clues, deadline)
        any_tree = self.objective == "worst"
        found, left = self._best(candidates, clues, checked_left(left), deadline)
        if not found.exact or found.total is None or len(candidates) == 1:
            return found
        beta = INFEASIBLE if any_tree else found.total + 1
        status, total, depth, guess = self._ask(
            candidates, clues, left, beta, deadline, any_tree=any_tree, in_order=True
        )[:4]
        if status != DONE:
            return found
        return replace(found, guess=int(self.numbering.guesses[guess]), worst=depth, total=total)

    def least_worst(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        deadline: Deadline | None = None,
    ) -> int | None:
        """Return the least number of guesses within which every candidate can be found from here.

        None if fewer guesses are allowed, or the deadline passed before it was known.
        """
        candidates, clues = self._checked(candidates, clues, deadline)
        return self._least_worst(candidates, clues, deadline)[0]

    def fewest_allowed(self, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return the smallest number of guesses allowed that is enough, whatever this one is."""
        candidates, clues = self._checked(candidates, clues, None)
        other = replace_allowed(self, None)
        found = other.least_worst(candidates, clues)
        assert found is not None, "without a limit every candidate can be guessed in turn"
        return found + len(clues)

    def proven_bound(
        self, candidates: Indices, clues: Sequence[Clue] = (), left: int | None = None
    ) -> int:
        """Return the lower bound of the total that is proven so far; see `SearchedWords`."""
        size = len(candidates)
        if size < 3:
            return 2 * size - 1
        if size == 3:
            numbers = self.numbering.answer_number[candidates]
            return int(total_of_three(self.tables.codes, *map(int, numbers)))
        entries = self.memo(False).entries
        key1, key2 = self.key(candidates)
        known = max(2 * size - 1, bound_of(find(entries, key1, key2)))
        left = self.left_after(len(clues)) if left is None else left
        if left < NO_LIMIT or self.hard:
            full1, full2 = self.key_under(key1, key2, left, self.demands_of(candidates, clues))
            known = max(known, bound_of(find(entries, full1, full2)))
        return known

    def warm_up(self) -> None:
        """Compile the search, or load it from the cache, so that no deadline includes it."""
        self._ask(np.arange(1), (), 1, INFEASIBLE, None)

    def _checked(
        self, candidates: Indices, clues: Sequence[Clue], deadline: Deadline | None
    ) -> tuple[Indices, tuple[Clue, ...]]:
        """Return candidates and clues as the search takes them; UserError if they are wrong."""
        words = self.vocabulary
        found = checked_candidates(words, candidates)
        if not isinstance(clues, Sequence) or isinstance(clues, str):
            raise TypeError(f"clues {clues!r:.40} are not a list: give pairs of a guess and a code")
        if deadline is not None and not isinstance(deadline, Deadline):
            raise TypeError(f"deadline {deadline!r:.40} is not a Deadline: give Deadline(seconds)")
        for clue in clues:
            if not isinstance(clue, tuple) or len(clue) != 2:
                raise UserError(f"clue {clue!r:.40} is not a pair of a guess index and a code")
            checked_index(clue[0], len(words.guesses), "guess")
            checked_index(clue[1], words.rule.codes(words.length), "code")
        return found, tuple(clues)

    def _least_worst(
        self, candidates: Indices, clues: Sequence[Clue], deadline: Deadline | None
    ) -> tuple[int | None, bool]:
        """Return what `least_worst` returns, and whether it is known."""
        left, most = min(len(candidates), 2), self.left_after(len(clues))
        while left <= most:
            status, total, *_ = self._ask(
                candidates, clues, left, INFEASIBLE, deadline, any_tree=True
            )
            if status != DONE:
                return None, False
            if total < INFEASIBLE:
                return left, True
            left += 1
        return None, True

    def _best(
        self,
        candidates: Indices,
        clues: Sequence[Clue],
        left: int | None,
        deadline: Deadline | None,
    ) -> tuple[Solution, int]:
        """Search by the objective; return also within how many guesses: ``left`` if given."""
        allowed, worst, known = self.left_after(len(clues)), left, True
        if left is None and self.objective != "total":
            worst, known = self._least_worst(candidates, clues, deadline)
            if known and worst is None:
                return Solution(None, INFEASIBLE, None, -1, True), allowed
        any_tree = self.objective == "worst" or not known
        limit = allowed if worst is None else worst
        status, total, depth, guess, lower = self._ask(
            candidates, clues, limit, INFEASIBLE, deadline, any_tree=any_tree
        )
        if status != DONE:
            best = total if total < INFEASIBLE else None
            return Solution(best, lower, None, self._outer(guess), False), limit
        if total >= INFEASIBLE:
            return Solution(None, INFEASIBLE, None, -1, known), limit
        if guess < 0:
            guess = self._remembered(candidates, clues, limit, any_tree)
        bound = 2 * len(candidates) - 1 if any_tree else total
        return Solution(total, bound, depth, self._outer(guess), known), limit

    def _outer(self, guess: int) -> int:
        return int(self.numbering.guesses[guess]) if guess >= 0 else -1

    def _remembered(
        self, candidates: Indices, clues: Sequence[Clue], left: int, any_tree: bool
    ) -> int:
        """Return the guess that the memo has for a set, or -1."""
        numbers = self.numbering.answer_number[candidates]
        if len(numbers) < 3:
            return int(numbers.min())
        key1, key2 = self.key(candidates)
        entries = self.memo(any_tree).entries
        demands = self.demands_of(candidates, clues)
        for one, two in ((key1, key2), self.key_under(key1, key2, left, demands)):
            fact = find(entries, one, two)
            if is_exact(fact) and depth_of(fact) <= left:
                return int(guess_of(fact))
        return -1

    def _ask(
        self,
        candidates: Indices,
        clues: Sequence[Clue],
        left: int,
        beta: int,
        deadline: Deadline | None,
        *,
        any_tree: bool = False,
        in_order: bool = False,
    ) -> tuple[int, int, int, int, int]:
        """Search; return (status, total, depth, guess, lower bound) in the search's numbers.

        If the search is stopped, the total and the guess are the best found; if none was found,
        `INFEASIBLE` and the most promising guess.
        """
        workspace = self.take_workspace()
        try:
            numbers = np.sort(self.numbering.answer_number[candidates])
            over = deadline is not None and deadline.is_over()
            # Many searches take less time than starting a thread that lets Ctrl-C through.
            brief = over or len(numbers) < BRIEF_BELOW
            key1, key2 = self.key(candidates)
            demands = self.demands_of(candidates, clues)
            question = Question(
                len(numbers), key1, key2, beta, left, self.hard, any_tree, in_order, False
            )
            workspace.control[STOP] = 0
            while True:
                workspace.control[SCANS_LEFT] = FEW_SCANS if brief else ALL_SCANS
                if not question.resumed:
                    workspace.candidates[: len(numbers)] = numbers
                    workspace.demands[0] = demands
                memo = self.memo(any_tree)
                work = partial(search, self.tables, memo, workspace, question)
                ended = work() if brief else run_one(work, workspace.control, deadline)
                status, total, depth, guess = map(int, ended)
                new = status in (TOO_DEEP, NO_ROOM)
                if new:
                    workspace = self.larger_workspace(workspace, status)
                elif status == MEMO_FULL:
                    self.grow_memo(memo, any_tree)
                elif status == OUT_OF_SCANS and not over:
                    brief = False
                else:
                    break
                question = question._replace(resumed=not new)
            if status == DONE:
                return status, total, depth, guess, total
            return (status, *self._best_so_far(workspace, left, any_tree))
        finally:
            self.give_back(workspace)

    def _best_so_far(
        self, workspace: Workspace, left: int, any_tree: bool
    ) -> tuple[int, int, int, int]:
        """Read the bottom of an ended search's stack: (total, depth, guess, lower bound)."""
        frame = workspace.frames[0].view(FRAME)[0]
        size = int(frame["size"])
        if not frame["trying"]:
            return INFEASIBLE, 0, -1, 2 * size - 1
        # Guesses of more buckets than those being tried have all been shown to be no better.
        untried = 3 * size - int(frame["tried_buckets"])
        lower = max(int(frame["lower"]), min(int(frame["best"]), untried))
        if not any_tree:
            key1, key2 = workspace.keys[0]
            full1, full2 = self.key_under(key1, key2, left, workspace.demands[0])
            memo = self.memo(any_tree)
            put(memo.entries, memo.used, full1, full2, fact_of(lower, 0, SEARCHED, 0, 0))
        guess = int(frame["best_guess"])
        if guess >= 0:
            return int(frame["best"]), 0, guess, lower
        if frame["tried"] == 0:
            return INFEASIBLE, 0, -1, lower
        return INFEASIBLE, 0, int(workspace.waiting_guesses[0, 0]), lower


def replace_allowed(solver: Solver, allowed: int | None) -> Solver:
    """Return a solver with the same tables and another number of guesses allowed."""
    other = copy(solver)
    other.allowed = allowed
    return other
