"""Hard mode, against its rule as a player would check it."""

from __future__ import annotations

import naive
import numpy as np
from helpers.clues import word_lists
from helpers.player import legal
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.hard_mode import LegalGuesses
from gpuwordle.words.vocabulary import Vocabulary


@settings(max_examples=150)
@given(words=word_lists, data=st.data())
def test_guesses_are_legal_that_use_every_clue(words, data):
    hard_mode = LegalGuesses(Vocabulary("drawn", words))
    index = st.sampled_from(range(len(words)))
    answer = words[data.draw(index)]
    bits, expected = hard_mode.without_clues(1), words
    assert hard_mode.listed(bits).group(0).tolist() == list(range(len(words)))
    for guess in data.draw(st.lists(index, min_size=1, max_size=3)):
        colours = naive.colours(words[guess], answer)
        bits = hard_mode.after(
            bits, np.array([guess]), np.array([naive.code(words[guess], answer)])
        )
        expected = [word for word in expected if legal(words[guess], colours, word)]
        assert [words[i] for i in hard_mode.listed(bits).group(0)] == expected
    assert answer in expected


def test_many_states_are_listed_in_order(monkeypatch):
    words = random_words(4, 5, 6, 200)
    hard_mode = LegalGuesses(Vocabulary("random", words))
    guesses = [3, 50, 120, 7]
    answer = words[11]
    codes = np.array([naive.code(words[guess], answer) for guess in guesses])
    bits = hard_mode.after(hard_mode.without_clues(4), np.array(guesses), codes)
    whole = hard_mode.listed(bits)
    monkeypatch.setattr("gpuwordle.clues.hard_mode.UNPACKED_AT_ONCE", 250)
    for listed in (whole, hard_mode.listed(bits)):
        for state, guess in enumerate(guesses):
            colours = naive.colours(words[guess], answer)
            expected = [i for i, word in enumerate(words) if legal(words[guess], colours, word)]
            assert listed.group(state).tolist() == expected
    assert len(hard_mode.listed(bits[:0])) == 0
