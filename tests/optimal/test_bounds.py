"""Bounds of buckets within a large set, compared with all guesses counted and words read."""

from itertools import product

import numpy as np
import pytest
from helpers.optimal import solver_of
from helpers.words import random_vocabulary

from gpuwordle.optimal import bounds
from gpuwordle.optimal.counted_sets import (
    bound_by_counted,
    counted_sets_for,
    forget_counted,
    keep_counted,
)
from gpuwordle.optimal.openers import OpenerSearch


@pytest.fixture(scope="module")
def solver():
    return solver_of(random_vocabulary(7, 3, 8, 400, hidden=150))


def most(codes, candidates, whole):
    """The most patterns of any guess, and one for candidates, counted one by one."""
    counts = [len(set(row.tolist())) for row in codes[:, candidates]]
    return max(count + (guess in whole) for guess, count in enumerate(counts))


def buckets_of(codes, whole):
    """Buckets that guesses make of a set."""
    for row in codes[:, whole]:
        for code in np.unique(row):
            bucket = whole[row == code]
            if len(bucket) >= 5:
                yield bucket


def test_deficits_are_lower_bounds(solver, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.bounds.MOST_KEPT", 512)
    codes, chance = solver.tables.codes, np.random.default_rng(1)
    whole = np.sort(chance.choice(codes.shape[1], 140, replace=False)).astype(np.int32)
    deficits, better, buckets = (
        bounds.deficits_for(codes.shape[1]),
        0,
        list(buckets_of(codes, whole)),
    )
    bounds.forget_deficits(deficits, whole, len(whole))
    for bucket in buckets[:900]:
        exact = len(bucket) + 1 - most(codes, bucket, whole)
        bounds.mark(deficits, bucket)
        known = bounds.least_deficit(deficits, len(bucket), 0, 1 << 30)
        assert known <= exact <= len(bucket) + 1 - most(codes, bucket, bucket)
        better += known > 1
        bounds.keep_deficit(deficits, len(bucket), exact)
        assert bounds.least_deficit(deficits, len(bucket), 0, 1 << 30) == exact
    assert deficits.values.size == 512 < 900 < len(buckets), "the oldest made way"
    assert better > 100
    bounds.forget_deficits(deficits, whole, len(whole))
    assert bounds.least_deficit(deficits, 140, 0, 1 << 30) == 0


@pytest.mark.parametrize("answers", [1, 63, 64, 511, 512, 513, 4096, 32_768, 65_534])
def test_deficits_have_a_bit_for_each_answer(answers):
    assert 64 * len(bounds.deficits_for(answers).marked) >= answers


def test_guesses_of_a_set_that_is_too_large_are_not_sorted(monkeypatch):
    vocabulary = random_vocabulary(7, 3, 8, 200, hidden=130)
    expected = solver_of(vocabulary).solve(np.arange(130))
    monkeypatch.setattr("gpuwordle.optimal.bounds.MOST_CODES", 129 * 256)
    small = solver_of(vocabulary)
    assert small.solve(np.arange(130)) == expected
    state = small.take_workspace().guess_order.state
    assert state[bounds.WORK] > 130 * bounds.SORTED_AFTER
    assert not state[bounds.SORTED]


def test_counted_sets_bound_each_guess(solver, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.counted_sets.MOST_SETS", 64)
    codes, chance = solver.tables.codes, np.random.default_rng(1)
    guesses, answers = codes.shape
    whole = np.sort(chance.choice(answers, 140, replace=False)).astype(np.int32)
    deficits, counted = bounds.deficits_for(answers), counted_sets_for(answers, 448, used=True)
    bounds.forget_deficits(deficits, whole, len(whole))
    forget_counted(counted)
    nothing, words, better = np.full(448, 200, np.uint8), 3, 0
    nothing[guesses:] = 0
    inside = np.isin(np.arange(guesses), whole)
    for bucket in list(buckets_of(codes, whole))[:300]:
        exact = np.array([len(np.unique(row)) for row in codes[:, bucket]])
        bounds.mark(deficits, bucket)
        found = bound_by_counted(counted, nothing, deficits.marked, words)
        assert (counted.bounds[:guesses] >= exact + np.isin(np.arange(guesses), bucket)).all()
        assert found == counted.bounds.max()
        better += (counted.bounds[:guesses] < len(bucket)).mean()
        counted.bounds[:guesses] = exact + inside
        first = int(chance.integers(1, guesses))
        keep_counted(counted, (exact + inside).max(), 0, deficits.marked, words, first)
        again = bound_by_counted(counted, nothing[:first], deficits.marked, words)
        assert (counted.bounds[:first] <= (exact + inside)[:first]).all()
        assert again <= (exact + inside)[:first].max()
    assert len(counted.most) == 64, "the oldest made way"
    assert better > 30


@pytest.mark.parametrize(
    ("length", "guesses", "answers", "first"),
    [(3, 400, 150, 20), (3, 400, 330, 20), (4, 1200, 1200, 1060)],
)
def test_most_patterns_are_those_of_all_guesses(length, guesses, answers, first):
    solver = solver_of(random_vocabulary(7, length, 8, guesses, hidden=answers))
    tables, workspace = solver.tables, solver.take_workspace()
    whole = np.arange(first, answers, dtype=np.int32)
    bounds.begin_order(tables, workspace.guess_order, whole, len(whole))
    bounds.forget_deficits(workspace.deficits, whole, len(whole))
    buckets = sorted(buckets_of(tables.codes, whole), key=len)
    tried = buckets[:: len(buckets) // 96] + buckets[-3:]
    assert len(tried[0]) == 5
    assert len(tried[-1]) > 50
    assert len(tried) > 2 * bounds.LETTERS_AFTER
    given, scratch = (tables, workspace.guess_order, whole), workspace.bucket_counts[1]
    for bucket in tried:
        exact = most(tables.codes, bucket, bucket), most(tables.codes, bucket, whole), True
        assert bounds.max_buckets(*given, bucket, workspace, scratch, 0) == exact
    filled = len(whole) >= bounds.LETTERS_FROM
    assert workspace.letter_sets.state[bounds.FILLED] == filled
    bounded = 0
    for bucket in tried:
        exact = most(tables.codes, bucket, bucket)
        for enough in (exact + 1, exact, exact - 1):
            found, _, counted = bounds.max_buckets(*given, bucket, workspace, scratch, enough)
            assert counted or found <= enough
            assert found == exact if counted else found >= exact
            bounded += not counted
    assert (bounded > 0) == filled


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize(
    ("length", "letters", "guesses", "answers"), [(5, 8, 300, 100), (4, 10, 450, 320)]
)
def test_large_sets_take_what_all_openers_prove(length, letters, guesses, answers, hard):
    vocabulary = random_vocabulary(11, length, letters, guesses, hidden=answers)
    solver = solver_of(vocabulary, hard=hard)
    found = solver.solve(np.arange(answers))
    search = OpenerSearch(solver_of(vocabulary, hard=hard), threads=1)
    assert search.run()
    assert found.exact
    assert found.total == min(search.state.found).total
    kept = solver.take_workspace().counted_sets.state[1]
    assert (kept > 100) == (answers >= bounds.LETTERS_FROM)


@pytest.mark.parametrize(("length", "letters"), [(4, 10), (3, 5)])
def test_counts_are_those_of_all_candidates_with_and_without_letters(length, letters):
    vocabulary = random_vocabulary(3, length, letters, 110, hidden=90)
    solver = solver_of(vocabulary)
    tables, workspace = solver.tables, solver.take_workspace()
    order, sets = workspace.guess_order, workspace.letter_sets
    whole = np.arange(5, 90, dtype=np.int32)
    bounds.begin_order(tables, order, whole, len(whole))
    bounds.sort_guesses(tables, order, whole, workspace, workspace.bucket_counts[1])
    bounds.fill_letter_sets(tables, sets, order, whole)
    texts = {int(answer): vocabulary.answers[solver.numbering.answers[answer]] for answer in whole}
    chosen = [vocabulary.alphabet[letter] for letter in sets.letters if letter >= 0]
    assert len(set(chosen)) == len(chosen) == min(bounds.LETTERS, letters)
    # Candidates by the number of their letter set: a digit a letter, 0 without it, 2 with it.
    inside = [
        [
            answer
            for answer, text in texts.items()
            if all(
                digit == 1 or (bit < len(chosen) and chosen[bit] in text) == (digit == 2)
                for bit, digit in enumerate(reversed(digits))
            )
        ]
        for digits in product(range(3), repeat=bounds.LETTERS)
    ]
    assert sets.sizes.tolist() == list(map(len, inside))
    filled = [number for number, some in enumerate(inside) if len(some) >= bounds.SMALLEST]
    assert len(filled) > 20
    for number in filled:
        some = inside[number]
        counts = np.array([len(np.unique(row)) for row in tables.codes[:, some]])
        counts[whole] += 1
        ordered = counts[order.guesses[: len(counts)]]
        assert (sets.buckets[number, : len(counts)] == ordered).all()
        assert sets.most[number] == counts.max()
        assert inside[bounds.letter_set_of(sets, np.array(some))] == some
