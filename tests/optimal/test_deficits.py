"""Bounds of parts from deficits, and the counts behind them, compared with all guesses counted."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.optimal.deficits import (
    deficits_for,
    forget,
    keep_deficit,
    least_deficit,
    mark,
)
from gpuwordle.optimal.falling import (
    LETTERS_AFTER,
    LETTERS_FROM,
    SORTED_AFTER,
    begin,
    most_patterns,
)
from gpuwordle.optimal.letter_sets import FILLED
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.solver import Solver
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def solver():
    words = random_words(7, 3, 8, 400)
    vocabulary = Vocabulary("random", words[:150], words)
    return Solver(vocabulary, backend=NUMPY(vocabulary))


def most(codes, members, candidates):
    """The most patterns of any guess, and one for candidates, counted one by one."""
    counts = [len(set(row.tolist())) for row in codes[:, members]]
    return max(count + (guess in candidates) for guess, count in enumerate(counts))


def parts_of(codes, whole):
    """Parts of a set that guesses leave."""
    for row in codes[:, whole]:
        for code in np.unique(row):
            part = whole[row == code]
            if len(part) >= 5:
                yield part


def test_deficits_are_lower_bounds(solver, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.deficits.MOST_KEPT", 512)
    codes, chance = solver.tables.codes, np.random.default_rng(1)
    whole = np.sort(chance.choice(codes.shape[1], 140, replace=False)).astype(np.int32)
    deficits, better, parts = deficits_for(codes.shape[1]), 0, list(parts_of(codes, whole))
    forget(deficits, whole, len(whole))
    for part in parts[:900]:
        exact = len(part) + 1 - most(codes, part, whole)
        mark(deficits, part)
        known = least_deficit(deficits, len(part), 0, 1 << 30)
        assert known <= exact <= len(part) + 1 - most(codes, part, part)
        better += known > 1
        keep_deficit(deficits, len(part), exact)
        assert least_deficit(deficits, len(part), 0, 1 << 30) == exact
    assert deficits.values.size == 512 < 900 < len(parts), "the oldest made way"
    assert better > 100
    forget(deficits, whole, len(whole))
    assert least_deficit(deficits, 140, 0, 1 << 30) == 0


@pytest.mark.parametrize("answers", [150, 330])
def test_most_patterns_are_those_of_all_guesses(answers):
    words = random_words(7, 3, 8, 400)
    vocabulary = Vocabulary("random", words[:answers], words)
    solver = Solver(vocabulary, backend=NUMPY(vocabulary))
    tables, scratch = solver.tables, solver.take_scratch()
    whole = np.arange(20, answers, dtype=np.int32)
    begin(tables, scratch.falling, whole, len(whole))
    parts = sorted(parts_of(tables.codes, whole), key=len)
    tried = parts[:: len(parts) // (12 * SORTED_AFTER)] + parts[-3:]
    assert len(tried[0]) == 5
    assert len(tried[-1]) > 50
    assert len(tried) > 2 * LETTERS_AFTER
    for part in tried:
        found = most_patterns(tables, scratch.falling, whole, part, scratch, scratch.counts[1])
        assert found == (most(tables.codes, part, part), most(tables.codes, part, whole))
    assert scratch.letter_sets.state[FILLED] == (len(whole) >= LETTERS_FROM)


@pytest.mark.parametrize("hard", [False, True])
def test_large_sets_take_what_all_openers_prove(hard):
    words = random_words(11, 5, 8, 300)
    vocabulary = Vocabulary("random", words[:100], words)
    solver = Solver(vocabulary, hard=hard, backend=NUMPY(vocabulary))
    found = solver.solve(np.arange(100))
    search = OpenerSearch(Solver(vocabulary, hard=hard, backend=NUMPY(vocabulary)), threads=1)
    assert search.run()
    assert found.exact
    assert found.total == min(search.standing.found).total
