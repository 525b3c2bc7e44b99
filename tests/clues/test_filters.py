"""Filters, against what they keep as a player would check it."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from helpers.clues import word_lists
from helpers.player import keeps, legal
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.facts import facts_of_words
from gpuwordle.clues.filters import decided_by_guess, kept_by, remaining
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.words.vocabulary import Vocabulary


@settings(max_examples=150)
@given(words=word_lists, data=st.data(), filter=st.sampled_from(FILTERS))
def test_filters_keep_what_their_words_say(words, data, filter):
    vocabulary = Vocabulary("drawn", words)
    guess = data.draw(st.sampled_from(range(len(words))))
    answer = data.draw(st.sampled_from(words))
    code = naive.code(words[guess], answer)
    left = remaining(vocabulary, np.arange(len(words)), guess, code, filter)
    assert [words[i] for i in left] == [w for w in words if keeps(filter, words[guess], answer, w)]
    if answer != words[guess]:
        assert answer in {words[i] for i in left}, "the hidden word stays a candidate"


@settings(max_examples=150)
@given(words=word_lists, data=st.data(), filter=st.sampled_from(FILTERS))
def test_hard_mode_drops_what_may_no_longer_be_played(words, data, filter):
    letters = Vocabulary("drawn", words).guess_letters
    guess = data.draw(st.sampled_from(range(len(words))))
    answer = data.draw(st.sampled_from(words))
    colours = naive.colours(words[guess], answer)
    code = np.array([naive.code(words[guess], answer)])
    facts = facts_of_words(letters[guess], letters)
    mask, value = kept_by(filter, letters[guess][None], code, hard=True)
    found = {w for w, fact in zip(words, facts, strict=True) if fact & mask[0] == value[0]}
    expected = {
        w
        for w in words
        if keeps(filter, words[guess], answer, w) and legal(words[guess], colours, w)
    }
    assert found - {words[guess]} == expected - {words[guess]}
    decided = decided_by_guess(filter, letters[guess][None])
    assert decided & mask == decided, "what is looked at in any case is looked at here"


def test_an_unknown_filter_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    with pytest.raises(UserError, match=r"unknown filter 'letter': did you mean letters"):
        remaining(vocabulary, np.arange(2), 0, 0, "letter")
