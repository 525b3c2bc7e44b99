"""The check of trees finds what is wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpuwordle.tree.check import check_tree


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
