"""Optimal play of words with weights, for Python: the least sum of weight times guesses.

Without a limit of guesses, in easy mode; `gpuwordle.optimal.weighted_search` says what proves it.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.optimal.cancellation import NODES, STOP, Deadline, run_one
from gpuwordle.optimal.question import DONE, MEMO_FULL, OUT_OF_NODES, TOO_DEEP, Solution
from gpuwordle.optimal.tables import Numbering, tables_of
from gpuwordle.optimal.weighted_search import (
    FRAME,
    VALUE,
    Facts,
    Stack,
    copy_facts,
    look_at,
    search_weighted,
)
from gpuwordle.rules.conditions import INFINITE
from gpuwordle.words.vocabulary import Vocabulary

Indices = npt.NDArray[np.integer]

FIRST_SLOTS = 1 << 16
"""Sets that the memo has room for at first; it is never more than half full."""

FIRST_DEPTH = 24
"""Frames of the stack at first."""

FEW_NODES = 64
"""Sets that are scanned before a thread is started in order to hear Ctrl-C."""

ALL_NODES = 1 << 60


class WeightedSolver:
    """Searches candidate sets of one vocabulary for the least weighted total, one at a time.

    Parameters
    ----------
    vocabulary
        The words, with weights or without.
    backend
        What computes the patterns.
    memory
        Bytes that codes may take.

    Raises
    ------
    UserError
        If the codes do not fit the memory.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"], weights=[1, 1, 1, 9, 1])
    >>> found = WeightedSolver(pets).choose(np.arange(5))
    >>> found.total, pets.guesses[found.guess], found.exact
    (19, 'pig', True)
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        backend: str | Backend = "auto",
        memory: int | None = None,
    ) -> None:
        self.vocabulary, self.numbering = vocabulary, Numbering.of(vocabulary)
        self.tables = tables_of(vocabulary, self.numbering, backend=backend, memory=memory)
        self._weights = vocabulary.weights_of(self.numbering.answers)
        self.memo, self._stack = Facts.of(FIRST_SLOTS), Stack.of(self.tables, FIRST_DEPTH)

    def choose(self, candidates: Indices, *, deadline: Deadline | None = None) -> Solution:
        """Find the least total, and a guess that begins it: the same whatever was asked before.

        Parameters
        ----------
        candidates
            Answer indices, at least one.
        deadline
            When to stop; the total is then that of the best play found, or None.
        """
        words = self._heaviest_first(candidates)
        status, total, guess = self._search(words, deadline)
        if status == DONE:
            return Solution(total, total, None, int(self.numbering.guesses[guess]), True)
        frame = self._stack.frames[0].view(FRAME)[0]
        found, lower = int(frame["best_guess"]), int(frame["lower"])
        if frame["trying"]:
            # Guesses before the last one have been shown to be no better than the best found.
            tried = 3 * int(frame["weight"]) - int(self._stack.sums[0, frame["guess"]])
            lower = max(lower, min(int(frame["best"]), tried))
        guess = int(self.numbering.guesses[found if found >= 0 else words[0]])
        return Solution(int(frame["best"]) if found >= 0 else None, lower, None, guess, False)

    def bound(self, candidates: Indices) -> int:
        """Return a lower bound of the total, without searching."""
        words = self._heaviest_first(candidates)
        if len(words) < 3:
            return int((self._weights[words] * np.arange(1, len(words) + 1)).sum())
        self._make_room()
        one, two = np.bitwise_xor.reduce(self.tables.hash_words[words], axis=0)
        given = self.tables, self._weights, self.memo, self._stack, words, one, two
        return int(self.memo.facts[look_at(*given), VALUE])

    def after(self, guess: int, candidates: Indices) -> list[npt.NDArray[np.int32]]:
        """Return the buckets of a guess as answer indices, without its own."""
        words = self.numbering.answer_number[candidates]
        number = self.numbering.guess_number[guess]
        words = words[words != number]
        codes = self.tables.codes[number, words]
        return [self.numbering.answers[words[codes == code]] for code in np.unique(codes)]

    def warm_up(self) -> None:
        """Compile the search, or load it from the cache, so that no deadline includes it."""
        few = np.arange(min(3, len(self._weights)))
        self._search(self._heaviest_first(few), Deadline(0.0))
        self.bound(few)

    def _heaviest_first(self, candidates: Indices) -> npt.NDArray[np.int32]:
        """Sort answers by falling weight, then in order: the search's numbers."""
        words = np.sort(self.numbering.answer_number[candidates])
        return words[np.argsort(-self._weights[words], kind="stable")]

    def _search(
        self, words: npt.NDArray[np.int32], deadline: Deadline | None
    ) -> tuple[int, int, int]:
        """Search a set; return (status, total, guess)."""
        over = deadline is not None and deadline.is_over()
        control, brief = self._stack.control, True
        control[STOP] = 0
        while True:
            stack = self._stack
            stack.words[0, : len(words)] = words
            control[NODES] = FEW_NODES if brief else ALL_NODES
            given = self.tables, self._weights, self.memo, stack, len(words), INFINITE
            work = partial(search_weighted, *given)
            status, total, guess = work() if brief else run_one(work, control, deadline)
            if status == MEMO_FULL:
                self._make_room()
            elif status == TOO_DEEP:
                deeper = Stack.of(self.tables, 2 * len(stack.frames))
                self._stack = deeper._replace(control=control)
            elif status == OUT_OF_NODES and brief and not over:
                brief = False
            else:
                return int(status), int(total), int(guess)

    def _make_room(self) -> None:
        """Grow the memo if it is more than half full."""
        if 2 * self.memo.used[0] > len(self.memo.facts):
            memo = Facts.of(4 * len(self.memo.facts))
            copy_facts(self.memo, memo)
            self.memo = memo
