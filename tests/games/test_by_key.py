"""Trees whose levels stay where the backend keeps them are those that grow state by state."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import NUMPY, same_trees, vocabularies
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.games import growth
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import check_tree
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture
def by_key(monkeypatch):
    """The keys of trees that grew so."""
    seen, usual = [], growth.grow_by_key

    def watching(backend, nodes, key, *arguments, **named):
        seen.append(key.name)
        return usual(backend, nodes, key, *arguments, **named)

    monkeypatch.setattr(growth, "grow_by_key", watching)
    return seen


def asked(name, **options):
    """The strategy as a class of one's own, which has to be asked about every state."""

    class Asked(type(strategy_named(name))):
        def choose(self, states):
            return super().choose(states)

    strategy = Asked()
    strategy.last_turns = options.get("last", 0)
    return strategy


@settings(max_examples=80)
@given(
    vocabulary=vocabularies(40),
    name=st.sampled_from(sorted(KEYS)),
    pool=st.sampled_from(["all", "candidates"]),
    hard=st.booleans(),
    allowed=st.none() | st.integers(1, 5),
    last=st.integers(0, 3),
    opener=st.none() | st.integers(0, 10**6),
)
def test_trees_equal_those_of_states(vocabulary, name, pool, hard, allowed, last, opener):
    last = 0 if allowed is None else last
    opener = None if opener is None else opener % len(vocabulary.guesses)
    conditions = Conditions(pool, hard=hard and pool == "candidates", allowed=allowed)
    trees = [
        grow(vocabulary, player, conditions, opener=opener, backend=NUMPY(vocabulary))
        for player in (strategy_named(name, last=last), asked(name, last=last))
    ]
    same_trees(*trees)
    check_tree(trees[0], vocabulary)


def test_the_pool_is_that_of_the_conditions():
    words = random_words(1, 4, 5, 300)
    vocabulary = Vocabulary("random", words[:200], words)
    trees = []
    for pool in ("all", "candidates"):
        for player in ("entropy", asked("entropy")):
            trees.append(grow(vocabulary, player, Conditions(pool), backend=NUMPY(vocabulary)))
    same_trees(*trees[:2])
    same_trees(*trees[2:])
    assert trees[0].table.guesses.tolist() != trees[2].table.guesses.tolist()


def test_which_trees_grow_so(by_key):
    words = random_words(3, 4, 4, 60)
    vocabulary = Vocabulary("random", words[:50], words)
    some, every = np.arange(0, 50, 2), np.arange(50)[::-1]

    def grown(player="entropy", how=None, **named):
        by_key.clear()
        memory = named.pop("memory", None)
        grow(vocabulary, player, how, backend=NUMPY(vocabulary, memory=memory), **named)
        return list(by_key)

    for name in KEYS:
        assert grown(name) == [name]
    assert grown(answers=every, opener=3) == ["entropy"]
    assert grown(how=Conditions("candidates", hard=True)) == ["entropy"]
    assert grown(asked("entropy")) == []
    assert grown("rank-one") == []
    assert grown(answers=some) == []
    assert grown(how=Conditions("all", hard=True)) == []
    assert grown(how=Conditions(filter="letters")) == []
    # Where levels would have to be cut into blocks.
    least = 2 * 4 * 50 * (growth.LEVEL_BYTES + growth.NODE_BYTES)
    assert grown(memory=least) == ["entropy"]
    assert grown(memory=least - 8) == []
    certain = strategy_named("entropy")
    certain.asked_when_certain = True
    assert grown(certain) == []


def test_progress_ends_at_one():
    words = random_words(5, 4, 4, 80)
    vocabulary, told = Vocabulary("random", words), []
    grow(
        vocabulary,
        "minimax",
        Conditions(allowed=2),
        backend=NUMPY(vocabulary),
        progress=told.append,
    )
    assert told == sorted(told)
    assert told[-1] == 1.0
