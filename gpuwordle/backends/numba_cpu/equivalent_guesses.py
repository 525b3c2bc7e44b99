"""Guesses that a renaming of letters turns into each other: the first of them stands for all.

A code depends on where letters stand, not on which letters they are. So if two letters can be
exchanged in all guesses, and in all candidates of a group, then a guess and its image have buckets
of equal sizes on the group, and both are candidates or neither is. In Mastermind, colours that were
never played can be exchanged.

In a list in alphabetical order, the first of such guesses is the one in which letters that can be
exchanged begin in order: on all codes of Mastermind 4x4, 1123 stands for 24 guesses.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gpuwordle.words.lookup import WordLookup, exchanged
from gpuwordle.words.vocabulary import Vocabulary

EQUIVALENT_FROM = 64
"""Candidates from which fewer guesses save more time than it takes to find them."""

Classes = tuple[tuple[int, ...], ...]
"""Classes of letters of which any two can be exchanged, each ascending."""


class EquivalentGuesses:
    """The guesses that stand for all others, for each set of candidates."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._letters = vocabulary.guess_letters
        self._lookup = WordLookup(self._letters)
        self._first: dict[Classes, npt.NDArray[np.int32]] = {}
        self._classes: Classes = ()
        if vocabulary.rule.is_sum and vocabulary.weights is None and self._lookup.in_order:
            classes: Classes = (tuple(range(len(vocabulary.alphabet))),)
            for words in (np.arange(len(self._letters)), vocabulary.answer_guess):
                classes = self._exchangeable(words, classes)
            self._classes = classes

    def __bool__(self) -> bool:
        return bool(self._classes)

    def first(self, candidates: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        """Return the first of all guesses that are equivalent on some candidates, as guess indices.

        candidates: guess indices, shape (candidates,).
        """
        classes = self._exchangeable(candidates, self._classes)
        if classes not in self._first:
            self._first[classes] = self._in_order(classes)
        return self._first[classes]

    def _exchangeable(self, words: npt.NDArray[np.integer], classes: Classes) -> Classes:
        """Split classes into those of letters that can be exchanged in all of some words."""
        inside = np.zeros(len(self._letters), bool)
        inside[words] = True
        letters, found = self._letters[words], []
        counts = np.stack([np.bincount(place, minlength=256) for place in letters.T])
        for each in classes:
            by_count: dict[bytes, list[int]] = {}
            for letter in each:  # which stand equally often at each place
                by_count.setdefault(counts[:, letter].tobytes(), []).append(letter)
            for some in by_count.values():
                chain = some[:1]
                for one, other in pairwise(some):
                    images = self._lookup.find(exchanged(letters, one, other))
                    if (images < 0).any() or not inside[images].all():
                        found.append(tuple(chain))
                        chain = []
                    chain.append(other)
                found.append(tuple(chain))
        return tuple(each for each in found if len(each) > 1)

    def _in_order(self, classes: Classes) -> npt.NDArray[np.int32]:
        """Return the guesses in which the letters of each class begin in order."""
        in_order = np.ones(len(self._letters), bool)
        for each in classes:
            rank = np.full(256, -1, np.int16)
            rank[list(each)] = np.arange(len(each))
            begun = np.zeros(len(self._letters), np.int16)
            for letters in self._letters.T:
                ranks = rank[letters]
                in_order &= ranks <= begun
                begun += ranks == begun
        return np.flatnonzero(in_order).astype(np.int32)
