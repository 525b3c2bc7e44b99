"""Vocabularies: words of one length, as letters of their own alphabet."""

from __future__ import annotations

import pytest

from gpuwordle.errors import UserError
from gpuwordle.words.vocabulary import Vocabulary


def test_words_become_letters_of_their_own_alphabet():
    words = Vocabulary("two", ["ñu", "ao"], ["ao", "ÑU", "oa"])
    assert words.alphabet == ("a", "o", "u", "ñ")
    assert words.guess_letters.tolist() == [[0, 1], [3, 2], [1, 0]]
    assert words.answer_guess.tolist() == [1, 0]
    assert words.guess_answer.tolist() == [1, 0, -1]
    assert words.answer_letters.tolist() == [[3, 2], [0, 1]]
    assert (words.length, words.name) == (2, "two")


def test_order_is_kept_and_duplicates_are_counted():
    words = Vocabulary("x", ["dog", "cat", "DOG", "cot"])
    assert words.answers == words.guesses == ("dog", "cat", "cot")
    assert words.duplicates == 1


def test_words_are_normalised():
    decomposed = "cafe\u0301"
    assert Vocabulary("x", [decomposed, "Straße"[:4]]).answers == ("café", "stra")
    assert Vocabulary("x", ["STRASSE", "straße"]).answers == ("strasse",)


def test_find():
    words = Vocabulary("pets", ["crane", "crate", "stork"])
    assert words.find("CRATE") == 1
    with pytest.raises(UserError, match="'crape' is not in vocabulary 'pets': did you mean cra"):
        words.find("crape")
    with pytest.raises(UserError, match="has 3 letters but vocabulary 'pets' has words of 5"):
        words.find("cat")


@pytest.mark.parametrize(
    ("answers", "guesses", "message"),
    [
        ([], None, "has no answer"),
        (["cat", "lion"], None, "mixes lengths"),
        (["cat"], ["dog"], "answer 'cat' of vocabulary 'x' is not among its guesses"),
        (["c4t"], None, "holds '4', which is not a letter"),
        (["don't"], None, 'holds "\'", which is not a letter'),
        (["two words"], None, "holds ' ', which is not a letter"),
        ([""], None, "empty word"),
        (["a" * 21], None, "word length 21 is out of range"),
    ],
)
def test_bad_words_are_named(answers, guesses, message):
    with pytest.raises(UserError) as raised:
        Vocabulary("x", answers, guesses)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_more_than_255_letters():
    letters = "".join(chr(0x4E00 + i) for i in range(256))
    words = [letters[i : i + 16] for i in range(0, 256, 16)]
    with pytest.raises(UserError, match="256 different letters, more than 255"):
        Vocabulary("hanzi", words)
    assert len(Vocabulary("hanzi", words[1:]).alphabet) == 240
