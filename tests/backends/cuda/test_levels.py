"""Trees on the CUDA backend, its kernels run on the CPU: where levels are, and what travels."""

import numpy as np
import pytest
from cuda_on_cpu.emulated import OutOfMemory
from helpers.words import random_vocabulary, random_words

from gpuwordle import Conditions, Vocabulary, grow
from gpuwordle.backends.cuda import rows
from gpuwordle.backends.cuda.levels import DeviceFrontier
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.statistics import KEYS, Key


def test_candidates_stay_where_they_are(watched):
    vocabulary = random_vocabulary(1, 4, 5, 210, 200)
    engine, seen = watched(vocabulary)
    engine.frontier().best_guesses(KEYS["entropy"], "candidates")  # what is kept is made
    for each in (seen.kernels, seen.up, seen.down):
        each.clear()
    tree = grow(vocabulary, "entropy", Conditions("candidates"), backend=engine)
    assert tree.table.turns.max() > 3
    orders = seen.kernels.count("order_candidates")
    assert orders == seen.kernels.count("best_guesses") > 2
    # Each turn the guesses come back once, and once the buckets; no candidate ever goes up.
    shapes = [array.shape[1:] for array in seen.down]
    assert shapes == [(), (4,)] * orders
    assert not [array for array in seen.up if array.shape == (200,)]


@pytest.mark.parametrize(
    "weights", [*(key.weights for key in KEYS.values()), (-3, 5, 2, 1), (2, 0, 1, 0), (0, 1, 0, -1)]
)
def test_states_that_a_candidate_splits_perfectly_need_no_other_guess(weights, watched):
    words = random_words(9, 5, 7, 130)
    vocabulary, key = Vocabulary("random", words[5:125], words), Key("mixed", weights)
    (engine, seen), true = watched(vocabulary), NumpyBackend(vocabulary)
    dull = true.statistics().largest[0].argmax()
    frontier = engine.frontier().split(np.array([dull])).frontier
    groups = frontier.groups()
    own = true.best_guesses(groups, key, "candidates")
    perfect = np.bincount(true.split(groups, own).parents) == frontier.sizes
    assert 0 < perfect.sum() < len(perfect)
    seen.kernels.clear()
    seen.down.clear()
    assert frontier.best_guesses(key).tolist() == true.best_guesses(groups, key).tolist()
    rewards = weights[0] <= 0 and min(weights[1:]) >= 0
    assert ("finest_guesses" in seen.kernels) == rewards
    asked = [len(array) for array in seen.down]
    assert asked == ([len(perfect), (~perfect).sum()] if rewards else [len(perfect)])
    if rewards:
        assert (seen.down[0] >= 0).tolist() == perfect.tolist()


@pytest.mark.parametrize(("memory", "on_device"), [(60_000, True), (10_000, False)])
def test_little_memory_goes_by_the_host(memory, on_device, watched):
    words = random_words(2, 5, 5, 60)
    vocabulary = Vocabulary("random", [*words[:36], *words[37:51]], words)  # but the best
    engine, seen = watched(vocabulary, memory=memory)
    frontier, true = engine.frontier(), NumpyBackend(vocabulary)
    while len(frontier.sizes):
        guesses = frontier.best_guesses(KEYS["entropy"], "candidates")
        expected = true.best_guesses(frontier.groups(), KEYS["entropy"], "candidates")
        assert guesses.tolist() == expected.tolist()
        frontier = frontier.split(guesses).frontier
    assert isinstance(frontier, DeviceFrontier) == on_device
    assert ("order_candidates" in seen.kernels) == on_device


def test_a_level_that_does_not_fit_is_chosen_for_in_tiles(watched):
    vocabulary = random_vocabulary(4, 5, 6, 380, 125)
    tight, seen = watched(vocabulary, memory=36_000)
    found, true = (
        one.frontier().split(np.array([3])).frontier for one in (tight, NumpyBackend(vocabulary))
    )
    for key, pool, kernel in (
        (KEYS["entropy"], "all", "finest_guesses"),
        (KEYS["entropy"], "candidates", "best_guesses"),
        (Key("uneven", (0, 1, 0, -1)), "all", "best_guesses"),
    ):
        seen.kernels.clear()
        assert found.best_guesses(key, pool).tolist() == true.best_guesses(key, pool).tolist()
        assert seen.kernels.count(kernel) > 1


def same_branches(mine, right):
    assert [part.tolist() for part in mine[:4]] == [part.tolist() for part in right[:4]]


@pytest.mark.parametrize("refused", [np.int64, np.uint32])
def test_memory_that_runs_out_once_is_no_failure(emulated, refused, monkeypatch):
    """Keys of guesses, or the codes of candidates, do not fit at first."""
    vocabulary = Vocabulary("random", random_words(3, 5, 6, 60))
    engine, true = emulated(vocabulary), NumpyBackend(vocabulary)
    frontier, expected = (one.frontier().split(np.array([7])).frontier for one in (engine, true))
    arrays = engine._device.xp
    empty, left = arrays.empty, [refused]

    def refuse_once(shape, dtype):
        if dtype in left:
            left.remove(dtype)
            raise OutOfMemory
        return empty(shape, dtype)

    monkeypatch.setattr(arrays, "empty", refuse_once)
    with pytest.warns(RuntimeWarning, match="ran out of memory"):
        best = frontier.best_guesses(KEYS["entropy"])
        branches = frontier.split(best)
    assert best.tolist() == expected.best_guesses(KEYS["entropy"]).tolist()
    same_branches(branches, expected.split(best))
    assert isinstance(branches.frontier, DeviceFrontier)


def test_blocks_take_on_what_is_left(emulated, monkeypatch):
    """A grid that is too small for a state goes through it in several rounds."""
    vocabulary = Vocabulary("random", random_words(6, 5, 9, 700))
    monkeypatch.setattr(rows, "MOST_BLOCKS", 1)
    engine, true = emulated(vocabulary), NumpyBackend(vocabulary)
    one, other = (backend.frontier().split(np.array([5])) for backend in (engine, true))
    same_branches(one, other)
    groups, expected = one.frontier.groups(), other.frontier.groups()
    assert groups.candidates.tolist() == expected.candidates.tolist()
    some = np.arange(0, 700, 90)
    found = engine.statistics(groups=expected, guesses=some)
    assert (found.block == true.statistics(expected, some).block).all()
