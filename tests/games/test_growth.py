"""Growth: a state is scored once, and a strategy that repeats itself ends."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.rules.conditions import FILTERS, Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import verify
from gpuwordle.words.vocabulary import Vocabulary


def test_a_strategy_that_repeats_itself_ends():
    class Stubborn(Strategy):
        """Always plays the last word."""

        name = "stubborn"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), len(states.vocabulary.guesses) - 1, np.int32)

    words = ["aa", "ab", "ba", "bb", "zz"]
    vocabulary = Vocabulary("letters", words)
    endless = grow(vocabulary, Stubborn(), backend=NUMPY(vocabulary))
    verify(endless, vocabulary)
    assert endless.games().counts.tolist() == [1, 1, 1, 1, 1]
    assert endless.lost == 4
    limited = grow(vocabulary, Stubborn(), Conditions(allowed=3), backend=NUMPY(vocabulary))
    verify(limited, vocabulary)
    assert limited.games().counts.tolist() == [3, 3, 3, 3, 1]
    assert limited.to_text().count("zz") == 3

    class Alternating(Strategy):
        """Plays two useless words in turn."""

        name = "alternating"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), 4 + states.guesses.shape[1] % 2, np.int32)

    vocabulary = Vocabulary("letters", words[:4], [*words, "yy"])
    endless = grow(vocabulary, Alternating(), backend=NUMPY(vocabulary))
    assert endless.lost == 4
    assert endless.games().counts.tolist() == [7] * 4


@pytest.mark.parametrize("asked", [False, True])
def test_a_strategy_is_asked_about_a_lone_candidate_if_it_says_so(asked):
    class Stickler(Strategy):
        """Plays the words that cannot be hidden in turn, then the first candidate."""

        name = "stickler"
        pool = "all"
        asked_when_certain = asked

        def choose(self, states):
            turn = states.guesses.shape[1]
            if turn < 3:
                return np.full(len(states), 4 + turn, np.int32)
            return states.vocabulary.answer_guess[states.candidates.firsts]

    answers = ["ab", "cd", "ef", "gh"]
    vocabulary = Vocabulary("letters", answers, [*answers, "ad", "ex", "yz"])
    tree = grow(vocabulary, Stickler(), backend=NUMPY(vocabulary))
    verify(tree, vocabulary)
    # ad tells ab from cd and leaves ef and gh, which ex tells apart.
    assert tree.games().counts.tolist() == ([4, 4, 4, 4] if asked else [2, 2, 3, 3])


@pytest.mark.parametrize("filter", FILTERS)
def test_a_state_is_scored_once(filter):
    class Watching(type(strategy_named("entropy"))):
        """Counts what it is asked."""

        def choose(self, states):
            sets = [tuple(states.candidates.group(state)) for state in range(len(states))]
            assert len(set(sets)) == len(sets), "equal states are one"
            scored.append(len(sets))
            return super().choose(states)

    scored = []
    vocabulary = Vocabulary("random", random_words(4, 5, 3, 150))
    tree = grow(
        vocabulary, Watching(), Conditions(filter=filter, allowed=9), backend=NUMPY(vocabulary)
    )
    asked = (tree.table.candidates > 1) & (tree.table.turns < 10)
    assert sum(scored) <= asked.sum() < tree.games().counts.sum()
    assert (sum(scored) < asked.sum()) == (filter in ("letters", "colours"))
