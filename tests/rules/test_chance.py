"""Random bits: all different, and even."""

from __future__ import annotations

from collections import Counter

import numpy as np
from helpers.playing import NUMPY

from gpuwordle.games.play import play_games
from gpuwordle.rules import chance
from gpuwordle.words.vocabulary import Vocabulary


def test_draws_are_even():
    streams = chance.mixed(0, np.arange(60_000), 3)
    assert len(np.unique(streams)) == len(streams)
    drawn = np.bincount(chance.below(streams, np.array([7])), minlength=7)
    # Six degrees of freedom: 22.5 is exceeded once in a thousand seeds, and the seed is fixed.
    assert len(drawn) == 7
    assert ((drawn - 60_000 / 7) ** 2 / (60_000 / 7)).sum() < 22.5
    vocabulary = Vocabulary("five", ["aa", "ab", "cd", "ef", "gh"])
    first = Counter()
    for seed in range(400):
        games = play_games(vocabulary, "random", seed=seed, backend=NUMPY(vocabulary))
        first.update(games.guesses[games.offsets[:-1]].tolist())
    assert len(first) == 5
    assert all(330 < count < 470 for count in first.values()), first
