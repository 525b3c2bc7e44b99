"""What guesses share, built once per vocabulary.

How many answers satisfy a spec that colours one, two or three positions depends on those positions
alone, so the count is shared by all guesses that agree there:

feature
    (position, letter, all positions of that letter in the guess). These three decide the colour of
    the position for every answer, repeated letters included: nothing later knows of repeats.
pair, triple
    Two or three features that stand together in some guess, each numbered once: 12,715 pairs and
    47,451 triples serve the 12,972 words of Wordle.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gpuwordle.backends.numba_cpu.specs.bitsets import Pairs
from gpuwordle.backends.numba_cpu.specs.structures import structures_of
from gpuwordle.backends.numba_cpu.specs.submultisets import (
    number_all,
    number_submultisets,
    postings,
)
from gpuwordle.backends.numba_cpu.specs.sums import GuessSpecs


class Guesses:
    """The guess side of counting by specs, for words of 4 to 6 letters of at most 255.

    A feature's key is ``(position * alphabet_size + letter) << length | mask of the letter's
    positions``.
    """

    def __init__(self, guess_letters: NDArray[np.uint8], alphabet_size: int) -> None:
        letters = np.ascontiguousarray(guess_letters)
        self.letters, self.alphabet_size = letters, alphabet_size
        self.count, self.length = letters.shape
        # Bit q of equal[i, p]: positions p and q of guess i hold the same letter.
        equal = np.zeros(letters.shape, np.uint8)
        words = np.zeros(self.count, np.uint64)
        for p in range(self.length):
            words |= letters[:, p].astype(np.uint64) << np.uint64(10 * p)
            for q in range(self.length):
                equal[:, p] |= (letters[:, p] == letters[:, q]).astype(np.uint8) << q
        features = self._number_features(letters, equal)
        ids, self.n_submultisets, kept = number_submultisets(letters)
        structure_ids, self.structures = structures_of(equal, kept)
        self.specs = GuessSpecs(*features, ids, structure_ids, words)

    def _number_features(
        self, letters: NDArray[np.uint8], equal: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Give features, pairs and triples their numbers; post triples under their first pair."""
        length = self.length
        place = np.arange(length, dtype=np.uint64) * np.uint64(self.alphabet_size)
        feature_ids, distinct = number_all((place + letters) << np.uint64(length) | equal)
        self.feature_keys = distinct.astype(np.int64)
        n_features = np.uint64(len(distinct))
        features = feature_ids.astype(np.uint64)

        pairs = list(combinations(range(length), 2))
        keys = np.empty((self.count, len(pairs)), np.uint64)
        for x, (p, q) in enumerate(pairs):
            keys[:, x] = features[:, p] * n_features + features[:, q]
        pair_ids, distinct = number_all(keys)
        pair_features = np.stack(np.divmod(distinct, n_features), axis=1).astype(np.int32)

        triples = list(combinations(range(length), 3))
        keys = np.empty((self.count, len(triples)), np.uint64)
        for x, (p, q, r) in enumerate(triples):
            pair = pair_ids[:, pairs.index((p, q))].astype(np.uint64)
            keys[:, x] = pair * n_features + features[:, r]
        triple_ids, distinct = number_all(keys)
        first_pair, third = (part.astype(np.int32) for part in np.divmod(distinct, n_features))
        self.pairs = Pairs(pair_features, *postings(first_pair, len(pair_features)), third)
        return feature_ids, pair_ids, triple_ids
