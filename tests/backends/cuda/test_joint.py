"""The best pairs on the CUDA backend, its kernels run on the CPU: bounds, tiles, launches."""

import numpy as np
import pytest
from cuda_on_cpu.emulated import emulated_device
from helpers.noted import noted
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import UserError, Vocabulary
from gpuwordle.backends.cuda import joint
from gpuwordle.backends.cuda.joint import JointSearch, can_count, least_bits, most_cells
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.statistics import KEYS, NO_KEY, Key, Statistics


def same(found, true):
    assert found.keys.tolist() == true.keys.tolist()
    assert found.guesses.tolist() == true.guesses.tolist()


@pytest.mark.sample(4)
@pytest.mark.parametrize("score", ["minimax", "entropy", "buckets"])
@pytest.mark.parametrize("step", [1, 7, 40])
def test_tiles_and_launches_change_no_pair(emulated, score, step, monkeypatch):
    """Tiles of guesses, few pairs a launch, and room for so few that launches are made again."""
    guesses = random_words(3, 5, 5, 40)
    words = Vocabulary("random", guesses[::2], guesses)
    monkeypatch.setattr(joint, "KEPT_PAIRS", 1)
    monkeypatch.setattr(joint, "LAUNCH_PAIRS", 150)
    engine, key = emulated(words), KEYS[score]
    ranked = np.array([*range(0, 40, 2), *range(1, 40, 2)], np.int32)
    scored = engine.statistics(guesses=ranked)
    budget = 4 * 32 * step  # rows of 32 answers
    search = JointSearch(
        engine._device, engine.tiles.whole_scorer(1 << 30).rows, key, 6, ranked, scored, budget
    )
    fitted = noted(monkeypatch, search, "_count")
    told = []
    same(search.run(told.append), NumpyBackend(words).best_pairs(key, 6))
    assert told == sorted(told)
    assert told[-1] == 1.0
    if score == "minimax" and step == 40:
        assert False in fitted, "no launch kept more than there was room for"


def test_entropies_leave_pairs_uncounted(watched):
    guesses = random_words(4, 5, 9, 60)
    words = Vocabulary("random", guesses, [*guesses, "jjjjj", "jjjjk", "jjjkj", "jjkjj", "jkjjj"])
    counted = {}
    for score in ("entropy", "buckets"):
        engine, seen = watched(words)
        engine.best_pairs(KEYS[score])
        launches = zip(seen.kernels, seen.arguments, strict=True)
        ranges = [np.asarray(given[6]) for name, given in launches if name == "score_joint"]
        counted[score] = sum(int((pairs[:, 1] - pairs[:, 0]).sum()) for pairs in ranges)
    assert counted["entropy"] < counted["buckets"] == 65 * 64 // 2


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**6), answers=st.integers(1, 50), weight=st.integers(1, 9))
def test_no_pair_tells_more_than_its_guesses(seed, answers, weight):
    words = Vocabulary("random", random_words(seed, 4, 5, answers))
    engine = NumpyBackend(words)
    entropies = engine.statistics().entropy[0]
    rng = np.random.default_rng(seed)
    pair = rng.integers(0, len(words.guesses), 2)
    scored = Statistics.of_buckets(engine.joint_buckets(pair).sizes)
    for key in KEYS.values():
        key = Key(key.name, tuple(weight * each for each in key.weights))
        bits = least_bits(key, len(words.answers), int(scored.key(key)[0, 0]))
        assert bits <= entropies[pair].sum() + 1e-9
        assert (bits == -np.inf) == (key.name == "buckets")


def test_bounds_are_those_of_the_key_itself():
    # Of 16 answers, four buckets of four: two bits by each of the three.
    assert least_bits(KEYS["minimax"], 16, 4) == 2
    assert least_bits(KEYS["expected-size"], 16, 4 * 16) == 2
    logs = 4 * 4 * 2 * 2**32
    assert least_bits(KEYS["entropy"], 16, logs) == 2
    assert least_bits(Key("mixed", (0, 1, 1, 0)), 16, 20) == -np.inf
    assert least_bits(Key("falling", (0, -1, 0, 0)), 16, -4) == -np.inf
    assert least_bits(KEYS["entropy"], 16, NO_KEY) == -np.inf


@pytest.mark.parametrize(
    ("planes", "buckets", "size", "served"),
    [
        (2, 1, 20, True),
        (3, 1, 20, False),
        (1, 4096, 20, True),
        (1, 4097, 20, False),
        (1, 1, 65_535, True),
        (1, 1, 65_536, False),
    ],
)
def test_what_the_kernel_serves(planes, buckets, size, served):
    device = emulated_device(shared_bytes=10 * 1024)
    assert most_cells(device) == 4096
    scored = NumpyBackend(Vocabulary("random", random_words(5, 5, 4, 20))).statistics()
    scored.buckets[0, 3], scored.sizes[0] = buckets, size
    assert can_count(device, planes, scored) == served


@pytest.mark.parametrize(("length", "memory"), [(12, None), (5, 10_000)])
def test_what_it_does_not_serve_is_scored_part_by_part(length, memory, watched):
    words = Vocabulary("random", random_words(6, length, 6, 25))
    engine, seen = watched(words, memory=memory)
    same(engine.best_pairs(KEYS["entropy"], 3), NumpyBackend(words).best_pairs(KEYS["entropy"], 3))
    assert "score_joint" not in seen.kernels


def test_a_device_with_too_little_memory_says_so(emulated):
    words = Vocabulary("random", random_words(7, 5, 6, 60))
    # Room for the rows, not for what a launch may keep until tiles are small enough.
    engine = emulated(words, largest_array=250_000)
    engine._device.free_bytes = lambda: 64 << 20
    with pytest.warns(RuntimeWarning, match="ran out of memory; continuing with tiles of"):
        found = engine.best_pairs(KEYS["entropy"])
    same(found, NumpyBackend(words).best_pairs(KEYS["entropy"]))
    with (
        pytest.warns(RuntimeWarning, match="ran out of memory"),
        pytest.raises(UserError, match="too little free memory"),
    ):
        emulated(words, largest_array=10_000).best_pairs(KEYS["entropy"])
