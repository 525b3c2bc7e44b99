"""Leading guesses: pruned or not, every backend chooses those that scoring every guess chooses."""

import numpy as np
import pytest
from helpers.engines import leading_guesses
from helpers.errors import refused
from helpers.noted import noted
from helpers.several_lists import as_lists, leaders_of
from helpers.words import random_vocabulary, random_words
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuwordle.backends import narrowing
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.cuda import leaders
from gpuwordle.backends.numba_cpu import best_guesses, large
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

EVERY_KEY = [
    *KEYS.values(),
    Key("twice the largest", (0, 2, 0, 0)),
    Key("mixed", (-3, 5, 2, 0)),
    Key("falling", (0, -1, 0, 0)),
]


@pytest.fixture
def pruned(monkeypatch):
    """Prune however few words there are."""
    monkeypatch.setattr(best_guesses, "LARGE_PAIRS", 1)
    monkeypatch.setattr(best_guesses, "SMALLEST_SCORED", 30)
    monkeypatch.setattr(large, "PILOTS", 2)
    monkeypatch.setattr(narrowing, "SMALLEST_PART", 8)
    monkeypatch.setattr(narrowing, "PROMISING", 3)
    monkeypatch.setattr(leaders, "LEAST_PAIRS", 0)
    monkeypatch.setattr(leaders, "PILOTS", 2)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(1, 12),
    letters=st.integers(1, 9),
    answers=st.integers(1, 60),
    top=st.sampled_from([1, 2, 5, 17, 61, 70]),
    pool=st.sampled_from(["all", "candidates"]),
    keys=st.one_of(
        st.sampled_from(EVERY_KEY).map(lambda key: [key]),
        st.lists(st.sampled_from(EVERY_KEY), max_size=4),
    ),
)
def test_pruning_loses_no_leader(
    pruned, backend_type, seed, length, letters, answers, top, pool, keys
):
    """Few letters, so that most keys are shared by several guesses."""
    guesses = random_words(seed, length, letters, 60)
    hidden = np.random.default_rng(seed).permutation(len(guesses))[:answers]
    words = Vocabulary("random", [guesses[place] for place in hidden], guesses)
    exhaustive = Backend._leading_guesses(NumpyBackend(words), keys, top, pool, None)
    assert leaders_of([backend_type(words)], keys, top, pool) == as_lists([exhaustive])


def test_large_lists_are_pruned(monkeypatch):
    """With the thresholds of real lists, and bounds that leave something to count."""
    words = random_vocabulary(2, 8, 12, 7000)
    scored = noted(
        monkeypatch, NumbaBackend, "_leaders_among", lambda _, engine, some, *rest: len(some)
    )
    engine = NumbaBackend(words)
    minimax, entropy = KEYS["minimax"], KEYS["entropy"]
    cases = [([minimax], 1), ([entropy], 10), ([minimax, entropy], 3), ([*KEYS.values()], 2)]
    for keys, top in cases:
        exhaustive = Backend._leading_guesses(engine, keys, top, "all", None)
        assert leaders_of([engine], keys, top) == as_lists([exhaustive])
        by_definition, by_pruning = scored
        scored.clear()
        assert by_definition == 7000
        assert (by_pruning < 7000) == (len(keys) < 4)


def test_several_vocabularies_and_none():
    lists = [random_vocabulary(seed, 4, 4, 30) for seed in range(3)]
    found = leaders_of(map(NumpyBackend, lists))
    assert found == [leaders_of([NumpyBackend(words)])[0] for words in lists]
    assert leaders_of([]) == []


def test_bad_input(backend_type):
    backend = backend_type(random_vocabulary(3, 4, 4, 20))
    refused("could overflow", leading_guesses, backend, [Key("large", (0, 0, 0, 1 << 55))])
    refused("unknown pool 'any'", leading_guesses, backend, [KEYS["entropy"]], pool="any")
    assert leading_guesses(backend, []) == []
