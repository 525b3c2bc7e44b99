"""Proofs about all openers: which are best by optimal play, and that no other is better.

A complete `OpenerProof` says that no opener that was compared, followed by any guesses, takes fewer
guesses over all answers (within the guesses allowed, in the given mode) than those it lists. It
keeps the lower bound of each opener and how the bound was found; bounds of buckets are in the
solver's memo. If words have weights, each game counts with the weight of its answer.

Openers can be settled in blocks by other processes and machines. Proven bounds hold everywhere, so
a block sends back only bounds and totals. Words with the same first letters share lists of
supersets, which are most of the work, so a block is a range of openers in vocabulary order.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.data_frames import data_frame
from gpuwordle.errors import UserError, counted, whole_number
from gpuwordle.executors import finished_by, losses, workers_of
from gpuwordle.graphemes import written
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.memo import INFEASIBLE
from gpuwordle.optimal.openers import OPEN, STAGES, Found, OpenerSearch, OpenerState
from gpuwordle.optimal.question import check_limit
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.symmetry import first_alike
from gpuwordle.optimal.weighted_openers import WeightedOpenerSearch
from gpuwordle.optimal.weighted_solver import WeightedSolver, check_weighted, solver_of
from gpuwordle.progress import Progress
from gpuwordle.proofs.checkpoint import Checkpoint
from gpuwordle.proofs.feasibility import FeasibilitySearch, Least, Refutation
from gpuwordle.proofs.known_openers import ProvenOpener
from gpuwordle.rules.conditions import (
    INFINITE,
    Conditions,
    Objective,
    check_objective,
    checked_conditions,
)
from gpuwordle.rules.tiles import notebook_table, notebook_tiles
from gpuwordle.scoring.groups import Indices
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import PackedWords, Vocabulary

LONGEST_ADVICE = 60.0
"""Most seconds spent finding how many guesses are enough when those allowed are not."""

REPORT_EVERY = 1.0
"""Seconds between two reports."""

ENOUGH = 0.01
"""Share of openers that are settled before the remaining time is estimated."""

BLOCKS = 64
"""Blocks of openers: few enough that each builds its lists once, many enough that all workers end
at about the same time."""

MOST_THREADS = 256

SMALLEST = 8
"""Openers of the smallest block."""

SHOWN = 10
"""Openers of a proof that are shown."""


@dataclass(frozen=True, eq=False)
class OpenerProof:
    """What is proven about the openers of a vocabulary.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    conditions : Conditions
        Mode and guesses allowed.
    objective : str
        What optimal play minimises.
    below : int or None
        Only openers with totals below this were searched for.
    best : tuple of ProvenOpener
        The best openers, the best first; ties in the package's order. Empty if none is below.
    bound : int
        None of the openers compared takes fewer guesses than this.
    complete : bool
        Whether every opener is listed or proven no better; otherwise the search was stopped, and
        ``best`` are the best found.
    bounds : ndarray of int64, shape (guesses,)
        Lower bound of each opener's total, in vocabulary order.
    stages : ndarray of uint8, shape (guesses,)
        How each bound was found: an index of `gpuwordle.optimal.openers.STAGES`.
    solver : Solver or WeightedSolver
        The solver that searched, with its memo.
    too_few : int or None
        A number of guesses proven not to be enough, whatever the opener; None if not asked.
    refutation : CoreProof or FamilyProof or None
        Why, if that is known without the solver.
    openers : tuple of str or None
        The only openers that were compared; None for all guesses.
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
    solver: Solver | WeightedSolver
    too_few: int | None = None
    refutation: Refutation | None = None
    openers: tuple[str, ...] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "solver": None}  # its memo and locks belong to this process

    def __setstate__(self, state: dict[str, Any]) -> None:
        conditions = state["conditions"]
        # Its memo lacks what was proven.
        solver = solver_of(state["vocabulary"], hard=conditions.hard, allowed=conditions.allowed)
        if state["objective"] == "worst-then-total" and state["too_few"] is not None:
            solver.allowed = state["too_few"] + 1
        vars(self).update(state | {"solver": solver})

    def ways(self) -> dict[str, int]:
        """Count the openers by the last stage that each reached, in the order of the stages."""
        stages = self.stages
        if self.openers is not None:
            stages = stages[[self.vocabulary.find(opener) for opener in self.openers]]
        counted = Counter(stages.tolist())
        return {name: counted[number] for number, name in enumerate(STAGES) if counted[number]}

    def bucket_bounds(self, opener: str) -> list[tuple[int, npt.NDArray[np.int32], int]]:
        """Return the buckets of an opener with the bounds that the memo holds of them.

        Returns
        -------
        list of (int, ndarray of int32, int)
            Code, answer indices and lower bound of each bucket, the largest first, without the
            opener's own bucket, which ends the game.
        """
        return self.solver.bucket_bounds(self.vocabulary.find(opener))

    def to_dict(self) -> dict[str, Any]:
        """Return what is proven as plain values, which JSON can hold."""
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
            "best": self._best_rows(),
            "openers": self.ways(),
        }

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each of the best openers."""
        return data_frame(self._best_rows())

    def _best_rows(self) -> list[dict[str, Any]]:
        return [{**vars(opener), "guess": written(opener.guess)} for opener in self.best]

    @property
    def lines(self) -> tuple[str, str]:
        """What was asked and what is proven, in a line each."""
        words, allowed = self.vocabulary, self.conditions.allowed
        mode = "hard mode" if self.conditions.hard else "easy mode"
        limit = "no limit on guesses"
        if allowed is not None:
            limit = f"{counted(allowed, 'guess', 'guesses')} allowed"
        weight = "" if words.weights is None else f" of weight {words.total_weight:,}"
        answers = f"{counted(len(words.answers), 'answer')}{weight}"
        compared = counted(len(words), "opener")
        if self.openers is not None:
            compared = f"{len(self.openers):,} of {compared}"
        asked = f"{words.name}: {answers}, {compared}, {mode}, {limit}"
        return asked, written(self._statement())

    def _statement(self) -> str:
        best, compared = next(iter(self.best), None), "no opener"
        if self.openers is not None:
            compared = "none of these openers"
        elif self.objective == "worst-then-total" and self.too_few is not None:
            compared += f" with at most {counted(self.too_few + 1, 'guess', 'guesses')} in a game"
        bound = f"{compared} takes fewer than {self.bound:,}"
        if self.objective == "worst":
            if best is not None:
                return (
                    f"proven: {best.guess} finds every word within {best.worst} guesses, the fewest"
                )
            few = ""
            if self.too_few:
                are = "is" if self.too_few == 1 else "are"
                few = f"; proven so far: {counted(self.too_few, 'guess', 'guesses')} {are} too few"
            return f"stopped before an opener was proven best{few}"
        if best is None:
            average = self.bound / self.vocabulary.total_weight
            if self.complete:
                return f"proven: {bound} guesses (average {average:.4f})"
            return f"stopped; proven so far: {bound} guesses"
        total = counted(best.total or 0, "guess", "guesses")
        value = f"{best.guess} takes {total} (average {best.mean:.4f})"
        if self.complete:
            return f"proven: {value}, at most {best.worst} in a game; {compared} takes fewer"
        gap = (best.total or 0) - self.bound
        return f"stopped; best found: {value}; {bound} (gap {gap:,})"

    def __repr__(self) -> str:
        state = "proven" if self.complete else "stopped"
        shown = self.best[:SHOWN]
        best = ", ".join(f"{opener.guess} {opener.total or opener.worst}" for opener in shown)
        left = self._left and f" {self._left}"
        bound = "" if self.objective == "worst" else f", bound {self.bound:,}"  # of totals
        return (
            f"OpenerProof({self.vocabulary.name!r}, {self.objective}: {state}, "
            f"best {written(best) or 'none'}{left}{bound})"
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each of the best openers, for a table."""
        return [
            {
                "rank": rank,
                "guess": written(opener.guess),
                "may be hidden": opener.candidate,
                "total": opener.total,
                "average": opener.mean,
                "longest game": opener.worst,
            }
            for rank, opener in enumerate(self.best, start=1)
        ]

    @property
    def _left(self) -> str:
        """How many of the best openers are not shown."""
        return f"and {len(self.best) - SHOWN:,} more" if len(self.best) > SHOWN else ""

    def _repr_html_(self) -> str:
        rows = [
            row | {"guess": notebook_tiles(opener.guess)}
            for row, opener in zip(self.rows, self.best, strict=True)
        ]
        asked, proven = self.lines
        return notebook_table(rows, title=asked, more=proven, shown=SHOWN)


class ProofProgress(NamedTuple):
    """What is proven while a proof is under way.

    Attributes
    ----------
    seconds : float
        Seconds since it began.
    bound : int
        None of the openers compared takes fewer guesses than this.
    best : str or None
        The opener of the best tree found so far.
    total : int or None
        Guesses that this tree takes.
    gap : int or None
        The difference between the two.
    openers : dict of str to int
        Openers by the last stage that each reached; those that are not settled are ``open``.
    seconds_left : float or None
        An estimate from the share of openers that are settled; None if these are too few.
    """

    seconds: float
    bound: int
    best: str | None
    total: int | None
    gap: int | None
    openers: dict[str, int]
    seconds_left: float | None

    def __str__(self) -> str:
        parts = [f"none below {self.bound:,}"]
        if self.gap is not None:
            parts.append(f"{self.best} {self.total:,}, gap {self.gap:,}")
        left = f"{self.openers.get('open', 0):,} of {sum(self.openers.values()):,} openers open"
        return ", ".join([*parts, left])


class TooFewGuesses(UserError):
    """No tree finds every answer within the guesses allowed.

    ``vocabulary`` are the words. ``solver`` is the solver that searched, of equally likely words,
    with its memo; ``refutation`` is a proof without it, or None.
    """

    def __init__(
        self,
        message: str,
        vocabulary: Vocabulary,
        solver: Solver,
        refutation: Refutation | None,
    ) -> None:
        super().__init__(message)
        self.vocabulary, self.solver, self.refutation = vocabulary, solver, refutation

    def __reduce__(self) -> tuple[Any, ...]:
        conditions = self.solver.hard, self.solver.allowed
        return _too_few, (str(self), self.vocabulary, *conditions, self.refutation)


class ProofInterrupted(KeyboardInterrupt):
    """Ctrl-C during a proof; ``proof`` is what was proven by then."""

    def __init__(self, proof: OpenerProof) -> None:
        super().__init__("interrupted during a proof")
        self.proof = proof


def prove(
    vocabulary: VocabularyLike,
    openers: str | Iterable[str] | None = None,
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
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
    report: Callable[[ProofProgress], None] | None = None,
) -> OpenerProof:
    """Find the best openers by optimal play, and prove that no other is better.

    Parameters
    ----------
    vocabulary
        The words: the name of a list, the path of a file, a `WordList` or a `Vocabulary`.
    openers
        The openers to compare, a word or several; every guess when None.
    conditions
        Hard mode, guesses allowed and excluded words; easy mode without a limit when None. The pool
        is all words, the filter that of the game.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    objective
        ``total``: fewest guesses over all answers; ``worst``: fewest in the longest game;
        ``worst-then-total``: the least total among trees whose longest game is shortest.
    top
        How many openers to rank.
    below
        Prove that no opener's total is below this, or find those that are.
    seconds
        When to stop and return what is proven by then; never when None.
    memory
        Bytes for codes and memo, in each process that proves; see `gpuwordle.memory.ceiling`.
    checkpoint
        A file that the proof is saved to regularly, and continued from if it exists. Openers that
        it lists as solved are solved again. The longest game is found without it.
    threads
        How many threads search; GPUWORDLE_THREADS or all processors when None. Words with weights
        are searched by one.
    executor
        What settles blocks of openers, such as an executor of `gpuwordle.executors`; this process
        when None. The longest game, if it is asked for, is settled in this process first. The
        solver's memo then lacks what other processes have proven.
    backend
        A name that ``gpuwordle backends`` lists, ``auto``, or a backend made for the vocabulary; it
        computes the patterns.
    progress
        Called with the fraction of openers that are settled.
    report
        Called about once a second with what is proven of the least total by then.

    Returns
    -------
    OpenerProof

    Raises
    ------
    TooFewGuesses
        If no tree finds every word within the guesses allowed.
    UserError
        If an opener is not a guess, the guesses allowed are fewer than three, ``top`` is less than
        one, the objective is unknown, the conditions name another pool or filter, the checkpoint is
        damaged or of another proof, the memory is too small, the executor lost its workers, or
        words with weights are to be proven for another objective or by an executor.
    ProofInterrupted
        After Ctrl-C, with what was proven by then; the checkpoint is written first.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> proof = prove(pets)
    >>> proof.best[0].guess, proof.best[0].total, proof.complete
    ('cat', 10, True)
    >>> prove(pets, ["pig", "rat"]).best[0].total
    11
    """
    rules = checked_conditions(conditions)
    check_objective(objective)
    check_limit(rules.allowed)
    _check_conditions(rules)
    top = whole_number("top", top, 1)
    if threads is not None:
        threads = whole_number("threads", threads, 1, MOST_THREADS)
    if below is not None:
        below = whole_number("below", below, 1)
    if objective == "worst" and (top > 1 or below is not None):
        name = "top" if below is None else "below"
        raise UserError(
            f"{name} is for totals of guesses, and objective worst has none: leave it out, or "
            "choose worst-then-total"
        )
    words = vocabulary_of(vocabulary, length, rules.exclude)
    rules.check_rule(words.rule)
    chosen = _chosen(words, openers, objective)
    if executor is not None and words.weights is not None:
        raise UserError(
            f"words of {words.name!r} have weights, and their openers are compared in one process: "
            "leave the executor out, or the weights"
        )
    limits: dict[str, Any] = {"hard": rules.hard, "allowed": rules.allowed}
    check_weighted(words, objective)
    solver = solver_of(words, **limits, backend=backend, memory=memory)
    rules = replace(rules, exclude=())
    solver.warm_up()
    resources = threads, memory, Deadline(seconds)
    prover = _Prover(solver, rules, objective, chosen, *resources, progress, report)
    if objective == "worst":
        return prover.least_worst()
    place = None if checkpoint is None else Path(checkpoint)
    return prover.least_total(top, below, place, executor)


def _check_conditions(conditions: Conditions) -> None:
    if conditions.filter != "pattern":
        raise UserError(
            f"optimal play does not support filter {conditions.filter!r}: "
            "choose filter 'pattern', the game's own"
        )
    if conditions.pool == "candidates":
        raise UserError("optimal play guesses from all words: leave the pool out")


def _chosen(
    words: Vocabulary, openers: str | Iterable[str] | None, objective: Objective
) -> tuple[str, ...] | None:
    """Return the openers to compare, each once."""
    if openers is None:
        return None
    if isinstance(openers, Conditions):
        raise TypeError("openers are words: give conditions by name, as conditions=Conditions(...)")
    given = (openers,) if isinstance(openers, str) else tuple(openers)
    if not given:
        raise UserError("no opener is given: name some, or leave openers out to compare all")
    if objective != "total":
        raise UserError(f"objective {objective!r} compares all openers: leave openers out")
    return tuple(words.guesses[guess] for guess in dict.fromkeys(map(words.find, given)))


@dataclass
class _Prover:
    """One call of `prove`."""

    solver: Solver | WeightedSolver
    conditions: Conditions
    objective: Objective
    openers: tuple[str, ...] | None
    threads: int | None
    memory: int | None
    deadline: Deadline
    progress: Progress | None
    report: Callable[[ProofProgress], None] | None
    least: Least | None = None

    def least_worst(self) -> OpenerProof:
        """Find an opener whose longest game is shortest."""
        worst, found, _ = self._least_worst()
        if found.opener is None:
            return self._unknown()
        best = self._opener(found.opener, None, worst)
        if self.progress is not None:
            self.progress(1.0)
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
            allowed = self._unweighted.allowed = worst
        elif allowed is not None and below is None and not self.conditions.hard:
            # Cores may show in a moment what the search of totals would take long to find.
            try:
                found = self._feasibility().decide(allowed)
            except KeyboardInterrupt:
                raise ProofInterrupted(self._unknown()) from None
            if found.possible is False:
                self._refuse(found.refutation)
            if found.possible is None:
                return self._unknown()
        checkpoint, state = None, None
        if path is not None:
            checkpoint = self._checkpoint(path, allowed, top, below)
            state = checkpoint.read()
            if state is not None and state.found:
                try:
                    self._solve_again(state, checkpoint)
                except KeyboardInterrupt:
                    raise ProofInterrupted(self._unknown(below)) from None
        search = self._search(top=top, below=below, state=state)
        save = None if checkpoint is None else checkpoint.write
        run = search.run
        if executor is not None:
            assert isinstance(search, OpenerSearch), "words without weights"
            words, hard = PackedWords.of(self.solver.vocabulary), self.conditions.hard
            asked = Asked(words, hard, allowed, top, below, self.memory)
            run = partial(settle_by, executor, search, asked)
        try:
            complete = run(
                deadline=self.deadline,
                progress=self._watching(search),
                save=save,
                openers=self._places(),
            )
        except KeyboardInterrupt:
            raise ProofInterrupted(self._ranked(search, top, below, False)) from None
        if complete and not search.state.found and below is None:
            self._refuse()
        return self._ranked(search, top, below, complete)

    def _search(
        self,
        *,
        top: int = 1,
        below: int | None = None,
        any_tree: bool = False,
        state: OpenerState | None = None,
    ) -> OpenerSearch | WeightedOpenerSearch:
        """Return a search of all openers."""
        if isinstance(self.solver, WeightedSolver):
            return WeightedOpenerSearch(self.solver, top=top, below=below, state=state)
        return OpenerSearch(
            self.solver, top=top, below=below, any_tree=any_tree, threads=self.threads, state=state
        )

    @cached_property
    def _unweighted(self) -> Solver:
        """The solver of the words without weights, which do not change what can be found."""
        if isinstance(self.solver, Solver):
            return self.solver
        words, rules = self.solver.vocabulary.without_weights(), self.conditions
        return Solver(words, hard=rules.hard, allowed=rules.allowed, memory=self.memory)

    def _watching(self, search: OpenerSearch | WeightedOpenerSearch) -> Progress:
        """Return what a search calls as it settles openers."""
        start = last = time.monotonic()

        def watch(_: float) -> None:
            # The search counts all guesses, also those that are not asked for or not searched.
            nonlocal last
            fraction = float((search.state.stages[self._asked] != OPEN).mean())
            if self.progress is not None:
                self.progress(fraction)
            now = time.monotonic()
            if self.report is not None and (now >= last + REPORT_EVERY or fraction == 1.0):
                last = now
                self.report(self._progress_of(search, now - start, fraction))

        return watch

    def _progress_of(
        self, search: OpenerSearch | WeightedOpenerSearch, seconds: float, fraction: float
    ) -> ProofProgress:
        words, best = self.solver.vocabulary, search.best()[:1]
        bound, total = search.lower_bound(self._places()), best[0].total if best else None
        guess = words.guesses[self.solver.numbering.guesses[best[0].place]] if best else None
        counts = np.bincount(search.state.stages[self._asked], minlength=len(STAGES)).tolist()
        return ProofProgress(
            round(seconds, 1),
            bound,
            guess,
            total,
            None if total is None else total - bound,
            {name: count for name, count in zip(STAGES, counts, strict=True) if count},
            round(seconds * (1 - fraction) / fraction, 1) if fraction >= ENOUGH else None,
        )

    def _checkpoint(
        self, path: Path, allowed: int | None, top: int, below: int | None
    ) -> Checkpoint:
        about: dict[str, Any] = {
            "hard": self.conditions.hard,
            "allowed": allowed,
            "objective": self.objective,
            "top": top,
            "below": below,
        }
        if self.openers is not None:
            about["openers"] = list(self.openers)
        return Checkpoint(path, self.solver.vocabulary, self.solver.numbering, about)

    def _solve_again(self, state: OpenerState, checkpoint: Checkpoint) -> None:
        """Search the openers that a checkpoint lists as solved; refuse it if a total is wrong.

        Openers for which there is no time are open again.
        """
        claimed = {found.place: found.total for found in state.found}
        places = np.array(sorted(claimed), np.int64)
        search = self._search(top=len(places))
        complete = search.run(deadline=self.deadline, openers=places)
        state.found = sorted(search.state.found)
        true = {found.place: found.total for found in state.found}
        for place in places.tolist() if complete else true:
            if true.get(place) != claimed[place]:
                guess = self.solver.vocabulary.guesses[self.solver.numbering.guesses[place]]
                raise checkpoint.damaged(f"{guess} does not take {claimed[place]} guesses")
        lacking = np.setdiff1d(places, list(true))
        state.bounds[lacking], state.stages[lacking] = 0, OPEN

    def _places(self) -> Indices | None:
        """Return the places of the openers to search in the search's order; None for all."""
        if self.openers is None:
            places = np.unique(self.first_alike)
            return None if len(places) == len(self.first_alike) else places
        guesses = [self.solver.vocabulary.find(opener) for opener in self.openers]
        return self.solver.numbering.guess_number[guesses].astype(np.int64)

    @cached_property
    def _asked(self) -> Indices:
        """For each opener that is asked for, the place of the one that is searched for it."""
        places = self._places()
        return self.first_alike if self.openers is None or places is None else places

    @cached_property
    def first_alike(self) -> Indices:
        """The first equivalent of each opener; see `gpuwordle.optimal.symmetry`."""
        return first_alike(self.solver.vocabulary, self.solver.numbering)

    def _ranked(
        self,
        search: OpenerSearch | WeightedOpenerSearch,
        top: int,
        below: int | None,
        complete: bool,
    ) -> OpenerProof:
        # A stopped search has trees of openers besides those whose totals are known.
        found = sorted(search.state.found)[:top] if complete else search.best()
        if self.openers is None:
            found = sorted(
                one._replace(place=place)
                for one in found
                for place in np.flatnonzero(self.first_alike == one.place).tolist()
            )[:top]
        if below is not None:
            found = [opener for opener in found if opener.total < below]
        best = tuple(self._opener(f.place, f.total, f.worst) for f in found)
        return self._proof(search, best, below, complete)

    def _unknown(self, below: int | None = None) -> OpenerProof:
        """Return what is known before any opener was found."""
        return self._proof(self._search(any_tree=True), (), below, False)

    def _feasibility(self) -> FeasibilitySearch:
        return FeasibilitySearch(
            self._unweighted, threads=self.threads, deadline=self.deadline, progress=self.progress
        )

    def _least_worst(self) -> Least:
        """Find the fewest guesses within which some opener finds every answer."""
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
        """Raise the error that says how many guesses are enough."""
        words, allowed = self.solver.vocabulary, self.conditions.allowed
        if self.openers is not None and refutation is None:
            more = len(self.openers) - 4
            raise UserError(
                f"no opener given finds every word of {words.name!r} within {allowed} guesses: "
                f"{', '.join(self.openers[:4])}{f' and {more:,} more' if more > 0 else ''}; allow "
                "more, or compare other openers"
            )
        self.deadline, self.progress = Deadline(LONGEST_ADVICE), None
        least = self._feasibility().least(too_few=allowed or 0)
        unknown = "more (how many is not known after a minute of search)"
        enough = least.allowed if least.found.possible else unknown
        why = f"not every word of {words.name!r} can be found within {allowed} guesses"
        raise TooFewGuesses(f"{why}: allow {enough}", words, self._unweighted, refutation)

    def _opener(self, place: int, total: int | None, worst: int) -> ProvenOpener:
        words, answers = self.solver.vocabulary, len(self.solver.vocabulary.answers)
        guess = words.guesses[self.solver.numbering.guesses[place]]
        mean = None if total is None else total / words.total_weight
        return ProvenOpener(guess, place < answers, total, mean, worst)

    def _proof(
        self,
        search: OpenerSearch | WeightedOpenerSearch,
        best: tuple[ProvenOpener, ...],
        below: int | None,
        complete: bool,
    ) -> OpenerProof:
        state = search.state
        ours: Indices = self.solver.numbering.guess_number
        fewer = None if self.least is None else self.least.fewer
        words = self.solver.vocabulary
        weights = words.weights_of(np.arange(len(words.answers)))
        trivial = 2 * words.total_weight - int(weights.max())
        bound, places = trivial, self._places()
        if self.openers is None:
            ours = self.first_alike[ours]
        if isinstance(search, WeightedOpenerSearch) or not search.goal.any_tree:
            bound = search.lower_bound(places)
        if bound >= (INFEASIBLE if words.weights is None else INFINITE):
            bound = trivial
        return OpenerProof(
            self.solver.vocabulary,
            self.conditions,
            self.objective,
            below,
            best,
            max(bound, trivial),
            complete,
            state.bounds[ours],
            state.stages[ours],
            self.solver,
            None if self.least is None else self.least.allowed - 1,
            None if fewer is None else fewer.refutation,
            self.openers,
        )


@dataclass(frozen=True)
class Asked:
    """What all blocks of a proof are asked, in any process."""

    words: PackedWords
    hard: bool
    allowed: int | None
    top: int
    below: int | None  # only totals below this are of interest
    memory: int | None  # bytes for codes and memo, in each process


@dataclass(frozen=True)
class Block:
    """Openers to settle, and what is known when they are handed over."""

    asked: Asked
    openers: Indices  # int64: their places in the search's order of guesses
    found: tuple[Found, ...]  # openers with known totals
    trees: tuple[Found, ...]  # good trees of openers
    seconds: float | None  # when to stop


def settle(block: Block) -> OpenerState:
    """Settle the openers of a block in this process.

    The state has bounds and stages of these openers, in their order, and all with known totals.
    """
    deadline, asked = Deadline(block.seconds), block.asked
    with _making:  # threads of one process share the solver, from the first block on
        solver = _solver(asked)
    openers = len(solver.vocabulary.guesses)
    known = OpenerState(np.zeros(openers, np.int64), np.zeros(openers, np.uint8), list(block.found))
    search = OpenerSearch(solver, top=asked.top, below=asked.below, state=known, trees=block.trees)
    search.run(deadline=deadline, openers=block.openers)
    bounds, stages, found = known.bounds, known.stages, known.found
    return OpenerState(bounds[block.openers], stages[block.openers], found)


_making = threading.Lock()


@lru_cache(maxsize=1)
def _solver(asked: Asked) -> Solver:
    """Return the solver of this process, which keeps its memo from block to block."""
    solver = Solver(asked.words.vocabulary(), hard=asked.hard, memory=asked.memory)
    solver.allowed = asked.allowed  # fewer than three if the longest game is as short
    return solver


def settle_by(
    executor: Executor,
    search: OpenerSearch,
    asked: Asked,
    *,
    deadline: Deadline | None = None,
    progress: Progress | None = None,
    save: Callable[[OpenerState], None] | None = None,
    openers: Indices | None = None,
) -> bool:
    """Have an executor settle openers as `OpenerSearch.run` does; return whether all are settled.

    ``save`` is called after each block. Raises UserError if a worker is lost.
    """
    if search.lacks_incumbent():
        search.grow_trees(openers, deadline)
    waiting = search.waiting(openers)
    if search.lacks_incumbent():
        # Bounds are compared with totals, so a few are found before anything is handed over.
        first = waiting[: asked.top + 1]
        if not search.run(deadline=deadline, openers=first):
            return False
        waiting = search.waiting(openers)
    if not len(waiting):
        return True
    numbering = search.solver.numbering
    count = max(1, min(BLOCKS, len(waiting) // SMALLEST))

    def blocks() -> Iterator[Block]:
        for stretch in np.array_split(np.sort(numbering.guesses[waiting]), count):
            places = numbering.guess_number[stretch]
            left = None if deadline is None else deadline.left()
            yield Block(asked, places, tuple(search.state.found), tuple(search.trees), left)

    try:
        for block, state in finished_by(executor, settle, blocks(), 2 * workers_of(executor)):
            search.admit(block.openers, state)
            if save is not None:
                save(search.state)
            if progress is not None:
                progress(np.count_nonzero(search.state.stages) / search.guesses)
    except losses():
        raise UserError(
            "a worker ended abruptly (killed, or out of memory?): use fewer, and give a "
            "--checkpoint to continue from"
        ) from None
    return not len(search.waiting(openers))


def _too_few(
    message: str,
    vocabulary: Vocabulary,
    hard: bool,
    allowed: int | None,
    refutation: Refutation | None,
) -> TooFewGuesses:
    """Restore a pickled error."""
    solver = Solver(vocabulary.without_weights(), hard=hard)
    solver.allowed = allowed  # it may be less than three
    return TooFewGuesses(message, vocabulary, solver, refutation)
