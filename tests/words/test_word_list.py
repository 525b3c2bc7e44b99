"""Word lists: words of any lengths, and the vocabularies that they make."""

import re
from collections import Counter
from functools import partial

import pytest
from helpers.errors import one_line_error, refused
from helpers.words import list_of, outcome
from helpers.wrong_types import anything, refused_clearly
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle import UserError, Vocabulary, WordList, load
from gpuwordle.words.sources import vocabulary_of

VOCABULARY = Vocabulary("pets", ["cat", "cow", "dog"])
LIST = WordList.of("pets", ["cat", "cow", "puma"])
PROPER = st.text("abcdñσ字", min_size=1, max_size=3)


@given(st.lists(PROPER, min_size=1, max_size=12), st.lists(st.booleans(), min_size=12))
def test_a_word_list_makes_the_vocabularies_of_its_words(words, hidden):
    answers = [word for word, may_be in zip(words, hidden, strict=False) if may_be]
    for given_answers in (None, answers):
        listed = WordList.of("some", words, given_answers)
        assert listed.words == tuple(dict.fromkeys(words))
        assert listed.lengths == Counter(map(len, listed.words))
        assert listed.duplicates == len(words) - len(listed.words)
        for length in range(1, 4):
            guesses = [word for word in listed.words if len(word) == length]
            pool = guesses if listed.answers is None else listed.answers
            mine = [word for word in pool if len(word) == length]
            found = outcome(listed.of_length, length)
            if not mine:
                kind = "word" if given_answers is None else "answer"
                assert f"has no {kind} of {length} letter" in found
                continue
            direct = Vocabulary("some", mine, guesses)
            alphabet = sorted(set("".join(guesses)))
            letters = {word: [alphabet.index(letter) for letter in word] for word in guesses}
            places = [mine.index(word) if word in mine else -1 for word in guesses]
            for words_of in (found, direct):
                assert words_of.answers == tuple(mine) and words_of.guesses == tuple(guesses)
                assert (words_of.length, words_of.duplicates) == (length, 0)
                assert words_of.alphabet == tuple(alphabet)
                assert words_of.guess_letters.tolist() == [letters[word] for word in guesses]
                assert words_of.answer_letters.tolist() == [letters[word] for word in mine]
                assert words_of.answer_guess.tolist() == [guesses.index(word) for word in mine]
                assert words_of.guess_answer.tolist() == places
                assert words_of.digest == direct.digest


def test_word_list_by_length():
    long = WordList.of("long", ["a" * 25, "b" * 25])
    assert (long.usual_length, WordList.of("x", ["loop", "a" * 25]).usual_length) == (5, 4)
    refused("no word of 5 letters: its words have more than 20 letters", long.of_length, 5)
    words = WordList.of("mixed", ["cat", "otter", "dog", "loop"], ["dog"])
    assert (words.usual_length, words.playable) == (3, [3])
    plain = WordList.of("plain", ["loop", "otter", "lion"])
    lions = plain.of_length(4, distinct_letters=True)
    assert lions.guesses == ("lion",)
    refused("no word of 5 letters with distinct letters", plain.of_length, 5, distinct_letters=True)
    refused("'loop' is not in .* 'plain', whose words have no repeated letters", lions.find, "loop")


def test_a_word_list_is_a_collection_of_its_words():
    words = WordList.of("pets", ["Cat", "dog", "puma"], ["cat", "puma"])
    assert (len(words), list(words)) == (3, ["cat", "dog", "puma"])
    assert [word in words for word in ("DOG", "pig", "d-g", None)] == [True, False, False, False]
    same = WordList.of("other", ["cat", "dog", "puma"], ["cat", "puma"])
    assert words == same and hash(words) == hash(same)
    assert words != WordList.of("pets", ["cat", "dog", "puma"])
    assert words != list(words)
    assert WordList.of("x", ["cat"]) == WordList.of("x", ["cat"], ["cat"])


def test_a_list_shows_itself_in_a_line():
    assert repr(list_of("words-alpha")) == "WordList('words-alpha': 370,105 words of 1-31 letters)"
    assert repr(WordList.of("x", ["cat", "puma"], ["cat"])).endswith("of 3-4 letters, 1 answer)")
    assert repr(WordList.of("x", ["cat"])) == "WordList('x': 1 word of 3 letters)"
    assert repr(WordList.of("x", ["a", "b"])) == "WordList('x': 2 words of 1 letter)"
    assert repr(WordList("none", ())) == "WordList('none': 0 words)"


def test_past_answers_are_removed():
    words = WordList.of("pets", ["cat", "dog", "puma", "lion"])
    left = words.without(["DOG", "elephant"])
    assert (left.words, left.answers) == (words.words, ("cat", "puma", "lion"))
    assert left.of_length(3) == words.of_length(3).without(["dog"])
    assert left.digest == words.digest
    assert words.without(["elephant"]) is words
    none = left.without(WordList.of("past", ["cat"]))
    assert none.of_length(4).answers == ("puma", "lion")
    refused("no answer of 3 letters left: all 2 are excluded; exclude", none.of_length, 3)
    refused("no answer of 5 letters: its answers have 4 letters", none.of_length, 5)
    refused("'pets' has no answer left: all 4 are excluded", words.without, words)


def test_a_notebook_shows_the_lengths():
    words = WordList.of("pets", ["cat", "dog", "puma"], ["dog"])
    shown = re.sub("<[^>]*>", " ", words._repr_html_()).split()
    assert " ".join(shown) == "pets: 3 words letters words answers 3 2 1 4 1 0"
    assert "answers" not in WordList.of("pets", ["cat"])._repr_html_()
    lengths = WordList.of("many", ["a" * length for length in range(1, 31)])
    assert "and 18 more" in lengths._repr_html_()


@given(anything, anything, anything)
def test_anything_as_words(one, two, three):
    for make in (Vocabulary, WordList.of, WordList):
        refused_clearly(make, one, two, three)
        refused_clearly(make, "pets", one, two)
    refused_clearly(WordList, "pets", ["cat"], language=one)


@given(anything)
def test_anything_as_an_argument(value):
    """Methods are tried with the others in tests/test_wrong_types.py."""
    assert (value in VOCABULARY) is (value in LIST) is False
    assert value != VOCABULARY
    assert value != LIST
    refused_clearly(load, value)
    refused_clearly(load, "mastermind:2x2", answers=value)
    refused_clearly(vocabulary_of, value)
    for words in (VOCABULARY, LIST):
        refused_clearly(vocabulary_of, words, value)
        refused_clearly(vocabulary_of, words, 3, value)


@pytest.mark.parametrize(
    ("kind", "message", "call", "arguments"),
    [
        (UserError, "vocabulary 'one' has no answer: give at least", Vocabulary, ["one"]),
        (UserError, "has no answer: give at least", partial(Vocabulary, prepared=True), ["one"]),
        (UserError, "word length 5.0 is not an integer: give 1 to 20", LIST.of_length, [5.0]),
        (UserError, "word length '5' is not an integer", vocabulary_of, [LIST, "5"]),
        (UserError, "has words of 3 letters, not of 4: leave", vocabulary_of, [VOCABULARY, 4]),
        (UserError, "5 is not a word to exclude: give", vocabulary_of, [VOCABULARY, 3, [5]]),
        (
            TypeError,
            "['crane'] is not the name of a vocabulary: give a name first, as in Vocabulary(\"bir",
            Vocabulary,
            [["crane"]],
        ),
        (TypeError, "5 is not a list of words: give words such as", Vocabulary, ["one", 5]),
        (TypeError, "['a'] is not the name of a list: give a", WordList.of, [["a"], ["a"]]),
        (TypeError, "['crane'] is not a vocabulary: give the", vocabulary_of, [["crane"]]),
    ],
)
def test_a_wrong_value_or_type_is_named_with_its_remedy(kind, message, call, arguments):
    with one_line_error(re.escape(message), kind):
        call(*arguments)


def test_a_vocabulary_is_what_stands_for_it(file):
    path = file("pets.txt", "cat cow dog puma")
    for given_words in (VOCABULARY, LIST, path, str(path)):
        words = vocabulary_of(given_words, 3, ["cow", "puma"])
        assert "cow" not in words.answers
        assert "cow" in words
    assert vocabulary_of(VOCABULARY) is VOCABULARY
