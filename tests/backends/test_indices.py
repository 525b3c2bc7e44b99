"""Wrong indices are refused with the same error by all backends."""

import numpy as np
import pytest
from helpers.errors import refused
from helpers.words import PETS, random_vocabulary

from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS, Key

GUESSES, ANSWERS = 60, 40

ENTROPY = KEYS["entropy"]

STRAY = [-1, GUESSES, 2**31 - 1, -(2**31), 2**40]


@pytest.fixture(scope="module")
def backend(backend_type):
    return backend_type(random_vocabulary(3, 5, 6, GUESSES, ANSWERS))


def one(*indices):
    return Groups(np.array(indices), np.array([0, len(indices)]))


CALLS = {
    "codes of guesses": lambda b, i: b.codes(np.array([0, i])),
    "codes of answers": lambda b, i: b.codes(None, np.array([0, i])),
    "pairs, guesses": lambda b, i: b.paired_codes(np.array([0, i]), np.array([0, 1])),
    "pairs, answers": lambda b, i: b.paired_codes(np.array([0, 1]), np.array([0, i])),
    "statistics of groups": lambda b, i: b.statistics(one(0, i)),
    "statistics of guesses": lambda b, i: b.statistics(None, np.array([0, i])),
    "best of groups": lambda b, i: b.best_guesses(one(0, 1, i), ENTROPY),
    "best of a list": lambda b, i: b.best_guesses(one(0, 1, 2), ENTROPY, one(1, i)),
    "buckets of groups": lambda b, i: b.bucket_counts(one(0, i)),
    "most buckets of groups": lambda b, i: b.most_buckets(one(0, i)),
    "split of groups": lambda b, i: b.split(one(0, i), np.array([0])),
    "split by guesses": lambda b, i: b.split(one(0, 1), np.array([i])),
    "joint buckets": lambda b, i: b.joint_buckets([0, i]),
}


@pytest.mark.parametrize("index", STRAY)
@pytest.mark.parametrize("call", CALLS)
def test_a_stray_index_is_named(backend, call, index):
    refused(rf"(guess|answer) index {index} .*out of range: give 0 to", CALLS[call], backend, index)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("index", [0.5, float("nan"), "crane", None])
def test_what_is_no_integer_is_refused(backend, call, index):
    refused(r"indices \(.*\) are .*: give integers in one dimension", CALLS[call], backend, index)


def strided(array):
    return np.repeat(array, 2)[::2]


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def not_aligned(array):
    moved = np.empty(1 + array.nbytes, np.uint8)[1:].view(array.dtype)
    moved[:] = array
    return moved


@pytest.mark.parametrize("laid_out", [strided, read_only, not_aligned])
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_indices_of_any_layout(backend, laid_out, dtype):
    """Kernels are compiled for arrays that are contiguous, aligned and writable."""

    def results(convert):
        guesses = convert(np.arange(30, 60, 2, dtype=dtype))
        answers = convert(np.arange(15, dtype=dtype))
        offsets = convert(np.array([0, 3, 15]))
        groups, pool = Groups(answers, offsets), Groups(guesses, offsets)
        yield backend.codes(guesses, answers)
        yield backend.paired_codes(guesses, answers)
        yield backend.told_codes(guesses, answers)
        yield backend.statistics(groups, guesses).block
        yield backend.best_guesses(groups, ENTROPY)
        yield backend.best_guesses(groups, ENTROPY, pool)
        yield backend.most_buckets(groups).buckets
        yield backend.bucket_counts(groups)
        yield backend.split(groups, guesses[:2]).codes

    for found, true in zip(results(laid_out), results(np.array), strict=True):
        assert (found == true).all()


def test_answers_beyond_the_answers_are_no_answers(backend):
    """A guess that is not an answer has an index that is in range only for guesses."""
    backend.codes(np.array([ANSWERS]))
    refused(f"answer index {ANSWERS} ", backend.statistics, one(ANSWERS))


WRONG_GROUPS = {
    "empty": (Groups.of([[1], [], [2]]), "group 1 of 3 is empty"),
    "falling": (Groups(np.arange(6), np.array([0, 4, 2, 6])), "group 1 of 3 is empty, or"),
    "beyond": (Groups(np.arange(6), np.array([0, 9])), "go from 0 to 9, and there are 6"),
    "before": (Groups(np.arange(6), np.array([-2, 6])), "go from -2 to 6"),
    "within": (Groups(np.arange(6), np.array([2, 6])), "go from 2 to 6"),
    "none": (Groups(np.arange(6), np.array([], np.int64)), "offsets of groups are not integers"),
    "floats": (Groups(np.arange(6), np.array([0.0, 6.0])), "offsets of groups are not integers"),
    "flat": (Groups(np.zeros((2, 3), int), np.array([0, 6])), "int64 of shape"),
    "list": ([[1, 2]], "list is not Groups: give"),
    "repeated": (Groups.of([[0] * (ANSWERS + 1)]), "has 41 candidates and there are 40 answers"),
}


@pytest.mark.parametrize("name", WRONG_GROUPS)
def test_invalid_groups(backend, name):
    groups, message = WRONG_GROUPS[name]
    refused(message, backend.statistics, groups)
    refused(message, backend.best_guesses, groups, ENTROPY)
    refused(message, backend.bucket_counts, groups)
    refused(message, backend.most_buckets, groups)
    refused(message, backend.split, groups, np.array([0]))


def test_lists_of_guesses_are_one_for_each_group(backend):
    groups = Groups.of([[0, 1], [2, 3, 4]])
    refused("1 lists for 2 groups", backend.best_guesses, groups, ENTROPY, Groups.of([[1]]))
    refused("group 1 of 2 is empty", backend.best_guesses, groups, ENTROPY, Groups.of([[1], []]))
    refused("unknown pool 'everything'", backend.best_guesses, groups, ENTROPY, "everything")
    refused("1 guesses for 2 groups", backend.split, groups, np.array([1]))
    refused("2 guesses for 3 answers", backend.paired_codes, np.array([1, 2]), np.array([1, 2, 3]))


@pytest.mark.parametrize(
    "weights",
    [
        (2**59, 0, 0, 0),
        (0, 2**62, -(2**62), 0),
        (0, 0, 2**50, 1),
        (0, 0, 0, -(2**40)),
        (2**70, 0, 0, 0),
        (0.5, 0, 0, 0),
        (float("nan"), 0, 0, 0),
        (1, 2),
        (True, 0, 0, 0),
    ],
)
def test_keys_that_could_overflow_or_are_none(backend, weights):
    key, message = Key("own", weights), r"key 'own' (could overflow|has weights)"
    refused(message, backend.best_guesses, one(*range(ANSWERS)), key)
    refused(message, backend.statistics().key, key)


def test_arrays_to_fill(backend):
    expected = backend.codes()
    for out in (
        np.zeros((GUESSES, ANSWERS - 1), np.uint8),
        np.zeros((GUESSES, ANSWERS), np.uint16),
        np.broadcast_to(np.uint8(0), (GUESSES, ANSWERS)),
    ):
        refused(r"out is uint.* give such an array", backend.codes, out=out)
    for filled in (
        np.zeros_like(expected),
        np.zeros_like(expected, order="F"),
        np.zeros((GUESSES, 2 * ANSWERS), np.uint8)[:, ::2],
    ):
        assert backend.codes(out=filled) is filled
        assert (filled == expected).all()
    assert backend.codes(np.array([], int)).shape == (0, ANSWERS)


@pytest.mark.parametrize("memory", [0, -1, 0.5, True])
def test_invalid_memory(backend_type, memory):
    message = r"is (out of range|not a whole number): give 1 or more"
    refused(message, backend_type, PETS, memory=memory)


def test_groups_do_not_wrap():
    refused("index 4294967296 in a group is out of range", Groups.of, [np.array([2**32])])
    refused("groups of float64 are given", Groups.of, [[1.5]])
