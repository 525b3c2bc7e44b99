"""Exact play without compiled code: against the oracle, and the choice of the compiled solver."""

from unittest import mock

import naive
import numpy as np
import pytest
from helpers.optimal import small_vocabulary
from helpers.playing import NUMPY
from helpers.processes import python
from helpers.words import PETS
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import suggest
from gpuwordle.assistant import adviser, plain_solver
from gpuwordle.assistant.plain_solver import PlainSolver, TooMany, bucket_counts
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.solver import Solver


@settings(max_examples=80)
@given(st.integers(0, 1 << 30), st.booleans(), st.sampled_from([None, 2, 3, 4]))
def test_totals_are_the_least_over_all_trees(seed, hard, left):
    words = small_vocabulary(seed, hidden=2 + seed % 6)
    found = PlainSolver(NUMPY(words), hard=hard).choose(np.arange(len(words.answers)), left=left)
    expected = naive.least_total(words.guesses, words.answers, hard=hard, allowed=left)
    assert found.exact
    if found.total is None:
        assert expected == float("inf")
        return
    assert (found.total, found.bound) == (expected, expected)
    for allowed in (left, found.worst):
        how = {"hard": hard, "allowed": allowed, "opener": words.guesses[found.guess]}
        assert naive.least_total(words.guesses, words.answers, **how) == expected


@settings(max_examples=40)
@given(st.integers(0, 1 << 30), st.booleans())
def test_the_choice_is_that_of_the_compiled_solver(seed, hard):
    words = small_vocabulary(seed, hidden=3 + seed % 11)
    engine, everything = NUMPY(words), np.arange(len(words.answers))
    with mock.patch.object(plain_solver, "MOST_TRIES", 1 << 30):
        plain = PlainSolver(engine, hard=hard).choose(everything)
    compiled = Solver(words, hard=hard, backend=engine).choose(everything)
    assert (plain.total, plain.guess) == (compiled.total, compiled.guess)


def test_without_time_there_is_a_bound():
    words = small_vocabulary(5, length=4, hidden=12)
    found = PlainSolver(NUMPY(words)).solve(np.arange(12), deadline=Deadline(0))
    assert (found.total, found.bound, found.exact) == (None, 23, False)


def test_what_is_too_much_is_left_to_compiled_code(monkeypatch):
    words = small_vocabulary(5, length=4, hidden=12)
    clue = [(words.guesses[-1], "0000")]
    found = suggest(words, clue, seconds=None).to_dict()
    monkeypatch.setattr(plain_solver, "MOST_TRIES", 0)
    with pytest.raises(TooMany):
        PlainSolver(NUMPY(words)).solve(np.arange(12))
    assert suggest(words, clue, seconds=None).to_dict() == found
    limits = {"MOST_TRIES": 1 << 30, "MANY": 0, "MOST_PROMISING": -1}
    with mock.patch.multiple(plain_solver, **limits), pytest.raises(TooMany):
        PlainSolver(NUMPY(words)).solve(np.arange(12))
    monkeypatch.setattr(adviser, "FEW", 0)
    assert suggest(words, clue, seconds=None).to_dict() == found


def test_the_first_answer_does_not_depend_on_how_fast_the_machine_is(monkeypatch):
    words = small_vocabulary(5, length=4, hidden=12)
    clue = [(words.guesses[-1], "0000")]
    exact, hurried = (suggest(words, clue, seconds=seconds) for seconds in (None, 1e-9))
    assert (hurried.play, hurried.best) == (exact.play, exact.best)
    monkeypatch.setattr(plain_solver, "MOST_TRIES", 0)
    compiled = suggest(words, clue, seconds=1e-9).play.expected
    assert compiled.low <= exact.play.expected.low <= compiled.high


@pytest.mark.parametrize("seed", range(5))
def test_buckets_are_counted(monkeypatch, seed):
    codes = np.random.default_rng(seed).integers(0, 6, (1 + 3 * seed, 50), np.uint8)
    expected = [len(set(row)) for row in codes.T.tolist()]
    assert bucket_counts(codes).tolist() == expected
    monkeypatch.setattr(plain_solver, "MANY", 0)
    assert bucket_counts(codes).tolist() == expected


def test_one_question_about_a_few_words_loads_no_compiler(file):
    path = file("pets.txt", *PETS.answers)
    script = (
        "import sys; from gpuwordle.cli.app import run;"
        f"run(['solve', 'rat=000', '-v', {str(path)!r}]);"
        "print(sorted({'numba', 'cupy', 'pyarrow', 'matplotlib'} & set(sys.modules)))"
    )
    code, out, err = python("-c", script)
    assert code == 0, err
    assert out.startswith("3 words left: cow dog pig\n")
    assert out.splitlines()[-1] == "[]"
