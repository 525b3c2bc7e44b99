"""Strategies of one's own."""

from __future__ import annotations

import numpy as np
from helpers.playing import NUMPY

from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import check_tree
from gpuwordle.words.vocabulary import Vocabulary


def test_a_strategy_of_ones_own():
    class MostVowels(Strategy):
        """Plays the candidate with the most different vowels."""

        name = "most-vowels"

        def choose(self, states):
            words = states.vocabulary.guesses
            vowels = [len(set(word) & set("aeiou")) for word in words]
            return np.array(
                [max(states.playable(s), key=vowels.__getitem__) for s in range(len(states))]
            )

    vocabulary = Vocabulary("small", ["aisle", "crane", "audio", "slate", "cigar"])
    tree = grow(vocabulary, MostVowels(), Conditions(allowed=6), backend=NUMPY(vocabulary))
    assert (tree.opener, tree.strategy, tree.lost) == ("audio", "most-vowels", 0)
    hard = grow(vocabulary, MostVowels(), Conditions(hard=True), backend=NUMPY(vocabulary))
    check_tree(hard, vocabulary)
    assert hard.lost == 0
