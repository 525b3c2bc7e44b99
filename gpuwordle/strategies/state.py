"""What a strategy sees: the states of many games, and the choice of the best playable guess.

A state is the candidates after some clues, the playable guesses, and the clues. The states of one
turn are passed together, so that one call of a backend chooses for all.

Strategies that score the buckets of a guess minimise a `gpuwordle.scoring.statistics.Key`, and the
backend chooses for them. All others score pairs of a state and a guess by a `Criterion`, and
`best_of_pools` chooses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Pool
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups, runs
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class States:
    """States of one turn; a strategy chooses a guess for each.

    Attributes
    ----------
    backend : Backend
        The engine of the vocabulary.
    conditions : Conditions
        The conditions of the game.
    candidates : Groups
        The candidates of each state, as answer indices: at least two, unless the strategy is asked
        when it is certain (`Strategy.asked_when_certain`).
    pool : {"all", "candidates"} or Groups
        The playable guesses of each state: every guess, its candidates, or rows of guess indices
        (hard mode). `playable` lists them; `Backend.best_guesses` takes the pool as it is.
    guesses : ndarray of int32, shape (states, guesses so far)
        Past guesses. There are no columns for a strategy without history
        (`Strategy.uses_history`).
    codes : ndarray of uint32, shape (states, guesses so far)
        Pattern codes of the past guesses, likewise.
    """

    backend: Backend
    conditions: Conditions
    candidates: Groups
    pool: Pool
    guesses: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint32]

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return self.backend.vocabulary

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of candidates of each state: int64, shape (states,)."""
        return self.candidates.sizes

    def __len__(self) -> int:
        return len(self.candidates)

    def take(self, chosen: npt.NDArray[np.integer]) -> States:
        """Return some of the states, in the order given."""
        pool = self.pool.take(chosen) if isinstance(self.pool, Groups) else self.pool
        return replace(
            self,
            candidates=self.candidates.take(chosen),
            pool=pool,
            guesses=self.guesses[chosen],
            codes=self.codes[chosen],
        )

    def path(self, state: int, turns: int | None = None) -> bytes:
        """Return the clues of one state, or those of the first ``turns``, as a key."""
        return self.guesses[state, :turns].tobytes() + self.codes[state, :turns].tobytes()

    def playable(self, state: int) -> npt.NDArray[np.int32]:
        """Return the playable guesses of one state: ascending guess indices, int32."""
        words = self.vocabulary
        if isinstance(self.pool, Groups):
            return np.unique(self.pool.group(state)).astype(np.int32)
        if self.pool == "candidates":
            return np.sort(words.answer_guess[self.candidates.group(state)])
        return np.arange(len(words.guesses), dtype=np.int32)

    def played_letters(self) -> npt.NDArray[np.bool_]:
        """Return which letters were guessed: bool, shape (states, alphabet)."""
        return self._letters_of_clues(np.ones((*self.guesses.shape, self.vocabulary.length), bool))

    def coloured_letters(self) -> npt.NDArray[np.bool_]:
        """Return which letters were green or yellow: bool, shape (states, alphabet)."""
        return self._letters_of_clues(colours_of_codes(self.codes, self.vocabulary.length) != GREY)

    def open_places(self) -> npt.NDArray[np.bool_]:
        """Return which places were never green: bool, shape (states, length)."""
        colours = colours_of_codes(self.codes, self.vocabulary.length)
        return ~(colours == GREEN).any(axis=1)

    def _letters_of_clues(self, places: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        letters = self.vocabulary.guess_letters[self.guesses]
        found = np.zeros((len(self), len(self.vocabulary.alphabet)), bool)
        state = np.broadcast_to(np.arange(len(self))[:, None, None], places.shape)
        found[state[places], letters[places]] = True
        return found


PAIRS_AT_ONCE = 1 << 22
"""(state, guess) pairs scored at a time, unless less memory is allowed."""

PAIR_BYTES = 48
"""Bytes of a pair."""

PairNumbers = npt.NDArray[np.int64]
"""A number for each (state, guess) pair: that of its state, or its guess index."""


class Criterion(ABC):
    """A number for each (state, guess) pair, which a strategy maximises."""

    @abstractmethod
    def __call__(self, state: PairNumbers, guess: PairNumbers) -> npt.NDArray:
        """Return one number for each pair: shape (pairs,)."""


class PerGuess(Criterion):
    """A criterion that does not depend on the state: values of shape (guesses,)."""

    def __init__(self, values: npt.NDArray) -> None:
        self.values = values

    def __call__(self, state: PairNumbers, guess: PairNumbers) -> npt.NDArray:
        """Return the values of the guesses."""
        return self.values[guess]


def best_of_pools(
    states: States,
    criteria: Sequence[Criterion],
    order: npt.NDArray[np.integer] | None = None,
) -> npt.NDArray[np.int32]:
    """Choose for each state the playable guess with the largest criterion: int32, shape (states,).

    Each criterion decides among the guesses that tie in those before. The last ties go to the
    smallest rank in ``order``, shape (guesses,); without it, to a candidate, then to the first word
    in the vocabulary.
    """
    best = np.empty(len(states), np.int32)
    pool = states.pool
    if isinstance(pool, Groups):
        sizes = pool.sizes
    elif pool == "candidates":
        sizes = states.sizes
    else:
        sizes = np.full(len(states), len(states.vocabulary.guesses))
    most = min(PAIRS_AT_ONCE, states.backend.memory // SHARE_OF_TABLES // PAIR_BYTES)
    for some in runs(sizes, most):
        state, guess = _pairs(states, some.start, some.stop)
        for criterion in criteria:
            state, guess = _largest(state, guess, criterion(state, guess))
        if order is None:
            answer = states.vocabulary.guess_answer[guess]
            state, guess = _largest(state, guess, states.candidates.hold(state, answer))
            state, guess = _largest(state, guess, -guess)
        else:
            state, guess = _largest(state, guess, -order[guess])
        best[some] = guess
    return best


def _pairs(states: States, start: int, stop: int) -> tuple[PairNumbers, PairNumbers]:
    """Pair states ``start`` to ``stop - 1`` with the guesses that each may play."""
    words = states.vocabulary
    if states.pool == "all":
        count = len(words.guesses)
        return np.repeat(np.arange(start, stop), count), np.tile(np.arange(count), stop - start)
    pool = states.candidates if states.pool == "candidates" else states.pool
    assert isinstance(pool, Groups)
    part = pool.between(start, stop)
    guess = part.candidates
    if states.pool == "candidates":
        guess = words.answer_guess[guess]
    return start + part.owners, guess.astype(np.int64)


def _largest(
    state: PairNumbers, guess: PairNumbers, values: npt.NDArray
) -> tuple[PairNumbers, PairNumbers]:
    """Keep the pairs whose value is the largest of their state."""
    starts = np.flatnonzero(np.diff(state, prepend=-1))
    largest = np.maximum.reduceat(values, starts)
    kept = values == np.repeat(largest, np.diff(starts, append=len(state)))
    return state[kept], guess[kept]
