"""Opponents that answer guesses: a host with a hidden word, and an adversary without one.

An opponent checks guesses as the game does (Lahiri et al., section 4; Sreekala et al., section 5):
a word that is not in the list, or that hard mode forbids, is not played.

>>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
>>> adversary = Adversary(pets)
>>> [adversary.play(guess).digits for guess in ("cat", "dog", "pig")]
['000', '002', '222']
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import Bucket, conditions_of_player
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue
from gpuwordle.errors import UserError, checked_seconds
from gpuwordle.games.choices import checked_seed
from gpuwordle.graphemes import written
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.rules.conditions import Conditions, Objective, check_objective
from gpuwordle.rules.hard_mode import illegal_because
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.samples import drawn_by_weight, mixed
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary, check_unweighted

if TYPE_CHECKING:
    from gpuwordle.optimal.solver import Solver


class Opponent(ABC):
    """Answers the guesses of one game; see `Adversary` for the arguments.

    ``moves``, a list of (str, Pattern), has the guesses so far, in lower case.
    """

    def __init__(
        self,
        vocabulary: VocabularyLike,
        conditions: Conditions | None = None,
        *,
        length: int | None = None,
    ) -> None:
        self.conditions = conditions_of_player(conditions)
        self.vocabulary: Vocabulary = vocabulary_of(vocabulary, length, self.conditions.exclude)
        self.conditions.check_rule(self.vocabulary.rule)
        self.moves: list[tuple[str, Pattern]] = []

    @property
    def hard(self) -> bool:
        """Whether hard mode is played."""
        return self.conditions.hard

    @property
    def allowed(self) -> int | None:
        """Guesses allowed; None for no limit."""
        return self.conditions.allowed

    @property
    def won(self) -> bool:
        """Whether the word was found."""
        return bool(self.moves) and self.moves[-1][1].solved

    @property
    def over(self) -> bool:
        """Whether the word was found, or the guesses are used up."""
        return self.won or len(self.moves) == self.allowed

    @property
    @abstractmethod
    def answer(self) -> str:
        """The hidden word, or one that fits all patterns so far."""

    def check(self, word: str) -> int:
        """Return the guess index of a word that may be played now.

        Raises UserError if the game is over, the word is not in the list, or hard mode forbids it.
        """
        if self.over:
            raise UserError("the game is over: begin another")
        guess = self.vocabulary.find(word)
        if self.hard:
            played = [(guess, pattern.colours) for guess, pattern in self.moves]
            why = illegal_because(self.vocabulary.guesses[guess], played)
            if why is not None:
                raise UserError(f"{word!r} is not legal in hard mode: {why}")
        return guess

    def play(self, word: str) -> Pattern:
        """Play a guess and return its pattern.

        Raises UserError if it may not be played now (see `check`); the game stays as it was.
        """
        guess = self.check(word)
        pattern = self._scored(guess)
        self.moves.append((self.vocabulary.guesses[guess], pattern))
        return pattern

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "moves": [*self.moves]}  # a copy has moves of its own

    def __repr__(self) -> str:
        guesses = " ".join(str(Clue(*move)) for move in self.moves) or "no guess yet"
        end = ", won" if self.won else ", lost" if self.over else ""
        return f"{type(self).__name__}({self.vocabulary.name!r}: {written(guesses)}{end})"

    @abstractmethod
    def _scored(self, guess: int) -> Pattern:
        """Return the pattern of a guess."""


class Host(Opponent):
    """Hides one word from the start: ``answer``, any guess, or one drawn by ``seed`` if None.

    The other arguments are those of `Adversary`. Raises UserError if the answer is not in the list.
    """

    def __init__(
        self,
        vocabulary: VocabularyLike,
        conditions: Conditions | None = None,
        *,
        answer: str | None = None,
        length: int | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(vocabulary, conditions, length=length)
        words = self.vocabulary
        if answer is None:
            (place,) = drawn_by_weight(words, mixed(checked_seed(seed) % 2**64, words.length))
            self._answer = words.answers[place]
        else:
            self._answer = words.guesses[words.find(answer)]

    @property
    def answer(self) -> str:
        """The hidden word."""
        return self._answer

    def _scored(self, guess: int) -> Pattern:
        return Pattern.of(self.vocabulary.guesses[guess], self._answer, self.vocabulary.rule)


class Adversary(Opponent):
    """Hides no word, but keeps one bucket of the candidates so that the game goes on.

    Without an objective it keeps the largest bucket. With one it keeps the bucket that optimal
    play needs the most guesses for: with ``total`` in all its words together, with ``worst`` in
    the longest game, and with ``worst-then-total`` in the longest game, then in all together.
    Of equal buckets it keeps the larger one, then the one with the smaller code. Against ``worst``,
    no play takes fewer guesses than `gpuwordle.optimal.solver.Solver.least_worst`, and optimal play
    takes exactly that many.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList`, or a `Vocabulary`.
    conditions
        Hard mode, guesses allowed and words that cannot be hidden; easy mode without a limit if
        None.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    objective
        ``total``, ``worst``, ``worst-then-total``, or None for the size alone.
    seconds
        How long to search in each turn with an objective; then the largest bucket is kept.
    backend
        Where to compute.

    Attributes
    ----------
    candidates : ndarray of int, shape (candidates,)
        Answer indices of the words that fit all patterns so far; at least one.
    was_stopped : bool
        Whether the last search ran out of time.

    Raises
    ------
    UserError
        If there is no such objective or backend, or an objective is given for words with weights.
    """

    def __init__(
        self,
        vocabulary: VocabularyLike,
        conditions: Conditions | None = None,
        *,
        length: int | None = None,
        objective: Objective | None = None,
        seconds: float | None = None,
        backend: str | Backend = "auto",
    ) -> None:
        super().__init__(vocabulary, conditions, length=length)
        if objective is not None:
            check_objective(objective)
            check_unweighted(self.vocabulary, f"an adversary with objective {objective!r}")
        self.objective = objective
        self.seconds = None if seconds is None else checked_seconds(seconds)
        self.engine = engine_for(self.vocabulary, backend)
        self.candidates: npt.NDArray[np.integer] = np.arange(len(self.vocabulary.answers))
        self.was_stopped = False

    def __getstate__(self) -> dict[str, Any]:
        # What was searched is left behind.
        return {name: value for name, value in super().__getstate__().items() if name != "_solver"}

    @property
    def answer(self) -> str:
        """The first word that fits all patterns so far."""
        return self.vocabulary.answers[int(self.candidates[0])]

    @cached_property
    def _solver(self) -> Solver:
        """The search for the bucket that optimal play needs the most guesses for."""
        from gpuwordle.optimal.solver import Solver  # loading numba takes 0.3 s

        assert self.objective is not None
        return Solver(
            self.vocabulary, hard=self.hard, objective=self.objective, backend=self.engine
        )

    def _scored(self, guess: int) -> Pattern:
        split = self.engine.split(Groups.of([self.candidates]), np.array([guess]))
        buckets = [(int(code), split.groups.group(index)) for index, code in enumerate(split.codes)]
        buckets.sort(key=lambda bucket: (-len(bucket[1]), bucket[0]))
        code, self.candidates = self._kept(guess, buckets)
        return self.vocabulary.pattern(code)

    def _kept(self, guess: int, buckets: Sequence[Bucket]) -> Bucket:
        """Choose one of some buckets, which are sorted by size, the largest first."""
        self.was_stopped = False
        if self.objective is None or len(buckets) == 1:
            return buckets[0]
        solver = self._solver
        solver.warm_up()
        deadline = Deadline(self.seconds)
        played = [(self.vocabulary.find(word), pattern.code) for word, pattern in self.moves]
        by_worst, by_total = self.objective != "total", self.objective != "worst"
        longest, kept = (-1, -1), buckets[0]
        for code, candidates in buckets:
            size = len(candidates)
            # The candidates guessed in turn: no optimal play takes longer.
            if (size * by_worst, size * (size + 1) // 2 * by_total) <= longest:
                break
            worst = total = 0  # also if the guess was the word
            if code != self.vocabulary.win:
                clues = [*played, (guess, code)]
                if by_worst:
                    worst = solver.least_worst(candidates, clues, deadline=deadline) or 0
                if by_total:
                    total = solver.solve(candidates, clues, deadline=deadline).total or 0
                if deadline.is_over():
                    self.was_stopped = True
                    return buckets[0]
            if (worst, total) > longest:
                longest, kept = (worst, total), (code, candidates)
        return kept
