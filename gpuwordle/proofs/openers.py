"""The best openers by optimal play, with proof that no other is better.

What is proven when `OpenerProof.complete`: no opener, followed by whatever guesses, takes fewer
guesses over all answers (within the guesses allowed, in the mode that is named) than those listed.
Each opener's own lower bound is kept, and how it came about; the bounds of the parts are in the
solver's memo.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.errors import UserError
from gpuwordle.optimal.memo import INFEASIBLE
from gpuwordle.optimal.objective import Objective, check_allowed, check_objective
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.running import Deadline
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.standing import STAGES
from gpuwordle.progress import Progress
from gpuwordle.proofs.blocks import Rules, settle_by
from gpuwordle.proofs.checkpoints import Checkpoint
from gpuwordle.proofs.feasibility import FeasibilitySearch, Least, Refutation
from gpuwordle.proofs.proven_opener import ProvenOpener
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import PackedWords, Vocabulary

LONGEST_ADVICE = 60.0
"""Seconds in which it is found out how many guesses are enough, where those allowed are not."""


@dataclass(frozen=True, eq=False)
class OpenerProof:
    """What is proven of all openers of a vocabulary.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    conditions : Conditions
        Mode and guesses allowed.
    objective : str
        What play is best by.
    below : int or None
        Openers whose totals are not below this were of no interest.
    best : tuple of ProvenOpener
        The best openers, the best first; ties in the package's order. Empty where none is below.
    bound : int
        No opener takes fewer guesses than this.
    complete : bool
        Whether every opener is known to be listed or no better; else the search was stopped, and
        ``best`` are the best found.
    bounds : ndarray of int64, shape (guesses,)
        Lower bound of each opener's total, in the vocabulary's order.
    stages : ndarray of uint8, shape (guesses,)
        How each bound came about: a number of `gpuwordle.optimal.standing.STAGES`.
    solver : Solver
        What searched, with its memo.
    too_few : int or None
        So many guesses are not enough, whatever the opener; None where that was not asked.
    refutation : CoreProof or FamilyProof or None
        Why, where that is known without the solver.
    """

    vocabulary: Vocabulary
    conditions: Conditions
    objective: Objective
    below: int | None
    best: tuple[ProvenOpener, ...]
    bound: int
    complete: bool
    bounds: npt.NDArray[np.int64]
    stages: npt.NDArray[np.uint8]
    solver: Solver
    too_few: int | None = None
    refutation: Refutation | None = None

    def ways(self) -> dict[str, int]:
        """Count the openers by how far they came, in the order of the passes."""
        counted = Counter(self.stages.tolist())
        return {name: counted[number] for number, name in enumerate(STAGES) if counted[number]}

    def part_bounds(self, opener: str) -> list[tuple[int, npt.NDArray[np.int32], int]]:
        """Return the parts of an opener with the bounds that the memo holds of them.

        Parameters
        ----------
        opener
            A guess of the vocabulary.

        Returns
        -------
        list of (int, ndarray of int32, int)
            Code, answer indices and lower bound of each part, the largest first; the opener's own
            pattern, which ends the game, is left out.
        """
        return self.solver.part_bounds(self.vocabulary.find(opener))

    def summary(self) -> dict[str, Any]:
        """Say what is proven, as JSON has it."""
        words = self.vocabulary
        return {
            "vocabulary": words.name,
            "digest": words.digest,
            "length": words.length,
            "answers": len(words.answers),
            "guesses": len(words.guesses),
            "hard": self.conditions.hard,
            "allowed": self.conditions.allowed,
            "objective": self.objective,
            "below": self.below,
            "too_few": self.too_few,
            "complete": self.complete,
            "bound": self.bound,
            "best": [vars(opener) for opener in self.best],
            "openers": self.ways(),
        }


class TooFewGuesses(UserError):
    """No tree finds every answer within the guesses allowed.

    Attributes
    ----------
    solver : Solver
        What searched, with its memo: its guesses allowed are too few.
    refutation : CoreProof or FamilyProof or None
        Why, where that is known without the solver.
    """

    def __init__(self, message: str, solver: Solver, refutation: Refutation | None) -> None:
        super().__init__(message)
        self.solver, self.refutation = solver, refutation


class ProofInterrupted(KeyboardInterrupt):
    """Ctrl-C in the midst of a proof.

    Attributes
    ----------
    proof : OpenerProof
        What was proven by then.
    """

    def __init__(self, proof: OpenerProof) -> None:
        super().__init__("interrupted in the midst of a proof")
        self.proof = proof


def prove_openers(
    vocabulary: Vocabulary,
    conditions: Conditions | None = None,
    *,
    objective: Objective = "total",
    top: int = 1,
    below: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    checkpoint: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    backend: str | Backend = "auto",
    progress: Progress | None = None,
) -> OpenerProof:
    """Find the best openers by optimal play, and prove that no other is better.

    Parameters
    ----------
    vocabulary
        The words.
    conditions
        Hard mode and guesses allowed; easy mode without a limit when None. The pool is all words,
        the filter the game's own.
    objective
        ``total``: fewest guesses over all answers; ``worst``: the shortest longest game;
        ``worst-then-total``: the fewest guesses among trees with the shortest longest game.
    top
        How many openers to rank.
    below
        Prove that no opener's total is below this, or find those that are.
    seconds
        When to stop with what is proven by then; never when None.
    memory
        Bytes that codes and memo may take in each process that proves; see
        `gpuwordle.memory.ceiling`.
    checkpoint
        A file to write to now and then, and to go on from if it is there.
    threads
        How many search; GPUWORDLE_THREADS or all processors when None.
    executor
        Where blocks of openers are settled, such as those of `gpuwordle.executors`; in this
        process when None. The longest game is settled in this process first, where it is asked
        for. The solver's memo then lacks what others have proven.
    backend
        What computes the patterns.
    progress
        Called with the share of openers that are done.

    Returns
    -------
    OpenerProof

    Raises
    ------
    TooFewGuesses
        If not every word can be found within the guesses allowed.
    UserError
        If the guesses allowed are fewer than three, the objective is unknown, the conditions name
        another pool or filter, the checkpoint is of another proof, the memory is too small, or the
        executor lost its workers.
    ProofInterrupted
        After Ctrl-C, with what was proven by then; the checkpoint was written before.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> proof = prove_openers(pets)
    >>> proof.best[0].guess, proof.best[0].total, proof.complete
    ('cat', 10, True)
    """
    rules = conditions or Conditions()
    check_objective(objective)
    check_allowed(rules.allowed)
    _check_conditions(rules)
    solver = Solver(
        vocabulary, hard=rules.hard, allowed=rules.allowed, backend=backend, memory=memory
    )
    prover = _Prover(solver, rules, objective, threads, memory)
    solver.warm_up()
    prover.deadline, prover.progress = Deadline(seconds), progress
    if objective == "worst":
        return prover.least_worst()
    place = None if checkpoint is None else Path(checkpoint)
    return prover.least_total(top, below, place, executor)


@dataclass
class _Prover:
    """One call of `prove_openers`."""

    solver: Solver
    conditions: Conditions
    objective: Objective
    threads: int | None
    memory: int | None
    deadline: Deadline | None = None
    progress: Progress | None = None
    least: Least | None = None

    def least_worst(self) -> OpenerProof:
        """Find an opener after which every answer is found as early as possible."""
        worst, found, _ = self._least_worst()
        if found.opener is None:
            return self._unknown()
        best = self._opener(found.opener, None, worst)
        return self._proof(found.search, (best,), None, True)

    def least_total(
        self, top: int, below: int | None, path: Path | None, executor: Executor | None
    ) -> OpenerProof:
        """Find the openers of the least totals."""
        allowed = self.conditions.allowed
        if self.objective == "worst-then-total":
            worst, found, _ = self._least_worst()
            if found.opener is None:
                return self._unknown(below)
            allowed = self.solver.allowed = worst
        elif allowed is not None and below is None and not self.conditions.hard:
            # Cores may show at once what the search of totals would take long for.
            try:
                found = self._feasibility().decide(allowed)
            except KeyboardInterrupt:
                raise ProofInterrupted(self._unknown()) from None
            if found.possible is False:
                self._refuse(found.refutation)
            if found.possible is None:
                return self._unknown()
        checkpoint, standing = None, None
        if path is not None:
            about = {
                "hard": self.conditions.hard,
                "allowed": allowed,
                "objective": self.objective,
                "top": top,
                "below": below,
            }
            numbering = self.solver.numbering
            checkpoint = Checkpoint(path, self.solver.vocabulary, numbering, about)
            standing = checkpoint.read()
        search = OpenerSearch(
            self.solver, top=top, below=below, threads=self.threads, standing=standing
        )
        save = None if checkpoint is None else checkpoint.write
        settle = search.run
        if executor is not None:
            words, hard = PackedWords.of(self.solver.vocabulary), self.conditions.hard
            rules = Rules(words, hard, allowed, top, below, self.memory)
            settle = partial(settle_by, executor, search, rules)
        try:
            complete = settle(deadline=self.deadline, progress=self.progress, save=save)
        except KeyboardInterrupt:
            raise ProofInterrupted(self._ranked(search, top, below, False)) from None
        if complete and not search.standing.found and below is None:
            self._refuse()
        return self._ranked(search, top, below, complete)

    def _ranked(
        self, search: OpenerSearch, top: int, below: int | None, complete: bool
    ) -> OpenerProof:
        found = sorted(search.standing.found)[:top]
        best = tuple(self._opener(f.place, f.total, f.worst) for f in found)
        return self._proof(search, best, below, complete)

    def _unknown(self, below: int | None = None) -> OpenerProof:
        """Say what is known before any opener was found."""
        return self._proof(OpenerSearch(self.solver, any_tree=True), (), below, False)

    def _feasibility(self) -> FeasibilitySearch:
        return FeasibilitySearch(
            self.solver, threads=self.threads, deadline=self.deadline, progress=self.progress
        )

    def _least_worst(self) -> Least:
        """Find the least number of guesses that some opener is enough with."""
        search = self._feasibility()
        try:
            self.least = search.least(self.conditions.allowed)
        except KeyboardInterrupt:
            self.least = search.known
            raise ProofInterrupted(self._unknown()) from None
        if self.least.found.possible is False:
            self._refuse(self.least.found.refutation)
        return self.least

    def _refuse(self, refutation: Refutation | None = None) -> NoReturn:
        """Say how many guesses are enough."""
        words, allowed = self.solver.vocabulary, self.conditions.allowed
        self.deadline, self.progress = Deadline(LONGEST_ADVICE), None
        least = self._feasibility().least(too_few=allowed or 0)
        unknown = "more (how many are enough was not found within a minute)"
        enough = least.allowed if least.found.possible else unknown
        why = f"not every word of {words.name!r} can be found within {allowed} guesses"
        raise TooFewGuesses(f"{why}: allow {enough}", self.solver, refutation)

    def _opener(self, place: int, total: int | None, worst: int) -> ProvenOpener:
        words, answers = self.solver.vocabulary, len(self.solver.vocabulary.answers)
        guess = words.guesses[self.solver.numbering.guesses[place]]
        mean = None if total is None else total / answers
        return ProvenOpener(guess, place < answers, total, mean, worst)

    def _proof(
        self,
        search: OpenerSearch,
        best: tuple[ProvenOpener, ...],
        below: int | None,
        complete: bool,
    ) -> OpenerProof:
        standing, ours = search.standing, self.solver.numbering.guess_number
        fewer = None if self.least is None else self.least.fewer
        answers = len(self.solver.vocabulary.answers)
        bound = 2 * answers - 1 if search.rules.any_tree else search.lower_bound()
        if bound >= INFEASIBLE:
            bound = 2 * answers - 1
        return OpenerProof(
            self.solver.vocabulary,
            self.conditions,
            self.objective,
            below,
            best,
            max(bound, 2 * answers - 1),
            complete,
            standing.bounds[ours],
            standing.stages[ours],
            self.solver,
            None if self.least is None else self.least.allowed - 1,
            None if fewer is None else fewer.refutation,
        )


def _check_conditions(conditions: Conditions) -> None:
    if conditions.filter != "pattern":
        raise UserError(
            f"optimal play knows the game's own filter alone, not {conditions.filter!r}: "
            "play it with filter pattern"
        )
    if conditions.pool == "candidates":
        raise UserError("optimal play guesses from all words: leave the pool to it")
