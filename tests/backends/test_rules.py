"""Rules besides Wordle's: backends against the oracle, in little memory and in more."""

import naive
import numpy as np
import pytest
from helpers.engines import leading_guesses
from helpers.rules import TOLD
from helpers.words import list_of, random_words
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuwordle.backends import narrowing
from gpuwordle.backends.numba_cpu import best_guesses, large
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.named import rule_named
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

EVERY_KEY = [*KEYS.values(), Key("mixed", (-3, 5, 2, 0)), Key("falling", (0, -1, 0, 0))]


@pytest.fixture
def pruned(monkeypatch):
    """Prune however few words there are."""
    monkeypatch.setattr(best_guesses, "LARGE_PAIRS", 2000)
    monkeypatch.setattr(large, "PILOTS", 2)
    monkeypatch.setattr(narrowing, "SMALLEST_PART", 8)
    monkeypatch.setattr(narrowing, "PROMISING", 3)


def rows_of(statistics, group=0):
    return statistics.block[:, group].T.tolist()


@pytest.mark.parametrize("rule", TOLD)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(1, 20),
    letters=st.integers(2, 9),
    count=st.integers(3, 60),
    key=st.sampled_from(EVERY_KEY),
    pool=st.sampled_from(["all", "candidates"]),
    memory=st.sampled_from([None, None, 1 << 14]),
)
def test_all_is_as_the_oracle_says(
    pruned, backend_type, rule, seed, length, letters, count, key, pool, memory
):
    guesses, told = random_words(seed, length, letters, count), TOLD[rule]
    words = Vocabulary("random", guesses[: max(count // 2, 1)], guesses, rule=rule_named(rule))
    backend = backend_type(words, memory=memory)
    codes = backend.codes()
    assert codes.tolist() == [[words.rule.code(g, a) for a in words.answers] for g in guesses]
    assert rows_of(backend.statistics()) == [
        list(naive.statistics(guess, words.answers, told)) for guess in guesses
    ]
    rng = np.random.default_rng(seed)
    answers = len(words.answers)
    sizes = [1, 2, 3, min(answers, 20), answers]
    groups = Groups.of([np.sort(rng.permutation(answers)[:size]) for size in sizes])
    counts, most = backend.bucket_counts(groups), backend.most_buckets(groups)
    for index, best in enumerate(backend.best_guesses(groups, key, pool)):
        candidates = [words.answers[a] for a in groups.group(index)]
        playable = [w for w in guesses if pool == "all" or w in candidates]
        assert guesses[best] == naive.best_guess(playable, candidates, key.weights, told)
        expected = [len(naive.buckets(guess, candidates, told)) for guess in guesses]
        assert counts[index].tolist() == expected
        assert most.buckets[index] == max(expected)
    chosen = rng.integers(0, len(guesses), len(groups))
    split = backend.split(groups, chosen)
    found = [
        (parent, [words.answers[a] for a in split.groups.group(index)])
        for index, parent in enumerate(split.parents.tolist())
    ]
    expected = [
        (index, bucket)
        for index, guess in enumerate(chosen)
        for bucket in naive.buckets(
            guesses[guess],
            [words.answers[a] for a in groups.group(index)],
            lambda guess, answer: (guess == answer, told(guess, answer)),
        ).values()
    ]
    assert sorted(found) == sorted(expected)
    (leaders,) = leading_guesses(backend, [key], 3, pool)
    playable = [w for w in guesses if pool == "all" or w in words.answers]
    assert guesses[leaders.guesses[0]] == naive.best_guess(
        playable, words.answers, key.weights, told
    )


@pytest.mark.parametrize("rule", TOLD)
@pytest.mark.parametrize("score", KEYS)
def test_best_pairs_are_those_of_all_pairs(rule, score):
    for length, letters in ((4, 6), (7, 3)):
        words = Vocabulary("random", random_words(3, length, letters, 40), rule=rule_named(rule))
        found, expected = (
            engine(words).best_pairs(KEYS[score], 5) for engine in (NumbaBackend, NumpyBackend)
        )
        assert found.guesses.tolist() == expected.guesses.tolist()
        assert found.keys.tolist() == expected.keys.tolist()
        pair = [words.guesses[g] for g in found.guesses[0]]
        told = naive.joint_statistics(pair, words.answers, TOLD[rule])
        weights = KEYS[score].weights
        assert found.keys[0] == sum(w * s for w, s in zip(weights, told, strict=True))


KNOWN = {  # of the 12,972 guesses and 2,315 answers, computed by an independent program
    ("mastermind", "minimax"): ("saree", 413),
    ("mastermind", "expected-size"): ("soare", 694207),
    ("mastermind", "entropy"): ("stare", 3.237858),
    ("mastermind", "buckets"): ("ester", 19),
    ("jotto", "minimax"): ("phuts", 800),
    ("jotto", "expected-size"): ("stare", 1498201),
    ("jotto", "entropy"): ("stare", 2.010104),
    ("jotto", "buckets"): ("aback", 6),
}


@pytest.mark.parametrize("rule", ["mastermind", "jotto"])
def test_openers_of_the_wordle_list(rule):
    wordle = list_of("wordle").of_length(5)
    words = Vocabulary("wordle", wordle.answers, wordle.guesses, rule=rule)
    backend, whole = NumbaBackend(words), Groups.whole(len(words.answers))
    for score, key in KEYS.items():
        opener, value = KNOWN[rule, score]
        (found,) = backend.best_guesses(whole, key)
        assert words.guesses[found] == opener
        scored = backend.statistics(whole, np.array([found]))
        known = {
            "minimax": scored.largest,
            "expected-size": scored.sum_of_squares,
            "entropy": scored.entropy,
            "buckets": scored.buckets,
        }
        assert known[score][0, 0] == pytest.approx(value, abs=1e-6)


def test_a_rule_needs_a_table_or_codes():
    class Bare(type(RULES["greens"])):
        table = Feedback.table

    with pytest.raises(NotImplementedError, match="Bare has no table"):
        NumpyBackend(Vocabulary("pets", ["cat"], rule=Bare())).codes()
