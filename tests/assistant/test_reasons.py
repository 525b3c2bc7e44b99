"""Reasons that a player understands: every clue that rules a word out is told, and no other."""

from __future__ import annotations

import pytest
from helpers.assistant import random_game, rng_of
from helpers.optimal import small_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.assistant.reasons import against
from gpuwordle.clues.clues import Clues


@settings(max_examples=60)
@given(st.integers(0, 1 << 30))
def test_there_is_a_reason_against_every_word_that_is_out(seed):
    words = small_vocabulary(seed)
    clues = Clues(tuple(random_game(words, rng_of(seed))[0]))
    demands = clues.demands()
    for word in words.guesses:
        assert (against(word, demands) == "") == clues.explain(word).eligible


@pytest.mark.parametrize(
    ("clues", "word", "reason"),
    [
        ("crane=01200", "shtik", "it lacks A and R, and letter 3 must be A"),
        ("crane=00000", "coast", "it has C and A, which are not in the answer"),
        ("crane=00001", "abode", "letter 5 cannot be E"),
        ("crane=00000", "mouse", "it has E, which is not in the answer"),
        ("geese=01100", "crepe", "letters 3 and 5 cannot be E"),
        ("crane=00100", "crane", "it has C, R, N and E, which are not in the answer, and letter 3"),
        ("speed=00100", "eject", "it has 2 E but the answer has at most 1"),
        ("abbey=01100", "label", "it has 1 B but the answer has at least 2"),
    ],
)
def test_reasons(clues, word, reason):
    assert reason in against(word, Clues.parse(clues).demands())
