"""Random games depend only on their seed and answer."""

import numpy as np
import pytest
from helpers.player import as_followed
from helpers.playing import NUMPY
from helpers.words import random_vocabulary

from gpuwordle import Conditions, Strategy, play
from gpuwordle.games import rollouts
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.strategies.table import strategy_named


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", ["random", "sampled-minimax", "letter-frequency"])
@pytest.mark.parametrize("filter", FILTERS)
def test_a_game_follows_from_its_seed_and_answer(name, filter, monkeypatch):
    vocabulary = random_vocabulary(3, 4, 7, 260)
    backend, strategy = NUMPY(vocabulary), strategy_named(name)

    def followed(**how):
        conditions = Conditions(filter=filter, allowed=9)
        games = play(vocabulary, strategy, conditions, backend=backend, **how)
        return [as_followed(vocabulary, games, index) for index in range(len(games))]

    whole = followed(seed=5)
    assert followed(seed=5) == whole
    assert followed(seed=6) != whole
    some = np.array([200, 3, 77])
    assert followed(seed=5, answers=some) == [whole[index] for index in some]
    monkeypatch.setattr(rollouts, "GAMES_AT_ONCE", 50)
    monkeypatch.setattr(rollouts, "PAIRS_AT_ONCE", 700)
    assert followed(seed=5) == whole


def test_every_turn_and_every_answer_has_its_own_draws():
    """The bits of a game follow from its seed, its answer and the turn: from each of them."""
    seen = {}

    class Watching(Strategy):
        name = "watching"
        deterministic = False
        uses_history = False

        def choose(self, states):
            raise AssertionError

        def draw(self, states, state, streams):
            turn = len(seen[self.seed])
            seen[self.seed].append(streams.copy())
            firsts = states.candidates.firsts[state]
            assert turn < 40
            return states.vocabulary.answer_guess[firsts]

    for seed in (1, 2):
        strategy = Watching()
        strategy.seed, seen[seed] = seed, []
        play(random_vocabulary(2, 4, 5, 60), strategy, seed=seed, backend="numpy")
    assert len(seen[1]) > 2
    bits = np.concatenate(seen[1] + seen[2])
    assert len(np.unique(bits)) == len(bits)
