"""Trees on the CUDA backend, its kernels run on the CPU: where levels are, and what travels."""

import numpy as np
import pytest
from cuda_on_cpu.emulated import BACKWARD, OutOfMemory, compiler, emulated_device
from helpers.playing import same_trees, vocabularies
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.backends.cuda import rows
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.levels import DeviceFrontier
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize(("length", "letters"), [(5, 6), (8, 4), (12, 3), (20, 3)])
def test_trees_are_those_of_the_cpu(length, letters, name):
    words = random_words(length, length, letters, 70)
    vocabulary = Vocabulary("random", words[20:], words)
    for pool in ("all", "candidates"):
        engine = CupyBackend(vocabulary, device=emulated_device(BACKWARD))
        found = grow(vocabulary, name, Conditions(pool), backend=engine)
        same_trees(
            found, grow(vocabulary, name, Conditions(pool), backend=NumpyBackend(vocabulary))
        )


@settings(max_examples=25)
@given(
    vocabulary=vocabularies(30),
    name=st.sampled_from(sorted(KEYS)),
    pool=st.sampled_from(["all", "candidates"]),
    allowed=st.none() | st.integers(1, 4),
    memory=st.none() | st.integers(1, 60_000),
)
def test_any_tree_in_any_memory(vocabulary, name, pool, allowed, memory):
    conditions = Conditions(pool, allowed=allowed)
    engine = CupyBackend(vocabulary, memory=memory, device=emulated_device(BACKWARD))
    found = grow(vocabulary, name, conditions, backend=engine)
    same_trees(found, grow(vocabulary, name, conditions, backend=NumpyBackend(vocabulary)))


def test_candidates_stay_where_they_are(watched):
    words = random_words(1, 4, 5, 210)
    vocabulary = Vocabulary("random", words[:200], words)
    device = emulated_device()
    engine = CupyBackend(vocabulary, device=device)
    engine.frontier().best_guesses(KEYS["entropy"], "candidates")  # what is kept is made
    seen = watched(device)
    tree = grow(vocabulary, "entropy", Conditions("candidates"), backend=engine)
    turns = int(tree.table.turns.max())
    assert turns > 3
    orders = seen.kernels.count("order_candidates")
    assert orders == seen.kernels.count("best_guesses") > 2
    # Each turn the guesses come back once, and once the buckets; no candidate ever goes up.
    assert len(seen.down) == 2 * orders
    for guesses, buckets in zip(seen.down[::2], seen.down[1::2], strict=True):
        assert guesses.ndim == 1
        assert buckets.shape[1] == 4
    assert not [array for array in seen.up if array.ndim == 1 and len(array) == 200]


@pytest.mark.parametrize(
    "weights", [*(key.weights for key in KEYS.values()), (-3, 5, 2, 1), (2, 0, 1, 0), (0, 1, 0, -1)]
)
def test_states_that_a_candidate_splits_perfectly_need_no_other_guess(weights, watched):
    words = random_words(9, 5, 7, 130)
    vocabulary, key = Vocabulary("random", words[5:125], words), Key("mixed", weights)
    device = emulated_device()
    engine = CupyBackend(vocabulary, device=device)
    dull = NumpyBackend(vocabulary).statistics().largest[0].argmax()
    frontier = engine.frontier().split(np.array([dull])).frontier
    true = NumpyBackend(vocabulary).best_guesses(frontier.groups(), key)
    own = NumpyBackend(vocabulary).best_guesses(frontier.groups(), key, "candidates")
    parents = NumpyBackend(vocabulary).split(frontier.groups(), own).parents
    perfect = np.bincount(parents) == frontier.sizes
    assert 0 < perfect.sum() < len(perfect)
    seen = watched(device)
    assert frontier.best_guesses(key).tolist() == true.tolist()
    rewards = weights[0] <= 0 and min(weights[1:]) >= 0
    assert ("finest_guesses" in seen.kernels) == rewards
    asked = [len(array) for array in seen.down]
    assert asked == ([len(perfect), (~perfect).sum()] if rewards else [len(perfect)])
    if rewards:
        assert (seen.down[0] >= 0).tolist() == perfect.tolist()


@pytest.mark.parametrize(("memory", "on_device"), [(60_000, True), (10_000, False)])
def test_little_memory_goes_by_the_host(memory, on_device, watched):
    words = random_words(2, 5, 5, 60)
    vocabulary = Vocabulary("random", words[:50], words)
    device = emulated_device()
    kernels = watched(device).kernels
    engine = CupyBackend(vocabulary, memory=memory, device=device)
    frontier = engine.frontier()
    while len(frontier.sizes):
        guesses = frontier.best_guesses(KEYS["minimax"], "candidates")
        frontier = frontier.split(guesses).frontier
    assert isinstance(frontier, DeviceFrontier) == on_device
    assert ("order_candidates" in kernels) == on_device


def test_a_level_that_does_not_fit_is_chosen_for_in_tiles(watched):
    words = random_words(4, 5, 6, 380)
    vocabulary = Vocabulary("random", words[:125], words)
    device = emulated_device()
    kernels = watched(device).kernels
    tight = CupyBackend(vocabulary, memory=36_000, device=device)
    found, true = tight.frontier(), NumpyBackend(vocabulary).frontier()
    found, true = (one.split(np.array([3])).frontier for one in (found, true))
    uneven = Key("uneven", (0, 1, 0, -1))
    for key, pool, kernel in (
        (KEYS["entropy"], "all", "finest_guesses"),
        (KEYS["entropy"], "candidates", "best_guesses"),
        (uneven, "all", "best_guesses"),
    ):
        kernels.clear()
        best = found.best_guesses(key, pool)
        assert best.tolist() == true.best_guesses(key, pool).tolist()
        assert kernels.count(kernel) > 1


@pytest.mark.parametrize("refused", [np.int64, np.uint32])
def test_memory_that_runs_out_once_is_no_failure(refused, monkeypatch):
    """Keys of guesses, or the codes of candidates, do not fit at first."""
    words = random_words(3, 5, 6, 60)
    vocabulary = Vocabulary("random", words)
    device = emulated_device()
    engine, true = CupyBackend(vocabulary, device=device), NumpyBackend(vocabulary)
    frontier = engine.frontier().split(np.array([7])).frontier
    expected = true.frontier().split(np.array([7])).frontier
    empty, left = device.xp.empty, [refused]

    def refuse_once(shape, dtype):
        if dtype in left:
            left.remove(dtype)
            raise OutOfMemory
        return empty(shape, dtype)

    monkeypatch.setattr(device.xp, "empty", refuse_once)
    with pytest.warns(RuntimeWarning, match="ran out of memory"):
        best = frontier.best_guesses(KEYS["entropy"])
        branches = frontier.split(best)
    assert best.tolist() == expected.best_guesses(KEYS["entropy"]).tolist()
    for mine, right in zip(branches[:4], expected.split(best)[:4], strict=True):
        assert mine.tolist() == right.tolist()
    assert isinstance(branches.frontier, DeviceFrontier)


def test_blocks_take_on_what_is_left(monkeypatch):
    """A grid that is too small for a state goes through it in several rounds."""
    words = random_words(6, 5, 9, 700)
    vocabulary = Vocabulary("random", words)
    monkeypatch.setattr(rows, "MOST_BLOCKS", 1)
    engine, true = CupyBackend(vocabulary, device=emulated_device()), NumpyBackend(vocabulary)
    one, other = (backend.frontier().split(np.array([5])) for backend in (engine, true))
    for mine, right in zip(one[:4], other[:4], strict=True):
        assert mine.tolist() == right.tolist()
    groups, expected = one.frontier.groups(), other.frontier.groups()
    assert groups.candidates.tolist() == expected.candidates.tolist()
    some = np.arange(0, 700, 90)
    found = engine.statistics(groups=expected, guesses=some)
    assert (found.block == true.statistics(expected, some).block).all()
