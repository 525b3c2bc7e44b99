"""Play by search: optimal with proof, or nearly optimal and fast by a beam."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, checked_seconds
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.question import Clue, Solution, check_limit
from gpuwordle.rules.conditions import Conditions, Objective, PoolName, check_objective
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy, own_options, whole
from gpuwordle.words.vocabulary import check_unweighted

if TYPE_CHECKING:
    from gpuwordle.optimal.beam import BeamSearch
    from gpuwordle.optimal.solver import Solver
    from gpuwordle.optimal.weighted_solver import WeightedSolver


WIDEST = 1000
"""Most guesses that a beam may try for a state."""


class SolverStrategy(Strategy):
    """A strategy that asks a solver; its codes and memo take at most ``memory`` bytes.

    Copies and stored objects have the options, and not what was searched.
    """

    pool: ClassVar[PoolName] = "all"
    pools: ClassVar[tuple[PoolName, ...]] = ("all",)
    objective: Objective = "total"

    def __init__(self, memory: int | None) -> None:
        self.memory = None if memory is None else whole("memory", memory, 1, 1 << 62)
        self.solver: Solver | WeightedSolver | None = None
        self._made_for: tuple[str, Conditions] | None = None
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        options = {name: getattr(self, name) for name in own_options(type(self))}
        turns = {"last_turns": self.last_turns, "given_turns": self.given_turns}
        return partial(type(self), **options), (), turns

    def settle(self, conditions: Conditions) -> Conditions:
        """Check that a search can play under the conditions; see `Strategy.settle`.

        Also raises UserError if the filter is not ``pattern``, fewer than three guesses are
        allowed, or the last turns are restricted.
        """
        if self.last_turns:
            raise UserError(
                f"strategy {self.name!r} chooses among all guesses in every turn: leave out last="
                f"{self.last_turns}"
            )
        if conditions.filter != "pattern":
            raise UserError(
                f"strategy {self.name!r} supports the filter 'pattern' only, not "
                f"{conditions.filter!r}: play it with filter pattern"
            )
        check_limit(conditions.allowed)
        return super().settle(conditions)

    def solver_for(self, states: States) -> Solver | WeightedSolver:
        """Return the solver for the words and conditions of some states, made at the first call."""
        # Imported here, because listing strategies should not wait for numba.
        from gpuwordle.optimal.weighted_solver import solver_of

        conditions, vocabulary = states.conditions, states.vocabulary
        wanted = vocabulary.digest, conditions
        with self._lock:
            if self.solver is None or self._made_for != wanted:
                self.solver = solver_of(
                    vocabulary,
                    hard=conditions.hard,
                    allowed=conditions.allowed,
                    objective=self.objective,
                    backend=states.backend,
                    memory=self.memory,
                )
                self._made_for = wanted
                self._begin(self.solver)
            return self.solver

    def _begin(self, solver: Solver | WeightedSolver) -> None:
        """Do what a new solver requires; called when one is made."""


class Optimal(SolverStrategy):
    """Plays with the fewest guesses over all answers, or with the shortest longest game.

    Each state is searched exactly (`gpuwordle.optimal.solver.Solver.choose`), so the tree does not
    depend on threads or memory. The ``objective`` is ``total``, ``worst`` or ``worst-then-total``.
    If a list is too dense to be searched, ``seconds`` ends the search for the games of one list,
    and the states that are left get the best guess found by then. ``memory`` is the number of bytes
    that codes and memo may take.

    If words have weights, the sum of weight times guesses is the least
    (`gpuwordle.optimal.weighted_solver`); the objective is then ``total``.
    """

    name = "optimal"
    source = "Bertsimas and Paskov, exact dynamic programming"

    def __init__(
        self,
        objective: Objective = "total",
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        check_objective(objective)
        super().__init__(memory)
        self.objective = objective
        self.seconds = None if seconds is None else checked_seconds(seconds)
        self.was_stopped = False
        self.deadline: Deadline | None = None
        self._bound: int | None = None
        self._worst: dict[tuple[int, ...], int] = {}
        self._beam: BeamSearch | None = None

    def settle(self, conditions: Conditions) -> Conditions:
        """Check the conditions, and let the time limit begin anew: every tree begins so."""
        self.deadline = None
        return super().settle(conditions)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses that begin optimal play; see `Strategy.choose`.

        Raises UserError if a state cannot be solved within the guesses allowed; the message names
        the fewest that are enough.
        """
        from gpuwordle.optimal.weighted_solver import WeightedSolver

        solver = self.solver_for(states)
        if self.deadline is None or not states.guesses.shape[1]:
            solver.warm_up()
            self.deadline = Deadline(self.seconds)
            self.was_stopped, self._bound = False, None
        if isinstance(solver, WeightedSolver):
            return self._choose_weighted(states, solver)
        guesses = np.empty(len(states), np.int32)
        worst = self._worst_for(states, solver)
        for state, (candidates, clues) in enumerate(sets_of(states)):
            left = None if worst is None else worst - len(clues)
            if not clues and self.objective != "worst":
                guesses[state] = self._opener(states, solver, left)
                continue
            found = solver.choose(candidates, clues, left=left, deadline=self.deadline)
            if found.exact and found.total is None:
                if not self.was_stopped:
                    self._refuse(states, solver)
                # An earlier guess was the best one found in time: play on without the limit.
                left = len(candidates)
                found = solver.choose(candidates, clues, left=left, deadline=self.deadline)
            self.was_stopped |= not found.exact
            if not found.exact and self.objective == "total":
                found = self._better(found, self._beam_of(solver), candidates, clues)
            guess = found.guess
            if guess < 0:
                guess = int(states.vocabulary.answer_guess[candidates[0]])
            guesses[state] = guess
        if worst is not None and not states.guesses.shape[1]:
            self._worst[int(guesses[0]),] = worst
        return guesses

    def _choose_weighted(self, states: States, solver: WeightedSolver) -> npt.NDArray[np.int32]:
        """Choose guesses for words with weights: the least sum of weight times guesses."""
        from gpuwordle.optimal.solver import Solver

        guesses = np.empty(len(states), np.int32)
        for state, (candidates, clues) in enumerate(sets_of(states)):
            found = solver.choose(candidates, clues, deadline=self.deadline)
            if found.exact and found.total is None and self.was_stopped:
                left = len(candidates)
                found = solver.choose(candidates, clues, left=left, deadline=self.deadline)
            elif found.exact and found.total is None:
                words, hard = states.vocabulary.without_weights(), states.conditions.hard
                self._refuse(states, Solver(words, hard=hard, backend=states.backend.name))
            self.was_stopped |= not found.exact
            if not states.guesses.shape[1]:
                self._bound = found.bound
            guesses[state] = found.guess
        return guesses

    def bound_of(self, opener: str) -> int:
        """Return the proven lower bound of the total of the tree that was grown from an opener.

        If the opener was chosen, it bounds all trees; if it was given, those from this opener.
        """
        if self._bound is not None:
            return self._bound
        assert self.solver is not None, "a tree was grown"
        words = self.solver.vocabulary
        played = words.find(opener)
        worst = self._worst.get((played,))
        bounds = self.solver.bucket_bounds(played, None if worst is None else worst - 1)
        return words.total_weight + sum(bound for _, _, bound in bounds)

    def _opener(self, states: States, solver: Solver, left: int | None) -> int:
        """Choose the first guess: least total, then candidates, then the list's order."""
        from gpuwordle.optimal.openers import OpenerSearch

        search = OpenerSearch(solver, left=None if left is None else left - 1)
        complete = search.run(deadline=self.deadline)
        found = sorted(search.state.found)
        if complete and not found:
            self._refuse(states, solver)
        self.was_stopped |= not complete
        self._bound, self._beam = search.lower_bound(), search.beam
        best = search.best()
        if best:
            return int(solver.numbering.guesses[best[0].place])
        candidates = states.candidates.group(0)
        guess = solver.choose(candidates, left=left, deadline=Deadline(0.0)).guess
        return guess if guess >= 0 else int(states.vocabulary.answer_guess[candidates[0]])

    def _beam_of(self, solver: Solver) -> BeamSearch:
        """Return the beam whose tree is played from states whose search was stopped."""
        from gpuwordle.optimal.beam import BeamSearch
        from gpuwordle.optimal.openers import FIRST_TREES

        if self._beam is None:
            self._beam = BeamSearch(solver, FIRST_TREES)
        return self._beam

    def _better(
        self, found: Solution, beam: BeamSearch, candidates: Indices, clues: list[Clue]
    ) -> Solution:
        """Return the better of what a stopped search found and the beam's tree."""
        tree = beam.solve([(candidates, clues)], level=max(len(clues) - 1, 0))[0]
        if tree.total is None or (found.total is not None and found.total <= tree.total):
            return found
        return tree

    def _begin(self, solver: Solver | WeightedSolver) -> None:
        self._worst, self.deadline, self._beam = {}, None, None

    def _worst_for(self, states: States, solver: Solver) -> int | None:
        """Return the guesses that the longest game may take; None if the objective has no limit.

        The limit is that of the whole tree, so all states of its first turn are searched for it.
        """
        if self.objective == "total":
            return None
        given = self._given(states)
        if given not in self._worst:
            worst, sets = 0, sets_of(states)
            if given:
                # These states may be only some of the buckets; the limit is that of all.
                sets = _buckets_after(given, states)
            for candidates, clues in sets:
                least = solver.least_worst(candidates, clues, deadline=self.deadline)
                if least is None:
                    self.was_stopped = True
                    if self.deadline is not None and self.deadline.is_over():
                        return None
                    self._refuse(states, solver, sets)
                worst = max(worst, len(given) + least)
            self._worst[given] = worst
        return self._worst[given]

    def _given(self, states: States) -> tuple[int, ...]:
        """Return the guesses that the games begin with, as far as they are played."""
        return tuple(states.guesses[0, : self.given_turns].tolist())

    def _refuse(
        self, states: States, solver: Solver, sets: list[tuple[Indices, list[Clue]]] | None = None
    ) -> NoReturn:
        """Raise UserError, naming how many guesses are enough for some sets, or for the states."""
        fewest = max(solver.fewest_allowed(*one) for one in sets or sets_of(states))
        words, given = states.vocabulary, self._given(states)
        after = f" after {', '.join(words.guesses[guess] for guess in given)}" if given else ""
        raise UserError(
            f"not every word of {words.name!r} can be found within {states.conditions.allowed} "
            f"guesses{after}: allow {fewest}"
        )


class Beam(SolverStrategy):
    """Plays a nearly optimal tree, found quickly even if optimal play takes too long.

    For each state the ``width`` most promising guesses are tried, for its buckets those of the next
    width, and so on; small states are searched exactly (`gpuwordle.optimal.beam`). The first width
    is for the states after an opener. ``memory`` is the number of bytes that codes and memo may
    take; it changes no guess.
    """

    name = "beam"
    source = "beam search with exact ends"

    def __init__(self, width: int | str = "3,2", memory: int | None = None) -> None:
        super().__init__(memory)
        self.width = width
        self._widths = _widths(width)
        self._search: BeamSearch | None = None

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses that begin the trees of the beam; see `Strategy.choose`.

        Raises UserError if words have weights, or the beam finds no tree within the guesses
        allowed.
        """
        from gpuwordle.optimal.beam import BeamSearch
        from gpuwordle.optimal.solver import Solver

        check_unweighted(states.vocabulary, f"strategy {self.name!r}")
        solver, played = self.solver_for(states), states.guesses.shape[1]
        assert isinstance(solver, Solver), "words with weights are refused"
        search = self._search
        if search is None or search.solver is not solver:
            search = self._search = BeamSearch(solver, self._widths)
        if not played:
            found = search.openers()
            guesses = [int(solver.numbering.guesses[place]) for _, place, _ in found[:1]]
        else:
            trees = search.solve(sets_of(states), level=played - 1)
            guesses = [tree.guess for tree in trees if tree.guess >= 0]
        if len(guesses) < len(states):
            raise UserError(
                f"a beam of width {self.width} finds no tree of {states.vocabulary.name!r} within "
                f"{states.conditions.allowed} guesses: allow more, or give a larger width"
            )
        return np.array(guesses, np.int32)


def _widths(given: int | str) -> tuple[int, ...]:
    """Read the option ``width``: one number, or several with commas between them."""
    texts = str(given).split(",")
    numbers = [int(text) if text.strip().isdecimal() else text for text in texts]
    return tuple(whole("width", number, 1, WIDEST) for number in numbers)


def _buckets_after(given: tuple[int, ...], states: States) -> list[tuple[Indices, list[Clue]]]:
    """Return the buckets of all answers after some guesses, and the guesses with their codes."""
    found: list[tuple[Indices, list[Clue]]] = [(np.arange(len(states.vocabulary.answers)), [])]
    for guess in given:
        groups = Groups.of([candidates for candidates, _ in found])
        buckets, parents, codes = states.backend.split(groups, np.full(len(groups), guess))
        found = [
            (buckets.group(bucket), [*found[parent][1], (guess, code)])
            for bucket, (parent, code) in enumerate(
                zip(parents.tolist(), codes.tolist(), strict=True)
            )
            if code != states.vocabulary.win
        ]
    return found


def sets_of(states: States) -> list[tuple[Indices, list[Clue]]]:
    """Return the candidates of each state, and the guesses before it with their codes."""
    return [
        (states.candidates.group(state), list(zip(guesses, codes, strict=True)))
        for state, (guesses, codes) in enumerate(
            zip(states.guesses.tolist(), states.codes.tolist(), strict=True)
        )
    ]
