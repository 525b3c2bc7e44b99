"""Strategies that draw by chance, one game at a time (Haag; Van Fleet et al.).

The draws of a game follow from the seed, its answer and the turn, so that a game is the same in
whatever order or process it is played.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import kept_by
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.codes import all_green
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.chance import random_candidates
from gpuwordle.strategies.options import share as checked_share
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

CODES_AT_ONCE = 1 << 23
"""Pattern codes that are kept at a time, unless less memory is given."""

SAMPLE_BYTES = 64
"""Bytes that a drawn guess and hidden word of a game take."""


class DrawnStrategy(Strategy):
    """Draws every guess, out of the candidates."""

    pools: ClassVar[tuple[PoolName, ...]] = ("candidates",)
    deterministic: ClassVar[bool] = False
    uses_history = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Refuse: every guess is drawn."""
        raise NotImplementedError(f"the guesses of strategy {self.name!r} are drawn")


class Random(DrawnStrategy):
    """Draws one of the candidates.

    RandomCandidate of Haag (section 4.3); the "gold standard of badness" of Van Fleet et al.
    """

    name = "random"
    source = "Haag, section 4.3; Van Fleet et al."

    def draw(
        self,
        states: States,
        state: npt.NDArray[np.integer],
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Draw a candidate for each game."""
        return random_candidates(states, state, streams)


class SampledStrategy(DrawnStrategy):
    """Tries a hundredth of the candidates on a hundredth of the candidates.

    Van Fleet et al.: |S| / 100 random guesses from the candidates S (one at least), and for each as
    many random hidden words; the guess with the smallest largest, or mean, number of candidates
    left is played. Ties go to the guess that was drawn first.

    Parameters
    ----------
    share
        The share of the candidates that are tried, and of those that they are tried on: a number
        or a fraction such as ``1/100``.

    Raises
    ------
    UserError
        If the share is not above 0 and up to 1.
    """

    source = "Van Fleet et al."

    def __init__(self, *, share: float | str = 0.01) -> None:
        self.share = share
        self._share = checked_share("share", share)

    @abstractmethod
    def judge(self, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Reduce the candidates left, shape (guesses, hidden words), to what is made small."""

    def draw(
        self,
        states: States,
        state: npt.NDArray[np.integer],
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Sample and compare; where the sample is one guess, there is nothing to compare."""
        guesses = random_candidates(states, state, streams)
        samples = states.sizes * self._share.numerator // self._share.denominator
        for index in np.flatnonzero(samples > 1).tolist():
            games = np.flatnonzero(state == index)
            candidates = states.candidates.group(index)
            sample = int(samples[index])
            step = max(1, states.backend.memory // SHARE_OF_TABLES // (SAMPLE_BYTES * sample))
            for start in range(0, len(games), step):
                some = games[start : start + step]
                guesses[some] = self._compare(states, candidates, sample, streams[some])
        return guesses

    def _compare(
        self,
        states: States,
        candidates: npt.NDArray[np.int32],
        sample: int,
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Choose for games that believe the same: guess indices, shape (games,)."""
        size = len(candidates)
        tried = np.empty((len(streams), sample), np.int32)
        hidden = np.empty((len(streams), sample), np.int32)
        for game, stream in enumerate(streams):
            rng = np.random.Generator(np.random.PCG64(int(stream)))
            tried[game] = rng.choice(size, sample, replace=False)
            hidden[game] = rng.choice(size, sample, replace=False)
        worth = np.empty(tried.shape, np.int64)
        # Guess by guess, because many games try the same one when they believe the same.
        order = np.argsort(tried, axis=None, kind="stable")
        different, starts = np.unique(tried.ravel()[order], return_index=True)
        uses = np.split(order, starts[1:])
        fitting = states.backend.memory // SHARE_OF_TABLES // np.dtype(np.uint32).itemsize
        step = max(1, min(CODES_AT_ONCE, fitting) // size)
        for start in range(0, len(different), step):
            indices = states.vocabulary.answer_guess[candidates[different[start : start + step]]]
            rows = states.backend.codes(indices, candidates)
            for guess, codes, places in zip(indices, rows, uses[start : start + step], strict=True):
                left = candidates_left(states, int(guess), codes)
                worth.ravel()[places] = self.judge(left[hidden[places // sample]])
        best = tried[np.arange(len(tried)), worth.argmin(axis=1)]
        return states.vocabulary.answer_guess[candidates[best]]


class SampledMinimax(SampledStrategy):
    """Keeps the largest number of candidates left small, over a sample."""

    name = "sampled-minimax"

    def judge(self, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Take the largest."""
        return left.max(axis=1)


class SampledExpected(SampledStrategy):
    """Keeps the mean number of candidates left small, over a sample."""

    name = "sampled-expected"

    def judge(self, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Take the sum, whose order is that of the mean."""
        return left.sum(axis=1)


def candidates_left(
    states: States, guess: int, codes: npt.NDArray[np.unsignedinteger]
) -> npt.NDArray[np.int64]:
    """Count what a guess leaves of some candidates, for each of them as the hidden word.

    Parameters
    ----------
    states
        Where the words and the filter are known.
    guess
        Guess index.
    codes
        Its pattern codes against the candidates, shape (candidates,).

    Returns
    -------
    ndarray of int64, shape (candidates,)
    """
    words, conditions = states.vocabulary, states.conditions
    solved = all_green(words.length)
    if solved < 4 * len(codes):
        by_code = np.bincount(codes, minlength=solved + 1)
        patterns = np.flatnonzero(by_code)
        sizes = by_code[patterns]
        bucket = (np.cumsum(by_code > 0) - 1)[codes]
    else:
        patterns, bucket, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    if conditions.filter == "pattern":
        return sizes[bucket]
    letters = np.repeat(words.guess_letters[guess][None], len(patterns), axis=0)
    facts = facts_of_codes(letters, patterns)
    mask, value = kept_by(conditions.filter, letters, patterns, hard=conditions.hard)
    fits = (facts[None, :] & mask[:, None]) == value[:, None]
    # The filter removes the guess itself, the only word with the all-green pattern.
    return (fits @ np.where(patterns == solved, 0, sizes))[bucket]
