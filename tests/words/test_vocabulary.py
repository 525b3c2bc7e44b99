from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle.errors import UserError
from gpuwordle.papers.printed import read_paper
from gpuwordle.words.letters import are_plain, digest_of, normalise, normalised
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

# Words as people write them, and some that are none: capitals, accents, other scripts, stray marks.
WRITTEN = st.text("abzABÑéßσΣ字0-' ", max_size=4) | st.text("abz", min_size=1, max_size=4)
PROPER = st.text("abcdñσ字", min_size=1, max_size=3)


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


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except UserError as error:
        return str(error)


@given(st.lists(WRITTEN, max_size=6))
def test_words_are_normalised_together_as_one_by_one(words):
    expected = outcome(lambda: [normalise(word) for word in words])
    assert outcome(normalised, words) == expected
    in_a_to_z = [bool(word) and set(word) <= set("abcdefghijklmnopqrstuvwxyz") for word in words]
    if any(words):
        assert are_plain(words) == all(in_a_to_z)


@given(st.lists(PROPER, min_size=1, max_size=12), st.lists(st.booleans(), min_size=12))
def test_a_word_list_makes_the_vocabularies_of_its_words(words, hidden):
    answers = [word for word, may_be in zip(words, hidden, strict=False) if may_be]
    for given_answers in (None, answers):
        listed = WordList.of("some", words, given_answers)
        assert sum(listed.lengths.values()) == len(listed.words)
        for length in range(1, 4):
            guesses = [word for word in listed.words if len(word) == length]
            pool = guesses if listed.answers is None else listed.answers
            mine = [word for word in pool if len(word) == length]
            found = outcome(listed.of_length, length)
            if not mine:
                assert f"has no word of {length} letters" in found
                continue
            direct = Vocabulary("some", mine, guesses)
            alphabet = sorted(set("".join(guesses)))
            letters = [[alphabet.index(letter) for letter in word] for word in guesses]
            for words_of in (found, direct):
                assert words_of.answers == tuple(mine) and words_of.guesses == tuple(guesses)
                assert (words_of.length, words_of.duplicates) == (length, 0)
                assert words_of.alphabet == tuple(alphabet)
                assert words_of.guess_letters.tolist() == letters
                assert words_of.answer_guess.tolist() == [guesses.index(word) for word in mine]
                assert words_of.digest == direct.digest


def test_digest_is_that_of_the_joined_words():
    assert Vocabulary("x", ["cat", "dog"]).digest == digest_of(["cat", "dog"])
    assert Vocabulary("x", ["cat"], ["cat", "dog"]).digest != digest_of(["cat", "dog"])


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


def test_word_list_by_length():
    words = WordList.of("mixed", ["cat", "otter", "dog", "Cat", "loop"], ["dog"])
    assert words.lengths == {3: 2, 4: 1, 5: 1}
    assert words.duplicates == 1
    three = words.of_length(3)
    assert (three.guesses, three.answers) == (("cat", "dog"), ("dog",))
    with pytest.raises(UserError, match="no word of 7 letters: its lengths are 3, 4, 5"):
        words.of_length(7)
    with pytest.raises(UserError, match="no word of 4 letters"):
        words.of_length(4)
    plain = WordList.of("plain", ["loop", "otter", "lion"])
    assert plain.of_length(4, distinct_letters=True).guesses == ("lion",)
    with pytest.raises(UserError, match="no word of 5 letters with distinct letters"):
        plain.of_length(5, distinct_letters=True)


def test_sizes_of_the_lists_of_lahiri(nltk, words_alpha):
    # Words with distinct letters.
    printed = read_paper("lahiri").printed
    greedy, cliques = printed["words"].values, printed["clique_words"].values
    assert {n: len(nltk(n).answers) for n in greedy} == greedy
    assert {n: len(words_alpha(n, True).answers) for n in cliques} == cliques


# Ours; Haag, Figure 2, is a picture of them.
SIZES_OF_HAAG = [2130, 7186, 15920, 29874, 41998, 51627, 53402, 45872, 37539, 29125, 20944]
SIZES_OF_HAAG += [14149, 8846, 5182, 2967, 1471, 760, 359]


def test_sizes_of_the_list_of_haag(words_alpha):
    assert [len(words_alpha(n).answers) for n in range(3, 21)] == SIZES_OF_HAAG
