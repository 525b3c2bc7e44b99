"""Guesses that a renaming of letters, or another order of the places, turns into each other.

Suppose a permutation of the guesses maps answers to answers of the same weight, and every bucket of
a guess to a bucket of its image. Then it maps the trees that begin with a guess to those that begin
with its image, guess by guess, so both have the same least total. Only one of them is searched.

A code depends on where letters stand, and not on which letters they are, so any renaming of letters
that maps the list to itself is such a permutation. Under rules whose places are interchangeable, so
is any other order of the places. Transpositions of two letters or places generate the permutations
used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gpuwordle.optimal.code_tables import Numbering
from gpuwordle.words.lookup import Letters, WordLookup, exchanged
from gpuwordle.words.vocabulary import Vocabulary

Permutation = npt.NDArray[np.int64]
"""The image of each guess, in the search's numbers: (guesses,)."""


def first_alike(vocabulary: Vocabulary, numbering: Numbering) -> Permutation:
    """Return the first equivalent of each guess, in the search's numbers: (guesses,)."""
    first = np.arange(len(vocabulary.guesses))
    permutations = list(symmetries(vocabulary, numbering))
    while True:
        before = first
        for permutation in permutations:
            first = np.minimum(first, first[permutation])
        if (first == before).all():
            return first


def symmetries(vocabulary: Vocabulary, numbering: Numbering) -> Iterator[Permutation]:
    """Yield the transpositions of letters and places that map the list to itself."""
    if not vocabulary.rule.is_sum:
        return
    words = vocabulary.guess_letters[numbering.guesses]
    weights = np.zeros(len(words), np.int64)
    weights[: len(vocabulary.answers)] = vocabulary.weights_of(numbering.answers)
    lookup = WordLookup(words)

    def symmetry(mapped: Letters) -> Permutation | None:
        found = lookup.find(mapped)
        return found if (found >= 0).all() and (weights[found] == weights).all() else None

    letters = len(vocabulary.alphabet)
    # Letters that can be renamed occur equally often at each place.
    counts = [np.bincount(column, minlength=letters) for column in words.T]
    like = {letter: tuple(count[letter] for count in counts) for letter in range(letters)}
    for one, other in combinations(range(letters), 2):
        if like[one] == like[other]:
            found = symmetry(exchanged(words, one, other))
            if found is not None:
                yield found
    if vocabulary.rule.places_alike:
        for one, other in combinations(range(vocabulary.length), 2):
            order = np.arange(vocabulary.length)
            order[[one, other]] = other, one
            found = symmetry(words[:, order])
            if found is not None:
                yield found
