"""Feasibility: whether a number of guesses is enough to find every word, and the least that is.

Two searches answer it: a tree after some opener shows that the guesses are enough (the compiled
search of all openers), and cores or a family of words show that they are not
(`gpuwordle.proofs.cores`). It is not known which ends first, so they take turns, and each
turn is twice as long as the one before. The answer does not depend on which search ended first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.openers import OpenerSearch, OpenerState
from gpuwordle.optimal.solver import Solver
from gpuwordle.progress import Progress
from gpuwordle.proofs.board import Words
from gpuwordle.proofs.certificate import CoreProof, FamilyProof
from gpuwordle.proofs.cores import CoreSearch, CoresStopped, family_against

Refutation = CoreProof | FamilyProof

FIRST_TURN = 2.0
"""Seconds of the first turn, which is enough for short lists."""

CORES_TIMES = 8
"""A turn of cores is longer by this factor, because a tree, if any, is usually found early.
In hard mode the turns are equal: if easy mode has a tree, cores show nothing."""


@dataclass(frozen=True)
class Feasibility:
    """What is known about one number of guesses."""

    possible: bool | None  # whether some opener finds every answer; None if time ran out
    search: OpenerSearch
    # the place, in the search's order, of the first opener that does (those with more buckets come
    # first); None if none does, or if time ran out before the first was known
    opener: int | None = None
    # why the guesses are too few, if that is known without claims
    refutation: Refutation | None = None


class Least(NamedTuple):
    """The least number of guesses that is enough, as far as it is known."""

    allowed: int  # the number; one fewer is not enough
    found: Feasibility  # whether it is itself enough
    fewer: Feasibility | None  # why one fewer is not; None for one guess


class FeasibilitySearch:
    """Decides whether numbers of guesses are enough for the vocabulary and mode of a solver.

    ``threads`` search for trees, and one for cores. ``progress`` gets the fraction of openers done
    for the number of guesses that is being decided. ``known`` is what `least` has found so far.
    """

    def __init__(
        self,
        solver: Solver,
        *,
        threads: int | None = None,
        deadline: Deadline | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.solver, self.threads = solver, threads
        self.deadline = deadline or Deadline()
        self.progress = progress
        self.known = self._not_below(1, None)

    def decide(self, allowed: int) -> Feasibility:
        """Decide whether some opener finds every answer within the guesses allowed."""
        found = self._search(allowed, self._until(FIRST_TURN), None)
        if found.possible is not None or self.deadline.is_over():
            return found
        refutation: Refutation | None = family_against(self._words, allowed, self.deadline.is_over)
        turn, times = FIRST_TURN, 1 if self.solver.hard else CORES_TIMES
        while refutation is None and not self.deadline.is_over():
            over = self._until(times * turn).is_over
            try:
                refutation = self._cores.prove(allowed, self.progress, over)
            except CoresStopped:
                turn *= 2
                found = self._search(allowed, self._until(turn), found.search.state)
            else:
                if refutation is None:  # cores show nothing, so only the search can tell
                    return self._search(allowed, self.deadline, found.search.state)
            if found.possible is not None:
                return found
        if refutation is None:
            return found
        return Feasibility(False, found.search, refutation=refutation)

    def least(self, most: int | None = None, *, too_few: int = 0) -> Least:
        """Find the least number of guesses that is enough, up to ``most``.

        ``too_few`` guesses are known not to be enough.
        """
        self.known = self._not_below(too_few + 1, None)
        enough, found = self._some(most or len(self.solver.vocabulary.answers))
        while found.possible and enough > self.known.allowed:
            below = self.decide(enough - 1)
            if below.possible is None:
                return self.known
            if below.possible:
                enough, found = enough - 1, below
            else:
                self.known = self._not_below(enough, below)
        if found.possible is not None:
            self.known = Least(enough, found, self.known.fewer)
        return self.known

    def _some(self, most: int) -> tuple[int, Feasibility]:
        """Find a number of guesses that is enough by short searches, or decide the largest.

        A number that a short search leaves open needs no proof if a larger one is not enough.
        """
        for allowed in range(self.known.allowed, most):
            found = self._search(allowed, self._until(FIRST_TURN), None)
            if found.possible:
                return allowed, found
            if found.possible is False:
                self.known = self._not_below(allowed + 1, found)
            if self.deadline.is_over():  # no time is left to decide the largest
                return self.known.allowed, self.known.found
        return most, self.decide(most)

    def _not_below(self, allowed: int, fewer: Feasibility | None) -> Least:
        """Return the result that fewer guesses are not enough."""
        return Least(allowed, Feasibility(None, self._opener_search(allowed, None)), fewer)

    def _until(self, seconds: float) -> Deadline:
        """Return when a turn ends."""
        left = self.deadline.left()
        return Deadline(seconds if left is None else min(seconds, left))

    def _search(self, allowed: int, deadline: Deadline, state: OpenerState | None) -> Feasibility:
        """Look for an opener and a tree after it."""
        search = self._opener_search(allowed, state)
        complete = search.run(deadline=deadline, progress=self.progress)
        found = search.state.found
        if found and not complete:
            # Threads may have passed over an earlier opener.
            again = self._search(allowed, self.deadline, None)
            return again if again.possible else Feasibility(True, search)
        if not complete:
            return Feasibility(None, search)
        if not found:
            return Feasibility(False, search)
        codes = self.solver.tables.codes
        first = min((-len(np.unique(codes[f.place])), f.place) for f in found)
        return Feasibility(True, search, opener=first[1])

    def _opener_search(self, allowed: int, state: OpenerState | None) -> OpenerSearch:
        left, threads = allowed - 1, self.threads
        return OpenerSearch(self.solver, left=left, any_tree=True, threads=threads, state=state)

    @cached_property
    def _cores(self) -> CoreSearch:
        return CoreSearch(self._words)

    @cached_property
    def _words(self) -> Words:
        words = self.solver.vocabulary
        return Words(words.guesses, words.answers, rule=words.rule)
