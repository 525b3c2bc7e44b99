"""The strategy optimal grows trees with the least total over all ways to play."""

import math
import pickle
import random

import naive
import numpy as np
import pytest
from helpers.errors import refused
from helpers.optimal import conditions, small_vocabulary, vocabularies, weighed
from helpers.playing import NUMPY
from helpers.words import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, grow
from gpuwordle.games.growth import Growth
from gpuwordle.strategies.optimal import Optimal
from gpuwordle.tree.check import check_tree


@settings(max_examples=60, deadline=None)
@given(
    vocabulary=vocabularies,
    how=conditions,
    weights_seed=st.none() | st.integers(0, 99),
    data=st.data(),
)
def test_trees_have_the_least_total(vocabulary, how, weights_seed, data):
    opener, weights = data.draw(st.none() | st.sampled_from(vocabulary.guesses)), None
    if weights_seed is not None:
        vocabulary, weights = weighed(vocabulary, random.Random(weights_seed))
    words = vocabulary.guesses, vocabulary.answers
    expected = naive.least_total(*words, opener=opener, weights=weights, **how)
    asked = vocabulary, Optimal(), Conditions(**how)
    named = {"opener": opener, "backend": NUMPY(vocabulary)}
    if expected == math.inf:
        message = f"within {how['allowed']} guesses"
        if opener is None:
            message += f": allow {naive.least_worst(*words, hard=how['hard'])}$"
        refused(message, grow, *asked, **named)
        return
    tree = grow(*asked, **named)
    check_tree(tree, vocabulary)
    assert (tree.lost, tree.total) == (0, expected)
    assert grow(*asked, **named).to_json() == tree.to_json()


@settings(max_examples=15, deadline=None)
@given(vocabulary=vocabularies, data=st.data())
def test_trees_with_the_shortest_longest_game(vocabulary, data):
    opener = data.draw(st.none() | st.sampled_from(vocabulary.guesses))
    words, engine = (vocabulary.guesses, vocabulary.answers), NUMPY(vocabulary)
    worst = next(
        allowed
        for allowed in range(1, len(vocabulary.answers) + 2)
        if naive.least_total(*words, opener=opener, allowed=allowed) < math.inf
    )
    for objective in ("worst", "worst-then-total"):
        tree = grow(vocabulary, Optimal(objective), opener=opener, backend=engine)
        check_tree(tree, vocabulary)
        assert (tree.lost, tree.worst) == (0, worst)
    assert tree.total == naive.least_total(*words, opener=opener, allowed=worst)


def test_the_limit_of_the_longest_game_is_that_of_all_states(monkeypatch):
    """Levels that are too large for the memory are played block by block."""
    vocabulary = random_vocabulary(5, 3, 5, 40)
    how = vocabulary, Optimal("worst"), Conditions(hard=True)
    engine = NUMPY(vocabulary)
    for opener in vocabulary.guesses[:4]:
        tree = grow(*how, opener=opener, backend=engine)
        with monkeypatch.context() as patched:
            patched.setattr(Growth, "_blocks", lambda _, level, some: np.split(some, len(some)))
            assert grow(*how, opener=opener, backend=engine).to_json() == tree.to_json()


def test_a_stopped_search_still_grows_a_tree():
    vocabulary = random_vocabulary(1, 3, 10, 300)
    for opener in (None, vocabulary.guesses[0]):
        strategy = Optimal(seconds=0.01)
        tree = grow(vocabulary, strategy, opener=opener, backend=NUMPY(vocabulary))
        check_tree(tree, vocabulary)
        assert strategy.was_stopped or opener
        assert 2 * 300 - 1 <= strategy.bound_of(tree.opener) <= tree.total


def test_a_stopped_search_may_lose_games_and_says_so(wordle):
    strategy = Optimal(seconds=0.05)
    tree = grow(wordle, strategy, Conditions(hard=True, allowed=6), backend="numba")
    check_tree(tree, wordle)
    assert strategy.was_stopped


def test_what_was_searched_is_not_stored():
    vocabulary, strategy = small_vocabulary(1), Optimal("worst-then-total", seconds=60)
    tree = grow(vocabulary, strategy, backend="numpy")
    again = pickle.loads(pickle.dumps(strategy))
    assert (again.objective, again.seconds, again.solver) == ("worst-then-total", 60, None)
    assert grow(vocabulary, again, backend="numpy").to_json() == tree.to_json()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"filter": "counts"}, "supports the filter 'pattern' only, not 'counts'"),
        ({"pool": "candidates"}, "cannot guess from pool 'candidates'"),
        ({"allowed": 2}, "2 guesses allowed is too few for optimal play: allow 3 or more"),
    ],
)
def test_what_it_cannot_play_is_one_line(how, message):
    refused(message, grow, small_vocabulary(1), Optimal(), Conditions(**how), backend="numpy")
