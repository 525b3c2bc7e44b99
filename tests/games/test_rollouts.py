"""Games that go by chance follow from their seed and answer."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.player import as_followed
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.games import rollouts
from gpuwordle.games.play import play_games
from gpuwordle.rules.conditions import FILTERS, Conditions
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words.vocabulary import Vocabulary


@pytest.mark.parametrize("name", ["random", "sampled-minimax", "letter-frequency"])
@pytest.mark.parametrize("filter", FILTERS)
def test_a_game_follows_from_its_seed_and_answer(name, filter, monkeypatch):
    vocabulary = Vocabulary("random", random_words(3, 4, 7, 260))
    backend, strategy = NUMPY(vocabulary), strategy_named(name)

    def play(**how):
        conditions = Conditions(filter=filter, allowed=9)
        games = play_games(vocabulary, strategy, conditions, backend=backend, **how)
        return [as_followed(vocabulary, games, index) for index in range(len(games))]

    whole = play(seed=5)
    assert play(seed=5) == whole
    assert play(seed=6) != whole
    some = np.array([200, 3, 77])
    assert play(seed=5, answers=some) == [whole[index] for index in some]
    monkeypatch.setattr(rollouts, "GAMES_AT_ONCE", 50)
    monkeypatch.setattr(rollouts, "PAIRS_AT_ONCE", 700)
    assert play(seed=5) == whole
