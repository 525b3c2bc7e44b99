"""Trimming rules and hard mode, against the rules as a player would check them."""

from __future__ import annotations

from collections import Counter

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from words import random_words

from gpuwordle.constraints import TRIMMING, allowed_in_hard_mode, trim
from gpuwordle.errors import UserError
from gpuwordle.hard_mode import HardMode
from gpuwordle.statistics import Groups
from gpuwordle.vocabulary import Vocabulary


def keeps(rule, guess, answer, word):
    """Whether a rule keeps a word after a guess at a hidden answer."""
    colours = naive.colours(guess, answer)
    if rule == "pattern":
        return naive.colours(guess, word) == colours
    if word == guess:
        return False
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        if colour == 2 and word[place] != letter:
            return False
        if rule == "letters":
            coloured = {g for g, c in zip(guess, colours, strict=True) if c}
            if (letter in word) != (letter in coloured):
                return False
        elif colour == 1:
            if word[place] == letter or word.count(letter) < guess[: place + 1].count(letter):
                return False
        elif colour == 0 and word.count(letter) >= guess.count(letter):
            return False
    return True


def legal(guess, colours, word):
    """Hard mode: greens stay, and coloured letters are used as often as they were coloured."""
    greens_stay = all(word[p] == guess[p] for p, colour in enumerate(colours) if colour == 2)
    shown = Counter(g for g, colour in zip(guess, colours, strict=True) if colour)
    return greens_stay and all(word.count(g) >= count for g, count in shown.items())


drawn = st.integers(1, 7).flatmap(
    lambda length: st.lists(
        st.text("abc", min_size=length, max_size=length), min_size=1, max_size=30, unique=True
    )
)


@settings(max_examples=150, deadline=None)
@given(words=drawn, data=st.data(), rule=st.sampled_from(TRIMMING))
def test_rules_keep_what_their_words_say(words, data, rule):
    vocabulary = Vocabulary("drawn", words)
    guess = data.draw(st.sampled_from(range(len(words))))
    answer = data.draw(st.sampled_from(words))
    candidates = np.arange(len(words))
    code = naive.code(words[guess], answer)
    left = trim(vocabulary, candidates, guess, code, rule)
    assert [words[i] for i in left] == [w for w in words if keeps(rule, words[guess], answer, w)]
    if answer != words[guess]:
        assert answer in {words[i] for i in left}, "the hidden word stays a candidate"


@settings(max_examples=150, deadline=None)
@given(words=drawn, data=st.data())
def test_hard_mode_allows_what_uses_every_clue(words, data):
    vocabulary = Vocabulary("drawn", words)
    index = st.sampled_from(range(len(words)))
    answer = words[data.draw(index)]
    mode = HardMode(vocabulary)
    bits, allowed = mode.start(1), set(words)
    for guess in data.draw(st.lists(index, min_size=1, max_size=3)):
        colours = naive.colours(words[guess], answer)
        code = naive.code(words[guess], answer)
        one = allowed_in_hard_mode(vocabulary, guess, code)
        assert [w for w, ok in zip(words, one, strict=True) if ok] == [
            w for w in words if legal(words[guess], colours, w)
        ]
        some = np.arange(0, len(words), 2)
        assert (allowed_in_hard_mode(vocabulary, guess, code, some) == one[some]).all()
        allowed &= {w for w, ok in zip(words, one, strict=True) if ok}
        bits = mode.after(bits, np.array([guess]), np.array([code]))
        assert {words[i] for i in mode.pools(bits).group(0)} == allowed
    assert answer in allowed


def test_pools_of_many_states_come_in_order(monkeypatch):
    words = random_words(4, 5, 6, 200)
    vocabulary = Vocabulary("random", words)
    mode = HardMode(vocabulary)
    guesses = np.array([3, 50, 120, 7])
    codes = np.array([naive.code(words[g], words[11]) for g in guesses])
    bits = mode.after(mode.start(4), guesses, codes)
    whole = mode.pools(bits)
    monkeypatch.setattr("gpuwordle.hard_mode.UNPACKED_AT_ONCE", 250)
    piecewise = mode.pools(bits)
    for pools in (whole, piecewise):
        assert isinstance(pools, Groups)
        for state, (guess, code) in enumerate(zip(guesses, codes, strict=True)):
            expected = np.flatnonzero(allowed_in_hard_mode(vocabulary, guess, code))
            assert pools.group(state).tolist() == expected.tolist()


def test_an_unknown_rule_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    with pytest.raises(UserError, match=r"unknown trimming rule 'letter': did you mean letters"):
        trim(vocabulary, np.arange(2), 0, 0, "letter")
