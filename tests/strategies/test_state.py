"""What a strategy sees."""

from __future__ import annotations

import naive
import numpy as np
from helpers.player import playable
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary


def test_pools_in_hard_mode_are_legal_words():
    words = random_words(12, 4, 6, 80)
    vocabulary = Vocabulary("random", words[:50], words)
    clue = (words[60], naive.colours(words[60], words[0]))

    class Watching(Strategy):
        """Looks at what it may play."""

        name = "watching"
        pool = "all"

        def choose(self, states):
            for state in range(len(states)):
                if states.codes[state].tolist() == [naive.code(words[60], words[0])]:
                    believed = [words[c] for c in states.candidates.group(state)]
                    expected = playable(vocabulary, believed, [clue], pool="all", hard=True)
                    assert [words[g] for g in states.playable(state)] == expected
                    seen.append(len(expected))
            return np.array([states.playable(state)[0] for state in range(len(states))])

    seen = []
    grow(vocabulary, Watching(), Conditions(hard=True), opener=words[60], backend=NUMPY(vocabulary))
    assert len(seen) == 1
    assert 1 < seen[0] < len(words)
