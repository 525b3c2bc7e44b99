"""Vocabularies: words of one length, as letters of their own alphabet."""

import numpy as np
import pytest
from helpers.errors import refused

from gpuwordle.words.letters import digest_of
from gpuwordle.words.vocabulary import PackedWords, Vocabulary, check_unweighted, check_vocabulary
from gpuwordle.words.word_list import WordList, check_colours


def test_order_is_kept_and_duplicates_are_counted():
    words = Vocabulary("x", ["dög", "cat", "DO\u0308G", "cot"])
    assert words.answers == words.guesses == ("dög", "cat", "cot")
    assert words.duplicates == 1
    words = Vocabulary("pets", ["cat", "dog", "cat"], ["cat", "dog", "eel", "eel", "dog"])
    assert (words.duplicates, words.guesses) == (3, ("cat", "dog", "eel"))


def test_a_vocabulary_is_a_collection_of_its_guesses_and_shows_itself_in_a_line():
    words = Vocabulary("pets", ["cat"], ["cat", "cow", "dog"])
    assert (len(words), list(words)) == (3, ["cat", "cow", "dog"])
    assert [word for word in ("cow", "COW", "pig", "c-w", "", 3) if word in words] == ["cow", "COW"]
    same = Vocabulary("other name", ["Cat"], ["cat", "cow", "dog"])
    assert words == same and hash(words) == hash(same)
    for other in (Vocabulary("pets", ["cat", "cow", "dog"]), Vocabulary("pets", ["cat"])):
        assert words != other
    assert words != ("cat", "cow", "dog")
    assert repr(words) == "Vocabulary('pets': 3 letters, 1 answer, 3 guesses)"
    assert repr(Vocabulary("i", ["a"])) == "Vocabulary('i': 1 letter, 1 answer, 1 guess)"


def test_words_come_from_any_iterable():
    words = ["cat", "dog"], ["cat", "dog", "cow"]
    for kind in (iter, np.array):
        assert Vocabulary("pets", *map(kind, words)) == Vocabulary("pets", *words)


def test_past_answers_are_removed():
    words = Vocabulary("pets", ["cat", "dog", "pig"], ["cat", "cow", "dog", "pig"])
    left = words.without(["DOG", "cow", "elephant"])
    assert (left.answers, left.guesses) == (("cat", "pig"), words.guesses)
    assert left.answer_letters.tolist() == words.answer_letters[[0, 2]].tolist()
    assert left.digest == Vocabulary("x", ["cat", "pig"], words.guesses).digest != words.digest
    assert words.without(["cow"]) is words
    assert (left.duplicates, left.never_hidden) == (0, 0)
    assert Vocabulary("pets", ["cat", "dog"]).without(["dog"]).guesses == ("cat", "dog")
    refused("'pets' has no answer left: all 3 are excluded; exclude f", words.without, words)


def test_one_text_is_not_a_list():
    message = "words 'crane' are one string, not a list: give"
    for make in (Vocabulary, WordList, WordList.of):
        refused(message, make, "x", "crane")
        refused(message, make, "x", ["crane"], "crane")
        refused(message, make("x", ["crane", "stork"]).without, "crane")
    refused(message, Vocabulary, "x", "crane", prepared=True)
    for make in (Vocabulary, WordList, WordList.of):
        refused("words are a set, which has no order", make, "x", {"crane"})
        refused("words are a set, which has no order", make, "x", ["crane"], {"crane"})


def test_find():
    words = Vocabulary("pets", ["crane", "crate", "stork"])
    assert words.find("CRATE") == 1
    refused("'crape' is not in the word list 'pets': did you mean cra", words.find, "crape")
    refused("has 3 letters, but those of 'pets' have 5", words.find, "cat")


@pytest.mark.parametrize(
    ("answers", "guesses", "message"),
    [
        (["cat"], ["cat", "cows", "dog"], "mixes lengths: 'cows' has 4 letters, most have 3"),
        (["STRASSE", "straße"], None, "mixes lengths: 'straße' has 6 letters, most have 7"),
        (["cat"], ["dog"], "answer 'cat' of vocabulary 'x' is not among its guesses"),
        (["c4t"], None, "holds '4', which is not a letter"),
        (["don't"], None, 'holds "\'", which is not a letter'),
        (["two words"], None, "holds ' ', which is not a letter"),
        ([""], None, "empty word"),
        (["cat", 7], None, "word 7 is of type int, not a string: give words as strings"),
        (["a" * 21], None, "word length 21 is out of range"),
    ],
)
def test_bad_words_are_named(answers, guesses, message):
    refused(message, Vocabulary, "x", answers, guesses)


def test_more_than_255_letters():
    letters = "".join(chr(0x4E00 + i) for i in range(256))
    words = [letters[i : i + 16] for i in range(0, 256, 16)]
    refused("256 different letters, more than 255", Vocabulary, "hanzi", words)
    most = Vocabulary("hanzi", [letters[i : i + 17] for i in range(0, 255, 17)])
    assert len(most.alphabet) == 255


def test_words_are_packed_for_other_processes():
    for answers in (["cat", "dog"], ["dog"]):
        words = Vocabulary("pets", answers, ["cat", "dog"], weights=[5, 3][-len(answers) :])
        unpacked = PackedWords.of(words).vocabulary()
        assert (unpacked, unpacked.name) == (words, words.name)


def test_a_notebook_shows_the_first_words():
    words = Vocabulary("<b>", ["crane", "crate", "stork"], ["crane", "crate", "stork", "goose"])
    shown = words._repr_html_()
    assert "&lt;b&gt;: 5 letters, 3 answers, 4 guesses" in shown
    assert "crane crate stork" in shown
    many = Vocabulary("many", [a + b for a in "abcdefgh" for b in "abcdefgh"])
    assert "and 40 more" in many._repr_html_()
    assert '<bdi dir="rtl">' in Vocabulary("hebrew", ["שלום"])._repr_html_()


def test_another_type_and_weights_and_another_rule_are_told_where_they_matter():
    plain, pets = Vocabulary("pets", ["cat", "dog"]), ("pets", ["cat", "dog"])
    check_vocabulary(plain)
    refused("'pets' is a string, where the words of one length are", check_vocabulary, "pets")
    weighed, jotto = Vocabulary(*pets, weights=[3, 1]), Vocabulary(*pets, rule="jotto")
    assert plain.digest == digest_of(["cat", "dog"])
    assert jotto.digest == digest_of(["cat", "dog", "", "rule jotto"])
    assert (plain.weights_digest, weighed.weights_digest) == (None, digest_of(["3", "1"]))
    for words in (plain, jotto):
        check_unweighted(words, "it")
    refused("it treats words as equally likely, and those of", check_unweighted, weighed, "it")
    for words in (plain, weighed):
        check_colours(words, "it")
    refused("it works only under Wordle's rule, and 'pets' is played", check_colours, jotto, "it")
