"""Codes and buckets of a certificate's words, whether all codes have labels or not."""

import re

import naive
import numpy as np
import pytest
from helpers.rules import Distances
from helpers.words import random_words

from gpuwordle.proofs.board import MOST_WEIGHT, Words
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.pattern import Pattern


def code_of(guess, answer, rule):
    if rule == "wordle":
        return naive.code(guess, answer)
    return Pattern.of(guess, answer, RULES[rule]).code


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("length", [1, 2, 3, 5, 10, 11, 20])
def test_codes_and_buckets_are_those_of_words(rule, length):
    listed = random_words(length, length, 3, 25)
    hidden = listed[-20:]
    words, count = Words(listed, hidden, rule=RULES[rule]), len(hidden)
    some = np.array([answer for answer in (0, 3, 7, 19) if answer < count], np.int32)
    for index, guess in enumerate(listed):
        rank, expected = int(words.rank[index]), [code_of(guess, word, rule) for word in hidden]
        assert words.codes(index).tolist() == expected
        assert words.codes_of(np.full(count, rank), np.arange(count)).tolist() == expected
        for code in {expected[answer] for answer in some}:
            alike = [answer for answer in some if expected[answer] == code]
            assert words.bucket(index, code, some).tolist() == alike


@pytest.mark.parametrize(
    ("length", "answers", "bits"),
    [(5, 2**16 + 1, 8), (10, 2**16 + 1, 16), (11, 2**16, 16), (11, 2**16 + 1, 32)],
)
def test_labels_have_room_for_all_codes_of_a_guess(length, answers, bits):
    listed = random_words(length, length, 3, 2)
    labels = Words(listed, listed).labels(np.zeros(answers, int))
    assert labels.shape == (2, answers) and labels.dtype.itemsize * 8 == bits


LETTERS = [chr(0x4E00 + number) for number in range(256)]


def test_labels_tell_all_codes_of_long_words_apart():
    """There are more codes of twelve letters than 16 bits number."""
    guesses = random_words(5, 12, 3, 300)
    labels = Words(guesses, guesses).board.labels
    assert labels.dtype == np.uint16
    told = sum(len({naive.code(guess, answer) for answer in guesses}) for guess in guesses[:60])
    order = Words(guesses, guesses).order
    rows = [row for row, guess in enumerate(order) if guess < 60]
    assert sum(len(np.unique(labels[row])) for row in rows) == told


def test_letters_are_bytes_and_all_weights_together_are_bounded():
    assert len(Words(LETTERS[:255], LETTERS[:1]).letters) == 255
    assert Words("ab", "ab", weights=(MOST_WEIGHT - 2, 1)).weights.tolist() == [MOST_WEIGHT - 2, 1]


@pytest.mark.parametrize(
    ("listed", "how", "why"),
    [
        (LETTERS, {}, "the words have 256 letters, more than 255"),
        ("ab", {"weights": (MOST_WEIGHT - 1, 1)}, "its weights add up to 16,777,216 or more"),
        ("ab", {"rule": Distances()}, "is not one of wordle, mastermind, jotto, greens"),
        *(
            ([word, "abc"], {}, re.escape(f"guess {word!r} is not a word in lower case"))
            for word in ("a b", "a\nb", "a\x00b", "a\u200bb", "aBb")
        ),
    ],
)
def test_words_that_are_refused(listed, how, why):
    with pytest.raises(ValueError, match=why):
        Words(listed, listed, **how)


def test_the_clock_is_looked_at_once_a_guess():
    ticks, listed = [], random_words(3, 4, 3, 20)
    words = Words(listed, listed, lambda: ticks.append(len(ticks)))
    assert len(words.board.labels) == len(ticks) == 20
