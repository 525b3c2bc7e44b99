"""Most buckets of many sets on the CUDA backend, with its kernels run on the CPU."""

import numpy as np
import pytest
from helpers.words import random_vocabulary

from gpuwordle import Conditions, Vocabulary, load, prove
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.groups import Groups


def same(engine, words, groups):
    found, true = engine.most_buckets(groups), NumpyBackend(words).most_buckets(groups)
    assert found.buckets.tolist() == true.buckets.tolist()
    assert found.guesses.tolist() == true.guesses.tolist()
    assert found.buckets.dtype == found.guesses.dtype == np.int32
    assert (engine.bucket_counts(groups) == NumpyBackend(words).bucket_counts(groups)).all()


def test_one_launch_for_all_sets_and_columns_made_once(watched):
    engine, seen = watched(random_vocabulary(1, 5, 6, 90))
    groups = Groups.of([np.arange(first, first + 1 + first % 7) for first in range(0, 80, 2)])
    engine.most_buckets(groups)
    assert seen.kernels.count("most_buckets") == 1
    before = len(seen.kernels)
    engine.most_buckets(groups)
    assert seen.kernels[before:] == ["most_buckets"]
    assert seen.grids[-1] == (40, 1)


@pytest.mark.parametrize(
    ("length", "memory", "sets", "launches", "quick"),
    [
        pytest.param(5, None, 0, range(1), True, id="no sets"),
        pytest.param(5, None, 2, range(1), True, id="few sets go by other kernels"),
        pytest.param(6, None, 40, range(1), False, id="longer words, too"),
        pytest.param(5, 20_000, 20, range(1), False, id="no room for the columns"),
        pytest.param(5, 60_000, 240, range(3, 99), True, id="little memory"),
    ],
)
def test_how_often_the_kernel_is_launched(watched, length, memory, sets, launches, quick):
    words = random_vocabulary(2, length, 6, 60)
    engine, seen = watched(words, memory=memory)
    same(engine, words, Groups.of([np.arange(n % 50, n % 50 + 5) for n in range(sets)]))
    assert seen.kernels.count("most_buckets") in launches
    assert engine.counts_many_sets == quick


@pytest.mark.rest
@pytest.mark.parametrize("hard", [False, True])
def test_proofs_count_the_parts_of_all_openers(watched, hard, monkeypatch):
    """The proof is that of the CPU, and its largest buckets were counted on the device."""
    monkeypatch.setattr("gpuwordle.optimal.openers.LARGE_FROM", 4)
    words = Vocabulary("some", load("web2").of_length(4).answers[::40])
    engine, seen = watched(words)
    assert engine.counts_many_sets
    rules = Conditions(hard=hard)
    found, true = (prove(words, None, rules, backend=b) for b in (engine, "numba"))
    assert [(o.guess, o.total) for o in found.best] == [(o.guess, o.total) for o in true.best]
    assert found.complete
    assert "most_buckets" in seen.kernels
