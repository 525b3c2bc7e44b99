"""Answers drawn by a counter: compiled and by definition, evenly, and from three numbers alone."""

import numpy as np
import pytest

from gpuwordle import Vocabulary
from gpuwordle.environment.answers import drawn_answers, ends_of
from gpuwordle.environment.game_arrays import GameArrays, begin

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def words_of(count):
    return Vocabulary("few", [a + b for a in LETTERS for b in LETTERS][:count])


@pytest.mark.parametrize("count", [1, 2, 5, 676])
@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1, 2**70 + 3])
def test_compiled_draws_are_those_of_the_definition(count, seed):
    words, games = words_of(count), GameArrays.of(50, 2, count, np.dtype(np.uint8))
    for episode in range(4):
        begin(games, np.ones(50, bool), np.uint64(seed % 2**64), np.int64(3), ends_of(words))
        expected = drawn_answers(words, seed, np.arange(3, 53), episode)
        assert games.answers.tolist() == expected.tolist()
        assert (games.episodes == episode).all()


def test_a_draw_that_would_be_uneven_is_made_again(monkeypatch):
    """Half of the draws below 3 * 2**30 are rejected."""
    ends = np.cumsum(np.array([1 << 30, 1 << 31], np.uint64))
    words = Vocabulary("two", ["a", "b"])
    monkeypatch.setattr("gpuwordle.environment.answers.ends_of", lambda vocabulary: ends)
    games = GameArrays.of(30_000, 1, 2, np.dtype(np.uint8))
    begin(games, np.ones(30_000, bool), np.uint64(1), np.int64(0), ends)
    assert games.answers.tolist() == drawn_answers(words, 1, np.arange(30_000), 0).tolist()
    assert abs(games.answers.mean() - 2 / 3) < 0.01


def test_answers_are_drawn_by_weight():
    words = Vocabulary("three", ["a", "b", "c"], weights=[1, 6, 3])
    games = GameArrays.of(20_000, 1, 3, np.dtype(np.uint8))
    begin(games, np.ones(20_000, bool), np.uint64(5), np.int64(0), ends_of(words))
    drawn = drawn_answers(words, 5, np.arange(20_000), 0)
    assert games.answers.tolist() == drawn.tolist()
    assert abs(np.bincount(drawn) / 20_000 - [0.1, 0.6, 0.3]).max() < 5 * 0.5 / 20_000**0.5


def test_answers_are_even_and_independent():
    words = words_of(64)
    drawn = drawn_answers(words, 3, np.arange(300)[:, None], np.arange(300))
    counts = np.bincount(drawn.ravel(), minlength=64)
    # The sum of squared deviations over the expectation has mean 63 and variance 126.
    deviation = ((counts - 90_000 / 64) ** 2 / (90_000 / 64)).sum()
    assert 63 - 5 * 126**0.5 < deviation < 63 + 5 * 126**0.5
    for shifted in (drawn[1:] == drawn[:-1], drawn[:, 1:] == drawn[:, :-1]):
        assert abs(shifted.mean() - 1 / 64) < 5 * (1 / 64 / shifted.size) ** 0.5
    other = drawn_answers(words, 4, np.arange(300)[:, None], np.arange(300))
    assert abs((other == drawn).mean() - 1 / 64) < 5 * (1 / 64 / drawn.size) ** 0.5
