"""Exact play of a few candidates in plain NumPy: for who asks but once.

To load compiled kernels takes longer than to search a few candidates without them. The results are
those of `gpuwordle.optimal.solver.Solver`, its choice among equals included.

A guess with k buckets on n candidates takes at least 3 n - k guesses in total, less one where it is
a candidate: itself n times, and of each bucket one for one of its candidates and two for every
other. Guesses are tried in the order of that bound, until it reaches the best total found.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.clues.hard_mode import Bits, LegalGuesses
from gpuwordle.optimal.objective import Clue
from gpuwordle.optimal.running import Deadline
from gpuwordle.optimal.solution import Solution
from gpuwordle.rules.codes import all_green

Indices = npt.NDArray[np.integer]

MOST_SETS = 1000
"""Sets that are searched: for more, compiled code is sooner loaded and done."""


class Tree(NamedTuple):
    """Play of a set: total of guesses, guesses of the longest game, and the first guess."""

    total: int
    depth: int
    guess: int


class OutOfTime(Exception):
    """The deadline passed while searching."""


class TooMany(Exception):
    """More sets are to be searched than it is good for."""


class PlainSolver:
    """Searches sets of a few candidates for the least total of guesses.

    Parameters
    ----------
    engine
        What computes the patterns, of few answers.
    hard
        Play hard mode.
    """

    def __init__(self, engine: Backend, *, hard: bool = False) -> None:
        words = engine.vocabulary
        self._codes = np.ascontiguousarray(engine.codes().T)
        self._answer_guess = words.answer_guess
        self._green = all_green(words.length)
        self._hard_mode = LegalGuesses(words) if hard else None
        self._known: dict[tuple[bytes, int, bytes], Tree | None] = {}
        self._deadline: Deadline | None = None

    def solve(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        left: int | None = None,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Find the least total, and the guess that `Solver.choose` would choose.

        Parameters
        ----------
        candidates
            Answer indices, those that the clues leave.
        clues
            What was guessed before: in hard mode it says which guesses are legal.
        left
            Guesses left; None for no limit.
        deadline
            When to stop with a bound alone.

        Raises
        ------
        TooMany
            If it takes more than `MOST_SETS` sets, those of all questions counted.
        """
        bound = self.bound(candidates)
        legal = None
        if self._hard_mode is not None:
            legal = self._hard_mode.without_clues(1)
            for guess, code in clues:
                legal = self._hard_mode.after(legal, np.array([guess]), np.array([code]))
        self._deadline = deadline
        try:
            tree = self._best(np.sort(candidates), len(candidates) if left is None else left, legal)
        except OutOfTime:
            return Solution(None, bound, None, -1, False)
        if tree is None:
            return Solution(None, bound, None, -1, True)
        return Solution(tree.total, tree.total, tree.depth, tree.guess, True)

    choose = solve

    def bound(self, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return a lower bound of the total, without searching."""
        return 2 * len(candidates) - 1

    def _best(self, members: Indices, left: int, legal: Bits | None) -> Tree | None:
        """Return the best play of a set within so many guesses; None where there is none."""
        size = len(members)
        # No best play takes more guesses than there are candidates.
        left = min(left, size)
        if left < 2:
            return Tree(1, 1, int(self._answer_guess[members[0]])) if left == size else None
        key = members.tobytes(), left, b"" if legal is None else legal.tobytes()
        if key not in self._known:
            self._known[key] = self._searched(members, left, legal)
        return self._known[key]

    def _searched(self, members: Indices, left: int, legal: Bits | None) -> Tree | None:
        if self._deadline is not None and self._deadline.is_over():
            raise OutOfTime
        if len(self._known) >= MOST_SETS:
            raise TooMany
        codes = self._codes[members]
        guesses: Indices = np.arange(codes.shape[1])
        if self._hard_mode is not None and legal is not None:
            guesses = self._hard_mode.listed(legal).group(0)
            codes = codes[:, guesses]
        size, buckets = len(members), bucket_counts(codes)
        candidate = (codes == self._green).any(axis=0)
        bounds = 3 * size - buckets - candidate
        # A guess of one bucket tells nothing; a candidate is never such.
        order = np.flatnonzero(buckets > 1)
        order = order[np.lexsort((order, ~candidate[order], bounds[order]))]
        best: Tree | None = None
        for place in order.tolist():
            bound = int(bounds[place])
            if best is not None and bound >= best.total:
                break
            most = None if best is None else best.total
            guess = int(guesses[place])
            tree = self._after(guess, members, codes[:, place], bound, left, legal, most)
            if tree is not None:
                best = tree
        return best

    def _after(
        self,
        guess: int,
        members: Indices,
        codes: npt.NDArray[np.unsignedinteger],
        total: int,
        left: int,
        legal: Bits | None,
        most: int | None,
    ) -> Tree | None:
        """Return the best play after a guess; None where it takes no fewer than ``most``.

        Parameters
        ----------
        guess, members, codes
            What each of the candidates answers to the guess.
        total
            Its lower bound.
        left
            Guesses left, this one counted.
        legal
            What is legal before it, in hard mode.
        most
            The total that it has to be below.
        """
        parts: dict[int, list[int]] = {}
        for member, code in enumerate(codes.tolist()):
            parts.setdefault(code, []).append(member)
        parts.pop(self._green, None)
        depth = 1
        for code, part in sorted(parts.items(), key=lambda item: len(item[1])):
            size = len(part)
            if size < 3:
                if size >= left:
                    return None
                depth = max(depth, size + 1)
                continue
            then = legal
            if self._hard_mode is not None and legal is not None:
                then = self._hard_mode.after(legal, np.array([guess]), np.array([code]))
            tree = self._best(members[part], left - 1, then)
            if tree is None:
                return None
            total += tree.total - (2 * size - 1)
            depth = max(depth, tree.depth + 1)
            if most is not None and total >= most:
                return None
        return Tree(total, depth, guess)


def bucket_counts(codes: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.int64]:
    """Count the different codes of each column: shape (guesses,)."""
    counts = np.full(codes.shape[1], len(codes))
    for row in range(1, len(codes)):
        counts -= (codes[:row] == codes[row]).any(axis=0)
    return counts
