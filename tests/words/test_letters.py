"""Letters: normalised together as one by one, and digests."""

import hashlib
import unicodedata

import pytest
from helpers.errors import refused
from helpers.words import outcome
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.words.language import PLAIN
from gpuwordle.words.letters import (
    abridged,
    abridged_html,
    check_listed,
    check_ordered,
    digest_of,
    quoted,
)
from gpuwordle.words.vocabulary import Vocabulary

# Words as people write them, and some that are none: capitals, accents, other scripts, stray marks.
WRITTEN = st.text("abzABÑéßσΣ字0-' ", max_size=4) | st.text("abz", min_size=1, max_size=4)


@given(st.lists(WRITTEN, max_size=6))
def test_words_are_normalised_together_as_one_by_one(words):
    expected = outcome(lambda: [PLAIN.normalise(word) for word in words])
    assert outcome(PLAIN.normalised, words) == expected
    in_a_to_z = [bool(word) and set(word) <= set("abcdefghijklmnopqrstuvwxyz") for word in words]
    if any(words):
        assert PLAIN.are_normal(words) == all(in_a_to_z)


@given(st.text(st.characters(categories=["L", "M"]), min_size=1, max_size=8))
def test_folded_words_have_no_accent_and_settle_at_once(word):
    folded = outcome(lambda: PLAIN.without_accents().normalise(word))
    if folded.isalpha():
        assert not any(map(unicodedata.combining, unicodedata.normalize("NFD", folded)))
        again = PLAIN.without_accents().normalise(folded)
        assert again == folded == PLAIN.normalise(folded)
    else:
        assert "is not a letter" in folded or "empty word" in folded


@pytest.mark.parametrize(
    ("written", "plain", "folded"),
    [
        ("Straße", "straße", "straße"),
        ("Ǆep", "ǆep", "ǆep"),  # a letter that other forms of Unicode would make two
        ("λόγος", "λόγος", "λογος"),
        ("İZMİR", "izmir", "izmir"),
        ("Ångström", "ångström", "angstrom"),
        ("łódź", "łódź", "łodz"),
        ("がぎ", "がぎ", "かき"),
        ("한글", "한글", "한글"),
        ("שלום", "שלום", "שלום"),
    ],
)
def test_normalised(written, plain, folded):
    assert PLAIN.normalise(written) == plain
    assert PLAIN.without_accents().normalise(written) == folded
    assert PLAIN.without_accents().normalised([written, "ab"]) == [folded, "ab"]


class Table(list):
    columns = "w"


def test_what_is_no_list_of_words_is_quoted():
    refused("word 5 is of type int, not a string", PLAIN.normalise, 5)
    refused("which is not a letter: write a space between words", PLAIN.normalise, "cat,dog")
    refused("'\u05bc', which is not a letter", PLAIN.normalise, "\ufb30")  # NFC takes it apart
    refused("which is not a letter: remove or respell the word", PLAIN.normalise, "cat;dog")
    for check in (check_listed, check_ordered):
        refused("words 'crane' are one string, not a list", check, "crane")
        refused("words are a table: give one of its columns", check, Table(["w"]))
    refused("words are a set, which has no order", check_ordered, {"crane"})
    assert quoted("a" * 40) == repr("a" * 40)
    assert quoted("a" * 41) == repr("a" * 37 + "...")


def test_digest_is_that_of_the_joined_words():
    assert digest_of(["cat", "dog"]) == hashlib.sha256(b"cat\ndog").hexdigest()
    assert Vocabulary("x", ["cat"], ["cat", "dog"]).digest != digest_of(["cat", "dog"])


WORDS = ["cat", "cow", "dog"]


@pytest.mark.parametrize("write", [abridged, abridged_html])
def test_words_left_out_are_counted(write):
    assert write([], 2) == ""
    assert write(WORDS, 3) == "cat cow dog"
    assert write(WORDS, 2) == "cat cow and 1 more"
    assert write(WORDS * 1000, 1) == "cat and 2,999 more"


def test_words_from_the_right_are_isolated_in_html():
    assert abridged(["שלום", "שלוש"], 1) == "שלום and 1 more"
    assert abridged_html(["שלום", "שלוש"], 1) == '<bdi dir="rtl">שלום</bdi> and 1 more'
    assert abridged_html(["שלום", "cat"], 2) == '<bdi dir="rtl">שלום cat</bdi>'
