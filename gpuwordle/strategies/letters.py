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
from gpuwordle.strategies.choosing import (
    Criterion,
    Indices,
    PerGuess,
    SumOfLetters,
    best_of_pools,
)
from gpuwordle.strategies.options import one_of, whole
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

INDEXES = ("all", "open")
"""Places that the heuristics of Sreekala et al. look at: all, or those that are not green yet."""

READINGS = ("objective", "printed")
"""How Sreekala et al. count duplicates: as their objective says, or as Algorithm 7 is printed."""


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


class Duplicates(Criterion):
    """How few letters a guess repeats, at the places that count.

    Parameters
    ----------
    states
        The states.
    places
        Which places count: bool, shape (states, length).
    reading
        One of `READINGS`.
    """

    def __init__(self, states: States, places: npt.NDArray[np.bool_], reading: str) -> None:
        self.letters, self.places = states.vocabulary.guess_letters, places
        self.reading = reading

    def __call__(self, state: Indices, guess: Indices) -> npt.NDArray:
        """Go through the places, and compare each with those before it."""
        found = np.zeros(len(state), np.int64)
        for here in range(self.letters.shape[1]):
            copies = np.zeros(len(state), np.int64)
            for there in range(here):
                equal = self.letters[guess, here] == self.letters[guess, there]
                copies += equal & self.places[state, there]
            less = copies if self.reading == "objective" else copies == 0
            found -= less * self.places[state, here]
        return found


def fewest_duplicates(
    states: States, places: npt.NDArray[np.bool_], reading: str = "objective"
) -> Criterion:
    """Score a guess by its pairs of equal letters, the fewer the better.

    Sreekala et al., section 4.2.1: their objective. Algorithm 7 as printed sorts by the number of
    different letters in rising order, and so prefers the most duplicates. Parameters are those of
    `Duplicates`.
    """
    criterion = Duplicates(states, places, reading)
    if not places.all():
        return criterion
    guesses = np.arange(len(states.vocabulary.guesses))
    return PerGuess(criterion(np.zeros_like(guesses), guesses))


def same_index(states: States, places: npt.NDArray[np.bool_]) -> Criterion:
    """Score a guess by how many candidates share its letters in place.

    Sreekala et al., section 4.2.2, Algorithm 8; ``places`` are its indexes, shape (states, length).
    """
    return SumOfLetters(states, letters_at_places(states) * places[:, :, None])


def cross_index(states: States, places: npt.NDArray[np.bool_]) -> Criterion:
    """Score a guess by how often its letters occur among the candidates, at any place.

    Sreekala et al., section 4.2.3, Algorithm 9; ``places`` are its indexes, shape (states, length).
    A letter counts at every one of them where it stands.
    """
    counted = letters_at_places(states) * places[:, :, None]
    return SumOfLetters(states, counted.sum(axis=1, keepdims=True) * places[:, :, None])


def unattempted(states: States) -> Criterion:
    """Score a guess by its letters that may occur and were not coloured yet.

    Sreekala et al., section 4.2.4, Algorithm 10. Such letters stand in a candidate and are neither
    green nor yellow so far; one counts at every place where the guess has it.
    """
    possible = (words_with_letters(states) > 0) & ~states.coloured_letters()
    return SumOfLetters(states, possible[:, None, :].astype(np.int64))


class IndexedStrategy(Strategy):
    """Looks at letters at indexes: the places that count.

    Parameters
    ----------
    indexes
        ``all`` places, or ``open``: those at which no letter was green yet. The paper hands them
        to its algorithms without saying which they are.

    Raises
    ------
    UserError
        If there are no such indexes.
    """

    def __init__(self, *, indexes: str = "all") -> None:
        self.indexes = one_of("indexes", indexes, INDEXES)
        # The places that are open follow from the clues, and not from the candidates alone.
        self.uses_history = indexes == "open"

    def places(self, states: States) -> npt.NDArray[np.bool_]:
        """Tell which places count: bool, shape (states, length)."""
        if self.indexes == "open":
            return states.open_places()
        return np.ones((len(states), states.vocabulary.length), bool)


class NonDuplicate(IndexedStrategy):
    """Prefers guesses without repeated letters; ties to the first word.

    Sreekala et al., section 4.2.1: the letters of the guess alone decide.

    Parameters
    ----------
    indexes
        Which places count: ``all``, or ``open``, where no letter was green yet.
    reading
        ``objective``: the fewest pairs of equal letters. ``printed``: Algorithm 7 as it is printed,
        the fewest different letters.

    Raises
    ------
    UserError
        If there are no such indexes, or no such reading.
    """

    name = "non-duplicate"
    source = "Sreekala et al., section 4.2.1"

    def __init__(self, *, indexes: str = "all", reading: str = "objective") -> None:
        super().__init__(indexes=indexes)
        self.reading = one_of("reading", reading, READINGS)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the fewest duplicates."""
        criterion = fewest_duplicates(states, self.places(states), self.reading)
        return best_of_pools(states, [criterion])


class SameIndex(IndexedStrategy):
    """Prefers letters that are frequent at their place; ties to the first word.

    Sreekala et al., section 4.2.2.
    """

    name = "same-index"
    source = "Sreekala et al., section 4.2.2"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most frequent letters in place."""
        return best_of_pools(states, [same_index(states, self.places(states))])


class CrossIndex(IndexedStrategy):
    """Prefers letters that are frequent anywhere; ties to the first word.

    Sreekala et al., section 4.2.3.
    """

    name = "cross-index"
    source = "Sreekala et al., section 4.2.3"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most frequent letters."""
        return best_of_pools(states, [cross_index(states, self.places(states))])


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


class Heuristic(IndexedStrategy):
    """Strategy 2 of Sreekala et al.: the four heuristics, each breaking the ties of the one before.

    Fewest duplicates, then letters frequent at their place, then letters frequent anywhere, then
    unattempted letters (section 4.2); then the first word.
    """

    name = "heuristic"
    source = "Sreekala et al., section 4.2"

    def __init__(self, *, indexes: str = "all") -> None:
        super().__init__(indexes=indexes)
        self.uses_history = True  # letters are coloured by clues

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose by the four heuristics in turn."""
        places = self.places(states)
        criteria = [
            fewest_duplicates(states, places),
            same_index(states, places),
            cross_index(states, places),
            unattempted(states),
        ]
        return best_of_pools(states, criteria)


class LetterFrequency(Strategy):
    """Prefers unplayed letters that many candidates hold; ties to the last word.

    Haag, section 4.3: a letter counts once a guess, with the share of candidates that hold it, and
    only as long as no clue has told of it. Below ten candidates one of them is drawn, and so it is
    where no candidate holds an unplayed letter, which leaves nothing to score. The last word wins
    ties in the paper's Table 1.

    Parameters
    ----------
    below
        Below so many candidates one of them is drawn; 1 for never.

    Raises
    ------
    UserError
        If that is no whole number, or below 1.
    """

    name = "letter-frequency"
    source = "Haag, section 4.3"
    pool: ClassVar[PoolName] = "all"
    deterministic: ClassVar[bool] = False

    def __init__(self, *, below: int = 10) -> None:
        self.below = whole("below", below, 1)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses whose unplayed letters are most frequent."""
        table = self._frequencies(states)
        last_first = -np.arange(len(states.vocabulary.guesses))
        criterion = SumOfLetters(states, table[:, None, :], repeats=False)
        return best_of_pools(states, [criterion], order=last_first)

    def draws(self, states: States) -> npt.NDArray[np.bool_]:
        """Draw below a few candidates, or when no letter is left to ask for."""
        return (states.sizes < self.below) | ~self._frequencies(states).any(axis=1)

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
