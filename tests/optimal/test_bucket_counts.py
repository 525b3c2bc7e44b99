"""Buckets of every guess counted side by side, against plain counts, and guesses sorted by them."""

import numpy as np
import pytest
from helpers.optimal import compiled, solver_of
from helpers.words import random_vocabulary

from gpuwordle.optimal.bounds import begin_order, sort_guesses
from gpuwordle.optimal.bucket_counts import (
    BITS_FROM,
    GATHERED,
    LARGEST_LISTED,
    LARGEST_OF_BYTES,
    LARGEST_OF_PAIRS,
    count_all_guesses,
    count_by_rows,
    count_listed,
    first_below,
    largest,
    sort_ascending,
)


@pytest.fixture(
    scope="module",
    params=[
        (5, 330, 140),
        pytest.param((12, 330, 330), marks=pytest.mark.rest),
        (7, LARGEST_OF_BYTES + 20, LARGEST_OF_BYTES + 20),
    ],
    ids="{0[0]} letters".format,
)
def solver(request):
    """Words that get patterns of all numbers, in answers more than are compared pair by pair.

    Those of seven letters are more than are marked side by side.
    """
    length, guesses, answers = request.param
    return solver_of(random_vocabulary(7, length, 6, guesses, hidden=answers))


@pytest.mark.parametrize("size", [1, 30, BITS_FROM - 1, BITS_FROM, LARGEST_OF_PAIRS + 1, 330])
def test_guesses_are_sorted_by_the_buckets_that_they_make(solver, size):
    tables, workspace = solver.tables, solver.take_workspace()
    size = min(size, tables.codes.shape[1])
    whole = np.random.default_rng(size).choice(tables.codes.shape[1], size, replace=False)
    whole = np.sort(whole).astype(np.int32)
    true = np.array([len(np.unique(row)) for row in tables.codes[:, whole]])
    by_rows = np.zeros(len(true), np.int64)
    count_by_rows(tables.codes, whole, size, by_rows, workspace.marks)
    assert by_rows.tolist() == true.tolist()
    assert not workspace.marks.any()
    order = workspace.guess_order
    begin_order(tables, order, whole, size)
    sort_guesses(tables, order, whole, workspace, workspace.bucket_counts[1])
    expected = np.argsort(-true, kind="stable")
    assert order.guesses[: len(true)].tolist() == expected.tolist()
    assert order.buckets[: len(true)].tolist() == true[expected].tolist()
    words = {code >> 6 for code in np.unique(tables.codes).tolist()}
    assert words == {0, 1, 2, 3} if tables.codes.itemsize == 1 else max(words) > 3


count_all, count_some, largest_of = map(compiled, (count_all_guesses, count_listed, largest))


def test_the_largest_value_is_among_those_named():
    assert [largest_of(np.array([3, 9, 4]), size) for size in (1, 2, 3)] == [3, 9, 9]


@pytest.mark.sample(12)
@pytest.mark.parametrize(
    "size",
    [3, LARGEST_OF_PAIRS + 1, LARGEST_LISTED, LARGEST_LISTED + 1, LARGEST_OF_BYTES + 1],
)
@pytest.mark.parametrize("count", [5, 100, GATHERED + 70])
def test_buckets_of_all_guesses_and_of_those_listed_are_counted(solver, size, count):
    tables, workspace = solver.tables, solver.take_workspace()
    chance, answers = np.random.default_rng(count), tables.codes.shape[1]
    some = np.sort(chance.choice(answers, min(size, answers), replace=False)).astype(np.int32)
    true = np.array([len(np.unique(row)) for row in tables.codes[:, some]])
    counts = workspace.bucket_counts[0]
    count_all(tables, some, workspace, counts)
    assert counts[: len(true)].tolist() == true.tolist()
    guesses = chance.integers(len(true), size=count).astype(np.int32)
    buckets = np.zeros(count, np.int64)
    count_some(tables, some, guesses, workspace, buckets)
    assert buckets.tolist() == true[guesses].tolist()
    assert not workspace.marks.any() and not workspace.pattern_marks.any()


@pytest.mark.parametrize(("codes", "size"), [(60_000, 7), (60_000, 1000), (9000, 9000), (3, 8000)])
def test_the_marks_of_one_guess_are_summed(codes, size):
    """Marks are summed word by word, and candidate by candidate if they are few among them."""
    chance = np.random.default_rng(codes)
    rows = chance.integers(codes, size=(2, 9000)).astype(np.uint16)
    rows[0] = np.arange(9000) % codes
    marks, counts = np.zeros(1 << 16, np.uint8), np.zeros(2, np.int64)
    candidates = np.sort(chance.choice(9000, size, replace=False)).astype(np.int32)
    count_by_rows(rows, candidates, size, counts, marks)
    assert counts.tolist() == [len(np.unique(row)) for row in rows[:, candidates]]
    assert not marks.any()


def test_places_in_sorted_lists_and_stable_sorting():
    chance, below, sort = np.random.default_rng(1), compiled(first_below), compiled(sort_ascending)
    for length in range(40):
        keys = chance.integers(0, 9, length)
        falling = np.sort(keys)[::-1].copy()
        for count in range(10):
            assert below(falling, length, count) == np.count_nonzero(falling >= count)
        order, sorted_keys = np.arange(length), keys.copy()
        sort(order, sorted_keys, length, order.copy(), keys.copy())
        assert order.tolist() == np.argsort(keys, kind="stable").tolist()
