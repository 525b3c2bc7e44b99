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


@pytest.mark.parametrize("weights", [[1, 6, 3], [1 << 30, 1 << 31]])
def test_answers_are_drawn_by_weight(monkeypatch, weights):
    """With more weight than a list may have, half of the draws are uneven and made again."""
    monkeypatch.setattr(Vocabulary, "weights_of", lambda *_: np.array(weights))
    words, count = words_of(len(weights)), 30_000
    games = GameArrays.of(count, 1, len(words), np.dtype(np.uint8))
    begin(games, np.ones(count, bool), np.uint64(1), np.int64(0), ends_of(words))
    drawn = drawn_answers(words, 1, np.arange(count), 0)
    assert games.answers.tolist() == drawn.tolist()
    shares = np.array(weights) / sum(weights)
    assert abs(np.bincount(drawn) / count - shares).max() < 5 * 0.5 / count**0.5


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
