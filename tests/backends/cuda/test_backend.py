"""What is particular to the CUDA backend, with its kernels run on the CPU.

The contract of all backends is in `tests/backends/test_backends.py`, which runs on the emulated
device, too.
"""

from __future__ import annotations

import numpy as np
import pytest
from cuda_on_cpu.emulated import compiler, emulated_device
from helpers.words import random_words

from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.scoring import STATIC_SHARED, kernel_choice
from gpuwordle.backends.cuda.source import VARIANTS
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.errors import UserError
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.words.vocabulary import Vocabulary

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


def agree(vocabulary, guesses, **device):
    """Statistics of some guesses on all answers equal those of NumPy."""
    found = CupyBackend(vocabulary, device=emulated_device(**device)).statistics(guesses=guesses)
    true = NumpyBackend(vocabulary).statistics(guesses=guesses)
    for name in ("buckets", "largest", "sum_of_squares", "sum_n_log_n"):
        assert getattr(found, name).tolist() == getattr(true, name).tolist(), name
    return found


def words_over(letters, length, count, step=1):
    """The first words over these letters in the order of the dictionary, or every step-th."""
    places = [len(letters) ** place for place in reversed(range(length))]
    numbers = range(0, count * step, step)
    return ["".join(letters[n // p % len(letters)] for p in places) for n in numbers]


@pytest.mark.parametrize("length", [5, 10])
@pytest.mark.parametrize("answers", [65_535, 65_536])
def test_one_bucket_on_both_sides_of_what_16_bits_count(answers, length):
    # Answers share nothing with the guesses but the first letter, so that every guess puts all of
    # them into one bucket that is not the grey one, batch after batch.
    hidden = ["z" + word for word in words_over("abcdefghijklmnop", length - 1, answers)]
    played = ["z" + word for word in words_over("qrs", length - 1, 5)]
    played += ["qz" + "q" * (length - 2), "q" * length]
    vocabulary = Vocabulary("one bucket", hidden, hidden + played)
    guesses = np.arange(answers, answers + len(played))
    found = agree(vocabulary, guesses)
    assert found.largest.tolist() == [[answers] * len(played)]


@pytest.mark.parametrize(("length", "kernel"), [(6, "score_counters"), (10, "score_hash")])
def test_lists_beyond_65535_words(length, kernel):
    words = words_over("abcdefg", length, 66_000, step=7**length // 66_000)
    vocabulary = Vocabulary("long", words)
    device = emulated_device()
    assert kernel_choice(device, length, len(words)).kernel == kernel
    agree(vocabulary, np.arange(0, len(words), 16_001))


@pytest.mark.parametrize("length", [5, 8, 12])
def test_a_device_with_little_shared_memory(length):
    words = random_words(length, length, 5, 400)
    agree(Vocabulary("small", words), np.arange(0, 400, 57), shared_bytes=24 * 1024)


def test_all_kernels_have_a_choice():
    device = emulated_device()
    kinds = {
        (length, kernel_choice(device, length, size).kernel)
        for length in range(1, 21)
        for size in (1, 32, 33, 200, 5_000, 65_535, 65_536, 400_000)
    }
    assert {kernel for _, kernel in kinds} == {
        "score_pairs",
        "score_counters",
        "score_hash",
    }
    for length in range(1, 21):
        for size in (1, 33, 65_535, 65_536, 10_000_000):
            choice = kernel_choice(device, length, size)
            assert choice.variant in VARIANTS
            assert choice.shared + STATIC_SHARED <= device.shared_bytes
            assert choice.threads % 32 == 0
            if size > 65_535:
                assert "-DBITS=16" not in choice.variant.options


def test_memory_that_runs_out_is_asked_for_in_smaller_pieces():
    words = random_words(4, 6, 5, 80)
    vocabulary = Vocabulary("large", words)
    device = emulated_device(largest_array=20_000)
    device.free_bytes = lambda: 64 << 20
    groups = Groups.of([np.arange(first, first + 60) for first in (0, 10, 20)])
    with (
        pytest.warns(RuntimeWarning, match="ran out of memory; going on with tiles of"),
        pytest.raises(UserError, match="too little free memory"),
    ):
        CupyBackend(vocabulary, device=device).statistics(groups)
    # Told to be modest from the start, it manages with the same device.
    modest, true = CupyBackend(vocabulary, memory=30_000, device=device), NumpyBackend(vocabulary)
    assert (modest.codes() == true.codes()).all()
    found = modest.statistics(groups, np.arange(0, 80, 9))
    assert (found.sum_n_log_n == true.statistics(groups, np.arange(0, 80, 9)).sum_n_log_n).all()
    best = modest.best_guesses(groups, KEYS["entropy"], "candidates")
    assert (best == true.best_guesses(groups, KEYS["entropy"], "candidates")).all()


def test_memory_that_runs_out_once_is_no_failure():
    words = random_words(4, 6, 5, 300)
    vocabulary = Vocabulary("large", words)
    device = emulated_device(largest_array=1_200_000)
    device.free_bytes = lambda: 20 << 20
    groups = Groups.of([np.arange(90)] * 60)
    chosen = np.arange(0, 300, 61)
    with pytest.warns(RuntimeWarning, match="ran out of memory"):
        found = CupyBackend(vocabulary, device=device).bucket_counts(groups, chosen)
    true = NumpyBackend(vocabulary).bucket_counts(Groups.of([np.arange(90)]), chosen)
    assert (found == true).all()


def test_groups_that_overlap_come_back_in_their_order():
    words = random_words(8, 7, 4, 150)
    vocabulary = Vocabulary("overlap", words[:120], words)
    rng = np.random.default_rng(3)
    groups = Groups.of([rng.permutation(120)[:size] for size in (40, 1, 33, 5, 100, 40, 2, 120)])
    backend = CupyBackend(vocabulary, device=emulated_device(7))
    found = backend.best_guesses(groups, KEYS["expected-size"])
    assert (found == NumpyBackend(vocabulary).best_guesses(groups, KEYS["expected-size"])).all()
