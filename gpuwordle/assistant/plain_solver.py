"""Exact play of a few candidates in plain NumPy, for one-shot queries.

Loading compiled kernels takes longer than searching a few candidates without them; see
`gpuwordle.assistant.adviser` for the choice between the solvers. The results are those of
`gpuwordle.optimal.solver.Solver`, even its choice among equal guesses.

The search is a branch and bound. A guess with k buckets on n candidates takes at least 3 n - k
guesses in total, less one if it is a candidate: itself n times, and in each bucket one guess for
one of its candidates and two for every other. Guesses are tried in ascending order of that bound
until it reaches the best total found. Buckets are searched the largest first, each with the
remaining budget. A first look at a bucket's own candidates tells whether one of them separates all
the others, which is the least possible total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.clues.hard_mode import Bits, LegalGuesses
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.question import Clue, Solution
from gpuwordle.rules.conditions import INFINITE
from gpuwordle.scoring.groups import Indices

MOST_TRIES = 1200
"""Sets searched and guesses tried, after which loading compiled code is faster."""

MOST_PROMISING = 2000
"""Guesses whose bound is better than the first result; with more, the search is given up."""

MANY = 50
"""Candidates from which codes are marked in a table instead of compared with one another, and
promising guesses are counted before they are tried."""

MOST_MARKS = 16 << 20
"""Bytes of such a table at most."""


class Tree(NamedTuple):
    """Play of some candidates: total of guesses, longest game, and first guess."""

    total: int
    depth: int
    guess: int


class OutOfTime(Exception):
    """The deadline passed while searching."""


class TooMany(Exception):
    """The search is too large for this solver."""


class PlainSolver:
    """Searches a few candidates for the least total of guesses."""

    def __init__(self, engine: Backend, *, hard: bool = False) -> None:
        words = engine.vocabulary
        every = np.arange(len(words.guesses))[:, None], np.arange(len(words.answers))
        self._codes = np.ascontiguousarray(engine.told(engine.codes(), *every).T)
        self._own_codes = self._codes[:, words.answer_guess].T.tolist()
        self._answer_guess = words.answer_guess
        self._green = words.win
        self._hard_mode = LegalGuesses(words) if hard else None
        self._known: dict[tuple[bytes, int, bytes], Tree | None] = {}
        self._least: dict[tuple[bytes, int, bytes], int] = {}
        self.tries = 0
        self._deadline: Deadline | None = None

    def solve(
        self,
        candidates: Indices,
        clues: Sequence[Clue] = (),
        *,
        left: int | None = None,
        deadline: Deadline | None = None,
    ) -> Solution:
        """Find the least total within ``left`` guesses, and the guess of `Solver.choose`.

        Raises TooMany if all questions together take more than `MOST_TRIES` tries.

        candidates: answer indices, (candidates,).
        clues: guess indices with codes, which decide in hard mode which guesses are legal.
        """
        bound = self.proven_bound(candidates)
        legal = None
        if self._hard_mode is not None:
            legal = self._hard_mode.without_clues(1)
            for guess, code in clues:
                legal = self._hard_mode.after(legal, np.array([guess]), np.array([code]))
        self._deadline = deadline
        try:
            tree = self._best(
                np.sort(candidates), len(candidates) if left is None else left, legal, INFINITE
            )
        except OutOfTime:
            return Solution(None, bound, None, -1, False)
        if tree is None:
            return Solution(None, bound, None, -1, True)
        return Solution(tree.total, tree.total, tree.depth, tree.guess, True)

    choose = solve

    def proven_bound(self, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return a lower bound of the total, without searching."""
        return 2 * len(candidates) - 1

    def _best(self, candidates: Indices, left: int, legal: Bits | None, below: int) -> Tree | None:
        """Return the best play within ``left`` guesses, or None if none has a total < ``below``."""
        size = len(candidates)
        # Optimal play takes no more guesses than there are candidates.
        left = min(left, size)
        if left < 2:
            return Tree(1, 1, int(self._answer_guess[candidates[0]])) if left == size else None
        key = candidates.tobytes(), left, b"" if legal is None else legal.tobytes()
        limit = below
        if key not in self._known:
            if key in self._least:
                if self._least[key] >= below:
                    return None
                below = INFINITE  # the second time it is searched to the end
            tree = self._searched(candidates, left, legal, below)
            if tree is None and below < INFINITE:
                self._least[key] = below
                return None
            self._known[key] = tree
        known = self._known[key]
        return known if known is not None and known.total < limit else None

    def _searched(
        self, candidates: Indices, left: int, legal: Bits | None, below: int
    ) -> Tree | None:
        if self._deadline is not None and self._deadline.is_over():
            raise OutOfTime
        self._count_try()
        size = len(candidates)
        telling = min(self._telling(candidates.tolist()), default=-1)
        if telling >= 0:
            return Tree(2 * size - 1, 2, telling)
        codes = self._codes[candidates]
        guesses: Indices = np.arange(codes.shape[1])
        if self._hard_mode is not None and legal is not None:
            guesses = self._hard_mode.listed(legal).group(0)
            codes = codes[:, guesses]
        is_candidate = self._is_candidate(candidates)[guesses]
        buckets = bucket_counts(codes)
        bounds = 3 * size - buckets - is_candidate
        keys = 2 * bounds - is_candidate
        best: Tree | None = None
        place = int(keys.argmin())
        others: list[int] | None = None
        while bounds[place] < below:
            bound = int(bounds[place])
            tree = self._after(
                int(guesses[place]), candidates, codes[:, place], bound, left, legal, below
            )
            if tree is not None:
                best, below = tree, tree.total
            if others is None:
                # A guess with one bucket tells nothing; a candidate has two or more.
                promising = (bounds < below) & (buckets > 1)
                promising[place] = False
                order = np.flatnonzero(promising)
                if size > MANY and len(order) > MOST_PROMISING:
                    raise TooMany
                others = order[np.argsort(keys[order], kind="stable")][::-1].tolist()
            if not others:
                break
            place = others.pop()
        return best

    def _count_try(self) -> None:
        if self.tries >= MOST_TRIES:
            raise TooMany
        self.tries += 1

    def _telling(self, candidates: list[int]) -> Iterator[int]:
        """Yield the candidates that tell all others apart: no guess is better.

        All are legal in hard mode, too. For a few, plain loops are faster than NumPy's calls.
        """
        size = len(candidates)
        for candidate in candidates:
            codes = self._own_codes[candidate]
            if len({codes[other] for other in candidates}) == size:
                yield int(self._answer_guess[candidate])

    def _is_candidate(self, candidates: Indices) -> npt.NDArray[np.bool_]:
        """Tell which guesses are candidates: bool (guesses,)."""
        found = np.zeros(self._codes.shape[1], bool)
        found[self._answer_guess[candidates]] = True
        return found

    def _after(
        self,
        guess: int,
        candidates: Indices,
        codes: npt.NDArray[np.unsignedinteger],
        total: int,
        left: int,
        legal: Bits | None,
        below: int,
    ) -> Tree | None:
        """Return the best play after a guess, or None if its total is not less than ``below``.

        codes: the pattern of the guess for each candidate, (candidates,).
        total: its lower bound. left: guesses left, this one counted. legal: before it, as bits.
        """
        self._count_try()
        buckets: dict[int, list[int]] = {}
        for candidate, code in zip(candidates.tolist(), codes.tolist(), strict=True):
            buckets.setdefault(code, []).append(candidate)
        buckets.pop(self._green, None)
        depth = 1 + max(min(len(bucket), 2) for bucket in buckets.values())
        if depth > left:
            return None
        searched: list[tuple[int, list[int], int]] = []
        for code, bucket in buckets.items():
            if len(bucket) > 2:
                least = 2 * len(bucket) - any(True for _ in self._telling(bucket))
                searched.append((code, bucket, least))
                total += least - (2 * len(bucket) - 1)
                if total >= below:
                    return None
        # The largest buckets exceed their bounds most, so they rule a guess out soonest.
        for code, bucket, least in sorted(searched, key=lambda item: -len(item[1])):
            then = legal
            if self._hard_mode is not None and legal is not None:
                then = self._hard_mode.after(legal, np.array([guess]), np.array([code]))
            tree = self._best(np.array(bucket), left - 1, then, below - total + least)
            if tree is None:
                return None
            total += tree.total - least
            depth = max(depth, tree.depth + 1)
        return Tree(total, depth, guess)


def bucket_counts(codes: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.signedinteger]:
    """Count the different codes of each column of codes (answers, guesses): (guesses,)."""
    answers, guesses = codes.shape
    span = int(codes.max()) + 1
    if answers > MANY and guesses * span <= MOST_MARKS:
        marks = np.zeros(guesses * span, bool)
        column = np.arange(guesses) * span
        for row in codes:
            marks[column + row] = True
        return np.count_nonzero(marks.reshape(guesses, span), axis=1)
    counts = np.full(guesses, answers, np.int32)
    for row in range(1, answers):
        counts -= (codes[:row] == codes[row]).any(axis=0)
    return counts
