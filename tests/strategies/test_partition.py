"""Reductions that are updated, against reductions that are counted anew."""

import numpy as np
import pytest
from helpers.noted import noted
from helpers.playing import NUMPY, conditions, same_trees, vocabularies
from helpers.words import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, grow
from gpuwordle.strategies import partition


@settings(max_examples=60)
@given(vocabulary=vocabularies(30), how=conditions, opened=st.booleans())
def test_the_incremental_form_plays_expected_size(vocabulary, how, opened):
    opener = len(vocabulary.guesses) - 1 if opened else None
    trees = [
        grow(vocabulary, name, Conditions(**how), opener=opener, backend=NUMPY(vocabulary))
        for name in ("expected-size", "expected-size-incremental")
    ]
    same_trees(*trees)


def test_reductions_after_deletions_are_those_of_what_is_left():
    vocabulary = random_vocabulary(2, 5, 5, 80)
    codes, deleted = NUMPY(vocabulary).codes(), np.random.default_rng(0).random(80) < 0.6
    left = partition.Reductions.of(codes).without(deleted)
    afresh = partition.Reductions.of(codes[:, ~deleted])
    assert (left.each == afresh.each).all()
    assert (left.total == afresh.total).all()


@pytest.mark.parametrize("memory", [1, 10_000, 25_000])
def test_reductions_that_do_not_fit_are_counted_anew(memory, monkeypatch):
    vocabulary = random_vocabulary(2, 5, 5, 40)
    whole = grow(vocabulary, "expected-size", backend=NUMPY(vocabulary))
    counted = noted(monkeypatch, partition.Reductions, "of", lambda _, codes: codes.size)
    backend = NUMPY(vocabulary, memory=memory)
    tight = grow(vocabulary, "expected-size-incremental", backend=backend)
    assert tight.table.guesses.tolist() == whole.table.guesses.tolist()
    assert len(counted) > 1
    assert 8 * max(counted) <= max(memory // 4, 8 * 40)
