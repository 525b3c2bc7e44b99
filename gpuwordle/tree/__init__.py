"""Decision trees: what a deterministic strategy does, whatever is hidden.

The root guesses first; each pattern that the guess can get leads to the node that guesses next; a
game ends where the guess is the answer. All games of a strategy together are its tree, so totals,
distributions and worst words are read off it.

>>> from gpuwordle.backends import choose
>>> from gpuwordle.strategies import strategy_named
>>> from gpuwordle.vocabulary import Vocabulary
>>> words = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
>>> tree = grow(words, strategy_named("entropy"), choose("numpy")(words))
>>> tree.total, tree.worst
(7, 2)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.constraints import Trimming
from gpuwordle.errors import UserError
from gpuwordle.games import Games
from gpuwordle.games.growth import Growth
from gpuwordle.games.nodes import Table, games_of_nodes
from gpuwordle.games.states import PoolName, Rules
from gpuwordle.tree.check import verify

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend, Progress
    from gpuwordle.strategies.strategy import Strategy
    from gpuwordle.vocabulary import Vocabulary

__all__ = ["DecisionTree", "Games", "grow", "verify"]


@dataclass(frozen=True, eq=False)
class DecisionTree:
    """Every game of a strategy, as a tree of flat arrays.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    strategy : str
        Name of the strategy.
    rules : Rules
        The conditions of the games.
    table : Table
        The nodes, level by level: node 0 is the root, and children come after their parents.
    played : ndarray of int32, shape (games,)
        Answer indices of the games.
    ends : ndarray of int32, shape (games,)
        The node where each game ends.
    solved : ndarray of bool, shape (games,)
        Whether the guess of that node is the answer.
    """

    vocabulary: Vocabulary
    strategy: str
    rules: Rules
    table: Table
    played: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    solved: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.table.turns)

    def games(self) -> Games:
        """Read off every game, in the order of the answers."""
        return self._games

    @cached_property
    def _games(self) -> Games:
        all_green = 3**self.vocabulary.length - 1
        return games_of_nodes(self.table, self.played, self.ends, self.solved, all_green)

    @cached_property
    def answers_here(self) -> npt.NDArray[np.int32]:
        """Count the games that come to each node: int32, shape (nodes,)."""
        here = np.bincount(self.ends, minlength=len(self)).astype(np.int32)
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
        """Count games by length; entry 0 are the lost ones. See `Games.distribution`."""
        return self._games.distribution()

    def wins(self, allowed: int) -> int:
        """Count the games solved within so many guesses."""
        return self._games.wins(allowed)

    def worst_words(self) -> list[str]:
        """Name the answers of the lost games or, when there is none, of the longest."""
        return [self.vocabulary.answers[answer] for answer in self._games.worst_answers]

    def to_text(self, turns: int | None = None) -> str:
        """Draw the tree as indented lines; see `gpuwordle.tree.output.text`."""
        from gpuwordle.tree import output

        return output.text(self, turns)

    def to_json(self) -> str:
        """Write the tree as nested JSON; see `gpuwordle.tree.output.json_text`."""
        from gpuwordle.tree import output

        return output.json_text(self)

    def to_dot(self, turns: int | None = None) -> str:
        """Write the tree for Graphviz; see `gpuwordle.tree.output.dot`."""
        from gpuwordle.tree import output

        return output.dot(self, turns)


def grow(
    vocabulary: Vocabulary,
    strategy: Strategy,
    backend: Backend,
    *,
    pool: PoolName | None = None,
    hard: bool = False,
    trimming: Trimming = "pattern",
    opener: str | int | None = None,
    guesses_allowed: int | None = None,
    answers: npt.NDArray[np.integer] | None = None,
    progress: Progress | None = None,
) -> DecisionTree:
    """Grow the decision tree of a deterministic strategy.

    Parameters
    ----------
    vocabulary
        The words.
    strategy
        Chooses the guesses.
    backend
        A backend made for the vocabulary.
    pool
        What may be guessed, ``all`` or ``candidates``; the strategy's own choice when None.
    hard
        Play hard mode.
    trimming
        What remains a candidate after a guess: ``pattern``, ``letters`` or ``counts``.
    opener
        The first guess: a word or a guess index; the strategy's choice when None.
    guesses_allowed
        After so many guesses a game is lost; None for no limit.
    answers
        Answer indices whose games are followed; all of them when None.
    progress
        Called with the fraction of games that have ended.

    Returns
    -------
    DecisionTree

    Raises
    ------
    UserError
        If the strategy draws by chance or cannot play so, or the opener is not a guess.
    """
    if not strategy.deterministic:
        raise UserError(
            f"strategy {strategy.name!r} draws by chance and has no decision tree: benchmark it"
        )
    rules = strategy.rules(pool=pool, hard=hard, trimming=trimming, guesses_allowed=guesses_allowed)
    nodes = Growth(
        backend,
        strategy,
        rules,
        opener=vocabulary.find(opener) if isinstance(opener, str) else opener,
        answers=answers,
        progress=progress,
    ).run()
    played = np.arange(len(vocabulary.answers)) if answers is None else np.asarray(answers)
    return DecisionTree(
        vocabulary,
        strategy.name,
        rules,
        nodes.table(),
        played.astype(np.int32),
        nodes.ends[played],
        nodes.solved[played],
    )
