"""Walks: the nodes of a tree in the order in which it is drawn, each with what is printed of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gpuwordle.games.nodes import NodeTable


class Visit(NamedTuple):
    """A node that a walk comes to.

    Attributes
    ----------
    node, parent : int
        Its number, and that of the node before; -1 before the root.
    turn : int
        1 at the root.
    pattern : str
        The pattern that leads here, as digits; empty at the root.
    guess : str or None
        What is guessed here; None where games end unsolved.
    answers : int
        How many games come here.
    candidates : int
        How many words the player believes possible.
    lost : tuple of str
        The answers of the games that end here unsolved.
    """

    node: int
    parent: int
    turn: int
    pattern: str
    guess: str | None
    answers: int
    candidates: int
    lost: tuple[str, ...]


def depth_first(table: NodeTable, turns: int | None = None) -> Iterator[int]:
    """Walk down from the root, children by pattern: yield the numbers of the nodes.

    Parameters
    ----------
    table
        The nodes, level by level; node 0 is the root.
    turns
        How deep to walk; to the end when None.
    """
    codes, end = table.codes.tolist(), len(table.turns)
    if turns is not None:
        end = int(np.searchsorted(table.turns, turns, "right"))
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(table.parents[:end].tolist()):
        children.setdefault(parent, []).append(node)
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node
        if node in children:
            waiting += sorted(children[node], key=codes.__getitem__, reverse=True)
