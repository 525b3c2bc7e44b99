"""Cliques of words: the papers' numbers, and graphs small enough for networkx."""

import csv
import io
import sys
from functools import reduce
from itertools import combinations, takewhile
from operator import or_

import networkx
import numpy as np
import pytest
from helpers.cliques import GREEK_AND_CYRILLIC, SIX_LETTER_CLIQUES, listed, random_vocabulary
from helpers.errors import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.cliques import counting, listing
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.graph import LetterGraph
from gpuwordle.cliques.listing import largest_clique, list_cliques
from gpuwordle.cliques.writing import clique_writer
from gpuwordle.papers.printed import read_paper
from gpuwordle.words.vocabulary import Vocabulary

LAHIRI = read_paper("lahiri")


def cliques_of_networkx(words, size):
    graph = networkx.Graph((a, b) for a, b in combinations(words, 2) if not set(a) & set(b))
    # They come by size.
    small = takewhile(lambda clique: len(clique) <= size, networkx.enumerate_all_cliques(graph))
    return {tuple(sorted(clique)) for clique in small if len(clique) == size}


@pytest.mark.parametrize("length, size", LAHIRI.given["clique_sizes"].items())
def test_the_papers_tables(words_alpha, length, size):
    classes = AnagramClasses.of(words_alpha(length))
    assert len(classes.words) == LAHIRI.printed["clique_words"].values[length]
    assert LetterGraph(classes.masks).edges == LAHIRI.printed["edges"].values[length]
    # Of four and five letters the paper has no number.
    words = {**LAHIRI.pinned["cliques"], **LAHIRI.printed["cliques"].values}[length]
    letter_sets = LAHIRI.pinned["letter_sets"][length]
    assert count_cliques(classes, size) == (words, letter_sets)
    if words < 10_000:
        found = listed(classes, size)
        assert len(set(found)) == len(found) == words
        assert all(len(set("".join(clique))) == size * length for clique in found)
        assert sum(map(len, listing.listing(classes.index, size))) == letter_sets


def test_the_five_six_letter_cliques(words_alpha):
    classes = AnagramClasses.of(words_alpha(6))
    assert sorted(" ".join(sorted(c)) for c in listed(classes, 4)) == SIX_LETTER_CLIQUES.split("\n")


def test_the_original_game_has_eleven(wordle):
    classes = AnagramClasses.of(wordle)
    assert count_cliques(classes, 5) == (11, 10)
    found = {frozenset(clique) for clique in listed(classes, 5)}
    assert len(found) == 11
    assert sum({"waqfs", "vozhd"} <= clique for clique in found) == 9
    assert sum({"fjord", "vibex", "waltz"} <= clique for clique in found) == 2
    assert count_cliques(AnagramClasses.of(Vocabulary("answers", wordle.answers)), 5) == (0, 0)


@pytest.mark.parametrize("length, largest", [(4, 6), (5, 5), (6, 4), (7, 3), (8, 2)])
def test_largest_cliques_of_words_alpha(words_alpha, length, largest):
    classes = AnagramClasses.of(words_alpha(length))
    clique = classes.spell(largest_clique(classes))
    assert len(clique) == largest
    assert len(set("".join(clique))) == largest * length


@pytest.mark.sample(8)
@pytest.mark.parametrize("in_arrays", [False, True], ids=["compiled", "arrays"])
@pytest.mark.parametrize(
    "seed, length, alphabet, count",
    [
        (1, 1, "abcdefg", 7),
        (2, 2, "abcdefgh", 25),
        (3, 3, "abcdefghijklm", 60),
        (4, 5, GREEK_AND_CYRILLIC, 28),
        (5, 6, GREEK_AND_CYRILLIC[:40], 45),
        (6, 5, "abcdefghijklmnopqrstuvwxyz", 90),
        (7, 9, "abcdefghijklmnopqrstuvwxyz", 200),
    ],
)
def test_random_vocabularies_against_networkx(
    seed, length, alphabet, count, in_arrays, monkeypatch
):
    if in_arrays:  # as in a process that has not loaded numba
        monkeypatch.delitem(sys.modules, "numba")
    vocabulary = random_vocabulary(seed, length, alphabet, count)
    words = [word for word in vocabulary.guesses if len(set(word)) == len(word)]
    classes = AnagramClasses.of(vocabulary)
    assert classes.spell(classes.words) == words
    assert set(classes.letters) == set("".join(words))
    sizes = 0
    for size in range(2, 6):
        expected = cliques_of_networkx(words, size)
        sets = {frozenset(map(frozenset, clique)) for clique in expected}
        assert count_cliques(classes, size) == (len(expected), len(sets))
        found = list(list_cliques(classes, size))
        assert all(batch.dtype == np.int32 for batch in found)
        assert all((np.diff(batch, axis=1) > 0).all() for batch in found), "rows rise"
        spelled = [tuple(sorted(classes.spell(clique))) for batch in found for clique in batch]
        assert sorted(spelled) == sorted(expected)
        firsts = classes.members[classes.offsets[:-1]]
        batches = listing.listing(classes.index, size)
        chosen = [classes.spell(firsts[clique]) for batch in batches for clique in batch]
        assert len(chosen) == len(sets)
        assert {frozenset(map(frozenset, clique)) for clique in chosen} == sets
        sizes = size if expected else sizes
    if sizes < 5:
        assert len(largest_clique(classes)) == max(sizes, 1)


def test_alphabet_of_64_letters():
    letters = [chr(0x4E00 + i) for i in range(64)]
    words = ["".join(letters[i : i + 4]) for i in range(0, 64, 4)]
    classes = AnagramClasses.of(Vocabulary("ideographs", [*words, letters[0] * 4]))
    assert count_cliques(classes, 16) == (1, 1)
    assert listed(classes, 16) == [tuple(words)]
    assert len(listed(classes, 15)) == 16
    assert LetterGraph(classes.masks).edges == 16 * 15 // 2
    single = AnagramClasses.of(Vocabulary("single", letters))
    assert count_cliques(single, 2).words == 64 * 63 // 2
    assert len(largest_clique(single)) == 64


def test_sizes():
    classes = AnagramClasses.of(Vocabulary("few", ["cat", "dog", "tac"]))
    for size in (1, -3, 65):
        refused(f"clique size={size} is out of range: give 2 to 64", count_cliques, classes, size)
        refused(f"clique size={size} is out of range", next, list_cliques(classes, size))
    assert classes.largest_conceivable == 2
    assert count_cliques(classes, 3) == (0, 0)
    assert listed(classes, 3) == []
    assert listed(classes, 2) == [("cat", "dog"), ("dog", "tac")]
    one = AnagramClasses.of(Vocabulary("one", ["cat", "act"]))
    assert one.spell(largest_clique(one)) == ["cat"]


def test_anagrams_are_written_out_some_at_a_time_and_a_limit_takes_the_first(monkeypatch):
    words = [*(a + b for a, b in ("ab", "ba", "cd", "dc", "ef", "fe", "gh")), "hg"]
    classes = AnagramClasses.of(Vocabulary("pairs", words))
    whole = np.concatenate(list(list_cliques(classes, 3)))
    assert len(whole) == 4 * 8
    for rows in (1, 3, 8, 9, 20, 100):
        monkeypatch.setattr("gpuwordle.cliques.anagrams.ROWS_AT_ONCE", rows)
        parts = list(list_cliques(classes, 3))
        assert max(map(len, parts)) <= rows
        assert np.array_equal(np.concatenate(parts), whole)
        for limit in (1, 2, 13, 100):
            some = np.concatenate(list(list_cliques(classes, 3, most=limit)))
            assert np.array_equal(some, whole[:limit])


@given(
    st.lists(st.sets(st.integers(0, 11), min_size=3, max_size=3), min_size=1, max_size=40),
    st.integers(2, 5),
)
@settings(max_examples=60)
def test_both_methods_agree_and_list_in_the_same_order(sets, size):
    words = ["".join("abcdefghijkl"[i] for i in letters) for letters in sets]
    index = AnagramClasses.of(Vocabulary("generated", words)).index
    if index.slack(size) < 0:
        assert (counting.count(index, size), list(listing.listing(index, size))) == ((0, 0), [])
        return
    assert counting.count_compiled(index, size) == counting.count_in_arrays(index, size)
    compiled = [row for b in listing.listing_compiled(index, size) for row in b.tolist()]
    in_arrays = listing.listing_in_arrays(index, size, most=10**9)
    assert in_arrays.tolist() == compiled == in_order(index, size)
    assert listing.listing_in_arrays(index, size, most=0) is None


def in_order(index, size):
    """All cliques, by the places of their sets, those by their rarest letters."""
    sets = zip(index.sets.tolist(), index.source.tolist(), strict=True)
    chosen = (zip(*some, strict=True) for some in combinations(sets, size))
    return [list(places) for masks, places in chosen if sum(masks) == reduce(or_, masks)]


def test_search_resumes_where_it_stopped(monkeypatch):
    classes = AnagramClasses.of(random_vocabulary(8, 4, "abcdefghijklmnopqr", 200))
    whole = np.concatenate(list(list_cliques(classes, 4)))
    counted = count_cliques(classes, 4)
    assert len(whole) == counted.words > 500
    monkeypatch.setattr(counting, "_STATES_PER_CALL", 4)
    for name in ("_STEPS_PER_CALL", "_BATCH", "_DEAD_STATES"):
        monkeypatch.setattr(listing, name, 4)
    assert count_cliques(classes, 4) == counted == counting.count_in_arrays(classes.index, 4)
    pieces = list(listing.listing(classes.index, 4))
    assert max(map(len, pieces)) == 4
    assert (np.concatenate(list(list_cliques(classes, 4))) == whole).all()


def test_lists_without_cliques_are_refused():
    doubles = Vocabulary("doubles", ["eel", "moo", "see"])
    refused("no word of 3 distinct letters", AnagramClasses.of, doubles)
    letters = [chr(0x4E00 + i) for i in range(65)]
    long = Vocabulary("long", letters)
    refused("65 different letters, more than the 64", AnagramClasses.of, long)
    # Letters of words that cannot be in a clique do not count.
    pairs = [a + b for a, b in zip(letters[0:60:2], letters[1:60:2], strict=True)]
    doubled = [letter * 2 for letter in letters[60:]]
    assert AnagramClasses.of(Vocabulary("pairs", pairs + doubled)).largest_conceivable == 30


def test_csv_quotes_words_that_it_would_read_otherwise():
    classes = AnagramClasses.of(Vocabulary("sums", ["1,2", '5"6', "'=7"], symbols=True))
    stream = io.BytesIO()
    with clique_writer(classes, 3, stream, "csv") as write:
        write(np.array([[0, 1, 2]], np.int32))
    rows = list(csv.reader(io.StringIO(stream.getvalue().decode())))
    assert rows == [["word_1", "word_2", "word_3"], ["1,2", '5"6', "''=7"]]
