"""The check of trees finds what is wrong."""

from dataclasses import replace

import naive
import numpy as np
import pytest

from gpuwordle.tree.check import BrokenRule, check_tree, replay


def broken(tree, name, node, value):
    """A tree with another value in a column of its table."""
    column = getattr(tree.table, name).copy()
    column[node] = value
    return replace(tree, table=tree.table._replace(**{name: column}))


@pytest.mark.parametrize("pairs", [1 << 22, 40], ids=["at once", "in blocks"])
def test_what_is_wrong_is_named(small_tree, pairs, monkeypatch):
    monkeypatch.setattr("gpuwordle.tree.check.PAIRS_AT_ONCE", pairs)
    tree, vocabulary = small_tree, small_tree.vocabulary
    check_tree(tree, vocabulary)
    last, guesses = len(tree) - 1, len(vocabulary.guesses)
    inner = next(node for node in range(1, last) if tree.answers_here[node] > 2)
    other, answers = (tree.table.guesses[inner] + 1) % guesses, tree.answers_here[inner]
    no_answer, none = (np.append(stray, tree.played[1:]) for stray in (-1, len(vocabulary.answers)))
    one, two = np.flatnonzero(tree.table.parents == 0)[:2]
    wrong = [
        (broken(tree, "parents", 0, 0), "node 0 is not a root"),
        (broken(tree, "candidates", 0, 1), "node 0 counts 1 candidates of 60$"),
        (broken(tree, "codes", two, tree.table.codes[one]), "one pattern leads to two nodes"),
        (broken(tree, "parents", inner, -1), f"node {inner} comes before its parent"),
        (broken(tree, "parents", inner, inner), f"node {inner} comes before its parent"),
        (broken(tree, "parents", last, 0), f"node {last} has the wrong turn"),
        (broken(tree, "turns", inner, 5), f"node {inner} has the wrong turn"),
        (broken(tree, "codes", inner, 80), f"node {inner} follows a pattern that ends the game, "),
        (broken(tree, "guesses", inner, -2), f"node {inner} guesses no word"),
        (broken(tree, "guesses", inner, guesses), f"node {inner} guesses no word"),
        (broken(tree, "guesses", inner, -1), r"node \d+ follows a node without a guess"),
        (broken(tree, "guesses", inner, other), r"guess 2 \(\w+\) got code \d+, but the rules"),
        (broken(tree, "candidates", inner, 1), f"after guess 1, but the .* leaves {answers}$"),
        (replace(tree, played=no_answer), "a game lacks a valid answer"),
        (replace(tree, played=none), "a game lacks a valid answer"),
        (replace(tree, solved=~tree.solved), "a game is unsolved where it ends with a guess, or"),
        (replace(tree, ends=np.zeros_like(tree.ends)), "node 1 is not reached by any answer"),
    ]
    for changed, reason in (
        ({"allowed": 2}, "its length does not fit a limit of 2 guesses"),
        ({"hard": True}, "is not legal in hard mode after guess 1"),
        ({"pool": "candidates"}, "is not in pool 'candidates'"),
        ({"filter": "letters"}, r"but the filter letters leaves \d"),
    ):
        conditions = replace(tree.conditions, **changed)
        wrong.append((replace(tree, conditions=conditions), reason))
    for tree, reason in wrong:
        with pytest.raises(BrokenRule, match=f"^the tree is wrong: .*{reason}"):
            check_tree(tree, vocabulary)


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
