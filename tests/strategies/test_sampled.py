"""Strategies that draw: what they draw from, and how samples are judged."""

import numpy as np
import pytest
from helpers.draws import check_draws, state_of
from helpers.player import keeps
from helpers.playing import conditions, vocabularies
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Vocabulary
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.strategies.sampled import candidates_left
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words import samples


@settings(max_examples=60)
@given(
    vocabulary=vocabularies(40),
    name=st.sampled_from(["random", "sampled-minimax", "sampled-expected"]),
    how=conditions,
    seed=st.integers(-3, 99),
)
def test_drawn_guesses_are_candidates(vocabulary, name, how, seed):
    how["pool"] = "candidates"
    check_draws(vocabulary, name, lambda *_: None, how, seed)


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("letters", [3, 7])
def test_what_a_guess_leaves(filter, letters):
    words = random_words(letters, 5, letters, 60)
    states = state_of(Vocabulary("random", words), np.arange(60), filter)
    for index in range(0, 60, 7):
        guess, codes = words[index], states.backend.codes(np.array([index]), np.arange(60))[0]
        for hidden, left in zip(words, candidates_left(states, index, codes), strict=True):
            kept = sum(keeps(filter, guess, hidden, word) for word in words)
            assert left == kept or hidden == guess


@pytest.mark.sample(5)
@pytest.mark.parametrize(("name", "judge"), [("sampled-minimax", max), ("sampled-expected", sum)])
@pytest.mark.parametrize(
    ("share", "sample", "filter"),
    [*((0.01, 4, filter) for filter in FILTERS), ("1/50", 8, "pattern")],
)
def test_samples_are_judged_by_what_they_leave(name, judge, filter, share, sample):
    words = random_words(1, 5, 8, 430)
    believed, streams = words[10:420], samples.mixed(1, np.arange(5), 1)
    states = state_of(Vocabulary("random", words), np.arange(10, 420), filter)
    found = strategy_named(name, share=share).draw(states, np.zeros(5, int), streams)

    def left(word, answer):
        return sum(keeps(filter, word, answer, other) for other in believed)

    for guess, stream in zip(found, streams, strict=True):
        rng = np.random.Generator(np.random.PCG64(int(stream)))
        tried, hidden = (rng.choice(believed, sample, replace=False).tolist() for _ in range(2))
        worth = [judge(left(word, answer) for answer in hidden) for word in tried]
        assert words[guess] == tried[worth.index(min(worth))]


def test_random_itself_does_not_choose():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    with pytest.raises(NotImplementedError, match="are drawn"):
        strategy_named("random").choose(state_of(vocabulary, [0, 1]))
    with pytest.raises(NotImplementedError, match="'minimax' does not draw at random"):
        strategy_named("minimax").draw(state_of(vocabulary, [0, 1]), np.zeros(1), np.zeros(1))
