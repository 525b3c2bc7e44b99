"""Answers with weights: every backend that scores them against the plain-Python oracle."""

import naive
import numpy as np
import pytest
from helpers.engines import leading_guesses
from helpers.words import random_words

from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.errors import UserError
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import HEAVIEST, KEYS, Key, Statistics
from gpuwordle.words.vocabulary import Vocabulary

SCORES = {**KEYS, "heaviest": HEAVIEST}
FIELD = {"buckets": 0, "minimax": 1, "expected-size": 2, "entropy": 3, "heaviest": 4}


def ranked(score, weights):
    """How the oracle orders guesses: by the score, then those that may be hidden."""

    def key(word):
        value = naive.weighted_statistics(word, weights)[FIELD[score]]
        return (-value if score == "buckets" else value, word not in weights)

    return key


def weighted_vocabulary(seed, length, letters, count, most=50):
    guesses = random_words(seed, length, letters, count)
    count = len(guesses)
    hidden = guesses[count // 6 : count - count // 6]
    weights = np.random.default_rng(seed).integers(1, most + 1, len(hidden))
    return Vocabulary("random", hidden, guesses, weights=weights)


def by_word(words, group):
    return {words.answers[answer]: int(words.weights[answer]) for answer in group}


@pytest.mark.parametrize("length", [1, 2, 4, 5, 6, 8, 10, 12, 13, 14, 16, 20])
def test_statistics_are_those_of_the_oracle(backend_type, length):
    most = 9 if length % 3 else 4_000
    words = weighted_vocabulary(length, length, 3, 24 if length > 2 else 3 * length, most)
    backend, rng = backend_type(words), np.random.default_rng(length)
    answers = len(words.answers)
    groups = [np.arange(answers), *(rng.permutation(answers)[: 1 + i % 7] for i in range(5))]
    found = backend.statistics(Groups.of(groups))
    for index, group in enumerate(groups):
        weights = by_word(words, group)
        expected = [naive.weighted_statistics(guess, weights) for guess in words.guesses]
        assert found.block[:, index].T.tolist() == [list(row) for row in expected]
        assert found.weights[index] == sum(weights.values())
    whole = backend.statistics(None, np.array([1, 0]))
    assert (whole.block == found.block[:, :1, [1, 0]]).all()
    total = found.weights[0]
    assert whole.expected_size[0] == pytest.approx(whole.sum_of_squares[0] / total)
    weights = by_word(words, groups[0])
    for column, guess in enumerate([1, 0]):
        parts = naive.buckets(words.guesses[guess], weights).values()
        shares = [sum(weights[word] for word in part) / total for part in parts]
        entropy = -sum(share * np.log2(share) for share in shares)
        assert whole.entropy[0, column] == pytest.approx(entropy, abs=1e-8)


@pytest.mark.parametrize(("length", "letters"), [(1, 8), (2, 7), (3, 6), (4, 5)])
def test_many_candidates_for_their_codes(backend_type, length, letters):
    words = weighted_vocabulary(length, length, letters, letters**length, 4_000)
    found = backend_type(words).statistics()
    weights = by_word(words, range(len(words.answers)))
    for column in range(0, len(words.guesses), 1 + length**3 // 8):
        expected = naive.weighted_statistics(words.guesses[column], weights)
        assert found.block[:, 0, column].tolist() == list(expected)


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_best_guesses_and_leaders_are_those_of_the_oracle(backend_type, score, pool):
    for seed, (length, letters) in enumerate([(3, 4), (5, 5), (11, 3)]):
        words = weighted_vocabulary(seed, length, letters, 60, most=3 + 4 * seed)
        backend, rng = backend_type(words), np.random.default_rng(seed)
        groups = [np.sort(rng.permutation(40)[:size]) for size in (1, 2, 3, 5, 25, 40)]
        found = backend.best_guesses(Groups.of(groups), SCORES[score], pool)
        for group, guess in zip(groups, found, strict=True):
            weights = by_word(words, group)
            playable = [w for w in words.guesses if pool == "all" or w in weights]
            assert words.guesses[guess] == min(playable, key=ranked(score, weights))
        (leaders,) = leading_guesses(backend, [SCORES[score]], 4, pool)
        weights = by_word(words, range(40))
        playable = [w for w in words.guesses if pool == "all" or w in weights]
        assert [words.guesses[g] for g in leaders.guesses] == sorted(
            playable, key=ranked(score, weights)
        )[:4]
        assert leaders.statistics.block[FIELD[score], 0].tolist() == [
            naive.weighted_statistics(words.guesses[g], weights)[FIELD[score]]
            for g in leaders.guesses
        ]


def test_words_played_together(backend_type):
    words = weighted_vocabulary(3, 3, 4, 30)
    backend = backend_type(words)
    first = words.guesses[4]
    found = backend.joint_statistics(backend.joint_buckets([4]), np.arange(30))
    weights = by_word(words, range(len(words.answers)))
    for column, guess in enumerate(words.guesses):
        parts = list(naive.joint_parts([first, guess], weights).values())
        expected = naive.statistics_of_parts(parts, weights)
        assert found.block[:, 0, column].tolist() == list(expected)
    pairs = backend.best_pairs(KEYS["entropy"], 3)
    every = {
        (i, j): naive.statistics_of_parts(
            list(naive.joint_parts([words.guesses[i], words.guesses[j]], weights).values()), weights
        )[3]
        for i in range(30)
        for j in range(i)
    }
    assert pairs.keys.tolist() == sorted(every.values())[:3]
    assert [every[max(pair), min(pair)] for pair in pairs.guesses.tolist()] == pairs.keys.tolist()


def test_the_heaviest_weights_there_are(backend_type):
    words = Vocabulary("pets", ["cat", "cot", "dog"], weights=[1, (1 << 24) - 4, 2])
    found = backend_type(words).statistics()
    assert found.heaviest[0].tolist() == [(1 << 24) - 4] * 3
    assert found.key(KEYS["entropy"])[0].tolist() == found.sum_n_log_n[0].tolist()
    assert len(log_table((1 << 24) - 1)) == 1 << 24
    with pytest.raises(UserError, match="could overflow"):
        backend_type(words).best_guesses(Groups.whole(3), Key("much", (0, 0, 0, 9)))


def test_buckets_with_weights():
    words = weighted_vocabulary(1, 4, 3, 20)
    parts = list(naive.buckets(words.guesses[0], words.answers).values())
    weights = by_word(words, range(len(words.answers)))
    sizes, heavy = np.array([len(p) for p in parts]), [sum(weights[w] for w in p) for p in parts]
    found = Statistics.of_buckets(sizes, np.array(heavy))
    assert found.block[:, 0, 0].tolist() == list(naive.statistics_of_parts(parts, weights))
    assert (found.block == NumpyBackend(words).statistics(None, np.array([0])).block).all()
