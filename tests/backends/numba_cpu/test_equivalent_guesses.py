"""Guesses that stand for all that a renaming of letters makes of them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.backends.numba_cpu import backend as numba_backend
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.equivalent_guesses import EquivalentGuesses
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.named import rule_named
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.words.vocabulary import Vocabulary

RULES = ("wordle", "mastermind", "jotto", "greens")


def every_word(letters, length, rule="mastermind"):
    words = ["".join(word) for word in product(letters, repeat=length)]
    return Vocabulary("every", words, rule=rule_named(rule), symbols=True)


def stood_for(guesses, words):
    return [words.guesses[guess] for guess in guesses]


def test_before_the_first_guess_every_letter_can_be_renamed():
    words = every_word("1234", 4)
    found = EquivalentGuesses(words).first(np.arange(len(words)))
    assert stood_for(found, words) == [
        *("1111", "1112", "1121", "1122", "1123", "1211", "1212", "1213"),
        *("1221", "1222", "1223", "1231", "1232", "1233", "1234"),
    ]


def test_letters_that_were_played_cannot():
    words = every_word("1234", 2)
    left = [words.guess_index[word] for word in ("13", "14", "31", "41")]  # of 12 came 1 white peg
    found = EquivalentGuesses(words).first(np.array(left))
    assert stood_for(found, words) == [
        *("11", "12", "13", "21", "22", "23", "31", "32", "33", "34")
    ]


@pytest.mark.parametrize(
    "words",
    [
        Vocabulary("no order", ["ba", "aa", "ab", "bb"]),
        Vocabulary("no exchange", ["aa", "ab", "bb"]),
        Vocabulary("in guesses alone", ["aa"], ["aa", "ab", "ba", "bb"]),
        Vocabulary("of weights", ["aa", "ab", "ba", "bb"], weights=[1, 2, 3, 4]),
    ],
    ids=lambda words: words.name,
)
def test_nothing_is_left_out_where_letters_cannot_be_exchanged(words):
    assert not EquivalentGuesses(words)


@given(
    seed=st.integers(0, 10**6),
    letters=st.sampled_from(["12", "123", "12345"]),
    length=st.integers(1, 3),
    rule=st.sampled_from(RULES),
    name=st.sampled_from(sorted(KEYS)),
    memory=st.none() | st.integers(1, 1 << 12),
)
def test_the_best_guesses_are_those_of_all(seed, letters, length, rule, name, memory):
    """Groups of games after some clues, and groups of any words, some at a time."""
    words, rng = every_word(letters, length, rule), np.random.default_rng(seed)
    left = np.arange(len(words))
    groups = [left, np.flatnonzero(rng.random(len(words)) < 0.7)]
    codes = NumpyBackend(words).codes()
    hidden = rng.integers(len(words))
    for _ in range(2):
        guess = rng.integers(len(words))
        left = left[codes[guess, left] == codes[guess, hidden]]
        groups.append(left)
    sets = Groups.of([group for group in groups if len(group)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba_backend, "EQUIVALENT_FROM", 1)
        engine = NumbaBackend(words, threads=1, memory=memory)
        found = engine.best_guesses(sets, KEYS[name])
    assert found.tolist() == NumpyBackend(words).best_guesses(sets, KEYS[name]).tolist()
