"""Cliques of letter-disjoint words: the papers' numbers, and graphs small enough for networkx."""

from __future__ import annotations

import math
import random
from itertools import combinations

import networkx
import numpy as np
import pytest
from helpers.words import words_of
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.graph import EVERY_LETTER, LetterGraph, find_k_cliques, form_graph
from gpuwordle.cliques.listing import count_cliques, largest_clique, list_cliques, search
from gpuwordle.errors import UserError
from gpuwordle.words.vocabulary import Vocabulary

# Lahiri et al., Tables 6 to 8: words, edges, size of the cliques. The last two columns are their
# number, of words and of letter sets; the paper estimated 14 and 1700 hours for the first two rows.
TABLES = {
    5: (10175, 7641781, 5, 831, 538),
    4: (5549, 5267897, 6, 111_898_839, 41_658_816),
    6: (13857, 4415108, 4, 5, 5),
    7: (13661, 874963, 3, 1877, 1593),
    8: (10428, 53013, 3, 0, 0),
}
SIX_LETTER_CLIQUES = """\
blowzy drachm juking setpfx
blowzy frumps jading kvetch
dwarfs jumbly kvetch poxing
frowzy jading kvetch plumbs
ftncmd kuvasz pegbox whirly"""

GREEK_AND_CYRILLIC = "αβγδεζηθικλμνξοπρτυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя"


def random_vocabulary(seed: int, length: int, alphabet: str, count: int) -> Vocabulary:
    """Words with distinct letters, some of them anagrams, and some words with repeated letters."""
    rng = random.Random(seed)
    words = ["".join(rng.sample(alphabet, length)) for _ in range(count)]
    words += ["".join(rng.sample(word, length)) for word in words[::4]]
    words += [letter * length for letter in alphabet[:2] if length > 1]
    return Vocabulary(f"random {seed}", words)


def cliques_of_networkx(words, size: int) -> set[tuple[str, ...]]:
    graph = networkx.Graph()
    graph.add_nodes_from(words)
    graph.add_edges_from((a, b) for a, b in combinations(words, 2) if not set(a) & set(b))
    found = set()
    for clique in networkx.enumerate_all_cliques(graph):
        if len(clique) > size:
            break
        if len(clique) == size:
            found.add(tuple(sorted(clique)))
    return found


def listed(classes: AnagramClasses, size: int, **options) -> list[tuple[str, ...]]:
    return [
        tuple(classes.spell(clique))
        for batch in list_cliques(classes, size, **options)
        for clique in batch
    ]


def distinct(words):
    return [word for word in words if len(set(word)) == len(word)]


@pytest.mark.parametrize("length", TABLES)
def test_the_papers_tables(words_alpha, length):
    vertices, edges, size, words, letter_sets = TABLES[length]
    classes = AnagramClasses.of(words_alpha(length))
    graph = LetterGraph(classes.masks)
    assert (graph.vertices, graph.edges) == (vertices, edges)
    assert count_cliques(classes, size) == (words, letter_sets)
    if words < 10_000:
        found = listed(classes, size)
        assert len(set(found)) == len(found) == words
        assert all(len(set("".join(clique))) == size * length for clique in found)
        assert len(listed(classes, size, anagrams=False)) == letter_sets


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


@pytest.mark.parametrize("slow_path", [False, True], ids=["compiled", "plain"])
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
    seed, length, alphabet, count, slow_path, monkeypatch
):
    if slow_path:
        monkeypatch.setattr(search, "find_spec", lambda name: None)
    vocabulary = random_vocabulary(seed, length, alphabet, count)
    words = distinct(vocabulary.guesses)
    classes = AnagramClasses.of(vocabulary)
    assert classes.spell(classes.words) == words
    assert set(classes.letters) == set("".join(words))
    sizes = 0
    for size in range(2, 6):
        expected = cliques_of_networkx(words, size)
        sets = {frozenset(map(frozenset, clique)) for clique in expected}
        assert count_cliques(classes, size) == (len(expected), len(sets))
        found = listed(classes, size)
        assert len(found) == len(expected)
        assert {tuple(sorted(clique)) for clique in found} == expected
        chosen = listed(classes, size, anagrams=False)
        assert len(chosen) == len(sets)
        assert {frozenset(map(frozenset, clique)) for clique in chosen} == sets
        sizes = size if expected else sizes
    largest = largest_clique(classes)
    if sizes < 5:
        assert len(largest) == max(sizes, 1)


@given(
    st.lists(st.sets(st.integers(0, 11), min_size=3, max_size=3), min_size=1, max_size=40),
    st.integers(2, 5),
)
@settings(max_examples=60, deadline=None)
def test_both_methods_agree_and_list_in_the_same_order(sets, size):
    words = ["".join("abcdefghijkl"[i] for i in letters) for letters in sets]
    index = AnagramClasses.of(Vocabulary("generated", words)).index
    if index.slack(size) < 0:
        assert search.count(index, size) == (0, 0)
        assert list(search.listing(index, size)) == []
        return
    assert search.count_compiled(index, size) == search.count_plain(index, size)
    compiled = [row for b in search.listing_compiled(index, size) for row in b.tolist()]
    plain = [row for b in search.listing_plain(index, size) for row in b.tolist()]
    assert compiled == plain


def test_search_resumes_where_it_stopped(monkeypatch):
    classes = AnagramClasses.of(random_vocabulary(8, 4, "abcdefghijklmnopqr", 200))
    whole = np.concatenate(list(list_cliques(classes, 4)))
    counted = count_cliques(classes, 4)
    assert len(whole) == counted.words > 500
    for name in ("_STATES_PER_CALL", "_STEPS_PER_CALL", "_BATCH", "_DEAD_STATES"):
        monkeypatch.setattr(search, name, 4)
    assert count_cliques(classes, 4) == counted == search.count_plain(classes.index, 4)
    pieces = list(search.listing(classes.index, 4))
    assert max(map(len, pieces)) == 4
    assert (np.concatenate(list(list_cliques(classes, 4))) == whole).all()


def test_blocks_of_more_than_64_sets():
    # All 190 pairs of 20 letters: a rarest letter has up to 19 of them, and the 1140 triples
    # have up to 171, three blocks. Perfect matchings of 2 n letters: (2 n)! / (2^n n!).
    letters = "abcdefghijklmnopqrst"
    pairs = AnagramClasses.of(Vocabulary("pairs", ["".join(p) for p in combinations(letters, 2)]))
    assert count_cliques(pairs, 10) == (654_729_075, 654_729_075)
    triples = AnagramClasses.of(
        Vocabulary("triples", ["".join(p) for p in combinations(letters, 3)])
    )
    assert len(triples.index.rows) > len(letters)
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
    index = search.SearchIndex.of(np.eye(letters, dtype=bool), np.full(letters, multiplicity))
    sets = math.comb(letters, size)
    assert search.count_compiled(index, size) is None
    assert search.count(index, size) == (sets * multiplicity**size, sets)


def test_sums_that_64_bits_would_make_small_are_exact():
    # Every product fits, and the sum passes 2^64 by a hundred-millionth.
    pairs = np.array([[i in pair for i in range(12)] for pair in combinations(range(12), 2)])
    index = search.SearchIndex.of(pairs, np.full(66, 111_454_251))
    assert search.count_compiled(index, 2) is None
    assert search.count(index, 2) == (1485 * 111_454_251**2, 1485)


def test_counts_of_just_62_bits_are_compiled():
    index = search.SearchIndex.of(np.eye(6, dtype=bool), np.full(6, 10**6))
    assert search.count_compiled(index, 2) == (15 * 10**12, 15)
    index = search.SearchIndex.of(np.eye(2, dtype=bool), np.full(2, 15 * 10**8))
    assert search.count_compiled(index, 2) == (225 * 10**16, 1)


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


def test_sizes():
    classes = AnagramClasses.of(Vocabulary("few", ["cat", "dog", "tac"]))
    for size in (1, 0, -3):
        with pytest.raises(UserError, match=f"clique size {size} is too small"):
            count_cliques(classes, size)
        with pytest.raises(UserError, match=f"clique size {size} is too small"):
            next(list_cliques(classes, size))
    assert classes.largest_conceivable == 2
    assert count_cliques(classes, 3) == (0, 0)
    assert listed(classes, 3) == []
    assert listed(classes, 2) == [("cat", "dog"), ("dog", "tac")]
    assert classes.spell(largest_clique(AnagramClasses.of(Vocabulary("one", ["cat", "act"])))) == [
        "cat"
    ]


@pytest.mark.parametrize("limit", [1, 2, 7, 100])
@pytest.mark.parametrize("anagrams", [True, False])
def test_limit_takes_the_first(limit, anagrams):
    classes = AnagramClasses.of(random_vocabulary(9, 3, "abcdefghijkl", 60))
    every = listed(classes, 3, anagrams=anagrams)
    assert len(every) > 10
    assert listed(classes, 3, anagrams=anagrams, limit=limit) == every[:limit]


def test_rows_rise_in_vocabulary_order():
    classes = AnagramClasses.of(random_vocabulary(10, 3, "abcdefghijkl", 60))
    for batch in list_cliques(classes, 4):
        assert (np.diff(batch, axis=1) > 0).all()
        assert batch.dtype == np.int32


def test_progress_rises_to_one():
    classes = AnagramClasses.of(random_vocabulary(11, 4, "abcdefghijklmnop", 300))
    for counting in (search.count_compiled, search.count_plain):
        seen: list[float] = []
        counting(classes.index, 3, seen.append)
        assert seen == sorted(seen)
        assert seen[-1] == 1
        assert len(seen) > 3


def joined_pairs(words, unseen: set[str], shared: int, discarded: set[str]) -> set[frozenset[str]]:
    """Algorithm 5, word for word."""
    pairs = set()
    for i, one in enumerate(words):
        if one in discarded:
            continue
        for other in words[i + 1 :]:
            if len(set(one) & set(other) & unseen) == shared:
                pairs.add(frozenset((one, other)))
    return pairs


@pytest.mark.parametrize("unseen", ["abcdefghijkl", "abcxy", "c", ""])
@pytest.mark.parametrize("shared", [0, 1])
@pytest.mark.parametrize("every", [None, 3, 1], ids=["none", "a third", "all"])
def test_graph_is_that_of_the_paper(unseen, shared, every):
    vocabulary = random_vocabulary(12, 4, "abcdefghijkl", 70)
    classes = AnagramClasses.of(vocabulary)
    words = classes.spell(classes.words)
    discarded = None if every is None else np.arange(len(words)) % every == 0
    thrown = (
        set() if discarded is None else {w for w, out in zip(words, discarded, strict=True) if out}
    )
    expected = joined_pairs(words, set(unseen), shared, thrown)
    graph = LetterGraph(classes.masks, classes.mask(unseen), shared, discarded)
    assert graph.vertices == len(words)
    assert graph.edges == len(expected)
    assert graph.has_edges == bool(expected)
    found = {
        frozenset((words[i], words[j])) for i, near in enumerate(graph.neighbours()) for j in near
    }
    assert found == expected


def test_graph_in_many_blocks(monkeypatch):
    classes = AnagramClasses.of(random_vocabulary(13, 3, GREEK_AND_CYRILLIC, 150))
    whole = [LetterGraph(classes.masks, shared=shared).edges for shared in (0, 1)]
    monkeypatch.setattr("gpuwordle.cliques.graph._PAIRS_AT_ONCE", 500)
    assert [LetterGraph(classes.masks, shared=shared).edges for shared in (0, 1)] == whole
    words = classes.spell(classes.words)
    for shared in (0, 1):
        assert whole[shared] == len(joined_pairs(words, set(classes.letters), shared, set()))


def test_soft_graph_only_where_the_hard_one_has_no_edge():
    classes = AnagramClasses.of(Vocabulary("sharing", ["cat", "cow", "cub", "dig"]))
    assert form_graph(classes.masks, EVERY_LETTER).shared == 0
    assert form_graph(classes.masks[:3], EVERY_LETTER).shared == 1
    assert form_graph(classes.masks[:3], EVERY_LETTER).edges == 3
    # Seen letters do not count.
    assert form_graph(classes.masks[:3], classes.mask("atowub")).shared == 0


@pytest.mark.parametrize("shared", [0, 1])
def test_the_papers_search_against_networkx(shared):
    classes = AnagramClasses.of(random_vocabulary(14, 3, "abcdefghijk", 40))
    neighbours = LetterGraph(classes.masks, shared=shared).neighbours()
    graph = networkx.Graph([(i, j) for i, near in enumerate(neighbours) for j in near])
    for size in (2, 3, 4):
        found = find_k_cliques(neighbours, size)
        expected = sorted(
            sorted(clique)
            for clique in networkx.enumerate_all_cliques(graph)
            if len(clique) == size
        )
        assert found == expected
        if shared == 0:
            fast = sorted(row for b in list_cliques(classes, size) for row in b.tolist())
            assert fast == [classes.words[clique].tolist() for clique in found]


def test_the_papers_search_on_six_letters(words_alpha):
    # A thousand words keep the reference quick; the fast search must find the same.
    words = words_of("words-alpha", 6, True)[::14]
    wanted = SIX_LETTER_CLIQUES.split()
    classes = AnagramClasses.of(Vocabulary("some", sorted({*words, *wanted})))
    slow = find_k_cliques(LetterGraph(classes.masks).neighbours(), 4)
    fast = [row for batch in list_cliques(classes, 4) for row in batch.tolist()]
    assert sorted(fast) == [classes.words[clique].tolist() for clique in slow]
    assert len(fast) >= 5
