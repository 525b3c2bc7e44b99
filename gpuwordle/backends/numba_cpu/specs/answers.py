"""The answers of one group, from letters to statistics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.specs.bitsets import count_pairs_and_triples, fill_bitsets
from gpuwordle.backends.numba_cpu.specs.guesses import Guesses
from gpuwordle.backends.numba_cpu.specs.layout import bitset_words
from gpuwordle.backends.numba_cpu.specs.submultisets import postings
from gpuwordle.backends.numba_cpu.specs.sums import Counts, cells_of, score_guesses


class Answers:
    """The answer side of counting by specs: bitsets, shared counts and postings of some answers.

    Call `post`, and `count_pairs` over all pairs, in ranges and on several threads if wished (they
    share nothing that is written), then `score` over ranges of guesses, likewise. Members are the
    answers as indices of guesses, in any order, at most 65,535.
    """

    def __init__(self, guesses: Guesses, members: NDArray[np.integer]) -> None:
        self._guesses, self._members = guesses, members
        n_features, self.n_pairs = len(guesses.feature_keys), len(guesses.pairs.features)
        self._green = np.empty((n_features, bitset_words(len(members))), np.uint64)
        self._yellow = np.empty_like(self._green)
        self._features = np.empty((n_features, 2), np.uint16)
        self._pairs = np.empty((self.n_pairs, 4), np.uint16)
        self._triples = np.empty((len(guesses.pairs.third), 8), np.uint16)
        letters, keys = guesses.letters[members], guesses.feature_keys
        rows = self._green, self._yellow, self._features
        fill_bitsets(letters, keys, guesses.alphabet_size, *rows)

    def post(self) -> None:
        """Post the answers under their sub-multisets of four and more letters."""
        ids = self._guesses.specs.submultisets[self._members]
        starts, posted = postings(ids, self._guesses.n_submultisets)
        words = self._guesses.specs.words[self._members]
        self._postings = starts, words[posted // ids.shape[1]]

    def count_pairs(self, first: int, end: int) -> None:
        """Count the answers of a range of pairs of features and of the triples under them."""
        counts = self._pairs, self._triples
        pairs = self._guesses.pairs
        count_pairs_and_triples(first, end, self._green, self._yellow, pairs, *counts)

    def score(
        self, first: int, end: int, weighted_logs: NDArray[np.int64], out: NDArray[np.int64]
    ) -> None:
        """Write the four statistics of a range of guesses, after `post` and all pairs.

        ``out`` is int64 (4, n_guesses): buckets, largest, sum of squares, sum of n log n.
        """
        guesses, n_answers = self._guesses, len(self._members)
        counts = Counts(self._features, self._pairs, self._triples, *self._postings)
        arguments = guesses.specs, guesses.structures, counts, cells_of(guesses.length)
        score_guesses(first, end, n_answers, *arguments, weighted_logs, out)
