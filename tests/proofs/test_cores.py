"""Cores are found exactly where no tree finds all words; families, where words are too similar."""

import functools
import operator
from itertools import combinations

import naive
import numpy as np
from helpers import proofs
from helpers.proofs import FAMILY, proof_of, refused, with_proof
from helpers.words import list_of, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.proofs.board import Words
from gpuwordle.proofs.certificate import FamilyProof, Statement, decode, encode
from gpuwordle.proofs.checker import check, most_touched, touched_words
from gpuwordle.proofs.cores import CoreSearch, family_against


def certified(words, answers, allowed):
    """A certificate by cores, or None where a tree finds all words."""
    proof = CoreSearch(Words(words, answers)).prove(allowed)
    return proof and proofs.stating(words, answers, Statement(allowed, None, proof))


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
    made = certified(words, answers, allowed)
    assert (made is None) == (naive.least_worst(words, answers) <= allowed)
    if made is not None:
        assert check(decode(encode(made))).bounds[0].allowed == allowed


def test_the_same_list_has_the_same_cores():
    words, answers = proofs.rhymes(3, 16, 0)
    one, two = (certified(words, answers, 4) for _ in range(2))
    assert encode(one) == encode(two) and len(proof_of(one).sizes) > 1


def test_no_tree_finds_the_words_of_wordle_in_three():
    words = list_of("wordle").of_length(5)
    rng = np.random.default_rng(2)
    some = np.sort(rng.choice(len(words.guesses), 1500, replace=False))
    guesses = sorted({*words.answers[:400], *(words.guesses[word] for word in some)})
    told = []
    proof = CoreSearch(Words(guesses, words.answers[:400])).prove(3, told.append)
    assert told == sorted(told) and told[-1] == 1.0
    made = proofs.stating(guesses, words.answers[:400], Statement(3, None, proof))
    assert check(made).work["cores"] > 1


def test_guesses_that_touch_the_same_words_end_the_search():
    """As many guesses as there are do not go deeper than there are words, nor through all sets."""
    masks = [sum(1 << word for word in words) for words in combinations(range(20), 3)]
    assert most_touched(masks, 2000, 21) is None
    assert functools.reduce(operator.or_, most_touched(masks, 2000, 20)) == 2**20 - 1


WORDS = [*FAMILY, "abcd", "efgh", "abef"]


def test_families():
    words = Words(WORDS, WORDS)
    assert sorted(family_against(words, 2).words.tolist()) == list(range(8))
    assert family_against(words, 3) is None
    made = proofs.cores(WORDS, FAMILY, 2)

    def by_family(words, **changes):
        return with_proof(made, FamilyProof(np.array(words)), **changes)

    # Two guesses touch all eight initials, one guess four: the family needs three at least.
    every = range(8)
    assert check(by_family(every)).work == {"families": 1}
    apart = r"its family of 8 words, aill and others, is told apart by abcd, efgh"
    refused(by_family(every, allowed=3), apart)
    refused(by_family([0, 0, 1]), "twice")
    refused(by_family([3]), "fewer than two")
    refused(by_family([1, 8]), "number out of range")
    refused(by_family(every, bound=30), "nothing else")


def test_no_tree_finds_all_guesses_of_2023_in_five():
    words = list_of("wordle-nyt-2023").of_length(5).guesses
    alike = [number for number, word in enumerate(words) if word.endswith("ills")]
    assert (len(words), len(alike)) == (14855, 19)
    masks = touched_words(Words(words, words).labels(np.array(alike)))
    assert most_touched(masks, 4, 18) is None and len(most_touched(masks, 4, 17)) == 4
    made = proofs.stating(words, words, Statement(5, None, FamilyProof(np.array(alike))))
    assert check(made).bounds[0].allowed == 5
    refused(with_proof(made, allowed=6), "19 words, bills and others")
