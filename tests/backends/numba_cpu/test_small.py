"""Buckets of small groups, counted by comparing codes pairwise."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.small import GuessTable
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary


def words_of(length: int) -> Vocabulary:
    """Guesses that fill no whole number of tiles, few letters so that codes repeat."""
    words = random_words(length, length, 4, 600)
    return Vocabulary("random", words[:200], words)


@pytest.mark.parametrize("length", [5, 7, 12])
def test_every_size_of_group(length):
    vocabulary = words_of(length)
    rng = np.random.default_rng(1)
    sizes = [*range(1, 13), 31, 39, 40, 41, 63, 64, 65, 127, 128, 129, 200]
    groups = Groups.of([rng.choice(200, size, replace=False) for size in sizes])
    expected = NumpyBackend(vocabulary).bucket_counts(groups)
    for threads in (1, 3):
        found = NumbaBackend(vocabulary, threads=threads).bucket_counts(groups)
        assert found.dtype == np.int32
        assert np.array_equal(found, expected)


def test_a_table_that_does_not_fit_is_not_built_for_counting(monkeypatch):
    vocabulary = words_of(6)
    groups = Groups.of([[0, 1, 2], range(20)])
    expected = NumpyBackend(vocabulary).bucket_counts(groups)

    def refuse(*_):
        raise AssertionError("the table was filled")

    monkeypatch.setattr(GuessTable, "_filled", refuse)
    with pytest.raises(AssertionError, match="filled"):
        NumbaBackend(vocabulary).bucket_counts(groups)
    small = NumbaBackend(vocabulary, memory=800_000)
    assert np.array_equal(small.bucket_counts(groups), expected)
