"""Decision trees as text, JSON and Graphviz."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gpuwordle.games.nodes import NOBODY
from gpuwordle.rules.codes import codes_as_text

if TYPE_CHECKING:
    from gpuwordle.tree.decision_tree import DecisionTree


def text(tree: DecisionTree, turns: int | None = None) -> str:
    """Draw a tree as indented lines.

    A line is the pattern that leads to a node, what is guessed there, and how many answers come to
    it; where games end unsolved, the answers follow a dash in place of the guess.

    Parameters
    ----------
    tree
        The tree.
    turns
        How deep to draw; to the end when None.

    Examples
    --------
    ::

        cat 4
          000 dog 1
          200 cow 1
    """
    lines = []
    for node, pattern in _depth_first(tree, turns):
        indent = "  " * (int(tree.table.turns[node]) - 1)
        parts = [pattern] if pattern else []
        parts += [_guess(tree, node) or f"- {' '.join(_lost(tree, node))}"]
        lines.append(f"{indent}{' '.join(parts)} {tree.answers_here[node]}")
    return "\n".join(lines) + "\n"


def json_text(tree: DecisionTree) -> str:
    """Write a tree as JSON: its conditions and totals, and nested nodes under ``tree``.

    A node holds ``guess`` (null where games end unsolved), ``answers`` (how many games come here),
    ``candidates`` (how many the player believes possible) and ``next``, nodes by pattern.
    """
    table = tree.table
    patterns = codes_as_text(table.codes, tree.vocabulary.length)
    nodes: list[dict[str, Any]] = [
        {
            "guess": _guess(tree, node),
            "answers": int(tree.answers_here[node]),
            "candidates": int(table.candidates[node]),
        }
        for node in range(len(tree))
    ]
    for node in range(1, len(tree)):
        nodes[table.parents[node]].setdefault("next", {})[patterns[node]] = nodes[node]
    summary = {
        "vocabulary": tree.vocabulary.name,
        "digest": tree.vocabulary.digest,
        "length": tree.vocabulary.length,
        "strategy": tree.strategy,
        "pool": tree.conditions.pool,
        "hard": tree.conditions.hard,
        "filter": tree.conditions.filter,
        "allowed": tree.conditions.allowed,
        "games": len(tree.played),
        "lost": tree.lost,
        "total": tree.total,
        "mean": None if tree.lost == len(tree.played) else tree.mean,
        "worst": tree.worst,
        "distribution": tree.distribution().tolist(),
    }
    return json.dumps({**summary, "tree": nodes[0]}, ensure_ascii=False)


def dot(tree: DecisionTree, turns: int | None = None) -> str:
    """Write a tree for Graphviz: a node for each guess, an edge for each pattern.

    Parameters
    ----------
    tree
        The tree.
    turns
        How deep to draw; to the end when None.
    """
    lines = ["digraph tree {", "  node [shape=box];"]
    for node, pattern in _depth_first(tree, turns):
        label = _guess(tree, node) or "unsolved"
        lines.append(f'  n{node} [label="{label}\\n{tree.answers_here[node]}"];')
        if pattern:
            lines.append(f'  n{tree.table.parents[node]} -> n{node} [label="{pattern}"];')
    return "\n".join([*lines, "}"]) + "\n"


def _depth_first(tree: DecisionTree, turns: int | None) -> Iterator[tuple[int, str]]:
    """Walk down, children by pattern: yield nodes and the patterns that lead to them."""
    table = tree.table
    patterns = codes_as_text(table.codes, tree.vocabulary.length)
    children: dict[int, list[int]] = {}
    for node in range(len(tree) - 1, 0, -1):
        children.setdefault(int(table.parents[node]), []).append(node)
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node, patterns[node] if node else ""
        if turns is None or table.turns[node] < turns:
            waiting += sorted(children.get(node, ()), key=patterns.__getitem__, reverse=True)


def _guess(tree: DecisionTree, node: int) -> str | None:
    guess = tree.table.guesses[node]
    return None if guess == NOBODY else tree.vocabulary.guesses[guess]


def _lost(tree: DecisionTree, node: int) -> list[str]:
    ending = tree.played[(tree.ends == node) & ~tree.solved]
    return [tree.vocabulary.answers[answer] for answer in ending]
