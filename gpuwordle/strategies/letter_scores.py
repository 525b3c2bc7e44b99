"""Strategies that score a guess by its letters (Sreekala et al.; Haag).

They score a guess by how often its letters occur among the candidates, not by its buckets. Each has
a table of integers for every state, by place and letter; the score of a guess is the sum of the
entries at its letters. (`NonDuplicate` looks at the guess alone.) The averages and probabilities of
the papers are these sums divided by a constant of the state, so that ties are exact.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import copies_up_to
from gpuwordle.rules.conditions import PoolName
from gpuwordle.strategies.sampled import draw_candidates
from gpuwordle.strategies.state import Criterion, PairNumbers, PerGuess, States, best_of_pools
from gpuwordle.strategies.strategy import Strategy, one_of, whole

INDEXES = ("all", "open")
"""Places that the heuristics of Sreekala et al. use: all, or those that are not green yet."""

READINGS = ("objective", "printed")
"""How duplicates are counted: by the objective of Sreekala et al., or by Algorithm 7 as printed."""


def letters_at_places(states: States) -> npt.NDArray[np.int64]:
    """Count candidates by place and letter: int64, shape (states, length, alphabet)."""
    words = states.vocabulary
    letters = words.answer_letters[states.candidates.candidates].astype(np.int64)
    state = states.candidates.owners
    alphabet, length = len(words.alphabet), words.length
    cell = (state[:, None] * length + np.arange(length)) * alphabet + letters
    counts = np.bincount(cell.ravel(), minlength=len(states) * length * alphabet)
    return counts.reshape(len(states), length, alphabet)


def words_with_letters(states: States) -> npt.NDArray[np.int64]:
    """Count the candidates that contain each letter: int64, shape (states, alphabet)."""
    words = states.vocabulary
    letters = words.answer_letters[states.candidates.candidates]
    first = copies_up_to(letters) == 1
    cell = states.candidates.owners[:, None] * len(words.alphabet) + letters
    counts = np.bincount(cell[first], minlength=len(states) * len(words.alphabet))
    return counts.reshape(len(states), len(words.alphabet))


class SumOfLetters(Criterion):
    """The sum of a table's entries at the letters of a guess.

    The table has shape (states, length, alphabet), or (states, 1, alphabet) if the place does not
    matter. Without ``repeats`` a letter counts once per guess. ``decimals`` rounds sums of floats;
    tables of integers are exact.
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
        # The index after the last letter stands for a repeated letter that does not count.
        self.letters = words.guess_letters.astype(np.int64)
        if not repeats:
            self.letters[copies_up_to(words.guess_letters) > 1] = len(words.alphabet)
        self.table = np.concatenate([table, np.zeros_like(table[:, :, :1])], axis=2)

    def __call__(self, state: PairNumbers, guess: PairNumbers) -> npt.NDArray:
        """Return the sums."""
        places, letters = self.table.shape[1:]
        flat = self.table.ravel()
        total = np.zeros(len(state), self.table.dtype)
        for place in range(self.letters.shape[1]):
            row = state * places + (place if places > 1 else 0)
            total += flat[row * letters + self.letters[guess, place]]
        return total if self.decimals is None else np.round(total, self.decimals)


class Duplicates(Criterion):
    """How few letters a guess repeats at ``places``: bool, shape (states, length)."""

    def __init__(self, states: States, places: npt.NDArray[np.bool_], reading: str) -> None:
        self.letters, self.places = states.vocabulary.guess_letters, places
        self.reading = reading

    def __call__(self, state: PairNumbers, guess: PairNumbers) -> npt.NDArray:
        """Compare each place with those before it."""
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

    This is the objective of Sreekala et al., section 4.2.1. Algorithm 7 as printed sorts by the
    number of different letters in ascending order, which prefers duplicates.
    """
    criterion = Duplicates(states, places, reading)
    if not places.all():
        return criterion
    guesses = np.arange(len(states.vocabulary.guesses))
    return PerGuess(criterion(np.zeros_like(guesses), guesses))


def same_index(states: States, places: npt.NDArray[np.bool_]) -> Criterion:
    """Score a guess by how many candidates share its letters in place.

    Sreekala et al., section 4.2.2, Algorithm 8; ``places``: its indexes, shape (states, length).
    """
    return SumOfLetters(states, letters_at_places(states) * places[:, :, None])


def cross_index(states: States, places: npt.NDArray[np.bool_]) -> Criterion:
    """Score a guess by how often its letters occur among the candidates, at any place.

    Sreekala et al., section 4.2.3, Algorithm 9; ``places``: its indexes, shape (states, length). A
    letter counts at each of them.
    """
    counted = letters_at_places(states) * places[:, :, None]
    return SumOfLetters(states, counted.sum(axis=1, keepdims=True) * places[:, :, None])


def unattempted(states: States) -> Criterion:
    """Score a guess by its letters that occur in a candidate and are not green or yellow yet.

    Sreekala et al., section 4.2.4, Algorithm 10. A letter counts at every place of the guess.
    """
    possible = (words_with_letters(states) > 0) & ~states.coloured_letters()
    return SumOfLetters(states, possible[:, None, :].astype(np.int64))


class IndexedStrategy(Strategy):
    """A strategy that looks at some places only, the *indexes* of Sreekala et al.

    They are ``all`` places, or the ``open`` ones, which were never green. The paper passes
    indexes to its algorithms without defining them.
    """

    def __init__(self, *, indexes: str = "all") -> None:
        self.indexes = one_of("indexes", indexes, INDEXES)
        # The open places follow from the clues, not from the candidates alone.
        self.uses_history = self.reads_colours = indexes == "open"

    def places(self, states: States) -> npt.NDArray[np.bool_]:
        """Return which places count: bool, shape (states, length)."""
        if self.indexes == "open":
            return states.open_places()
        return np.ones((len(states), states.vocabulary.length), bool)


class NonDuplicate(IndexedStrategy):
    """Prefers guesses without repeated letters; ties go to a candidate, then to the first word.

    Sreekala et al., section 4.2.1: only the letters of the guess decide. The reading ``objective``
    takes the fewest pairs of equal letters; ``printed``, as in Algorithm 7, the fewest different
    letters. ``indexes`` are those of `IndexedStrategy`.
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
    """Prefers letters frequent at their place; ties go to a candidate, then to the first word.

    Sreekala et al., section 4.2.2.
    """

    name = "same-index"
    source = "Sreekala et al., section 4.2.2"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most frequent letters in place."""
        return best_of_pools(states, [same_index(states, self.places(states))])


class CrossIndex(IndexedStrategy):
    """Prefers letters frequent anywhere; ties go to a candidate, then to the first word.

    Sreekala et al., section 4.2.3.
    """

    name = "cross-index"
    source = "Sreekala et al., section 4.2.3"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most frequent letters."""
        return best_of_pools(states, [cross_index(states, self.places(states))])


class Unattempted(Strategy):
    """Prefers letters that were never tried; ties go to a candidate, then to the first word.

    Sreekala et al., section 4.2.4, which breaks ties arbitrarily.
    """

    name = "unattempted"
    source = "Sreekala et al., section 4.2.4"
    reads_colours = True
    pool: ClassVar[PoolName] = "all"

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses with the most unattempted letters."""
        return best_of_pools(states, [unattempted(states)])


class Heuristic(IndexedStrategy):
    """Strategy 2 of Sreekala et al.: four heuristics, each breaking the ties of the one before.

    Fewest duplicates, letters frequent at their place, letters frequent anywhere, unattempted
    letters (section 4.2), and then a candidate and the first word.
    """

    name = "heuristic"
    source = "Sreekala et al., section 4.2"

    def __init__(self, *, indexes: str = "all") -> None:
        super().__init__(indexes=indexes)
        self.uses_history = self.reads_colours = True  # the clues colour letters

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
    """Prefers unplayed letters that many candidates contain; ties go to the last word.

    Haag, section 4.3: a letter counts once per guess, by the share of candidates that contain it,
    and only until it is played. If there are fewer than ``below`` candidates (1 for never), or no
    candidate contains an unplayed letter, a candidate is drawn. Table 1 of the paper shows that the
    last word wins ties.
    """

    name = "letter-frequency"
    source = "Haag, section 4.3"
    pool: ClassVar[PoolName] = "all"
    deterministic: ClassVar[bool] = False
    draw = draw_candidates

    def __init__(self, *, below: int = 10) -> None:
        self.below = whole("below", below, 1)

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the guesses whose unplayed letters are most frequent."""
        table = self._frequencies(states)
        last_first = -np.arange(len(states.vocabulary.guesses))
        criterion = SumOfLetters(states, table[:, None, :], repeats=False)
        return best_of_pools(states, [criterion], order=last_first)

    def draws(self, states: States) -> npt.NDArray[np.bool_]:
        """Draw if there are few candidates, or no unplayed letter to score."""
        return (states.sizes < self.below) | ~self._frequencies(states).any(axis=1)

    def _frequencies(self, states: States) -> npt.NDArray[np.int64]:
        return np.where(states.played_letters(), 0, words_with_letters(states))
