"""Decision trees, against games played one by one in plain Python."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from dataclasses import replace
from importlib import import_module

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from player import as_followed, follow
from test_backends import available
from words import random_words

from gpuwordle.backends import choose
from gpuwordle.constraints import TRIMMING
from gpuwordle.errors import UserError
from gpuwordle.games import Games
from gpuwordle.statistics import KEYS
from gpuwordle.strategies import STRATEGIES, strategy_named
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.tree import grow, verify
from gpuwordle.vocabulary import Vocabulary

NUMPY = choose("numpy")
PARTITIONS = sorted(KEYS)
DETERMINISTIC = [name for name in STRATEGIES if strategy_named(name).deterministic]


@st.composite
def vocabularies(draw, most=24):
    length = draw(st.integers(1, 6))
    words = draw(
        st.lists(
            st.text("abcd", min_size=length, max_size=length),
            min_size=1,
            max_size=most,
            unique=True,
        )
    )
    hidden = draw(st.lists(st.sampled_from(words), min_size=1, unique=True))
    return Vocabulary("drawn", hidden, words)


conditions = st.fixed_dictionaries(
    {
        "pool": st.sampled_from(["all", "candidates"]),
        "hard": st.booleans(),
        "trimming": st.sampled_from(TRIMMING),
        "guesses_allowed": st.none() | st.integers(1, 4),
    }
)


@settings(max_examples=300, deadline=None)
@given(
    vocabulary=vocabularies(),
    name=st.sampled_from(PARTITIONS),
    how=conditions,
    data=st.data(),
)
def test_trees_are_the_games_of_a_player(vocabulary, name, how, data):
    opener = data.draw(st.none() | st.sampled_from(vocabulary.guesses))
    strategy = strategy_named(name)
    tree = grow(vocabulary, strategy, NUMPY(vocabulary), opener=opener, **how)
    verify(tree, vocabulary)
    games = tree.games()
    assert games.answers.tolist() == list(range(len(vocabulary.answers)))
    how["allowed"] = how.pop("guesses_allowed")

    def chooser(words, believed, clues):
        return naive.best_guess(words, believed, KEYS[name].weights)

    for index, answer in enumerate(vocabulary.answers):
        expected = follow(vocabulary, answer, chooser, opener=opener, **how)
        guesses, remaining, solved = as_followed(vocabulary, games, index)
        assert (guesses, remaining, solved) == expected, answer
        entries = slice(games.offsets[index], games.offsets[index + 1])
        assert games.codes[entries].tolist() == [naive.code(g, answer) for g in guesses]
        assert solved or len(guesses) == how["allowed"] or how["allowed"] is None
    if how["trimming"] == "pattern" and how["allowed"] is None:
        assert games.solved.all(), "every clue of a candidate rules something out"


@settings(max_examples=200, deadline=None)
@given(vocabulary=vocabularies(), name=st.sampled_from(DETERMINISTIC), how=conditions)
def test_trees_of_every_strategy_pass_the_check(vocabulary, name, how):
    strategy = strategy_named(name)
    if (how["hard"] and not strategy.supports_hard) or how["pool"] not in strategy.pools:
        with pytest.raises(UserError, match=r"has no hard mode|cannot guess from pool"):
            strategy.rules(**how)
        return
    tree = grow(vocabulary, strategy, NUMPY(vocabulary), **how)
    verify(tree, vocabulary)
    games = tree.games()
    ended = games.counts == how["guesses_allowed"]
    assert (games.solved | ended | (how["guesses_allowed"] is None)).all()
    if how["pool"] == "candidates" and how["guesses_allowed"] is None:
        assert games.solved.all(), "a candidate that is guessed is ruled out"


others = [case for case in available() if case.id != "numpy"]


@pytest.mark.parametrize("backend_type", others)
@pytest.mark.parametrize("trimming", TRIMMING)
@pytest.mark.parametrize("hard", [False, True])
def test_every_backend_grows_the_same_trees(backend_type, trimming, hard):
    guesses = random_words(8, 5, 6, 160)
    vocabulary = Vocabulary("random", guesses[40:], guesses)
    for name in PARTITIONS:
        for pool in ("all", "candidates"):
            trees = [
                grow(
                    vocabulary, strategy_named(name), cls(vocabulary),
                    pool=pool, trimming=trimming, hard=hard, guesses_allowed=8,
                )
                for cls in (NUMPY, backend_type)
            ]  # fmt: skip
            for expected, found in zip(trees[0].table, trees[1].table, strict=True):
                assert (expected == found).all(), (name, pool)
            verify(trees[1], vocabulary)


@pytest.fixture(scope="module")
def small_tree():
    words = random_words(0, 4, 7, 100)
    vocabulary = Vocabulary("random", words[:60], words)
    return grow(vocabulary, strategy_named("entropy"), NUMPY(vocabulary))


def broken(tree, **columns):
    table = {name: column.copy() for name, column in tree.table._asdict().items()}
    for name, (node, value) in columns.items():
        table[name][node] = value
    return replace(tree, table=type(tree.table)(**table))


def test_the_check_finds_what_is_wrong(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    verify(tree, vocabulary)
    inner = next(node for node in range(1, len(tree)) if tree.answers_here[node] > 2)
    guess = (tree.table.guesses[inner] + 1) % len(vocabulary.guesses)
    wrong = {
        "another guess": broken(tree, guesses=(inner, guess)),
        "no guess": broken(tree, guesses=(inner, -1)),
        "another code": broken(tree, codes=(inner, 3**4 - 1)),
        "another parent": broken(tree, parents=(len(tree) - 1, 0)),
        "another turn": broken(tree, turns=(inner, 5)),
        "another count": broken(tree, candidates=(inner, 1)),
        "an unsolved game": replace(tree, solved=~tree.solved),
        "another end": replace(tree, ends=np.zeros_like(tree.ends)),
        "too many guesses": replace(tree, rules=replace(tree.rules, guesses_allowed=2)),
        "not hard mode": replace(tree, rules=replace(tree.rules, hard=True)),
        "not among candidates": replace(tree, rules=replace(tree.rules, pool="candidates")),
        "another rule": replace(tree, rules=replace(tree.rules, trimming="letters")),
    }
    for what, other in wrong.items():
        with pytest.raises((ValueError, IndexError), match=r"the tree is wrong|index"):
            verify(other, vocabulary)
            pytest.fail(f"{what} passed the check")


def test_some_answers_only(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    some = np.array([17, 3, 30])
    for trimming in TRIMMING:
        whole = grow(vocabulary, strategy_named("minimax"), NUMPY(vocabulary), trimming=trimming)
        part = grow(
            vocabulary,
            strategy_named("minimax"),
            NUMPY(vocabulary),
            trimming=trimming,
            answers=some,
        )
        verify(part, vocabulary)
        assert len(part) < len(whole)
        assert part.played.tolist() == some.tolist()
        expected = whole.games().of_answers(some)
        for mine, theirs in zip(vars(part.games()).values(), vars(expected).values(), strict=False):
            assert np.array_equal(mine, theirs)
    with pytest.raises(KeyError, match="no game"):
        part.games().of_answers(np.array([5]))
    assert len(tree.games().of_answers(np.array([], int))) == 0


def test_numbers_of_a_tree_by_hand():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    tree = grow(vocabulary, strategy_named("minimax"), NUMPY(vocabulary), opener="cat")
    # cat: itself | rat (.at) | cow (c..) | dog, pig (...), told apart by guessing dog first.
    assert tree.opener == "cat"
    assert tree.games().counts.tolist() == [1, 2, 2, 3, 2]
    assert (tree.total, tree.mean, tree.worst, tree.lost) == (10, 2.0, 3, 0)
    assert tree.distribution().tolist() == [0, 1, 3, 1]
    assert [tree.wins(m) for m in range(4)] == [0, 1, 4, 5]
    assert tree.games().win_percent(2) == 80
    assert tree.worst_words() == ["pig"]
    assert tree.to_text() == ("cat 5\n  000 dog 2\n    002 pig 1\n  022 rat 1\n  200 cow 1\n")
    assert tree.to_text(turns=2) == "cat 5\n  000 dog 2\n  022 rat 1\n  200 cow 1\n"
    assert tree.answers_here.tolist() == [5, 2, 1, 1, 1]
    short = grow(
        vocabulary,
        strategy_named("minimax"),
        NUMPY(vocabulary),
        opener=vocabulary.find("cat"),
        guesses_allowed=2,
    )
    assert (short.lost, short.worst, short.mean) == (1, 2, 7 / 4)
    assert short.distribution().tolist() == [1, 1, 3]
    assert short.worst_words() == ["pig"]
    assert short.to_text().endswith("000 dog 2\n    002 - pig 1\n  022 rat 1\n  200 cow 1\n")


def test_json_and_dot_say_what_the_tree_says(small_tree):
    tree = small_tree
    told = json.loads(tree.to_json())
    assert told["total"] == tree.total
    assert told["distribution"] == tree.distribution().tolist()
    depths = Counter()
    waiting = [(told["tree"], 1)]
    while waiting:
        node, turn = waiting.pop()
        children = node.get("next", {})
        below = sum(child["answers"] for child in children.values())
        assert node["answers"] - below in (0, 1), "a guess solves one game at most"
        depths[turn] += node["answers"] - below
        waiting += [(child, turn + 1) for child in children.values()]
    assert [depths[turn] for turn in range(1, tree.worst + 1)] == tree.distribution()[1:].tolist()
    lines = tree.to_dot().splitlines()
    assert sum(" -> " in line for line in lines) == len(tree) - 1
    assert sum("[label=" in line for line in lines) == 2 * len(tree) - 1


def test_progress_ends_at_one():
    vocabulary = Vocabulary("random", random_words(9, 4, 5, 80))
    for name in ("minimax", "random", "letter-frequency"):
        seen = []
        strategy_named(name).play(vocabulary, NUMPY(vocabulary), progress=seen.append)
        assert seen == sorted(seen)
        assert seen[-1] == 1.0


def test_what_cannot_be_played_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog"])
    backend = NUMPY(vocabulary)
    minimax, chance = strategy_named("minimax"), strategy_named("random")
    with pytest.raises(UserError, match="word 'cot' is not in vocabulary 'pets': did you mean c"):
        grow(vocabulary, minimax, backend, opener="cot")
    with pytest.raises(UserError, match=r"^0 guesses allowed is too few: give at least 1$"):
        grow(vocabulary, minimax, backend, guesses_allowed=0)
    with pytest.raises(UserError, match="unknown pool 'al': did you mean all"):
        grow(vocabulary, minimax, backend, pool="al")
    with pytest.raises(UserError, match="unknown trimming rule 'count': did you mean counts"):
        grow(vocabulary, minimax, backend, trimming="count")
    with pytest.raises(UserError, match="'random' draws by chance and has no decision tree"):
        grow(vocabulary, chance, backend)
    with pytest.raises(UserError, match="'random' cannot guess from pool 'all': choose candidates"):
        chance.play(vocabulary, backend, pool="all")
    with pytest.raises(UserError, match="unknown strategy 'minmax': did you mean minimax"):
        strategy_named("minmax")
    with pytest.raises(UserError, match="'minimax' does not take the options given: depth"):
        strategy_named("minimax", depth=3)

    class EasyOnly(Strategy):
        name = "easy-only"
        supports_hard = False

        def choose(self, states):
            return np.array([states.playable(state)[0] for state in range(len(states))])

    with pytest.raises(UserError, match="strategy 'easy-only' has no hard mode"):
        grow(vocabulary, EasyOnly(), backend, hard=True)


def test_a_strategy_that_repeats_itself_ends():
    class Stubborn(Strategy):
        """Always plays the last word."""

        name = "stubborn"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), len(states.vocabulary.guesses) - 1, np.int32)

    words = ["aa", "ab", "ba", "bb", "zz"]
    vocabulary = Vocabulary("letters", words)
    endless = grow(vocabulary, Stubborn(), NUMPY(vocabulary))
    verify(endless, vocabulary)
    assert endless.games().counts.tolist() == [1, 1, 1, 1, 1]
    assert endless.lost == 4
    limited = grow(vocabulary, Stubborn(), NUMPY(vocabulary), guesses_allowed=3)
    verify(limited, vocabulary)
    assert limited.games().counts.tolist() == [3, 3, 3, 3, 1]
    assert limited.to_text().count("zz") == 3

    class Alternating(Strategy):
        """Plays two useless words in turn."""

        name = "alternating"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), 4 + states.guesses.shape[1] % 2, np.int32)

    vocabulary = Vocabulary("letters", words[:4], [*words, "yy"])
    endless = grow(vocabulary, Alternating(), NUMPY(vocabulary))
    assert endless.lost == 4
    assert endless.games().counts.tolist() == [7] * 4


def test_games_in_parts_and_together():
    vocabulary = Vocabulary("random", random_words(5, 4, 5, 50))
    whole = strategy_named("entropy").play(vocabulary, NUMPY(vocabulary))
    parts = [
        strategy_named("entropy").play(vocabulary, NUMPY(vocabulary), answers=answers)
        for answers in (np.arange(20), np.arange(20, 23), np.arange(23, 50))
    ]
    together = Games.concatenated(parts)
    for name in ("answers", "offsets", "guesses", "codes", "remaining", "solved"):
        assert np.array_equal(getattr(together, name), getattr(whole, name)), name
        assert getattr(together, name).dtype == getattr(whole, name).dtype, name


@pytest.mark.parametrize("trimming", TRIMMING)
def test_a_state_is_scored_once(trimming):
    class Watching(type(strategy_named("entropy"))):
        """Counts what it is asked."""

        def choose(self, states):
            sets = [tuple(states.candidates.group(state)) for state in range(len(states))]
            assert len(set(sets)) == len(sets), "equal states are one"
            scored.append(len(sets))
            return super().choose(states)

    scored = []
    vocabulary = Vocabulary("random", random_words(4, 5, 3, 150))
    tree = grow(vocabulary, Watching(), NUMPY(vocabulary), trimming=trimming, guesses_allowed=9)
    asked = (tree.table.candidates > 1) & (tree.table.turns < 10)
    assert sum(scored) <= asked.sum() < tree.games().counts.sum()
    assert (sum(scored) < asked.sum()) == (trimming == "letters")


@pytest.mark.parametrize("module", ["games", "tree"])
def test_examples_in_docstrings(module):
    found = doctest.testmod(import_module(f"gpuwordle.{module}"))
    assert found.attempted > 0
    assert found.failed == 0
