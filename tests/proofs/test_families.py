"""Families: words so alike that few guesses must leave two of them together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers import proofs
from helpers.proofs import refused
from helpers.words import list_of, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.proofs.board import Words
from gpuwordle.proofs.certificate import Certificate, FamilyProof, Statement
from gpuwordle.proofs.checker import Refused, check, most_touched, touched

FAMILY = ["aill", "bill", "cill", "dill", "eill", "fill", "gill", "hill"]


def test_families():
    words = [*FAMILY, "abcd", "efgh", "abef"]
    made = proofs.cores(words, FAMILY, 2)
    # Two guesses touch all eight initials, one guess four: the family needs three at least.
    family = replace(made, statements=(Statement(2, None, FamilyProof(np.arange(8))),))
    assert check(family).work == {"families": 1}
    refused(
        replace(made, statements=(Statement(3, None, FamilyProof(np.arange(8))),)),
        r"its family of 8 words, aill and others, is told apart by abcd, efgh",
    )
    for words, why in (([0, 0, 1], "twice"), ([3], "fewer than two"), ([1, 8], "no number")):
        refused(replace(made, statements=(Statement(2, None, FamilyProof(np.array(words))),)), why)
    refused(
        replace(made, statements=(Statement(2, 30, FamilyProof(np.arange(8))),)), "nothing else"
    )


def test_no_tree_finds_all_guesses_of_2023_in_five():
    words = list_of("wordle-nyt-2023").of_length(5).guesses
    alike = [number for number, word in enumerate(words) if word.endswith("ills")]
    assert (len(words), len(alike)) == (14855, 19)
    masks = touched(Words(words, words).labels(np.array(alike)))
    assert most_touched(masks, 4, 18) is None and len(most_touched(masks, 4, 17)) == 4
    family = Statement(5, None, FamilyProof(np.array(alike)))
    made = Certificate("nyt", words, words, False, None, "worst", False, None, (family,))
    assert check(made).bounds[0].allowed == 5
    refused(replace(made, statements=(replace(family, allowed=6),)), "19 words, bills and others")


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), allowed=st.integers(1, 3))
def test_families_never_refuse_what_is_possible(seed, allowed):
    words = random_words(seed, 4, 5, 12)
    minima = proofs.Minima(tuple(words), tuple(words[:8]), False)
    possible = minima.least(minima.answers, (), allowed)[0] < proofs.NEVER
    made = proofs.cores(words, words[:8], 1)
    family = replace(made, statements=(Statement(allowed, None, FamilyProof(np.arange(8))),))
    try:
        check(family)
    except Refused:
        return
    assert not possible
