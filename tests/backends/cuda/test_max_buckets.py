"""Most buckets of many sets on the CUDA backend, with its kernels run on the CPU."""

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, compiler, emulated_device
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.proofs.opener_proof import prove
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


def same(engine, words, groups):
    found, true = engine.most_buckets(groups), NumpyBackend(words).most_buckets(groups)
    assert found.buckets.tolist() == true.buckets.tolist()
    assert found.guesses.tolist() == true.guesses.tolist()
    assert found.buckets.dtype == found.guesses.dtype == np.int32
    assert (engine.bucket_counts(groups) == NumpyBackend(words).bucket_counts(groups)).all()


@settings(deadline=None, max_examples=8)
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(1, 5),
    letters=st.integers(3, 8),
    answers=st.integers(1, 30),
    sizes=st.lists(st.integers(1, 30), min_size=1, max_size=6),
)
def test_any_sets(seed, length, letters, answers, sizes):
    guesses = random_words(seed, length, letters, 60)
    answers = min(answers, len(guesses))
    words = Vocabulary("random", guesses[:answers], guesses)
    rng = np.random.default_rng(seed)
    drawn = [rng.permutation(answers)[: min(size, answers)] for size in sizes]
    groups = Groups.of([*drawn, np.arange(answers)])
    same(CupyBackend(words, device=emulated_device(BACKWARD)), words, groups)


def test_one_launch_for_all_sets_and_columns_made_once(watched):
    words = Vocabulary("random", random_words(1, 5, 6, 90))
    device = emulated_device()
    engine = CupyBackend(words, device=device)
    groups = Groups.of([np.arange(first, first + 1 + first % 7) for first in range(0, 80, 2)])
    seen = watched(device)
    engine.most_buckets(groups)
    assert seen.kernels.count("most_buckets") == 1
    before = len(seen.kernels)
    engine.most_buckets(groups)
    assert seen.kernels[before:] == ["most_buckets"]
    assert seen.grids[-1] == (40, 1)


def test_few_sets_and_longer_words_go_by_the_other_kernels(watched):
    for length, sets in ((5, 2), (6, 40)):
        words = Vocabulary("random", random_words(length, length, 6, 60))
        device = emulated_device()
        seen = watched(device)
        engine = CupyBackend(words, device=device)
        same(engine, words, Groups.of([np.arange(3, 7)] * sets))
        assert "most_buckets" not in seen.kernels


@pytest.mark.parametrize(("memory", "sets"), [(20_000, 20), (60_000, 240)])
def test_little_memory_means_more_launches(memory, sets, watched):
    words = Vocabulary("random", random_words(2, 5, 6, 60))
    device = emulated_device()
    seen = watched(device)
    groups = Groups.of([np.arange(first % 50, first % 50 + 5) for first in range(sets)])
    same(CupyBackend(words, memory=memory, device=device), words, groups)
    launches = seen.kernels.count("most_buckets")
    # With less, the columns have no room.
    assert launches > 2 if memory == 60_000 else launches == 0


def test_memory_that_runs_out_once_is_no_failure():
    words = Vocabulary("random", random_words(3, 5, 6, 300))
    device = emulated_device(largest_array=1_200_000)
    device.free_bytes = lambda: 20 << 20
    groups = Groups.of([np.arange(first % 200, first % 200 + 4) for first in range(1100)])
    engine = CupyBackend(words, device=device)
    with pytest.warns(RuntimeWarning, match="ran out of memory"):
        counts = engine.bucket_counts(groups)
    assert (counts[:200] == counts[200:400]).all()
    assert (counts[:3] == NumpyBackend(words).bucket_counts(groups.between(0, 3))).all()


def test_no_sets():
    words = Vocabulary("random", random_words(4, 5, 6, 5))
    engine = CupyBackend(words, device=emulated_device())
    found = engine.most_buckets(Groups.of([]))
    assert found.buckets.shape == found.guesses.shape == (0,)


@pytest.mark.parametrize("hard", [False, True])
def test_proofs_count_the_parts_of_all_openers(watched, hard, monkeypatch):
    """The proof is that of the CPU, and its largest buckets were counted on the device."""
    monkeypatch.setattr("gpuwordle.optimal.openers.LARGE_FROM", 4)
    words = Vocabulary("some", load("web2").of_length(4).answers[::40])
    device = emulated_device()
    seen = watched(device)
    engine = CupyBackend(words, device=device)
    assert engine.counts_many_sets
    rules = Conditions(hard=hard)
    found, true = (prove(words, None, rules, backend=b) for b in (engine, "numba"))
    assert [(o.guess, o.total) for o in found.best] == [(o.guess, o.total) for o in true.best]
    assert found.complete
    assert "most_buckets" in seen.kernels


@pytest.mark.parametrize(("length", "memory"), [(6, None), (5, 4000)])
def test_sets_are_not_said_to_be_quick_where_they_are_not(length, memory):
    words = Vocabulary("random", random_words(1, length, 5, 60))
    assert not CupyBackend(words, device=emulated_device(), memory=memory).counts_many_sets
