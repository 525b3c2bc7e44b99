"""The trie: its nodes, its words, and both searches of Haag."""

import random
from collections import Counter
from functools import cache

import pytest
from helpers.clues import histories
from helpers.errors import refused
from helpers.words import list_of
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Clues, Vocabulary, WordList
from gpuwordle.clues.trie import Trie
from gpuwordle.rules.conditions import CLUE_FILTERS

any_words = st.lists(
    st.text("abc", min_size=1, max_size=8) | st.text("αяżz", min_size=1, max_size=30),
    min_size=1,
    max_size=40,
)


@cache
def large() -> Trie:
    return Trie(list_of("words-alpha"))


def prefixes(words):
    return {word[:end] for word in words for end in range(len(word) + 1)}


def test_words_are_in_the_order_of_their_language():
    words = ["öar", "ärt", "åra", "art"]
    for language, order in (("sv", ["art", "åra", "ärt", "öar"]), (None, sorted(words))):
        trie = Trie(WordList.of("few", words, language=language))
        assert [*trie.words] == order
        assert [*trie.challenge("artåraärtöar").words] == order


@settings(max_examples=60)
@given(words=any_words, other=st.text("abcz", max_size=8))
def test_nodes_are_prefixes(words, other):
    trie = Trie(words)
    assert trie.nodes == len(prefixes(words))
    assert trie.words == tuple(sorted(set(words)))
    assert all(word in trie for word in words)
    for word in (other, *prefixes(words)):
        assert (word in trie) == (word in words)


@settings(max_examples=60)
@given(
    words=any_words,
    letters=st.text("abcαяżzq", min_size=1, max_size=20),
    shortest=st.integers(1, 4),
)
def test_words_are_formed_of_letters(words, letters, shortest):
    def formed(word):
        return not Counter(word) - Counter(letters)

    found = Trie(words).challenge(letters, shortest)
    expected = {word for word in words if formed(word) and len(word) >= shortest}
    assert list(found.words) == sorted(expected, key=lambda word: (len(word), word))
    turned = Trie(words).challenge(letters, shortest, longest_first=True)
    assert list(turned.words) == sorted(expected, key=lambda word: (-len(word), word))
    assert turned.visited == found.visited
    assert found.visited == sum(map(formed, prefixes(words)))


@settings(max_examples=60)
@given(history=histories(), filter=st.sampled_from(CLUE_FILTERS))
def test_candidates_are_those_of_the_scan(history, filter):
    # Words of other lengths are passed over.
    longer = [word + word[0] for word in history.words]
    shorter = [word[1:] for word in history.words if word[1:]]
    trie = Trie([*longer, *history.words, *shorter])
    found = trie.candidates(history.clues, filter)
    scanned = history.clues.eligible(Vocabulary("drawn", history.words), filter)
    assert list(found.words) == sorted(scanned)
    assert 1 <= found.visited <= trie.nodes


def test_haags_own_reading_is_the_default():
    trie, clues = Trie(["cca", "cac", "acc"]), Clues.parse(["AAB=a.."])
    assert trie.candidates(clues).words == ("cac", "cca")
    assert trie.candidates(clues, "pattern").words == ("cca",)
    # The subtree of "a" is never entered: root, c, ca, cc, cac, cca.
    assert trie.candidates(clues).visited == 6
    # No second A: root, c, cc, cca, ccad.
    assert Trie(["ccaa", "ccad"]).candidates(Clues.parse(["AAEE=a..."])).visited == 5


def test_the_papers_figure():
    trie = Trie(["bad", "bar", "cab", "card"])
    found = trie.challenge("abracadabra")
    assert found.words == ("bad", "bar", "cab", "card")
    assert found.visited == trie.nodes == 10
    assert 7 not in trie


def test_the_papers_list():
    trie = large()
    assert (len(trie), trie.nodes) == (370105, 1027817)
    assert trie.nbytes < 40 << 20
    found = trie.challenge("abracadabra")
    assert (len(found.words), found.visited) == (114, 264)
    assert len(trie.challenge("abracadabra", 3).words) == 89
    assert found.words[-2:] == ("barabara", "abracadabra")
    turned = trie.challenge("abracadabra", longest_first=True)
    assert turned.words[:3] == ("abracadabra", "barabara", "barabra")


@pytest.mark.parametrize(("length", "printed"), [(5, 45), (9, 382), (10, 581)])
def test_results_are_as_many_as_in_the_papers_figure(length, printed):
    words = list_of("words-alpha").of_length(length).guesses
    drawn = random.Random(1).sample(words, 400)
    found = [large().challenge(word) for word in drawn]
    mean = sum(len(one.words) for one in found) / len(found)
    assert mean == pytest.approx(printed, rel=0.12)
    # "Our algorithm successfully prunes subtrees and reduces the search to less than 3%".
    assert max(one.visited for one in found) < 0.03 * large().nodes


def test_lists_and_vocabularies_alike():
    words = ["cab", "dog", "bad", "dog"]
    assert Trie(WordList.of("pets", words)).words == Trie(words).words == ("bad", "cab", "dog")
    assert Trie(Vocabulary("pets", ["dog"], ["dog", "cab", "bad"])).words == Trie(words).words
    dutch = WordList.of("dieren", ["ijsbeer"], language="nl")
    assert Trie(dutch).language is dutch.language
    assert "IJSBEER" in Trie(dutch)
    assert repr(Trie(words)) == "Trie(3 words, 10 nodes, 0 MiB)"


def test_a_letter_may_be_given_any_number_of_times():
    assert Trie(["a", "aa"]).challenge("a" * 32_768).words == ("a", "aa")


def test_a_letter_that_no_word_has_is_found_out_at_the_root():
    found = Trie(["cab", "dog"]).candidates(Clues.parse(["xyz=X.."]))
    assert found == ((), 1)
    assert Trie(["cab", "dog"]).candidates(Clues.parse(["xyz=..."])).words == ("cab", "dog")
    some = ["abb", "bba", "bcb", "bbb"]
    assert Trie(some).candidates(Clues.parse(["add=a.."])).words == ("bba",)


def test_a_trie_has_at_most_255_letters():
    assert Trie([chr(0x4E00 + number) for number in range(255)]).nodes == 256


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Trie([]), "a trie needs words: give at least one"),
        (lambda: Trie(["ab", "c3"]), "word 'c3' holds '3', which is not a letter"),
        (lambda: Trie(["ab"]).challenge("a7"), "word 'a7' at LETTERS holds '7'"),
        (
            lambda: Trie([chr(0x4E00 + number) for number in range(256)]),
            "256 different letters are more than 255: split the list",
        ),
    ],
)
def test_what_is_no_word_is_refused(call, message):
    refused(message, call)
