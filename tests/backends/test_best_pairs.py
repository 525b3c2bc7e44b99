"""Pairs of guesses: every backend finds those that the oracle finds, ties included."""

from functools import partial
from itertools import combinations

import naive
import numpy as np
import pytest
from helpers.engines import EMULATED
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.errors import UserError
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

MIXED = Key("mixed", (-3, 5, 2, 0))
FALLING = Key("falling", (0, -1, 0, 0))


def best_pairs(words, key, top, guesses=None):
    """The definition: every pair, by key, then a candidate first, then the list's order."""
    places = range(len(words.guesses)) if guesses is None else guesses
    ranked = sorted(places, key=lambda place: (words.guesses[place] not in words.answers, place))
    scored = []
    for ranks in combinations(range(len(ranked)), 2):
        pair = tuple(ranked[rank] for rank in ranks)
        numbers = naive.joint_statistics([words.guesses[p] for p in pair], words.answers)
        value = sum(w * n for w, n in zip(key.weights, numbers, strict=True))
        scored.append((value, ranks, pair))
    scored.sort()
    return [(value, pair) for value, _, pair in scored[:top]]


def listed(found):
    return [
        (key, tuple(pair))
        for key, pair in zip(found.keys.tolist(), found.guesses.tolist(), strict=True)
    ]


@pytest.mark.parametrize("length", [1, 3, 5, 7, 12])
def test_every_backend_equals_the_oracle(backend_type, length):
    guesses = random_words(length, length, 4, 24)
    words = Vocabulary("random", guesses[::2], guesses)
    backend = backend_type(words)
    for key in (*KEYS.values(), MIXED, FALLING):
        assert listed(backend.best_pairs(key, 5)) == best_pairs(words, key, 5)
    some = np.arange(len(guesses), dtype=np.int32)[::-5]
    found = backend.best_pairs(KEYS["entropy"], 99, some)
    assert listed(found) == best_pairs(words, KEYS["entropy"], 99, some.tolist())


ENGINES = pytest.mark.parametrize(
    "engine",
    [
        pytest.param(partial(NumbaBackend, threads=1), id="one thread"),
        pytest.param(partial(NumbaBackend, threads=3), id="three threads"),
        EMULATED,
    ],
)


@ENGINES
@settings(deadline=None, max_examples=12)
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(2, 13),
    letters=st.integers(2, 8),
    answers=st.integers(1, 90),
    score=st.sampled_from([*KEYS]),
    top=st.integers(1, 8),
)
def test_pruning_loses_no_pair(engine, seed, length, letters, answers, score, top):
    guesses = random_words(seed, length, letters, 90)
    words = Vocabulary("random", guesses[:answers], guesses[: max(answers, 30)])
    plain = NumpyBackend(words).best_pairs(KEYS[score], top)
    assert listed(engine(words).best_pairs(KEYS[score], top)) == listed(plain)


@ENGINES
@pytest.mark.parametrize("score", KEYS)
def test_large_buckets_are_bounded_rightly(engine, score):
    """Few letters and many words: buckets large enough for every bound."""
    guesses = random_words(3, 5, 10, 700)
    words = Vocabulary("random", guesses, guesses)
    some = np.arange(0, 700, 14)
    plain = NumpyBackend(words).best_pairs(KEYS[score], 4, some)
    assert listed(engine(words).best_pairs(KEYS[score], 4, some)) == listed(plain)


def test_too_little_memory_changes_no_pair():
    guesses = random_words(4, 6, 5, 24)
    words = Vocabulary("random", guesses, guesses)
    for score in KEYS:
        narrow = NumbaBackend(words, memory=1).best_pairs(KEYS[score], 3)
        assert listed(narrow) == listed(NumbaBackend(words).best_pairs(KEYS[score], 3))


def test_progress_ends_at_one():
    guesses = random_words(5, 5, 6, 40)
    words = Vocabulary("random", guesses, guesses)
    for engine in (NumpyBackend, NumbaBackend):
        told = []
        engine(words).best_pairs(KEYS["entropy"], progress=told.append)
        assert told == sorted(told)
        assert told[-1] == pytest.approx(1.0)


def test_bad_input():
    backend = NumpyBackend(Vocabulary("pets", ["cat", "dog"]))
    with pytest.raises(UserError, match=r"guess index 2 \(entry 1 of 2\) is out of range"):
        backend.best_pairs(KEYS["entropy"], guesses=np.array([0, 2]))
    with pytest.raises(UserError, match="could overflow"):
        backend.best_pairs(Key("huge", (0, 0, 2**60, 0)))
    alone = NumpyBackend(Vocabulary("pet", ["cat"])).best_pairs(KEYS["entropy"])
    assert alone.guesses.shape == (0, 2)
