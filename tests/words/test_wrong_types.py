"""Values of the wrong type for what takes or makes words: one clear error."""

from __future__ import annotations

import pytest
from helpers.wrong_types import anything, refused_clearly
from hypothesis import given

from gpuwordle.errors import UserError
from gpuwordle.words.sources import load, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

PETS = Vocabulary("pets", ["cat", "cow", "dog"])
LIST = WordList.of("pets", ["cat", "cow", "puma"])


@given(anything, anything, anything)
def test_anything_as_words(one, two, three):
    refused_clearly(Vocabulary, one, two, three)
    refused_clearly(Vocabulary, "pets", one, two)
    refused_clearly(WordList.of, one, two, three)
    refused_clearly(WordList.of, "pets", one, two)
    refused_clearly(WordList, "pets", one, two)
    refused_clearly(WordList, one, two, three)
    refused_clearly(WordList, "pets", ["cat"], language=one)


@given(anything)
def test_anything_as_an_argument(value):
    for method in (PETS.find, PETS.without, LIST.of_length, LIST.without):
        refused_clearly(method, value)
    assert (value in PETS) is (value in LIST) is False
    assert value != PETS
    assert value != LIST
    refused_clearly(load, value)
    refused_clearly(load, "pets", answers=value)
    refused_clearly(vocabulary_of, value)
    for words in (PETS, LIST):
        refused_clearly(vocabulary_of, words, value)
        refused_clearly(vocabulary_of, words, 3, value)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda: Vocabulary(["crane"]),
            TypeError,
            "['crane'] is not the name of a vocabulary: give a name first, as in Vocabulary(\"bir",
        ),
        (lambda: Vocabulary("one", 5), TypeError, "5 is not a list of words: give words such as"),
        (lambda: Vocabulary("one"), UserError, "vocabulary 'one' has no answer: give at least"),
        (
            lambda: Vocabulary("one", prepared=True),
            UserError,
            "vocabulary 'one' has no answer: give at least",
        ),
        (lambda: WordList.of(["a"], ["a"]), TypeError, "['a'] is not the name of a list: give a"),
        (lambda: LIST.of_length(5.0), UserError, "word length 5.0 is not an integer: give 1 to 20"),
        (lambda: LIST.of_length(True), UserError, "word length True is not an integer"),
        (lambda: vocabulary_of(LIST, "5"), UserError, "word length '5' is not an integer"),
        (lambda: vocabulary_of(PETS, 4), UserError, "has words of 3 letters, not of 4: leave out"),
        (lambda: vocabulary_of(["crane"]), TypeError, "['crane'] is not a vocabulary: give the"),
        (lambda: vocabulary_of(PETS, 3, [5]), UserError, "5 is not a word to exclude: give words"),
        (lambda: load(5), UserError, "5 is neither the name of a list nor a path"),
    ],
)
def test_an_error_has_the_value_and_the_remedy(call, kind, message):
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_a_vocabulary_is_what_stands_for_it(tmp_path):
    path = tmp_path / "pets.txt"
    path.write_text("cat cow dog puma")
    for given_words in (PETS, LIST, path, str(path)):
        words = vocabulary_of(given_words, 3, ["cow", "puma"])
        assert "cow" not in words.answers
        assert "cow" in words
    assert vocabulary_of(PETS) is PETS
