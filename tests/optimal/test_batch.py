"""Many sets at once: what each has alone, however small the memo and the stack begin."""

import naive
import numpy as np
import pytest
from helpers.optimal import solver_of, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.optimal import resources
from gpuwordle.optimal.batch import least_totals, solve_each
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.solver import Solver
from gpuwordle.scoring.groups import Groups


@settings(max_examples=25)
@given(vocabulary=vocabularies.filter(lambda words: len(words.answers) >= 3), seed=st.integers(0))
def test_sets_are_solved_as_one_by_one(vocabulary, seed):
    solver, answers = solver_of(vocabulary), len(vocabulary.answers)
    chance = np.random.default_rng(seed)
    sizes = chance.integers(3, answers + 1, 12)
    some = [chance.permutation(answers)[:size].astype(np.int32) for size in sizes]  # not sorted
    found = solve_each(solver, Groups.of(some))
    lows, highs = least_totals(solver, Groups.of(some))
    assert lows.tolist() == highs.tolist() == [one.total for one in found]
    for candidates, one in zip(some, found, strict=True):
        words = vocabulary.guesses, [vocabulary.answers[answer] for answer in candidates]
        least = naive.least_total(*words)
        assert (one.total, one.bound, one.exact) == (least, least, True)
        if one.guess >= 0:
            assert naive.least_total(*words, opener=vocabulary.guesses[one.guess]) == least
        assert one.worst >= naive.least_worst(*words)


def test_a_memo_and_a_stack_that_are_too_small_are_enlarged(wordle, monkeypatch):
    some = Groups.of([np.arange(first, first + 40, dtype=np.int32) for first in range(0, 2000, 40)])
    expected = [one.total for one in solve_each(Solver(wordle), some)]
    monkeypatch.setattr(resources, "FIRST_SLOTS", 1 << 8)
    cramped = Solver(wordle)
    cramped._shape = 2, cramped._shape[1]
    assert [one.total for one in solve_each(cramped, some)] == expected
    assert least_totals(cramped, some)[0].tolist() == expected


def test_sets_without_time_keep_their_bounds(wordle):
    over = Deadline(1e-9)
    some = Groups.of([np.arange(300, dtype=np.int32), np.arange(2, dtype=np.int32)])
    lows, highs = least_totals(Solver(wordle), some, deadline=over)
    assert lows[0] < highs[0] and lows[1] == highs[1] == 3


@pytest.mark.parametrize("how", [{"hard": True}, {"allowed": 6}])
def test_only_easy_mode_without_a_limit_is_solved(wordle, how):
    with pytest.raises(AssertionError):
        solve_each(Solver(wordle, **how), Groups.of([np.arange(3, dtype=np.int32)]))
