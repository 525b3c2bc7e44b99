"""Games as columns."""

from __future__ import annotations

import numpy as np
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.games.play import play
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary


def test_games_in_parts_and_together():
    vocabulary = Vocabulary("random", random_words(5, 4, 5, 50))
    whole = play(vocabulary, "entropy", backend=NUMPY(vocabulary))
    parts = [
        play(vocabulary, "entropy", answers=answers, backend=NUMPY(vocabulary))
        for answers in (np.arange(20), np.arange(20, 23), np.arange(23, 50))
    ]
    for name in ("answers", "counts", "guesses", "codes", "remaining", "solved"):
        together = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(together, getattr(whole, name)), name
        assert together.dtype == getattr(whole, name).dtype, name


def test_a_distribution_starts_at_one_guess_and_lost_games_stand_apart():
    vocabulary = Vocabulary("random", random_words(5, 4, 5, 50))
    for allowed in (None, 2, 3):
        games = play(vocabulary, "random", Conditions(allowed=allowed), backend=NUMPY(vocabulary))
        won = games.counts[games.solved].tolist()
        assert games.distribution().tolist() == [
            won.count(guesses) for guesses in range(1, games.worst + 1)
        ]
        assert games.distribution().sum() + games.lost == len(games)
    none = games.of_answers(games.answers[~games.solved])
    assert len(none) > 0
    assert none.distribution().tolist() == []
