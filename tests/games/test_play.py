"""Playing every hidden word: progress, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.errors import UserError
from gpuwordle.games.play import play
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary


def test_progress_ends_at_one():
    vocabulary = Vocabulary("random", random_words(9, 4, 5, 80))
    for name in ("minimax", "random", "letter-frequency"):
        seen = []
        play(vocabulary, name, progress=seen.append, backend=NUMPY(vocabulary))
        assert seen == sorted(seen)
        assert seen[-1] == 1.0


def test_what_cannot_be_played_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog"])
    backend = NUMPY(vocabulary)
    minimax, chance = strategy_named("minimax"), strategy_named("random")
    with pytest.raises(UserError, match="'cot' is not in the word list 'pets': did you mean c"):
        grow(vocabulary, minimax, opener="cot", backend=backend)
    with pytest.raises(UserError, match=r"^0 guesses allowed is too few: give at least 1$"):
        grow(vocabulary, minimax, Conditions(allowed=0), backend=backend)
    with pytest.raises(UserError, match="unknown pool 'al': did you mean all"):
        grow(vocabulary, minimax, Conditions(pool="al"), backend=backend)
    with pytest.raises(UserError, match="unknown filter 'count': did you mean counts"):
        grow(vocabulary, minimax, Conditions(filter="count"), backend=backend)
    with pytest.raises(UserError, match="'random' draws by chance and has no decision tree"):
        grow(vocabulary, chance, backend=backend)
    with pytest.raises(UserError, match="'random' cannot guess from pool 'all': choose candidates"):
        play(vocabulary, chance, Conditions(pool="all"), backend=backend)
    with pytest.raises(UserError, match="unknown strategy 'minmax': did you mean minimax"):
        strategy_named("minmax")
    with pytest.raises(UserError, match="'minimax' does not take the options given: depth"):
        strategy_named("minimax", depth=3)

    class EasyOnly(Strategy):
        name = "easy-only"
        supports_hard = False

        def choose(self, states):
            return np.array([states.playable(state)[0] for state in range(len(states))])

    with pytest.raises(UserError, match="strategy 'easy-only' has no hard mode"):
        grow(vocabulary, EasyOnly(), Conditions(hard=True), backend=backend)
