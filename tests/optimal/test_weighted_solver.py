"""Exact play of words with weights, against a plain minimum over all trees."""

import math
import random
from importlib.util import find_spec
from itertools import product

import naive
import numpy as np
import pytest
from helpers.optimal import small_vocabulary, weighed

from gpuwordle import UserError, Vocabulary, grow, load, play
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.weighted_solver import WeightedSolver
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.build import optimality


def random_case(rng, lengths, *, alike):
    """Random words and weights of some; ``alike``, words differ in one place or two."""
    if alike:  # a limit often lengthens play or forbids it
        end = "zz"[: rng.randrange(3)]
        words = (rng.choice("abcdefghi") + rng.choice("ab") + end for _ in range(22))
    else:
        length, letters = rng.choice(lengths), "abcdefg"[: rng.choice((2, 3, 4, 7))]
        count = rng.randint(5, 22)
        words = ("".join(rng.choice(letters) for _ in range(length)) for _ in range(count))
    pool = list(dict.fromkeys(words))
    hidden = rng.sample(pool, min(len(pool), rng.randint(1, 10)))
    most = rng.choice((1, 9, 1000))
    return pool, {word: rng.randint(1, most) for word in hidden}


def check_under_conditions(seed, lengths):
    """Compare totals, bounds and plays of a random list under random conditions with all trees."""
    rng = random.Random(seed)
    pool, weights = random_case(rng, lengths, alike=seed % 2 == 0)
    hard, allowed = False, None
    if seed % 3:
        hard, allowed = rng.random() < 0.5, rng.choice((None, 2, 3, 4, 5, 6))
    words = Vocabulary("random", list(weights), pool, weights=weights.values())
    given = {"hard": hard, "allowed": None if allowed == 2 else allowed}
    solver = WeightedSolver(words, backend="numpy", **given)
    every = np.arange(len(weights))
    trees = {"weights": weights, "hard": hard, "allowed": allowed}
    expected = naive.least_total(pool, list(weights), **trees)
    found = solver.choose(every, left=allowed)
    assert found.exact and found.total == (None if expected == math.inf else expected)
    if allowed == 2:
        return found.total
    assert max(solver.proven_bound(every), solver.scanned(every)) <= expected
    if found.total is not None:
        assert found.bound == expected
        worst, opener = solver.solve(every).worst, words.guesses[found.guess]
        for within, first in ((worst, None), (allowed, opener)):
            trees |= {"allowed": within, "opener": first}
            assert naive.least_total(pool, list(weights), **trees) == expected
        assert allowed is None or worst <= allowed
        fresh = WeightedSolver(words, backend="numpy", **given)
        beta = expected + rng.randint(-1, 1)
        below = fresh.total_below(every, (), beta)
        assert below == expected if beta > expected else beta <= below <= expected
    # After a clue, from what is remembered.
    opener = rng.randrange(len(pool))
    total = words.total_weight
    for code, bucket, _ in solver.bucket_bounds(opener):
        after = solver.choose(bucket, [(opener, code)]).total
        total += math.inf if after is None else after
    trees |= {"allowed": allowed, "opener": pool[opener]}
    assert total == naive.least_total(pool, list(weights), **trees)
    return found.total


@pytest.mark.parametrize("lengths", [(2, 3, 3, 4), pytest.param((6, 11), marks=pytest.mark.rest)])
@pytest.mark.parametrize("first", range(0, 360, 60))
def test_totals_under_conditions_are_the_least(first, lengths, monkeypatch):
    """For half of them, memo and stack have to grow."""
    if first % 120:
        monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FIRST_SLOTS", 4)
        monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FIRST_DEPTH", 1)
    found = [check_under_conditions(seed, lengths) for seed in range(first, first + 60)]
    assert found.count(None) > 3


@pytest.mark.parametrize("size", [70, 450])
def test_weighing_of_all_guesses(size, wordle, monkeypatch):
    """Word by word, as large sets are weighed, and many guesses at a time."""
    monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FEW_SCANS", 1)
    weights = np.random.default_rng(7).integers(1, 1000, size)
    hidden = wordle.answers[::5][:size]
    guesses = tuple(dict.fromkeys((*hidden, *wordle.guesses[::20])))
    words = Vocabulary("some", hidden, guesses, weights=weights)
    solver = WeightedSolver(words)
    solver.choose(np.arange(size), deadline=Deadline(0.0))
    heaviest = np.zeros((len(guesses), int(solver.tables.codes.max()) + 1), np.int64)
    own = words.weights_of(solver.numbering.answers)
    every = np.arange(len(guesses))[:, None]
    np.maximum.at(heaviest, (every, solver.tables.codes), own)
    expected = heaviest.sum(axis=1)
    expected[:size] += own
    assert solver._stack.sums[0, : len(guesses)].tolist() == expected.tolist()


def test_equal_weights_take_the_totals_without_weights(wordle):
    """Sets that are large enough for bounds by kept subsets, which a limit makes larger."""
    weighed = Vocabulary("seven", wordle.answers, wordle.guesses, weights=[7] * len(wordle.answers))
    solver, plain = WeightedSolver(weighed), Solver(wordle)
    buckets = [
        bucket
        for opener in ("crane", "salet")
        for bucket in solver.after(wordle.find(opener), np.arange(len(wordle.answers)))
        if 25 < len(bucket) < 125
    ]
    assert len(buckets) > 20
    for bucket in buckets:
        for left in (None, 4):
            total = plain.choose(bucket, left=left).total
            assert solver.choose(bucket, left=left).total == (total and 7 * total)


@pytest.mark.parametrize(("hard", "allowed"), [(True, None), (True, 5), (False, 4)])
def test_equal_weights_of_large_sets_under_conditions(wordle, hard, allowed):
    """Sets whose legal guesses are put side by side, and sets too large for that."""
    hidden = wordle.answers[::4]
    guesses = tuple(dict.fromkeys((*hidden, *wordle.guesses[::8], "fuzzy", "salet")))
    words = Vocabulary("some", hidden, guesses)
    weighed = Vocabulary("some", hidden, guesses, weights=[3] * len(hidden))
    plain = Solver(words, hard=hard, allowed=allowed)
    solver = WeightedSolver(weighed, hard=hard, allowed=allowed)
    for opener in ("fuzzy", "salet"):
        for code, bucket, _ in solver.bucket_bounds(words.find(opener)):
            clues = [(words.find(opener), code)]
            expected = plain.solve(bucket, clues).total
            assert solver.choose(bucket, clues).total == (expected and 3 * expected)


def test_trees_of_optimal_play(wordle, monkeypatch):
    some = np.arange(0, len(wordle.answers), 31)
    weights = np.random.default_rng(5).integers(1, 100, len(some)).tolist()
    hidden = [wordle.answers[answer] for answer in some]
    words = Vocabulary("some", hidden, wordle.guesses[:4000] + tuple(hidden), weights=weights)
    player = Optimal()
    tree = grow(words, player, opener="abaci")
    solver = WeightedSolver(words)
    buckets = solver.after(words.find("abaci"), np.arange(len(some)))
    totals = [solver.choose(bucket) for bucket in buckets]
    assert tree.total == sum(weights) + sum(found.total for found in totals)
    assert optimality(tree, player, opener_given=True).proven
    assert player.bound_of("abaci") <= tree.total
    assert tree.total <= play(words, "entropy", opener="abaci").total
    monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FEW_SCANS", 0)
    stopped = Optimal(seconds=1e-9)
    other = grow(words, stopped, opener="abaci")
    assert tree.total <= other.total and other.lost == 0
    assert not optimality(other, stopped, opener_given=True).proven


def test_nothing_of_a_list_is_left_when_the_next_one_is_played(monkeypatch):
    lists = [weighed(small_vocabulary(seed, hidden=9), random.Random(seed))[0] for seed in (1, 3)]
    player = Optimal(seconds=1e-9)
    with monkeypatch.context() as hurried:
        hurried.setattr("gpuwordle.optimal.weighted_solver.FEW_SCANS", 0)
        grow(lists[0], player, backend="numpy")
    assert player.was_stopped
    for words in (lists[1], lists[1].without_weights()):
        opener, beginner = words.guesses[0], Optimal(seconds=1e-9)
        trees = [grow(words, one, opener=opener, backend="numpy") for one in (player, beginner)]
        assert trees[0].to_json() == trees[1].to_json()
        assert (player.was_stopped, beginner.was_stopped) == (False, False)
        assert player.bound_of(opener) == beginner.bound_of(opener) <= trees[0].total


def test_a_search_that_is_stopped_gives_bounds(wordle, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FEW_SCANS", 0)
    guesses = dict.fromkeys([*wordle.answers[:300], *wordle.guesses[:2000]])
    some = wordle.restricted(np.arange(300), guesses)
    found = WeightedSolver(some).choose(np.arange(300), deadline=Deadline(0.0))
    assert (found.total, found.exact) == (None, False) and found.bound > 0 and found.guess >= 0


def test_what_is_not_searched_for():
    words = Vocabulary("pets", ["cat", "cow", "dog"], weights=[1, 2, 3])
    for candidates, message in (([], "there is no candidate"), ([0, 0, 0], "0 is given twice")):
        with pytest.raises(UserError, match=message):
            WeightedSolver(words, backend="numpy").choose(candidates)
    with pytest.raises(UserError, match="only objective total, not worst: leave the objective out"):
        play(words, Optimal("worst"), backend="numpy")


@pytest.mark.parametrize(
    ("pegs", "colours", "uniform", "not_one_colour", "digit_sum"),
    [(2, 3, 21, 13, 82), (2, 4, 45, 30, 214), (2, 6, 132, 103, 872), (3, 2, 18, 13, 80)],
)
def test_mastermind_with_weights(pegs, colours, uniform, not_one_colour, digit_sum):
    """Totals of an independent program: all alike, none of one colour, and sums of digits."""
    codes = ["".join(code) for code in product("abcdef"[:colours], repeat=pegs)]
    given = (
        [1] * len(codes),
        [int(len(set(code)) > 1) for code in codes],
        [sum(ord(peg) - ord("a") + 1 for peg in code) for code in codes],
    )
    for weights, total in zip(given, (uniform, not_one_colour, digit_sum), strict=True):
        words = Vocabulary("codes", codes, rule="mastermind", weights=weights)
        found = WeightedSolver(words, backend="numpy").choose(np.arange(len(words.answers)))
        assert found.total == total


@pytest.mark.skipif(find_spec("wordfreq") is None, reason="wordfreq is not installed")
@pytest.mark.parametrize(
    ("ending", "uniform", "weighted"), [("ight", 22, 10_894), ("atch", 17, 7_277)]
)
def test_published_totals_of_word_frequencies(wordle, ending, uniform, weighted):
    """Games of the words of one ending, all 12,972 words as guesses: an independent program's."""
    for weights, total in ((None, uniform), ("zipf", weighted)):
        words = load("wordle", weights=weights).of_length(5)
        some = np.flatnonzero([word.endswith(ending) for word in words.answers])
        assert WeightedSolver(words).choose(some).total == total
