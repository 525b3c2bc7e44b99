"""Counts of cliques, compiled and in arrays, small and beyond 62 bits."""

from __future__ import annotations

import math
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from helpers.cliques import random_vocabulary

from gpuwordle.cliques import counting, search_index
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.words.vocabulary import Vocabulary


def test_counts_of_all_pairs_and_triples():
    # All 190 pairs and 1140 triples of 20 letters.
    # Perfect matchings of 2 n letters: (2 n)! / (2^n n!).
    letters = "abcdefghijklmnopqrst"
    pairs = AnagramClasses.of(Vocabulary("pairs", ["".join(p) for p in combinations(letters, 2)]))
    assert count_cliques(pairs, 10) == (654_729_075, 654_729_075)
    triples = AnagramClasses.of(
        Vocabulary("triples", ["".join(p) for p in combinations(letters, 3)])
    )
    # 20! / (3!^6 6! 2!): choose what is skipped, divide by the orders.
    assert count_cliques(triples, 6).words == 36_212_176_000


@pytest.mark.parametrize(
    "letters, multiplicity, size",
    [
        (6, 10**6, 5),
        # A partial product that 64 bits would make 0.
        (5, 2**16, 5),
    ],
)
def test_counts_beyond_62_bits_are_exact(letters, multiplicity, size):
    index = SearchIndex.of(np.eye(letters, dtype=bool), np.full(letters, multiplicity))
    sets = math.comb(letters, size)
    assert counting.count_compiled(index, size) is None
    assert counting.count(index, size) == (sets * multiplicity**size, sets)


def test_sums_that_64_bits_would_make_small_are_exact():
    # Every product fits, and the sum passes 2^64 by a hundred-millionth.
    pairs = np.array([[i in pair for i in range(12)] for pair in combinations(range(12), 2)])
    index = SearchIndex.of(pairs, np.full(66, 111_454_251))
    assert counting.count_compiled(index, 2) is None
    assert counting.count(index, 2) == (1485 * 111_454_251**2, 1485)


def test_counts_of_just_62_bits_are_compiled():
    index = SearchIndex.of(np.eye(6, dtype=bool), np.full(6, 10**6))
    assert counting.count_compiled(index, 2) == (15 * 10**12, 15)
    index = SearchIndex.of(np.eye(2, dtype=bool), np.full(2, 15 * 10**8))
    assert counting.count_compiled(index, 2) == (225 * 10**16, 1)


def test_progress_rises_to_one():
    classes = AnagramClasses.of(random_vocabulary(11, 4, "abcdefghijklmnop", 300))
    for count in (counting.count_compiled, counting.count_in_arrays):
        seen: list[float] = []
        count(classes.index, 3, seen.append)
        assert seen == sorted(seen)
        assert seen[-1] == 1
        assert len(seen) > 3


def test_arrays_give_up_where_much_is_to_be_looked_at():
    index = AnagramClasses.of(random_vocabulary(11, 4, "abcdefghijklmnop", 300)).index
    counted = counting.count_compiled(index, 3)
    assert counting.count_in_arrays(index, 3, most=1000) is None
    assert counting.count_in_arrays(index, 3, most=10**9) == counted


def test_pieces_change_no_count(monkeypatch):
    index = AnagramClasses.of(random_vocabulary(12, 3, "abcdefghijkl", 150)).index
    counted = counting.count_compiled(index, 4)
    for pairs in (1, 7, 1000):
        monkeypatch.setattr(search_index, "PAIRS_AT_ONCE", pairs)
        assert counting.count_in_arrays(index, 4) == counted


def test_a_small_count_does_not_load_numba():
    program = """
import sys
from gpuwordle import Vocabulary
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
words = Vocabulary("four", ["cat", "act", "dog", "hum", "mud"])
assert count_cliques(AnagramClasses.of(words), 3) == (2, 1)
assert "numba" not in sys.modules
"""
    subprocess.run([sys.executable, "-P", "-c", program], check=True)


@pytest.mark.parametrize("memory", [1, 100_000, 1_000_000])
def test_counts_do_not_depend_on_memory(memory, monkeypatch):
    """States that do not fit are followed before others; with anagrams, and beyond 62 bits."""
    monkeypatch.setattr(counting, "_FIRST_CAPACITY", 8)
    monkeypatch.setattr(counting, "_STATES_PER_CALL", 50)
    for length, alphabet, size in ((3, "abcdefghijkl", 3), (2, "abcdefghijkl", 5)):
        index = AnagramClasses.of(random_vocabulary(12, length, alphabet, 120)).index
        counted = counting.count_compiled(index, size)
        assert counted.words > counted.letter_sets > 100
        assert counting.count_compiled(index, size, memory=memory) == counted
        assert counting.count_in_arrays(index, size, memory=memory) == counted
    index = SearchIndex.of(np.eye(6, dtype=bool), np.full(6, 10**6))
    assert counting.count_compiled(index, 5, memory=memory) is None
    assert counting.count_in_arrays(index, 5, memory=memory) == (6 * 10**30, 6)


def test_states_keep_to_the_memory(monkeypatch):
    """Tables that are alive at once are within it, but for what one state may need."""
    index = AnagramClasses.of(random_vocabulary(12, 2, "abcdefghijklmnopqr", 120)).index
    peaks = []
    for memory in (1 << 30, 100_000):
        peak, usual = [0], counting._CompiledCount._is_full

        def watching(self, states, layer, following, *asked, peak=peak, usual=usual):
            tables = [one.table.nbytes for one in [*layer, *following]]
            peak[0] = max(peak[0], states.nbytes + sum(tables))
            return usual(self, states, layer, following, *asked)

        monkeypatch.setattr(counting, "_FIRST_CAPACITY", 8)
        monkeypatch.setattr(counting._CompiledCount, "_is_full", watching)
        counting.count_compiled(index, 5, memory=memory)
        monkeypatch.setattr(counting._CompiledCount, "_is_full", usual)
        peaks.append(peak[0])
    assert peaks[1] < 150_000
    assert peaks[0] > 200_000
