"""Openers: the two searches agree, and known values come out."""

import json
import pkgutil
import sys

import naive
import pytest
from helpers.errors import refused
from helpers.oracle import Oracle, drawn_words
from helpers.words import PETS, random_vocabulary

import gpuwordle
from gpuwordle import best_openers, first_guess, partition
from gpuwordle.backends.table import choose
from gpuwordle.matrix import pattern_matrix
from gpuwordle.openers.first_guesses import score as scored
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary

LAHIRI = read_paper("lahiri")


@pytest.mark.parametrize("pool", ["all", "candidates"])
@pytest.mark.parametrize("length", [1, 3, 4, 5, 6, 8, 11, 15])
def test_pruned_equals_exhaustive_equals_oracle(pool, length):
    words, conditions = drawn_words(length, length, 4, 70), Conditions(pool)
    oracle, playable = Oracle(words), words.guesses if pool == "all" else words.answers
    for score, ranked in best_openers(words, KEYS, conditions, top=99).items():
        best, order = ranked[0], oracle.ranked(playable, words.answers, KEYS[score])
        assert first_guess(words, score, conditions) == best
        assert [opener.guess for opener in ranked] == order
        assert ranked == scored(words, order)
        buckets, largest, squares, _ = naive.statistics(best.guess, words.answers)
        assert (best.buckets, best.largest) == (buckets, largest)
        assert best.expected_size == pytest.approx(squares / len(words.answers))
        assert best.entropy == pytest.approx(naive.entropy(best.guess, words.answers), abs=1e-8)
        assert best.candidate == (best.guess in words.answers)


# The longest lists take a half of the whole's time, and the kernels of eight letters or of eleven.
@pytest.mark.parametrize(
    "length",
    [3, 5, 7, 20, *(pytest.param(n, marks=pytest.mark.rest) for n in (4, 6, *range(8, 20)))],
)
def test_branch_and_bound_equals_exhaustive_on_the_embedded_list(length):
    words = load("web2").of_length(length)
    engine = choose("auto")(words)
    for score, (best,) in best_openers(words, backend=engine).items():
        assert first_guess(words, score, backend=engine) == best


def test_a_partition_is_what_its_scores_count():
    words = random_vocabulary(9, 5, 4, 50)
    guess = words.guesses[7]
    found = partition(words, guess)
    expected = naive.buckets(guess, words.answers)
    assert {p.code: list(bucket) for p, bucket in found.buckets} == expected
    sizes = [len(bucket) for _, bucket in found.buckets]
    assert sizes == sorted(sizes, reverse=True)
    assert found.opener == scored(words, [guess])[0]
    # Under jotto that holds for anagrams too, of which one is the guess.
    found = partition(Vocabulary("anagrams", ["ab", "ba", "cc"], rule="jotto"), "ab")
    assert [bucket for _, bucket in found.buckets] == [("ab", "ba"), ("cc",)]
    assert (found.opener.buckets, found.opener.largest) == (2, 2)


def test_bad_input():
    refused("unknown score 'minmax': did you mean minimax", first_guess, PETS, "minmax")
    assert best_openers(PETS, []) == {}
    refused("top=0 is out of range", best_openers, PETS, top=0)
    refused(r"unknown backend 'numbba': did you mean numba", first_guess, PETS, backend="numbba")
    refused("'cub' is not in the word list 'pets'", scored, PETS, ["cub"])


def test_pattern_matrix(tmp_path):
    words = drawn_words(4, 6, 5, 40)
    matrix = pattern_matrix(words)
    for guess in words.guesses[:10]:
        for answer in words.answers:
            assert matrix[guess, answer].code == naive.code(guess, answer)
    refused("is a guess but not an answer", lambda: matrix[words.guesses[0], words.guesses[1]])
    refused(r"should end with \.npy", pattern_matrix, words, path=tmp_path / "matrix.bin")
    assert not list(tmp_path.iterdir())


# Openers of the original game, 12972 guesses against 2315 answers, and against all 12972 words:
# computed twice, independently, and published alike by several solvers.
KNOWN = {
    ("wordle", "wordle"): {
        "minimax": ("arise", 168, ["arise", "raise", "aesir", "reais", "serai"]),
        "expected-size": ("roate", 60.424622, ["roate", "raise", "raile", "soare"]),
        "entropy": ("soare", 5.885960, ["soare", "roate", "raise", "raile", "reast", "slate"]),
        "buckets": ("trace", 150, ["trace", "crate", "salet", "slate", "reast"]),
    },
    ("wordle_any", "wordle"): {
        "minimax": ("serai", 697, ["serai"]),
        "expected-size": ("lares", 288.738205, ["lares"]),
        "entropy": ("tares", 6.194053, ["tares"]),
        "buckets": ("tares", 212, ["tares"]),
    },
    # Computed by an independent program.
    ("wordle", "mastermind"): {
        "minimax": ("saree", 413, ["saree"]),
        "expected-size": ("soare", 694207 / 2315, ["soare"]),
        "entropy": ("stare", 3.237858, ["stare"]),
        "buckets": ("ester", 19, ["ester"]),
    },
    ("wordle", "jotto"): {
        "minimax": ("phuts", 800, ["phuts"]),
        "expected-size": ("stare", 1498201 / 2315, ["stare"]),
        "entropy": ("stare", 2.010104, ["stare"]),
        "buckets": ("aback", 6, ["aback"]),
    },
}


@pytest.mark.parametrize(("game", "rule"), KNOWN)
def test_openers_of_the_original_game(request, game, rule):
    listed, known = request.getfixturevalue(game), KNOWN[game, rule]
    words = Vocabulary(game, listed.answers, listed.guesses, rule=rule)
    ranked = best_openers(words, top=max(len(leaders) for *_, leaders in known.values()))
    for score, (guess, value, leaders) in known.items():
        assert ranked[score][0].guess == guess
        name = {"minimax": "largest"}.get(score, score.replace("-", "_"))
        assert getattr(ranked[score][0], name) == pytest.approx(value, abs=1e-6)
        assert first_guess(words, score) == ranked[score][0]
        assert [o.guess for o in ranked[score]][: len(leaders)] == leaders


@pytest.mark.parametrize("length", LAHIRI.printed["openers"].values)
def test_openers_of_lahiri(nltk, length):
    opener = first_guess(nltk(length), "minimax")
    assert opener.guess == LAHIRI.printed["openers"].values[length]
    assert opener.largest == LAHIRI.pinned["largest_buckets"][length]


def test_public_names_do_not_collide_with_modules():
    modules = {module.name for module in pkgutil.iter_modules(gpuwordle.__path__)}
    # A module that is imported becomes an attribute of the package, and would hide the name.
    assert not modules & set(gpuwordle.__all__)


def test_results_are_plain_values_and_tables():
    words = random_vocabulary(4, 4, 5, 40)
    ranked = best_openers(words, ["minimax", "entropy"], top=3)
    plain = json.loads(json.dumps(ranked.to_dict()))
    assert plain["minimax"][0]["guess"] == ranked["minimax"][0].guess
    table = ranked.to_pandas()
    assert table[["score", "rank"]].values.tolist()[:3] == [["minimax", n] for n in (1, 2, 3)]
    assert list(table["entropy"][3:]) == [opener.entropy for opener in ranked["entropy"]]
    some = scored(words, words.guesses[:9])
    assert json.loads(json.dumps(some.to_dict())) == {"openers": [one.to_dict() for one in some]}
    assert some.to_pandas()["guess"].tolist() == [*words.guesses[:9]]
    assert ranked["entropy"].to_pandas()["entropy"].tolist() == [*table["entropy"][3:]]
    assert repr(scored(words, [])) == "Openers()"
    found = partition(words, words.guesses[7])
    plain = json.loads(json.dumps(found.to_dict()))
    assert [bucket["words"] for bucket in plain["partition"]] == [list(b) for _, b in found.buckets]
    answers = found.to_pandas()
    assert sorted(answers["answer"]) == sorted(words.answers)
    assert answers.groupby("pattern")["size"].count().max() == found.opener.largest
    codes = pattern_matrix(words).to_pandas()
    assert codes.loc[words.guesses[3], words.answers[5]] == pattern_matrix(words).codes[3, 5]


def test_pandas_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    refused("pandas is not installed: run pip install pandas", best_openers(PETS).to_pandas)
