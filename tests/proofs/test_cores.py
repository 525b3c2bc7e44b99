"""Cores are found exactly where no tree finds all words, and the checker accepts them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from helpers import proofs
from helpers.words import list_of, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.proofs.board import Words
from gpuwordle.proofs.certificate import Statement, decode, encode
from gpuwordle.proofs.checker import check
from gpuwordle.proofs.cores import CoreSearch


def certified(words, answers, allowed):
    """A certificate by cores, or None where a tree finds all words."""
    proof = CoreSearch(Words(words, answers)).prove(allowed)
    if proof is None:
        return None
    made = proofs.cores(("aa", "ab"), ("aa", "ab"), 1)
    statement = Statement(allowed, None, proof)
    return replace(made, guesses=tuple(words), answers=tuple(answers), statements=(statement,))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    hidden=st.integers(1, 16),
    others=st.integers(0, 6),
    allowed=st.integers(1, 5),
    rhymed=st.booleans(),
)
def test_cores_are_where_no_tree_is(seed, hidden, others, allowed, rhymed):
    if rhymed:
        words, answers = proofs.rhymes(seed, hidden, others)
    else:
        words = random_words(seed, 4, 3, 14)
        answers = words[:hidden]
    minima = proofs.Minima(tuple(words), tuple(answers), False)
    possible = minima.least(minima.answers, (), allowed)[0] < proofs.NEVER
    made = certified(words, answers, allowed)
    assert possible == (made is None)
    if made is not None:
        assert check(decode(encode(made))).bounds[0].allowed == allowed


def test_the_same_list_has_the_same_cores():
    words, answers = proofs.rhymes(3, 16, 0)
    one, two = (certified(words, answers, 4) for _ in range(2))
    assert encode(one) == encode(two)
    assert len(one.statements[0].proof.sizes) > 1


def test_no_tree_finds_the_words_of_wordle_in_three():
    words = list_of("wordle").of_length(5)
    rng = np.random.default_rng(2)
    some = np.sort(rng.choice(len(words.guesses), 1500, replace=False))
    guesses = sorted({*words.answers[:400], *(words.guesses[word] for word in some)})
    told = []
    search = CoreSearch(Words(guesses, words.answers[:400]))
    assert search.prove(3, told.append) is not None
    assert told == sorted(told) and told[-1] == 1.0
    assert check(certified(guesses, words.answers[:400], 3)).work["cores"] > 1
