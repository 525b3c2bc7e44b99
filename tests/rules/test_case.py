"""Case: the lower-case form of a letter is one letter, whatever the script."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpuwordle import graphemes
from gpuwordle.rules.case import (
    capital,
    composed,
    has_capitals,
    isolated,
    lower,
    runs_from_right,
    upper,
)

LETTERS = st.text(st.characters(categories=["L"]), min_size=1, max_size=8)


@given(LETTERS)
@example("STRAẞE")
@example("İstanbul")
@example("ΟΔΟΣ")
@example("ŉǰΐﬁ")
def test_letters_keep_their_number_and_settle_at_once(word):
    composed = unicodedata.normalize("NFC", word)
    assert len(lower(word)) == len(composed)
    assert lower(lower(word)) == lower(word)
    assert unicodedata.is_normalized("NFC", lower(word))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("CRANE", "crane"),
        ("Straße", "straße"),
        ("STRAẞE", "straße"),
        ("λόγος", "λόγος"),
        ("ΛΌΓΟΣ", "λόγος"),
        ("İSTANBUL", "istanbul"),
        ("İstanbul".lower(), "istanbul"),
        ("CAFE\u0301", "café"),
        ("J\u030c", "ǰ"),
        ("שלום", "שלום"),
        ("\u2067\u200fשלום\u200e\u2069", "שלום"),
    ],
)
def test_lower(written, expected):
    assert lower(written) == expected


@given(LETTERS)
def test_a_capital_is_one_letter_that_is_not_its_lower_form(word):
    for letter in lower(word):
        assert capital(letter) is None or (len(capital(letter)) == 1 and capital(letter) != letter)
    assert has_capitals(lower(word)) == all(capital(letter) for letter in lower(word))


def test_capitals():
    assert "".join(map(capital, "straßeλόγοςñж")) == "STRAẞEΛΌΓΟΣÑЖ"
    word = f"b{graphemes.letter('ij', 'IJ')}ouש"
    assert graphemes.written(upper(word)) == "BIJOUש"
    assert [word for word in ("שלום", "كلمات", "かな", "한글", "ǰa") if has_capitals(word)] == []


def test_which_way_a_word_runs():
    assert all(map(runs_from_right, ["שלום", "كلمات", "7שלום"]))
    assert not any(map(runs_from_right, ["crane", "かな", ""]))


def test_only_words_from_the_right_are_isolated():
    text = "שלום crane  עולם=0120\nñandú"
    assert isolated(text) == "\u2068שלום\u2069 crane  \u2068עולם\u2069=0120\nñandú"


@given(st.text("ab שלא0\n"))
def test_nothing_but_marks_is_added(text):
    assert isolated(text).translate({0x2068: None, 0x2069: None}) == text
    assert composed(isolated(text)) == text
    marked = "\u2068" in isolated(text)
    assert marked == any(map(runs_from_right, text.split()))
