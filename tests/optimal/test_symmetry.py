"""Guesses that renamings and reorderings turn into each other."""

import naive
import numpy as np
import pytest
from helpers.optimal import ranked, totals_of
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Vocabulary, load, prove
from gpuwordle.optimal.code_tables import Numbering
from gpuwordle.optimal.symmetry import first_alike
from gpuwordle.rules.built_in import RULES


def classes_of(vocabulary):
    """The classes of guesses, each in the search's order: answers first."""
    numbering = Numbering.of(vocabulary)
    first = first_alike(vocabulary, numbering)
    assert (first <= np.arange(len(first))).all() and (first[first] == first).all()
    guesses = [vocabulary.guesses[guess] for guess in numbering.guesses]
    return [[guesses[other] for other in np.flatnonzero(first == one)] for one in np.unique(first)]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("mastermind:4x6", {"1111": 6, "1112": 120, "1122": 90, "1123": 720, "1234": 360}),
        ("mastermind:3x2", {"111": 2, "112": 6}),
        ("bulls:3x5", {"123": 60}),
    ],
)
def test_codes_of_one_shape_are_alike(name, sizes):
    codes = load(name)
    found = classes_of(codes.of_length(codes.usual_length))
    assert {alike[0]: len(alike) for alike in found} == sizes


@pytest.mark.parametrize("rule", RULES)
def test_places_are_not_alike_under_wordles_rule(rule):
    words = Vocabulary("two", ["aab", "aba", "baa", "abb", "bab", "bba"], rule=rule)
    alike = [["aab", "bba"], ["aba", "bab"], ["baa", "abb"]]
    assert classes_of(words) == (alike if rule == "wordle" else [list(words.guesses)])


def test_answers_and_weights_are_kept():
    codes = ["aa", "ab", "ba", "bb"]
    assert classes_of(Vocabulary("some", codes[:3], codes)) == [[code] for code in codes]
    weighed = Vocabulary("weighed", codes, weights=[2, 1, 1, 2])
    assert classes_of(weighed) == [["aa", "bb"], ["ab", "ba"]]
    assert len(classes_of(Vocabulary("weighed", codes, weights=[2, 1, 1, 1]))) == 4


def test_words_of_a_language_are_not_alike():
    words = load("web2").of_length(5)
    assert len(classes_of(words)) == len(words.guesses)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), rule=st.sampled_from(list(RULES)))
def test_guesses_that_are_alike_take_equally_many(data, rule):
    codes = st.text("abc", min_size=3, max_size=3)
    words = sorted(data.draw(st.sets(codes, min_size=2, max_size=9)))
    vocabulary = Vocabulary("some", words, rule=rule)
    alike = {one: tuple(some) for some in classes_of(vocabulary) for one in some}
    totals = totals_of(vocabulary, told=naive.TOLD[rule])
    for some in alike.values():
        assert len({totals[one] for one in some}) == 1
    proof = prove(vocabulary, top=3)
    best = [(opener.guess, opener.total) for opener in proof.best]
    assert best == ranked(vocabulary, totals)[:3]
    assert (proof.bounds <= [totals[one] for one in words]).all()
