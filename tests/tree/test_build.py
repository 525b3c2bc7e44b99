"""Trees as they grow, against games played one by one in plain Python."""

from random import Random

import naive
from helpers.errors import refused
from helpers.optimal import weighed
from helpers.oracle import Oracle
from helpers.player import as_followed, follow
from helpers.playing import NUMPY, conditions, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, grow
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.table import STRATEGIES, strategy_named
from gpuwordle.tree.check import check_tree

DETERMINISTIC = [name for name in STRATEGIES if strategy_named(name).deterministic]


@settings(max_examples=200)
@given(
    vocabulary=vocabularies(),
    name=st.sampled_from(sorted(KEYS)),
    how=conditions,
    weights_seed=st.none() | st.integers(0, 99),
    data=st.data(),
)
def test_trees_are_the_games_of_a_player(vocabulary, name, how, weights_seed, data):
    opener, weights = data.draw(st.none() | st.sampled_from(vocabulary.guesses)), None
    if weights_seed is not None:
        vocabulary, weights = weighed(vocabulary, Random(weights_seed))
    told, named = [], {"opener": opener, "backend": NUMPY(vocabulary)}
    tree = grow(vocabulary, name, Conditions(**how), progress=told.append, **named)
    assert told == sorted(told) and told[-1] == 1.0
    check_tree(tree, vocabulary)
    games = tree.games()
    assert games.answers.tolist() == list(range(len(vocabulary.answers)))

    oracle, total = Oracle(vocabulary), 0

    def chooser(words, believed, clues):
        return oracle.ranked(words, believed, KEYS[name])[0]

    for index, answer in enumerate(vocabulary.answers):
        expected = follow(vocabulary, answer, chooser, opener=opener, **how)
        guesses, remaining, solved = as_followed(vocabulary, games, index)
        assert (guesses, remaining, solved) == expected, answer
        entries = slice(games.offsets[index], games.offsets[index + 1])
        assert games.codes[entries].tolist() == [naive.code(g, answer) for g in guesses]
        assert solved or len(guesses) == how["allowed"] or how["allowed"] is None
        total += solved * len(guesses) * (weights[answer] if weights else 1)
    assert tree.total == total
    if how["filter"] == "pattern" and how["allowed"] is None:
        assert games.solved.all(), "every clue of a candidate rules something out"


@settings(max_examples=200)
@given(vocabulary=vocabularies(), name=st.sampled_from(DETERMINISTIC), how=conditions)
def test_trees_of_every_strategy_pass_the_check(vocabulary, name, how):
    strategy = strategy_named(name)
    if (how["hard"] and not strategy.supports_hard) or how["pool"] not in strategy.pools:
        refused(r"has no hard mode|cannot guess from pool", strategy.settle, Conditions(**how))
        return
    tree = grow(vocabulary, strategy, Conditions(**how), backend=NUMPY(vocabulary))
    check_tree(tree, vocabulary)
    games = tree.games()
    ended = games.counts == how["allowed"]
    assert (games.solved | ended | (how["allowed"] is None)).all()
    if how["pool"] == "candidates" and how["allowed"] is None:
        assert games.solved.all(), "a candidate that is guessed is ruled out"
