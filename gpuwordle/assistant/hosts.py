"""Who hides the word: one that keeps to a word, and one that puts off every decision.

A host checks guesses as the game does (Lahiri et al., section 4; Sreekala et al., section 5): a
word that is not in the list, or that hard mode forbids, is not played, and another is asked for.

>>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
>>> host = Adversary(pets)
>>> [host.play(guess).digits for guess in ("cat", "dog", "pig")]
['000', '002', '222']
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.errors import UserError
from gpuwordle.optimal.question import Objective, check_objective
from gpuwordle.rules.codes import all_green
from gpuwordle.rules.conditions import check_allowed
from gpuwordle.rules.hard_mode import illegal_because
from gpuwordle.rules.pattern import Pattern, score
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.samples import below, mixed
from gpuwordle.words.vocabulary import Vocabulary, check_vocabulary

if TYPE_CHECKING:
    from gpuwordle.optimal.solver import Solver

Bucket = tuple[int, npt.NDArray[np.integer]]
"""A code and the answers that give it."""


class Host(ABC):
    """Scores the guesses of one game.

    Parameters
    ----------
    vocabulary
        The words: those that may be guessed, and those that may be hidden.
    hard
        Refuse guesses that hard mode forbids.
    allowed
        Guesses allowed; None for no limit.

    Attributes
    ----------
    moves : list of (str, Pattern)
        The guesses so far, in lower case, with what they got.
    """

    def __init__(
        self, vocabulary: Vocabulary, *, hard: bool = False, allowed: int | None = None
    ) -> None:
        check_vocabulary(vocabulary)
        check_allowed(allowed)
        self.vocabulary, self.hard, self.allowed = vocabulary, hard, allowed
        self.moves: list[tuple[str, Pattern]] = []

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
        """The hidden word, or one that fits all that was said."""

    def check(self, word: str) -> int:
        """Return the guess index of a word that may be played now.

        Raises
        ------
        UserError
            If the game is over, the word is not in the list, with the nearest ones, or hard mode
            forbids it, with what it asks for.
        """
        if self.over:
            raise UserError("the game is over: begin another")
        guess = self.vocabulary.find(word)
        if self.hard:
            played = [(guess, pattern.colours) for guess, pattern in self.moves]
            why = illegal_because(self.vocabulary.guesses[guess], played)
            if why is not None:
                raise UserError(f"hard mode: {why}; {word!r} does not")
        return guess

    def play(self, word: str) -> Pattern:
        """Play a guess and return what it gets.

        Raises
        ------
        UserError
            As `check`; then nothing was played.
        """
        guess = self.check(word)
        pattern = self._scored(guess)
        self.moves.append((self.vocabulary.guesses[guess], pattern))
        return pattern

    @abstractmethod
    def _scored(self, guess: int) -> Pattern:
        """Say what a guess gets."""


class Keeper(Host):
    """Keeps to one word.

    Parameters
    ----------
    vocabulary, hard, allowed
        As for `Host`.
    answer
        The hidden word, any that may be guessed; drawn by the seed when None.
    seed
        Any integer.

    Raises
    ------
    UserError
        If the answer is not in the list, or fewer than one guess is allowed.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        answer: str | None = None,
        *,
        seed: int = 0,
        hard: bool = False,
        allowed: int | None = None,
    ) -> None:
        super().__init__(vocabulary, hard=hard, allowed=allowed)
        if answer is None:
            bits = mixed(seed % 2**64, vocabulary.length)
            (drawn,) = below(bits, np.array([len(vocabulary.answers)]))
            self._answer = vocabulary.answers[drawn]
        else:
            self._answer = vocabulary.guesses[vocabulary.find(answer)]

    @property
    def answer(self) -> str:
        """The hidden word."""
        return self._answer

    def _scored(self, guess: int) -> Pattern:
        return score(self.vocabulary.guesses[guess], self._answer)


class Adversary(Host):
    """Hides no word, but always says what keeps the game going: one bucket of those left.

    Without an objective it keeps the largest bucket. With one it keeps the bucket that optimal
    play takes longest to finish: by ``total`` the one of most guesses over all its words, by
    ``worst`` the one whose longest game is longest at least, by ``worst-then-total`` first the one
    and then the other. Among equals it keeps the larger one, then the one of the smaller code,
    which tells of fewer letters. Against ``worst`` no play is over sooner than
    `gpuwordle.optimal.solver.Solver.least_worst` says, and optimal play never later.

    Parameters
    ----------
    vocabulary, hard, allowed
        As for `Host`.
    objective
        ``total``, ``worst``, ``worst-then-total``, or None for the size alone.
    seconds
        How long to search for one answer with an objective; then the largest bucket is kept.
    backend
        Where to compute.

    Attributes
    ----------
    candidates : ndarray of int, shape (candidates,)
        The answers, as indices, that fit all that was said; one at least.
    was_stopped : bool
        Whether the last search ran out of time.

    Raises
    ------
    UserError
        If there is no such objective or backend, or fewer than one guess is allowed.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        hard: bool = False,
        allowed: int | None = None,
        objective: Objective | None = None,
        seconds: float | None = None,
        backend: str | Backend = "auto",
    ) -> None:
        super().__init__(vocabulary, hard=hard, allowed=allowed)
        if objective is not None:
            check_objective(objective)
        self.objective, self.seconds = objective, seconds
        self.engine = engine_for(vocabulary, backend)
        self.candidates: npt.NDArray[np.integer] = np.arange(len(vocabulary.answers))
        self.was_stopped = False

    @property
    def answer(self) -> str:
        """The first word that fits all that was said."""
        return self.vocabulary.answers[int(self.candidates[0])]

    @cached_property
    def solver(self) -> Solver:
        """What searches for the bucket that optimal play takes longest to finish."""
        from gpuwordle.optimal.solver import Solver  # numba takes its time

        assert self.objective is not None
        return Solver(
            self.vocabulary, hard=self.hard, objective=self.objective, backend=self.engine
        )

    def _scored(self, guess: int) -> Pattern:
        parts = self.engine.split(Groups.of([self.candidates]), np.array([guess]))
        buckets = [(int(code), parts.groups.group(index)) for index, code in enumerate(parts.codes)]
        buckets.sort(key=lambda bucket: (-len(bucket[1]), bucket[0]))
        code, self.candidates = self._kept(guess, buckets)
        return Pattern(code, self.vocabulary.length)

    def _kept(self, guess: int, buckets: Sequence[Bucket]) -> Bucket:
        """Choose one of some buckets, the largest first."""
        self.was_stopped = False
        if self.objective is None or len(buckets) == 1:
            return buckets[0]
        from gpuwordle.optimal.cancellation import Deadline

        solver = self.solver
        solver.warm_up()
        deadline = Deadline(self.seconds)
        played = [(self.vocabulary.find(word), pattern.code) for word, pattern in self.moves]
        longest, kept = (-1, -1), buckets[0]
        for code, bucket in buckets:
            size = len(bucket)
            # Its words guessed in turn: no optimal play takes longer.
            if self._key(size, size * (size + 1) // 2) <= longest:
                break
            found = (0, 0)  # the guess was the word
            if code != all_green(self.vocabulary.length):
                clues = [*played, (guess, code)]
                worst = total = 0
                if self.objective != "total":
                    worst = solver.least_worst(bucket, clues, deadline=deadline) or 0
                if self.objective != "worst":
                    total = solver.solve(bucket, clues, deadline=deadline).total or 0
                if deadline.is_over():
                    self.was_stopped = True
                    return buckets[0]
                found = self._key(worst, total)
            if found > longest:
                longest, kept = found, (code, bucket)
        return kept

    def _key(self, worst: int, total: int) -> tuple[int, int]:
        """Pair what the objective looks at, the first thing first."""
        return (
            0 if self.objective == "total" else worst,
            0 if self.objective == "worst" else total,
        )
