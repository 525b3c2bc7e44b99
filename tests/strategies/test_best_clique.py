"""Searches for the best clique, against the paper's."""

from __future__ import annotations

import random

import numpy as np
import pytest
from helpers.clique_games import Paper, some_words

from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.strategies import best_clique as search
from gpuwordle.strategies.best_clique import best_clique, opening_clique
from gpuwordle.words.vocabulary import Vocabulary


def test_opening_is_the_first_of_many_cliques(monkeypatch):
    words = some_words(40, 3, "abcdefghijklmnopqr", 160, repeats=False)
    classes = AnagramClasses.of(Vocabulary("many", words))
    listed = opening_clique(classes, 6)
    monkeypatch.setattr(search, "_FEW_CLIQUES", -1)
    assert opening_clique(classes, 6) == listed
    nothing = np.zeros(len(words), bool)
    every_letter = classes.mask(classes.letters)
    assert best_clique(classes.masks, every_letter, nothing, 6) == listed
    assert len({letter for word in listed for letter in words[word]}) == 18


@pytest.mark.parametrize("seed", range(50, 62))
def test_best_clique_is_the_papers(seed):
    """Random states that a game might not reach, hard and soft, with any words discarded."""
    rng = random.Random(seed)
    words = some_words(seed, 3, "abcdefghij", 20, repeats=False)
    classes = AnagramClasses.of(Vocabulary("states", words))
    paper = Paper(words, words, "pattern")
    for _ in range(12):
        unseen = frozenset(rng.sample(classes.letters, rng.randint(1, 10)))
        discarded = frozenset(rng.sample(words, rng.randint(0, len(words) - 1)))
        largest = paper.largest = rng.randint(3, 5)
        found = best_clique(
            classes.masks,
            classes.mask(unseen),
            np.array([word in discarded for word in words]),
            largest,
        )
        assert [words[i] for i in found] == (paper.best(unseen, discarded) or [])


def best_of(words, unseen, discarded, largest):
    classes = AnagramClasses.of(Vocabulary("state", words))
    out = np.array([word in discarded for word in words])
    found = best_clique(classes.masks, classes.mask(unseen), out, largest)
    paper = Paper(words, words, "pattern")
    paper.largest = largest
    assert [words[i] for i in found] == (paper.best(frozenset(unseen), frozenset(discarded)) or [])
    return [words[i] for i in found]


def test_soft_clique_of_words_alike():
    # All words share q, the one letter that is unseen: any of them are joined in the soft graph.
    words = ["qab", "cqd", "efq", "qgh", "iqj"]
    assert best_of(words, "q", [], 4) == words[:4]
    # A discarded word can only come last.
    assert best_of(words, "q", ["cqd"], 4) == ["qab", "efq", "qgh", "iqj"]
    assert best_of(words, "q", ["qab", "iqj"], 4) == ["cqd", "efq", "qgh", "iqj"]


def test_clique_that_shows_nothing_new_is_not_guessed():
    # The words that may follow each other have seen letters only; q comes in a word that cannot.
    words = ["qab", "cde", "fgh", "ijk"]
    assert best_of(words, "q", ["qab"], 4) == []
    assert best_of(words, "q", [], 4) == words
    assert best_of([*words[1:], "qab"], "q", ["qab"], 3) == ["cde", "fgh", "qab"]
