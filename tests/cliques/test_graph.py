"""The graph of Lahiri et al., as their algorithms define it."""

import numpy as np
import pytest
from helpers.cliques import random_vocabulary
from helpers.literal_cliques import form_graph_helper

from gpuwordle.cliques import graph
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.graph import EVERY_LETTER, LetterGraph, form_graph
from gpuwordle.words.vocabulary import Vocabulary


@pytest.mark.parametrize("unseen", ["abcdefghijkl", "abcxy", "c", ""])
@pytest.mark.parametrize("shared", [0, 1])
@pytest.mark.parametrize("every", [None, 3, 1], ids=["none", "a third", "all"])
@pytest.mark.parametrize("pairs", [graph._PAIRS_AT_ONCE, 500], ids=["at once", "in blocks"])
def test_graph_is_that_of_the_paper(unseen, shared, every, pairs, monkeypatch):
    monkeypatch.setattr(graph, "_PAIRS_AT_ONCE", pairs)
    vocabulary = random_vocabulary(12, 4, "abcdefghijkl", 70)
    classes = AnagramClasses.of(vocabulary)
    words = classes.spell(classes.words)
    discarded = None if every is None else np.arange(len(words)) % every == 0
    thrown = () if every is None else words[::every]
    joined = enumerate(form_graph_helper(words, set(unseen), set(thrown), shared))
    expected = {frozenset((words[i], words[j])) for i, others in joined for j in others}
    whole = LetterGraph(classes.masks, classes.mask(unseen), shared, discarded)
    assert whole.edges == len(expected)
    assert whole.has_edges == bool(expected)
    # Each word has its edges to the words before it: not their number alone is right.
    for count in range(1, len(words)):
        there = set(words[:count])
        thrown_there = None if discarded is None else discarded[:count]
        first = LetterGraph(classes.masks[:count], classes.mask(unseen), shared, thrown_there)
        assert first.edges == sum(pair <= there for pair in expected)


def test_soft_graph_only_where_the_hard_one_has_no_edge():
    classes = AnagramClasses.of(Vocabulary("sharing", ["cat", "cow", "cub", "dig"]))
    assert form_graph(classes.masks, EVERY_LETTER).shared == 0
    assert form_graph(classes.masks[:3], EVERY_LETTER).shared == 1
    assert form_graph(classes.masks[:3], EVERY_LETTER).edges == 3
    # Seen letters do not count.
    assert form_graph(classes.masks[:3], classes.mask("atowub")).shared == 0
