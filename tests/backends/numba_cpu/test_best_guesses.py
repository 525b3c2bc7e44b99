"""Pruned searches for best guesses against scoring every guess."""

from functools import partial

import numpy as np
import pytest
from helpers.noted import noted
from helpers.oracle import drawn_words
from helpers.words import random_vocabulary, random_words

from gpuwordle.backends import narrowing
from gpuwordle.backends.numba_cpu import best_guesses, large
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numba_cpu.bound import cost_of, least_key
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

OTHER_KEYS = [
    Key("falling", (3, -2, 5, 0)),
    Key("fewest buckets", (1, 0, 0, 0)),
    Key("mixed", (-5, 100, 1, 0)),
    Key("three entropies", (0, 0, 0, 3)),
    Key("nothing", (0, 0, 0, 0)),
]

searcher = partial(NumbaBackend, threads=2)


def mixed_groups(vocabulary, rng):
    count = len(vocabulary.answers)
    sizes = (1, 2, 3, 4, 7, 10, 19, 20, 21, 30, 40, 41, 60, 63, 64, 65, 100, count)
    return Groups.of([rng.permutation(count)[:size] for size in sizes if size <= count])


# Limits between the searches that force each of them, and the memory to run with.
SCHEDULES = {
    "by size": (40, 40_000_000, None),
    "no small groups": (0, 40_000_000, None),
    "guesses in blocks": (40, 40_000_000, 60_000),
    "large groups": (20, 1, None),
    "nothing to bound with": (20, 1, 3_000),
}
LISTS = [
    *((1, 5, 5), (2, 4, 14), (3, 5, 90), (5, 7, 320), (6, 5, 160), (8, 4, 160), (11, 4, 160)),
    *((13, 5, 90), (16, 3, 90), (20, 2, 90)),
]
# Where nothing bounds, every guess is scored, a few at a time: the definition itself.
SHORT_LISTS = [(1, 5, 5), (6, 5, 70), (16, 3, 44)]


@pytest.fixture
def schedule(request, monkeypatch):
    most_small, large_pairs, memory = SCHEDULES[request.param]
    monkeypatch.setattr(best_guesses, "MOST_SMALL", most_small)
    monkeypatch.setattr(best_guesses, "LARGE_PAIRS", large_pairs)
    monkeypatch.setattr(best_guesses, "SHORTEST_TASK", 100)
    monkeypatch.setattr("gpuwordle.threads.SHORTEST_TASK", 100)
    monkeypatch.setattr(narrowing, "SMALLEST_PART", 8)
    monkeypatch.setattr(narrowing, "PROMISING", 2)
    monkeypatch.setattr(large, "PILOTS", 3)
    return memory


@pytest.mark.sample(9)
@pytest.mark.parametrize(
    ("schedule", "length", "letters", "count"),
    [
        (name, *words)
        for name in SCHEDULES
        for words in (SHORT_LISTS if name == "nothing to bound with" else LISTS)
    ],
    indirect=["schedule"],
)
def test_every_search_finds_what_scoring_every_guess_finds(schedule, length, letters, count):
    guesses = random_words(length, length, letters, count)
    vocabulary = Vocabulary("random", guesses[::-2], guesses)  # answers in another order
    rng = np.random.default_rng(length)
    groups = mixed_groups(vocabulary, rng)
    pools = [rng.permutation(len(guesses))[: rng.integers(1, len(guesses))] for _ in groups.sizes]
    exhaustive = NumpyBackend(vocabulary).statistics(groups)
    own = [vocabulary.answer_guess[groups.group(index)] for index in range(len(groups))]
    pruned = searcher(vocabulary, memory=schedule)
    for key in [*KEYS.values(), *OTHER_KEYS]:
        keys = exhaustive.key(key)
        for pool in ("all", "candidates", Groups.of(pools)):
            found = pruned.best_guesses(groups, key, pool)
            for index, guess in enumerate(found):
                playable = {"all": np.arange(len(guesses)), "candidates": own[index]}.get(
                    pool if isinstance(pool, str) else "", pools[index]
                )
                best = min(playable, key=lambda g, i=index: (keys[i, g], g not in own[i], g))
                assert guess == best, (key, index, len(groups.group(index)))


def test_keys_without_good_bounds_are_left_to_the_statistics(monkeypatch):
    monkeypatch.setattr(best_guesses, "SMALLEST_SCORED", 20)
    vocabulary = drawn_words(12, 5, 6, 300)
    reference = NumpyBackend(vocabulary)
    scored = noted(
        monkeypatch, NumbaBackend, "_statistics", lambda found, *given: found.sizes.sum()
    )
    groups = mixed_groups(vocabulary, np.random.default_rng(3))
    pruned = searcher(vocabulary)
    for key in [*KEYS.values(), *OTHER_KEYS]:
        expected = reference.best_guesses(groups, key)
        assert pruned.best_guesses(groups, key).tolist() == expected.tolist()
    assert min(scored) == 20


@pytest.mark.parametrize(
    ("score", "shares"),
    [("minimax", narrowing.PARTS_OF_LARGEST), ("expected-size", narrowing.PARTS_OF_SQUARES)],
)
def test_guesses_are_counted_on_the_shares_of_their_score(score, shares, monkeypatch):
    monkeypatch.setattr(best_guesses, "LARGE_PAIRS", 1)
    monkeypatch.setattr(best_guesses, "SMALLEST_SCORED", 10**9)
    monkeypatch.setattr(narrowing, "SMALLEST_PART", 8)
    monkeypatch.setattr(large, "PILOTS", 1)
    monkeypatch.setattr(narrowing, "PROMISING", 0)
    counted = set()
    narrow = large.narrow

    def noted(bounds, pilots, size, parts, count, top):
        def counting(places, some):
            counted.add(some)
            return count(places, some)

        return narrow(bounds, pilots, size, parts, counting, top)

    monkeypatch.setattr(large, "narrow", noted)
    vocabulary = random_vocabulary(1, 10, 7, 400, 200)
    searcher(vocabulary).best_guesses(Groups.whole(200), KEYS[score])
    assert counted == {200, *(int(200 * share) for share in shares)}


def test_balanced_parts_are_a_bound():
    rng = np.random.default_rng(0)
    for key in [*KEYS.values(), *OTHER_KEYS[1:]]:
        cost = cost_of(key, 60_000)
        for size in (2, 3, 10, 60_000):
            for parts in {1, 2, size // 2 + 1, size}:
                least = least_key(size, parts, cost.cumulative, cost.slack, cost.largest_weight)
                cuts = np.sort(rng.choice(size - 1, parts - 1, replace=False)) + 1
                sizes = np.diff(np.concatenate([[0], cuts, [size]]))
                found = cost.cumulative[sizes].sum() + cost.largest_weight * sizes.max()
                assert least <= found


@pytest.mark.parametrize("pool", ["all", "candidates"])
def test_a_group_knows_nothing_of_a_larger_one_before_it(pool):
    """Scratch is told apart by numbers that rise by more than any group used, not by the next's."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        vocabulary = random_vocabulary(seed, 7, 3, 24, 12)
        sizes = (12, 3, 11, 2, 10, 4, 9, 3)
        groups = Groups.of([rng.permutation(12)[:size] for size in sizes])
        for name in ("minimax", "entropy"):
            found = NumbaBackend(vocabulary, threads=1).best_guesses(groups, KEYS[name], pool)
            expected = NumpyBackend(vocabulary).best_guesses(groups, KEYS[name], pool)
            assert found.tolist() == expected.tolist(), seed
