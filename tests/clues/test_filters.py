"""Filters, against what they keep as a player would check it."""

from __future__ import annotations

from itertools import product

import naive
import numpy as np
import pytest
from helpers.clues import word_lists
from helpers.player import keeps
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
        if keeps(filter, words[guess], answer, w) and naive.is_legal(words[guess], colours, w)
    }
    assert found - {words[guess]} == expected - {words[guess]}
    decided = decided_by_guess(filter, letters[guess][None])
    assert decided & mask == decided, "what is looked at in any case is looked at here"


def test_an_unknown_filter_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    with pytest.raises(UserError, match=r"unknown filter 'letter': did you mean letters"):
        remaining(vocabulary, np.arange(2), 0, 0, "letter")


def test_a_code_is_one_of_a_pattern():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    assert remaining(vocabulary, np.arange(2), 0, 26).tolist() == [0]
    with pytest.raises(UserError, match="code index 27 is out of range: give 0 to 26"):
        remaining(vocabulary, np.arange(2), 0, 27)


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("guess", ["aaa", "aab", "aba", "baa", "abc"])
def test_every_clue_of_three_letters(guess, filter):
    """All words of four letters against all patterns of a guess, in easy and in hard mode."""
    words = ["".join(letters) for letters in product("abcd", repeat=3)]
    vocabulary = Vocabulary("all", words)
    played = vocabulary.guess_letters[vocabulary.find(guess)]
    facts = facts_of_words(played, vocabulary.guess_letters)
    answers = {naive.code(guess, answer): answer for answer in words}
    masks = []
    for code, answer in answers.items():
        for hard in (False, True):
            mask, value = kept_by(filter, played[None], np.array([code]), hard=hard)
            found = [w for w, fact in zip(words, facts, strict=True) if fact & mask[0] == value[0]]
            expected = [
                word
                for word in words
                if keeps(filter, guess, answer, word)
                and (not hard or naive.is_legal(guess, naive.colours(guess, answer), word))
            ]
            assert set(found) - {guess} == set(expected) - {guess}, (code, hard)
            masks += [mask[0]] * (not hard)
    decided = decided_by_guess(filter, played[None])[0]
    assert decided == np.bitwise_and.reduce(masks), "all that every clue looks at, and no more"
