"""Facts of patterns, and filters against what they keep as a player would check it."""

from itertools import product

import naive
import numpy as np
import pytest
from helpers.clues import word_lists
from helpers.errors import refused
from helpers.player import keeps
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.facts import as_bits, facts_of_codes, facts_of_words
from gpuwordle.clues.filters import decided_by_guess, kept_by, remaining
from gpuwordle.rules.conditions import FILTERS
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


def test_twenty_places_fit():
    places = np.ones((1, 20), bool)
    places[0, 3] = False
    assert as_bits(places).tolist() == [2**20 - 1 - 2**3]
    word = np.arange(20, dtype=np.uint8)
    assert facts_of_words(word, word[None]).tolist() == [2**40 - 1]


def check_facts(words, filter, guess, answer, hard):
    """Compare what facts keep with the oracle; return what is looked at, in any case and here."""
    vocabulary, code = Vocabulary("drawn", words), np.array([naive.code(guess, answer)])
    played = vocabulary.guess_letters[vocabulary.find(guess)]
    facts = facts_of_words(played, vocabulary.guess_letters)
    mask, value = kept_by(filter, played[None], code, hard=hard)
    found = {w for w, fact in zip(words, facts, strict=True) if fact & mask[0] == value[0]}
    expected = {
        word
        for word in words
        if keeps(filter, guess, answer, word)
        and (not hard or naive.is_legal(guess, naive.colours(guess, answer), word))
    }
    assert found - {guess} == expected - {guess}
    return decided_by_guess(filter, played[None])[0], mask[0]


@settings(max_examples=150)
@given(words=word_lists, data=st.data(), filter=st.sampled_from(FILTERS))
def test_filters_keep_what_their_words_say(words, data, filter):
    """In hard mode they also drop what may no longer be played."""
    guess, answer = (data.draw(st.sampled_from(words)) for _ in range(2))
    candidates, code = np.arange(len(words)), naive.code(guess, answer)
    left = remaining(Vocabulary("drawn", words), candidates, words.index(guess), code, filter)
    assert [words[i] for i in left] == [w for w in words if keeps(filter, guess, answer, w)]
    if answer != guess:
        assert answer in {words[i] for i in left}, "the hidden word stays a candidate"
    decided, mask = check_facts(words, filter, guess, answer, hard=True)
    assert decided & mask == decided, "what is looked at in any case is looked at here"


def test_a_filter_is_known_and_a_code_is_one_of_a_pattern():
    asked = Vocabulary("pets", ["cat", "dog"]), np.arange(2), 0
    assert remaining(*asked, 26).tolist() == [0]
    refused("code index 27 is out of range: give 0 to 26", remaining, *asked, 27)
    refused("unknown filter 'letter': did you mean letters", remaining, *asked, 0, "letter")
    jotto = Vocabulary("pets", ["cat", "dog"], rule="jotto")
    refused("remaining works only under Wordle's rule", remaining, jotto, *asked[1:], 3)
    with pytest.raises(TypeError, match="'pets' is not a Vocabulary: give one"):
        remaining("pets", *asked[1:], 3)


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("guess", ["aaa", "aab", "aba", "baa", "abc"])
def test_every_clue_of_three_letters(guess, filter):
    """All words of four letters against all patterns of a guess, in easy and in hard mode."""
    words = ["".join(letters) for letters in product("abcd", repeat=3)]
    answers, masks = {naive.code(guess, answer): answer for answer in words}, []
    for answer in answers.values():
        check_facts(words, filter, guess, answer, hard=True)
        decided, mask = check_facts(words, filter, guess, answer, hard=False)
        masks.append(mask)
    assert decided == np.bitwise_and.reduce(masks), "all that every clue looks at, and no more"
