"""Filter rules and hard mode, against the rules as a player would check them."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from helpers.player import keeps, legal
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.filters import trim
from gpuwordle.clues.hard_mode import HardMode, allowed_in_hard_mode
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.vocabulary import Vocabulary

drawn = st.integers(1, 7).flatmap(
    lambda length: st.lists(
        st.text("abc", min_size=length, max_size=length), min_size=1, max_size=30, unique=True
    )
)


@settings(max_examples=150, deadline=None)
@given(words=drawn, data=st.data(), rule=st.sampled_from(FILTERS))
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
    monkeypatch.setattr("gpuwordle.clues.hard_mode.UNPACKED_AT_ONCE", 250)
    piecewise = mode.pools(bits)
    for pools in (whole, piecewise):
        assert isinstance(pools, Groups)
        for state, (guess, code) in enumerate(zip(guesses, codes, strict=True)):
            expected = np.flatnonzero(allowed_in_hard_mode(vocabulary, guess, code))
            assert pools.group(state).tolist() == expected.tolist()


def test_an_unknown_rule_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "dog"])
    with pytest.raises(UserError, match=r"unknown filter 'letter': did you mean letters"):
        trim(vocabulary, np.arange(2), 0, 0, "letter")
