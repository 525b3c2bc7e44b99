"""The search, compiled and in plain Python: the same cliques in the same order."""

from __future__ import annotations

import numpy as np
from helpers.cliques import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.cliques import counting, search
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import count_cliques, list_cliques
from gpuwordle.words.vocabulary import Vocabulary


@given(
    st.lists(st.sets(st.integers(0, 11), min_size=3, max_size=3), min_size=1, max_size=40),
    st.integers(2, 5),
)
@settings(max_examples=60)
def test_both_methods_agree_and_list_in_the_same_order(sets, size):
    words = ["".join("abcdefghijkl"[i] for i in letters) for letters in sets]
    index = AnagramClasses.of(Vocabulary("generated", words)).index
    if index.slack(size) < 0:
        assert counting.count(index, size) == (0, 0)
        assert list(search.listing(index, size)) == []
        return
    assert counting.count_compiled(index, size) == counting.count_in_arrays(index, size)
    compiled = [row for b in search.listing_compiled(index, size) for row in b.tolist()]
    plain = [row for b in search.listing_plain(index, size) for row in b.tolist()]
    assert compiled == plain
    in_arrays = search.listing_in_arrays(index, size, most=10**9)
    assert in_arrays is not None and in_arrays.tolist() == plain
    assert search.listing_in_arrays(index, size, most=0) is None


def test_search_resumes_where_it_stopped(monkeypatch):
    classes = AnagramClasses.of(random_vocabulary(8, 4, "abcdefghijklmnopqr", 200))
    whole = np.concatenate(list(list_cliques(classes, 4)))
    counted = count_cliques(classes, 4)
    assert len(whole) == counted.words > 500
    monkeypatch.setattr(counting, "_STATES_PER_CALL", 4)
    for name in ("_STEPS_PER_CALL", "_BATCH", "_DEAD_STATES"):
        monkeypatch.setattr(search, name, 4)
    assert count_cliques(classes, 4) == counted == counting.count_in_arrays(classes.index, 4)
    pieces = list(search.listing(classes.index, 4))
    assert max(map(len, pieces)) == 4
    assert (np.concatenate(list(list_cliques(classes, 4))) == whole).all()
