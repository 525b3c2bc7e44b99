"""Levels of trees on every backend that can run here, against the plain-Python oracle."""

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.oracle import Oracle
from helpers.words import random_words

from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary


def words_of(seed, length, letters, guesses, answers):
    words = random_words(seed, length, letters, guesses)
    dull = [letter * length for letter in "abc" if letter * length not in words]
    return Vocabulary("random", words[3 : 3 + answers], [*words, *dull])


def split_by_oracle(words, states, guesses):
    """Buckets of every state: parents, codes, candidates, in their order."""
    found = []
    for state, (candidates, guess) in enumerate(zip(states, guesses, strict=True)):
        buckets = naive.buckets(words.guesses[guess], [words.answers[a] for a in candidates])
        for code in sorted(buckets):
            found.append((state, code, [words.answers.index(word) for word in buckets[code]]))
    return found


def level(groups):
    assert (groups.candidates.dtype, groups.offsets.dtype) == (np.int32, np.int64)
    return [groups.group(state).tolist() for state in range(len(groups))]


@pytest.mark.parametrize(
    ("length", "letters", "answers"), [(1, 9, 6), (3, 4, 50), (5, 5, 130), (8, 4, 110), (12, 4, 90)]
)
def test_levels_are_those_of_the_oracle(backend_type, length, letters, answers):
    words = words_of(length, length, letters, answers + 9, answers)
    frontier = backend_type(words).frontier()
    states = [list(range(len(words.answers)))]
    rng = np.random.default_rng(length)
    turns = 0
    while states:
        assert level(frontier.groups()) == states
        assert frontier.sizes.tolist() == [len(state) for state in states]
        guesses = rng.integers(0, len(words.guesses), len(states))
        if turns < 3:  # three in turn that say little, so that states stay large
            guesses[:] = len(words.guesses) - 1 - turns
        guesses[1::2] = [words.answer_guess[state[-1]] for state in states[1::2]]
        *arrays, frontier = frontier.split(guesses)
        dtypes = [np.int32, words.code_dtype, np.int64, np.int32]
        assert [array.dtype for array in arrays] == dtypes
        assert frontier.sizes.dtype == np.int64
        expected = split_by_oracle(words, states, guesses)
        assert [*zip(*(array.tolist() for array in arrays), strict=True)] == [
            (parent, code, len(bucket), bucket[0]) for parent, code, bucket in expected
        ]
        states = [bucket for _, _, bucket in expected if len(bucket) > 1]
        turns += 1
    assert turns > 1
    assert level(frontier.groups()) == []
    assert frontier.sizes.tolist() == []


@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize(("length", "letters"), [(4, 4), (7, 3), (11, 3)])
def test_guesses_are_those_of_the_oracle(backend_type, length, letters, pool):
    words = words_of(length, length, letters, 70, 60)
    frontier, oracle = backend_type(words).frontier(), Oracle(words)
    for turn, key in enumerate([Key("mixed", (-3, 5, 2, 1)), KEYS["entropy"], KEYS["entropy"]]):
        states = [[words.answers[answer] for answer in state] for state in level(frontier.groups())]
        found = frontier.best_guesses(key, pool)
        assert found.dtype == np.int32
        assert [words.guesses[guess] for guess in found] == [
            oracle.ranked(words.guesses if pool == "all" else state, state, key)[0]
            for state in states
        ]
        frontier = frontier.split(found if turn else np.zeros(len(states), int)).frontier


def test_a_lone_answer(backend_type):
    words = Vocabulary("lone", ["abc"], ["abd", "abc"])
    frontier = backend_type(words).frontier()
    assert frontier.best_guesses(KEYS["buckets"]).tolist() == [1]
    for guess, code in ((0, 24), (1, 26)):
        branches = frontier.split(np.array([guess]))
        assert branches.codes.tolist() == [code]
        assert branches.firsts.tolist() == branches.parents.tolist() == [0]
        assert not len(branches.frontier.sizes)


@pytest.mark.parametrize(
    ("method", "asked", "message"),
    [
        ("split", [np.array([1, 2])], "2 guesses for 1 groups"),
        ("split", [np.array([40])], "guess index 40"),
        ("split", [np.array([-1])], "guess index -1"),
        ("best_guesses", [KEYS["entropy"], "some"], "pool"),
        ("best_guesses", [Key("huge", (0, 0, 0, 1 << 62))], "huge"),
    ],
)
def test_wrong_guesses_are_refused(backend_type, method, asked, message):
    frontier = backend_type(words_of(3, 4, 4, 30, 20)).frontier()
    refused(message, getattr(frontier, method), *asked)
