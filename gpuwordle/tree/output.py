"""Decision trees as text, JSON and Graphviz: what is written of the nodes of a walk."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gpuwordle.tree.walk import Visit


def text(walk: Iterable[Visit]) -> str:
    """Draw a tree as indented lines.

    A line is the pattern that leads to a node, what is guessed there, and how many answers come to
    it; where games end unsolved, the answers follow a dash in place of the guess.

    Parameters
    ----------
    walk
        The nodes, depth first.

    Examples
    --------
    ::

        cat 4
          000 dog 1
          200 cow 1
    """
    lines = []
    for visit in walk:
        indent = "  " * (visit.turn - 1)
        parts = [visit.pattern] if visit.pattern else []
        parts += [visit.guess or f"- {' '.join(visit.lost)}", str(visit.answers)]
        lines.append(indent + " ".join(parts))
    return "\n".join(lines) + "\n"


def json_text(summary: dict[str, Any], walk: Iterable[Visit]) -> str:
    """Write a tree as JSON: a summary, and nested nodes under ``tree``.

    A node holds ``guess`` (null where games end unsolved), ``answers`` (how many games come here),
    ``candidates`` (how many the player believes possible) and ``next``, nodes by pattern.

    Parameters
    ----------
    summary
        What is said of the tree as a whole.
    walk
        All nodes, parents before their children.
    """
    nodes: dict[int, dict[str, Any]] = {}
    for visit in walk:
        nodes[visit.node] = {
            "guess": visit.guess,
            "answers": visit.answers,
            "candidates": visit.candidates,
        }
        if visit.pattern:
            nodes[visit.parent].setdefault("next", {})[visit.pattern] = nodes[visit.node]
    return json.dumps({**summary, "tree": nodes[0]}, ensure_ascii=False)


def dot(walk: Iterable[Visit]) -> str:
    """Write a tree for Graphviz: a node for each guess, an edge for each pattern.

    Parameters
    ----------
    walk
        The nodes, in any order.
    """
    lines = ["digraph tree {", "  node [shape=box];"]
    for visit in walk:
        label = visit.guess or "unsolved"
        lines.append(f'  n{visit.node} [label="{label}\\n{visit.answers}"];')
        if visit.pattern:
            lines.append(f'  n{visit.parent} -> n{visit.node} [label="{visit.pattern}"];')
    return "\n".join([*lines, "}"]) + "\n"
