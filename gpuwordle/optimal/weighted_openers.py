"""All openers of words with weights: which is best, and why no other is better.

Openers are taken by their bounds, the best first. An opener is refuted if the bounds of its buckets
sum to the total of the best one found: first by their own words, then by all guesses on each
bucket, then by search, each with what is left of the best total; the largest bucket comes first.
`gpuwordle.optimal.weighted_search` says what proves the bounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.openers import (
    BY_BUCKETS,
    BY_SEARCH,
    BY_SIZES,
    OPEN,
    SAVE_EVERY,
    SOLVED,
    Found,
    OpenerState,
)
from gpuwordle.optimal.weighted_solver import UNREAD, WeightedSolver
from gpuwordle.rules.conditions import INFINITE
from gpuwordle.scoring.groups import Indices


class WeightedOpenerSearch:
    """Searches the openers of a solver's vocabulary for the least sum of weight times guesses.

    ``top``, ``below`` and ``state`` are as for `gpuwordle.optimal.openers.OpenerSearch`.
    """

    def __init__(
        self,
        solver: WeightedSolver,
        *,
        top: int = 1,
        below: int | None = None,
        state: OpenerState | None = None,
    ) -> None:
        self.solver, self.top = solver, top
        self.below = INFINITE if below is None else min(below, INFINITE)
        words, numbering = solver.vocabulary, solver.numbering
        self.guesses = len(words.guesses)
        self.state = state or OpenerState(
            np.zeros(self.guesses, np.int64), np.zeros(self.guesses, np.uint8)
        )
        self._deadline: Deadline | None = None
        self._every = np.arange(len(words.answers))
        # (guesses,): the one-ply bound, in the search's numbers.
        one_ply = 3 * words.total_weight - solver.heaviest_sums(self._every)[numbering.guesses]
        one_ply[: len(words.answers)] -= words.weights_of(numbering.answers)
        np.maximum(self.state.bounds, one_ply, out=self.state.bounds)

    def run(
        self,
        *,
        deadline: Deadline | None = None,
        progress: Callable[[float], None] | None = None,
        save: Callable[[OpenerState], None] | None = None,
        openers: Indices | None = None,
    ) -> bool:
        """Search until every opener is refuted or its total is known; return whether all are.

        Parameters are those of `gpuwordle.optimal.openers.OpenerSearch.run`.
        """
        self._deadline, saved = deadline, time.monotonic()
        try:
            for opener in self._by_bound(openers).tolist():
                if deadline is not None and deadline.is_over():
                    break
                if not self._raise(opener, 0, BY_SIZES):
                    self._search(opener)
                if progress is not None:
                    progress(np.count_nonzero(self.state.stages) / self.guesses)
                if save is not None and time.monotonic() > saved + SAVE_EVERY:
                    save(self.state)
                    saved = time.monotonic()
        finally:
            if save is not None:
                save(self.state)
        return not len(self._by_bound(openers))

    def best(self) -> list[Found]:
        """Return the best openers found so far."""
        return sorted(self.state.found)[: self.top]

    def lower_bound(self, openers: Indices | None = None) -> int:
        """Return the lower bound of the totals of openers that is proven so far; of all if None."""
        return self.state.lower_bound(self.below, openers)

    def _by_bound(self, openers: Indices | None) -> Indices:
        """Return the openers that are not settled by their bounds, in order."""
        chosen = np.arange(self.guesses) if openers is None else np.asarray(openers)
        chosen = np.sort(chosen[self.state.stages[chosen] == OPEN])
        return chosen[np.argsort(self.state.bounds[chosen], kind="stable")]

    def _beta(self, opener: int) -> int:
        """Return the total that an opener has to stay below, in order to be one of the best."""
        found = sorted(self.state.found)
        if len(found) < self.top:
            return self.below
        last = found[self.top - 1]
        return min(self.below, last.total + (opener < last.place))

    def _search(self, opener: int) -> None:
        """Find the total of an opener, or that it is not wanted, if there is time."""
        solver, guess = self.solver, int(self.solver.numbering.guesses[opener])
        buckets, clues = solver.after(guess, self._every), [(guess, UNREAD)]
        bounds = [solver.proven_bound(bucket, clues) for bucket in buckets]
        total = solver.vocabulary.total_weight + sum(bounds)
        largest_first = sorted(range(len(buckets)), key=lambda number: -len(buckets[number]))
        for searched in (False, True):
            for number in largest_first:
                if self._raise(opener, total, BY_SEARCH if searched else BY_BUCKETS):
                    return
                bucket = buckets[number]
                if len(bucket) < 3:
                    continue
                left = self._beta(opener) - (total - bounds[number])
                if searched:
                    bound = solver.total_below(bucket, clues, left, self._deadline)
                else:
                    bound = solver.scanned(bucket, clues)
                if bound is None:
                    return  # the time is up
                total += bound - bounds[number]
                bounds[number] = bound
        if not self._raise(opener, total, BY_SEARCH):
            self.state.stages[opener] = SOLVED
            worst = solver.longest(guess, self._every)
            self.state.found.append(Found(total, opener, worst))

    def _raise(self, opener: int, total: int, stage: int) -> bool:
        """Raise the bound of an opener; return whether this refutes it."""
        self.state.bounds[opener] = max(self.state.bounds[opener], min(total, INFINITE))
        refuted = bool(self.state.bounds[opener] >= self._beta(opener))
        if refuted:
            self.state.stages[opener] = stage
        return refuted
