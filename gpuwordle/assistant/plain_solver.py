"""Exact play of a few candidates in plain NumPy: for who asks but once.

To load compiled kernels takes longer than to search a few candidates without them. The results are
those of `gpuwordle.optimal.solver.Solver`, its choice among equals included.

A guess with k buckets on n candidates takes at least 3 n - k guesses in total, less one where it is
a candidate: itself n times, and of each bucket one for one of its candidates and two for every
other. Guesses are tried in the order of that bound, until it reaches the best total found. Buckets
are searched the largest first, and for no more than the guess may take to be better. Before, a look
at their own candidates says whether one of them tells all others apart, which is the least.
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
from gpuwordle.rules.codes import all_green

Indices = npt.NDArray[np.integer]

MOST_TRIES = 1200
"""Sets that are searched and guesses that are tried: for more, compiled code is sooner loaded."""

MOST_PROMISING = 2000
"""Guesses that may be better than the first one that is tried; most of them never are."""

MANY = 50
"""Candidates whose codes are sooner marked in a table than compared with one another, and whose
guesses are counted before they are tried."""

MOST_MARKS = 16 << 20
"""Bytes that such a table may have."""

NEVER = 1 << 40
"""More guesses in total than any play takes."""


class Tree(NamedTuple):
    """Play of a set: total of guesses, guesses of the longest game, and the first guess."""

    total: int
    depth: int
    guess: int


class OutOfTime(Exception):
    """The deadline passed while searching."""


class TooMany(Exception):
    """More is to be searched than it is good for."""


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
        self._own_codes = self._codes[:, words.answer_guess].T.tolist()
        self._answer_guess = words.answer_guess
        self._green = all_green(words.length)
        self._hard_mode = LegalGuesses(words) if hard else None
        self._known: dict[tuple[bytes, int, bytes], Tree | None] = {}
        self._least: dict[tuple[bytes, int, bytes], int] = {}
        self._tries = 0
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
            If it takes more than `MOST_TRIES` tries, those of all questions counted.
        """
        bound = self.bound(candidates)
        legal = None
        if self._hard_mode is not None:
            legal = self._hard_mode.without_clues(1)
            for guess, code in clues:
                legal = self._hard_mode.after(legal, np.array([guess]), np.array([code]))
        self._deadline = deadline
        try:
            tree = self._best(
                np.sort(candidates), len(candidates) if left is None else left, legal, NEVER
            )
        except OutOfTime:
            return Solution(None, bound, None, -1, False)
        if tree is None:
            return Solution(None, bound, None, -1, True)
        return Solution(tree.total, tree.total, tree.depth, tree.guess, True)

    choose = solve

    def bound(self, candidates: Indices, clues: Sequence[Clue] = ()) -> int:
        """Return a lower bound of the total, without searching."""
        return 2 * len(candidates) - 1

    def _best(self, members: Indices, left: int, legal: Bits | None, below: int) -> Tree | None:
        """Return the best play of a set within so many guesses.

        None where there is none, or none that takes fewer guesses in total than ``below``.
        """
        size = len(members)
        # No best play takes more guesses than there are candidates.
        left = min(left, size)
        if left < 2:
            return Tree(1, 1, int(self._answer_guess[members[0]])) if left == size else None
        key = members.tobytes(), left, b"" if legal is None else legal.tobytes()
        limit = below
        if key not in self._known:
            if key in self._least:
                if self._least[key] >= below:
                    return None
                below = NEVER  # asked again: once and for all
            tree = self._searched(members, left, legal, below)
            if tree is None and below < NEVER:
                self._least[key] = below
                return None
            self._known[key] = tree
        known = self._known[key]
        return known if known is not None and known.total < limit else None

    def _searched(self, members: Indices, left: int, legal: Bits | None, below: int) -> Tree | None:
        if self._deadline is not None and self._deadline.is_over():
            raise OutOfTime
        self._count_try()
        size = len(members)
        telling = min(self._telling(members.tolist()), default=-1)
        if telling >= 0:
            return Tree(2 * size - 1, 2, telling)
        codes = self._codes[members]
        guesses: Indices = np.arange(codes.shape[1])
        if self._hard_mode is not None and legal is not None:
            guesses = self._hard_mode.listed(legal).group(0)
            codes = codes[:, guesses]
        candidate = self._is_candidate(members)[guesses]
        buckets = bucket_counts(codes)
        bounds = 3 * size - buckets - candidate
        keys = 2 * bounds - candidate
        best: Tree | None = None
        place = int(keys.argmin())
        others: list[int] | None = None
        while bounds[place] < below:
            bound = int(bounds[place])
            tree = self._after(
                int(guesses[place]), members, codes[:, place], bound, left, legal, below
            )
            if tree is not None:
                best, below = tree, tree.total
            if others is None:
                # A guess of one bucket tells nothing; a candidate is never such.
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
        if self._tries >= MOST_TRIES:
            raise TooMany
        self._tries += 1

    def _telling(self, members: list[int]) -> Iterator[int]:
        """Yield the candidates that tell all others apart: as guesses, none is better.

        In hard mode, too, all are legal. Plain loops are quicker for a few than NumPy's calls.
        """
        size = len(members)
        for member in members:
            codes = self._own_codes[member]
            if len({codes[other] for other in members}) == size:
                yield int(self._answer_guess[member])

    def _is_candidate(self, members: Indices) -> npt.NDArray[np.bool_]:
        """Tell of every guess whether it is one of some candidates."""
        found = np.zeros(self._codes.shape[1], bool)
        found[self._answer_guess[members]] = True
        return found

    def _after(
        self,
        guess: int,
        members: Indices,
        codes: npt.NDArray[np.unsignedinteger],
        total: int,
        left: int,
        legal: Bits | None,
        below: int,
    ) -> Tree | None:
        """Return the best play after a guess; None where it takes no fewer than ``below``.

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
        below
            The total that it has to be below.
        """
        self._count_try()
        parts: dict[int, list[int]] = {}
        for member, code in zip(members.tolist(), codes.tolist(), strict=True):
            parts.setdefault(code, []).append(member)
        parts.pop(self._green, None)
        depth = 1 + max(min(len(part), 2) for part in parts.values())
        if depth > left:
            return None
        searched: list[tuple[int, list[int], int]] = []
        for code, part in parts.items():
            if len(part) > 2:
                least = 2 * len(part) - any(True for _ in self._telling(part))
                searched.append((code, part, least))
                total += least - (2 * len(part) - 1)
                if total >= below:
                    return None
        # The largest take most above what they take at least, and soonest rule a guess out.
        for code, part, least in sorted(searched, key=lambda item: -len(item[1])):
            then = legal
            if self._hard_mode is not None and legal is not None:
                then = self._hard_mode.after(legal, np.array([guess]), np.array([code]))
            tree = self._best(np.array(part), left - 1, then, below - total + least)
            if tree is None:
                return None
            total += tree.total - least
            depth = max(depth, tree.depth + 1)
        return Tree(total, depth, guess)


def bucket_counts(codes: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.signedinteger]:
    """Count the different codes of each column: shape (guesses,)."""
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
