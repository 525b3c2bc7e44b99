"""Pairs of guesses: every backend finds those that the oracle finds, ties included."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest
from helpers.engines import EMULATED
from helpers.errors import refused
from helpers.oracle import EVERY_KEY, Oracle, drawn_words, rows_of
from helpers.rules import TOLD
from helpers.words import random_vocabulary, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.named import rule_named
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary


def best_pairs(words, key, top, guesses=None):
    """The definition: every pair, by key, then a candidate first, then the list's order."""
    places, oracle = range(len(words.guesses)) if guesses is None else guesses, Oracle(words)
    ranked = sorted(places, key=lambda place: (words.guesses[place] not in words.answers, place))
    scored = sorted(
        (oracle.value([words.guesses[place] for place in pair], words.answers, key), number, pair)
        for number, pair in enumerate(combinations(ranked, 2))
    )
    return [(value, pair) for value, _, pair in scored[:top]]


def listed(found):
    return [
        (key, tuple(pair))
        for key, pair in zip(found.keys.tolist(), found.guesses.tolist(), strict=True)
    ]


@pytest.mark.sample(24)
@pytest.mark.parametrize("length", [1, 3, 5, 7, 12])
@pytest.mark.parametrize(
    ("rule", "most"), [("wordle", 50), *((rule, None) for rule in ("wordle", *TOLD))]
)
def test_every_backend_equals_the_oracle(backend_type, length, rule, most):
    words = drawn_words(length, length, 4, 24, rule, most)
    backend = backend_type(words)
    for key in EVERY_KEY:
        told = []
        found = backend.best_pairs(key, 5, progress=told.append)
        assert listed(found) == best_pairs(words, key, 5)
        assert told == sorted(told) and told[-1] == pytest.approx(1.0)
    # Answers that were put in another order for pairs are where they were.
    assert rows_of(backend.statistics()) == Oracle(words).rows(words.guesses, words.answers)
    some = np.arange(len(words.guesses), dtype=np.int32)[::-5]
    found = backend.best_pairs(KEYS["entropy"], 99, some)
    assert listed(found) == best_pairs(words, KEYS["entropy"], 99, some.tolist())


@pytest.mark.parametrize("most", [None, 50], ids=["plain", "weighted"])
@pytest.mark.parametrize("memory", [None, 16_000])
def test_one_more_word_after_two(backend_type, most, memory):
    words = drawn_words(6, 5, 6, 60, most=most)
    backend = backend_type(words, memory=memory)
    found = backend.joint_statistics(backend.joint_buckets([7, 20]), np.arange(60))
    pair = words.guesses[7], words.guesses[20]
    assert rows_of(found) == [
        Oracle(words).row([*pair, word], words.answers) for word in words.guesses
    ]


def test_no_word_splits_what_is_alone(backend_type):
    backend = backend_type(drawn_words(6, 5, 6, 60))
    single = Groups.from_sizes(np.arange(3), np.ones(3, np.int64))
    assert rows_of(backend.joint_statistics(single, np.arange(2))) == [[3, 1, 3, 0]] * 2


ENGINES = pytest.mark.parametrize(
    "engine",
    [
        pytest.param(partial(NumbaBackend, threads=1), id="one thread"),
        pytest.param(partial(NumbaBackend, threads=3), id="three threads"),
        EMULATED,
    ],
)


@ENGINES
@settings(deadline=None, max_examples=8)
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(2, 13),
    letters=st.integers(2, 8),
    answers=st.integers(1, 90),
    score=st.sampled_from([*KEYS]),
    top=st.integers(1, 8),
    memory=st.sampled_from([None, None, 16_000, 1]),
    rule=st.sampled_from([*["wordle"] * len(TOLD), *TOLD]),
)
def test_pruning_loses_no_pair(engine, seed, length, letters, answers, score, top, memory, rule):
    guesses = random_words(seed, length, letters, 90)
    words = Vocabulary(
        "random", guesses[:answers], guesses[: max(answers, 30)], rule=rule_named(rule)
    )
    plain = NumpyBackend(words).best_pairs(KEYS[score], top)
    found = engine(words, memory=memory).best_pairs(KEYS[score], top)
    assert listed(found) == listed(plain)


@pytest.mark.sample(4)
@ENGINES
@pytest.mark.parametrize("score", KEYS)
def test_large_buckets_are_bounded_rightly(engine, score):
    """Few letters and many words: buckets large enough for every bound."""
    words = random_vocabulary(3, 5, 10, 700)
    some = np.arange(0, 700, 14)
    plain = NumpyBackend(words).best_pairs(KEYS[score], 4, some)
    assert listed(engine(words).best_pairs(KEYS[score], 4, some)) == listed(plain)


def test_bad_input():
    backend = NumpyBackend(Vocabulary("pets", ["cat", "dog"]))
    message = r"guess index 2 \(entry 1 of 2\) is out of range"
    refused(message, backend.best_pairs, KEYS["entropy"], guesses=np.array([0, 2]))
    refused("could overflow", backend.best_pairs, Key("huge", (0, 0, 2**60, 0)))
    alone = NumpyBackend(Vocabulary("pet", ["cat"])).best_pairs(KEYS["entropy"])
    assert alone.guesses.shape == (0, 2)
