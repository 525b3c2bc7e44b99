"""Counting by specs against the oracle: repeats, any answers, big alphabets, any ranges, limits."""

import itertools
import tracemalloc

import naive
import numpy as np
import pytest
from helpers.noted import noted
from helpers.words import random_vocabulary

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.specs import group_counts as spec_groups
from gpuwordle.backends.numba_cpu.specs import sizes as spec_sizes
from gpuwordle.backends.numba_cpu.specs.group_counts import Answers, Specs
from gpuwordle.backends.numba_cpu.specs.guesses import Guesses
from gpuwordle.backends.numba_cpu.specs.sizes import smallest_group
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import Statistics
from gpuwordle.threads import Threads
from gpuwordle.words.vocabulary import Vocabulary

LENGTHS = (4, 5, 6)


def count(vocabulary: Vocabulary, *groups) -> np.ndarray:
    """The four statistics of groups: int64, shape (groups, guesses, 4)."""
    some = Groups.of(groups)
    result = Statistics.empty(some.sizes, len(vocabulary.guesses))
    result.block[:] = -1
    Specs(vocabulary).score(
        some, np.arange(len(some)), result, Threads(1), 1 << 30, lambda share: None
    )
    return result.block.transpose(1, 2, 0)


def assert_counts(guess_letters, answer_letters):
    """Count any words, some of them twice, for all of the others."""
    rows = [*guess_letters.tolist(), *answer_letters.tolist()]
    # From 32 letters on: lower and upper case, or accents, would become one letter.
    words = ["".join(chr(0x4E00 + letter) for letter in row) for row in rows]
    vocabulary = Vocabulary("any", list(dict.fromkeys(words)))
    group = [vocabulary.guess_index[word] for word in words[len(guess_letters) :]]
    (found,) = count(vocabulary, group)
    letters = vocabulary.guess_letters
    assert found.tolist() == expected(letters, letters[group])


def expected(guess_letters, answer_letters) -> list[list[int]]:
    answers = [*map(tuple, answer_letters.tolist())]
    return [list(naive.statistics(guess, answers)) for guess in guess_letters.tolist()]


def random_words(seed, n, length, alphabet_size) -> np.ndarray:
    generator = np.random.default_rng([seed, n, length, alphabet_size])
    return generator.integers(0, alphabet_size, (n, length)).astype(np.uint8)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("alphabet_size", [1, 2, 3, 4, 6])
def test_random_words_with_repeats(length, alphabet_size):
    guesses = random_words(0, 53, length, alphabet_size)
    # Answers are separate words, some twice; 70 needs a second word of the bitsets.
    assert_counts(guesses, random_words(1, 70, length, alphabet_size))


@pytest.mark.parametrize(("length", "alphabet_size"), [(4, 3), (5, 2), (6, 2)])
def test_every_word_against_every_word(length, alphabet_size):
    words = np.array(list(itertools.product(range(alphabet_size), repeat=length)), np.uint8)
    assert_counts(words, words[::-1])


@pytest.mark.parametrize("length", LENGTHS)
def test_answers_that_share_many_letters(length):
    """Anagrams and near anagrams: the lists and their corrections do most of the counting."""
    generator = np.random.default_rng(length)
    for base in ([0, 1, 2, 3, 4, 5], [0, 0, 1, 2, 3, 4], [0, 0, 1, 1, 2, 3], [0, 0, 0, 1, 1, 2]):
        words = np.array([generator.permutation(base)[:length] for _ in range(60)], np.uint8)
        changed = words.copy()
        rows = np.arange(len(words))
        changed[rows, generator.integers(0, length, len(words))] = generator.integers(0, 7, 60)
        assert_counts(words[:33], np.concatenate([words[20:], changed]))


@pytest.mark.parametrize("length", LENGTHS)
def test_alphabet_of_255_letters(length):
    """Letters on both sides of 127 and the last one, 254, in words that share many of them."""
    generator = np.random.default_rng(length)
    guesses = random_words(2, 40, length, 255)
    guesses[::3, 0] = 254
    guesses[1::3, 1] = guesses[1::3, 0]
    answers = generator.permuted(guesses[generator.integers(0, 40, 90)], axis=1)
    answers[::4, 2] = 254
    assert_counts(guesses, answers)


@pytest.mark.parametrize("threads", [1, 3])
def test_only_the_chosen_groups_are_written(threads, monkeypatch):
    monkeypatch.setattr("gpuwordle.threads.SHORTEST_TASK", 1000.0)
    vocabulary = random_vocabulary(6, 5, 9, 700)
    groups = Groups.of([np.arange(600), np.arange(9), np.arange(100, 700)])
    result = Statistics.empty(groups.sizes, 700)
    result.block[:] = -1
    reports: list[float] = []
    Specs(vocabulary).score(
        groups, np.array([0, 2]), result, Threads(threads), 1 << 30, reports.append
    )
    assert sum(reports) == pytest.approx(1200 / 1209)
    assert (result.block[:, 1] == -1).all()
    letters = vocabulary.guess_letters
    for group in (0, 2):
        rows = result.block[:, group, ::70].T.tolist()
        assert rows == expected(letters[::70], letters[groups.group(group)])


def test_counters_hold_the_largest_group():
    vocabulary = Vocabulary("one", ["abac"])
    (found,) = count(vocabulary, np.zeros(65_535, int))
    assert found.tolist() == [[1, 65_535, 65_535**2, 65_535 * naive.integer_log(65_535)]]
    with pytest.raises(ValueError, match="65536 candidates"):
        count(vocabulary, np.zeros(65_536, int))


def test_when_specs_are_the_way():
    def smallest(length, memory=1 << 30):
        return smallest_group(random_vocabulary(9, length, 5, 50), memory)

    assert [n for n in range(1, 21) if smallest(n) < np.inf] == [4, 5, 6]
    assert smallest(5, 1000) == np.inf


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("letters", [2, 10])
def test_no_more_memory_is_taken_than_was_said(length, letters):
    vocabulary = random_vocabulary(10, length, letters, 2000)
    group = np.arange(len(vocabulary.guesses))
    count(vocabulary, group)  # what is made once per word length
    tracemalloc.start()
    try:
        found = count(vocabulary, group)
        peak = tracemalloc.get_traced_memory()[1] - found.nbytes
    finally:
        tracemalloc.stop()
    # The tables of structures do not grow with the lists.
    constant = 4 << 20
    assert smallest_group(vocabulary, max(peak - constant, 0)) == np.inf


@pytest.fixture(scope="module", params=[4, 5, 6])
def scored(request):
    """A vocabulary, groups of which some are counted by specs, and what the definition says."""
    vocabulary = random_vocabulary(21, request.param, 6, 500, 250)
    rng = np.random.default_rng(request.param)
    sizes = [3, 30, 31, 1, 64, 65, 29, 250, 40, 2, 2, 33, 90, 250, 30]
    groups = Groups.of([rng.permutation(250)[:size] for size in sizes])
    return vocabulary, groups, NumpyBackend(vocabulary).statistics(groups)


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
@pytest.mark.parametrize("longest", [0.0, 30e6], ids=["split inside", "by size"])
@pytest.mark.parametrize("splitting", [0.0, 500e3], ids=["rest split", "rest whole"])
def test_however_groups_are_shared_out(scored, threads, longest, splitting, monkeypatch):
    vocabulary, groups, expected = scored
    monkeypatch.setattr(spec_sizes, "SMALLEST_GROUP", {4: 30, 5: 30, 6: 30})
    monkeypatch.setattr(spec_groups, "LONGEST_TASK", longest)
    monkeypatch.setattr(spec_groups, "_SPLITTING", splitting)
    monkeypatch.setattr(spec_groups, "SHORTEST_TASK", 1000.0)
    fractions: list[float] = []
    backend = NumbaBackend(vocabulary, threads=threads)
    found = backend.statistics(groups, progress=fractions.append)
    assert np.array_equal(found.block, expected.block)
    assert fractions == sorted(fractions) and fractions[-1] == 1
    assert np.array_equal(backend.bucket_counts(groups), expected.buckets)


@pytest.fixture(scope="module")
def guesses():
    letters = np.random.default_rng(22).integers(0, 26, (12_000, 5)).astype(np.uint8)
    return Guesses(letters, 26)


@pytest.mark.parametrize(
    ("sizes", "threads", "inside"),
    [
        *(
            pytest.param([100] * 4 * threads, threads, 0, id=f"medium, {threads} threads")
            for threads in (2, 4, 16, 64)
        ),
        pytest.param([100] * 1000, 64, 0, id="many"),
        pytest.param([100] * 40, 64, 0, id="fewer than threads"),
        pytest.param([100] * 1000, 1, 0, id="one thread"),
        pytest.param([2300], 16, 1, id="one large"),
        pytest.param([12_000] * 3, 16, 3, id="few large"),
        pytest.param([12_000] + [100] * 16, 16, 1, id="one large among medium ones"),
        pytest.param([2300] * 3, 2, 1, id="a last round of few"),
        pytest.param([60_000] * 2 + [100] * 16, 16, 2, id="too long for one thread"),
    ],
)
def test_which_groups_are_split_inside(guesses, sizes, threads, inside):
    costs = spec_groups._Costs(guesses, np.array(sizes))
    assert spec_groups._split_inside(costs, threads, 1 << 30) == inside


def test_groups_too_large_for_the_memory_are_split(guesses):
    costs = spec_groups._Costs(guesses, np.array([100] * 16))
    assert spec_groups._split_inside(costs, 16, 1 << 20) == 16


@pytest.mark.parametrize("size", [64, 1000, 5000])
def test_costs_bound_the_memory_of_a_group(guesses, size):
    candidates = np.random.default_rng(23).integers(0, guesses.count, size)
    tracemalloc.start()
    try:
        answers = Answers(guesses, candidates)
        answers.post()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answers.n_pairs
    (needed,) = spec_groups._Costs(guesses, np.array([size])).bytes
    assert needed / 2 < peak <= needed + 20_000


def test_many_groups_share_one_run(monkeypatch):
    """A run is a barrier: what many groups must not have is several each."""
    runs = noted(monkeypatch, Threads, "run")
    backend = NumbaBackend(random_vocabulary(24, 5, 10, 3000), threads=4)
    rng = np.random.default_rng(0)
    groups = Groups.of([rng.permutation(3000)[:300] for _ in range(40)])
    backend.statistics(groups)
    assert len(runs) == 1


def test_a_list_of_all_guesses_is_counted_like_all(monkeypatch):
    calls = []
    monkeypatch.setattr(Specs, "score", lambda *arguments: calls.append(arguments))
    backend = NumbaBackend(random_vocabulary(25, 5, 10, 300))
    backend.statistics(guesses=np.arange(300, dtype=np.int32))
    assert len(calls) == 1
    backend.statistics(guesses=np.arange(299))
    backend.statistics(guesses=np.arange(300)[::-1])
    assert len(calls) == 1
