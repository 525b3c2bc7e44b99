"""Word lengths as text, and the words of a list that have them."""

import logging

import pytest
from helpers.errors import refused

from gpuwordle import WordList, load
from gpuwordle.words.lengths import Lengths


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5-3", "'5-3' runs backwards: write 3-5"),
        ("4,5-", "'5-' in '4,5-' is not a length: write 5, 3-20 or 4,6-8"),
        ("5,", "'' in '5,' is not a length"),
        ("٣", "^'٣' is not a length"),
        ("1234567890", "'1234567890' is not a length"),
        ("123456789", "length 123456789 is not between 1 and 20"),
        *((text, "is not between 1 and 20") for text in ("0", "21", "3-21")),
    ],
)
def test_text_that_is_no_length_is_refused_in_one_line(text, message):
    refused(message, Lengths.parse, text)


@pytest.mark.parametrize(
    ("text", "named", "ranged"),
    [("5", (5,), ()), ("3-5", (), (3, 4, 5)), ("4,6-7,20", (4, 20), (6, 7)), (" 1 - 1 ", (), (1,))],
)
def test_lengths_are_named_or_in_a_range(text, named, ranged):
    lengths = Lengths.parse(text)
    assert (lengths.named, lengths.ranged, str(lengths)) == (named, ranged, text)


def test_a_named_length_must_exist_and_a_range_leaves_out_what_is_missing(caplog):
    caplog.set_level(logging.INFO, "gpuwordle")
    words = WordList.of("pets", ["cat", "dog", "noon", "puma", "hamster", "anaconda"])
    every = Lengths.parse("3-20")
    assert [len(found) for found in every.of(words)] == [2, 2, 1, 1]
    assert [len(found) for found in every.of(words, distinct_letters=True)] == [2, 1, 1]
    assert not caplog.messages, "the whole range says nothing of what is missing"
    assert [found.length for found in Lengths.parse("3-5,7").of(words)] == [3, 4, 7]
    assert caplog.messages == ["skipped: pets has no words of 5 letters"]
    for text in ("3,5", "5-6"):
        refused("has no word of 5 letters", Lengths.parse(text).of, words)


def test_weights_are_told_and_a_length_of_words_that_weigh_nothing_is_refused(file, caplog):
    """Even in a range, which leaves out lengths of which there are no words."""
    caplog.set_level(logging.INFO, "gpuwordle")
    words = load(file("pets.txt", "cat dog puma"), weights={"cat": 0, "dog": 3, "puma": 0})
    assert [found.answers for found in Lengths.parse("3").of(words)] == [("dog",)]
    assert caplog.messages == ["1 of 2 words of 3 letters has weight 0 and is never the answer"]
    refused("has weight 0 for all 1 answers", Lengths.parse("3-4").of, words)
