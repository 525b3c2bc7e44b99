"""Strategies that draw at random, each game separately (Haag; Van Fleet et al.).

The draws of a game follow from the seed, its answer and the turn, so that a game is the same in
any order and in any process.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import kept_by
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.strategy import share as checked_share
from gpuwordle.words.samples import below


def draw_candidates(
    _strategy: Strategy,
    states: States,
    state: npt.NDArray[np.integer],
    streams: npt.NDArray[np.uint64],
) -> npt.NDArray[np.int32]:
    """Draw a candidate for each game; see `Strategy.draw`."""
    groups = states.candidates
    entry = groups.offsets[state] + below(streams, groups.sizes[state])
    return states.vocabulary.answer_guess[groups.candidates[entry]]


CODES_AT_ONCE = 1 << 23
"""Codes that are kept at a time, unless less memory is allowed."""

SAMPLE_BYTES = 64
"""Bytes of a drawn guess and a drawn hidden word of a game."""


class DrawnStrategy(Strategy):
    """A strategy that draws every guess from the candidates."""

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
    draw = draw_candidates


class SampledStrategy(DrawnStrategy):
    """Tries a sample of the candidates on another sample of the candidates.

    Van Fleet et al. draw |S| / 100 guesses from the candidates S, at least one, and as many hidden
    words for each. The guess with the smallest maximum, or mean, of candidates left is played; ties
    go to the guess drawn first. ``share`` is the size of both samples as a share of the candidates,
    above 0 and up to 1: a number or a fraction such as ``1/100``.
    """

    source = "Van Fleet et al."

    def __init__(self, *, share: float | str = 0.01) -> None:
        self.share = share
        self._share = checked_share("share", share)

    @abstractmethod
    def judge(self, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return what is minimised, given the candidates left: shape (guesses, hidden words)."""

    def draw(
        self,
        states: States,
        state: npt.NDArray[np.integer],
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Draw samples and compare; a sample of one guess is played as it is."""
        guesses = draw_candidates(self, states, state, streams)
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
        """Choose for games with the same candidates: guess indices, shape (games,)."""
        size = len(candidates)
        tried = np.empty((len(streams), sample), np.int32)
        hidden = np.empty((len(streams), sample), np.int32)
        for game, stream in enumerate(streams):
            rng = np.random.Generator(np.random.PCG64(int(stream)))
            tried[game] = rng.choice(size, sample, replace=False)
            hidden[game] = rng.choice(size, sample, replace=False)
        worth = np.empty(tried.shape, np.int64)
        # Guess by guess, because many games try the same guess.
        order = np.argsort(tried, axis=None, kind="stable")
        different, starts = np.unique(tried.ravel()[order], return_index=True)
        uses = np.split(order, starts[1:])
        fitting = states.backend.memory // SHARE_OF_TABLES // np.dtype(np.uint32).itemsize
        step = max(1, min(CODES_AT_ONCE, fitting) // size)
        for start in range(0, len(different), step):
            indices = states.vocabulary.answer_guess[candidates[different[start : start + step]]]
            rows = states.backend.codes(indices, candidates)
            rows = states.backend.told(rows, indices[:, None], candidates)
            for guess, codes, places in zip(indices, rows, uses[start : start + step], strict=True):
                left = candidates_left(states, int(guess), codes)
                worth.ravel()[places] = self.judge(left[hidden[places // sample]])
        best = tried[np.arange(len(tried)), worth.argmin(axis=1)]
        return states.vocabulary.answer_guess[candidates[best]]


class SampledMinimax(SampledStrategy):
    """Minimises the largest number of candidates left, over a sample."""

    name = "sampled-minimax"

    def judge(self, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the largest."""
        return left.max(axis=1)


class SampledExpected(SampledStrategy):
    """Minimises the mean number of candidates left, over a sample."""

    name = "sampled-expected"

    def judge(self, left: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the sum, which ranks guesses as the mean does."""
        return left.sum(axis=1)


def candidates_left(
    states: States, guess: int, codes: npt.NDArray[np.unsignedinteger]
) -> npt.NDArray[np.int64]:
    """Count the candidates after a guess, for each candidate as the hidden word: (candidates,).

    codes: those of the guess against the candidates, (candidates,).
    """
    words, conditions = states.vocabulary, states.conditions
    solved = words.win
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
    # The filter removes the guess, which is the only word with the all-green pattern.
    return (fits @ np.where(patterns == solved, 0, sizes))[bucket]
