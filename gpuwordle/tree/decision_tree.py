"""Decision trees: what a deterministic strategy does, whatever word is hidden.

The root makes the first guess; each pattern that it can get leads to the node with the next guess;
a game ends when the guess is the answer. The tree contains all games of a strategy, and with them
totals, distributions and worst words.

>>> from gpuwordle.tree.build import grow
>>> tree = grow(Vocabulary("pets", ["cat", "cow", "dog", "rat"]), "entropy", backend="numpy")
>>> tree.total, tree.worst
(7, 2)
>>> print(tree.to_text(), end="")
cat 4
  ... dog 1
  .AT rat 1
  C.. cow 1
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import counted, whole_number
from gpuwordle.games.games import Games
from gpuwordle.games.nodes import NO_GUESS, NodeTable, games_of_nodes
from gpuwordle.graphemes import written
from gpuwordle.json_values import finite
from gpuwordle.rules.conditions import Conditions
from gpuwordle.tree import formats
from gpuwordle.tree.formats import Visit, depth_first
from gpuwordle.words.vocabulary import Vocabulary


class Optimality(NamedTuple):
    """How far a tree is proven to be the best: whether none is better, and the same in words."""

    proven: bool
    summary: str

    def to_dict(self) -> dict[str, bool | str]:
        """Return both as plain values, which JSON can hold."""
        return {"proven": self.proven, "told": self.summary}


def _check_optimality(given: object) -> None:
    if given is not None and not isinstance(given, Optimality):
        raise TypeError(f"{given!r:.40} is not an Optimality: give one")


@dataclass(frozen=True, eq=False, repr=False)
class DecisionTree:
    """Every game of a strategy, as a tree of flat arrays.

    If the vocabulary has weights, totals, averages, distributions and wins count every game
    with the weight of its answer; see `Games`.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    strategy : str
        Name of the strategy.
    conditions : Conditions
        The conditions of the games.
    table : NodeTable
        The nodes, level by level: node 0 is the root, and parents are before their children.
    played : ndarray of int32, shape (games,)
        Answer indices of the games.
    ends : ndarray of int32, shape (games,)
        The node where each game ends.
    solved : ndarray of bool, shape (games,)
        Whether the guess of that node is the answer.
    options : dict
        The strategy's options that are not at their defaults.
    """

    vocabulary: Vocabulary
    strategy: str
    conditions: Conditions
    table: NodeTable
    played: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    solved: npt.NDArray[np.bool_]
    options: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.table.turns)

    def __repr__(self) -> str:
        opener = written(self.opener)
        return f"DecisionTree({self.strategy!r} from {opener!r}: {self._games.summary})"

    def _repr_html_(self) -> str:
        title = f"{self.strategy}, {self.vocabulary.name}: {self._games.summary}"
        return formats.html_text(title, self.walk(formats.HTML_TURNS))

    def summary(self, optimality: Optimality | None = None) -> str:
        """Sum up the games in a line, and how far the tree is proven to be the best."""
        _check_optimality(optimality)
        games, weighs = self._games, self.vocabulary.weights is not None
        text = "no word found"
        weight = f" of weight {int(games.weights[games.solved].sum()):,}" if weighs else ""
        if len(games) > games.lost:
            text = (
                f"{counted(games.total, 'guess', 'guesses')} for "
                f"{counted(len(games) - games.lost, 'word')}{weight}, average {games.mean:.4f}, "
                f"at most {games.worst}"
            )
        if games.lost:
            text += f", {counted(games.lost, 'word')} not found"
        if optimality is not None:
            text += (", proven: " if optimality.proven else "; ") + optimality.summary
        return text

    def games(self) -> Games:
        """Return every game, in the order of the answers."""
        return self._games

    @cached_property
    def _games(self) -> Games:
        return games_of_nodes(self.table, self.played, self.ends, self.solved, self.vocabulary)

    @cached_property
    def answers_here(self) -> npt.NDArray[np.int32]:
        """The number of games that reach each node: int32, shape (nodes,)."""
        return self.sums_here(np.ones(len(self.played), np.int64)).astype(np.int32)

    def sums_here(self, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Add values of the games, shape (games,), at each node that they reach: (nodes,)."""
        here = np.zeros(len(self), np.int64)
        np.add.at(here, self.ends, values)
        turns, parents = self.table.turns, self.table.parents
        starts = np.searchsorted(turns, np.arange(1, turns[-1] + 2))
        for first, last in zip(starts[-2:0:-1], starts[:1:-1], strict=True):
            np.add.at(here, parents[first:last], here[first:last])
        return here

    @cached_property
    def child(self) -> dict[tuple[int, int], int]:
        """The node after a node and a pattern code."""
        parents, codes = self.table.parents.tolist(), self.table.codes.tolist()
        return {(parents[node], codes[node]): node for node in range(1, len(self))}

    @property
    def opener(self) -> str:
        """The first guess."""
        return self.vocabulary.guesses[self.table.guesses[0]]

    @property
    def lost(self) -> int:
        """Games that end unsolved."""
        return self._games.lost

    @property
    def total(self) -> int:
        """Guesses played in all solved games together."""
        return self._games.total

    @property
    def mean(self) -> float:
        """Guesses per solved game; nan when none was solved."""
        return self._games.mean

    @property
    def worst(self) -> int:
        """Most guesses that a solved game takes."""
        return self._games.worst

    def distribution(self) -> npt.NDArray[np.int64]:
        """Count games solved with 1, 2, 3, ... guesses; see `Games.distribution`."""
        return self._games.distribution()

    def wins(self, allowed: int) -> int:
        """Count the games solved within the guesses allowed."""
        return self._games.wins(allowed)

    def worst_words(self) -> list[str]:
        """Return the answers of the lost games or, if there are none, of the longest games."""
        return [self.vocabulary.answers[answer] for answer in self._games.worst_answers]

    def walk(self, turns: int | None = None) -> Iterator[Visit]:
        """Walk down from the root, depth first, children by pattern.

        Parameters
        ----------
        turns
            How deep to walk; to the end when None.

        Yields
        ------
        Visit
            A node, and what is printed for it.

        Raises
        ------
        UserError
            If the turns are not a whole number of 1 or more.
        """
        if turns is not None:
            turns = whole_number("turns", turns, 1)
        return self._visits(depth_first(self.table, turns))

    def _visits(self, nodes: Iterable[int]) -> Iterator[Visit]:
        turns, parents, codes, candidates, guesses = (column.tolist() for column in self.table)
        patterns = ["", *self.vocabulary.codes_as_text(self.table.codes[1:])]
        words, answers_here = self.vocabulary.guesses, self.answers_here.tolist()
        for node in nodes:
            guess = guesses[node]
            yield Visit(
                node,
                parents[node],
                turns[node],
                patterns[node],
                self.vocabulary.pattern(codes[node]) if node else None,
                None if guess == NO_GUESS else words[guess],
                answers_here[node],
                candidates[node],
                self._lost_at(node) if guess == NO_GUESS else (),
            )

    def _lost_at(self, node: int) -> tuple[str, ...]:
        ending = self.played[(self.ends == node) & ~self.solved]
        return tuple(self.vocabulary.answers[answer] for answer in ending)

    def to_text(self, turns: int | None = None) -> str:
        """Draw the tree as indented lines, to a depth; see `gpuwordle.tree.formats.text`."""
        return written(formats.text(self.walk(turns)))

    def to_dict(self, optimality: Optimality | None = None) -> dict[str, Any]:
        """Return the tree as plain values, which JSON can hold: a summary, and nested nodes.

        A node has ``guess`` (None if games end unsolved there), ``answers`` (games that reach it),
        ``candidates`` (answers that the player believes possible), ``next``, nodes by pattern, and
        ``lost``, the answers of games that end unsolved.

        Parameters
        ----------
        optimality
            How far the tree is proven to be the best, reported under ``optimality``.
        """
        _check_optimality(optimality)
        summary = {
            "vocabulary": self.vocabulary.name,
            "digest": self.vocabulary.digest,
            "length": self.vocabulary.length,
            "rule": self.vocabulary.rule.name,
            "strategy": self.strategy,
            "options": dict(self.options),
            "pool": self.conditions.pool,
            "hard": self.conditions.hard,
            "filter": self.conditions.filter,
            "allowed": self.conditions.allowed,
            "games": len(self.played),
            **self._weight(),
            "lost": self.lost,
            "total": self.total,
            "mean": None if self.lost == len(self.played) else self.mean,
            "worst": self.worst,
            "distribution": self.distribution().tolist(),
        }
        if optimality is not None:
            summary["optimality"] = optimality.to_dict()
        nested = formats.nested(self._visits(range(len(self))))
        return cast("dict[str, Any]", finite({**summary, "tree": nested}))

    def _weight(self) -> dict[str, int]:
        """Return the weight of all games, if their answers have weights."""
        if self.vocabulary.weights is None:
            return {}
        return {"weight": int(self._games.weights.sum())}

    def to_json(self, optimality: Optimality | None = None) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(optimality), ensure_ascii=False)

    def to_dot(self, turns: int | None = None) -> str:
        """Write the tree for Graphviz, to a depth; see `gpuwordle.tree.formats.dot`."""
        return written(formats.dot(self.walk(turns)))
