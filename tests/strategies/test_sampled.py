"""Strategies that draw: what they draw from, and how samples are judged."""

import numpy as np
import pytest
from helpers.draws import check_draws, state_of
from helpers.player import keeps
from helpers.playing import NUMPY, conditions, vocabularies
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.games.play import play
from gpuwordle.rules.conditions import FILTERS, Conditions
from gpuwordle.strategies.sampled import candidates_left
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words import samples
from gpuwordle.words.vocabulary import Vocabulary


@settings(max_examples=60)
@given(
    vocabulary=vocabularies(40),
    name=st.sampled_from(["random", "sampled-minimax", "sampled-expected"]),
    how=conditions,
    seed=st.integers(-3, 99),
)
def test_drawn_guesses_are_candidates(vocabulary, name, how, seed):
    how["pool"] = "candidates"
    games = play(vocabulary, name, Conditions(**how), seed=seed, backend=NUMPY(vocabulary))
    check_draws(vocabulary, games, lambda *_: None, how)


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("letters", [3, 7])
def test_what_a_guess_leaves(filter, letters):
    words = random_words(letters, 5, letters, 60)
    vocabulary = Vocabulary("random", words)
    states = state_of(vocabulary, np.arange(len(words)), filter)
    for guess in range(0, len(words), 7):
        codes = states.backend.codes(np.array([guess]), np.arange(len(words)))[0]
        expected = [
            sum(keeps(filter, words[guess], answer, word) for word in words) for answer in words
        ]
        hidden_differs = [answer != words[guess] for answer in words]
        found = candidates_left(states, guess, codes)
        assert found[hidden_differs].tolist() == np.array(expected)[hidden_differs].tolist()


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize(("name", "judge"), [("sampled-minimax", max), ("sampled-expected", sum)])
@pytest.mark.parametrize(("share", "sample"), [(0.01, 4), ("1/50", 8)])
def test_samples_are_judged_by_what_they_leave(name, judge, filter, share, sample):
    words = random_words(1, 5, 8, 430)
    vocabulary = Vocabulary("random", words)
    candidates = np.arange(10, 420)
    streams = samples.mixed(1, np.arange(5), 1)
    state = np.zeros(5, int)
    states = state_of(vocabulary, candidates, filter)
    found = strategy_named(name, share=share).draw(states, state, streams)
    believed = [words[c] for c in candidates]
    for guess, stream in zip(found, streams, strict=True):
        rng = np.random.Generator(np.random.PCG64(int(stream)))
        tried = rng.choice(410, sample, replace=False)
        hidden = rng.choice(410, sample, replace=False)
        worth = []
        for word in (believed[t] for t in tried):
            left = [
                sum(keeps(filter, word, believed[h], other) for other in believed) for h in hidden
            ]
            worth.append(judge(left))
        assert words[guess] == believed[tried[worth.index(min(worth))]]


def test_random_itself_does_not_choose():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    with pytest.raises(NotImplementedError, match="are drawn"):
        strategy_named("random").choose(state_of(vocabulary, [0, 1]))
    with pytest.raises(NotImplementedError, match="'minimax' does not draw at random"):
        strategy_named("minimax").draw(state_of(vocabulary, [0, 1]), np.zeros(1), np.zeros(1))
