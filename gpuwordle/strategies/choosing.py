"""How guesses are compared: by criteria, one after another, over the pools of many states at once.

A criterion is for strategies that score a guess by its letters; those that score the buckets of a
guess minimise a `gpuwordle.scoring.statistics.Key`, and a backend chooses for them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import copies_up_to
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.scoring.groups import Groups, runs
from gpuwordle.strategies.state import States

PAIRS_AT_ONCE = 1 << 22
"""(state, guess) pairs that are scored at a time, unless less memory is given."""

PAIR_BYTES = 48
"""Bytes that such a pair takes."""

Indices = npt.NDArray[np.int64]


class Criterion(ABC):
    """A number for (state, guess) pairs that a strategy makes as large as it can."""

    @abstractmethod
    def __call__(self, state: Indices, guess: Indices) -> npt.NDArray:
        """Return one number for each pair: shape (pairs,)."""


class PerGuess(Criterion):
    """A number that every guess has whatever the state.

    Parameters
    ----------
    values
        Shape (guesses,).
    """

    def __init__(self, values: npt.NDArray) -> None:
        self.values = values

    def __call__(self, state: Indices, guess: Indices) -> npt.NDArray:
        """Look the numbers of the guesses up."""
        return self.values[guess]


class SumOfLetters(Criterion):
    """The sum of a table's entries at the letters of a guess.

    Parameters
    ----------
    states
        The states of the table.
    table
        Shape (states, length, alphabet), or (states, 1, alphabet) where the place is immaterial.
    repeats
        Whether a letter counts at every place where the guess has it, or once.
    decimals
        Digits after the point that count; None for exact tables of integers.
    """

    def __init__(
        self,
        states: States,
        table: npt.NDArray,
        *,
        repeats: bool = True,
        decimals: int | None = None,
    ) -> None:
        self.decimals = decimals
        words = states.vocabulary
        # A letter after the last stands for a repeated one that does not count.
        self.letters = words.guess_letters.astype(np.int64)
        if not repeats:
            self.letters[copies_up_to(words.guess_letters) > 1] = len(words.alphabet)
        self.table = np.concatenate([table, np.zeros_like(table[:, :, :1])], axis=2)

    def __call__(self, state: Indices, guess: Indices) -> npt.NDArray:
        """Add the entries up."""
        places, letters = self.table.shape[1:]
        flat = self.table.ravel()
        total = np.zeros(len(state), self.table.dtype)
        for place in range(self.letters.shape[1]):
            row = state * places + (place if places > 1 else 0)
            total += flat[row * letters + self.letters[guess, place]]
        return total if self.decimals is None else np.round(total, self.decimals)


def best_of_pools(
    states: States,
    criteria: Sequence[Criterion],
    order: npt.NDArray[np.integer] | None = None,
) -> npt.NDArray[np.int32]:
    """Choose for each state the playable guess that the criteria make largest.

    Parameters
    ----------
    states
        Candidates and pools.
    criteria
        The first decides, the next among the guesses that tie, and so on.
    order
        Rank of every guess, shape (guesses,): the smallest wins among those that still tie. When
        None: a candidate before others, then the order of the vocabulary.

    Returns
    -------
    ndarray of int32, shape (states,)
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
            state, guess = _largest(state, guess, _believed(states, state, answer))
            state, guess = _largest(state, guess, -guess)
        else:
            state, guess = _largest(state, guess, -order[guess])
        best[some] = guess
    return best


def _pairs(states: States, start: int, stop: int) -> tuple[Indices, Indices]:
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


def _largest(state: Indices, guess: Indices, values: npt.NDArray) -> tuple[Indices, Indices]:
    """Keep the pairs whose value is the largest of their state."""
    starts = np.flatnonzero(np.diff(state, prepend=-1))
    largest = np.maximum.reduceat(values, starts)
    kept = values == np.repeat(largest, np.diff(starts, append=len(state)))
    return state[kept], guess[kept]


def _believed(
    states: States, state: Indices, answer: npt.NDArray[np.integer]
) -> npt.NDArray[np.bool_]:
    """Tell which answers are candidates of the states beside them."""
    groups, total = states.candidates, len(states.vocabulary.answers)
    candidates = groups.owners * total + groups.candidates
    return (answer >= 0) & np.isin(state * total + answer, candidates)
