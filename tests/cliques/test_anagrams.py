"""Anagram classes: which vocabularies have them."""

from __future__ import annotations

import pytest

from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.errors import UserError
from gpuwordle.words.vocabulary import Vocabulary


def test_too_many_letters():
    letters = [chr(0x4E00 + i) for i in range(65)]
    with pytest.raises(UserError, match="65 different letters, more than the 64"):
        AnagramClasses.of(Vocabulary("long", letters))
    # Letters of words that cannot be in a clique do not count.
    pairs = [a + b for a, b in zip(letters[0:60:2], letters[1:60:2], strict=True)]
    doubled = [letter * 2 for letter in letters[60:]]
    assert AnagramClasses.of(Vocabulary("pairs", pairs + doubled)).largest_conceivable == 30


def test_no_word_with_distinct_letters():
    with pytest.raises(UserError, match="no word of 3 distinct letters"):
        AnagramClasses.of(Vocabulary("doubles", ["eel", "moo", "see"]))
