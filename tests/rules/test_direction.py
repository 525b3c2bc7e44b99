"""Which way words run, and words that keep their places among others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.rules.direction import isolated, runs_from_right


@pytest.mark.parametrize(
    ("word", "from_right"),
    [
        ("שלום", True),
        ("كلمات", True),
        ("7שלום", True),
        ("crane", False),
        ("かな", False),
        ("", False),
    ],
)
def test_which_way_a_word_runs(word, from_right):
    assert runs_from_right(word) == from_right


def test_only_words_from_the_right_are_isolated():
    text = "שלום crane  עולם=0120\nñandú"
    assert isolated(text) == "\u2068שלום\u2069 crane  \u2068עולם\u2069=0120\nñandú"


@given(st.text("ab שלא0\n"))
def test_nothing_but_marks_is_added(text):
    assert isolated(text).translate({0x2068: None, 0x2069: None}) == text
    marked = "\u2068" in isolated(text)
    assert marked == any(map(runs_from_right, text.split()))
