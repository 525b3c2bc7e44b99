"""Openers that are played together: the best sets, their scores, and their games."""

import json
import math
from itertools import combinations

import naive
import pytest
from helpers.errors import refused
from helpers.oracle import Oracle
from helpers.player import as_followed, follow
from helpers.words import PETS, list_of, random_vocabulary, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, Vocabulary, best_pairs
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.openers.joint_openers import estimate, finish, is_exact, score_together
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.strategies.partition import Entropy
from gpuwordle.strategies.strategy import FixedOpeners
from gpuwordle.tree.check import check_tree

# Totals of the best games after both words, whatever the clues: alex1770/wordle at 8fd3f1b, on the
# 12,972 guesses of the original game and the 2,309 hidden words of 2022.
PUBLISHED = {
    "parse clint": 8302,
    "crine spalt": 8316,
    "larnt spice": 8321,
    "crane slipt": 8323,
    "crine plast": 8328,
    "soare clint": 8330,
    "siren clapt": 8331,
    "roast cline": 8335,
    "crine loast": 8337,
    "crane split": 8338,
    "cline spart": 8339,
    "slant drice": 8342,
    "lance sprit": 8343,
    "riant socle": 8344,
    "snare clipt": 8345,
    "lance roist": 8346,
    "corse plant": 8349,
    "rinse clapt": 8349,
    "slant cried": 8350,
    "crone spalt": 8350,
}


@pytest.fixture(scope="module")
def of_2022():
    guesses = list_of("wordle").of_length(5).guesses
    return Vocabulary("wordle-2022", list_of("wordle-nyt").of_length(5).answers, guesses)


def rank(vocabulary, score, words):
    """How the oracle orders sets of words: by the score, then candidates, then the list's order."""
    numbers = naive.joint_statistics(words, vocabulary.answers)
    value = sum(w * n for w, n in zip(KEYS[score].weights, numbers, strict=True))
    return value, *(place(vocabulary, word) for word in words)


def place(vocabulary, word):
    return word not in vocabulary.answers, vocabulary.guesses.index(word)


@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize("score", KEYS)
def test_pairs_and_partners_equal_the_oracle(score, pool):
    guesses = random_words(3, 4, 5, 26)
    words = Vocabulary("random", guesses[::2], guesses)
    playable = sorted(
        guesses if pool == "all" else words.answers, key=lambda word: place(words, word)
    )
    how = {"conditions": Conditions(pool)}
    found = [one.guesses for one in best_pairs(words, score, top=9, **how)]
    every = combinations(playable, 2)
    assert found == sorted(every, key=lambda pair: rank(words, score, pair))[:9]
    given = guesses[5]
    every = [(given, word) for word in playable if word != given]
    found = [one.guesses for one in best_pairs(words, score, given=[given], top=7, **how)]
    assert found == sorted(every, key=lambda pair: rank(words, score, pair))[:7]


@pytest.mark.parametrize("score", KEYS)
def test_more_words_are_the_best_extensions_of_the_best_pairs(score):
    words = random_vocabulary(8, 5, 6, 22, hidden=15)
    extended = {
        tuple(sorted({*pair.guesses, more}, key=lambda word: place(words, word)))
        for pair in best_pairs(words, score, top=10)
        for more in words.guesses
        if more not in pair.guesses
    }
    found = [one.guesses for one in best_pairs(words, score, words=3, top=4)]
    assert found == sorted(extended, key=lambda three: rank(words, score, three))[:4]


def test_what_is_exact():
    assert [is_exact(*case) for case in ((0, 2), (1, 2), (2, 2), (2, 3), (3, 3))] == [True] * 5
    assert [is_exact(*case) for case in ((0, 3), (1, 3), (0, 4), (2, 4))] == [False] * 4


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 9999), length=st.integers(1, 7), count=st.integers(1, 4))
def test_scores_of_words_together(seed, length, count):
    guesses = random_words(seed, length, 4, 30)
    words = Vocabulary("random", guesses[::3], guesses)
    chosen = guesses[-count:]
    found = score_together(words, chosen, backend="numpy")
    buckets, largest, squares, _ = naive.joint_statistics(chosen, words.answers)
    total = len(words.answers)
    shares = [len(bucket) / total for bucket in naive.joint_buckets(chosen, words.answers).values()]
    bits = -sum(share * math.log2(share) for share in shares)
    assert (found.buckets, found.largest) == (buckets, largest)
    assert found.expected_size == pytest.approx(squares / total)
    assert found.entropy == pytest.approx(bits, abs=1e-8)
    assert found.bits_left == pytest.approx(math.log2(total) - bits, abs=1e-8)
    assert found.guesses == tuple(chosen)
    assert found.candidates == tuple(word in words.answers for word in chosen)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 9999), first=st.integers(0, 11), second=st.integers(0, 10))
def test_optimal_ends_take_the_fewest_guesses(seed, first, second):
    words = random_vocabulary(seed, 3, 3, 12, hidden=8)
    guesses = words.guesses
    pair = [guesses[first], [g for g in guesses if g != guesses[first]][second]]
    expected, longest = 0, 1
    for bucket in naive.joint_buckets(pair, words.answers).values():
        if bucket[0] in pair:
            expected += 1 + pair.index(bucket[0])
        else:
            expected += 2 * len(bucket) + naive.least_total(guesses, bucket)
            longest = max(longest, 2 + naive.least_worst(guesses, bucket))
    tree = finish(words, pair, strategy="optimal", backend="numpy")
    check_tree(tree, words)
    assert (tree.total, tree.lost) == (expected, 0)
    shortest = Optimal("worst-then-total")
    assert finish(words, pair, shortest, backend="numpy").worst == longest
    assert finish(words, pair, Optimal("worst"), backend="numpy").worst == longest
    if longest > 3:
        few, line = Conditions(allowed=longest - 1), f"after {', '.join(pair)}: allow {longest}"
        refused(line, finish, words, pair, shortest, few, backend="numpy")
    greedy = finish(words, pair, strategy="entropy", backend="numpy")
    assert greedy.total >= expected
    for games in (tree.games(), greedy.games()):
        for game, answer in enumerate(games.answers):
            shown = as_followed(words, games, game)[0]
            assert shown[:2] == (pair[:1] if words.answers[answer] == pair[0] else pair)


def test_greedy_ends_are_those_of_the_strategy():
    words = random_vocabulary(2, 4, 5, 60)
    pair, oracle = words.guesses[3:5], Oracle(words)

    def choose(playable, left, clues):
        if len(clues) < 2:
            return pair[len(clues)]
        return oracle.ranked(playable, left, KEYS["entropy"])[0]

    games = finish(words, pair, strategy="entropy", backend="numpy").games()
    how = {"pool": "all", "hard": False, "filter": "pattern", "asked_when_certain": True}
    for game, answer in enumerate(games.answers):
        expected = follow(words, words.answers[answer], choose, **how)
        assert as_followed(words, games, game) == expected


def test_given_words_may_leave_no_guess_for_the_end():
    words = Vocabulary("w", ["ab", "ac", "ad", "ae"], ["ab", "ac", "ad", "ae", "ff", "gg"])
    given, three = ["ff", "gg", "ab"], Conditions(allowed=3)
    assert finish(words, given, "entropy", three).lost == 3
    for some, enough in ((given[:2], 6), (given, "more")):
        why = f"found within 3 guesses after {', '.join(some)}: allow {enough}"
        refused(why, finish, words, some, "optimal", three)


def test_bad_input():
    refused("words 'cat' are one string, not a list: give", best_pairs, PETS, given="cat")
    words = Vocabulary("three", ["cat", "cow", "dog"])
    for wrong, line in (
        ({"score": "entrophy"}, "unknown score 'entrophy'"),
        ({"top": 0}, "top=0 is out of range"),
        ({"words": 0}, "words=0 is out of range"),
        ({"words": 4}, "'three' has only 3 guesses for a set of 4"),
        ({"given": ["cat", "cow", "dog"]}, "3 words are given for a set of 2: give 2 or fewer"),
        ({"given": ["cat", "Cat"]}, "word 'Cat' is given twice"),
        ({"given": ["pig"]}, "'pig' is not in the word list 'three'"),
        ({"backend": "numbba"}, "unknown backend 'numbba'"),
        ({"conditions": Conditions(hard=True)}, "cannot keep to hard mode: leave hard out"),
    ):
        refused(line, best_pairs, words, **wrong)
    refused("no word is given", score_together, words, [])
    settle = FixedOpeners(["cat"], Entropy()).settle
    refused("cannot guess from pool 'candidates'", settle, Conditions("candidates"))


def test_sets_are_plain_values_and_a_table():
    found = best_pairs(PETS, top=2, backend="numpy")
    assert found == [*found]
    assert repr(found) == "Openers(cat cow, cat dog)"
    assert json.loads(json.dumps(found.to_dict())) == {"openers": [one.to_dict() for one in found]}
    table = found.to_pandas()
    assert [*map(tuple, table["guesses"])] == [one.guesses for one in found]
    assert table["bits_left"].tolist() == [one.bits_left for one in found]


def test_an_estimate_is_a_time():
    words = random_vocabulary(1, 5, 6, 40)
    assert 0 < estimate(words, backend="numpy") < 60
    assert 0 < estimate(words, pool="candidates", backend=NumpyBackend(words)) < 60


def test_the_best_pair_of_the_original_game(of_2022, wordle):
    found = score_together(of_2022, ["clint", "soare"])
    assert round(found.bits_left, 4) == 1.5440
    found = best_pairs(wordle, given=["crane"])[0]
    assert found.guesses[0] == "crane"
    assert found.entropy > score_together(wordle, ["crane", "spilt"]).entropy


@pytest.mark.slow
@pytest.mark.parametrize("score", KEYS)
def test_the_best_pairs_of_the_original_game(of_2022, score):
    best = best_pairs(of_2022, score, top=3)
    if score == "entropy":
        assert sorted(best[0].guesses) == ["clint", "soare"]
    # Neither word has a better partner than the other.
    for word in best[0].guesses:
        found = best_pairs(of_2022, score, given=[word])[0]
        assert {*found.guesses} == {*best[0].guesses}


BEST, *OTHERS = PUBLISHED


@pytest.mark.parametrize(
    "pair", [BEST, *(pytest.param(pair, marks=pytest.mark.slow) for pair in OTHERS)]
)
def test_published_totals(of_2022, pair):
    assert finish(of_2022, pair.split(), strategy="optimal").total == PUBLISHED[pair]
