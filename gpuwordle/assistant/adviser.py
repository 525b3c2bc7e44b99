"""Advisers and positions: a vocabulary with its backend and solver, and the candidates after clues.

An adviser keeps the codes of all guesses and what the exact solver has proven, so that a turn of a
running session takes milliseconds.

**Starting fast.** Loading compiled kernels takes about a second, longer than many questions take
without them. For a one-shot query pass ``one_shot=True`` to `Adviser.position`: only the remaining
candidates are loaded, plain NumPy computes the patterns of a few words, and `PlainSolver` searches
a few candidates. `Adviser.engine`, `solver` and `ask` decide this:

- If a question is too large for the plain solver, the compiled one takes over.
- Loading a solver takes no time from the search: the clock starts when it is ready. The first
  result of the plain solver has no time limit: either it takes less time than loading the compiled
  solver, or the plain solver gives up. So the result does not depend on the speed of the machine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.known_play import FEWEST, KnownPosition, KnownPositions, packaged_positions
from gpuwordle.assistant.moves import nothing_left
from gpuwordle.assistant.plain_solver import PlainSolver, TooMany
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.clues.demands import Demands, scan
from gpuwordle.clues.hard_mode import LegalGuesses, legal_after
from gpuwordle.errors import UserError
from gpuwordle.optimal.cancellation import STOP, Deadline, run_one
from gpuwordle.rules.conditions import Conditions, Filter, checked_conditions
from gpuwordle.rules.hard_mode import legal
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.threads import pieces
from gpuwordle.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gpuwordle.optimal.question import Solution
    from gpuwordle.optimal.solver import Solver
    from gpuwordle.optimal.weighted_solver import WeightedSolver


Bucket = tuple[int, Indices]
"""A pattern's code, and the candidates that give it, as answer indices."""

Found = TypeVar("Found")

FEW_PAIRS = 1 << 22
"""Guesses times answers up to which plain NumPy is faster than loading compiled code."""

FEW = 300
"""Answers up to which `PlainSolver` is tried before compiled code is loaded."""

MOST_CODES = 256 << 20
"""Bytes of codes up to which a solver is made: a larger one would take too long."""

CODES_AT_ONCE = 1 << 24
"""Codes of candidates against each other that are computed at a time."""

MOST_KEPT = 16
"""Guesses whose buckets a position keeps."""


def weight_of(words: Vocabulary, candidates: Indices) -> int:
    """Return the weight of some candidates, answer indices: their number without weights."""
    return len(candidates) if words.weights is None else int(words.weights[candidates].sum())


def conditions_of_player(conditions: Conditions | None, allowed: int | None = None) -> Conditions:
    """Return the conditions of a game with a player, or those with ``allowed`` guesses if None.

    Raises UserError if they have a pool or a filter, which are for the games of strategies.
    """
    rules = checked_conditions(conditions, allowed)
    name = strategies_only(rules)
    if name is not None:
        raise UserError(
            f"{name} {getattr(rules, name)!r} applies to strategies only: in a player's game every "
            f"word may be guessed, under the game's own rule; leave {name} out"
        )
    return rules


def strategies_only(conditions: Conditions) -> str | None:
    """Name the condition under which only strategies play: a filter, a pool, or None."""
    if conditions.filter != "pattern":
        return "filter"
    return "pool" if conditions.pool == "candidates" else None


class Clock(Deadline):
    """A deadline that Ctrl-C ends as well, and that can be put off until a search starts."""

    def __init__(self, seconds: float | None, control: npt.NDArray[np.int64]) -> None:
        super().__init__(seconds)
        self._seconds, self._control = seconds, control
        self.held = False

    def start(self) -> None:
        """Count the seconds from now on."""
        super().__init__(self._seconds)
        self.held = False

    def hold(self) -> None:
        """Count no seconds until `start` is called; Ctrl-C still ends the work."""
        super().__init__(None)
        self.held = True

    def is_over(self) -> bool:
        """Return whether no time is left."""
        return bool(self._control[STOP]) or super().is_over()


def within(seconds: float | None, work: Callable[[Clock], Found]) -> Found:
    """Run work that polls a clock and ends soon after its time is over, or after Ctrl-C."""
    control = np.zeros(STOP + 1, np.int64)
    clock = Clock(seconds, control)
    # `run_one` gets no deadline: the work itself looks at the clock and returns what it has found.
    return run_one(lambda: work(clock), control)


class Adviser:
    """One vocabulary, in easy or in hard mode, with its backend and solver.

    Several threads may use it at once. With ``one_shot`` it starts fast, for a single question.
    Positions in ``known``, by default the packaged ones, need no search. Candidates are the words
    that ``filter`` keeps. ``listed`` is the whole vocabulary, if ``vocabulary`` is a part of it.
    Raises UserError if there is no such backend or it cannot run here.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool = False,
        backend: str | Backend = "auto",
        one_shot: bool = False,
        known: KnownPositions | None = None,
        filter: Filter = "pattern",
        listed: Vocabulary | None = None,
    ) -> None:
        self.words, self.hard, self._one_shot = vocabulary, hard, one_shot
        # A ranking needs the same patterns hundreds of times.
        self.pattern = lru_cache(maxsize=4096)(vocabulary.pattern)
        self.listed = vocabulary if listed is None else listed
        self.filter = filter
        self._known = known
        self._backend = backend
        # Reentrant: making the solver, under the lock, makes the engine.
        self._lock = threading.RLock()
        self._engine: Backend | None = None
        self._solver: Solver | WeightedSolver | PlainSolver | None = None
        if backend != "auto":
            _ = self.engine

    @property
    def engine(self) -> Backend:
        """What computes patterns, made when it is first needed."""
        with self._lock:
            if self._engine is None:
                pairs = len(self.words.answers) * len(self.words.guesses)
                plain = self._one_shot and self._backend == "auto" and pairs <= FEW_PAIRS
                self._engine = engine_for(self.words, "numpy" if plain else self._backend)
            return self._engine

    @property
    def solver(self) -> Solver | WeightedSolver | PlainSolver:
        """The exact solver, made when it is first needed."""
        with self._lock:
            if self._solver is None:
                few = self._one_shot and len(self.words.answers) <= FEW
                few = few and self.words.weights is None
                self._solver = (
                    PlainSolver(self.engine, hard=self.hard) if few else self._compiled_solver()
                )
            return self._solver

    def _compiled_solver(self) -> Solver | WeightedSolver:
        from gpuwordle.optimal.weighted_solver import solver_of  # loading numba takes 0.3 s

        solver = solver_of(self.words, hard=self.hard, backend=self.engine)
        solver.warm_up()
        return solver

    def ask(
        self, question: Callable[[Solver | WeightedSolver | PlainSolver], Found], clock: Clock
    ) -> Found:
        """Ask the exact solver; if the plain one gives up, ask the compiled one instead."""
        if self._solver is None:
            if isinstance(self.solver, PlainSolver):
                clock.hold()
            else:
                clock.start()
        try:
            found = question(self.solver)
        except TooMany:
            with self._lock:
                self._solver = self._compiled_solver()
            clock.start()
            return question(self.solver)
        if clock.held:
            clock.start()
        return found

    def solve_each(self, sets: Sequence[Indices], clock: Clock) -> list[Solution]:
        """Solve small sets of three candidates or more in easy mode, without weights."""

        def solved(solver: Solver | WeightedSolver | PlainSolver) -> list[Solution]:
            if isinstance(solver, PlainSolver):
                return [solver.solve(candidates) for candidates in sets]
            from gpuwordle.optimal.batch import solve_each

            return solve_each(cast("Solver", solver), Groups.of(sets))

        return self.ask(solved, clock)

    @property
    def plain_solver(self) -> PlainSolver | None:
        """The plain solver, while it is the one that is asked."""
        return self._solver if isinstance(self._solver, PlainSolver) else None

    @cached_property
    def hard_mode(self) -> LegalGuesses:
        """The guesses that hard mode allows after each pattern, as bits."""
        return LegalGuesses(self.words)

    @cached_property
    def searchable(self) -> bool:
        """Whether the words are few enough for the exact solver."""
        wide = self.words.code_dtype.itemsize > 1
        pairs = len(self.words.answers) * len(self.words.guesses)
        return pairs * (4 if wide else 2) <= MOST_CODES

    def known(self, candidates: Indices) -> KnownPosition | None:
        """Return what is known of optimal play of some candidates without a search, in easy mode.

        candidates: answer indices, int32 (candidates,).
        """
        if self.hard or self.words.weights is not None:
            return None
        if self._known is None and len(candidates) < FEWEST:
            return None
        return self._table.find(self.words.answer_guess[candidates])

    @cached_property
    def _table(self) -> KnownPositions:
        """The known positions, loaded when there is a position that may be among them."""
        return packaged_positions(self.words) if self._known is None else self._known

    def position(self, clues: Sequence[Clue] = (), *, one_shot: bool = False) -> Position:
        """Return the position after clues; their guesses need not be in the list.

        With ``one_shot`` the position gets an adviser for the remaining candidates alone, which
        starts faster and is not kept. Raises UserError if no word is left, or the clues contradict
        each other or have another length.
        """
        words = self.words
        if not clues:
            everything = np.arange(len(words.answers), dtype=np.int32)
            return Position(self, everything, (), ())
        read = Clues(tuple(clues))
        if read.length != words.length:
            raise UserError(
                f"clue {read.clues[0]} has {read.length} letters and vocabulary {words.name!r} "
                f"has words of {words.length}: give words and clues of one length"
            )
        if read.rule != words.rule:
            raise UserError(
                f"clue {read.clues[0]} is of rule {read.rule.name!r} and vocabulary {words.name!r} "
                f"of {words.rule.name!r}: give words and clues of one rule"
            )
        solved = read.clues[-1].pattern.solved
        candidates = self._kept(read, "pattern" if solved else self.filter)
        if not len(candidates):
            raise UserError(nothing_left(read, words))
        listed = [clue for clue in clues if clue.guess in words.guess_index]
        played = tuple((words.guess_index[guess], pattern.code) for guess, pattern in listed)
        if self.filter != "pattern":
            return Position(self, candidates, played, read.clues)
        unlisted = self.hard and len(listed) < len(clues)
        if not one_shot and not unlisted and self.searchable:
            return Position(self, candidates, played, read.clues)
        guesses = words.guesses
        if unlisted:
            # The solver cannot read a clue of an unlisted word, so it gets only the legal guesses.
            guesses, played = tuple(words.guesses[g] for g in legal_after(words, read.clues)), ()
        adviser = Adviser(
            words.restricted(candidates, guesses),
            hard=self.hard,
            backend=self._backend_name,
            one_shot=one_shot,
            known=self._known,
            listed=self.listed,
        )
        everything = np.arange(len(candidates), dtype=np.int32)
        return Position(adviser, everything, played, read.clues)

    def in_easy_mode(self) -> Adviser:
        """Return an adviser of the whole vocabulary in easy mode."""
        return Adviser(self.listed, backend=self._backend_name)

    @property
    def _backend_name(self) -> str:
        return self._backend if isinstance(self._backend, str) else self._backend.name

    def _kept(self, clues: Clues, filter: Filter) -> Indices:
        """Return the words that a filter keeps after clues: answer indices, ascending."""
        if not self.words.rule.has_colours:
            fitting = set(clues.eligible(self.words))
            places = [n for n, word in enumerate(self.words.answers) if word in fitting]
            return np.array(places, np.int32)
        words, demands = self.words, clues.demands(filter)
        kept = scan(words.answer_letters, words.letter_index, demands).astype(np.int32)
        if filter == "pattern":
            return kept
        out = [words.guess_index[word] for word in demands.removed if word in words.guess_index]
        fits = ~np.isin(words.answer_guess[kept], np.array(out, np.int32))
        if self.hard:
            fits &= np.isin(words.answer_guess[kept], legal_after(words, clues.clues))
        return kept[fits]


class Position:
    """The candidates after some clues, among the words of an adviser, and the clues."""

    def __init__(
        self,
        adviser: Adviser,
        candidates: Indices,
        played: tuple[tuple[int, int], ...],
        clues: tuple[Clue, ...],
    ) -> None:
        self.adviser = adviser
        self.candidates = candidates  # answer indices, int32 (candidates,)
        self.played = played  # guess index and code of each clue whose guess is listed
        self.clues = clues

    def __len__(self) -> int:
        return len(self.candidates)

    @property
    def words(self) -> Vocabulary:
        """The words to which the indices belong."""
        return self.adviser.words

    @cached_property
    def weight(self) -> int:
        """The weight of the candidates: their number without weights."""
        return weight_of(self.words, self.candidates)

    @property
    def solved(self) -> bool:
        """Whether the last clue was all green."""
        return bool(self.clues) and self.clues[-1].pattern.solved

    @cached_property
    def demands(self) -> Demands:
        """What the clues, at least one, ask of a word."""
        return Clues(self.clues).demands()

    @cached_property
    def remaining(self) -> tuple[str, ...]:
        """The candidates as words, in the vocabulary's order."""
        return tuple(self.words.answers[answer] for answer in self.candidates)

    @cached_property
    def playable(self) -> Indices:
        """The legal guesses in the mode that is played: guess indices, ascending."""
        return (
            legal_after(self.words, self.clues)
            if self.adviser.hard
            else np.arange(len(self.words.guesses), dtype=np.int32)
        )

    def offers(self, guess: int | str) -> bool:
        """Return whether optimal play may begin with a guess: it is listed, and legal."""
        return isinstance(guess, int) and (not self.adviser.hard or guess in self.playable)

    @cached_property
    def own_buckets(self) -> npt.NDArray[np.int64]:
        """1 for a legal candidate whose own code another candidate gives too: int64 (playable,).

        Others are 0. This happens only under a rule that does not tell wins. If such a guess is the
        answer, the player is told so: a bucket of its own, which scores do not count.
        """
        words, engine = self.words, self.adviser.engine
        apart = np.zeros(len(words.guesses), np.int64)
        if not words.rule.tells_wins:
            own, size = words.answer_guess[self.candidates], len(self)
            for rows in pieces(size, max(1, CODES_AT_ONCE // size)):
                codes = engine.codes(own[slice(*rows)], self.candidates)
                same = codes == codes[np.arange(len(codes)), np.arange(*rows)][:, None]
                apart[own[slice(*rows)]] = same.sum(axis=1) > 1
        return apart[self.playable]

    def allows(self, word: str) -> bool:
        """Return whether hard mode would allow a word, even if easy mode is played.

        Under a rule without colours there is no hard mode, and every word is allowed.
        """
        if not self.words.rule.has_colours:
            return True
        return legal(word, [(clue.guess, clue.pattern.colours) for clue in self.clues])

    def is_candidate(self, guesses: Indices) -> npt.NDArray[np.bool_]:
        """Tell which guesses are candidates: bool (guesses,)."""
        answers = self.words.guess_answer[guesses]
        return (answers >= 0) & np.isin(answers, self.candidates)

    @cached_property
    def buckets(self) -> Callable[[int | str], list[Bucket]]:
        """Return the buckets of a guess index or of an unlisted word, by ascending code.

        Those of the latest guesses are kept: a suggestion needs its own several times.
        """
        return lru_cache(maxsize=MOST_KEPT)(self._buckets)

    def _buckets(self, guess: int | str) -> list[Bucket]:
        if isinstance(guess, str):
            found = [Pattern.of(guess, word, self.words.rule).code for word in self.remaining]
            codes = np.array(found, self.words.code_dtype)
        else:
            engine = self.adviser.engine
            codes = engine.codes(np.array([guess]), self.candidates)[0]
            codes = engine.told(codes, np.array([guess]), self.candidates)
        order = np.argsort(codes, kind="stable")
        candidates, codes = self.candidates[order], codes[order]
        begins = [0, *(np.flatnonzero(codes[1:] != codes[:-1]) + 1).tolist()]
        ends = [*begins[1:], len(codes)]
        return [
            (code, candidates[begin:end])
            for code, begin, end in zip(codes[begins].tolist(), begins, ends, strict=True)
        ]

    def inside(self, guess: int | str, code: int, candidates: Indices) -> Position:
        """Return one bucket of a guess as a position."""
        pattern = self.adviser.pattern(code)
        if isinstance(guess, int):
            clue, played = Clue(self.words.guesses[guess], pattern), (*self.played, (guess, code))
        elif self.adviser.hard:
            return self.adviser.position((*self.clues, Clue(guess, pattern)))
        else:
            clue, played = Clue(guess, pattern), self.played
        return Position(self.adviser, candidates, played, (*self.clues, clue))
