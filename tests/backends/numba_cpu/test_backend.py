"""What is particular to the numba backend: tiles, threads, memory, kernels chosen by size."""

import numpy as np
import pytest
from helpers.errors import refused
from helpers.noted import noted
from helpers.oracle import drawn_words
from helpers.words import random_vocabulary

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.small import GuessTable
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.groups import Groups
from gpuwordle.threads import default_threads
from gpuwordle.words.vocabulary import Vocabulary


@pytest.mark.sample(15)
@pytest.mark.parametrize("length", range(1, 21))
@pytest.mark.parametrize("letters", [2, 3, 6])
def test_groups_of_every_size_equal_the_definition(length, letters):
    vocabulary = drawn_words(letters, length, letters, 700)
    backend, definition = NumbaBackend(vocabulary, threads=2), NumpyBackend(vocabulary)
    rng, answers = np.random.default_rng(length), len(vocabulary.answers)
    sizes = (1, 2, 3, 63, 64, 65, 300, 1, 460, *range(4, 13), 31, 39, 40, 41, 127, 128, 129)
    groups = Groups.of([rng.permutation(answers)[:size] for size in sizes])
    chosen = rng.integers(0, len(vocabulary.guesses), 19)
    assert np.array_equal(
        backend.statistics(groups, chosen).block, definition.statistics(groups, chosen).block
    )
    some = groups.between(0, 5)
    assert np.array_equal(backend.statistics(some).block, definition.statistics(some).block)
    buckets = backend.bucket_counts(groups)
    assert np.array_equal(buckets, backend.statistics(groups).buckets)
    assert buckets.dtype == np.int32


def test_a_table_that_does_not_fit_is_not_built_for_counting(monkeypatch):
    vocabulary = random_vocabulary(6, 6, 4, 600, 200)
    groups = Groups.of([[0, 1, 2], range(20)])
    expected = NumpyBackend(vocabulary).bucket_counts(groups)

    def refuse(*_):
        raise AssertionError("the table was filled")

    monkeypatch.setattr(GuessTable, "_filled", refuse)
    with pytest.raises(AssertionError, match="filled"):
        NumbaBackend(vocabulary).bucket_counts(groups)
    small = NumbaBackend(vocabulary, memory=800_000)
    assert np.array_equal(small.bucket_counts(groups), expected)


def test_rows_stay_within_the_budget(monkeypatch):
    vocabulary = drawn_words(6, 9, 6, 600)
    built = noted(monkeypatch, NumbaBackend, "_gather_rows", lambda rows, *given: rows.nbytes)
    NumbaBackend(vocabulary).statistics()
    whole, budget = built.pop(), 100_000
    assert not built and whole > 2 * budget
    NumbaBackend(vocabulary, memory=4 * budget).statistics()
    assert len(built) > 2 and max(built) <= budget


@pytest.mark.parametrize("length", [5, 8])
@pytest.mark.parametrize("threads", [1, 2])
def test_progress_rises_to_one(length, threads, monkeypatch):
    monkeypatch.setattr("gpuwordle.threads.SHORTEST_TASK", 1000)
    vocabulary = drawn_words(10, length, 6, 500)
    backend = NumbaBackend(vocabulary, threads=threads)
    fractions: list[float] = []
    groups = Groups.of([np.arange(40), np.arange(300), [5]])
    backend.statistics(groups, progress=fractions.append)
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1 and len(fractions) > 3
    fractions.clear()
    backend.statistics(groups, np.array([], int), fractions.append)
    assert fractions == [1]


def test_number_of_threads(monkeypatch):
    monkeypatch.setenv("GPUWORDLE_THREADS", "3")
    assert default_threads() == 3
    assert NumbaBackend(Vocabulary("one", ["a"])).threads == 3
    monkeypatch.setenv("GPUWORDLE_THREADS", "none")
    refused("'none'", default_threads)
    monkeypatch.delenv("GPUWORDLE_THREADS")
    assert default_threads() >= 1
