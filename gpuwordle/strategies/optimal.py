"""Optimal play: every guess begins a way to play with the fewest guesses, with proof."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.question import Clue, Objective, check_allowed, check_objective
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

if TYPE_CHECKING:
    from gpuwordle.optimal.solver import Solver


class Optimal(Strategy):
    """Plays with the fewest guesses over all answers, or with the shortest longest game.

    Each state is searched exactly (`gpuwordle.optimal.solver.Solver.choose`), so the tree does not
    depend on threads or memory. The ``objective`` is ``total``, ``worst`` or ``worst-then-total``.
    If a list is too dense to be searched, ``seconds`` ends the search for the games of one list,
    and the states that are left get the best guess found by then. ``memory`` is the number of bytes
    that codes and memo may take.
    """

    name = "optimal"
    source = "Bertsimas and Paskov, exact dynamic programming"
    pool: ClassVar[PoolName] = "all"
    pools: ClassVar[tuple[PoolName, ...]] = ("all",)

    def __init__(
        self,
        objective: Objective = "total",
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        check_objective(objective)
        self.objective: Objective = objective
        self.seconds, self.memory = seconds, memory
        self.was_stopped = False
        self.deadline: Deadline | None = None
        self._bound: int | None = None
        self.solver: Solver | None = None
        self._made_for: tuple[str, Conditions] | None = None
        self._worst: dict[int | None, int] = {}
        self._lock = threading.Lock()

    def settle(self, conditions: Conditions) -> Conditions:
        """Check that optimal play exists under the conditions; see `Strategy.settle`.

        Raises UserError also if the filter is not ``pattern``, fewer than three guesses are
        allowed, or the last turns are restricted.
        """
        if self.last_turns:
            raise UserError(
                "strategy 'optimal' is optimal among all guesses in every turn: leave out last="
                f"{self.last_turns}"
            )
        if conditions.filter != "pattern":
            raise UserError(
                f"strategy 'optimal' knows the game's own filter alone, not {conditions.filter!r}: "
                "play it with filter pattern"
            )
        check_allowed(conditions.allowed)
        return super().settle(conditions)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses that begin optimal play; see `Strategy.choose`.

        Raises UserError if a state cannot be solved within the guesses allowed; the message names
        the fewest that are enough.
        """
        solver = self.solver_for(states)
        if self.deadline is None or not states.guesses.shape[1]:
            solver.warm_up()
            self.deadline = Deadline(self.seconds)
            self.was_stopped, self._bound = False, None
        guesses = np.empty(len(states), np.int32)
        worst = self._worst_for(states, solver)
        for state in range(len(states)):
            candidates, clues = states.candidates.group(state), clues_of(states, state)
            left = None if worst is None else worst - len(clues)
            if not clues and self.objective != "worst":
                guesses[state] = self._opener(states, solver, left)
                continue
            found = solver.choose(candidates, clues, left=left, deadline=self.deadline)
            if found.exact and found.total is None:
                self._refuse(states, solver)
            self.was_stopped |= not found.exact
            guess = found.guess
            if guess < 0:
                guess = int(states.vocabulary.answer_guess[candidates[0]])
            guesses[state] = guess
        if worst is not None and not states.guesses.shape[1]:
            self._worst[int(guesses[0])] = worst
        return guesses

    def bound_of(self, opener: str) -> int:
        """Return the proven lower bound of the total of the tree that was grown from an opener.

        If the opener was chosen, it bounds all trees; if it was given, those from this opener.
        """
        assert self.solver is not None, "a tree was grown"
        if self._bound is not None:
            return self._bound
        solver = self.solver
        played = solver.vocabulary.find(opener)
        left = self._worst.get(played)
        bounds = solver.bucket_bounds(played, None if left is None else left - 1)
        return len(solver.vocabulary.answers) + sum(bound for _, _, bound in bounds)

    def _opener(self, states: States, solver: Solver, left: int | None) -> int:
        """Choose the first guess: least total, then candidates, then the list's order."""
        from gpuwordle.optimal.openers import OpenerSearch

        search = OpenerSearch(solver, left=None if left is None else left - 1)
        complete = search.run(deadline=self.deadline)
        found = sorted(search.state.found)
        if complete and not found:
            self._refuse(states, solver)
        self.was_stopped |= not complete
        self._bound = search.lower_bound()
        if found:
            return int(solver.numbering.guesses[found[0].place])
        candidates = states.candidates.group(0)
        guess = solver.choose(candidates, left=left, deadline=Deadline(0.0)).guess
        return guess if guess >= 0 else int(states.vocabulary.answer_guess[candidates[0]])

    def solver_for(self, states: States) -> Solver:
        """Return the solver for the words and conditions of some states, made at the first call."""
        # Imported here, because listing strategies should not wait for numba.
        from gpuwordle.optimal.solver import Solver

        conditions, vocabulary = states.conditions, states.vocabulary
        wanted = vocabulary.digest, conditions
        with self._lock:
            if self.solver is None or self._made_for != wanted:
                self.solver = Solver(
                    vocabulary,
                    hard=conditions.hard,
                    allowed=conditions.allowed,
                    objective=self.objective,
                    backend=states.backend,
                    memory=self.memory,
                )
                self._made_for, self._worst, self.deadline = wanted, {}, None
            return self.solver

    def _worst_for(self, states: States, solver: Solver) -> int | None:
        """Return the guesses that the longest game may take; None if the objective has no limit.

        The limit is that of the whole tree, so all states of its first turn are searched for it.
        """
        if self.objective == "total":
            return None
        played = states.guesses.shape[1]
        opener = int(states.guesses[0, 0]) if played else None
        if opener not in self._worst:
            worst = 0
            for state in range(len(states)):
                clues = clues_of(states, state)
                candidates = states.candidates.group(state)
                least = solver.least_worst(candidates, clues, deadline=self.deadline)
                if least is None:
                    self.was_stopped = True
                    if self.deadline is not None and self.deadline.is_over():
                        return None
                    self._refuse(states, solver)
                    return None
                worst = max(worst, played + least)
            self._worst[opener] = worst
        return self._worst[opener]

    def _refuse(self, states: States, solver: Solver) -> None:
        """Raise UserError, naming how many guesses are enough."""
        fewest = max(
            solver.fewest_allowed(states.candidates.group(state), clues_of(states, state))
            for state in range(len(states))
        )
        words, played = states.vocabulary, states.guesses.shape[1]
        after = f" after {words.guesses[states.guesses[0, 0]]}" if played else ""
        raise UserError(
            f"not every word of {words.name!r} can be found within {states.conditions.allowed} "
            f"guesses{after}: allow {fewest}"
        )


def clues_of(states: States, state: int) -> list[Clue]:
    """Return the guesses before a state with their codes."""
    return list(zip(states.guesses[state].tolist(), states.codes[state].tolist(), strict=True))
