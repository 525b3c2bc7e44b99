"""Decision trees, against games played one by one in plain Python."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import naive
import numpy as np
import pytest
from helpers.player import as_followed, follow
from helpers.playing import NUMPY, conditions, vocabularies
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.errors import UserError
from gpuwordle.games.games import Games
from gpuwordle.games.play import play_games
from gpuwordle.rules.conditions import FILTERS, Conditions
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import STRATEGIES, strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import verify
from gpuwordle.words.vocabulary import Vocabulary

PARTITIONS = sorted(KEYS)
DETERMINISTIC = [name for name in STRATEGIES if strategy_named(name).deterministic]


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
    tree = grow(vocabulary, strategy, Conditions(**how), opener=opener, backend=NUMPY(vocabulary))
    verify(tree, vocabulary)
    games = tree.games()
    assert games.answers.tolist() == list(range(len(vocabulary.answers)))

    def chooser(words, believed, clues):
        return naive.best_guess(words, believed, KEYS[name].weights)

    for index, answer in enumerate(vocabulary.answers):
        expected = follow(vocabulary, answer, chooser, opener=opener, **how)
        guesses, remaining, solved = as_followed(vocabulary, games, index)
        assert (guesses, remaining, solved) == expected, answer
        entries = slice(games.offsets[index], games.offsets[index + 1])
        assert games.codes[entries].tolist() == [naive.code(g, answer) for g in guesses]
        assert solved or len(guesses) == how["allowed"] or how["allowed"] is None
    if how["filter"] == "pattern" and how["allowed"] is None:
        assert games.solved.all(), "every clue of a candidate rules something out"


@settings(max_examples=200, deadline=None)
@given(vocabulary=vocabularies(), name=st.sampled_from(DETERMINISTIC), how=conditions)
def test_trees_of_every_strategy_pass_the_check(vocabulary, name, how):
    strategy = strategy_named(name)
    if (how["hard"] and not strategy.supports_hard) or how["pool"] not in strategy.pools:
        with pytest.raises(UserError, match=r"has no hard mode|cannot guess from pool"):
            strategy.settle(Conditions(**how))
        return
    tree = grow(vocabulary, strategy, Conditions(**how), backend=NUMPY(vocabulary))
    verify(tree, vocabulary)
    games = tree.games()
    ended = games.counts == how["allowed"]
    assert (games.solved | ended | (how["allowed"] is None)).all()
    if how["pool"] == "candidates" and how["allowed"] is None:
        assert games.solved.all(), "a candidate that is guessed is ruled out"


@pytest.mark.parametrize("filter", FILTERS)
@pytest.mark.parametrize("hard", [False, True])
def test_every_backend_grows_the_same_trees(backend_type, filter, hard):
    guesses = random_words(8, 5, 6, 160)
    vocabulary = Vocabulary("random", guesses[40:], guesses)
    for name in PARTITIONS:
        for pool in ("all", "candidates"):
            trees = [
                grow(
                    vocabulary,
                    name,
                    Conditions(pool=pool, filter=filter, hard=hard, allowed=8),
                    backend=cls(vocabulary),
                )
                for cls in (NUMPY, backend_type)
            ]
            for expected, found in zip(trees[0].table, trees[1].table, strict=True):
                assert (expected == found).all(), (name, pool)
            verify(trees[1], vocabulary)


@pytest.fixture(scope="module")
def small_tree():
    words = random_words(0, 4, 7, 100)
    vocabulary = Vocabulary("random", words[:60], words)
    return grow(vocabulary, "entropy", backend=NUMPY(vocabulary))


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
        "too many guesses": replace(tree, conditions=replace(tree.conditions, allowed=2)),
        "not hard mode": replace(tree, conditions=replace(tree.conditions, hard=True)),
        "not among candidates": replace(
            tree, conditions=replace(tree.conditions, pool="candidates")
        ),
        "another rule": replace(tree, conditions=replace(tree.conditions, filter="letters")),
    }
    for what, other in wrong.items():
        with pytest.raises((ValueError, IndexError), match=r"the tree is wrong|index"):
            verify(other, vocabulary)
            pytest.fail(f"{what} passed the check")


def test_some_answers_only(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    some = np.array([17, 3, 30])
    for filter in FILTERS:
        whole = grow(vocabulary, "minimax", Conditions(filter=filter), backend=NUMPY(vocabulary))
        part = grow(
            vocabulary,
            "minimax",
            Conditions(filter=filter),
            answers=some,
            backend=NUMPY(vocabulary),
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
    tree = grow(vocabulary, "minimax", opener="cat", backend=NUMPY(vocabulary))
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
        "minimax",
        Conditions(allowed=2),
        opener=vocabulary.find("cat"),
        backend=NUMPY(vocabulary),
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
        play_games(vocabulary, name, progress=seen.append, backend=NUMPY(vocabulary))
        assert seen == sorted(seen)
        assert seen[-1] == 1.0


def test_what_cannot_be_played_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog"])
    backend = NUMPY(vocabulary)
    minimax, chance = strategy_named("minimax"), strategy_named("random")
    with pytest.raises(UserError, match="word 'cot' is not in vocabulary 'pets': did you mean c"):
        grow(vocabulary, minimax, opener="cot", backend=backend)
    with pytest.raises(UserError, match=r"^0 guesses allowed is too few: give at least 1$"):
        grow(vocabulary, minimax, Conditions(allowed=0), backend=backend)
    with pytest.raises(UserError, match="unknown pool 'al': did you mean all"):
        grow(vocabulary, minimax, Conditions(pool="al"), backend=backend)
    with pytest.raises(UserError, match="unknown filter 'count': did you mean counts"):
        grow(vocabulary, minimax, Conditions(filter="count"), backend=backend)
    with pytest.raises(UserError, match="'random' draws by chance and has no decision tree"):
        grow(vocabulary, chance, backend=backend)
    with pytest.raises(UserError, match="'random' cannot guess from pool 'all': choose candidates"):
        play_games(vocabulary, chance, Conditions(pool="all"), backend=backend)
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
        grow(vocabulary, EasyOnly(), Conditions(hard=True), backend=backend)


def test_a_strategy_that_repeats_itself_ends():
    class Stubborn(Strategy):
        """Always plays the last word."""

        name = "stubborn"
        pool = "all"

        def choose(self, states):
            return np.full(len(states), len(states.vocabulary.guesses) - 1, np.int32)

    words = ["aa", "ab", "ba", "bb", "zz"]
    vocabulary = Vocabulary("letters", words)
    endless = grow(vocabulary, Stubborn(), backend=NUMPY(vocabulary))
    verify(endless, vocabulary)
    assert endless.games().counts.tolist() == [1, 1, 1, 1, 1]
    assert endless.lost == 4
    limited = grow(vocabulary, Stubborn(), Conditions(allowed=3), backend=NUMPY(vocabulary))
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
    endless = grow(vocabulary, Alternating(), backend=NUMPY(vocabulary))
    assert endless.lost == 4
    assert endless.games().counts.tolist() == [7] * 4


def test_games_in_parts_and_together():
    vocabulary = Vocabulary("random", random_words(5, 4, 5, 50))
    whole = play_games(vocabulary, "entropy", backend=NUMPY(vocabulary))
    parts = [
        play_games(vocabulary, "entropy", answers=answers, backend=NUMPY(vocabulary))
        for answers in (np.arange(20), np.arange(20, 23), np.arange(23, 50))
    ]
    together = Games.concatenated(parts)
    for name in ("answers", "offsets", "guesses", "codes", "remaining", "solved"):
        assert np.array_equal(getattr(together, name), getattr(whole, name)), name
        assert getattr(together, name).dtype == getattr(whole, name).dtype, name


@pytest.mark.parametrize("filter", FILTERS)
def test_a_state_is_scored_once(filter):
    class Watching(type(strategy_named("entropy"))):
        """Counts what it is asked."""

        def choose(self, states):
            sets = [tuple(states.candidates.group(state)) for state in range(len(states))]
            assert len(set(sets)) == len(sets), "equal states are one"
            scored.append(len(sets))
            return super().choose(states)

    scored = []
    vocabulary = Vocabulary("random", random_words(4, 5, 3, 150))
    tree = grow(
        vocabulary, Watching(), Conditions(filter=filter, allowed=9), backend=NUMPY(vocabulary)
    )
    asked = (tree.table.candidates > 1) & (tree.table.turns < 10)
    assert sum(scored) <= asked.sum() < tree.games().counts.sum()
    assert (sum(scored) < asked.sum()) == (filter == "letters")
