"""Groups counted by specs: side by side or split inside, and when which."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.specs import groups as spec_groups
from gpuwordle.backends.numba_cpu.specs.answers import Answers
from gpuwordle.backends.numba_cpu.specs.groups import Specs
from gpuwordle.backends.numba_cpu.specs.guesses import Guesses
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.workers import Workers

FIELDS = ("buckets", "largest", "sum_of_squares", "sum_n_log_n")


def random_letters(seed, count):
    return np.random.default_rng(seed).integers(0, 26, (count, 5)).astype(np.uint8)


@pytest.fixture(scope="module", params=[4, 5, 6])
def scored(request):
    """A vocabulary, groups of which some are counted by specs, and what the definition says."""
    words = random_words(21, request.param, 6, 500)
    vocabulary = Vocabulary("random", words[::2], words)
    rng = np.random.default_rng(request.param)
    sizes = [3, 30, 31, 1, 64, 65, 29, 250, 40, 2, 2, 33, 90, 250, 30]
    groups = Groups.of([rng.permutation(250)[:size] for size in sizes])
    return vocabulary, groups, NumpyBackend(vocabulary).statistics(groups)


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
@pytest.mark.parametrize("longest", [0.0, 30e6], ids=["split inside", "by size"])
@pytest.mark.parametrize("splitting", [0.0, 500e3], ids=["rest split", "rest whole"])
def test_however_groups_are_shared_out(scored, threads, longest, splitting, monkeypatch):
    vocabulary, groups, expected = scored
    monkeypatch.setattr(spec_groups, "_SMALLEST_GROUP", {4: 30, 5: 30, 6: 30})
    monkeypatch.setattr(spec_groups, "LONGEST_TASK", longest)
    monkeypatch.setattr(spec_groups, "_SPLITTING", splitting)
    monkeypatch.setattr(spec_groups, "SHORTEST_TASK", 1000.0)
    fractions: list[float] = []
    backend = NumbaBackend(vocabulary, threads=threads)
    found = backend.statistics(groups, progress=fractions.append)
    for field in FIELDS:
        assert np.array_equal(getattr(found, field), getattr(expected, field)), field
    assert fractions == sorted(fractions) and fractions[-1] == 1
    assert np.array_equal(backend.bucket_counts(groups), expected.buckets)


@pytest.fixture(scope="module")
def guesses():
    return Guesses(random_letters(22, 12_000), 26)


def split(guesses, sizes, threads, memory=1 << 30):
    costs = spec_groups._Costs(guesses, np.array(sizes))
    return spec_groups._split_inside(costs, threads, memory)


def test_medium_groups_are_dealt_out_whole(guesses):
    for threads in (2, 4, 16, 64):
        assert split(guesses, [100] * 4 * threads, threads) == 0
    assert split(guesses, [100] * 1000, 64) == 0
    assert split(guesses, [100] * 40, 64) == 0
    assert split(guesses, [100] * 1000, 1) == 0


def test_few_large_groups_and_a_last_round_of_few_are_split(guesses):
    assert split(guesses, [2300], 16) == 1
    assert split(guesses, [12_000] * 3, 16) == 3
    assert split(guesses, [12_000] + [100] * 16, 16) == 1
    assert split(guesses, [2300] * 3, 2) == 1


def test_groups_too_long_for_one_thread_or_too_large_for_the_memory_are_split(guesses):
    assert split(guesses, [60_000] * 2 + [100] * 16, 16) == 2
    assert split(guesses, [100] * 16, 16, memory=1 << 20) == 16


@pytest.mark.parametrize("size", [64, 1000, 5000])
def test_costs_bound_the_memory_of_a_group(guesses, size):
    members = np.random.default_rng(23).integers(0, guesses.count, size)
    tracemalloc.start()
    try:
        answers = Answers(guesses, members)
        answers.post()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answers.n_pairs
    (needed,) = spec_groups._Costs(guesses, np.array([size])).bytes
    assert needed / 2 < peak <= needed + 20_000


def test_many_groups_share_one_run(monkeypatch):
    """A run is a barrier: what many groups must not have is several each."""
    runs = []
    usual = Workers.run

    def counted(self, tasks, report=lambda share: None):
        runs.append(1)
        usual(self, tasks, report)

    monkeypatch.setattr(Workers, "run", counted)
    words = random_words(24, 5, 10, 3000)
    backend = NumbaBackend(Vocabulary("random", words), threads=4)
    rng = np.random.default_rng(0)
    groups = Groups.of([rng.permutation(3000)[:300] for _ in range(40)])
    backend.statistics(groups)
    assert len(runs) == 1


def test_a_list_of_all_guesses_is_counted_like_all(monkeypatch):
    calls = []
    monkeypatch.setattr(Specs, "score", lambda *arguments: calls.append(arguments))
    words = random_words(25, 5, 10, 300)
    backend = NumbaBackend(Vocabulary("random", words))
    backend.statistics(guesses=np.arange(300, dtype=np.int32))
    assert len(calls) == 1
    backend.statistics(guesses=np.arange(299))
    backend.statistics(guesses=np.arange(300)[::-1])
    assert len(calls) == 1
