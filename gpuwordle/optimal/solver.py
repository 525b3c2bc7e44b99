"""Optimal play of one set of candidates, for Python: totals, bounds and guesses, with proof.

What is proven: where a `Solution` is exact, no way to play the set takes fewer guesses in total (or
a shorter longest game, by the objective), among all guesses of the vocabulary that are legal. The
bounds behind it are those of `gpuwordle.optimal.search`; nothing is sampled and nothing rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.optimal.counting import total_of_three
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
from gpuwordle.optimal.objective import Clue, Objective, check_allowed, check_objective
from gpuwordle.optimal.question import (
    DONE,
    MEMO_FULL,
    MOST_LIMITED,
    NO_ROOM,
    OUT_OF_NODES,
    TOO_DEEP,
    UNLIMITED,
    Question,
)
from gpuwordle.optimal.resources import Indices, Resources
from gpuwordle.optimal.running import NODES, STOP, Deadline, run_one
from gpuwordle.optimal.scratch import (
    BEST,
    BEST_GUESS,
    LEVEL,
    LOWER,
    SPLITTING,
    TRIED,
    Scratch,
)
from gpuwordle.optimal.search import search
from gpuwordle.optimal.solution import Solution
from gpuwordle.optimal.splitting import BOUNDED_FROM
from gpuwordle.words.vocabulary import Vocabulary

FEW_NODES = 64
"""Sets that are scanned before a thread is started, and for a guess after the deadline."""

ALL_NODES = 1 << 60


class Solver(Resources):
    """Searches sets of candidates of one vocabulary for optimal play.

    It may be used from several threads at once; they share what is proven.

    Parameters
    ----------
    vocabulary
        The words.
    hard
        Play hard mode.
    allowed
        Guesses allowed in a game: every candidate must be found within so many. 3 or more, or None
        for no limit.
    objective
        ``total``, ``worst`` or ``worst-then-total``.
    backend
        What computes the patterns.
    memory
        Bytes that codes, memo and work beside it may take; when they are used up, facts about
        small sets make way. Never changes a result, only how long it takes.

    Raises
    ------
    UserError
        If there is no such objective, fewer than three guesses are allowed, or the vocabulary does
        not fit the memory.

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
        check_allowed(allowed)
        super().__init__(vocabulary, hard=hard, backend=backend, memory=memory)
        self.allowed = allowed
        self.objective: Objective = objective

    def solve(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Find the least total, or the shortest longest game, by the objective.

        Parameters
        ----------
        candidates
            Answer indices, those that the clues leave.
        clues
            What was guessed before, each with its code: they use up guesses and, in hard mode, say
            which guesses are legal.
        deadline
            When to stop with what is known by then.

        Returns
        -------
        Solution
            Its guess is the first one found to be best; `choose` chooses among equals.
        """
        left = self.left_after(len(clues))
        if self.objective == "total":
            return self._total(candidates, clues, left, deadline)
        worst = self.least_worst(candidates, clues, deadline=deadline)
        if worst is None or self.objective == "worst":
            found = self._total(candidates, clues, left if worst is None else worst, deadline, True)
            return replace(found, exact=found.exact and worst is not None)
        return self._total(candidates, clues, worst, deadline)

    def choose(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        left: int | None = None,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Choose a guess that begins optimal play.

        Of all that do: the one with the least lower bound ``3 n - patterns - (1 if a candidate)``,
        then a candidate, then the first of the vocabulary. So the guess depends on the set and the
        conditions alone, not on threads, memory or what was solved before, unless the deadline
        passes; then it is the best one found, or the one with the most patterns.

        Parameters
        ----------
        candidates, clues, deadline
            As for `solve`.
        left
            Guesses left, where the limit is another than that of the solver.
        """
        any_tree = self.objective == "worst"
        if left is None:
            if self.objective != "total":
                worst = self.least_worst(candidates, clues, deadline=deadline)
                left = self.left_after(len(clues)) if worst is None else worst
            else:
                left = self.left_after(len(clues))
        found = self._total(candidates, clues, left, deadline, any_tree)
        if not found.exact or found.total is None:
            return found
        beta = INFEASIBLE if any_tree else found.total + 1
        status, total, depth, guess = self._ask(
            candidates, clues, left, beta, deadline, any_tree=any_tree, in_order=True
        )[:4]
        if status != DONE:
            return found
        if len(candidates) == 1:
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

        None where the guesses allowed are fewer, or the deadline passed before it was known.
        """
        left, most = min(len(candidates), 2), self.left_after(len(clues))
        while left <= most:
            status, total, *_ = self._ask(
                candidates, clues, left, INFEASIBLE, deadline, any_tree=True
            )
            if status != DONE:
                return None
            if total < INFEASIBLE:
                return left
            left += 1
        return None

    def fewest_allowed(self, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return the smallest number of guesses in a game that is enough, whatever is allowed."""
        other = replace_allowed(self, None)
        found = other.least_worst(candidates, clues)
        assert found is not None, "without a limit every candidate can be guessed in turn"
        return found + len(clues)

    def bound(
        self, candidates: Indices, clues: Sequence[Clue] = (), left: int | None = None
    ) -> int:
        """Return the lower bound of the total that is proven so far, without searching."""
        size = len(candidates)
        if size < 3:
            return 2 * size - 1
        if size == 3:
            numbers = self.numbering.answer_number[candidates]
            return int(total_of_three(self.tables.codes, *map(int, numbers)))
        memo = self.memo(False)
        key1, key2 = self.key(candidates)
        left = self.left_after(len(clues)) if left is None else left
        asked1, asked2 = self.asked_key(key1, key2, clues, left)
        entries = memo.entries
        facts = find(entries, key1, key2), find(entries, asked1, asked2)
        return max(2 * size - 1, *map(bound_of, facts))

    def part_bounds(
        self, guess: int, left: int | None = None
    ) -> list[tuple[int, npt.NDArray[np.int32], int]]:
        """Return the parts that a first guess leaves, with the lower bounds proven so far.

        Parameters
        ----------
        guess
            A guess index.
        left
            Guesses left after it; those that the solver allows when None.

        Returns
        -------
        list of (int, ndarray of int32, int)
            Code, answer indices and lower bound of each part, the largest first. The guess's own
            pattern, which ends the game, is left out.
        """
        number = int(self.numbering.guess_number[guess])
        row = self.tables.codes[number]
        parts = []
        for kind in np.unique(row):
            members = np.flatnonzero(row == kind)
            if len(members) == 1 and members[0] == number:
                continue
            candidates = np.sort(self.numbering.answers[members])
            code = self.code(guess, int(candidates[0]))
            bound = self.bound(candidates, [(guess, code)], left)
            parts.append((code, candidates, bound))
        return sorted(parts, key=lambda part: (-len(part[1]), part[0]))

    def warm_up(self) -> None:
        """Compile, or load what was compiled before, so that a deadline is one of searching."""
        self._ask(np.arange(1), (), 1, INFEASIBLE, None)

    def code(self, guess: int, answer: int) -> int:
        """Return the code that a guess gets if an answer is hidden, by their indices."""
        return int(self.engine.codes(np.array([guess]), np.array([answer]))[0, 0])

    def left_after(self, played: int) -> int:
        """Return the guesses left after so many were played."""
        if self.allowed is None or self.allowed >= MOST_LIMITED:
            return UNLIMITED
        return self.allowed - played

    def _total(
        self,
        candidates: Indices,
        clues: Sequence[Clue],
        left: int,
        deadline: Deadline | None,
        any_tree: bool = False,
    ) -> Solution:
        status, total, depth, guess, lower = self._ask(
            candidates, clues, left, INFEASIBLE, deadline, any_tree=any_tree
        )
        if status == DONE and total >= INFEASIBLE:
            return Solution(None, INFEASIBLE, None, -1, True)
        if status == DONE:
            if guess < 0:
                guess = self._remembered(candidates, clues, left, any_tree)
            bound = 2 * len(candidates) - 1 if any_tree else total
            return Solution(total, bound, depth, self._outer(guess), True)
        found = total if total < INFEASIBLE else None
        return Solution(found, lower, None, self._outer(guess), False)

    def _outer(self, guess: int) -> int:
        return int(self.numbering.guesses[guess]) if guess >= 0 else -1

    def _remembered(
        self, candidates: Indices, clues: Sequence[Clue], left: int, any_tree: bool
    ) -> int:
        """Return the guess that the memo has for a set; -1 where it has none."""
        members = self.numbering.answer_number[candidates]
        if len(members) < 3:
            return int(members.min())
        key1, key2 = self.key(candidates)
        entries = self.memo(any_tree).entries
        for one, two in ((key1, key2), self.asked_key(key1, key2, clues, left)):
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

        Stopped before the end, the total and the guess are the best found (`INFEASIBLE`, and the
        most promising guess, where none was).
        """
        scratch = self.take_scratch()
        try:
            members = np.sort(self.numbering.answer_number[candidates])
            over = deadline is not None and deadline.is_over()
            # To start a thread, so that Ctrl-C is heard, takes longer than most small searches.
            brief = over or len(members) < BOUNDED_FROM
            scratch.control[STOP] = 0
            while True:
                scratch.control[NODES] = FEW_NODES if brief else ALL_NODES
                scratch.members[: len(members)] = members
                self.set_demands(scratch.demands[0], clues)
                memo = self.memo(any_tree)
                key1, key2 = self.key(candidates)
                question = Question(
                    len(members), key1, key2, beta, left, self.hard, any_tree, in_order
                )
                work = partial(search, self.tables, memo, scratch, question)
                ended = work() if brief else run_one(work, scratch.control, deadline)
                status, total, depth, guess = map(int, ended)
                if status == MEMO_FULL:
                    self.grow_memo(memo, any_tree)
                elif status in (TOO_DEEP, NO_ROOM):
                    scratch = self.larger_scratch(scratch, status)
                elif status == OUT_OF_NODES and not over:
                    brief = False
                else:
                    break
            if status == DONE:
                return status, total, depth, guess, total
            return (status, *self._best_so_far(scratch, clues, left, any_tree))
        finally:
            self.give_back(scratch)

    def _best_so_far(
        self, scratch: Scratch, clues: Sequence[Clue], left: int, any_tree: bool
    ) -> tuple[int, int, int, int]:
        """Read the bottom of an ended search's stack: (total, depth, guess, lower bound)."""
        frame, size = scratch.frames[0], int(scratch.frames[0, 1])
        if not frame[SPLITTING]:
            return INFEASIBLE, 0, -1, 2 * size - 1
        # Guesses of more patterns than those being tried have all been shown to be no better.
        lower = max(int(frame[LOWER]), min(int(frame[BEST]), 3 * size - int(frame[LEVEL])))
        if not any_tree:
            key1, key2 = scratch.keys[0]
            asked1, asked2 = self.asked_key(key1, key2, clues, left)
            memo = self.memo(any_tree)
            put(memo.entries, memo.used, asked1, asked2, fact_of(lower, 0, SEARCHED, 0, 0))
        guess = int(frame[BEST_GUESS])
        if guess >= 0:
            return int(frame[BEST]), 0, guess, lower
        if frame[TRIED] == 0:
            return INFEASIBLE, 0, -1, lower
        return INFEASIBLE, 0, int(scratch.candidates[0, 0]), lower


def replace_allowed(solver: Solver, allowed: int | None) -> Solver:
    """Return a solver of the same tables with another number of guesses allowed."""
    other = copy(solver)
    other.allowed = allowed
    return other
