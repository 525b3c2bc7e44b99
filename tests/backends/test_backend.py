"""One body of tests over every backend that can run here, against the plain-Python oracle."""

from itertools import islice, product

import naive
import numpy as np
import pytest
from helpers.engines import leading_guesses
from helpers.errors import refused
from helpers.oracle import EVERY_KEY, Oracle, drawn_words, rows_of
from helpers.rules import TOLD
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuwordle.backends import narrowing
from gpuwordle.backends.numba_cpu import best_guesses, large
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary


def hidden_of(words, groups):
    return [[words.answers[a] for a in groups.group(index)] for index in range(len(groups))]


@pytest.mark.sample(120)
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("letters", [1, 2, 4, 6])
@pytest.mark.parametrize("length", range(1, 21))
def test_every_length_with_repeats(backend_type, length, letters, weighted):
    """Of one letter there is one word."""
    most = weighted * (9 if length % 3 else 4_000)
    words = drawn_words(length * letters, length, letters, 24, most=most)
    backend = backend_type(words)
    assert backend.codes().tolist() == [
        [naive.code(guess, answer) for answer in words.answers] for guess in words.guesses
    ]
    assert rows_of(backend.statistics()) == Oracle(words).rows(words.guesses, words.answers)


@pytest.fixture
def pruned(monkeypatch):
    """Prune however few words there are."""
    monkeypatch.setattr(best_guesses, "LARGE_PAIRS", 2000)
    monkeypatch.setattr(large, "PILOTS", 2)
    monkeypatch.setattr(narrowing, "SMALLEST_PART", 8)
    monkeypatch.setattr(narrowing, "PROMISING", 3)


@pytest.mark.sample(18)
@pytest.mark.parametrize("most", [None, 40], ids=["plain", "weighted"])
@pytest.mark.parametrize("rule", ["wordle", *TOLD])
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(1, 20),
    letters=st.integers(2, 9),
    count=st.integers(1, 70),
    top=st.sampled_from([1, 4, 99]),
    memory=st.sampled_from([None, None, None, 1 << 15, 1000, 1]),
)
def test_all_is_as_the_oracle_says(
    pruned, backend_type, rule, most, seed, length, letters, count, top, memory
):
    words = drawn_words(seed, length, letters, count, rule, most)
    guesses, backend, oracle = words.guesses, backend_type(words, memory=memory), Oracle(words)
    codes = [[words.rule.code(guess, answer) for answer in words.answers] for guess in guesses]
    assert backend.codes().tolist() == codes
    assert rows_of(backend.statistics()) == oracle.rows(guesses, words.answers)

    rng, answers = np.random.default_rng(seed), len(words.answers)
    sizes = [3, answers, 1, min(answers, 25), 2]
    groups = Groups.of([rng.permutation(answers)[:size] for size in sizes])
    candidates = hidden_of(words, groups)
    expected = [oracle.rows(guesses, hidden) for hidden in candidates]
    chosen = rng.integers(0, len(guesses), len(groups))
    told = []
    found = backend.statistics(groups, chosen, told.append)
    assert told == sorted(told) and told[-1] == pytest.approx(1.0)
    assert found.sizes.tolist() == [len(hidden) for hidden in candidates]
    assert [rows_of(found, index) for index in range(len(groups))] == [
        [rows[guess] for guess in chosen] for rows in expected
    ]
    beside = rng.integers(0, answers, len(groups))
    assert backend.paired_codes(chosen, beside).tolist() == [
        codes[guess][answer] for guess, answer in zip(chosen, beside, strict=True)
    ]
    if oracle.weights:
        assert found.weights.tolist() == [sum(map(oracle.weights.get, h)) for h in candidates]
    assert backend.bucket_counts(groups).tolist() == [[row[0] for row in rows] for rows in expected]
    assert (backend.bucket_counts(groups, chosen) == found.buckets).all()

    finest = [oracle.ranked(guesses, hidden, KEYS["buckets"])[0] for hidden in candidates]
    counted = backend.most_buckets(groups)
    assert [guesses[guess] for guess in counted.guesses] == finest
    assert counted.buckets.tolist() == [max(row[0] for row in rows) for rows in expected]

    lists = [rng.permutation(len(guesses))[: 1 + seed % 9] for _ in range(len(groups))]
    assert len(backend.best_guesses(Groups.of([]), KEYS["entropy"])) == 0
    for key, (pool, playable) in product(
        EVERY_KEY,
        (
            ("all", [guesses] * len(groups)),
            ("candidates", candidates),
            (Groups.of(lists), [[guesses[guess] for guess in some] for some in lists]),
        ),
    ):
        assert [guesses[best] for best in backend.best_guesses(groups, key, pool)] == [
            oracle.ranked(some, hidden, key)[0]
            for some, hidden in zip(playable, candidates, strict=True)
        ]
    for pool, playable in (("all", guesses), ("candidates", words.answers)):
        for key, led in zip(EVERY_KEY, leading_guesses(backend, EVERY_KEY, top, pool), strict=True):
            best = oracle.ranked(playable, words.answers, key)[:top]
            assert [guesses[guess] for guess in led.guesses] == best
            assert rows_of(led.statistics) == oracle.rows(best, words.answers)

    split = backend.split(groups, chosen)
    buckets = [*zip(split.parents, split.codes, hidden_of(words, split.groups), strict=True)]
    expected = [
        (index, guess, bucket)
        for index, guess in enumerate([guesses[guess] for guess in chosen])
        for bucket in naive.buckets(
            guess, candidates[index], lambda g, a: (g == a, oracle.told(g, a))
        ).values()
    ]
    assert buckets == sorted(
        (index, words.win if bucket == [guess] else words.rule.code(guess, bucket[0]), bucket)
        for index, guess, bucket in expected
    )


@pytest.mark.sample(6)
@pytest.mark.parametrize(("length", "letters"), [(1, 8), (2, 7), (3, 6), (4, 5)])
def test_many_weights_for_their_codes(backend_type, length, letters):
    words = drawn_words(length, length, letters, letters**length, most=4_000)
    some = np.arange(0, len(words.guesses), 1 + length**3 // 8)
    expected = Oracle(words).rows([words.guesses[guess] for guess in some], words.answers)
    assert rows_of(backend_type(words).statistics(guesses=some)) == expected


CHINESE = [chr(0x4E00 + i) for i in range(255)]
WIDE = ["".join(np.random.default_rng(seed).choice(CHINESE, 6)) for seed in range(90)]
WIDE += ["".join(CHINESE[i : i + 6]) for i in (*range(0, 250, 6), 249)]


def test_255_letters(backend_type):
    words = Vocabulary("chinese", WIDE)
    assert len(words.alphabet) == 255
    some = np.arange(0, len(WIDE), 3)
    expected = Oracle(words).rows([words.guesses[guess] for guess in some], words.answers)
    assert rows_of(backend_type(words).statistics(guesses=some)) == expected


@pytest.mark.sample(10)
@pytest.mark.parametrize("length", [5, 7, 10, 13, 15])
@pytest.mark.parametrize("answers", [65_535, 65_536, 65_537])
def test_buckets_around_sixteen_bits(backend_type, length, answers):
    """A counter of 16 bits would begin again, or lose one."""
    drawn = product("abcdefghijklmnopt", repeat=length - 1)
    hidden = ["z" + "".join(word) for word in islice(drawn, answers)]
    # All answers share one pattern of each of these, the last time the grey one; then several.
    played = ["z" + "".join(word) for word in islice(product("qrs", repeat=length - 1), 5)]
    played += ["qz" + "q" * (length - 2), "q" * length, "q" * (length - 1) + "p"]
    vocabulary = Vocabulary("many", hidden, [*hidden, *played])
    backend = backend_type(vocabulary)
    guesses = np.arange(answers - 1, answers + len(played))
    found = backend.statistics(None, guesses)
    for row, codes in zip(rows_of(found), backend.codes(guesses), strict=True):
        sizes = np.unique(codes, return_counts=True)[1].tolist()
        logs = sum(size * naive.integer_log(size) for size in sizes)
        assert row == [len(sizes), max(sizes), sum(size**2 for size in sizes), logs]
    assert found.largest[0, 1:-1].tolist() == [answers] * (len(played) - 1)
    assert 1 < found.buckets[0, -1] < found.buckets[0, 0]
    for key, some in product(KEYS.values(), (slice(None), slice(-2, None))):
        listed = guesses[some]
        best = backend.best_guesses(Groups.whole(answers), key, Groups.of([listed]))
        # The first of all is the only candidate.
        assert best[0] == listed[found.key(key)[0, some].argmin()]


def test_the_heaviest_weights_there_are(backend_type):
    words = Vocabulary("pets", ["cat", "cot", "dog"], weights=[1, (1 << 24) - 4, 2])
    found = backend_type(words).statistics()
    assert found.heaviest[0].tolist() == [(1 << 24) - 4] * 3
    assert found.key(KEYS["entropy"])[0].tolist() == found.sum_n_log_n[0].tolist()
    assert len(log_table((1 << 24) - 1)) == 1 << 24
    much = Key("much", (0, 0, 0, 9))
    refused("could overflow", backend_type(words).best_guesses, Groups.whole(3), much)
