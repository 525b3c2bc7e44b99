"""Pairs of guesses that differ in one letter, which are counted together."""

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.neighbours import Neighbours
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.words.vocabulary import Vocabulary


def pairs_of(guesses):
    found = Neighbours.of(RowPlan.of(Vocabulary("words", guesses).guess_letters))
    return found, [(guesses[one], guesses[other]) for one, other in found.pairs.tolist()]


def test_a_letter_that_stands_twice_makes_no_pair():
    _, pairs = pairs_of(["aab", "aac", "aba", "bca", "bcd"])
    assert sorted(pairs) == [("aab", "aac"), ("bca", "bcd")]
    assert pairs_of(["aab", "aaa", "baa"])[1] == []  # a in the place of b stands elsewhere


@pytest.mark.parametrize("length", range(1, 6))
def test_each_guess_is_in_one_pair_or_in_none(length):
    guesses = random_words(length, length, 6, 300)
    found, pairs = pairs_of(guesses)
    assert sorted([*found.pairs.ravel(), *found.others]) == list(range(len(guesses)))
    for (one, other), step in zip(pairs, found.steps.tolist(), strict=True):
        (place,) = (i for i in range(length) if one[i] != other[i])
        assert step == 3 ** (length - 1 - place)
        assert one.count(one[place]) == other.count(other[place]) == 1


def test_all_guesses_of_many_candidates_are_counted_in_pairs():
    guesses = random_words(1, 5, 6, 1000)
    words = Vocabulary("words", guesses[:800], guesses, weights=np.arange(1, 801))
    engine = NumbaBackend(words, threads=2)
    found = engine.statistics()
    assert len(engine.__dict__["_neighbours"].pairs) > 200  # of every place, and not all guesses
    assert len(set(engine.__dict__["_neighbours"].steps.tolist())) == 5
    assert (found.block == NumpyBackend(words).statistics().block).all()
