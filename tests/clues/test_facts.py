"""Facts, against patterns as the oracle gives them."""

from __future__ import annotations

import naive
import numpy as np
from helpers.clues import word_lists
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.facts import (
    as_bits,
    coloured_copies,
    copies_up_to,
    facts_of_codes,
    facts_of_words,
)
from gpuwordle.words.vocabulary import Vocabulary


@settings(max_examples=150)
@given(words=word_lists, data=st.data())
def test_words_have_the_facts_of_their_pattern(words, data):
    letters = Vocabulary("drawn", words).guess_letters
    guess = data.draw(st.sampled_from(range(len(words))))
    codes = np.array([naive.code(words[guess], word) for word in words])
    facts = facts_of_words(letters[guess], letters)
    repeated = np.broadcast_to(letters[guess], letters.shape)
    assert facts.tolist() == facts_of_codes(repeated, codes).tolist()
    assert len(set(facts.tolist())) == len(set(codes.tolist())), "equal facts, equal patterns"


@given(st.text("abc", min_size=1, max_size=9), st.data())
def test_copies_are_counted_letter_by_letter(word, data):
    letters = np.array([["abc".index(letter) for letter in word]], np.uint8)
    colours = data.draw(
        st.lists(st.sampled_from([0, 1, 2]), min_size=len(word), max_size=len(word))
    )
    assert copies_up_to(letters)[0].tolist() == [
        word[: place + 1].count(letter) for place, letter in enumerate(word)
    ]
    assert coloured_copies(letters, np.array([colours], np.uint8))[0].tolist() == [
        sum(other == letter and colour > 0 for other, colour in zip(word, colours, strict=True))
        for letter in word
    ]


def test_twenty_places_fit():
    places = np.ones((1, 20), bool)
    places[0, 3] = False
    assert as_bits(places).tolist() == [2**20 - 1 - 2**3]
    word = np.arange(20, dtype=np.uint8)
    assert facts_of_words(word, word[None]).tolist() == [2**40 - 1]
