"""Counts of cliques, compiled and in arrays, small and beyond 62 bits."""

from itertools import combinations

import numpy as np
import pytest
from helpers.cliques import random_vocabulary
from helpers.noted import noted
from helpers.processes import python

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
    words = ["".join(triple) for triple in combinations(letters, 3)]
    triples = AnagramClasses.of(Vocabulary("triples", words))
    # 20! / (3!^6 6! 2!): choose what is skipped, divide by the orders.
    assert count_cliques(triples, 6).words == 36_212_176_000


EACH = {letters: np.eye(letters, dtype=bool) for letters in (2, 5, 6)}
PAIRS = np.array([[i in pair for i in range(12)] for pair in combinations(range(12), 2)])


@pytest.mark.parametrize(
    ("sets", "multiplicity", "size", "chosen", "compiled"),
    [
        pytest.param(EACH[2], 15 * 10**8, 2, 1, True, id="just 62 bits"),
        pytest.param(EACH[6], 10**6, 2, 15, True, id="several of fewer bits"),
        pytest.param(EACH[6], 10**6, 5, 6, False, id="a product of more bits"),
        pytest.param(EACH[5], 2**16, 5, 1, False, id="a partial product that 64 bits make 0"),
        # Every product fits, and the sum passes 2^64 by a hundred-millionth.
        pytest.param(PAIRS, 111_454_251, 2, 1485, False, id="a sum that 64 bits make small"),
    ],
)
def test_counts_beyond_62_bits_are_exact(sets, multiplicity, size, chosen, compiled):
    index = SearchIndex.of(sets, np.full(len(sets), multiplicity))
    count = chosen * multiplicity**size, chosen
    assert counting.count_compiled(index, size) == (count if compiled else None)
    assert counting.count(index, size) == count


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
    assert python("-c", program) == (0, "", "")


@pytest.mark.parametrize(("memory", "pairs"), [(1, 1000), (100_000, 7), (1_000_000, 1)])
def test_counts_depend_neither_on_memory_nor_on_pieces(memory, pairs, monkeypatch):
    """States that do not fit are followed before others; with anagrams, and beyond 62 bits."""
    monkeypatch.setattr(search_index, "PAIRS_AT_ONCE", pairs)
    monkeypatch.setattr(counting, "_FIRST_CAPACITY", 8)
    monkeypatch.setattr(counting, "_STATES_PER_CALL", 50)
    for length, alphabet, size in ((3, "abcdefghijkl", 3), (2, "abcdefghijkl", 5)):
        index = AnagramClasses.of(random_vocabulary(12, length, alphabet, 120)).index
        counted = counting.count_compiled(index, size)
        assert counted.words > counted.letter_sets > 100
        for count in (counting.count_compiled, counting.count_in_arrays):
            told = []
            assert count(index, size, told.append, memory=memory) == counted
            assert told == sorted(told) and told[-1] == 1 and len(told) > 3
        assert counting.count_in_arrays(index, size, most=1000) is None, "much is to be looked at"
    index = SearchIndex.of(EACH[6], np.full(6, 10**6))
    assert counting.count_compiled(index, 5, memory=memory) is None
    assert counting.count_in_arrays(index, 5, memory=memory) == (6 * 10**30, 6)


def test_states_keep_to_the_memory(monkeypatch):
    """Tables that are alive at once are within it, but for what one state may need."""
    index = AnagramClasses.of(random_vocabulary(12, 2, "abcdefghijklmnopqr", 120)).index

    def alive(_, self, states, layer, following, *asked):
        return states.nbytes + sum(one.table.nbytes for one in [*layer, *following])

    monkeypatch.setattr(counting, "_FIRST_CAPACITY", 8)
    tables = noted(monkeypatch, counting._CompiledCount, "_is_full", alive)
    counting.count_compiled(index, 5, memory=1 << 30)
    assert max(tables) > 200_000
    tables.clear()
    counting.count_compiled(index, 5, memory=100_000)
    assert max(tables) < 150_000
