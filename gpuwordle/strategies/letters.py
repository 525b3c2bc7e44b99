"""Strategies that look at letters and not at buckets (Sreekala et al.; Haag).

They score a guess by how often its letters occur among the candidates, which costs no partition.
Each is a table of integers for every state, indexed by place and letter: the score of a guess is
the sum of the entries at its letters. Averages and probabilities of the papers are these sums
divided by what is the same for all guesses of a state, so that ties are exact.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import copies_up_to
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.chance import random_candidates
from gpuwordle.strategies.choosing import Criterion, PerGuess, SumOfLetters, best_of_pools
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

FEW_CANDIDATES = 10
"""Below so many candidates `LetterFrequency` draws one of them."""


def letters_at_places(states: States) -> npt.NDArray[np.int64]:
    """Count candidates by letter at each place: int64, shape (states, length, alphabet)."""
    words = states.vocabulary
    letters = words.answer_letters[states.candidates.candidates].astype(np.int64)
    state = states.candidates.owners
    alphabet, length = len(words.alphabet), words.length
    cell = (state[:, None] * length + np.arange(length)) * alphabet + letters
    counts = np.bincount(cell.ravel(), minlength=len(states) * length * alphabet)
    return counts.reshape(len(states), length, alphabet)


def words_with_letters(states: States) -> npt.NDArray[np.int64]:
    """Count candidates that hold each letter: int64, shape (states, alphabet)."""
    words = states.vocabulary
    letters = words.answer_letters[states.candidates.candidates]
    first = copies_up_to(letters) == 1
    cell = states.candidates.owners[:, None] * len(words.alphabet) + letters
    counts = np.bincount(cell[first], minlength=len(states) * len(words.alphabet))
    return counts.reshape(len(states), len(words.alphabet))


def fewest_duplicates(states: States) -> Criterion:
    """Score a guess by its pairs of equal letters, the fewer the better.

    Sreekala et al., section 4.2.1. The objective is used; Algorithm 7 as printed sorts by the
    number of different letters in rising order and so prefers the most duplicates.
    """
    letters = states.vocabulary.guess_letters
    pairs = (letters[:, :, None] == letters[:, None, :]).sum(axis=(1, 2))
    return PerGuess(states.vocabulary.length - pairs)


def same_index(states: States) -> Criterion:
    """Score a guess by how many candidates share its letters in place.

    Sreekala et al., section 4.2.2, Algorithm 8.
    """
    return SumOfLetters(states, letters_at_places(states))


def cross_index(states: States) -> Criterion:
    """Score a guess by how often its letters occur among the candidates, at any place.

    Sreekala et al., section 4.2.3, Algorithm 9. A letter counts at every place where it stands.
    """
    return SumOfLetters(states, letters_at_places(states).sum(axis=1, keepdims=True))


def unattempted(states: States) -> Criterion:
    """Score a guess by its letters that may occur and were not coloured yet.

    Sreekala et al., section 4.2.4, Algorithm 10. Such letters stand in a candidate and are neither
    green nor yellow so far; one counts at every place where the guess has it.
    """
    possible = (words_with_letters(states) > 0) & ~states.coloured_letters()
    return SumOfLetters(states, possible[:, None, :].astype(np.int64))


class NonDuplicate(Strategy):
    """Prefers guesses without repeated letters; ties to the first word.

    Sreekala et al., section 4.2.1: the letters of the guess alone decide.
    """

    name = "non-duplicate"
    source = "Sreekala et al., section 4.2.1"
    uses_history: ClassVar[bool] = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the fewest duplicates."""
        return best_of_pools(states, [fewest_duplicates(states)])


class SameIndex(Strategy):
    """Prefers letters that are frequent at their place; ties to the first word.

    Sreekala et al., section 4.2.2.
    """

    name = "same-index"
    source = "Sreekala et al., section 4.2.2"
    uses_history: ClassVar[bool] = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most frequent letters in place."""
        return best_of_pools(states, [same_index(states)])


class CrossIndex(Strategy):
    """Prefers letters that are frequent anywhere; ties to the first word.

    Sreekala et al., section 4.2.3.
    """

    name = "cross-index"
    source = "Sreekala et al., section 4.2.3"
    uses_history: ClassVar[bool] = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most frequent letters."""
        return best_of_pools(states, [cross_index(states)])


class Unattempted(Strategy):
    """Prefers letters that were not tried yet; ties to a candidate, then to the first word.

    Sreekala et al., section 4.2.4, which breaks ties arbitrarily.
    """

    name = "unattempted"
    source = "Sreekala et al., section 4.2.4"
    pool: ClassVar[PoolName] = "all"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most unattempted letters."""
        return best_of_pools(states, [unattempted(states)])


class Heuristic(Strategy):
    """Strategy 2 of Sreekala et al.: the four heuristics, each breaking the ties of the one before.

    Fewest duplicates, then letters frequent at their place, then letters frequent anywhere, then
    unattempted letters (section 4.2); then the first word.
    """

    name = "heuristic"
    source = "Sreekala et al., section 4.2"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose by the four heuristics in turn."""
        criteria = [
            fewest_duplicates(states),
            same_index(states),
            cross_index(states),
            unattempted(states),
        ]
        return best_of_pools(states, criteria)


class LetterFrequency(Strategy):
    """Prefers unplayed letters that many candidates hold; ties to the last word.

    Haag, section 4.3: a letter counts once a guess, with the share of candidates that hold it, and
    only as long as no clue has told of it. Below ten candidates one of them is drawn, and so it is
    where no candidate holds an unplayed letter, which leaves nothing to score. The last word wins
    ties in the paper's Table 1.
    """

    name = "letter-frequency"
    source = "Haag, section 4.3"
    pool: ClassVar[PoolName] = "all"
    deterministic: ClassVar[bool] = False

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses whose unplayed letters are most frequent."""
        table = self._frequencies(states)
        last_first = -np.arange(len(states.vocabulary.guesses))
        criterion = SumOfLetters(states, table[:, None, :], repeats=False)
        return best_of_pools(states, [criterion], order=last_first)

    def draws(self, states: States) -> npt.NDArray[np.bool_]:
        """Draw below ten candidates, or when no letter is left to ask for."""
        return (states.sizes < FEW_CANDIDATES) | ~self._frequencies(states).any(axis=1)

    def draw(
        self,
        states: States,
        state: npt.NDArray[np.integer],
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Draw a candidate for each game."""
        return random_candidates(states, state, streams)

    def _frequencies(self, states: States) -> npt.NDArray[np.int64]:
        return np.where(states.played_letters(), 0, words_with_letters(states))
