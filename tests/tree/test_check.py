"""The check of trees finds what is wrong."""

from dataclasses import replace

import naive
import numpy as np
import pytest
from helpers.words import random_vocabulary

from gpuwordle.rules.conditions import Conditions
from gpuwordle.tree.build import grow
from gpuwordle.tree.check import BrokenRule, check_tree, replay


def broken(tree, **columns):
    table = {name: column.copy() for name, column in tree.table._asdict().items()}
    for name, (node, value) in columns.items():
        table[name][node] = value
    return replace(tree, table=type(tree.table)(**table))


def test_the_check_finds_what_is_wrong(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    check_tree(tree, vocabulary)
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
            check_tree(other, vocabulary)
            pytest.fail(f"{what} passed the check")


def test_the_node_that_is_wrong_is_named(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    inner = next(node for node in range(1, len(tree)) if tree.answers_here[node] > 2)
    for name, value, reason in (
        ("parents", -1, "comes before its parent"),
        ("parents", inner, "comes before its parent"),
        ("turns", 5, "has the wrong turn"),
        ("codes", vocabulary.win, "follows a pattern that ends the game, or none"),
        ("guesses", -2, "guesses no word"),
        ("guesses", len(vocabulary.guesses), "guesses no word"),
    ):
        with pytest.raises(BrokenRule, match=f"node {inner} {reason}"):
            check_tree(broken(tree, **{name: (inner, value)}), vocabulary)


def test_a_game_hides_an_answer(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    for stray in (-1, len(vocabulary.answers)):
        other = replace(tree, played=np.append(stray, tree.played[1:]))
        with pytest.raises(BrokenRule, match="the tree is wrong: a game lacks a valid answer"):
            check_tree(other, vocabulary)


def test_a_node_is_reached_by_an_answer(small_tree):
    tree, vocabulary = small_tree, small_tree.vocabulary
    last = len(tree) - 1
    more = {"turns": tree.table.turns[last] + 1, "parents": last, "codes": 0, "candidates": 1}
    table = {
        name: np.append(column, more.get(name, 0)).astype(column.dtype)
        for name, column in tree.table._asdict().items()
    }
    other = replace(tree, table=type(tree.table)(**table))
    with pytest.raises(BrokenRule, match=f"node {last + 1} is not reached by any answer"):
        check_tree(other, vocabulary)


def test_games_begin_with_the_opener_that_was_given(small_tree):
    vocabulary, games, conditions = small_tree.vocabulary, small_tree.games(), small_tree.conditions
    replay(vocabulary, games, conditions)
    replay(vocabulary, games, conditions, opener=small_tree.opener)
    other = next(word for word in vocabulary if word != small_tree.opener)
    with pytest.raises(BrokenRule, match=rf"^game 0 \(\w+\): it does not begin with {other}$"):
        replay(vocabulary, games, conditions, opener=other)


def test_the_game_and_the_guess_that_are_wrong_are_named(small_tree):
    vocabulary, games, conditions = small_tree.vocabulary, small_tree.games(), small_tree.conditions
    for game in np.flatnonzero(games.counts > 1)[[0, 1, -1]].tolist():
        entry, codes = int(games.offsets[game]) + 1, games.codes.copy()
        codes[entry] ^= 1
        answer = vocabulary.answers[games.answers[game]]
        word = vocabulary.guesses[games.guesses[entry]]
        told = f"guess 2 ({word}) got code {codes[entry]}, but the rules give {games.codes[entry]}"
        with pytest.raises(BrokenRule) as caught:
            replay(vocabulary, replace(games, codes=codes), conditions)
        assert str(caught.value) == f"game {game} ({answer}): {told}"


def test_the_first_guess_that_is_no_candidate_is_named(small_tree):
    vocabulary, games = small_tree.vocabulary, small_tree.games()
    strays = []
    for game, start in enumerate(games.offsets[:-1].tolist()):
        left = list(vocabulary.answers)
        for turn in range(games.counts[game]):
            word = vocabulary.guesses[games.guesses[start + turn]]
            if turn and word not in left:
                strays.append((turn, game, word, vocabulary.answers[games.answers[game]]))
            left = [other for other in left if naive.code(word, other) == games.codes[start + turn]]
    turn, game, word, answer = min(strays)
    opener, among = small_tree.opener, replace(small_tree.conditions, pool="candidates")
    with pytest.raises(BrokenRule) as caught:
        replay(vocabulary, games, among, opener=opener)
    told = f"guess {turn + 1} ({word}) is not in pool 'candidates'"
    assert str(caught.value) == f"game {game} ({answer}): {told}"


def test_games_that_are_checked_in_blocks(monkeypatch):
    words = random_vocabulary(3, 4, 5, 80)
    tree = grow(words, "entropy", Conditions("candidates"), backend="numpy")
    other = broken(tree, candidates=(len(tree) - 1, 9))
    said = set()
    for pairs in (1 << 22, 40):
        monkeypatch.setattr("gpuwordle.tree.check.PAIRS_AT_ONCE", pairs)
        check_tree(tree, words)
        with pytest.raises(BrokenRule) as caught:
            check_tree(other, words)
        said.add(str(caught.value))
    assert len(said) == 1
