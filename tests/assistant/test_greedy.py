"""Games played by entropy from a position: against whole games of the strategy."""

from random import Random

import pytest
from helpers.assistant import random_position
from helpers.optimal import small_vocabulary
from helpers.words import PETS

from gpuwordle import Conditions, Vocabulary, play
from gpuwordle.assistant.adviser import Adviser
from gpuwordle.assistant.greedy import greedy, greedy_after, greedy_after_word


def whole_games(position, opener=None):
    """The strategy's games with no more words than the position has."""
    guesses = [position.words.guesses[guess] for guess in position.playable]
    guesses += [] if opener is None or opener in guesses else [opener]
    words = Vocabulary("part", position.remaining, guesses, prepared=True)
    conditions = Conditions(hard=position.adviser.hard)
    games = play(words, "entropy", conditions, opener=opener, backend="numpy")
    return games.total, games.worst


@pytest.mark.parametrize("seed", range(12))
def test_games_by_entropy(seed):
    words, rng, hard = small_vocabulary(seed, hidden=3 + seed % 9), Random(seed), seed % 2 == 1
    clues, *_ = random_position(words, rng, hard=hard, most=5)
    position = Adviser(words, hard=hard, backend="numpy").position(clues)
    assert greedy(position) == whole_games(position)
    openers = rng.sample(position.playable.tolist(), min(3, len(position.playable)))
    expected = [whole_games(position, words.guesses[opener]) for opener in openers]
    assert greedy_after(position, openers) == expected


def test_a_word_that_is_not_in_the_list():
    position = Adviser(PETS, backend="numpy").position()
    assert greedy_after_word(position, "bat") == whole_games(position, "bat")
