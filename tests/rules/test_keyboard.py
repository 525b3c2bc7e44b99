"""The keyboard of a game."""

from __future__ import annotations

import doctest

import naive
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.rules import keyboard as module
from gpuwordle.rules.keyboard import keyboard_rows, letter_colours
from gpuwordle.rules.pattern import score

WORD = st.text("abc", min_size=4, max_size=4)


@given(st.lists(WORD, max_size=4), WORD)
def test_letters_have_the_best_colour_that_they_have_shown(guesses, answer):
    shown = {}
    for guess in guesses:
        for letter, colour in zip(guess, naive.colours(guess, answer), strict=True):
            shown.setdefault(letter, set()).add(colour)
    game = [(guess.upper(), score(guess, answer)) for guess in guesses]
    assert letter_colours(game) == {letter: max(colours) for letter, colours in shown.items()}


@given(st.sets(st.characters(categories=["Lo"]), min_size=1))
def test_other_alphabets_are_laid_out_whole(alphabet):
    rows = keyboard_rows(alphabet)
    assert [letter for row in rows for letter in row] == sorted(alphabet)
    assert max(map(len, rows)) <= 10


def test_letters_with_accents_are_on_the_keyboard():
    assert "é" in {letter for row in keyboard_rows("abcé") for letter in row}


def test_examples_in_docstrings():
    assert doctest.testmod(module) == (0, 2)
